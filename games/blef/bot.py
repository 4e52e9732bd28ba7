"""The computer players of Blef. Rules: common.bot.view, common.bot.level.

A decision is a function of the seat's view, its memory and a random source, and of nothing else.
"""

from random import Random

from games.blef import odds, policy_easy, policy_hard, policy_normal
from games.blef.ladder import ladder_of
from games.blef.memory import Memory, new_memory, remember
from games.blef.position import position_of
from games.blef.state import Action, Bid, Check, Options, View
from games.core.game import Level

__all__ = ["Memory", "call", "choose", "new_memory", "preload", "remember"]


def choose(view: View, memory: Memory, level: Level, rng: Random) -> Action:
    """A legal action for the seat that is to act in this view. Raises ValueError for a view of any other seat."""
    at = position_of(view)
    if level == "easy":
        bid = policy_easy.choose(at, rng)
    elif level == "normal":
        bid = policy_normal.choose(at, rng)
    else:
        bid = policy_hard.choose(at, memory.habits, rng)
    return Check() if bid is None else Bid(bid)


def call(view: View, memory: Memory, level: Level, rng: Random) -> None:
    """Nobody acts out of turn. Rules: blef.turn.bid-or-check."""


def preload() -> None:
    """Make the chances for those who see no card now, some tenths of a second, so that no decision pays for it."""
    for seats, deck in ((2, 24), (5, 52)):
        bids = ladder_of(seats, Options(bid_on_rest=True)).bids
        for total in range(2, deck + 1):
            chances = odds.for_all(total, deck)
            for bid in bids:
                chances[bid]
