"""The easy level: low bids at random, lies freely, doubts by mood. Rules: common.bot.level."""

from random import Random

from games.liars_dice.ladder import Bid
from games.liars_dice.position import Position

_REACH = 6
"""A raise is one of so many bids next above: a low bid."""


def choose(position: Position, rng: Random) -> Bid | None:
    """A bid, or None for a doubt: 15 to 25 % of the time, whatever the odds. It only sees what is certain."""
    if position.must_doubt():
        return None
    raises, last = position.raises(), position.last
    if last is None:
        return rng.choice(raises[: max(_REACH, position.total * 3 // 2)])
    doubts = rng.random() < rng.uniform(0.15, 0.25)
    return None if doubts and not position.proves(last) else rng.choice(raises[:_REACH])
