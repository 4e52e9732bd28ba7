"""Positions and dice laid out by hand, for the tests of Blufpoker."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.blufpoker import court, engine
from games.blufpoker.engine import Options, State
from games.blufpoker.state import Accept, Blind, Claim, Doubt, Throw
from games.core.errors import IllegalAction
from games.core.game import Step

REMOVE = {"leave_mode": "remove"}


class Rigged:
    """Chance that throws the dice laid out for it, one list per throw (ones when there are no more), and shuffles to `order`."""

    def __init__(self, *rolls: Sequence[int], order: Sequence[int] = ()) -> None:
        self.rolls = [list(roll) for roll in rolls]
        self.order = tuple(order)
        self.asked: list[tuple[str, int]] = []

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        self.asked.append((purpose, count))
        if "/ start /" in purpose and not self.rolls:
            return tuple(5 if at == 0 else 0 for at in range(count))  # the first of those that roll starts
        dice = self.rolls.pop(0) if self.rolls else [1] * count
        assert (sides, len(dice)) == (6, count), f"{purpose}: {dice} is not {count} dice"
        return tuple(die - 1 for die in dice)

    def lot(self, purpose: str, *, size: int) -> int:
        raise AssertionError("Blufpoker draws no lots")

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        self.asked.append((purpose, size))
        return self.order or tuple(range(size))


ANY = Rigged()
"""For moves after which the dice do not matter."""


def position(*claims: tuple[int, int], seats: int = 4, options: dict[str, Any] | None = None, **given: Any) -> State:
    """The state after these claims, as (seat, value); without `phase` the next seat decides, or the starter throws."""
    made = [{"seat": seat, "value": value} for seat, value in claims]
    return court.position({"options": options or {}, "given": {"seats": seats, "claims": made, **given}, "action": {"type": "view"}})


def act(state: State, action: Any, *rolls: Sequence[int], seat: int | None = None) -> State:
    """The state after a legal action of the seat to act."""
    return done(state, action, *rolls, seat=seat).state


def done(state: State, action: Any, *rolls: Sequence[int], seat: int | None = None) -> Step:
    """The whole step of a legal action of the seat to act."""
    acting = state.to_act if seat is None else seat
    assert acting is not None
    return engine.apply(state, acting, action, Rigged(*rolls))


def throw(state: State, *roll: int, keep: int = 0) -> State:
    return act(state, Throw(keep), roll)


def claim(state: State, value: int, direction: Any = None) -> State:
    return act(state, Claim(value, direction))


def blind(state: State, value: int) -> State:
    return act(state, Blind(value))


def accept(state: State) -> State:
    return act(state, Accept())


def doubt(state: State) -> State:
    return act(state, Doubt())


def refusal(state: State, action: Any, seat: int | None = None) -> str:
    """The rule by which this action of the seat to act is refused; fails when it is accepted."""
    with pytest.raises(IllegalAction) as caught:
        engine.apply(state, state.to_act if seat is None else seat, action, ANY)
    return caught.value.rule


def open_types(state: State, seat: int | None = None) -> list[str]:
    """The types of action that are open to the seat to act, alphabetical."""
    acting = state.to_act if seat is None else seat
    assert acting is not None
    return sorted(choice.type for choice in engine.choices(state, acting) if choice.open)


def legal_values(state: State) -> list[int]:
    """What the seat to act may claim now."""
    chosen = next(choice for choice in engine.choices(state, state.to_act) if choice.type in ("claim", "blind") and choice.open)
    return chosen.patterns[0]["value"]


def started(seats: int = 4, *rolls: Sequence[int], order: Sequence[int] = (), **options: Any) -> tuple[State, Rigged]:
    """A match just begun, and its chance for what follows."""
    chance = Rigged(*rolls, order=order)
    return engine.start(seats, Options(**options), chance).state, chance


def kinds(events: Sequence[Any]) -> list[Any]:
    return [type(event) for event in events]
