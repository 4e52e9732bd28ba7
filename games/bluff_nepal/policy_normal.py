"""The normal level: the odds of its own cards, lies with single cards, and no memory. Rules: common.bot.level."""

from random import Random

from games.bluff_nepal.position import Position, false_cards, true_parts
from games.bluff_nepal.state import Action, Call, Lay, LetGo, Pass

_DOUBTFUL = 0.12
"""A claim less likely than this to be possible is called when it is its turn."""
_FAR_FETCHED = 0.04
"""And out of turn, where others may do it."""
_DOUBTS_LAST = 0.5
_LIES = 0.25


def choose(at: Position, rng: Random) -> Action:
    """True cards where it has them, else a pass or now and then a lie with a single card."""
    if at.live and not at.proves_true and _doubts(at, _DOUBTS_LAST if at.answers_last else _DOUBTFUL):
        return Call()
    if at.answers_last:
        return LetGo()
    if true := true_parts(at.own, at.rank or "A", at.rank is None):
        return rng.choice([lay for lay in true if len(lay.cards) == len(true[0].cards)])
    assert at.rank is not None  # a leader always has true cards
    if len(at.own) > 1 and rng.random() < _LIES:
        return Lay((false_cards(at.own, at.rank)[0],), at.rank)
    return Pass()


def calls(at: Position, rng: Random) -> bool:
    """Whether it calls out of turn."""
    return not at.proves_true and _doubts(at, _DOUBTS_LAST if at.answers_last else _FAR_FETCHED)


def _doubts(at: Position, bound: float) -> bool:
    return at.proves_false or at.plain_chance() < bound
