"""The easy level: low bids at random, lies freely, doubts by mood. Rules: common.bot.level."""

from random import Random
from typing import Any

from games.liars_dice.ladder import Bid, higher, number

_REACH = 6
"""A raise is one of so many bids next above: a low bid."""


def choose(view: Any, rng: Random) -> Bid | None:
    """A bid, or None for a doubt. Doubts 15 to 25 % of the time, whatever the odds."""
    if not view.bids:
        return rng.choice(higher(view.in_play, None)[: max(_REACH, 3 * view.in_play // 2)])
    last = view.bids[-1]
    raises = higher(view.in_play, (last.count, number(last.face)))
    doubt = rng.random() < rng.uniform(0.15, 0.25)
    return None if doubt or not raises else rng.choice(raises[:_REACH])
