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
    return seating.stand_in is None and is_left(seating.entry.state, seating.entry.member.state)


def is_left(entry_state: str, member_state: str) -> bool:
    """Whether a member with these states of entry and membership plays no more."""
    return entry_state == Entry.State.WITHDRAWN or member_state != Membership.State.IN
