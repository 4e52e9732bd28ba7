"""Positions and cards laid out by hand, for the tests of Bluff (Nepal)."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.bluff_nepal import court, engine
from games.bluff_nepal.engine import Options, State
from games.bluff_nepal.rounds import deck
from games.bluff_nepal.state import Call, Lay, LetGo, Pass
from games.core.errors import IllegalAction
from games.core.game import Step

FOUR = ("2C 7C", "2D 7D", "2H 7H AC 5S 9S", "2S 7S")
"""Hands of four seats; every one of them holds a seven."""
REMOVE = {"leave_mode": "remove"}
JOKERS = {"jokers": True}
NEXT = {"callers": "next"}


class Rigged:
    """Chance that draws `dealer`, and shuffles so that the cards named in `deal` come first, the rest in their order."""

    def __init__(self, deal: str = "", *, dealer: int = 0) -> None:
        self.deal, self.dealer = deal.split(), dealer
        self.asked: list[tuple[str, int]] = []

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        self.asked.append((purpose, size))
        cards = list(deck(jokers=size == 54))
        first = [cards.index(card) for card in self.deal]
        return (*first, *(number for number in range(size) if number not in first))

    def lot(self, purpose: str, *, size: int) -> int:
        self.asked.append((purpose, size))
        return self.dealer

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        raise AssertionError("Bluff (Nepal) throws nothing")


ANY = Rigged()
"""For moves after which the deal does not matter."""


def position(
    hands: Sequence[str], *lays: tuple[int, str], rank: str | None = None, options: dict[str, Any] | None = None, **given: Any
) -> State:
    """The state with these hands by seat and lays from the bottom of the pile, the newest one live unless `live` says no.

    The rank is 7 unless named; the next seat after the newest layer is to act unless `to_act` says so.
    """
    facts = {
        "seats": len(hands),
        "hands": [hand.split() for hand in hands],
        "pile": [{"seat": seat, "cards": cards.split()} for seat, cards in lays],
        "rank": rank or ("7" if lays else None),
        "live": bool(lays),
        **given,
    }
    return court.position({"options": options or {}, "given": facts, "action": {"type": "view"}})


def made(state: State, seat: int, action: Any) -> Step:
    """The whole step of a legal action."""
    return engine.apply(state, seat, action, ANY)


def lay(state: State, seat: int, cards: str, rank: str | None = None) -> State:
    return made(state, seat, Lay(tuple(cards.split()), rank)).state


def pass_(state: State, *seats: int) -> State:
    """The state after these seats passed, one after the other."""
    for seat in seats:
        state = made(state, seat, Pass()).state
    return state


def call(state: State, *seats: int) -> State:
    """The state after these seats called, one after the other, and whatever waited was settled."""
    for seat in seats:
        state = made(state, seat, Call()).state
    return engine.proceed(state, ANY).state if state.calls else state


def let_go(state: State, seat: int) -> State:
    return made(state, seat, LetGo()).state


def leave(state: State, *seats: int) -> State:
    """The state after these seats left, one after the other."""
    for seat in seats:
        state = engine.leave(state, seat, ANY).state
    return state


def refusal(state: State, seat: int, action: Any) -> str:
    """The rule by which this action is refused; fails when it is accepted."""
    with pytest.raises(IllegalAction) as caught:
        engine.apply(state, seat, action, ANY)
    return caught.value.rule


def refused(move: Any, *arguments: Any) -> str:
    """The rule by which the engine refuses such a move."""
    with pytest.raises(IllegalAction) as caught:
        move(*arguments)
    return caught.value.rule


def open_types(state: State, seat: int) -> list[str]:
    """The types of action that are open to the seat, in alphabetical order."""
    return sorted(choice.type for choice in engine.choices(state, seat) if choice.open)


def counts(state: State) -> list[int]:
    return [len(hand) for hand in state.hands]


def kinds(events: Sequence[Any]) -> list[type]:
    return [type(event) for event in events]


def started(seats: int = 3, deal: str = "", *, dealer: int = 0, **options: Any) -> State:
    """A match just begun."""
    return engine.start(seats, Options(**options), Rigged(deal, dealer=dealer)).state
