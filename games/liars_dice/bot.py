"""The computer players of Liar's Dice. Rules: common.bot.view, common.bot.level.

A decision is a function of the seat's view, its memory and a random source, and of nothing else.
"""

from collections.abc import Callable
from random import Random

from games.core.game import Level
from games.liars_dice import odds, policy_duel, policy_easy, policy_hard, policy_normal, tables
from games.liars_dice.ladder import FACES
from games.liars_dice.ladder import Bid as NumberedBid
from games.liars_dice.memory import Memory, doubts_by_mood, new_memory, remember
from games.liars_dice.position import Position, position_of
from games.liars_dice.state import Action, Bid, Challenge, View

__all__ = ["Memory", "call", "choose", "new_memory", "preload", "remember"]


def choose(view: View, memory: Memory, level: Level, rng: Random) -> Action:
    """A legal action for the seat that is to act in this view. Raises ValueError for a view of any other seat."""
    bid = _POLICIES[level](position_of(view), memory, rng)
    return Challenge() if bid is None else Bid(bid[0], FACES[bid[1]])


def call(view: View, memory: Memory, level: Level, rng: Random) -> None:
    """Nobody acts out of turn. Rules: liars_dice.turn."""


def _easy(position: Position, memory: Memory, rng: Random) -> NumberedBid | None:
    return policy_easy.choose(position, rng)


def _normal(position: Position, memory: Memory, rng: Random) -> NumberedBid | None:
    return policy_normal.choose(position, rng)


def _hard(position: Position, memory: Memory, rng: Random) -> NumberedBid | None:
    """Against one opponent by the solved tables; by beliefs against more, or one who can be read, or where they are silent."""
    if len(position.after) == 1 and not doubts_by_mood(memory.habits[position.after[0]]):
        solved = policy_duel.choose(position, rng)
        if solved is not None:
            return solved[0]
    return policy_hard.choose(position, memory.habits, rng)


_POLICIES: dict[Level, Callable[[Position, Memory, Random], NumberedBid | None]] = {"easy": _easy, "normal": _normal, "hard": _hard}


def preload() -> None:
    """Make and read all tables now, at the start of a worker: some tenths of a second, so that no decision pays for it."""
    odds.preload()
    tables.preload()
