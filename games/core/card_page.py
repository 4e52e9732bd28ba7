"""What all card games tell the table page: hands and single cards as plain data, and words that do not depend on the game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.core import card_words
from games.core.cards import JOKER, RANKS, SUITS, Card, ace_highest, lowest_first, rank_of, suit_of
from games.core.game import Language
from games.core.page import Count
from games.core.words import Text

_BY_SUIT = ("C", "D", "S", "H")
"""Black and red in turn, so that neighbours differ also in two colours."""


def face(card: Card, language: Language) -> dict[str, Any]:
    """One card as the macros of `play/cards.jinja` print it: code, index, suit (`S`, `H`, `D`, `C` or none), letter, word."""
    suit = suit_of(card)
    return {
        "code": card,
        "index": card_words.index(rank_of(card) or JOKER, language),
        "rank": rank_of(card) or JOKER,
        "suit": suit,
        "letter": "" if suit is None else card_words.suit_letter(suit, language),
        "word": card_words.card(card, language),
    }


def faces(cards: Iterable[Card], language: Language, hits: Iterable[Card] | None = None) -> list[dict[str, Any]]:
    """Cards that lie open, in their order. With `hits` each says whether it is one of those, as often as it is named there."""
    left = None if hits is None else Counter(hits)
    shown = []
    for card in cards:
        one = face(card, language)
        if left is not None:
            one["hit"] = left[card] > 0
            left[card] -= 1
        shown.append(one)
    return shown


def hand(cards: Sequence[Card], language: Language, *, by: str = "rank", ace_high: bool = False) -> list[dict[str, Any]]:
    """A hand in order, `by` suit or rank; `id` tells cards of the same code apart, `order` how each sorting has it."""
    ranked = sorted(cards, key=ace_highest if ace_high else lowest_first)
    suited = sorted(ranked, key=_suits_first)
    met: Counter[Card] = Counter()
    shown = []
    for card in suited if by == "suit" else ranked:
        met[card] += 1
        nth = met[card] - 1
        order = {"rank": ranked.index(card) + nth, "suit": suited.index(card) + nth}
        shown.append(face(card, language) | {"id": f"{card}-{met[card]}", "order": order})
    return shown


def _suits_first(card: Card) -> int:
    suit = suit_of(card)
    return len(_BY_SUIT) if suit is None else _BY_SUIT.index(suit)


def spoken(cards: Sequence[Card], language: Language, *, ace_high: bool = False) -> str:
    """A hand in words, lowest first: how many cards, then each."""
    named = ", ".join(card_words.card(card, language) for card in sorted(cards, key=ace_highest if ace_high else lowest_first))
    return f"{card_words.cards(len(cards), language)}: {named}" if cards else card_words.cards(0, language)


def count(cards: int, language: Language) -> Count:
    """The number of cards of a seat."""
    return Count("card-back", cards, card_words.cards(cards, language).removeprefix(f"{cards} "))


def ranks(language: Language, ranked: Sequence[str] = RANKS) -> list[dict[str, str]]:
    """What a picker of ranks offers, in its order: code, index, word for one and for many."""
    return [
        {
            "code": code,
            "index": card_words.index(code, language),
            "word": card_words.rank(code, language),
            "many": card_words.ranks(code, language),
        }
        for code in ranked
    ]


def suits(language: Language) -> list[dict[str, str]]:
    """What a picker of suits offers: code, word, letter; spades first."""
    return [
        {"code": code, "word": card_words.suit(code, language), "letter": card_words.suit_letter(code, language)} for code in SUITS[::-1]
    ]


def names() -> dict[str, str]:
    """Every word for a rank or suit in any language -> its code, for typed commands: `names` of `Page.script`."""
    return {**card_words.named_suits(), **card_words.named_ranks()}


_KEYS: tuple[tuple[str, Text], ...] = (
    ("← →", {"en": "From card to card", "nl": "Van kaart naar kaart", "de": "Von Karte zu Karte", "ne": "एउटा तासबाट अर्कोमा"}),
    ("␣", {"en": "Space: choose the card or put it back", "nl": "Spatie: de kaart kiezen of terugleggen", "de": "Leertaste: Karte wählen oder zurücklegen", "ne": "स्पेस: तास छान्ने वा फिर्ता राख्ने"}),
    ("1–9", {"en": "Choose the card in this place", "nl": "De kaart op deze plek kiezen", "de": "Die Karte an dieser Stelle wählen", "ne": "यो ठाउँको तास छान्ने"}),
    ("Enter", {"en": "On a card: play what is chosen", "nl": "Op een kaart: leggen wat gekozen is", "de": "Auf einer Karte: Gewähltes ablegen", "ne": "तासमा: छानिएका तास राख्ने"}),
)  # fmt: skip


def keys(language: Language) -> tuple[tuple[str, str], ...]:
    """The keys of a hand to choose from: `Terms.keys`."""
    return tuple((key, text[language]) for key, text in _KEYS)


TERMS: Mapping[str, Text] = {
    "hand": {"en": "Your cards", "nl": "Jouw kaarten", "de": "Deine Karten", "ne": "तपाईंका तास"},
    "read_hand": {"en": "Read my cards", "nl": "Lees mijn kaarten voor", "de": "Meine Karten vorlesen", "ne": "मेरा तास पढ्ने"},
    "watching": {
        "en": "You are watching. Cards stay face down for you until they are turned over for everyone.",
        "nl": "Je kijkt toe. Kaarten blijven voor jou gedekt tot ze voor iedereen worden omgedraaid.",
        "de": "Du schaust zu. Karten bleiben für dich verdeckt, bis sie für alle aufgedeckt werden.",
        "ne": "तपाईं हेर्दै हुनुहुन्छ। सबैका लागि नपल्टाएसम्म तास तपाईंका लागि पनि घोप्टो रहन्छन्।",
    },
    "one_phone": {
        "en": "The phone goes from hand to hand. Before each turn a cover asks for the right player, and only then shows the cards.",
        "nl": "De telefoon gaat van hand tot hand. Voor elke beurt vraagt een afdekscherm om de juiste speler; pas daarna komen de kaarten te voorschijn.",
        "de": "Das Handy geht von Hand zu Hand. Vor jedem Zug fragt ein Deckblatt nach der richtigen Person; erst danach erscheinen die Karten.",
        "ne": "फोन हातहातै घुम्छ। हरेक पालोअघि पर्दाले सही खेलाडीलाई बोलाउँछ, अनि मात्र तास देखिन्छ।",
    },
    "fair_title": {"en": "How the deal stays fair", "nl": "Hoe het delen eerlijk blijft", "de": "Wie das Geben fair bleibt", "ne": "बाँडाइ कसरी निष्पक्ष रहन्छ"},
    "fair": {
        "en": "Before the start the server fixes a secret number and shows its fingerprint here. Each browser at the table adds a random part of its own, so nobody can choose the cards. After the match the secret is opened and everyone can check every deal.",
        "nl": "Vóór het begin legt de server een geheim getal vast en toont hier de vingerafdruk ervan. Elke browser aan tafel voegt een eigen toevalsdeel toe, zodat niemand de kaarten kan kiezen. Na de wedstrijd gaat het geheim open en kan iedereen elke keer delen controleren.",
        "de": "Vor dem Start legt der Server eine geheime Zahl fest und zeigt hier ihren Fingerabdruck. Jeder Browser am Tisch gibt einen eigenen Zufallsteil dazu, damit niemand die Karten bestimmen kann. Nach dem Match wird das Geheimnis geöffnet, und alle können jedes Geben prüfen.",
        "ne": "सुरुअघि सर्भरले एउटा गोप्य सङ्ख्या तय गरी त्यसको छाप यहाँ देखाउँछ। टेबलका हरेक ब्राउजरले आफ्नो संयोग अंश थप्छ, त्यसैले कसैले तास छान्न सक्दैन। म्याचपछि गोप्य सङ्ख्या खुल्छ र सबैले हरेक बाँडाइ जाँच्न सक्छन्।",
    },
}  # fmt: skip
"""Terms of `games.core.page.Terms` that are the same in every card game."""


def terms(language: Language) -> dict[str, str]:
    """The shared ones in one language: `Terms(**card_page.terms(language), claim=..., ...)`."""
    return {name: text[language] for name, text in TERMS.items()}
