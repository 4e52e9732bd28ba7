"""The signals upwards, after commit: `match_finished(sender=Match, match_id=...)`, once per match, and
`match_voided(sender=Match, match_id=..., is_void=...)`, whenever staff declare a match void or take that back.
"""

from django.dispatch import Signal

match_finished = Signal()
match_voided = Signal()
