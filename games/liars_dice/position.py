"""A view of the seat that is to act, in the small numbers that the bots reckon with, and what it knows for certain."""

from typing import NamedTuple

from games.liars_dice.ladder import Bid, higher, number
from games.liars_dice.odds import support
from games.liars_dice.state import View


class Position(NamedTuple):
    """`hand` is sorted; `dice` by seat; `bids` of this round with their seats; `after` the other seats with dice, next first."""

    seat: int
    hand: tuple[int, ...]
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
        return bid[0] - support(self.hand, bid[1])

    def proves(self, bid: Bid) -> bool:
        """The own dice alone make the bid true."""
        return self.need(bid) <= 0

    def refutes(self, bid: Bid) -> bool:
        """The bid is false whatever the others have."""
        return self.need(bid) > self.unknown

    def raises(self) -> tuple[Bid, ...]:
        """The higher bids that may be true, lowest first."""
        return tuple([bid for bid in higher(self.total, self.last) if not self.refutes(bid)])

    def must_doubt(self) -> bool:
        """There is nothing to think about: the last bid is surely false, or nothing that may be true is higher."""
        last = self.last
        return last is not None and (self.refutes(last) or not self.raises())


def position_of(view: View) -> Position:
    """The position of the seat that is to act. Raises ValueError for a view of anybody else."""
    if view.to_act is None or view.own is None:
        raise ValueError("this is not the view of the seat that is to act")
    seat, seats = view.to_act, view.seats
    return Position(
        seat=seat,
        hand=tuple(sorted([number(face) for face in view.own])),
        dice=view.dice_counts,
        total=view.in_play,
        bids=tuple([(made.seat, (made.count, number(made.face))) for made in view.bids]),
        after=tuple([other for step in range(1, seats) if view.dice_counts[other := (seat + step) % seats]]),
        starter=view.starter,
        one=view.options.loss == "one",
    )
