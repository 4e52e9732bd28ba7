"""Looking back on bids of Liar's Dice. The contract is `games.core.review.Review`; chances are those of `odds`."""

from typing import Any, Literal

import msgspec

from games.core.game import Language
from games.core.review import Answer
from games.core.words import Text
from games.liars_dice import odds, words
from games.liars_dice.bids import least_count
from games.liars_dice.rounds import matching
from games.liars_dice.state import FACES, STAR, MadeBid, State, View

CHANCE: Literal["true"] = "true"
_ANSWERS: dict[Answer, Text] = {
    "call": {"en": "doubt", "nl": "niet geloven", "de": "anzweifeln", "ne": "शंका गर्ने"},
    "stand": {"en": "bid higher", "nl": "hoger bieden", "de": "höher bieten", "ne": "बोली बढाउने"},
}
_CASES = {"exact": "liars_dice.resolve.exact", "less": "liars_dice.resolve.less", "more": "liars_dice.resolve.more"}


class _Count(msgspec.Struct, frozen=True):
    """What `words.counted` needs of a count."""

    bid: MadeBid
    count: int
    stars: int


def claimant(event: Any) -> int | None:
    return event.seat if event.__struct_config__.tag == "bid" else None


def is_open(state: State) -> bool:
    return state.phase == "respond"


def is_true(state: State) -> bool:
    """Rules: liars_dice.count.number, liars_dice.count.stars."""
    return _count(state).count >= state.bids[-1].count


def holds(view: View) -> float:
    bid = view.bids[-1]
    return odds.chance(view.own or (), view.in_play, bid.count, bid.face)


def stands(view: View) -> float:
    """The chance of the likeliest higher bid; 0 where there is none, so that only a doubt is left. Rules: liars_dice.bid.raise."""
    last, own = view.bids[-1], view.own or ()
    least = [(face, least_count(face, last)) for face in FACES]
    return max((odds.chance(own, view.in_play, count, face) for face, count in least if count <= view.in_play), default=0.0)


def truth(state: State, language: Language) -> str:
    return words.counted(_count(state), language)


def _count(state: State) -> _Count:
    return _Count(state.bids[-1], *matching(state.dice, state.bids[-1].face))


def answer(answer: Answer, language: Language) -> str:
    return _ANSWERS[answer][language]


def hands(state: State) -> tuple[tuple[str, ...], ...]:
    return tuple([tuple(["star" if die == STAR else str(die) for die in sorted(hand, key=FACES.index)]) for hand in state.dice])


def ruling(event: Any) -> str | None:
    return _CASES[event.case] if event.__struct_config__.tag == "revealed" else None
