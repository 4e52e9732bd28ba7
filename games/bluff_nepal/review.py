"""Looking back on lays of Bluff (Nepal). The contract is `games.core.review.Review`; chances are those of `odds`.

Who lays chooses the cards, so no count of cards tells whether a claim is true: it tells whether it can be.
"""

from typing import Any, Literal

from games.bluff_nepal import odds, policy_hard
from games.bluff_nepal.memory import Memory
from games.bluff_nepal.position import position_of
from games.bluff_nepal.state import State, View
from games.core import card_words
from games.core.cards import lowest_first
from games.core.game import Language
from games.core.review import NOBODY, Answer, Recalled
from games.core.words import Text

CHANCE: Literal["possible"] = "possible"
_ANSWERS: dict[Answer, Text] = {
    "call": {"en": "call bluff", "nl": "bluf roepen", "de": "Bluff rufen", "ne": "ब्लफ भन्ने"},
    "stand": {"en": "let it go", "nl": "laten gaan", "de": "durchgehen lassen", "ne": "जान दिने"},
}
_TRUTH: Text = {
    "en": "What lay there: {cards}.",
    "nl": "Er lag: {cards}.",
    "de": "Da lag: {cards}.",
    "ne": "त्यहाँ रहेछ: {cards}।",
}


def claimant(event: Any) -> int | None:
    return event.seat if event.__struct_config__.tag == "laid" else None


def is_open(state: State) -> bool:
    return state.live


def is_true(state: State) -> bool:
    """Rules: bluff_nepal.resolve.bluff, bluff_nepal.jokers.wild."""
    assert state.rank is not None
    cards = state.pile[-1].cards
    return odds.fitting(cards, state.rank) == len(cards)


def holds(view: View) -> float:
    return odds.claim(view)


def stands(view: View) -> float:
    """Letting it go is right where the claim is true."""
    return holds(view)


def recalled(view: View, memory: Memory) -> Recalled:
    """Whether the claim can be true by all cards that were shown, and how likely the hard computer takes it to be."""
    can = odds.claim(view, memory.seen)
    return Recalled(can, None if view.own is None or memory.seat == NOBODY else policy_hard.truth(position_of(view, memory.seat), memory))


def truth(state: State, language: Language) -> str:
    return _TRUTH[language].format(cards=", ".join([card_words.sign(card, language) for card in state.pile[-1].cards]))


def answer(answer: Answer, language: Language) -> str:
    return _ANSWERS[answer][language]


def hands(state: State) -> tuple[tuple[str, ...], ...]:
    return tuple([tuple(sorted(hand, key=lowest_first)) for hand in state.hands])


def ruling(event: Any) -> str | None:
    if event.__struct_config__.tag != "turned_over":
        return None
    return "bluff_nepal.resolve.true" if event.reveal.claim_true else "bluff_nepal.resolve.bluff"
