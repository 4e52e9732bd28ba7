"""The computer players of Bluffen. Rules: common.bot.view, common.bot.level.

A decision is a function of the seat's view, its memory and a random source, and of nothing else.
"""

from random import Random
from typing import Any

from games.bluffen.claims import steps
from games.bluffen.state import Accept, Action, Challenge, Lay, View
from games.core.cards import JOKER, RANKS, SUITS, rank_of, suit_of
from games.core.game import Level


def new_memory(seats: int, seat: int) -> None:
    """Nothing is remembered."""


def remember(memory: None, event: Any) -> None:
    """Nothing is remembered."""


def choose(view: View, memory: None, level: Level, rng: Random) -> Action:
    """A legal action for the seat that is to act in this view: a true card where it has one, now and then a challenge."""
    if view.live and rng.random() < 0.15:
        return Challenge()
    if view.phase == "answer_last":
        return Accept()
    by_suit = view.options.mode == "suit"
    hand = [(card, suit_of(card) if by_suit else rank_of(card)) for card in view.own or ()]
    card, own = rng.choice(hand)
    if view.phase == "open":
        named = [name for name in (SUITS if by_suit else RANKS) if view.options.repeat_suit or name != view.previous_suit]
        return Lay((card,), own if own in named else rng.choice(named))
    assert view.condition is not None
    near = steps(view.condition) if view.options.mode == "sequence" else (view.condition,)
    card, own = rng.choice([each for each in hand if each[1] in near] or [each for each in hand if each[0] == JOKER] or [(card, own)])
    return Lay((card,), own if own in near else view.condition)


def call(view: View, memory: None, level: Level, rng: Random) -> Challenge | None:
    """A challenge out of turn, now and then."""
    return Challenge() if rng.random() < 0.05 else None


def preload() -> None:
    """There are no tables."""
