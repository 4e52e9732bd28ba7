"""What is still to come when a bid is not doubted at once: the rest of the lap until it is one's own turn again.

Seats are taken to be alike and to raise by the usual step; levels are half dice, so a bid of c dice stands at level 2c.
"""

from functools import lru_cache

from games.liars_dice.ladder import Bid, value
from games.liars_dice.memory import plain_doubt
from games.liars_dice.odds import at_least, spread
from games.liars_dice.style import Style


def level_of(bid: Bid) -> int:
    """The bid in half dice."""
    return value(bid) // 3


@lru_cache(maxsize=512)
def lap(total: int, seats: int, style: Style, gain: float) -> tuple[tuple[float, ...], ...]:
    """The cost to come in own dice: [k][level] when k other seats are to act before one's own turn, facing this level.

    `gain` is what a die lost by another seat is worth, in own dice. The bid at hand is never one's own.
    """
    top = 2 * total + 2
    doubts, short, over, exact = _levels(total, max(1, total // seats), style)
    costs = [[0.0] * (top + style.step + 1) for _ in range(seats)]
    for level in range(top, 0, -1):
        paid = short[level] + over[level] + exact[level] * (seats - 2)
        upper = min(top, level + style.step)
        doubt = over[level] + exact[level] - gain * (short[level] + exact[level] * (seats - 2))
        own_bid = short[upper] - gain * (over[upper] + exact[upper] * (seats - 1))
        beyond = costs[seats - 2][min(top, upper + style.step)] if seats > 1 else 0.0
        costs[0][level] = min(doubt, doubts[upper] * own_bid + (1 - doubts[upper]) * beyond)
        for others in range(1, seats):
            seen = exact[level] - gain * paid
            costs[others][level] = doubts[level] * seen + (1 - doubts[level]) * costs[others - 1][upper]
    return tuple(map(tuple, costs))


@lru_cache(maxsize=512)
def _levels(total: int, each: int, style: Style) -> tuple[list[float], ...]:
    """By level: the chance of a doubt, and after a doubt the dice lost by bidder and doubter and the chance of exactly."""
    doubts, short, over, exact = [[0.0] * (2 * total + 3) for _ in range(4)]
    fair = spread(total, False)
    for level in range(1, 2 * total + 3):
        low, high = plain_doubt(total, each, (level // 2, 1)), plain_doubt(total, each, ((level + 1) // 2, 1))
        doubts[level] = 1.0 if level >= 2 * total else (low + high) / 2
        met = level / 2 - style.credit
        first, last = max(0, int(met) - 5), min(total, int(met) + 6)
        for there in range(first, last + 1):
            gap, chance = there - met, fair[there]
            exact[level] += chance * max(0.0, 1 - abs(gap))
            short[level] += chance * min(5.0, max(0.0, -gap))
            over[level] += chance * min(5.0, max(0.0, gap))
        short[level] += 5 * (1 - at_least(total, first, star=False))
        over[level] += 5 * at_least(total, last + 1, star=False)
    return doubts, short, over, exact
