"""When the site did not answer, and giving that time back. Rules: common.clock.outage.

Web processes and the clock beat each second. A web beat after too long a silence leaves an `Outage`; the sweep then gives
each waiting person the part of it that fell into their wait. A match remembers the last outage it was credited with, so
that doing it again changes nothing. While the web part is silent no person's time runs out.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from django.db import transaction

from games.play.models import Heartbeat, Outage
from games.play.services.record import Record

BEAT_SECONDS = 1.0
SILENT_SECONDS = 3.0
"""A silence longer than this is an outage; a shorter one may be a busy machine."""
RESTART_SECONDS = 1.5
"""The same when a web process has just begun: that the others, or the one before it, were silent so long was no accident."""

_REMEMBERED = timedelta(days=3)  # longer than any decision may take
Part = Literal["web", "clock"]


class Span(NamedTuple):
    """A time without answers, in seconds since the epoch."""

    began: float
    ended: float


def beat(part: Part, now: float, *, silent: float = SILENT_SECONDS) -> bool:
    """The part is alive; True where this ended an outage: more than `silent` seconds. Several processes may beat as one part."""
    at = datetime.fromtimestamp(now, UTC)
    _, is_new = Heartbeat.objects.get_or_create(part=part, defaults={"at": at})
    if is_new:
        return False
    with transaction.atomic():
        before = Heartbeat.objects.select_for_update().get(part=part).at
        if at <= before:
            return False
        Heartbeat.objects.filter(part=part).update(at=at)
        if part != "web" or (at - before).total_seconds() <= silent:
            return False
        Outage.objects.create(began=before, ended=at)
        Outage.objects.filter(ended__lt=at - _REMEMBERED).delete()
    return True


def is_answering(now: float) -> bool:
    """Whether the web part has shown life lately; a site whose web part never ran is taken to answer."""
    at = Heartbeat.objects.filter(part="web").values_list("at", flat=True).first()
    return at is None or now - at.timestamp() <= SILENT_SECONDS


def uncredited() -> list[Outage]:
    return list(Outage.objects.filter(is_credited=False).order_by("ended"))


def mark_credited(outages: Iterable[Outage]) -> None:
    """Every match that ran has been credited with these."""
    Outage.objects.filter(pk__in=[outage.pk for outage in outages]).update(is_credited=True)


def spans_since(began: float) -> list[Span]:
    """The outages that ended after `began`, in order."""
    rows = Outage.objects.filter(ended__gt=datetime.fromtimestamp(began, UTC)).order_by("ended").values_list("began", "ended")
    return [Span(began.timestamp(), ended.timestamp()) for began, ended in rows]


def missed(spans: Iterable[Span], began: float, ended: float) -> float:
    """Seconds of `began` to `ended` in which the site did not answer."""
    return sum(max(0.0, min(span.ended, ended) - max(span.began, began)) for span in spans)


class Credit(NamedTuple):
    seconds: float
    until: float


def owed(record: Record, now: float) -> Credit | None:
    """What the person waited for, or whoever may come back to a deserted table, has not been given back; None: nothing."""
    sitting = record.sitting
    began = sitting.halted_at if sitting.halt is not None else sitting.since
    spans = [span for span in spans_since(max(began, sitting.credited)) if span.ended <= now]
    seconds = missed(spans, began, now)
    return Credit(seconds, spans[-1].ended) if seconds > 0 else None
