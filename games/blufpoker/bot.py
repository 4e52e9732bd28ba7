"""The computer players of Blufpoker. Rules: common.bot.view, common.bot.level.

A decision is a function of the seat's view, its memory and a random source, and of nothing else.
"""

from random import Random

from games.blufpoker import odds, policy_easy, policy_hard, policy_normal, tables
from games.blufpoker.memory import Memory, new_memory, remember
from games.blufpoker.position import position_of
from games.blufpoker.state import Action, View
from games.core.game import Level

__all__ = ["Memory", "call", "choose", "new_memory", "preload", "remember"]


def choose(view: View, memory: Memory, level: Level, rng: Random) -> Action:
    """A legal action for the seat that is to act in this view. Raises ValueError for a view of any other seat."""
    at = position_of(view)
    if level == "easy":
        return policy_easy.choose(at, rng)
    if level == "normal":
        return policy_normal.choose(at, rng)
    return policy_hard.choose(at, view.direction, memory.habits, rng)


def call(view: View, memory: Memory, level: Level, rng: Random) -> None:
    """Nobody acts out of turn. Rules: blufpoker.decide."""


def preload() -> None:
    """Make and read all tables now, at the start of a worker: some tenths of a second, so that no decision pays for it."""
    odds.preload()
    tables.preload()
