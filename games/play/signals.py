"""The one signal upwards: `match_finished(sender=Match, match_id=...)`, once per match, after commit."""

from django.dispatch import Signal

match_finished = Signal()
