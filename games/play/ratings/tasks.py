"""The tasks of ratings. Each takes ids only, looks again, and is harmless when run twice or late."""

from typing import Any

import structlog
from celery import shared_task
from kombu.exceptions import OperationalError

from games.play.ratings import services
from games.play.ratings.models import RatedMatch

log = structlog.get_logger(__name__)


@shared_task(name="games.play.ratings.count", ignore_result=True)
def count(match_id: int) -> None:
    """One match that has ended."""
    services.count(match_id=match_id)


@shared_task(name="games.play.ratings.sweep", ignore_result=True)
def sweep() -> None:
    """Each minute: rated matches whose end was not heard of."""
    services.count_missed()


@shared_task(name="games.play.ratings.heed_void", ignore_result=True)
def heed_void(match_id: int) -> None:
    """One match that staff declared void, or not void after all."""
    services.heed_void(match_id=match_id)


def when_finished(match_id: int, **_: Any) -> None:
    """A match has ended: if it was a rated one its task is asked for. What fails here is found by the sweep."""
    if not RatedMatch.objects.filter(pk=match_id, is_counted=False).exists():
        return
    _ask(count, match_id)


def when_voided(match_id: int, **_: Any) -> None:
    """The same when staff declare a match void, or take that back."""
    if RatedMatch.objects.filter(pk=match_id, is_counted=True).exists():
        _ask(heed_void, match_id)


def _ask(task: Any, match_id: int) -> None:
    try:
        task.delay(match_id)
    except (OperationalError, OSError) as error:
        log.warning("a rated match waits for the sweep", match=match_id, error=type(error).__name__)
