"""Words for playing cards in four languages: ranks, suits, cards, and how many of them. One list for all card games.

Labels are nominative and stand after a colon or on a button; where German needs another case, ask for it. Latin digits
throughout; whoever prints a text turns them into Devanagari digits where the reader wants that.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from games.core.cards import JOKER, Card, Rank, Suit, rank_of, suit_of
from games.core.game import Language
from games.core.words import joined, number

Case = Literal["nominative", "accusative", "dative"]
"""Cases of German that differ for one card; in the other languages all are the same."""

SIGNS: Mapping[Suit, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_CODES: tuple[Rank, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", JOKER)
_PICTURES = ("A", "J", "Q", "K")


def _by_code(words: str) -> dict[Rank, str]:
    return dict(zip(_CODES, words.split(), strict=True))


_ONE: dict[Language, dict[Rank, str]] = {
    "en": _by_code("ace two three four five six seven eight nine ten jack queen king joker"),
    "nl": _by_code("aas twee drie vier vijf zes zeven acht negen tien boer vrouw koning joker"),
    "de": _by_code("Ass Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König Joker"),
    "ne": _by_code("एक्का दुई तीन चार पाँच छक्का सात आठ नौ दस गुलाम बिबी बादशाह जोकर"),
}
_MANY: dict[Language, dict[Rank, str]] = {
    "en": _by_code("aces twos threes fours fives sixes sevens eights nines tens jacks queens kings jokers"),
    "nl": _by_code("azen tweeën drieën vieren vijven zessen zevens achten negens tienen boeren vrouwen koningen jokers"),
    "de": _by_code("Asse Zweien Dreien Vieren Fünfen Sechsen Siebenen Achten Neunen Zehnen Buben Damen Könige Joker"),
    "ne": _ONE["ne"],
}
_MASCULINE, _NEUTER = ("K", "J", JOKER), ("A",)
_ARTICLES: dict[Case, tuple[str, str, str]] = {
    "nominative": ("ein", "eine", "ein"),
    "accusative": ("einen", "eine", "ein"),
    "dative": ("einem", "einer", "einem"),
}
_INDEX: dict[Language, dict[Rank, str]] = {
    "en": {},
    "nl": {"Q": "V", "J": "B"},
    "de": {"Q": "D", "J": "B"},
    "ne": {},
}
_SUITS: dict[Language, dict[Suit, str]] = {
    "en": {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    "nl": {"S": "schoppen", "H": "harten", "D": "ruiten", "C": "klaveren"},
    "de": {"S": "Pik", "H": "Herz", "D": "Karo", "C": "Kreuz"},
    "ne": {"S": "हुकुम", "H": "पान", "D": "इँटा", "C": "चिडी"},
}
_SUIT_LETTERS: dict[Language, dict[Suit, str]] = {
    "en": {"S": "S", "H": "H", "D": "D", "C": "C"},
    "nl": {"S": "S", "H": "H", "D": "R", "C": "K"},
    "de": {"S": "P", "H": "H", "D": "Ka", "C": "Kr"},
    "ne": {},
}
_CARDS: dict[Language, tuple[str, str]] = {
    "en": ("{n} card", "{n} cards"),
    "nl": ("{n} kaart", "{n} kaarten"),
    "de": ("{n} Karte", "{n} Karten"),
    "ne": ("{n} वटा तास", "{n} वटा तास"),
}
_FACE_DOWN: dict[Language, str] = {"en": "face-down card", "nl": "gedekte kaart", "de": "verdeckte Karte", "ne": "घोप्टो तास"}


def rank(code: Rank, language: Language, count: int = 1, case: Case = "nominative") -> str:
    """The word for a rank, or for a joker (`X`): `seven`, for another count than 1 `sevens`. Nepali nouns stay as they are.

    Only the German jack changes with the case: `Bube`, `einen Buben`.
    """
    if language == "de" and code == "J" and case != "nominative":
        return "Buben"
    return (_ONE if count == 1 else _MANY)[language][code]


def ranks(code: Rank, language: Language) -> str:
    """Many of a rank without a number: `sevens`."""
    return rank(code, language, 2)


def counted(count: int, code: Rank, language: Language, case: Case = "nominative") -> str:
    """So many of a rank in words: `one seven`, `twee zevens`, `drei Siebenen`, `चारवटा सात`; figures above twelve."""
    if language == "de" and count == 1:
        return f"{_article(code, case)} {rank(code, 'de', 1, case)}"
    return f"{number(count, language)} {rank(code, language, count)}"


def a_rank(code: Rank, language: Language, case: Case = "nominative") -> str:
    """One of a rank, not counted: `a king`, `an ace`, `een koning`, `ein König`, `एउटा बादशाह`."""
    if language == "en":
        return f"{'an' if code in ('A', '8') else 'a'} {rank(code, 'en')}"
    if language == "nl":
        return f"een {rank(code, 'nl')}"
    return counted(1, code, language, case)


def up_to(code: Rank, language: Language) -> str:
    """`to the ten`, `tot en met de tien`, `bis zur Zehn`, `bis zum Buben`, `दससम्म`."""
    if language == "de":
        is_feminine = code not in _MASCULINE and code not in _NEUTER
        return f"bis {'zur' if is_feminine else 'zum'} {rank(code, 'de', 1, 'dative')}"
    word = rank(code, language)
    return f"{word}सम्म" if language == "ne" else {"en": f"to the {word}", "nl": f"tot en met de {word}"}[language]


def _article(code: Rank, case: Case) -> str:
    masculine, feminine, neuter = _ARTICLES[case]
    return masculine if code in _MASCULINE else neuter if code in _NEUTER else feminine


def suit(code: Suit, language: Language) -> str:
    """`hearts`, `harten`, `Herz`, `पान`."""
    return _SUITS[language][code]


def suit_letter(code: Suit, language: Language) -> str:
    """The letter beside the sign of a suit for those who ask for one; it never stands alone, for K is a king too.

    Empty in Nepali, where a suit is shown by sign and word only.
    """
    return _SUIT_LETTERS[language].get(code, "")


def index(code: Rank, language: Language) -> str:
    """What stands in the corner of a card: `10`, `K`; Dutch `V` and `B`, German `D` and `B`. A joker has `★`."""
    return "★" if code == JOKER else _INDEX[language].get(code, code)


def card(code: Card, language: Language) -> str:
    """A card by name, for lists and speech: `seven of hearts`, `harten 7`, `Herz-Sieben`, `पानको सात`, `joker`."""
    of_rank, of_suit = rank_of(code), suit_of(code)
    if of_rank is None or of_suit is None:
        return rank(JOKER, language)
    named, suited = rank(of_rank, language), suit(of_suit, language)
    if language == "en":
        return f"{named} of {suited}"
    if language == "nl":
        return f"{suited} {named if of_rank in _PICTURES else of_rank}"
    return f"{suited}-{named}" if language == "de" else f"{suited}को {named}"


def cards_named(codes: Iterable[Card], language: Language) -> str:
    """Cards by name as one list: `seven of hearts, ace of spades and joker`."""
    return joined([card(code, language) for code in codes], language)


def sign(code: Card, language: Language) -> str:
    """A card in running text: the sign of its suit, then its index: `♥7`, `♣B`. A joker is a word."""
    of_rank, of_suit = rank_of(code), suit_of(code)
    return rank(JOKER, language) if of_rank is None or of_suit is None else f"{SIGNS[of_suit]}{index(of_rank, language)}"


def cards(count: int, language: Language) -> str:
    """How many cards, with a figure: `3 cards`."""
    one, other = _CARDS[language]
    return (one if count == 1 else other).format(n=count)


def face_down(language: Language) -> str:
    """A card of which only the back is seen."""
    return _FACE_DOWN[language]


def named_ranks() -> dict[str, Rank]:
    """Every word and letter for a rank in any of the four languages, small letters -> its code, for typed commands.

    A letter that means two ranks in different languages stands for the Dutch and German one only where English has none.
    """
    languages: tuple[Language, ...] = ("ne", "de", "nl", "en")
    named = {word.lower(): code for language in languages for words in (_ONE, _MANY) for code, word in words[language].items()}
    named |= {_INDEX[language][code].lower(): code for language in languages for code in _INDEX[language]}
    return named | {code.lower(): code for code in _CODES}


def named_suits() -> dict[str, Suit]:
    """Every word and sign for a suit in any of the four languages, small letters -> its code."""
    languages: tuple[Language, ...] = ("ne", "de", "nl", "en")
    return {word.lower(): code for language in languages for code, word in _SUITS[language].items()} | {
        sign: code for code, sign in SIGNS.items()
    }
