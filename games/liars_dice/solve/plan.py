"""What is solved how finely, and what the end of a round is worth."""

from typing import NamedTuple

from games.liars_dice.ladder import STAR, ladder, value
from games.liars_dice.solve.cfr import Payoff

Values = dict[tuple[int, int], float]
"""By dice of the opener and of the other: the chance that the opener wins the game."""


class Plan(NamedTuple):
    """How one size is solved and kept. `rungs`: how many of the lowest bids are ever made; `turns` of CFR+.

    Shares are kept in `levels` steps; smaller ones than `least_share` are dropped, and so are rows where the seat's own
    play goes more rarely than `least_reach`: only the *owner's* play may prune.
    """

    kind: str
    rungs: int
    turns: int
    levels: int = 40
    least_share: float = 0.02
    least_reach: float = 0.01


_TURNS = {2: ("last5", 200), 3: ("last4", 120), 4: ("last3", 100), 5: ("last3", 60), 6: ("last2", 150), 7: ("last2", 90)}


def plan(dice: tuple[int, int]) -> Plan:
    """The plan for dice by seat: the fewer dice, the finer."""
    total = sum(dice)
    kind, turns = _TURNS.get(total, ("face", 70))
    if max(dice) - min(dice) >= 3:  # nearly decided: less will do
        kind, turns = "face", 70
    highest = value((8, 5)) if total >= 9 else value((total, STAR))  # nobody in the right mind bids nine of ten
    rungs = sum(1 for bid in ladder(total) if value(bid) <= highest)
    if total <= 3:
        return Plan(kind, rungs, turns, levels=200, least_share=0.003, least_reach=1e-5)
    return Plan(kind, rungs, turns, levels=60, least_share=0.01, least_reach=0.005) if total == 4 else Plan(kind, rungs, turns)


def round_payoff(dice: tuple[int, int], values: Values, loss: str) -> Payoff:
    """The chance that the opener (seat 0) wins the game after a count. Rules: liars_dice.resolve.*, liars_dice.start.loser."""

    def payoff(doubter: int, bid: int, there: int) -> float:
        loser = 1 - doubter if there < bid else doubter
        lost = 1 if loss == "one" or there == bid else abs(there - bid)
        left = list(dice)
        left[loser] -= min(lost, left[loser])
        if not left[loser]:
            return float(loser)
        chance = values[left[loser], left[1 - loser]]  # who lost dice opens
        return chance if loser == 0 else 1 - chance

    return payoff
