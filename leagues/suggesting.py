"""Times that suit those who play a match, by what each has said of when they are mostly free. Pure: no database, no clock.

Nobody is bound by it: what comes out of here is proposed by a person, and the others agree or not.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import NamedTuple

HOURS = {"m": (10, 11, 9, 12), "a": (14, 15, 16, 13, 17), "e": (20, 19, 21, 18, 22)}
"""Full hours at which a match may begin in each part of the day, by the clock of whoever looks; the usual one first."""
NOTICE = timedelta(hours=2)
"""Nothing nearer than this is suggested."""
FARTHEST_DAYS = 14


class Free(NamedTuple):
    """What one member has said: slots such as `"2e"` by the clock of `zone`, none where nothing was said; the last day away."""

    name: str
    slots: frozenset[str]
    zone: tzinfo
    away_until: date | None = None


class Suggestion(NamedTuple):
    at: datetime
    free: tuple[str, ...]  # names of those who said that they are mostly free then


def suggested(people: Sequence[Free], *, now: datetime, until: datetime, zone: tzinfo, most: int = 3) -> list[Suggestion]:
    """The next times that suit most of those who have said anything, at least two; one for each part of a day in `zone`.

    Whoever has said nothing is taken as free, unless away. None after `until`, the deadline, nor while anybody is away.
    """
    found = [one for one in (_best(people, hours, now + NOTICE, until) for hours in _parts(now, zone)) if one is not None]
    best = max((len(one.free) for one in found), default=0)
    return [one for one in found if len(one.free) == best][:most]


def _parts(now: datetime, zone: tzinfo) -> list[list[datetime]]:
    """The hours of each part of the days to come, the usual one first."""
    today = now.astimezone(zone).date()
    days = [today + timedelta(days=ahead) for ahead in range(FARTHEST_DAYS + 1)]
    return [[datetime(day.year, day.month, day.day, hour, tzinfo=zone) for hour in hours] for day in days for hours in HOURS.values()]


def _best(people: Sequence[Free], hours: Sequence[datetime], since: datetime, until: datetime) -> Suggestion | None:
    in_time = [at for at in hours if since <= at <= until and not any(_is_away(one, at) for one in people)]
    each = [Suggestion(at, tuple(one.name for one in people if _slot(at, one.zone) in one.slots)) for at in in_time]
    best = max(each, key=lambda one: len(one.free), default=None)  # the first of equals
    return best if best is not None and len(best.free) > 1 else None


def _is_away(one: Free, at: datetime) -> bool:
    return one.away_until is not None and at.astimezone(one.zone).date() <= one.away_until


def _slot(at: datetime, zone: tzinfo) -> str:
    """The weekday and part of the day of that moment there; empty in the night."""
    local = at.astimezone(zone)
    hour = local.hour + local.minute / 60
    part = next((part for part, hours in HOURS.items() if min(hours) <= hour <= max(hours)), "")
    return f"{local.weekday()}{part}" if part else ""
