"""The easy level: an own card or a low raise at random, checks by mood. Rules: common.bot.level."""

from random import Random

from games.blef.position import Position, forced
from games.blef.state import BidCode

_REACH = 8
"""A raise is one of so many bids next above."""


def choose(at: Position, rng: Random) -> BidCode | None:
    """A bid, or None for a check: 15 to 30 % of the time, whatever the odds. It only sees what is certain."""
    sure = forced(at)
    if sure is not None:
        return sure[0]
    if at.last is not None and rng.random() < rng.uniform(0.15, 0.3) and not at.proved():
        return None
    raises = at.possible()
    own = [bid for bid in raises[: 2 * _REACH] if at.chances[bid] >= 1]
    return rng.choice(own) if own and rng.random() < 0.4 else rng.choice(raises[:_REACH])
