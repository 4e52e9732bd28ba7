"""Who is there. A socket says `connected`, `beat` every 15 s and `disconnected`; a page without one is `seen` at each request.

A seat's `controller` is the one connection that may act for it; the newest wins. All times are the server's.
Where one phone goes round, what is said of one of its seats holds for all of them. Rules: common.one-phone.
TableError codes: not_seated (no person has that seat).
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.play.models import Seat, Table
from games.play.services import lobby
from games.play.services.errors import TableError

BEAT = 15
"""Seconds between two beats of a connection."""

_LOST = timedelta(seconds=2.5 * BEAT)
"""Silence after which a connection counts as lost without a goodbye; a page without a socket asks again sooner."""


@transaction.atomic
def connected(*, seat_id: int, connection: str) -> None:
    """A socket of the seat's person has opened: it takes control, and an older connection loses it. Raises TableError(not_seated)."""
    table, seat = _locked(seat_id)
    _write(seat, is_connected=True, controller=connection)
    lobby.reseated(table)


@transaction.atomic
def disconnected(*, seat_id: int, connection: str) -> None:
    """A socket has closed. Only the end of the controlling one makes the seat look left; another tab's next beat heals that."""
    table, seat = _locked(seat_id)
    if seat.controller == connection:
        _write(seat, is_connected=False, controller="")
        lobby.reseated(table)


def beat(*, seat_ids: Collection[int]) -> None:
    """These seats have a living connection in this process. Call it every BEAT seconds for all of them together."""
    with transaction.atomic():
        free = Seat.objects.select_for_update(skip_locked=True).filter(pk__among=seat_ids, user__isnull=False).order_by("pk")
        Seat.objects.filter(pk__among=list(free.values_list("pk", flat=True))).update(last_seen=timezone.now(), is_connected=True)


def seen(*, seat: Seat) -> None:
    """A page without a socket was asked for or sent something. Tells the others only where the person had been away."""
    now = timezone.now()
    if is_away(seat, now):
        with transaction.atomic():
            table, fresh = _locked(seat.pk)
            _write(fresh, is_connected=True)
            lobby.changed(table)
    elif seat.last_seen is None or now - seat.last_seen > timedelta(seconds=2):
        _of_person(seat).update(last_seen=now)


@transaction.atomic
def take_control(*, seat_id: int, connection: str) -> None:
    """This connection acts for the seat from now on; the older one is told by the new revision. Raises TableError(not_seated)."""
    table, seat = _locked(seat_id)
    if seat.controller != connection:
        _write(seat, is_connected=True, controller=connection)
        lobby.reseated(table)


def present(now: datetime) -> Q:
    """The seats whose person is there, as a condition on Seat: the same as `not is_away`."""
    return Q(user__isnull=False, is_connected=True, last_seen__gt=now - _LOST)


def is_away(seat: Seat, now: datetime) -> bool:
    """Whether no living connection of the seat's person is known. Free seats and computers are never away."""
    return seat.user_id is not None and absent_for(seat, now) > 0


def absent_for(seat: Seat, now: datetime) -> float:
    """Seconds since the person was last seen; 0 while they are there."""
    if seat.last_seen is None:
        return float("inf")
    silence = now - seat.last_seen
    return 0.0 if seat.is_connected and silence < _LOST else max(silence.total_seconds(), 0.001)


def _locked(seat_id: int) -> tuple[Table, Seat]:
    """The table (held) and the seat of a person. Raises TableError(not_seated)."""
    table_id = Seat.objects.filter(pk=seat_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise TableError("not_seated")
    table = lobby.locked(table_id)
    seat = Seat.objects.get(pk=seat_id)
    if seat.user_id is None:
        raise TableError("not_seated")
    return table, seat


def _write(seat: Seat, *, is_connected: bool, controller: str | None = None) -> None:
    """The seat, and at a table with one phone all seats of that phone."""
    values = {"last_seen": timezone.now(), "is_connected": is_connected}
    _of_person(seat).update(**values, **({} if controller is None else {"controller": controller}))


def _of_person(seat: Seat) -> QuerySet[Seat]:
    return Seat.objects.filter(table_id=seat.table_id, user_id=seat.user_id)
