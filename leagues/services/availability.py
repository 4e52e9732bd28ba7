"""When members are mostly free, and until when they are away. LeagueError codes: not_member, bad_value, past, far."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts.models import User
from leagues.models import League, Membership
from leagues.services.errors import LeagueError

_SLOT = re.compile(r"[0-6][mae]")


@transaction.atomic
def say_when(*, league: League, user: User, free_times: Sequence[str], away_until: date | None) -> Membership:
    """`free_times`: weekday (0 Monday) and part of the day, `"2e"`, in the person's own time zone. Away: the last day of it."""
    member = Membership.objects.select_for_update(no_key=True).filter(league=league, user=user, state=Membership.State.IN).first()
    if member is None:
        raise LeagueError("not_member")
    if not all(_SLOT.fullmatch(slot) for slot in free_times):
        raise LeagueError("bad_value")
    today = timezone.localdate()
    if away_until is not None and away_until < today:
        raise LeagueError("past")
    if away_until is not None and away_until > today + timedelta(days=400):
        raise LeagueError("far")
    member.free_times, member.away_until = sorted(set(free_times)), away_until
    member.save(update_fields=["free_times", "away_until", "changed_at"])
    return member
