"""The computer players of Bluffen. Rules: common.bot.view, common.bot.level.

A decision is a function of the seat's view, its memory and a random source, and of nothing else.
"""

from random import Random

from games.bluffen import policy_easy, policy_hard, policy_normal
from games.bluffen.memory import Memory, new_memory, remember
from games.bluffen.position import position_of
from games.bluffen.state import Action, Challenge, View
from games.core.game import Level

__all__ = ["Memory", "call", "choose", "new_memory", "preload", "remember"]


def choose(view: View, memory: Memory, level: Level, rng: Random) -> Action:
    """A legal action for the seat of the memory, which is to act in this view. Raises ValueError for a spectator's view."""
    at = position_of(view, memory.seat)
    if level == "easy":
        return policy_easy.choose(at, rng)
    return policy_normal.choose(at, rng) if level == "normal" else policy_hard.choose(at, memory, rng)


def call(view: View, memory: Memory, level: Level, rng: Random) -> Challenge | None:
    """What the seat of the memory does about the newest lay out of turn, decided once. Rules: common.bot.calls."""
    at = position_of(view, memory.seat)
    if level == "easy":
        calls = policy_easy.calls(at, rng)
    else:
        calls = policy_normal.calls(at, rng) if level == "normal" else policy_hard.calls(at, memory, rng)
    return Challenge() if calls else None


def preload() -> None:
    """There are no tables."""
