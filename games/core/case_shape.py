"""The shape that a case must have before a court reads it (rules 8): what is a list, what a number, what a card's code.

Courts judge what the values mean; here only that they are of their kind, so that what is wrong is named by its place in the
case. Keys that are not told of here are nobody's business.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from games.core.errors import NotInThisGame

Number = int | float
Seats = list[int] | None
Cards = list[str] | None


class _Claim(msgspec.Struct):
    """A bid or a claim that was made; what it says depends on the game."""

    seat: int | None = None


class _Laid(msgspec.Struct):
    seat: int
    cards: list[str]
    open: bool | None = None


class _Given(msgspec.Struct):
    """A position; null is as good as missing."""

    seats: Annotated[int, msgspec.Meta(le=1000)] | None = None
    hands: list[list[str] | None] | None = None
    dice: list[int | str | list[int | str] | None] | None = None
    pile: list[_Laid] | None = None
    bids: list[_Claim] | None = None
    claims: list[_Claim] | None = None
    set_aside: Cards = None
    turned_up: Cards = None
    turned_over: Cards = None
    removed: Cards = None
    passed: Seats = None
    left: Seats = None
    calls: Seats = None
    seen_by: Seats = None
    order: Seats = None
    out: list[int | list[int]] | None = None
    counts: list[int | None] | None = None
    dice_counts: list[int | None] | None = None
    hand_counts: list[int | None] | None = None
    penalties: list[int | None] | None = None
    timeouts: list[int | None] | None = None
    last_loss_round: list[int | None] | None = None
    rolls: list[list[int]] | None = None
    to_act: int | None = None
    dealer: int | None = None
    starter: int | None = None
    throws: int | None = None
    aside: int | None = None
    phase: str | None = None
    direction: str | None = None
    live: bool | None = None
    first_round: bool | None = None


class _Action(msgspec.Struct):
    """An action or a question. What a seat asks to do may be anything: it is refused by its rule."""

    type: str
    seat: int | None = None
    seats: int | list[int] | None = None
    of: Cards = None
    bids: list[Any] | None = None
    values: list[Any] | None = None
    positions_of: list[Any] | None = None
    rolls: list[dict[str, int]] | None = None


class _Calls(msgspec.Struct):
    seats: list[int]


class _ScoreGame(msgspec.Struct):
    places: list[int]


class _ScoreMatch(msgspec.Struct):
    places: list[list[int]]
    points: list[list[Number]] | None = None
    penalties: list[list[int]] | None = None


class _Case(msgspec.Struct):
    action: _Action
    given: _Given | None = None
    options: dict[str, Any] | None = None
    expect: dict[str, Any] | None = None


_BY_TYPE: dict[str, type[msgspec.Struct]] = {"calls": _Calls, "score_game": _ScoreGame, "score_match": _ScoreMatch}


def check(case: Mapping[str, Any]) -> None:
    """Raises NotInThisGame, naming the place in the case and what is wrong there, for a case that no court can read."""
    _converted(case, _Case, "")
    asked = case["action"]
    if asked["type"] in _BY_TYPE:
        _converted(asked, _BY_TYPE[asked["type"]], "action.")


def _converted(value: Any, kind: type[msgspec.Struct], path: str) -> None:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        place = path + where.rstrip("`")
        raise NotInThisGame(f"{place.rstrip('.')}: {what}" if place else what) from None
