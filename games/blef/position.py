"""A view of the seat that is to act, as the bots reckon with it, and what it knows for certain."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.blef.ladder import Ladder, ladder_of
from games.blef.odds import Chances
from games.blef.state import BidCode, MadeBid, View
from games.core.cards import Card


class Position(NamedTuple):
    """`after`: the other seats with cards, next first; `held` cards in each hand now; `chances` by the own cards alone.

    `stock`: the seat with most cards goes out when the pack no longer suffices.
    """

    seat: int
    own: tuple[Card, ...]
    held: tuple[int, ...]
    total: int
    deck: int
    bids: tuple[MadeBid, ...]
    after: tuple[int, ...]
    ladder: Ladder
    stock: bool
    chances: Chances

    @property
    def last(self) -> BidCode | None:
        return self.bids[-1].bid if self.bids else None

    @property
    def others(self) -> int:
        """How many cards are in other hands."""
        return self.total - len(self.own)

    def legal(self) -> tuple[BidCode, ...]:
        """The bids that may be made now, lowest first."""
        return self.ladder.above(self.last)

    def possible(self) -> list[BidCode]:
        """Those among them that may be true."""
        return [bid for bid in self.legal() if self.chances.possible(bid)]

    def proved(self) -> bool:
        """The last bid is true whatever the others hold."""
        return self.last is not None and self.chances[self.last] >= 1

    def refuted(self) -> bool:
        """The last bid is false whatever the others hold."""
        return self.last is not None and not self.chances.possible(self.last)


def position(own: Iterable[Card], held: Sequence[int], bids: Sequence[MadeBid], seat: int, ladder: Ladder, *, stock: bool) -> Position:
    """The position of a seat with these cards."""
    hand, seats, deck = tuple(own), len(held), len(ladder.pack)
    return Position(
        seat=seat,
        own=hand,
        held=tuple(held),
        total=sum(held),
        deck=deck,
        bids=tuple(bids),
        after=tuple([other for step in range(1, seats) if held[other := (seat + step) % seats]]),
        ladder=ladder,
        stock=stock,
        chances=Chances(hand, sum(held) - len(hand), deck),
    )


def position_of(view: View) -> Position:
    """The position of the seat that is to act. Raises ValueError for a view of anybody else."""
    if view.to_act is None or view.own is None or len(view.own) != view.hand_counts[view.to_act]:
        raise ValueError("this is not the view of the seat that is to act")
    ladder = ladder_of(view.seats, view.options)
    return position(view.own, view.hand_counts, view.bids, view.to_act, ladder, stock=view.options.elimination == "stock")


def forced(at: Position) -> tuple[BidCode | None] | None:
    """What there is nothing to think about, as a tuple of a bid or of None for a check; None alone where there is a choice.

    What is surely false is checked. What is surely true is not: if nothing higher may be true, the lowest bid has to do.
    """
    legal = at.legal()
    if not legal or at.refuted():
        return (None,)
    if any(at.chances.possible(bid) for bid in legal):
        return None
    return (legal[0],) if at.last is None or at.proved() else (None,)
