"""The words of Bluff (Nepal) for parts of the table page, in four languages."""

from collections.abc import Sequence
from functools import cache

from games.core import card_page
from games.core.card_words import ranks
from games.core.cards import Rank
from games.core.game import Language
from games.core.page import Terms
from games.core.words import Text

_TERMS: dict[str, Text] = {
    "claim": {"en": "Last claim", "nl": "Laatste claim", "de": "Letzte Ansage", "ne": "अन्तिम दाबी"},
    "reveal": {"en": "What lay there", "nl": "Wat er lag", "de": "Was dort lag", "ne": "राखिएका तास"},
    "call": {"en": "Call bluff", "nl": "Bluf roepen", "de": "„Bluff!“ rufen", "ne": "ब्लफ भन्ने"},
    "call_by": {"en": "To call bluff", "nl": "Bluf roepen", "de": "„Bluff!“ rufen", "ne": "ब्लफ भन्न"},
    "let_go": {"en": "Let it go", "nl": "Laten gaan", "de": "Durchgehen lassen", "ne": "जान दिने"},
    "pass_": {"en": "Pass", "nl": "Passen", "de": "Passen", "ne": "पास गर्ने"},
    "picker": {"en": "Choose the rank", "nl": "Waarde kiezen", "de": "Wert wählen", "ne": "कुन तास, छान्ने"},
    "cover": {
        "en": "The others look away. Only the player whose turn it is can call bluff.",
        "nl": "De anderen kijken weg. Alleen wie aan de beurt is, kan bluf roepen.",
        "de": "Die anderen schauen weg. Nur wer am Zug ist, kann „Bluff!“ rufen.",
        "ne": "अरूले नहेर्ने। जसको पालो हो, उसैले मात्र ब्लफ भन्न सक्छ।",
    },
    "command": {"en": "lay 2 4 as seven", "nl": "leg 2 4 als zeven", "de": "lege 2 4 als Sieben", "ne": "राख 2 4 भनेर सात"},
    "commands": {
        "en": "lay 2 4 as seven, pass, bluff, let go, cards, table, time",
        "nl": "leg 2 4 als zeven, pas, bluf, laat gaan, kaarten, tafel, tijd",
        "de": "lege 2 4 als Sieben, passe, Bluff, durchgehen, Karten, Tisch, Zeit",
        "ne": "राख 2 4 भनेर सात, पास, ब्लफ, जान, तास, टेबल, समय",
    },
}  # fmt: skip
_SOUNDS: dict[str, Text] = {
    "claim": {"en": "Cards are laid", "nl": "Er worden kaarten gelegd", "de": "Karten werden gelegt", "ne": "तास राखियो"},
    "call": {"en": "Bluff is called", "nl": "Er wordt bluf geroepen", "de": "Jemand ruft „Bluff!“", "ne": "ब्लफ भनियो"},
    "true": {"en": "The claim was true", "nl": "De claim was waar", "de": "Die Ansage stimmte", "ne": "दाबी साँचो थियो"},
    "bluff": {"en": "The claim was a lie", "nl": "De claim was gelogen", "de": "Die Ansage war gelogen", "ne": "दाबी झुटो थियो"},
}
_TEXTS: dict[str, Text] = {
    "none": {"en": "No claim yet", "nl": "Nog geen claim", "de": "Noch keine Ansage", "ne": "अझै दाबी छैन"},
    "closed": {"en": "Too late to call bluff.", "nl": "Bluf roepen kan niet meer.", "de": "„Bluff!“ rufen geht nicht mehr.", "ne": "अब ब्लफ भन्न मिल्दैन।"},
    "last": {"en": "Last cards!", "nl": "Laatste kaarten!", "de": "Letzte Karten!", "ne": "अन्तिम तास!"},
    "passed": {"en": "passed", "nl": "gepast", "de": "gepasst", "ne": "पास"},
    "round": {"en": "This round: {ranks}", "nl": "Deze ronde: {ranks}", "de": "Diese Runde: {ranks}", "ne": "यो राउन्ड: {ranks}"},
    "any": {"en": "any rank", "nl": "elke waarde", "de": "jeder Wert", "ne": "जुनसुकै तास"},
    "right": {"en": "Play goes to the right.", "nl": "Er wordt naar rechts gespeeld.", "de": "Gespielt wird nach rechts.", "ne": "पालो दायाँतिर जान्छ।"},
    "pile": {"en": "Pile", "nl": "Stapel", "de": "Stapel", "ne": "थुप्रो"},
    "aside": {"en": "Set aside", "nl": "Weggelegd", "de": "Beiseite", "ne": "छुट्याइएका"},
    "gone": {"en": "Gone with leavers", "nl": "Weg met vertrekkers", "de": "Weg mit Gegangenen", "ne": "जानेहरूसँगै हटेका"},
    "mine": {"en": "Your cards in the pile: {cards}", "nl": "Jouw kaarten in de stapel: {cards}", "de": "Deine Karten im Stapel: {cards}", "ne": "थुप्रोमा तपाईंका तास: {cards}"},
    "empty": {"en": "Your hand is empty.", "nl": "Je hand is leeg.", "de": "Deine Hand ist leer.", "ne": "तपाईंको हातमा तास छैन।"},
    "choose": {"en": "Choose cards", "nl": "Kies kaarten", "de": "Karten wählen", "ne": "तास छान्ने"},
    "lay": {"en": "Lay", "nl": "Leggen", "de": "Ablegen", "ne": "तास राख्ने"},
    "open": {"en": "{name} opens the next round.", "nl": "{name} opent de volgende ronde.", "de": "{name} eröffnet die nächste Runde.", "ne": "अर्को राउन्ड {name}बाट सुरु।"},
    "open_me": {"en": "You open the next round.", "nl": "Jij opent de volgende ronde.", "de": "Du eröffnest die nächste Runde.", "ne": "अर्को राउन्ड तपाईंबाट सुरु।"},
    "won": {"en": "{name} has no cards left and wins.", "nl": "{name} heeft geen kaarten meer en wint.", "de": "{name} hat keine Karten mehr und gewinnt.", "ne": "{name}को तास सकियो, {name}ले जित्नुभयो।"},
    "won_me": {"en": "You have no cards left and win.", "nl": "Jij hebt geen kaarten meer en wint.", "de": "Du hast keine Karten mehr und gewinnst.", "ne": "तपाईंको तास सकियो, तपाईंले जित्नुभयो।"},
    "show": {"en": "Show the cards", "nl": "Toon de kaarten", "de": "Karten zeigen", "ne": "तास देखाउने"},
    "taken": {"en": "The whole pile, which is yours now", "nl": "De hele stapel, die nu van jou is", "de": "Der ganze Stapel, der jetzt dir gehört", "ne": "पूरै थुप्रो, अब तपाईंको"},
    "hint": {
        "en": "Hint: the pack has four {ranks}. You know where {own} of them are; {rest} may be with the others.",
        "nl": "Tip: er zijn vier {ranks}. Van {own} weet je waar die zijn; {rest} kunnen er bij de anderen zijn.",
        "de": "Hinweis: Es gibt vier {ranks}. Von {own} weißt du, wo sie sind; {rest} können bei den anderen sein.",
        "ne": "सुझाव: जम्मा चारवटा {ranks} हुन्छन्। {own} वटा कहाँ छन्, तपाईंलाई थाहा छ; अरूसँग बढीमा {rest} वटा हुन सक्छन्।",
    },
    "hint_jokers": {"en": "A joker may stand for one.", "nl": "Een joker kan er een vervangen.", "de": "Ein Joker kann eine Karte ersetzen.", "ne": "जोकर पनि त्यसको सट्टा चल्छ।"},
}  # fmt: skip


@cache
def terms(language: Language) -> Terms:
    return Terms(
        **card_page.terms(language),
        **{name: text[language] for name, text in _TERMS.items()},
        sounds={name: text[language] for name, text in _SOUNDS.items()},  # type: ignore[misc]
        keys=card_page.keys(language),
    )


def text(name: str, language: Language) -> str:
    """A text without a name or number in it."""
    return _TEXTS[name][language]


def rank_of_round(rank: Rank | None, language: Language) -> str:
    """The rank that everyone names in this round; before the lead, that any may be named."""
    return text("any", language) if rank is None else ranks(rank, language)


def fixed(rank: Rank, language: Language) -> str:
    """The same beside the play button, as a sentence of its own."""
    return _TEXTS["round"][language].format(ranks=ranks(rank, language))


def mine(cards: str, language: Language) -> str:
    """What the reader laid in this round."""
    return _TEXTS["mine"][language].format(cards=cards)


def goes_on(layer: int, leader: int | None, language: Language, names: Sequence[str], me: int | None) -> str:
    """Who opens the next round, or that the last cards have won. Rules: bluff_nepal.resolve.leader, bluff_nepal.last.called-true."""
    key, seat = ("won", layer) if leader is None else ("open", leader)
    return _TEXTS[f"{key}_me" if seat == me else key][language].format(name=names[seat])


def hint(rank: Rank, own: int, language: Language, *, jokers: bool) -> str:
    """For beginners: how many of the round's rank there are, and how many of them the reader has (UX-106)."""
    said = _TEXTS["hint"][language].format(ranks=ranks(rank, language), own=own, rest=4 - own)
    return f"{said} {text('hint_jokers', language)}" if jokers else said
