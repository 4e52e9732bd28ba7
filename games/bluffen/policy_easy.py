"""The easy level: lies freely and challenges at random, by chance alone. Rules: common.bot.level."""

from random import Random

from games.bluffen.position import Position
from games.bluffen.state import Accept, Action, Challenge, Lay

_CHALLENGES, _OUT_OF_TURN = 0.2, 0.04
_MORE_BY_RANK = 0.3
"""In the mode `same_rank`, where few can follow truly; until it gets weary."""
_TRUE = 0.45
"""How often it looks for a true card at all."""


def choose(at: Position, rng: Random) -> Action:
    """A lay of anything, or a challenge; it only sees what is certain."""
    challenges = _CHALLENGES + _MORE_BY_RANK * (1 - at.weary) * (at.options.mode == "same_rank")
    tired = at.weary * (len(at.others) == 1)  # two that lie and doubt all the time never come to an end
    if at.live and not at.proves_true and (at.proves_false or rng.random() < challenges * (1 - 0.8 * tired)):
        return Challenge()
    if at.answers_last:
        return Accept()
    if at.is_open_start:
        return rng.choice(at.open_lays() or at.true_lays())
    true = at.true_lays()
    last = [lay for lay in true if len(lay.cards) == len(at.own)]
    if last or (true and rng.random() < _TRUE + 0.5 * tired):
        return rng.choice(last or true)
    most = max(1, min(at.most, len(at.own) - 1))
    return Lay(tuple(rng.sample(at.own, rng.randint(1, most))), rng.choice(at.claims))


def calls(at: Position, rng: Random) -> bool:
    """Whether it challenges out of turn."""
    return at.proves_false or (not at.proves_true and rng.random() < _OUT_OF_TURN)
