"""What dice are worth: the chance to win the game, as a share of standing among the seats that have dice."""

from collections.abc import Sequence
from math import pow
from typing import NamedTuple

from games.liars_dice.beliefs import Support
from games.liars_dice.position import Position

MOST_LOST = 5


class Stakes(NamedTuple):
    """Chances for the seat to win the game. `mine[n]`: it loses n dice; `theirs[seat][n]`: that seat does.

    `exact[seat]`: that seat's bid is met exactly, so everyone else loses one. Losses are those after `loss` and the cap.
    """

    now: float
    mine: tuple[float, ...]
    theirs: dict[int, tuple[float, ...]]
    exact: dict[int, float]

    @property
    def own_die(self) -> float:
        """What one own die is worth."""
        return self.now - self.mine[1]


def stakes_of(position: Position, power: float) -> Stakes:
    """Rules: liars_dice.resolve.*"""
    seats = (position.seat, *position.after)
    standing = {seat: pow(position.dice[seat], power) for seat in seats}
    whole = sum(standing.values())
    own = standing[position.seat]

    def after(seat: int, lost: int) -> float:
        left = pow(max(0, position.dice[seat] - (min(lost, 1) if position.one else lost)), power)
        mine = left if seat == position.seat else own
        return mine / (whole - standing[seat] + left)

    def met(bidder: int) -> float:
        left = {seat: position.dice[seat] if seat == bidder else position.dice[seat] - 1 for seat in seats}
        return pow(left[position.seat], power) / sum(pow(dice, power) for dice in left.values())

    tables = {seat: tuple([after(seat, lost) for lost in range(MOST_LOST + 1)]) for seat in seats}
    return Stakes(own / whole, tables[position.seat], tables, {seat: met(seat) for seat in seats})


def settled(support: Support, need: int, bidder: Sequence[float], exact: float, doubter: Sequence[float]) -> float:
    """The mean of what a count leads to when `need` more supporting dice make the bid exact.

    `bidder` and `doubter` by dice that this side loses, `exact` for the exact count.
    """
    chances, most = support.exactly, len(support.exactly) - 1
    total = support.fewer(need - MOST_LOST + 1) * bidder[MOST_LOST] + (1 - support.fewer(need + MOST_LOST)) * doubter[MOST_LOST]
    for have in range(max(0, need - MOST_LOST + 1), min(most, need + MOST_LOST - 1) + 1):
        gap = have - need
        total += chances[have] * (bidder[-gap] if gap < 0 else doubter[gap] if gap else exact)
    return total
