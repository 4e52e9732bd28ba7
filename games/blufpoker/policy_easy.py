"""The easy level: claims something higher at random, doubts half the time. Rules: common.bot.level."""

from random import Random

from games.blufpoker.position import TOP, Position
from games.blufpoker.state import Accept, Action, Blind, Claim, Doubt, Throw
from games.blufpoker.values import VALUES

_REACH = 14
"""A claim is one of so many next above."""


def choose(at: Position, rng: Random) -> Action:
    """An action by chance. It only sees what is certain."""
    if at.phase == "decide":
        return _answer(at, rng)
    if at.phase != "own_throw":
        return Throw(rng.randint(0, at.most_keep))
    if at.may_throw and rng.random() < 0.25:
        return Throw()
    value = VALUES[rng.randint(at.floor, min(TOP, at.floor + _REACH - 1))]
    turned = at.may_turn and rng.random() < 0.5
    return Claim(value, rng.choice(["clockwise", "anticlockwise"])) if turned else Claim(value)


def _answer(at: Position, rng: Random) -> Action:
    if at.must_doubt or at.sure_lie or (not at.sure_truth and rng.random() < 0.5):
        return Doubt()
    if at.blind and rng.random() < 0.25:
        most = TOP if at.known is None else at.known
        higher = [claim for claim in range(at.floor, min(TOP, at.floor + _REACH - 1) + 1) if claim <= most]
        if higher:
            return Blind(VALUES[rng.choice(higher)])
    return Accept()
