"""The tasks of the tables. Each takes ids only, looks again, and is harmless when run twice or late."""

from celery import shared_task

from games.play.leaving import services as leaving
from games.play.services import clock


@shared_task(name="games.play.ring", ignore_result=True)
def ring(*match_ids: int) -> None:
    """The alarms of these matches."""
    clock.ring_all(match_ids)


@shared_task(name="games.play.sweep", ignore_result=True)
def sweep() -> None:
    """Each second: whatever time has brought about, at all tables."""
    clock.sweep()


@shared_task(name="games.play.note_leavers", ignore_result=True)
def note_leavers() -> None:
    """Every few seconds: who stayed and who left in the matches that have ended."""
    leaving.note_ended()
