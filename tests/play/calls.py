"""Matches of Bluff (Nepal) for the tests of calls out of turn: who lays what is chosen, who is asked next is known."""

from typing import Any

from msgspec.structs import replace

from games.core.cards import rank_of
from games.play.models import Match
from games.play.services import bots
from games.play.services import record as records
from games.play.services.record import Record
from games.play.services.saved import pack
from tests.play.matches import NOW, Sat, new_match

GAME = "bluff_nepal"
GRACE = 0.3


def table(*, persons: int = 4, bots: tuple[str, ...] = (), calm: bool = False, **options: Any) -> Sat:
    """A match just begun, its first leader waited for."""
    return new_match(game=GAME, persons=persons, bots=bots, calm=calm, options=options)


def lay(match: Sat, now: float = NOW + 1, *, true: bool = False) -> int:
    """Whoever is to act lays one card under a rank that it is, or is not; by whoever plays the seat. Returns the seat."""
    seat, state = match.to_act, match.record.state
    rank = state.rank or "7"
    held = state.hands[seat]
    card = next((card for card in held if (rank_of(card) == rank) == true), held[0])
    match.submit(seat, {"type": "lay", "cards": [card], "rank": rank}, _actor(match, seat), now)
    return seat


def _actor(match: Sat, seat: int) -> Any:
    return match.person(seat) if match.seats[seat].user_id is not None else bots.BOT


def right_of(match: Sat, seat: int, steps: int = 1) -> int:
    """So many seats on in the direction of play."""
    return (seat - steps) % len(match.seats)


def call(match: Sat, seat: int, now: float, **rest: Any) -> Any:
    return match.act(seat, "call", now, **rest)


def make_long(match: Sat) -> None:
    """As if this game had seen a thousand actions."""
    record = match.record
    _store(match, record, replace(record.state, actions=1000))


def _store(match: Sat, record: Record, state: Any) -> None:
    Match.objects.filter(pk=match.id).update(saved=pack(record.engine.dump(state), record.sitting))
    records.forget()
    bots.forget()
