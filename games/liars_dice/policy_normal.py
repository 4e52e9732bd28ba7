"""The normal level: the exact odds of bids from its own dice, and no memory of who bid what. Rules: common.bot.level."""

from random import Random

from games.liars_dice.ladder import STAR, Bid
from games.liars_dice.odds import at_least
from games.liars_dice.position import Position

_SAFE = 0.8
"""A raise that is true with this chance is good enough; where none is, one close to the best must do."""
_CLOSE = 0.05


def choose(position: Position, rng: Random) -> Bid | None:
    """A bid, or None for a doubt: whichever is likelier to be right."""
    if position.must_doubt():
        return None
    chances = {bid: _chance(position, bid) for bid in position.raises()}
    last, best = position.last, max(chances.values())
    if last is not None and not position.proves(last) and 1 - _chance(position, last) > best + _CLOSE:
        return None
    good = [bid for bid, chance in chances.items() if chance > min(_SAFE, best - _CLOSE)]
    strength = {bid: _strength(position, bid) for bid in good}
    return rng.choice([bid for bid in good if strength[bid] == max(strength.values())])


def _chance(position: Position, bid: Bid) -> float:
    return at_least(position.unknown, position.need(bid), bid[1] == STAR)


def _strength(position: Position, bid: Bid) -> int:
    """How much the own hand backs the face of a bid; a star counts double there, as on the ladder."""
    return position.backing[bid[1]] * (2 if bid[1] == STAR else 1)
