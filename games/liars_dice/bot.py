"""The computer players of Liar's Dice. Rules: common.bot.view, common.bot.level.

A decision is a function of the seat's view, its memory and a random source, and of nothing else.
"""

from random import Random

from games.core.game import Level
from games.liars_dice import policy_easy, policy_normal
from games.liars_dice.ladder import FACES
from games.liars_dice.memory import Memory, new_memory, remember
from games.liars_dice.position import position_of
from games.liars_dice.state import Action, Bid, Challenge, View

__all__ = ["Memory", "choose", "new_memory", "preload", "remember"]


def choose(view: View, memory: Memory, level: Level, rng: Random) -> Action:
    """A legal action for the seat that is to act in this view. Raises ValueError for a view of any other seat."""
    position = position_of(view)
    if level == "easy":
        bid = policy_easy.choose(position, rng)
    else:
        bid = policy_normal.choose(position, rng)
    return Challenge() if bid is None else Bid(bid[0], FACES[bid[1]])


def preload() -> None:
    """Make and read all tables now, at the start of a worker."""
