"""The computer players of Blufpoker: a legal action by chance. Rules: common.bot.view.

A decision is a function of the seat's view, its memory and a random source, and of nothing else.
"""

from random import Random

from games.blufpoker.state import HIGHEST, LOWEST, Accept, Action, Blind, Claim, Doubt, Event, Throw, View
from games.blufpoker.values import values_above
from games.core.game import Level


def new_memory(seats: int, seat: int) -> None:
    """Nothing is remembered."""


def remember(memory: None, event: Event) -> None:
    """Nothing is remembered."""


def choose(view: View, memory: None, level: Level, rng: Random) -> Action:
    """A legal action for the seat that is to act in this view."""
    last = view.claims[-1].value if view.claims else LOWEST - 1
    if view.phase == "own_throw":
        return Claim(rng.choice(values_above(last)[:8]))
    if view.phase != "decide":
        return Throw()
    open_now: list[Action] = [Doubt()]
    if last < HIGHEST or view.options.sixes:
        open_now.append(Accept())
    if last < HIGHEST and view.options.blind_pass:
        open_now.append(Blind(values_above(last)[0]))
    return rng.choice(open_now)


def call(view: View, memory: None, level: Level, rng: Random) -> None:
    """Nobody acts out of turn. Rules: blufpoker.decide."""


def preload() -> None:
    """Nothing to prepare."""
