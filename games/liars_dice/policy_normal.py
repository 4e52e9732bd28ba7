"""The normal level: the exact odds of bids from its own dice, and no memory of who bid what. Rules: common.bot.level."""

from random import Random

from games.liars_dice.ladder import Bid
from games.liars_dice.odds import bid_holds
from games.liars_dice.position import Position

_CLOSE = 0.08
"""Raises whose chance is so close to the best one's are as good as it."""


def choose(position: Position, rng: Random) -> Bid | None:
    """A bid, or None for a doubt: whichever is likelier to be right."""
    if position.must_doubt():
        return None
    chances = {bid: bid_holds(position.hand, position.total, bid) for bid in position.raises()}
    last, best = position.last, max(chances.values())
    if last is not None and not position.proves(last) and 1 - bid_holds(position.hand, position.total, last) > best:
        return None
    return rng.choice([bid for bid, chance in chances.items() if chance > best - _CLOSE])
