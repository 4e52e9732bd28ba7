"""What time brings about in leagues. Each thing in a transaction of its own: one that fails does not stop the others."""

from collections.abc import Callable, Iterable
from typing import Any

import structlog
from django.utils import timezone

from leagues import notices
from leagues.models import Season
from leagues.services.errors import LeagueError
from leagues.services.seasons import start_season

log = structlog.get_logger(__name__)


def sweep() -> None:
    """Each minute. Doing it twice, or late, changes nothing more."""
    begin_seasons()
    notices.tell_what_was_left()


def begin_seasons() -> None:
    """Planned seasons whose day has come, unless too few have signed up yet or another one still runs."""
    due = Season.objects.filter(state=Season.State.PLANNED, starts_at__lte=timezone.now(), league__closed_at=None)
    each(due.exclude(league__seasons__state=Season.State.RUNNING), lambda season: start_season(season=season))


def each(things: Iterable[Any], do: Callable[[Any], object]) -> None:
    """Do it to each. What the rules refuse now is asked again by the next sweep."""
    for thing in things:
        try:
            do(thing)
        except LeagueError as refused:
            log.debug("not yet", what=type(thing).__name__, id=getattr(thing, "pk", thing), code=refused.code)
        except Exception:
            log.exception("a sweep of leagues failed", what=type(thing).__name__, id=getattr(thing, "pk", thing))
