"""The computer players of Blef. Rules: common.bot.view, common.bot.level."""

from random import Random

from games.blef.ladder import ladder_of
from games.blef.state import Action, Bid, Check, Event, View
from games.core.game import Level


def new_memory(seats: int, seat: int) -> None:
    """Nothing is remembered."""


def remember(memory: None, event: Event) -> None:
    """Nothing is remembered."""


def choose(view: View, memory: None, level: Level, rng: Random) -> Action:
    """A check now and then, else one of the lowest legal bids, for the seat that is to act in this view."""
    legal = ladder_of(view.seats, view.options).above(view.bids[-1].bid if view.bids else None)
    if not legal or (view.bids and rng.random() < 0.25):
        return Check()
    return Bid(rng.choice(legal[:8]))


def call(view: View, memory: None, level: Level, rng: Random) -> None:
    """Nobody acts out of turn. Rules: blef.turn.bid-or-check."""


def preload() -> None:
    """There is nothing to read."""
