"""The words of Blef for parts of the table page, in four languages."""

from collections.abc import Sequence
from functools import cache

from games.blef import words
from games.blef.ladder import KINDS, Kind
from games.blef.state import BidCode
from games.core import card_page
from games.core.game import Language
from games.core.page import Terms
from games.core.words import Text

LANGUAGES: tuple[Language, ...] = ("ne", "de", "nl", "en")

_TERMS: dict[str, Text] = {
    "claim": {"en": "Last bid", "nl": "Laatste bod", "de": "Letztes Gebot", "ne": "अन्तिम बोली"},
    "reveal": {"en": "The last check", "nl": "De laatste controle", "de": "Die letzte Prüfung", "ne": "अन्तिम जाँच"},
    "call": {"en": "Check", "nl": "Controleren", "de": "Prüfen", "ne": "जाँच्ने"},
    "call_by": {"en": "To check", "nl": "Controleren", "de": "Prüfen", "ne": "जाँच्न"},
    "picker": {"en": "Bid picker", "nl": "Bod kiezen", "de": "Gebot wählen", "ne": "बोली छान्ने"},
    "cover": {
        "en": "The others look away. Only the player whose turn it is can check.",
        "nl": "De anderen kijken weg. Alleen wie aan de beurt is, kan controleren.",
        "de": "Die anderen schauen weg. Nur wer am Zug ist, kann prüfen.",
        "ne": "अरूले नहेर्ने। जसको पालो हो, उसैले मात्र जाँच्न सक्छ।",
    },
    "command": {"en": "bid pair kings", "nl": "bied paar koningen", "de": "biete Paar Könige", "ne": "बोली जोडी बादशाह"},
    "commands": {
        "en": "bid pair kings, check, cards, table, time",
        "nl": "bied paar koningen, controleer, kaarten, tafel, tijd",
        "de": "biete Paar Könige, prüfe, Karten, Tisch, Zeit",
        "ne": "बोली जोडी बादशाह, जाँच, तास, टेबल, समय",
    },
}  # fmt: skip
_SOUNDS: dict[str, Text] = {
    "claim": {"en": "A bid", "nl": "Een bod", "de": "Ein Gebot", "ne": "बोली"},
    "call": {"en": "A check", "nl": "Een controle", "de": "Eine Prüfung", "ne": "जाँच"},
    "true": {"en": "The hand was there", "nl": "De hand was er", "de": "Die Hand war da", "ne": "हात पुग्यो"},
    "bluff": {"en": "The bid was a bluff", "nl": "Het bod was bluf", "de": "Das Gebot war ein Bluff", "ne": "बोली ब्लफ थियो"},
}
_KEYS: tuple[tuple[str, Text], ...] = (
    ("1–9", {"en": "In the picker: choose by number", "nl": "Bij het kiezen: kies op nummer", "de": "Bei der Auswahl: nach Nummer wählen", "ne": "छान्दा: अङ्कले छान्ने"}),
    ("Enter", {"en": "In the picker: go on, then bid", "nl": "Bij het kiezen: verder, dan bieden", "de": "Bei der Auswahl: weiter, dann bieten", "ne": "छान्दा: अघि बढ्ने, अनि बोली लगाउने"}),
)  # fmt: skip

_SIZED: dict[str, Text] = {
    "straight:small": {"en": "small straight", "nl": "kleine straat", "de": "kleine Straße", "ne": "सानो स्ट्रेट"},
    "straight:big": {"en": "big straight", "nl": "grote straat", "de": "große Straße", "ne": "ठूलो स्ट्रेट"},
    "sflush:small": {"en": "small straight flush", "nl": "kleine straight flush", "de": "kleiner Straight Flush", "ne": "सानो स्ट्रेट फ्लस"},
    "sflush:big": {"en": "big straight flush", "nl": "grote straight flush", "de": "großer Straight Flush", "ne": "ठूलो स्ट्रेट फ्लस"},
}  # fmt: skip
_ALSO_TYPED: dict[Kind, tuple[str, ...]] = {
    "high": ("high", "hoog", "hoch", "einzelne karte", "hoge kaart", "hohe karte"),
    "pair": ("paar", "een paar", "ein paar", "एक जोडी"),
    "two_pair": ("two pair", "2 pair", "2 pairs", "2 paren", "2 paare", "2 जोडी"),
    "three": ("three", "drie", "drei", "तीनवटा"),
    "full": ("full",),
    "flush": (),
    "four": ("four", "vier", "चारवटा"),
    "straight": ("straat", "strasse"),
    "sflush": (),
}
"""What people type for a kind besides its name."""

_LINES: dict[str, Text] = {
    "in_play": {"en": "Cards in play: {n} of {all}", "nl": "Kaarten in het spel: {n} van {all}", "de": "Karten im Spiel: {n} von {all}", "ne": "खेलमा तास: {all} मध्ये {n}"},
    "deals": {"en": "{name} deals", "nl": "{name} deelt", "de": "{name} gibt", "ne": "{name}ले बाँड्नुहुन्छ"},
    "funeral": {"en": "Funeral round (Pogrzebówka)", "nl": "Begrafenisronde (Pogrzebówka)", "de": "Beerdigungsrunde (Pogrzebówka)", "ne": "अन्तिम बाँडाइ (Pogrzebówka)"},
    "last_deal": {"en": "{name} deals one last time", "nl": "{name} deelt voor het laatst", "de": "{name} gibt zum letzten Mal", "ne": "{name}ले अन्तिम पटक बाँड्नुहुन्छ"},
    "funeral_next": {"en": "The funeral round follows: {name} deals one last time.", "nl": "Nu volgt de begrafenisronde: {name} deelt voor het laatst.", "de": "Jetzt folgt die Beerdigungsrunde: {name} gibt zum letzten Mal.", "ne": "अब अन्तिम बाँडाइ: {name}ले अन्तिम पटक बाँड्नुहुन्छ।"},
    "funeral_next_me": {"en": "Your funeral round follows: you deal one last time.", "nl": "Nu volgt jouw begrafenisronde: jij deelt voor het laatst.", "de": "Jetzt folgt deine Beerdigungsrunde: Du gibst zum letzten Mal.", "ne": "अब तपाईंको अन्तिम बाँडाइ: तपाईंले अन्तिम पटक बाँड्नुहुन्छ।"},
    "next": {"en": "{name} bids first.", "nl": "{name} biedt eerst.", "de": "{name} bietet zuerst.", "ne": "पहिलो बोली {name}को।"},
    "next_me": {"en": "You bid first.", "nl": "Jij biedt eerst.", "de": "Du bietest zuerst.", "ne": "पहिलो बोली तपाईंको।"},
    "true": {"en": "The hand is there", "nl": "De hand is er", "de": "Die Hand ist da", "ne": "हात पुग्यो"},
    "false": {"en": "The hand is not there", "nl": "De hand is er niet", "de": "Die Hand ist nicht da", "ne": "हात पुगेन"},
    "by": {"en": "Checked by {name}", "nl": "Gecontroleerd door {name}", "de": "Geprüft von {name}", "ne": "जाँच्ने: {name}"},
    "by_me": {"en": "Checked by you", "nl": "Gecontroleerd door jou", "de": "Geprüft von dir", "ne": "जाँच्ने: तपाईं"},
    "missing": {"en": "missing", "nl": "ontbreekt", "de": "fehlt", "ne": "छैन"},
    "one_more": {"en": "one card more", "nl": "een kaart erbij", "de": "eine Karte mehr", "ne": "एउटा तास बढी"},
    "rest": {"en": "The rest", "nl": "De rest", "de": "Der Rest", "ne": "बाँकी तास"},
    "on_rest": {"en": "Among the undealt cards ({n})", "nl": "Onder de ongedeelde kaarten ({n})", "de": "Auf die nicht gegebenen Karten ({n})", "ne": "नबाँडिएका तासमध्ये ({n})"},
    "higher": {"en": "You must bid higher than this: {claim}.", "nl": "Je moet hoger bieden dan dit: {claim}.", "de": "Du musst höher bieten als: {claim}.", "ne": "योभन्दा माथिको बोली लगाउनुपर्छ: {claim}।"},
    "mine": {"en": "you hold {n}", "nl": "jij hebt er {n}", "de": "du hast {n}", "ne": "तपाईंसँग {n}"},
    "hint": {"en": "Hint: the bid needs {need} cards, and you hold {own} of them. {others} cards lie with the others.", "nl": "Tip: het bod vraagt {need} kaarten, en jij hebt er {own} van. De anderen hebben {others} kaarten.", "de": "Hinweis: Das Gebot braucht {need} Karten, {own} davon hast du. Bei den anderen liegen {others} Karten.", "ne": "सुझाव: बोलीलाई {need} वटा तास चाहिन्छ, त्यसमध्ये {own} वटा तपाईंसँग छन्। अरूसँग {others} वटा तास छन्।"},
    "hint_one": {"en": "Hint: the bid needs one card, and you hold {own} of it. {others} cards lie with the others.", "nl": "Tip: het bod vraagt één kaart, en jij hebt er {own} van. De anderen hebben {others} kaarten.", "de": "Hinweis: Das Gebot braucht eine Karte, {own} davon hast du. Bei den anderen liegen {others} Karten.", "ne": "सुझाव: बोलीलाई एउटा तास चाहिन्छ, त्यस्तो {own} वटा तपाईंसँग छ। अरूसँग {others} वटा तास छन्।"},
    "kinds": {"en": "Kind of bid", "nl": "Soort bod", "de": "Art des Gebots", "ne": "बोलीको किसिम"},
    "back": {"en": "Other kind of bid", "nl": "Ander soort bod", "de": "Andere Art von Gebot", "ne": "अर्को किसिमको बोली"},
    "order": {"en": "Bids from low to high", "nl": "Biedingen van laag naar hoog", "de": "Gebote von niedrig bis hoch", "ne": "बोली तलदेखि माथि"},
    "now": {"en": "the last bid", "nl": "het laatste bod", "de": "das letzte Gebot", "ne": "अन्तिम बोली"},
    "show": {"en": "Show the cards", "nl": "Toon de kaarten", "de": "Karten zeigen", "ne": "तास हेर्ने"},
    "out": {"en": "knocked out", "nl": "uitgeschakeld", "de": "ausgeschieden", "ne": "खेलबाट बाहिर"},
    "rank": {"en": "Rank", "nl": "Waarde", "de": "Wert", "ne": "कुन तास"},
    "first_pair": {"en": "First pair", "nl": "Eerste paar", "de": "Erstes Paar", "ne": "पहिलो जोडी"},
    "second_pair": {"en": "Second pair", "nl": "Tweede paar", "de": "Zweites Paar", "ne": "दोस्रो जोडी"},
    "three_of": {"en": "Three of", "nl": "Drie van", "de": "Drei von", "ne": "तीनवटा"},
    "two_of": {"en": "Two of", "nl": "Twee van", "de": "Zwei von", "ne": "दुईवटा"},
    "top": {"en": "Up to", "nl": "Tot en met", "de": "Bis", "ne": "कहाँसम्म"},
    "suit": {"en": "Suit", "nl": "Kleur", "de": "Farbe", "ne": "रङ"},
}  # fmt: skip

ROWS: dict[str, tuple[tuple[str, str, int], ...]] = {
    "high": (("first", "rank", 1),),
    "pair": (("first", "rank", 2),),
    "two_pair": (("first", "first_pair", 2), ("second", "second_pair", 2)),
    "three": (("first", "rank", 3),),
    "full": (("first", "three_of", 3), ("second", "two_of", 2)),
    "four": (("first", "rank", 4),),
    "flush": (("suit", "suit", 0),),
    "straight": (("top", "top", 0),),
    "sflush": (("top", "top", 0), ("suit", "suit", 0)),
    "straight:small": (),
    "straight:big": (),
    "sflush:small": (("suit", "suit", 0),),
    "sflush:big": (("suit", "suit", 0),),
}
"""What a kind still asks for: (field of the form, name of the row, how many cards of it, 0 for no number)."""


@cache
def terms(language: Language) -> Terms:
    return Terms(
        **card_page.terms(language),
        **{name: text[language] for name, text in _TERMS.items()},
        sounds={name: text[language] for name, text in _SOUNDS.items()},  # type: ignore[misc]
        keys=tuple((key, text[language]) for key, text in _KEYS),
    )


def line(which: str, language: Language, is_me: bool = False, **fields: object) -> str:
    """One of the page's own lines; with `is_me` as said to the one who is meant."""
    return _LINES[f"{which}_me" if is_me else which][language].format(**fields)


@cache
def kind(code: str, language: Language) -> str:
    """The name of a rung of the picker: a kind of bid, or with 24 cards `small straight`, `big straight flush`."""
    return _SIZED[code][language] if code in _SIZED else words.kind(KINDS[KINDS.index(code)], language)


@cache
def typed_kinds(codes: tuple[str, ...]) -> dict[str, str]:
    """Everything that people may type for these rungs in any language, small letters -> the rung."""
    named = {kind(code, language).lower(): code for code in codes for language in LANGUAGES}
    return {also: code for code, more in _ALSO_TYPED.items() if code in codes for also in more} | named


def higher(last: BidCode, language: Language) -> str:
    """Why a bid below the last one is off, with that one. Rules: blef.bid.higher."""
    return line("higher", language, claim=words.claim(last, language))


def following(reveal: object, language: Language, names: Sequence[str], me: int | None) -> str:
    """Who goes on after a check; a funeral round is named. Empty when the game is over. Rules: blef.eliminate.funeral."""
    starter, loser = reveal.next_starter, reveal.loser  # type: ignore[attr-defined]
    if starter is None:
        return ""
    first = line("next", language, starter == me, name=names[starter])
    if not reveal.funeral:  # type: ignore[attr-defined]
        return first
    return f"{line('funeral_next', language, loser == me, name=names[loser])} {first}"


def hint(need: int, own: int, others: int, language: Language) -> str:
    """For beginners: how many cards of the bid I hold, and how many others lie hidden (UX-106)."""
    return line("hint_one" if need == 1 else "hint", language, need=need, own=own, others=others)
