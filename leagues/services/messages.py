"""What an organiser writes to all members. LeagueError codes: not_member, no_right, empty_text, too_long, too_fast."""

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, User
from leagues import notices
from leagues.models import League, Message
from leagues.services import log
from leagues.services.errors import LeagueError
from leagues.services.names import clean_text
from leagues.services.rights import acting

MOST_LETTERS = 2000
TWICE = timedelta(minutes=10)
"""The same message of the same person within this time was sent twice by mistake: it is told once."""
MOST_A_DAY = 3
"""Messages to all members of one league in 24 hours, whoever writes them."""

NO_TEXT = (Mark.Kind.MUTED, Mark.Kind.NO_TEXT, *marks.SHUT_OUT)
"""Marks of those who write nothing that others read."""


@transaction.atomic
def write_to_members(*, league: League, user: User, text: str) -> Message:
    """It stands on the home of the league and goes to everybody as a notice, once. Whom staff muted cannot write."""
    league = acting(league, user, "message").league
    if marks.bars(user, *NO_TEXT) is not None:
        raise LeagueError("barred")
    words = clean_text(text, MOST_LETTERS)
    if not words:
        raise LeagueError("empty_text")
    twin = league.messages.filter(user=user, text=words, at__gt=timezone.now() - TWICE).first()
    if twin is not None:
        return twin
    if league.messages.filter(at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise LeagueError("too_fast")
    message = Message.objects.create(league=league, user=user, text=words)
    log.write(league, "message", user=user)
    transaction.on_commit(partial(notices.ask_to_tell_message, message.pk))
    return message
