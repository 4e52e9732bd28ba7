"""What is solved how finely, and what the end of a round is worth."""

from games.liars_dice.ladder import STAR, ladder, value
from games.liars_dice.solve.cfr import Payoff

Values = dict[tuple[int, int], float]
"""By dice of the opener and of the other: the chance that the opener wins the game."""

_PLAN = {2: ("last5", 200), 3: ("last4", 120), 4: ("last3", 100), 5: ("last3", 60), 6: ("last2", 150), 7: ("last2", 90)}


def plan(dice: tuple[int, int]) -> tuple[str, int, int]:
    """For dice by seat: the abstraction, how many of the lowest bids are ever made, and turns of CFR+."""
    total = sum(dice)
    kind, turns = _PLAN.get(total, ("face", 70))
    if total == 5 and min(dice) == 1:  # nearly decided: less will do
        kind, turns = "last2", 100
    highest = value((8, 5)) if total >= 9 else value((total, STAR))  # nobody in the right mind bids nine of ten
    return kind, sum(1 for bid in ladder(total) if value(bid) <= highest), turns


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
