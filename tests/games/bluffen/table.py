"""Positions and cards laid out by hand, for the tests of Bluffen."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.bluffen import court, engine
from games.bluffen.engine import Accept, Challenge, Lay, Options, State
from games.core.errors import IllegalAction
from games.core.game import Step


class Rigged:
    """Chance that draws `starter` and shuffles by the orders laid out for it, else not at all."""

    def __init__(self, *orders: Sequence[int], starter: int = 0) -> None:
        self.orders = list(orders)
        self.starter = starter
        self.asked: list[tuple[str, int]] = []

    def lot(self, purpose: str, *, size: int) -> int:
        self.asked.append((purpose, size))
        return self.starter

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        self.asked.append((purpose, size))
        return tuple(self.orders.pop(0)) if self.orders else tuple(range(size))

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        raise AssertionError("Bluffen throws no dice")


ANY = Rigged()
"""For moves after which the cards do not matter."""


def position(hands: Sequence[str], *pile: tuple[int, str, str], options: dict[str, Any] | None = None, **given: Any) -> State:
    """The state with these hands (`"5H 6C"`) and lays as (seat, cards, claim); the newest is live unless told otherwise."""
    lays = [{"seat": seat, "cards": cards.split(), "claim": claim} for seat, cards, claim in pile]
    given = {"seats": len(hands), "hands": [hand.split() for hand in hands], "pile": lays, "live": bool(pile), **given}
    return court.position({"options": options or {}, "given": given, "action": {"type": "view"}})


def lay(state: State, seat: int, cards: str, claim: str | None = None) -> State:
    """The state after a legal lay."""
    return laid(state, seat, cards, claim).state


def laid(state: State, seat: int, cards: str, claim: str | None = None) -> Step:
    """The whole step of a legal lay."""
    return engine.apply(state, seat, Lay(tuple(cards.split()), claim), ANY)


def challenge(state: State, seat: int | None = None) -> State:
    """The state after a legal challenge of the seat to act, collected calls settled."""
    return challenged(state, seat).state


def challenged(state: State, seat: int | None = None) -> Step:
    """The whole step of a legal challenge, collected calls settled."""
    called = engine.apply(state, state.to_act if seat is None else seat, Challenge(), ANY)
    return engine.proceed(called.state, ANY) if called.state.calls else called


def seen_and_resumed(state: State) -> State:
    """The state after what was turned up has been shown."""
    return engine.proceed(state, ANY).state


def accept(state: State, seat: int | None = None) -> State:
    """The state after a legal acceptance by the seat to act."""
    return engine.apply(state, state.to_act if seat is None else seat, Accept(), ANY).state


def refusal(state: State, seat: int, action: Any) -> str:
    """The rule by which this action is refused; fails when it is accepted."""
    with pytest.raises(IllegalAction) as caught:
        engine.apply(state, seat, action, ANY)
    return caught.value.rule


def lay_refusal(state: State, seat: int, cards: str, claim: str | None = None) -> str:
    return refusal(state, seat, Lay(tuple(cards.split()), claim))


def may(state: State, seat: int, action: Any) -> bool:
    """Whether that seat may do this now."""
    try:
        engine.apply(state, seat, action, ANY)
    except IllegalAction:
        return False
    return True


def may_lay(state: State, seat: int, cards: str, claim: str | None = None) -> bool:
    return may(state, seat, Lay(tuple(cards.split()), claim))


def open_types(state: State, seat: int) -> list[str]:
    return [choice.type for choice in engine.choices(state, seat) if choice.open]


def hand(state: State, seat: int) -> str:
    """The hand in order, as text."""
    return " ".join(state.hands[seat])


def counts(state: State) -> list[int]:
    return [len(cards) for cards in state.hands]


def started(seats: int = 3, *orders: Sequence[int], starter: int = 0, **options: Any) -> State:
    """A match just begun."""
    return engine.start(seats, Options(**options), Rigged(*orders, starter=starter)).state
