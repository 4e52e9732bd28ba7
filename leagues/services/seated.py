"""Who sits at a fixture, who plays there for whom, and who will not come any more."""

from bluffsite.accounts.models import User
from leagues.models import Entry, Fixture, Membership, Seating


def seatings_of(fixture: Fixture) -> list[Seating]:
    """In the order of seats, each with the people at hand: one query."""
    return list(Seating.objects.filter(fixture=fixture).select_related("stand_in", "entry__member__user"))


def player(seating: Seating) -> User:
    """Who plays: the stand-in, else the member."""
    return seating.stand_in or seating.entry.member.user


def is_gone(seating: Seating) -> bool:
    """Whether nobody will come: the member has withdrawn or left the league, and has no stand-in. The others need not wait."""
    is_in = seating.entry.state != Entry.State.WITHDRAWN and seating.entry.member.state == Membership.State.IN
    return seating.stand_in is None and not is_in
