"""Looking back on bids of Blef. The contract is `games.core.review.Review`; chances are those of `odds`."""

from typing import Any, Literal

import msgspec

from games.blef import odds, words
from games.blef.ladder import REST, ladder_of
from games.blef.rounds import pool_of
from games.blef.state import BidCode, State, View
from games.blef.truth import is_true as is_there
from games.core.cards import Card
from games.core.game import Language
from games.core.review import Answer
from games.core.words import Text

CHANCE: Literal["true"] = "true"
_ANSWERS: dict[Answer, Text] = {
    "call": {"en": "check", "nl": "controleren", "de": "prüfen", "ne": "जाँच्ने"},
    "stand": {"en": "bid higher", "nl": "hoger bieden", "de": "höher bieten", "ne": "बोली बढाउने"},
}


class _Found(msgspec.Struct, frozen=True):
    """What `words.found` needs of a check."""

    bid: BidCode
    bid_true: bool
    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...] | None


def claimant(event: Any) -> int | None:
    return event.seat if event.__struct_config__.tag == "bid" else None


def is_open(state: State) -> bool:
    return state.phase == "respond"


def is_true(state: State) -> bool:
    """Rules: blef.truth.contain, blef.rest.truth."""
    bid = state.bids[-1].bid
    return is_there(bid, pool_of(state, bid.startswith(REST)))


def holds(view: View) -> float:
    return _chances(view)[view.bids[-1].bid]


def stands(view: View) -> float:
    """The chance of the likeliest higher bid; 0 where only a check is left. Rules: blef.bid.higher, blef.max.must-check."""
    chances = _chances(view)
    return max((chances[bid] for bid in ladder_of(view.seats, view.options).above(view.bids[-1].bid)), default=0.0)


def _chances(view: View) -> odds.Chances:
    own = view.own or ()
    return odds.Chances(own, sum(view.hand_counts) - len(own), view.deck)


def truth(state: State, language: Language) -> str:
    bid = state.bids[-1].bid
    on_rest = bid.startswith(REST)
    return words.found(_Found(bid, is_true(state), state.hands, pool_of(state, True) if on_rest else None), language)


def answer(answer: Answer, language: Language) -> str:
    return _ANSWERS[answer][language]


def hands(state: State) -> tuple[tuple[str, ...], ...]:
    return state.hands


def ruling(event: Any) -> str | None:
    if event.__struct_config__.tag != "revealed":
        return None
    return "blef.check.true" if event.bid_true else "blef.check.false"
