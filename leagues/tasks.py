"""The tasks of leagues. Each takes ids only, looks again, and is harmless when run twice or late."""

from celery import shared_task

from leagues import notices
from leagues.services import owners, playing_sweep, results, rounds, sweeping, telling
from leagues.services.sweeping import each


@shared_task(name=notices.SEASON_TASK, ignore_result=True)
def tell_season(season_id: int) -> None:
    """A season has changed: one that has begun opens its first round at once, and those whom it concerns are told."""
    each([season_id], lambda pk: rounds.open_due(season_id=pk))
    notices.tell_season(season_id)


@shared_task(name=notices.MESSAGE_TASK, ignore_result=True)
def tell_message(message_id: int) -> None:
    """All members: an organiser wrote."""
    notices.tell_message(message_id)


@shared_task(name="leagues.sweep", ignore_result=True)
def sweep() -> None:
    """Each minute: whatever time has brought about, in all leagues."""
    sweeping.sweep()
    playing_sweep.sweep()
    owners.sweep()


@shared_task(name=telling.ROUND_TASK, ignore_result=True)
def tell_round(season_id: int, number: int) -> None:
    """Everybody in a round that was opened."""
    telling.tell_round(season_id, number)


@shared_task(name=results.MATCH_TASK, ignore_result=True)
def take_result(match_id: int) -> None:
    """A match has ended."""
    results.take(match_id=match_id)
