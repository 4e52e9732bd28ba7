"""The normal level: the truth where it beats, else a small bluff; doubts by the odds of the throw. Rules: common.bot.level."""

from random import Random

from games.blufpoker.odds import at_least
from games.blufpoker.position import TOP, Position
from games.blufpoker.state import Accept, Action, Blind, Claim, Doubt, Throw
from games.blufpoker.values import VALUES

_DOUBTFUL = (0.2, 0.45)
"""A claim that the throws made so far reach with such a chance is doubted or not, by mood."""
_BLUFF = 3
"""A bluff is one of so many claims next above."""
_BLIND = 0.6
"""The cup is passed on unseen when the claim after it is as likely as this."""


def choose(at: Position, rng: Random) -> Action:
    """An action by its own dice and the odds of one throw, or of as many as were made."""
    if at.phase == "decide":
        return _answer(at, rng)
    if at.phase != "own_throw":
        return Throw(at.most_keep)
    if at.known is not None and at.known >= at.floor:
        return Claim(VALUES[at.known])
    if at.may_throw:
        return Throw()
    if at.known is None:
        return Claim(VALUES[at.floor])
    return Claim(VALUES[rng.randint(at.floor, min(TOP, at.floor + _BLUFF - 1))])


def _answer(at: Position, rng: Random) -> Action:
    if at.must_doubt or at.sure_lie:
        return Doubt()
    if at.blind and at.holds(at.floor) > _BLIND:
        return Blind(VALUES[at.floor])
    if at.sure_truth:
        return Accept()
    if at.last == TOP:
        return Doubt()
    chance = at_least(VALUES[at.last or 0], at.aside, at.thrown.throw)
    return Doubt() if chance < rng.uniform(*_DOUBTFUL) else Accept()
