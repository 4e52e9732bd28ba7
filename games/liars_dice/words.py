"""Claims and sentences of Liar's Dice in English, Dutch, German and Nepali. The contract is `games.core.game.Words`.

A claim is a label in the nominative and follows a colon, so that no language has to decline it; names never decline,
and Nepali particles are written on to them. Each event has one whole template per language.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.core import match_words
from games.core.game import Language
from games.core.words import COMMON_REASONS, NO_CALLS, Text, common_option, common_reason, dice, number

_FACES: dict[Language, dict[int | str, tuple[str, str]]] = {
    "en": {1: ("one", "ones"), 2: ("two", "twos"), 3: ("three", "threes"), 4: ("four", "fours"), 5: ("five", "fives"), "*": ("star", "stars")},
    "nl": {1: ("één", "enen"), 2: ("twee", "tweeën"), 3: ("drie", "drieën"), 4: ("vier", "vieren"), 5: ("vijf", "vijven"), "*": ("ster", "sterren")},
    "de": {1: ("Eins", "Einsen"), 2: ("Zwei", "Zweien"), 3: ("Drei", "Dreien"), 4: ("Vier", "Vieren"), 5: ("Fünf", "Fünfen"), "*": ("Stern", "Sterne")},
    "ne": {1: ("एक", "एक"), 2: ("दुई", "दुई"), 3: ("तीन", "तीन"), 4: ("चार", "चार"), 5: ("पाँच", "पाँच"), "*": ("तारा", "तारा")},
}  # fmt: skip

_TITLE: Text = {"en": "Liar's Dice", "nl": "Liar's Dice", "de": "Liar's Dice", "ne": "लायर्स डाइस"}

_AT_LEAST: Text = {"en": "at least {claim}", "nl": "minstens {claim}", "de": "mindestens {claim}", "ne": "कम्तीमा {claim}"}


def title(language: Language) -> str:
    return _TITLE[language]


def face(value: int | str, language: Language, count: int = 1) -> str:
    """The word for a face: `five`, with `count` 2 or more `fives`."""
    one, many = _FACES[language][value]
    return one if count == 1 else many


def claim(claim: Any, language: Language) -> str:
    """A bid as said at the table, without `at least`: `six fives`. It needs `count` and `face`."""
    return _claim(claim.count, claim.face, language)


@lru_cache(maxsize=4096)
def _claim(count: int, of: int | str, language: Language) -> str:
    if language == "de" and count == 1 and of == "*":
        return "ein Stern"
    return f"{number(count, language)} {face(of, language, count)}"


def at_least(bid: Any, language: Language) -> str:
    """A bid in full, for speech, lessons and rules."""
    return _AT_LEAST[language].format(claim=claim(bid, language))


# --- the log -------------------------------------------------------------------------------------------------------
# `*_me`: the reader is the one who acts; `*_by`: the reader is the one it is done to.
_LINES: dict[str, Text] = {
    "lot": {"en": "The lot decides: {name} opens.", "nl": "Door loting: {name} begint.", "de": "Das Los entscheidet: {name} beginnt.", "ne": "गोलाप्रथाबाट: {name}बाट सुरु।"},
    "lot_me": {"en": "The lot decides: you open.", "nl": "Door loting: jij begint.", "de": "Das Los entscheidet: Du beginnst.", "ne": "गोलाप्रथाबाट: तपाईंबाट सुरु।"},
    "rolled": {"en": "Round {round}. All roll: {dice} in play. {name} opens.", "nl": "Ronde {round}. Iedereen gooit: {dice} in het spel. {name} begint.", "de": "Runde {round}. Alle würfeln: {dice} im Spiel. {name} beginnt.", "ne": "राउन्ड {round}। सबैले पासा फाल्नुभयो: खेलमा {dice}। {name}बाट सुरु।"},
    "rolled_me": {"en": "Round {round}. All roll: {dice} in play. You open.", "nl": "Ronde {round}. Iedereen gooit: {dice} in het spel. Jij begint.", "de": "Runde {round}. Alle würfeln: {dice} im Spiel. Du beginnst.", "ne": "राउन्ड {round}। सबैले पासा फाल्नुभयो: खेलमा {dice}। तपाईंबाट सुरु।"},
    "bid": {"en": "{name} bids: {claim}.", "nl": "{name} biedt: {claim}.", "de": "{name} bietet: {claim}.", "ne": "{name}को बोली: {claim}।"},
    "bid_me": {"en": "You bid: {claim}.", "nl": "Jij biedt: {claim}.", "de": "Du bietest: {claim}.", "ne": "तपाईंको बोली: {claim}।"},
    "challenged": {"en": "{name} doubts {other}.", "nl": "{name} gelooft {other} niet.", "de": "{name} glaubt {other} nicht.", "ne": "{name}ले {other}लाई पत्याउनुभएन।"},
    "challenged_me": {"en": "You doubt {other}.", "nl": "Jij gelooft {other} niet.", "de": "Du glaubst {other} nicht.", "ne": "तपाईंले {other}लाई पत्याउनुभएन।"},
    "challenged_by": {"en": "{name} doubts you.", "nl": "{name} gelooft jou niet.", "de": "{name} glaubt dir nicht.", "ne": "{name}ले तपाईंलाई पत्याउनुभएन।"},
    "out": {"en": "{name} is out (place {place}).", "nl": "{name} is uitgeschakeld (plaats {place}).", "de": "{name} scheidet aus (Platz {place}).", "ne": "{name} बाहिरिनुभयो (स्थान {place})।"},
    "out_me": {"en": "You are out (place {place}).", "nl": "Jij bent uitgeschakeld (plaats {place}).", "de": "Du scheidest aus (Platz {place}).", "ne": "तपाईं बाहिरिनुभयो (स्थान {place})।"},
    "lose": {"en": "{name} loses {dice}.", "nl": "{name} verliest {dice}.", "de": "{name} verliert {dice}.", "ne": "{name}ले {dice} गुमाउनुभयो।"},
    "lose_me": {"en": "You lose {dice}.", "nl": "Jij verliest {dice}.", "de": "Du verlierst {dice}.", "ne": "तपाईंले {dice} गुमाउनुभयो।"},
    "exact": {"en": "Exactly! All but {name} lose one die.", "nl": "Precies! Iedereen behalve {name} verliest een dobbelsteen.", "de": "Genau! Alle außer {name} verlieren einen Würfel.", "ne": "ठ्याक्कै! {name}बाहेक सबैले एउटा पासा गुमाउनुभयो।"},
    "exact_me": {"en": "Exactly! All but you lose one die.", "nl": "Precies! Iedereen behalve jij verliest een dobbelsteen.", "de": "Genau! Alle außer dir verlieren einen Würfel.", "ne": "ठ्याक्कै! तपाईंबाहेक सबैले एउटा पासा गुमाउनुभयो।"},
    "bid_was": {"en": "The bid was {n}.", "nl": "Geboden was {n}.", "de": "Geboten waren {n}.", "ne": "बोली {n} थियो।"},
}  # fmt: skip

_COUNTED: dict[Language, tuple[str, str]] = {
    "en": ("There is 1 {face}{parts}.", "There are {n} {face}{parts}."),
    "nl": ("Er is 1 {face}{parts}.", "Er zijn {n} {face}{parts}."),
    "de": ("Da liegt 1 {face}{parts}.", "Da liegen {n} {face}{parts}."),
    "ne": ("1 वटा {face} रहेछ{parts}।", "{n} वटा {face} रहेछन्{parts}।"),
}


def _line(key: str, language: Language, me: bool = False, **fields: Any) -> str:
    return _LINES[f"{key}_me" if me else key][language].format(**fields)


def _lot(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("lot", language, event.seat == me, name=names[event.seat])


def _rolled(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    total = dice(sum(event.dice_counts), language)
    return _line("rolled", language, event.starter == me, round=event.round, dice=total, name=names[event.starter])


def _bid(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("bid", language, event.seat == me, name=names[event.seat], claim=claim(event, language))


def _challenged(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    key = "challenged_by" if event.bidder == me else "challenged"
    return _line(key, language, event.seat == me, name=names[event.seat], other=names[event.bidder])


def counted(reveal: Any, language: Language) -> str:
    """`There are 6 fives (4 + 2 stars).`"""
    bid, stars = reveal.bid, reveal.stars
    parts = ""
    if bid.face != "*" and stars:
        parts = f" ({reveal.count - stars} + {stars} {face('*', language, stars)})"
    one, other = _COUNTED[language]
    return (one if reveal.count == 1 else other).format(n=reveal.count, face=face(bid.face, language, reveal.count), parts=parts)


def losses(reveal: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """Who loses how many dice, and who is out by that."""
    if reveal.case == "exact":
        said = [_line("exact", language, reveal.bidder == me, name=names[reveal.bidder])]
    else:
        said = [
            _line("lose", language, seat == me, name=names[seat], dice=dice(lost, language))
            for seat, lost in enumerate(reveal.losses)
            if lost
        ]
    still_in = sum(1 for own, lost in zip(reveal.dice, reveal.losses, strict=True) if len(own or ()) > lost)
    said += [_line("out", language, seat == me, name=names[seat], place=still_in + 1) for seat in reveal.eliminated]
    return " ".join(said)


def _revealed(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    bid_was = _line("bid_was", language, n=event.bid.count)
    return f"{counted(event, language)} {bid_was} {losses(event, language, names, me)}"


_SENTENCES = {
    "lot": _lot,
    "rolled": _rolled,
    "bid": _bid,
    "challenged": _challenged,
    "revealed": _revealed,
}


def sentence(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """One line of the log for an event as shown to the reader. Raises KeyError for an event of another game."""
    tag = event.__struct_config__.tag
    return _SENTENCES[tag](event, language, names, me) if tag in _SENTENCES else match_words.sentence(event, language, names, me)


# --- the turn ------------------------------------------------------------------------------------------------------
_TURN: dict[str, Text] = {
    "open_me": {"en": "Your turn: open with a bid.", "nl": "Jij bent aan de beurt: doe het eerste bod.", "de": "Du bist am Zug: Eröffne mit einem Gebot.", "ne": "तपाईंको पालो: पहिलो बोली लगाउनुहोस्।"},
    "respond_me": {"en": "Your turn: bid higher or doubt.", "nl": "Jij bent aan de beurt: bied hoger of geloof het niet.", "de": "Du bist am Zug: Biete höher oder zweifle.", "ne": "तपाईंको पालो: बोली बढाउनुहोस् वा शंका गर्नुहोस्।"},
    "must_me": {"en": "Your turn: nothing is higher, you must doubt.", "nl": "Jij bent aan de beurt: hoger kan niet, je moet betwijfelen.", "de": "Du bist am Zug: Höher geht es nicht, du musst anzweifeln.", "ne": "तपाईंको पालो: योभन्दा माथि छैन, शंका मात्र गर्न मिल्छ।"},
    "open": {"en": "Waiting for {name} to open.", "nl": "We wachten op het eerste bod van {name}.", "de": "Wir warten auf das erste Gebot von {name}.", "ne": "{name}को पहिलो बोली पर्खँदै।"},
    "respond": {"en": "Waiting for {name}: bid higher or doubt.", "nl": "We wachten op {name}: hoger bieden of betwijfelen.", "de": "Wir warten auf {name}: höher bieten oder anzweifeln.", "ne": "{name}लाई पर्खँदै: बोली बढाउने वा शंका गर्ने।"},
    "reveal": {"en": "All cups are open. The next round follows.", "nl": "Alle bekers zijn open. Zo begint de volgende ronde.", "de": "Alle Becher sind offen. Gleich kommt die nächste Runde.", "ne": "सबै कप खुले। अर्को राउन्ड आउँदैछ।"},
}  # fmt: skip


def _is_highest(view: Any) -> bool:
    return bool(view.bids) and view.bids[-1].face == "*" and view.bids[-1].count >= view.in_play


def turn(view: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """The turn banner as one sentence, for the seat `me` or a spectator."""
    if view.to_act is None:
        return match_words.turn_between_games(view, language, names, me) or _TURN["reveal"][language]
    if view.to_act == me:
        key = "open_me" if not view.bids else "must_me" if _is_highest(view) else "respond_me"
        return _TURN[key][language]
    return _TURN["respond" if view.bids else "open"][language].format(name=names[view.to_act])


_AT_ZERO: dict[str, Text] = {
    "open": {"en": "At 0 the lowest bid is made: {claim}.", "nl": "Bij 0 wordt het laagste bod gedaan: {claim}.", "de": "Bei 0 wird das niedrigste Gebot gemacht: {claim}.", "ne": "0 मा सबैभन्दा तलको बोली लाग्छ: {claim}।"},
    "respond": {"en": "At 0 the bid is doubted.", "nl": "Bij 0 wordt het bod betwijfeld.", "de": "Bei 0 wird das Gebot angezweifelt.", "ne": "0 मा बोलीमाथि शंका गरिन्छ।"},
}  # fmt: skip


def timeout(view: Any, language: Language) -> str:
    """What happens when the clock runs out. Rules: liars_dice.timeout.open, liars_dice.timeout.respond."""
    lowest = f"{number(1, language)} {face(1, language)}"
    return _AT_ZERO["respond" if view.bids else "open"][language].format(claim=lowest)


_ACTIONS: dict[str, Text] = {
    "bid": {"en": "Bid {claim}", "nl": "Bied {claim}", "de": "Bieten: {claim}", "ne": "बोली: {claim}"},
    "challenge": {"en": "Doubt!", "nl": "Ik geloof het niet!", "de": "Ich zweifle!", "ne": "शंका छ!"},
}


def action(action: Any, language: Language) -> str:
    """An action as its button says it."""
    kind = action.__struct_config__.tag
    return _ACTIONS[kind][language].format(claim=claim(action, language) if kind == "bid" else "")


_DOUBT: dict[str, Text] = {
    "other": {"en": "Doubt {name}: {claim}", "nl": "Ik geloof {name} niet: {claim}", "de": "{name} anzweifeln: {claim}", "ne": "{name}लाई शंका: {claim}"},
}  # fmt: skip


def doubt(name: str, bid: Any, language: Language) -> str:
    """The doubt button with its object (UX-305)."""
    return _DOUBT["other"][language].format(name=name, claim=claim(bid, language))


# --- refusals ------------------------------------------------------------------------------------------------------
_REASONS: dict[str, Text] = {
    "liars_dice.players": {"en": "2 to 6 players; with the second set up to 12.", "nl": "2 tot 6 spelers; met de tweede set tot 12.", "de": "2 bis 6 Spieler; mit dem zweiten Satz bis 12.", "ne": "2 देखि 6 जना खेलाडी; दोस्रो सेट भए 12 जनासम्म।"},
    "liars_dice.turn": {"en": "It isn't your turn yet.", "nl": "Je bent nog niet aan de beurt.", "de": "Du bist noch nicht am Zug.", "ne": "अहिले तपाईंको पालो होइन।"},
    "liars_dice.bid.form": {"en": "A bid is a count and a face: 1 to 5 or star.", "nl": "Een bod is een aantal en een getal: 1 tot en met 5 of ster.", "de": "Ein Gebot ist eine Anzahl und eine Augenzahl: 1 bis 5 oder Stern.", "ne": "बोली भनेको सङ्ख्या र अङ्क हो: 1 देखि 5 वा तारा।"},
    "liars_dice.bid.count-limit": {"en": "Bid at least one die, and no more than are in play.", "nl": "Bied minstens één dobbelsteen en niet meer dan er in het spel zijn.", "de": "Biete mindestens einen Würfel und nicht mehr, als im Spiel sind.", "ne": "कम्तीमा एउटा पासाको, र खेलमा भएभन्दा बढी नहुने बोली लगाउनुहोस्।"},
    "liars_dice.bid.raise": {"en": "You must bid higher than the last bid.", "nl": "Je moet hoger bieden dan het laatste bod.", "de": "Du musst höher bieten als das letzte Gebot.", "ne": "अघिल्लोभन्दा माथिको बोली लगाउनुपर्छ।"},
    "liars_dice.bid.order": {"en": "You must bid higher than the last bid.", "nl": "Je moet hoger bieden dan het laatste bod.", "de": "Du musst höher bieten als das letzte Gebot.", "ne": "अघिल्लोभन्दा माथिको बोली लगाउनुपर्छ।"},
    "liars_dice.bid.from-stars": {"en": "After stars: more stars, or at least twice as many of a number.", "nl": "Na sterren: meer sterren, of minstens twee keer zo veel van een getal.", "de": "Nach Sternen: mehr Sterne, oder mindestens doppelt so viele von einer Zahl.", "ne": "तारापछि: अझ धेरै तारा, वा अङ्कको कम्तीमा दोब्बर बोली।"},
    "liars_dice.bid.to-stars": {"en": "Stars need more than half of the last count.", "nl": "Sterren moeten meer zijn dan de helft van het laatste aantal.", "de": "Sterne müssen mehr als die Hälfte der letzten Anzahl sein.", "ne": "तारा अघिल्लो सङ्ख्याको आधाभन्दा बढी हुनुपर्छ।"},
    "liars_dice.bid.maximum": {"en": "Nothing is higher: you must doubt.", "nl": "Hoger kan niet: je moet betwijfelen.", "de": "Höher geht es nicht: Du musst anzweifeln.", "ne": "योभन्दा माथि छैन: अब शंका मात्र गर्न मिल्छ।"},
    "liars_dice.challenge.who": {"en": "Once there is a bid, whoever's turn it is can doubt it, and nobody else.", "nl": "Zodra er een bod ligt, kan wie aan de beurt is het betwijfelen, en niemand anders.", "de": "Sobald ein Gebot steht, kann es anzweifeln, wer am Zug ist, und sonst niemand.", "ne": "बोली भएपछि जसको पालो हो, उसैले मात्र शंका गर्न मिल्छ।"},
    "liars_dice.eliminate": {"en": "This seat has no dice left.", "nl": "Deze stoel heeft geen dobbelstenen meer.", "de": "Dieser Sitz hat keine Würfel mehr.", "ne": "यो सिटसँग पासा बाँकी छैन।"},
    "liars_dice.end.winner": {"en": "This game is over.", "nl": "Deze partij is afgelopen.", "de": "Diese Partie ist zu Ende.", "ne": "यो खेल सकिसक्यो।"},
    "liars_dice.challenge.reveal": {"en": "The dice are being shown; the next round follows.", "nl": "De dobbelstenen worden getoond; de volgende ronde komt zo.", "de": "Die Würfel werden gezeigt; gleich geht es weiter.", "ne": "पासा देखाइँदैछ; अर्को राउन्ड आउँदैछ।"},
}  # fmt: skip


def reason(rule: str, language: Language) -> str:
    """Why a rule forbids something, in one sentence."""
    return _REASONS[rule][language] if rule in _REASONS else common_reason(rule, language)


def rules() -> tuple[str, ...]:
    """The rule ids that a refusal of this game can carry."""
    return (*_REASONS, *COMMON_REASONS)


# --- options -------------------------------------------------------------------------------------------------------
_OPTIONS: dict[str, tuple[Text, dict[Any, Text]]] = {
    "loss": (
        {"en": "Dice lost", "nl": "Verloren dobbelstenen", "de": "Verlorene Würfel", "ne": "गुम्ने पासा"},
        {
            "difference": {"en": "You lose as many dice as you were wrong by.", "nl": "Je verliest zo veel dobbelstenen als je ernaast zat.", "de": "Du verlierst so viele Würfel, wie du danebenlagst.", "ne": "जति फरक पर्‍यो, त्यति नै पासा गुम्छ।"},
            "one": {"en": "A mistake always costs one die.", "nl": "Een fout kost altijd één dobbelsteen.", "de": "Ein Fehler kostet immer einen Würfel.", "ne": "गल्तीमा सधैँ एउटा पासा गुम्छ।"},
        },
    ),
    "extra_set": (
        {"en": "Second set of cups", "nl": "Tweede set bekers", "de": "Zweiter Satz Becher", "ne": "कपको दोस्रो सेट"},
        {
            False: {"en": "One set: up to 6 players.", "nl": "Eén set: tot 6 spelers.", "de": "Ein Satz: bis 6 Spieler.", "ne": "एउटा सेट: 6 जनासम्म।"},
            True: {"en": "Two sets: up to 12 players.", "nl": "Twee sets: tot 12 spelers.", "de": "Zwei Sätze: bis 12 Spieler.", "ne": "दुई सेट: 12 जनासम्म।"},
        },
    ),
}  # fmt: skip


def option(name: str, value: Any, language: Language) -> tuple[str, str]:
    """Label of an option, and what this value of it means. Raises KeyError for an option the game does not have."""
    common = common_option(name, value, language)
    if common:
        return (common[0], NO_CALLS[language]) if name == "call_grace_ms" else common
    label, meanings = _OPTIONS[name]
    return label[language], meanings[value][language]
