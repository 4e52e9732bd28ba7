"""A view of the seat that is to act, in the small numbers that the bots reckon with, and what it knows for certain."""

from collections.abc import Iterable
from typing import NamedTuple

from games.liars_dice.ladder import Bid, higher, number, value
from games.liars_dice.odds import support
from games.liars_dice.state import View


class Position(NamedTuple):
    """`hand` is sorted; `backing` how many of its dice support each face; `dice` by seat; `bids` of this round with their
    seats; `after` the other seats with dice, next first; `one`: a wrong bid or doubt costs one die whatever the difference.
    """

    seat: int
    hand: tuple[int, ...]
    backing: tuple[int, ...]
    dice: tuple[int, ...]
    total: int
    bids: tuple[tuple[int, Bid], ...]
    after: tuple[int, ...]
    starter: int
    one: bool

    @property
    def last(self) -> Bid | None:
        return self.bids[-1][1] if self.bids else None

    @property
    def unknown(self) -> int:
        """How many dice lie under other cups."""
        return self.total - len(self.hand)

    def need(self, bid: Bid) -> int:
        """How many of the unknown dice must support the bid for it to be true; 0 or less: the own dice prove it."""
        return bid[0] - self.backing[bid[1]]

    def proves(self, bid: Bid) -> bool:
        """The own dice alone make the bid true."""
        return self.need(bid) <= 0

    def refutes(self, bid: Bid) -> bool:
        """The bid is false whatever the others have."""
        return self.need(bid) > self.unknown

    def raises(self) -> tuple[Bid, ...]:
        """The higher bids that may be true, lowest first."""
        most = [backed + self.unknown for backed in self.backing]
        return tuple([bid for bid in higher(self.total, self.last) if bid[0] <= most[bid[1]]])

    def must_doubt(self) -> bool:
        """There is nothing to think about: the last bid is surely false, or nothing that may be true is higher."""
        last = self.last
        if last is None:
            return False
        highest = max([value((backed + self.unknown, face)) for face, backed in enumerate(self.backing)])
        return self.refutes(last) or highest <= value(last)


def position(
    seat: int, hand: Iterable[int], dice: tuple[int, ...], bids: tuple[tuple[int, Bid], ...], starter: int, *, one: bool
) -> Position:
    """The position of a seat that holds `hand`, the faces by number."""
    own, seats = tuple(sorted(hand)), len(dice)
    return Position(
        seat=seat,
        hand=own,
        backing=tuple([support(own, face) for face in range(6)]),
        dice=dice,
        total=sum(dice),
        bids=bids,
        after=tuple([other for step in range(1, seats) if dice[other := (seat + step) % seats]]),
        starter=starter,
        one=one,
    )


def position_of(view: View) -> Position:
    """The position of the seat that is to act. Raises ValueError for a view of anybody else."""
    if view.to_act is None or view.own is None:
        raise ValueError("this is not the view of the seat that is to act")
    bids = tuple([(made.seat, (made.count, number(made.face))) for made in view.bids])
    hand = map(number, view.own)
    return position(view.to_act, hand, view.dice_counts, bids, view.starter, one=view.options.loss == "one")
