"""One phone that goes round. Whose phone it is holds the seats of all people around it and acts for each, one at a time.

Whoever has the phone says so first (they *take* it): a seat, at the wait that began with version `position`. Only then,
and only while the table waits for that very seat, its own part is shown and it may act. Rules: common.one-phone.
"""

from collections.abc import Collection
from typing import NamedTuple

from games.play.services.errors import Refused
from games.play.services.record import Record
from games.play.services.waits import waiting

RULE = "common.one-phone"

OF_THE_DEVICE = frozenset({"pause", "resume", "end_game", "play_on"})
"""What needs nobody in particular: the people around the phone have agreed by talking."""


class Taken(NamedTuple):
    """Who said that they have the phone, at which wait."""

    seat: int
    position: int


def held(record: Record, user_id: int | None) -> tuple[int, ...]:
    """The seats that this user holds."""
    return tuple([seat for seat, place in enumerate(record.places) if user_id is not None and place.user_id == user_id])


def next_seat(record: Record, seats: Collection[int]) -> int | None:
    """Who of the people around the phone gets it now: the one whom the table waits for. None while nobody does."""
    if record.ended_at is not None or record.sitting.halt is not None:
        return None
    wait = waiting(record, record.state)
    return wait.seat if wait.who == "person" and wait.seat in seats else None


def take(record: Record, seats: Collection[int], seat: int) -> Taken:
    """This person has the phone now. Raises Refused(not_your_seat): it is not theirs to have."""
    if next_seat(record, seats) != seat:
        raise Refused("not_your_seat", RULE, record.version)
    return Taken(seat, record.sitting.position)


def open_seat(record: Record, seats: Collection[int], taken: Taken | None) -> int | None:
    """The seat whose own part may be shown: the one that was taken, as long as the table still waits for it."""
    if taken is None or taken.position != record.sitting.position:
        return None
    return taken.seat if next_seat(record, seats) == taken.seat else None


def acting_seat(record: Record, seats: Collection[int], taken: Taken | None, kind: str, named: int | None) -> int:
    """The seat for which an action of this kind counts; `named` is the one that the action says, if it says any.

    Whoever has left comes back by naming their seat. Raises Refused: not_your_seat, not_taken.
    """
    if named is not None and named not in seats:
        raise Refused("not_your_seat", version=record.version)
    if kind == "rejoin" and named is not None:
        return named
    has_it = open_seat(record, seats, taken)
    if has_it is not None and named in (None, has_it):
        return has_it
    if kind not in OF_THE_DEVICE:
        raise Refused("not_taken", RULE, record.version)
    away = record.engine.away(record.state)
    return next((seat for seat in seats if seat not in away), min(seats))
