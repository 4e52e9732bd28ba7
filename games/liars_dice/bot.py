"""The computer players of Liar's Dice. Rules: common.bot.view, common.bot.level.

A decision is a function of the seat's view, its memory and a random source, and of nothing else.
"""

from random import Random
from typing import Any

import msgspec

from games.core.game import Level
from games.liars_dice import engine, policy_easy


class Memory(msgspec.Struct, frozen=True):
    """What a seat keeps of what it was shown: counts, never the whole history."""

    seats: int
    seat: int


def new_memory(seats: int, seat: int) -> Memory:
    """The memory of a seat before the match."""
    return Memory(seats, seat)


def remember(memory: Memory, event: Any) -> Memory:
    """The memory after one more event, as the seat was shown it."""
    return memory


def choose(view: Any, memory: Memory, level: Level, rng: Random) -> Any:
    """A legal action for the seat that is to act in this view. Pure but for `rng`."""
    bid = policy_easy.choose(view, rng)
    raw = {"type": "challenge"} if bid is None else {"type": "bid", "count": bid[0], "face": bid[1]}
    return msgspec.convert(raw, engine.Action)
