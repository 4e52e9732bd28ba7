"""The words of Bluffen for parts of the table page, in four languages."""

from collections.abc import Sequence
from functools import cache

from games.core import card_page, card_words
from games.core.game import Language
from games.core.page import Terms
from games.core.words import Text

_TERMS: dict[str, Text] = {
    "claim": {"en": "Last claim", "nl": "Laatste claim", "de": "Letzte Ansage", "ne": "अन्तिम दाबी"},
    "reveal": {"en": "What lay there", "nl": "Wat er lag", "de": "Was dort lag", "ne": "राखिएका तास"},
    "call": {"en": "“You're lying!”", "nl": "‘Je liegt!’", "de": "„Du lügst!“", "ne": "“झुटो!”"},
    "call_by": {"en": "To doubt", "nl": "Betwijfelen", "de": "Anzweifeln", "ne": "शंका गर्न"},
    "let_go": {"en": "Accept, or let it go", "nl": "Accepteren of laten gaan", "de": "Annehmen oder durchgehen lassen", "ne": "पत्याउने वा जान दिने"},
    "picker": {"en": "Choose suit or rank", "nl": "Kleur of waarde kiezen", "de": "Farbe oder Wert wählen", "ne": "रङ वा तास छान्ने"},
    "cover": {
        "en": "The others look away. Only the player whose turn it is can doubt.",
        "nl": "De anderen kijken weg. Alleen wie aan de beurt is, kan betwijfelen.",
        "de": "Die anderen schauen weg. Nur wer am Zug ist, kann anzweifeln.",
        "ne": "अरूले नहेर्ने। जसको पालो हो, उसैले मात्र शंका गर्न सक्छ।",
    },
    "command": {"en": "lay 3 as hearts", "nl": "leg 3 als harten", "de": "lege 3 als Herz", "ne": "राख 3 भनेर पान"},
    "commands": {
        "en": "lay 3 as hearts, doubt, accept, cards, table, time",
        "nl": "leg 3 als harten, betwijfel, accepteer, kaarten, tafel, tijd",
        "de": "lege 3 als Herz, zweifle, annehmen, Karten, Tisch, Zeit",
        "ne": "राख 3 भनेर पान, शंका, पत्याउने, तास, टेबल, समय",
    },
}  # fmt: skip
_SOUNDS: dict[str, Text] = {
    "claim": {"en": "Cards are laid", "nl": "Er worden kaarten gelegd", "de": "Karten werden gelegt", "ne": "तास राखियो"},
    "call": {"en": "Somebody doubts", "nl": "Iemand betwijfelt", "de": "Jemand zweifelt", "ne": "शंका गरियो"},
    "true": {"en": "The claim was true", "nl": "De claim was waar", "de": "Die Ansage stimmte", "ne": "दाबी साँचो थियो"},
    "bluff": {"en": "The claim was a lie", "nl": "De claim was gelogen", "de": "Die Ansage war gelogen", "ne": "दाबी झुटो थियो"},
}
_TEXTS: dict[str, Text] = {
    "none": {"en": "No claim yet", "nl": "Nog geen claim", "de": "Noch keine Ansage", "ne": "अझै दाबी छैन"},
    "said": {"en": "{name} said", "nl": "{name} zei", "de": "{name} sagte", "ne": "{name}को दाबी"},
    "said_me": {"en": "You said", "nl": "Jij zei", "de": "Du hast gesagt", "ne": "तपाईंको दाबी"},
    "closed": {"en": "This can no longer be doubted.", "nl": "Dit kan niet meer betwijfeld worden.", "de": "Das kann niemand mehr anzweifeln.", "ne": "यसमा अब शंका गर्न मिल्दैन।"},
    "let_go": {"en": "Let it go", "nl": "Laten gaan", "de": "Durchgehen lassen", "ne": "जान दिने"},
    "last": {"en": "Last cards!", "nl": "Laatste kaarten!", "de": "Letzte Karten!", "ne": "अन्तिम तास!"},
    "out": {"en": "out of cards", "nl": "kaarten op", "de": "keine Karten mehr", "ne": "तास सकियो"},
    "pile": {"en": "Pile", "nl": "Stapel", "de": "Stapel", "ne": "थुप्रो"},
    "mine": {"en": "Your cards in the pile: {cards}", "nl": "Jouw kaarten in de stapel: {cards}", "de": "Deine Karten im Stapel: {cards}", "ne": "थुप्रोमा तपाईंका तास: {cards}"},
    "next": {"en": "Next claim: {ranks}", "nl": "Volgende claim: {ranks}", "de": "Nächste Ansage: {ranks}", "ne": "अर्को दाबी: {ranks}"},
    "clockwise": {"en": "Play goes clockwise.", "nl": "Er wordt met de klok mee gespeeld.", "de": "Gespielt wird im Uhrzeigersinn.", "ne": "पालो घडीको दिशामा जान्छ।"},
    "empty": {"en": "Your hand is empty.", "nl": "Je hand is leeg.", "de": "Deine Hand ist leer.", "ne": "तपाईंको हातमा तास छैन।"},
    "choose": {"en": "Choose a card first.", "nl": "Kies eerst een kaart.", "de": "Wähle zuerst eine Karte.", "ne": "पहिले एउटा तास छान्नुहोस्।"},
    "lay": {"en": "Lay", "nl": "Leggen", "de": "Ablegen", "ne": "तास राख्ने"},
    "face_up": {"en": "Lay face up", "nl": "Open leggen", "de": "Offen ablegen", "ne": "खुला राख्ने"},
    "face_up_as": {"en": "Lay face up: {claim}", "nl": "Open leggen: {claim}", "de": "Offen ablegen: {claim}", "ne": "खुला राख्ने: {claim}"},
    "joker": {"en": "A joker is laid as:", "nl": "Een joker leg je als:", "de": "Ein Joker liegt als:", "ne": "जोकर राख्दा भन्ने:"},
    "show": {"en": "Show the cards", "nl": "Toon de kaarten", "de": "Karten zeigen", "ne": "तास देखाउने"},
    "hint_open": {
        "en": "Hint: name whatever you like. Your card need not be it.",
        "nl": "Tip: noem wat je wilt. Je kaart hoeft het niet te zijn.",
        "de": "Hinweis: Nenne, was du willst. Deine Karte muss es nicht sein.",
        "ne": "सुझाव: जे भने पनि हुन्छ। तपाईंको तास त्यही हुनै पर्दैन।",
    },
    "hint_shown": {
        "en": "Hint: this card lies open and sets the suit or rank of the round.",
        "nl": "Tip: deze kaart ligt open en bepaalt de kleur of waarde van de ronde.",
        "de": "Hinweis: Diese Karte liegt offen und bestimmt Farbe oder Wert der Runde.",
        "ne": "सुझाव: यो तास खुला हुन्छ र यसैले राउन्डको रङ वा तास तोक्छ।",
    },
    "hint_fit": {
        "en": "Hint: cards in your hand that fit: {own}. If you doubt and the claim was true, you take the pile: {pile}.",
        "nl": "Tip: kaarten in je hand die passen: {own}. Betwijfel je en was de claim waar, dan pak jij de stapel op: {pile}.",
        "de": "Hinweis: passende Karten auf deiner Hand: {own}. Zweifelst du und die Ansage stimmte, nimmst du den Stapel: {pile}.",
        "ne": "सुझाव: तपाईंको हातमा मिल्ने तास: {own}। शंका गर्दा दाबी साँचो रहेछ भने थुप्रो तपाईंले उठाउनुपर्छ: {pile}।",
    },
    "hint_lay": {
        "en": "Hint: cards in your hand that fit: {own}. Any other is a bluff.",
        "nl": "Tip: kaarten in je hand die passen: {own}. Elke andere is bluf.",
        "de": "Hinweis: passende Karten auf deiner Hand: {own}. Jede andere ist ein Bluff.",
        "ne": "सुझाव: तपाईंको हातमा मिल्ने तास: {own}। अरू राख्नु भनेको ब्लफ हो।",
    },
    "hint_last": {
        "en": "Hint: if you accept, {name} is out of cards. If you doubt and it was a lie, {name} takes the pile back.",
        "nl": "Tip: accepteer je, dan heeft {name} geen kaarten meer. Betwijfel je en was het gelogen, dan pakt {name} de stapel weer op.",
        "de": "Hinweis: Nimmst du an, hat {name} keine Karten mehr. Zweifelst du und es war gelogen, nimmt {name} den Stapel zurück.",
        "ne": "सुझाव: पत्याउनुभयो भने {name}को तास सकिन्छ। शंका गर्दा झुटो रहेछ भने {name}ले थुप्रो फिर्ता उठाउनुपर्छ।",
    },
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


def said(name: str, mine: bool, language: Language) -> str:
    """Whose claim it is that stands."""
    return _TEXTS["said_me" if mine else "said"][language].format(name=name)


def mine(cards: str, language: Language) -> str:
    """What the reader laid in this round."""
    return _TEXTS["mine"][language].format(cards=cards)


def next_claims(ranks: Sequence[str], language: Language) -> str:
    """The ranks that the next claim may name. Rules: bluffen.sequence.step."""
    return _TEXTS["next"][language].format(ranks=" / ".join(card_words.index(rank, language) for rank in ranks))


def face_up(claim: str | None, language: Language) -> str:
    """The button that lays the visible card of a round; `claim` in words where it is known. Rules: bluffen.open-start.shown."""
    return text("face_up", language) if claim is None else _TEXTS["face_up_as"][language].format(claim=claim)


def hint(phase: str, own: int, pile: int, name: str, language: Language) -> str:
    """For beginners, on their turn: how many of their cards fit, and what a doubt may cost (UX-106)."""
    keys = {"open": "hint_open", "open_start": "hint_shown", "respond": "hint_fit", "must_lay": "hint_lay", "answer_last": "hint_last"}
    return _TEXTS[keys[phase]][language].format(own=own, pile=card_words.cards(pile, language), name=name)
