"""What time brings about in what is played: rounds open and close, fixtures are decided, members reminded, results caught up.

Each thing in a transaction of its own, so that one that fails does not stop the others.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from leagues.models import Fixture, Round, Season
from leagues.services import ending, fixtures, results, rounds, telling
from leagues.services.sweeping import each

NEAR = timedelta(hours=24)
"""How long before the deadline members hear of it."""
SOON = timedelta(minutes=30)
"""How long before the agreed time."""
LAST_TABLES = timedelta(hours=6)
"""How long a season of free play waits for the last tables after its end."""
UNTOLD = timedelta(minutes=1)
"""After this a round that its task has not told is told by the sweep."""


def sweep() -> None:
    """Each minute. Doing it twice, or late, changes nothing more."""
    results.take_missed()
    now = timezone.now()
    each(fixtures.due(now), lambda pk: fixtures.decide(fixture_id=pk, now=now))
    rounds.close_decided(now=now)
    end_seasons(now)
    each(rounds.due(now), lambda pk: rounds.open_due(season_id=pk, now=now))
    untold = Round.objects.filter(told_at=None, opened_at__lt=now - UNTOLD, opened_at__gt=now - timedelta(days=2))
    each(untold.values_list("division__season", "number").distinct(), lambda pair: telling.tell_round(*pair))
    remind()


def end_seasons(now: datetime) -> None:
    """Seasons whose last round is decided, or whose last day is over and nobody plays any more; and those in which too few
    are left for a next round and nobody has come in the time of it."""
    running = Season.objects.filter(state=Season.State.RUNNING).annotate(last=Max("divisions__rounds__deadline"))
    past_its_day = Q(ends_at__lte=now)
    candidates = running.filter(past_its_day | (Q(last__lte=now) & ~Q(format=Season.Format.FREE)))
    for season in candidates.select_related("league"):
        is_past = season.ends_at is not None and season.ends_at <= now
        if (is_past or rounds.is_over(season) or _has_died_out(season, now)) and not _is_played(season, now):
            each([season], lambda one: ending.end_season(season=one))


def _has_died_out(season: Season, now: datetime) -> bool:
    end = rounds.end_of(season, season.round)
    return season.round > 0 and rounds.stops_at(season, season.round, end) <= now and rounds.too_few(season)


def _is_played(season: Season, now: datetime) -> bool:
    """Whether a match is running that will count; free play waits for those that began before its end, but not for ever."""
    if season.ends_at is not None and season.ends_at > now - LAST_TABLES and results.is_awaited(season):
        return True
    return season.fixtures.filter(state=Fixture.State.RUNNING).exists()


def remind() -> None:
    """Members whose deadline or agreed time is near, once for each."""
    now = timezone.now()
    open_ones = Fixture.objects.filter(state=Fixture.State.OPEN, is_bye=False)
    near = open_ones.filter(is_near_told=False, deadline__gt=now, deadline__lte=now + NEAR, created_at__lt=now - NEAR)
    soon = open_ones.filter(is_soon_told=False, planned_at__gt=now, planned_at__lte=now + SOON)
    each(near.values_list("pk", flat=True)[:200], lambda pk: _remind(pk, "is_near_told", telling.near))
    each(soon.values_list("pk", flat=True)[:200], lambda pk: _remind(pk, "is_soon_told", telling.soon))


@transaction.atomic
def _remind(pk: int, flag: str, tell: Callable[[Fixture], None]) -> None:
    fixture = fixtures.locked(Fixture(pk=pk))
    if not getattr(fixture, flag):
        setattr(fixture, flag, True)
        fixture.save(update_fields=[flag])
        tell(fixture)
