"""What is still to come when a bid is not checked at once: the rest of the round for seats that see no card.

All seats are taken to be alike, to rise by the usual step, and to check the readier the less likely a bid is.
"""

from functools import lru_cache
from math import exp

from games.blef.ladder import Ladder
from games.blef.odds import for_all
from games.blef.state import BidCode
from games.blef.style import Style


def plain_check(chance: float, style: Style) -> float:
    """How likely a stranger checks a bid that is true with this chance for one who sees no card."""
    return 1 / (1 + exp(max(-50.0, min(50.0, (chance - style.even) / style.width))))


def step_of(ladder: Ladder, style: Style) -> int:
    """By how many bids a bid usually rises."""
    return max(1, round(style.step * ladder.ordinary))


@lru_cache(maxsize=256)
def lap(
    bids: tuple[BidCode, ...], total: int, deck: int, seats: int, gain: float, style: Style, step: int
) -> tuple[tuple[float, ...], ...]:
    """By how many turns it is to one's own, and by the place of the last bid, what is to come; a lost round costs 1.

    `gain` is what a round lost by another seat is worth. The last bid is by the seat before the one to act.
    """
    top, chances = len(bids), for_all(total, deck)
    costs = [[0.0] * (top + step + 1) for _ in range(seats)]
    for place in range(top - 1, -1, -1):
        chance = chances[bids[place]]
        check, true = plain_check(chance, style), max(chance, chance**style.credit)
        if place == top - 1:
            check = 1.0
        up = min(top - 1, place + step)
        for turns in range(seats):
            actor = -1.0 if turns == 0 else gain
            bidder = -1.0 if turns == seats - 1 else gain
            checked = true * actor + (1 - true) * bidder
            raised = costs[turns - 1][up] if up > place else checked
            costs[turns][place] = max(checked, raised) if turns == 0 else check * checked + (1 - check) * raised
    return tuple(map(tuple, costs))
