"""The easy level: lies wildly and calls at random, by chance alone. Rules: common.bot.level."""

from random import Random

from games.bluff_nepal.position import Position, true_parts
from games.bluff_nepal.state import Action, Call, Lay, LetGo, Pass
from games.core.cards import RANKS

_CALLS, _CALLS_OUT_OF_TURN = 0.18, 0.06
_PASSES = 0.3
_TRUE = 0.4
"""How often it looks for true cards at all."""


def choose(at: Position, rng: Random) -> Action:
    """A lay of anything, a pass or a call; it only sees what is certain."""
    if at.live and not at.proves_true and (at.proves_false or rng.random() < _CALLS):
        return Call()
    if at.answers_last:
        return LetGo()
    if at.rank is not None and rng.random() < _PASSES:
        return Pass()
    rank = at.rank or rng.choice(RANKS)
    if true := true_parts(at.own, rank, at.rank is None):
        if len(at.own) <= len(true[0].cards) or rng.random() < _TRUE:
            return true[0]
    cards = tuple(rng.sample(at.own, rng.randint(1, min(3, len(at.own)))))
    return Lay(cards, rank) if len(cards) < len(at.own) else _last(at, rank, rng)


def _last(at: Position, rank: str, rng: Random) -> Action:
    """With last cards it does not lie where it need not."""
    if true := true_parts(at.own, rank, at.rank is None):
        return true[0]
    if len(at.own) > 1:
        return Lay(tuple(rng.sample(at.own, len(at.own) - 1))[:4], rank)
    return Pass()


def calls(at: Position, rng: Random) -> bool:
    """Whether it calls out of turn."""
    return at.proves_false or (not at.proves_true and rng.random() < _CALLS_OUT_OF_TURN)
