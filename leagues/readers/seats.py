"""Who sits at fixtures, as their pages and lists show it: plain values for many fixtures at a time, in one query."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from leagues.models import Fixture, Seating
from leagues.services.seated import is_left


class Seat(NamedTuple):
    """A member of a fixture. `member_id` is that of the membership; `user_id` and `name` are the member's own.

    `stand_in` is the name of who plays instead, if anybody does. `has_left`: nobody comes for this seat.
    """

    entry_id: int
    index: int
    member_id: int
    user_id: int
    name: str
    stand_in_id: int | None
    stand_in: str
    here_at: datetime | None
    is_absent: bool
    has_withdrawn: bool
    has_left: bool

    @property
    def player_id(self) -> int:
        """Who plays: the stand-in, else the member."""
        return self.stand_in_id or self.user_id


_OWN = ("entry_id", "index", "entry__member_id", "entry__member__user_id", "entry__member__user__display_name")
_PLAYS = ("stand_in_id", "stand_in__display_name", "here_at", "is_absent", "has_withdrawn")


def seats_of(fixtures: Iterable[Fixture]) -> dict[int, list[Seat]]:
    """By the id of the fixture, in the order of seats. One query."""
    found: dict[int, list[Seat]] = {fixture.pk: [] for fixture in fixtures}
    rows = Seating.objects.filter(fixture__in=list(found)).order_by("index")
    for fixture, entry, member, *seat in rows.values_list("fixture_id", "entry__state", "entry__member__state", *_OWN, *_PLAYS):
        entry_id, index, member_id, user_id, name, stand_in_id, stand_in, here_at, is_absent, withdrawn = seat
        has_left = stand_in_id is None and is_left(entry, member)
        seated = Seat(entry_id, index, member_id, user_id, name, stand_in_id, stand_in or "", here_at, is_absent, withdrawn, has_left)
        found[fixture].append(seated)
    return found
