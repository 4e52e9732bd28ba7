"""Positions and dice laid out by hand, for the tests of Liar's Dice."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.core.errors import IllegalAction
from games.core.game import Step
from games.liars_dice import court, engine
from games.liars_dice.engine import Bid, Challenge, Options, State

Hand = Sequence[Any]

FOUR = ([1, 1, 2, 3, "*"], [2, 2, 4, 5, 5], [3, 3, 3, "*", 1], [4, 4, 5, 2, 1])
"""Twenty dice: with the two stars there are six 1s, 2s and 3s, and five 4s and 5s."""


class Rigged:
    """Chance that rolls the hands laid out for it, one list of hands per roll, and draws `opener`."""

    def __init__(self, *rolls: Sequence[Hand], opener: int = 0) -> None:
        self.rolls = [[die for hand in hands for die in hand] for hands in rolls]
        self.opener = opener
        self.asked: list[tuple[str, int]] = []

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        self.asked.append((purpose, count))
        dice = self.rolls.pop(0) if self.rolls else [1] * count
        assert (sides, len(dice)) == (6, count), f"{purpose}: {dice} is not {count} dice"
        return tuple("12345*".index(str(die)) for die in dice)

    def lot(self, purpose: str, *, size: int) -> int:
        self.asked.append((purpose, size))
        return self.opener

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        raise AssertionError("Liar's Dice shuffles nothing")


ANY = Rigged()
"""For moves after which the dice do not matter."""


def position(dice: Sequence[Hand], *bids: tuple[int, int, Any], options: dict[str, Any] | None = None, **given: Any) -> State:
    """The state with these dice by seat, and bids as (seat, count, face)."""
    made = [{"seat": seat, "count": count, "face": face} for seat, count, face in bids]
    given = {"seats": len(dice), "dice": [list(hand) for hand in dice], "bids": made, **given}
    return court.position({"options": options or {}, "given": given, "action": {"type": "view"}})


def bid(state: State, seat: int, count: int, face: Any) -> State:
    """The state after a legal bid."""
    return engine.apply(state, seat, Bid(count, face), ANY).state


def challenge(state: State, seat: int | None = None) -> State:
    """The state after a legal challenge of the seat to act."""
    return challenged(state, seat).state


def challenged(state: State, seat: int | None = None) -> Step:
    """The whole step of a legal challenge."""
    return engine.apply(state, state.to_act if seat is None else seat, Challenge(), ANY)


def refusal(state: State, seat: int, action: Any) -> str:
    """The rule by which this action is refused; fails when it is accepted."""
    with pytest.raises(IllegalAction) as caught:
        engine.apply(state, seat, action, ANY)
    return caught.value.rule


def may_bid(state: State, seat: int, count: int, face: Any) -> bool:
    """Whether that seat may make this bid now."""
    try:
        engine.apply(state, seat, Bid(count, face), ANY)
    except IllegalAction:
        return False
    return True


def is_open(state: State, seat: int, kind: str) -> bool:
    """Whether this type of action is open to the seat."""
    return any(choice.open for choice in engine.choices(state, seat) if choice.type == kind)


def started(seats: int = 3, *rolls: Sequence[Hand], opener: int = 0, **options: Any) -> tuple[State, Rigged]:
    """A match just begun, and its chance for what follows."""
    chance = Rigged(*rolls, opener=opener)
    return engine.start(seats, Options(**options), chance).state, chance
