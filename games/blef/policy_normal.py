"""The normal level: the exact odds by its own cards, and no memory of who bid what. Rules: common.bot.level."""

from random import Random

from games.blef.position import Position, forced
from games.blef.state import BidCode

_SAFE = 0.75
"""A raise that is true with this chance is good enough; where none is, one close to the best must do."""
_CLOSE = 0.05


def choose(at: Position, rng: Random) -> BidCode | None:
    """A bid, or None for a check: whichever is likelier to be right."""
    sure = forced(at)
    if sure is not None:
        return sure[0]
    chances = {bid: at.chances[bid] for bid in at.possible()}
    best = max(chances.values())
    if at.last is not None and not at.proved() and 1 - at.chances[at.last] > best + _CLOSE:
        return None
    good = [bid for bid, chance in chances.items() if chance >= min(_SAFE, best - _CLOSE)]
    return rng.choice(good[-3:])
