"""Positions and cards laid out by hand, for the tests of Blef."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.blef import court, engine
from games.blef.engine import Bid, Check, Options, State
from games.blef.ladder import ladder_of
from games.core.cards import Card
from games.core.errors import IllegalAction
from games.core.game import Step

Hand = Sequence[Card]

THREE = (["9C", "KH"], ["9D", "QS"], ["KD"])
"""Five cards of a pack of 24: a pair of nines, a pair of kings, one queen."""
FIVE = (["2C"], ["7D"], ["KH"], ["AS"], ["AD"])
"""Five cards of a pack of 52."""
HIGHEST = "sflush:big,S"
HIGHEST_52 = "sflush:A,S"
REMOVE = {"leave_mode": "remove"}
REST = {"bid_on_rest": True}
STOCK = {"elimination": "stock"}


class Rigged:
    """Chance that deals the hands laid out for it, one list of hands by seat per deal, and draws `dealer`."""

    def __init__(self, *deals: Sequence[Hand], dealer: int = 0) -> None:
        self.deals = [[card for hand in hands for card in hand] for hands in deals]
        self.dealer = dealer
        self.asked: list[tuple[str, int]] = []

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        self.asked.append((purpose, size))
        pack = ladder_of(2 if size == 24 else 5, Options()).pack
        first = [pack.index(card) for card in (self.deals.pop(0) if self.deals else [])]
        return (*first, *[card for card in range(size) if card not in first])

    def lot(self, purpose: str, *, size: int) -> int:
        self.asked.append((purpose, size))
        return self.dealer

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        raise AssertionError("Blef throws nothing")


ANY = Rigged()
"""For moves after which the cards do not matter."""


def position(hands: Sequence[Hand | None], *bids: tuple[int, str], options: dict[str, Any] | None = None, **given: Any) -> State:
    """The state with these cards by seat, and bids as (seat, bid)."""
    made = [{"seat": seat, "bid": bid} for seat, bid in bids]
    given = {"seats": len(hands), "hands": hands, "bids": made, **given}
    return court.position({"options": options or {}, "given": given, "action": {"type": "view"}})


def counted(counts: Sequence[int], *bids: tuple[int, str], **given: Any) -> State:
    """The state with so many cards by seat, whichever they are: the lowest ones of the pack, in order of seats."""
    return position([None] * len(counts), *bids, counts=list(counts), **given)


def bid(state: State, *bids: str) -> State:
    """The state after these legal bids, each of the seat to act."""
    for each in bids:
        state = engine.apply(state, state.to_act, Bid(each), ANY).state
    return state


def check(state: State) -> State:
    """The state after a legal check of the seat to act."""
    return checked(state).state


def checked(state: State) -> Step:
    """The whole step of a legal check."""
    return engine.apply(state, state.to_act, Check(), ANY)


def refusal(state: State, seat: int, action: Any) -> str:
    """The rule by which this action is refused; fails when it is accepted."""
    with pytest.raises(IllegalAction) as caught:
        engine.apply(state, seat, Bid(action) if isinstance(action, str) else action, ANY)
    return caught.value.rule


def may_bid(state: State, seat: int, each: str) -> bool:
    """Whether that seat may make this bid now."""
    try:
        engine.apply(state, seat, Bid(each), ANY)
    except IllegalAction:
        return False
    return True


def is_open(state: State, seat: int, kind: str) -> bool:
    """Whether this type of action is open to the seat."""
    return any(choice.open for choice in engine.choices(state, seat) if choice.type == kind)


def started(seats: int = 3, *deals: Sequence[Hand], dealer: int = 0, **options: Any) -> tuple[State, Rigged]:
    """A match just begun, and its chance for what follows."""
    chance = Rigged(*deals, dealer=dealer)
    return engine.start(seats, Options(**options), chance).state, chance


def lose(state: State, loser: int, chance: Any = ANY) -> State:
    """A round that `loser` loses, and the next deal: it makes the highest bid, which needs the last card of the pack."""
    ladder = ladder_of(state.seats, state.options)
    while state.to_act != loser:
        state = bid(state, ladder.above(state.bids[-1].bid if state.bids else None)[0])
    state = check(bid(state, ladder.bids[ladder.ordinary - 1]))
    assert state.game_over or state.dealer == loser, "the hand was there"
    return state if state.game_over or state.phase == "over" else engine.proceed(state, chance).state


def play_out(state: State, *losers: int, chance: Any = ANY) -> State:
    """Rounds until the game ends: the first of `losers` loses until it is out, then the next."""
    for loser in losers:
        while state.phase != "over" and not state.game_over and state.counts[loser]:
            state = lose(state, loser, chance)
    return state
