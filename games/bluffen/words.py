"""Claims and sentences of Bluffen in English, Dutch, German and Nepali. The contract is `games.core.game.Words`.

A claim is a label in the nominative and follows a colon, so that no language has to decline it; names never decline,
and Nepali particles are written on to them. Each event has one whole template per language.
"""

from collections.abc import Sequence
from typing import Any

from games.core import match_words
from games.core.card_words import cards, cards_named, counted, rank, ranks, suit
from games.core.cards import JOKER, SUITS
from games.core.game import Language
from games.core.words import COMMON_REASONS, Text, common_option, common_reason

_TITLE: Text = {"en": "Bluffen", "nl": "Bluffen", "de": "Bluffen", "ne": "ब्लफेन"}


def title(language: Language) -> str:
    return _TITLE[language]


def condition(name: str, language: Language) -> str:
    """A suit or a rank by name: `hearts`, `eight`."""
    return suit(name, language) if name in SUITS else rank(name, language)


def claim(claim: Any, language: Language) -> str:
    """What is claimed of cards that were laid: `hearts`, `eight`, `three queens`. It needs `claim` and `count`, or is a name."""
    if isinstance(claim, str):
        return condition(claim, language)
    if claim.claim in SUITS or claim.count == 1:
        return condition(claim.claim, language)
    return counted(claim.count, claim.claim, language)


# --- the log -------------------------------------------------------------------------------------------------------
# `*_me`: the reader is the one who acts; `*_by`: the reader is the one it is done to.
_LINES: dict[str, Text] = {
    "lot": {"en": "The lot decides: {name} starts.", "nl": "Door loting: {name} begint.", "de": "Das Los entscheidet: {name} beginnt.", "ne": "गोलाप्रथाबाट: {name}बाट सुरु।"},
    "lot_me": {"en": "The lot decides: you start.", "nl": "Door loting: jij begint.", "de": "Das Los entscheidet: Du beginnst.", "ne": "गोलाप्रथाबाट: तपाईंबाट सुरु।"},
    "dealt": {"en": "Game {game}: all cards are dealt. {name} opens.", "nl": "Partij {game}: alle kaarten zijn gedeeld. {name} opent.", "de": "Partie {game}: Alle Karten sind ausgeteilt. {name} eröffnet.", "ne": "खेल {game}: सबै तास बाँडियो। {name}बाट सुरु।"},
    "dealt_me": {"en": "Game {game}: all cards are dealt. You open.", "nl": "Partij {game}: alle kaarten zijn gedeeld. Jij opent.", "de": "Partie {game}: Alle Karten sind ausgeteilt. Du eröffnest.", "ne": "खेल {game}: सबै तास बाँडियो। तपाईंबाट सुरु।"},
    "opened": {"en": "{name} opens with {n}: {claim}.", "nl": "{name} opent met {n}: {claim}.", "de": "{name} eröffnet mit {n}: {claim}.", "ne": "{name}बाट सुरु: {n}, दाबी {claim}।"},
    "opened_me": {"en": "You open with {n}: {claim}.", "nl": "Jij opent met {n}: {claim}.", "de": "Du eröffnest mit {n}: {claim}.", "ne": "तपाईंबाट सुरु: {n}, दाबी {claim}।"},
    "shown": {"en": "{name} opens face up: {cards}.", "nl": "{name} opent open: {cards}.", "de": "{name} eröffnet offen: {cards}.", "ne": "{name}बाट खुला सुरु: {cards}।"},
    "shown_me": {"en": "You open face up: {cards}.", "nl": "Jij opent open: {cards}.", "de": "Du eröffnest offen: {cards}.", "ne": "तपाईंबाट खुला सुरु: {cards}।"},
    "suit_is": {"en": "The suit is {claim}.", "nl": "De kleur is {claim}.", "de": "Die Farbe ist {claim}.", "ne": "रङ: {claim}।"},
    "rank_is": {"en": "The rank is {claim}.", "nl": "De waarde is {claim}.", "de": "Der Wert ist {claim}.", "ne": "दाबी: {claim}।"},
    "laid": {"en": "{name} lays {n}: {claim}.", "nl": "{name} legt {n}: {claim}.", "de": "{name} legt {n}: {claim}.", "ne": "{name}: {n}, दाबी {claim}।"},
    "laid_me": {"en": "You lay {n}: {claim}.", "nl": "Jij legt {n}: {claim}.", "de": "Du legst {n}: {claim}.", "ne": "तपाईं: {n}, दाबी {claim}।"},
    "last": {"en": "That empties the hand.", "nl": "De hand is nu leeg.", "de": "Die Hand ist jetzt leer.", "ne": "हातको तास सकियो।"},
    "called": {"en": "You call it a lie. This is settled in a moment.", "nl": "Jij zegt: je liegt! Zo zien we wie gelijk heeft.", "de": "Du rufst: Du lügst! Gleich zeigt sich, wer recht hat.", "ne": "तपाईंले झुटो भन्नुभयो। नतिजा एकैछिनमा।"},
    "accepted": {"en": "{name} accepts.", "nl": "{name} accepteert.", "de": "{name} nimmt an.", "ne": "{name}ले पत्याउनुभयो।"},
    "accepted_me": {"en": "You accept.", "nl": "Jij accepteert.", "de": "Du nimmst an.", "ne": "तपाईंले पत्याउनुभयो।"},
    "challenged": {"en": "{name} doubts {other}.", "nl": "{name} gelooft {other} niet.", "de": "{name} glaubt {other} nicht.", "ne": "{name}ले {other}लाई पत्याउनुभएन।"},
    "challenged_me": {"en": "You doubt {other}.", "nl": "Jij gelooft {other} niet.", "de": "Du glaubst {other} nicht.", "ne": "तपाईंले {other}लाई पत्याउनुभएन।"},
    "challenged_by": {"en": "{name} doubts you.", "nl": "{name} gelooft jou niet.", "de": "{name} glaubt dir nicht.", "ne": "{name}ले तपाईंलाई पत्याउनुभएन।"},
    "turned": {"en": "Turned over: {cards}.", "nl": "Omgedraaid: {cards}.", "de": "Aufgedeckt: {cards}.", "ne": "पल्टाइयो: {cards}।"},
    "lie": {"en": "That was a lie.", "nl": "Dat was gelogen.", "de": "Das war gelogen.", "ne": "झुटो रहेछ।"},
    "true": {"en": "That was true.", "nl": "Dat was waar.", "de": "Das stimmte.", "ne": "साँचो रहेछ।"},
    "void": {"en": "The joker cancels the doubt: nobody takes the pile.", "nl": "De joker heft de twijfel op: niemand pakt de stapel op.", "de": "Der Joker hebt den Zweifel auf: Niemand nimmt den Stapel.", "ne": "जोकरले शंका रद्द गर्‍यो: थुप्रो कसैले उठाउनु पर्दैन।"},
    "taken": {"en": "{name} takes the pile: {n}.", "nl": "{name} pakt de stapel op: {n}.", "de": "{name} nimmt den Stapel: {n}.", "ne": "{name}ले थुप्रो उठाउनुभयो: {n}।"},
    "taken_me": {"en": "You take the pile: {n}.", "nl": "Jij pakt de stapel op: {n}.", "de": "Du nimmst den Stapel: {n}.", "ne": "तपाईंले थुप्रो उठाउनुभयो: {n}।"},
    "out": {"en": "{name} has no cards left (place {place}).", "nl": "{name} heeft geen kaarten meer (plaats {place}).", "de": "{name} hat keine Karten mehr (Platz {place}).", "ne": "{name}को तास सकियो (स्थान {place})।"},
    "out_me": {"en": "You have no cards left (place {place}).", "nl": "Jij hebt geen kaarten meer (plaats {place}).", "de": "Du hast keine Karten mehr (Platz {place}).", "ne": "तपाईंको तास सकियो (स्थान {place})।"},
    "gone": {"en": "{name} has no cards left.", "nl": "{name} heeft geen kaarten meer.", "de": "{name} hat keine Karten mehr.", "ne": "{name}को तास सकियो।"},
    "gone_me": {"en": "You have no cards left.", "nl": "Jij hebt geen kaarten meer.", "de": "Du hast keine Karten mehr.", "ne": "तपाईंको तास सकियो।"},
    "resumed_open": {"en": "{name} opens the next round.", "nl": "{name} opent de volgende ronde.", "de": "{name} eröffnet die nächste Runde.", "ne": "अर्को राउन्ड {name}बाट सुरु।"},
    "resumed_open_me": {"en": "You open the next round.", "nl": "Jij opent de volgende ronde.", "de": "Du eröffnest die nächste Runde.", "ne": "अर्को राउन्ड तपाईंबाट सुरु।"},
    "resumed_must_lay": {"en": "{name} must lay on this pile.", "nl": "{name} moet op deze stapel leggen.", "de": "{name} muss auf diesen Stapel legen.", "ne": "अब {name}ले यही थुप्रोमा तास राख्नुपर्छ।"},
    "resumed_must_lay_me": {"en": "You must lay on this pile.", "nl": "Jij moet op deze stapel leggen.", "de": "Du musst auf diesen Stapel legen.", "ne": "अब तपाईंले यही थुप्रोमा तास राख्नुपर्छ।"},
    "long": {"en": "The game is ended by the cards held.", "nl": "De partij eindigt met de kaarten die iedereen nu heeft.", "de": "Die Partie endet mit den Karten, die alle jetzt halten.", "ne": "अहिले हातमा भएको तासअनुसार खेल टुङ्गियो।"},
}  # fmt: skip


def _line(key: str, language: Language, me: bool = False, **fields: Any) -> str:
    return _LINES[f"{key}_me" if me else key][language].format(**fields)


def _lot(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("lot", language, event.seat == me, name=names[event.seat])


def _dealt(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("dealt", language, event.starter == me, game=event.game, name=names[event.starter])


def _laid(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    mine, name = event.seat == me, names[event.seat]
    if event.open:
        said = _line("shown", language, mine, name=name, cards=cards_named(event.cards, language))
        if JOKER in event.cards:
            said += " " + _line("suit_is" if event.claim in SUITS else "rank_is", language, claim=condition(event.claim, language))
    else:
        named = condition(event.claim, language) if event.claim in SUITS or event.count == 1 else ranks(event.claim, language)
        said = _line("opened" if event.opening else "laid", language, mine, name=name, n=cards(event.count, language), claim=named)
    return f"{said} {_line('last', language)}" if event.last else said


def _called(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("called", language)


def _accepted(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("accepted", language, event.seat == me, name=names[event.seat])


def _challenged(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    key = "challenged_by" if event.claimant == me else "challenged"
    return _line(key, language, event.seat == me, name=names[event.seat], other=names[event.claimant])


def verdict(reveal: Any, language: Language) -> str:
    """What came of a challenge: `That was a lie.`"""
    return _line("void" if reveal.void else "true" if reveal.claim_true else "lie", language)


def turned_over(reveal: Any, language: Language) -> str:
    """Which cards lay there and what came of the challenge: `Turned over: king of spades. That was a lie.`"""
    return f"{_line('turned', language, cards=cards_named(reveal.cards, language))} {verdict(reveal, language)}"


def follows(reveal: Any, seat: int | None, language: Language, names: Sequence[str], me: int | None, *, is_out: bool = False) -> str:
    """Who takes how much, whether the claimant is out of cards, and who goes on: `seat`, None where the game is over (UX-309)."""
    told = [] if reveal.taker is None else [_taken_by(reveal.taker, reveal.pile_count, language, names, me)]
    if is_out:
        told.append(_line("gone", language, reveal.claimant == me, name=names[reveal.claimant]))
    if seat is not None:
        told.append(_line("resumed_must_lay" if reveal.void else "resumed_open", language, seat == me, name=names[seat]))
    return " ".join(told)


def _revealed(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return turned_over(event, language)


def _taken_by(seat: int, count: int, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("taken", language, seat == me, name=names[seat], n=cards(count, language))


def _taken(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _taken_by(event.seat, event.count, language, names, me)


def _out(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("gone" if event.place is None else "out", language, event.seat == me, name=names[event.seat], place=event.place)


def _resumed(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line(f"resumed_{event.phase}", language, event.seat == me, name=names[event.seat])


def _game_over(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    won = match_words.winners(event.places, language, names, me)
    return f"{_line('long', language)} {won}" if event.long else won


_SENTENCES = {
    "lot": _lot,
    "dealt": _dealt,
    "laid": _laid,
    "called": _called,
    "accepted": _accepted,
    "challenged": _challenged,
    "revealed": _revealed,
    "taken": _taken,
    "out": _out,
    "resumed": _resumed,
    "game_over": _game_over,
}


def sentence(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """One line of the log for an event as shown to the reader. Raises KeyError for an event of another game."""
    tag = event.__struct_config__.tag
    return _SENTENCES[tag](event, language, names, me) if tag in _SENTENCES else match_words.sentence(event, language, names, me)


# --- the turn ------------------------------------------------------------------------------------------------------
_TURN: dict[str, Text] = {
    "open_suit_me": {"en": "Your turn: lay a card and name a suit.", "nl": "Jij bent aan de beurt: leg een kaart en noem een kleur.", "de": "Du bist am Zug: Lege eine Karte und nenne eine Farbe.", "ne": "तपाईंको पालो: एउटा तास राखेर रङ भन्नुहोस्।"},
    "open_sequence_me": {"en": "Your turn: lay a card and name a rank.", "nl": "Jij bent aan de beurt: leg een kaart en noem een waarde.", "de": "Du bist am Zug: Lege eine Karte und nenne einen Wert.", "ne": "तपाईंको पालो: एउटा तास राखेर कुन तास हो भन्नुहोस्।"},
    "open_same_rank_me": {"en": "Your turn: lay one to four cards and name a rank.", "nl": "Jij bent aan de beurt: leg één tot vier kaarten en noem een waarde.", "de": "Du bist am Zug: Lege eine bis vier Karten und nenne einen Wert.", "ne": "तपाईंको पालो: एकदेखि चारवटासम्म तास राखेर कुन तास हो भन्नुहोस्।"},
    "open_shown_me": {"en": "Your turn: lay a card face up.", "nl": "Jij bent aan de beurt: leg een kaart open op tafel.", "de": "Du bist am Zug: Lege eine Karte offen hin.", "ne": "तपाईंको पालो: एउटा तास खुला राख्नुहोस्।"},
    "respond_me": {"en": "Your turn: lay or doubt {other}.", "nl": "Jij bent aan de beurt: leg, of zeg dat {other} liegt.", "de": "Du bist am Zug: Lege oder zweifle {other} an.", "ne": "तपाईंको पालो: तास राख्नुहोस् वा {other}माथि शंका गर्नुहोस्।"},
    "answer_last_me": {"en": "Last cards of {other}: accept or doubt?", "nl": "De laatste kaarten van {other}: accepteren of betwijfelen?", "de": "Die letzten Karten von {other}: annehmen oder anzweifeln?", "ne": "{other}को अन्तिम तास: पत्याउने कि शंका गर्ने?"},
    "must_lay_me": {"en": "Your turn: you must lay.", "nl": "Jij bent aan de beurt: je moet leggen.", "de": "Du bist am Zug: Du musst legen.", "ne": "तपाईंको पालो: तास राख्नैपर्छ।"},
    "open": {"en": "Waiting for {name} to open.", "nl": "We wachten op {name}: openen.", "de": "Wir warten auf {name}: eröffnen.", "ne": "{name}लाई पर्खँदै: राउन्ड सुरु गर्ने।"},
    "respond": {"en": "Waiting for {name}: lay or doubt.", "nl": "We wachten op {name}: leggen of betwijfelen.", "de": "Wir warten auf {name}: legen oder anzweifeln.", "ne": "{name}लाई पर्खँदै: तास राख्ने वा शंका गर्ने।"},
    "respond_may": {"en": "Waiting for {name}. You may doubt {other} too.", "nl": "We wachten op {name}. Jij mag {other} ook betwijfelen.", "de": "Wir warten auf {name}. Auch du darfst {other} anzweifeln.", "ne": "{name}लाई पर्खँदै। तपाईं पनि {other}माथि शंका गर्न सक्नुहुन्छ।"},
    "answer_last": {"en": "Last cards of {other}. Waiting for {name}: accept or doubt.", "nl": "De laatste kaarten van {other}. We wachten op {name}: accepteren of betwijfelen.", "de": "Die letzten Karten von {other}. Wir warten auf {name}: annehmen oder anzweifeln.", "ne": "{other}को अन्तिम तास। {name}लाई पर्खँदै: पत्याउने वा शंका गर्ने।"},
    "answer_last_may": {"en": "Last cards of {other}. Waiting for {name}; you may doubt too.", "nl": "De laatste kaarten van {other}. We wachten op {name}; jij mag ze ook betwijfelen.", "de": "Die letzten Karten von {other}. Wir warten auf {name}; auch du darfst zweifeln.", "ne": "{other}को अन्तिम तास। {name}लाई पर्खँदै; तपाईं पनि शंका गर्न सक्नुहुन्छ।"},
    "must_lay": {"en": "Waiting for {name}, who must lay.", "nl": "We wachten op {name}: leggen.", "de": "Wir warten auf {name}: legen.", "ne": "{name}लाई पर्खँदै: तास राख्ने।"},
    "called": {"en": "You doubt {other}. This is settled in a moment.", "nl": "Jij gelooft {other} niet. Zo zien we wie gelijk heeft.", "de": "Du glaubst {other} nicht. Gleich zeigt sich, wer recht hat.", "ne": "तपाईंले {other}लाई पत्याउनुभएन। नतिजा एकैछिनमा।"},
    "reveal": {"en": "The cards lie open. {name} is next.", "nl": "De kaarten liggen open. Daarna is {name} aan de beurt.", "de": "Die Karten liegen offen. Danach ist {name} am Zug.", "ne": "तास खुला छन्। अब {name}को पालो।"},
    "reveal_me": {"en": "The cards lie open. You are next.", "nl": "De kaarten liggen open. Daarna ben jij aan de beurt.", "de": "Die Karten liegen offen. Danach bist du am Zug.", "ne": "तास खुला छन्। अब तपाईंको पालो।"},
}  # fmt: skip


def may_doubt(view: Any, me: int | None) -> bool:
    """Whether the reader may doubt the newest lay out of turn. Rules: bluffen.challenge.anyone."""
    if me is None or not view.live or view.called or view.options.challengers != "anyone":
        return False
    return me not in (view.to_act, view.pile[-1].seat) and view.own is not None


def turn(view: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """The turn banner as one sentence, for the seat `me` or a spectator."""
    if between := match_words.turn_between_games(view, language, names, me):
        return between
    if view.phase == "reveal":
        return _TURN["reveal_me" if view.next_to_act == me else "reveal"][language].format(name=names[view.next_to_act])
    other = names[view.pile[-1].seat] if view.pile else ""
    if view.called:
        return _TURN["called"][language].format(other=other)
    key = view.phase
    if view.to_act == me:
        key = f"open_{'shown' if view.options.open_start else view.options.mode}_me" if key == "open" else f"{key}_me"
    elif may_doubt(view, me):
        key = f"{key}_may"
    return _TURN[key][language].format(name=names[view.to_act], other=other)


_AT_ZERO: dict[str, Text] = {
    "open": {"en": "At 0: the lowest card, truly named.", "nl": "Bij 0: laagste kaart, eerlijk genoemd.", "de": "Bei 0: niedrigste Karte, ehrlich angesagt.", "ne": "0 मा सबैभन्दा सानो तास, साँचो नामसहित।"},
    "open_other": {"en": "At 0: lowest card, truly named if allowed.", "nl": "Bij 0: laagste kaart, eerlijk als dat mag.", "de": "Bei 0: niedrigste Karte, ehrlich, wenn erlaubt.", "ne": "0 मा सबैभन्दा सानो तास, मिलेसम्म साँचो नामसहित।"},
    "follow": {"en": "At 0: lowest card, a fitting one if any.", "nl": "Bij 0: laagste kaart, liefst passend.", "de": "Bei 0: niedrigste Karte, lieber passend.", "ne": "0 मा सबैभन्दा सानो, सकेसम्म मिल्ने तास।"},
    "last": {"en": "At 0 the last cards are accepted.", "nl": "Bij 0 worden de laatste kaarten geaccepteerd.", "de": "Bei 0 werden die letzten Karten angenommen.", "ne": "0 मा अन्तिम तास पत्याइन्छ।"},
}  # fmt: skip


def timeout(view: Any, language: Language) -> str:
    """What happens when the clock runs out. Rules: bluffen.timeout.open, bluffen.timeout.follow, bluffen.timeout.last."""
    opening = "open" if view.options.repeat_suit else "open_other"
    return _AT_ZERO[{"open": opening, "answer_last": "last"}.get(view.phase, "follow")][language]


_ACTIONS: dict[str, Text] = {
    "lay": {"en": "Lay {n}", "nl": "{n} leggen", "de": "{n} ablegen", "ne": "{n} राख्ने"},
    "lay_as": {"en": "Lay {n}: {claim}", "nl": "{n} leggen: {claim}", "de": "{n} ablegen: {claim}", "ne": "{n} राख्ने: {claim}"},
    "challenge": {"en": "You're lying!", "nl": "Je liegt!", "de": "Du lügst!", "ne": "झुटो!"},
    "challenge_whom": {"en": "{name} is lying: {claim}", "nl": "{name} liegt: {claim}", "de": "{name} lügt: {claim}", "ne": "{name}को दाबी झुटो: {claim}"},
    "accept": {"en": "Accept", "nl": "Accepteren", "de": "Annehmen", "ne": "पत्याउने"},
}  # fmt: skip


def action(action: Any, language: Language) -> str:
    """An action as its button says it."""
    kind = action.__struct_config__.tag
    if kind != "lay":
        return _ACTIONS[kind][language]
    named = action.claim is not None
    said = claim(action.claim, language) if named else ""
    return _ACTIONS["lay_as" if named else "lay"][language].format(n=cards(len(action.cards), language), claim=said)


def doubt(name: str, play: Any, language: Language) -> str:
    """The challenge button with its object (UX-305)."""
    return _ACTIONS["challenge_whom"][language].format(name=name, claim=claim(play, language))


# --- refusals ------------------------------------------------------------------------------------------------------
_NOTHING: Text = {"en": "There is no claim to doubt.", "nl": "Er is geen claim om te betwijfelen.", "de": "Es gibt keine Ansage, die du anzweifeln kannst.", "ne": "शंका गर्ने कुनै दाबी छैन।"}  # fmt: skip
_OVER: Text = {"en": "This game is over.", "nl": "Deze partij is afgelopen.", "de": "Diese Partie ist zu Ende.", "ne": "यो खेल सकिसक्यो।"}
_ONE_TO_FOUR: Text = {"en": "Choose one to four cards.", "nl": "Kies één tot vier kaarten.", "de": "Wähle eine bis vier Karten.", "ne": "एकदेखि चारवटासम्म तास छान्नुहोस्।"}  # fmt: skip

_REASONS: dict[str, Text] = {
    "bluffen.players": {"en": "3 to 7 players.", "nl": "3 tot 7 spelers.", "de": "3 bis 7 Spieler.", "ne": "3 देखि 7 जना खेलाडी।"},
    "bluffen.options.conflicts": {"en": "These options do not go together.", "nl": "Deze opties gaan niet samen.", "de": "Diese Optionen passen nicht zusammen.", "ne": "यी विकल्प सँगै मिल्दैनन्।"},
    "bluffen.open.condition": {"en": "Name the suit or rank that this round asks for.", "nl": "Noem de kleur of waarde waar het in deze ronde om gaat.", "de": "Nenne die Farbe oder den Wert, um den es in dieser Runde geht.", "ne": "यो राउन्डमा चल्ने रङ वा तास भन्नुहोस्।"},
    "bluffen.open.repeat-suit": {"en": "That suit was just used. Choose another.", "nl": "Die kleur was er net. Kies een andere.", "de": "Diese Farbe war gerade dran. Wähle eine andere.", "ne": "त्यो रङ भर्खरै भयो। अर्को छान्नुहोस्।"},
    "bluffen.open.forced": {"en": "You open this round: lay first.", "nl": "Jij opent: leg eerst.", "de": "Du eröffnest: Lege zuerst.", "ne": "राउन्ड तपाईंले सुरु गर्ने हो: पहिले तास राख्नुहोस्।"},
    "bluffen.turn.options": {"en": "It isn't your turn yet.", "nl": "Je bent nog niet aan de beurt.", "de": "Du bist noch nicht am Zug.", "ne": "अहिले तपाईंको पालो होइन।"},
    "bluffen.turn.no-pass": {"en": "Nobody passes here: only last cards are accepted.", "nl": "Passen bestaat hier niet: accepteren kan alleen bij laatste kaarten.", "de": "Gepasst wird hier nicht: Annehmen geht nur bei letzten Karten.", "ne": "यहाँ पास हुँदैन: पत्याउन अन्तिम तासमा मात्र मिल्छ।"},
    "bluffen.lay.count": {"en": "Choose exactly as many cards as a lay may have.", "nl": "Kies precies zo veel kaarten als je mag leggen.", "de": "Wähle genau so viele Karten, wie du legen darfst.", "ne": "राख्न मिल्ने जति मात्र तास छान्नुहोस्।"},
    "bluffen.lay.claim": {"en": "That is no claim in this game.", "nl": "Dat is geen claim in dit spel.", "de": "Das ist in diesem Spiel keine Ansage.", "ne": "यो खेलमा त्यस्तो दाबी हुँदैन।"},
    "bluffen.lay.claim-missing": {"en": "Whoever opens names the suit or rank.", "nl": "Wie opent, noemt de kleur of de waarde.", "de": "Wer eröffnet, nennt die Farbe oder den Wert.", "ne": "राउन्ड सुरु गर्नेले रङ वा तास भन्नुपर्छ।"},
    "bluffen.lay.only-claim": {"en": "Nothing but the claim is said with a lay.", "nl": "Bij het leggen zeg je alleen de claim.", "de": "Beim Legen wird nur die Ansage gesagt.", "ne": "तास राख्दा दाबीबाहेक केही भनिँदैन।"},
    "bluffen.challenge.needs-claim": _NOTHING,
    "bluffen.challenge.next-player-only": {"en": "Only the next player may doubt.", "nl": "Alleen de volgende speler mag betwijfelen.", "de": "Nur wer als Nächstes am Zug ist, darf anzweifeln.", "ne": "अर्को पालोको खेलाडीले मात्र शंका गर्न मिल्छ।"},
    "bluffen.challenge.anyone": {"en": "Only others who still hold cards may doubt this.", "nl": "Alleen anderen die nog kaarten hebben, mogen dit betwijfelen.", "de": "Das dürfen nur andere anzweifeln, die noch Karten haben.", "ne": "हातमा तास भएका अरूले मात्र शंका गर्न मिल्छ।"},
    "bluffen.challenge.no-second-thought": {"en": "Too late: you have laid since.", "nl": "Te laat: jij hebt er al op gelegd.", "de": "Zu spät: Du hast schon darauf gelegt.", "ne": "ढिलो भयो: तपाईंले तास राखिसक्नुभयो।"},
    "bluffen.last.answer": {"en": "First answer the last cards.", "nl": "Antwoord eerst op de laatste kaarten.", "de": "Antworte zuerst auf die letzten Karten.", "ne": "पहिले अन्तिम तासको जवाफ दिनुहोस्।"},
    "bluffen.last.accepted": {"en": "These last cards have been accepted.", "nl": "Deze laatste kaarten zijn al geaccepteerd.", "de": "Diese letzten Karten sind schon angenommen.", "ne": "यी अन्तिम तास पत्याइसकिएका छन्।"},
    "bluffen.last.safe": {"en": "Last cards cannot be doubted at this table.", "nl": "Laatste kaarten mag je aan deze tafel niet betwijfelen.", "de": "Letzte Karten darf man an diesem Tisch nicht anzweifeln.", "ne": "यो टेबलमा अन्तिम तासमाथि शंका गर्न मिल्दैन।"},
    "bluffen.end.stop": _OVER,
    "bluffen.end.play-on": _OVER,
    "bluffen.sequence.step": {"en": "Name the rank claimed last, or the one next to it.", "nl": "Noem de laatst genoemde waarde of die ernaast.", "de": "Nenne den zuletzt angesagten Wert oder einen daneben.", "ne": "पछिल्लो दाबीको तास वा त्योसँगै जोडिएको तास मात्र भन्न मिल्छ।"},
    "bluffen.same-rank.follow": {"en": "The rank stays the same for the whole round.", "nl": "De waarde blijft de hele ronde dezelfde.", "de": "Der Wert bleibt die ganze Runde gleich.", "ne": "राउन्डभरि एउटै तासको दाबी हुन्छ।"},
    "bluffen.same-rank.four": _ONE_TO_FOUR,
    "bluffen.joker.void": {"en": "A joker has cancelled the doubt: lay on it.", "nl": "Een joker heeft de twijfel opgeheven: leg erop.", "de": "Ein Joker hat den Zweifel aufgehoben: Lege darauf.", "ne": "जोकरले शंका रद्द गरिसक्यो: अब तास राख्नुहोस्।"},
    "bluffen.open-start.shown": {"en": "The first card lies face up and says itself what it is.", "nl": "De eerste kaart ligt open en zegt zelf wat hij is.", "de": "Die erste Karte liegt offen und sagt selbst, was sie ist.", "ne": "पहिलो तास खुला हुन्छ, त्यो जे हो त्यही दाबी हुन्छ।"},
    "bluffen.leave": {"en": "Whoever laid this has left: it stands.", "nl": "Wie dit legde is weggegaan: de claim blijft staan.", "de": "Wer das gelegt hat, ist gegangen: Die Ansage gilt.", "ne": "यो राख्ने खेलाडी जानुभयो: दाबी टिक्यो।"},
    "common.calls.block": {"en": "Somebody doubts the last play: wait a moment.", "nl": "Iemand betwijfelt de laatste kaarten: wacht even.", "de": "Jemand zweifelt die letzten Karten an: Warte kurz.", "ne": "कसैले पछिल्लो चालमाथि शंका गर्नुभयो: एकैछिन पर्खनुहोस्।"},
    "common.calls.simultaneous": {"en": "You have doubted already: wait a moment.", "nl": "Je hebt al betwijfeld: wacht even.", "de": "Du hast schon gezweifelt: Warte kurz.", "ne": "तपाईंले शंका गरिसक्नुभयो: एकैछिन पर्खनुहोस्।"},
    "common.long.agreed": {"en": "This game is not that long yet.", "nl": "Zo lang duurt deze partij nog niet.", "de": "So lange dauert diese Partie noch nicht.", "ne": "यो खेल त्यति लामो भएको छैन।"},
}  # fmt: skip


def reason(rule: str, language: Language) -> str:
    """Why a rule forbids something, in one sentence."""
    return _REASONS[rule][language] if rule in _REASONS else common_reason(rule, language)


def rules() -> tuple[str, ...]:
    """The rule ids that a refusal of this game can carry."""
    return tuple(dict.fromkeys([*_REASONS, *COMMON_REASONS]))


# --- options -------------------------------------------------------------------------------------------------------
_OPTIONS: dict[str, tuple[Text, dict[Any, Text]]] = {
    "mode": (
        {"en": "What cards must be", "nl": "Wat kaarten moeten zijn", "de": "Was Karten sein müssen", "ne": "तास कस्तो हुनुपर्ने"},
        {
            "suit": {"en": "Suit: one card each, always of the suit of the round.", "nl": "Kleur: telkens één kaart, steeds de kleur van de ronde.", "de": "Farbe: je eine Karte, immer in der Farbe der Runde.", "ne": "रङ: पालैपिच्छे एउटा तास, सधैँ राउन्डको रङको।"},
            "sequence": {"en": "Sequence: one card each, one rank up, down or the same.", "nl": "Volgorde: telkens één kaart, één hoger, één lager of gelijk.", "de": "Folge: je eine Karte, einen Wert höher, tiefer oder gleich.", "ne": "क्रम: पालैपिच्छे एउटा तास, एक माथि, एक तल वा उही।"},
            "same_rank": {"en": "Same rank: one to four cards, always the rank of the round.", "nl": "Zelfde waarde: één tot vier kaarten, steeds de waarde van de ronde.", "de": "Gleicher Wert: eine bis vier Karten, immer der Wert der Runde.", "ne": "उही तास: एकदेखि चारवटासम्म, सधैँ राउन्डमा भनिएकै तास।"},
        },
    ),
    "challengers": (
        {"en": "Who may doubt", "nl": "Wie mag betwijfelen", "de": "Wer anzweifeln darf", "ne": "शंका कसले गर्ने"},
        {
            "next": {"en": "Only the next player may doubt.", "nl": "Alleen de volgende speler mag betwijfelen.", "de": "Nur wer als Nächstes am Zug ist, darf anzweifeln.", "ne": "अर्को पालोको खेलाडीले मात्र।"},
            "anyone": {"en": "Everyone else may doubt, also out of turn.", "nl": "Alle anderen mogen betwijfelen, ook buiten de beurt.", "de": "Alle anderen dürfen anzweifeln, auch außer der Reihe.", "ne": "अरू जोसुकैले, पालो नपर्खी पनि।"},
        },
    ),
    "last_card_safe": (
        {"en": "Last card is safe", "nl": "Laatste kaart is veilig", "de": "Letzte Karte ist sicher", "ne": "अन्तिम तास सुरक्षित"},
        {
            False: {"en": "Last cards can be doubted like any others.", "nl": "Ook de laatste kaarten kun je betwijfelen.", "de": "Auch letzte Karten darf man anzweifeln.", "ne": "अन्तिम तासमाथि पनि शंका गर्न मिल्छ।"},
            True: {"en": "Whoever lays the last card is out, true or not.", "nl": "Wie de laatste kaart legt is klaar, waar of niet.", "de": "Wer die letzte Karte legt, ist fertig, wahr oder nicht.", "ne": "अन्तिम तास राख्ने बित्तिकै सकियो, साँचो होस् वा झुटो।"},
        },
    ),
    "jokers": (
        {"en": "Jokers", "nl": "Jokers", "de": "Joker", "ne": "जोकर"},
        {
            False: {"en": "Played without jokers.", "nl": "We spelen zonder jokers.", "de": "Gespielt wird ohne Joker.", "ne": "जोकरबिना खेलिन्छ।"},
            True: {"en": "Two jokers for each pack; a joker fits every claim.", "nl": "Twee jokers per pak; een joker past bij elke claim.", "de": "Zwei Joker je Kartenspiel; ein Joker passt zu jeder Ansage.", "ne": "हरेक गड्डीमा दुईवटा जोकर; जोकर हरेक दाबीमा मिल्छ।"},
        },
    ),
    "joker_reveal": (
        {"en": "A joker turned over", "nl": "Een omgedraaide joker", "de": "Ein aufgedeckter Joker", "ne": "पल्टिएको जोकर"},
        {
            "true_claim": {"en": "It makes the claim true: whoever doubted takes the pile.", "nl": "De claim is waar: wie betwijfelde pakt de stapel op.", "de": "Die Ansage stimmt: Wer gezweifelt hat, nimmt den Stapel.", "ne": "दाबी साँचो ठहरिन्छ: शंका गर्नेले थुप्रो उठाउनुपर्छ।"},
            "void": {"en": "It cancels the doubt: nobody takes the pile.", "nl": "De twijfel vervalt: niemand pakt de stapel op.", "de": "Der Zweifel ist aufgehoben: Niemand nimmt den Stapel.", "ne": "शंका रद्द हुन्छ: थुप्रो कसैले उठाउनु पर्दैन।"},
        },
    ),
    "open_start": (
        {"en": "First card face up", "nl": "Eerste kaart open", "de": "Erste Karte offen", "ne": "पहिलो तास खुला"},
        {
            False: {"en": "Every card is laid face down.", "nl": "Alle kaarten worden gedekt gelegd.", "de": "Alle Karten werden verdeckt gelegt.", "ne": "सबै तास घोप्टो राखिन्छ।"},
            True: {"en": "The first card of each round lies open and names the suit or rank.", "nl": "De eerste kaart van elke ronde ligt open en bepaalt kleur of waarde.", "de": "Die erste Karte jeder Runde liegt offen und bestimmt Farbe oder Wert.", "ne": "हरेक राउन्डको पहिलो तास खुला हुन्छ र त्यसैले रङ वा तास तोक्छ।"},
        },
    ),
    "repeat_suit": (
        {"en": "Same suit again", "nl": "Zelfde kleur nog eens", "de": "Gleiche Farbe noch einmal", "ne": "उही रङ फेरि"},
        {
            True: {"en": "An opener may name the suit of the round before.", "nl": "Wie opent mag de kleur van de vorige ronde noemen.", "de": "Wer eröffnet, darf die Farbe der vorigen Runde nennen.", "ne": "राउन्ड सुरु गर्नेले अघिल्लो राउन्डको रङ भन्न मिल्छ।"},
            False: {"en": "An opener must name another suit than the round before.", "nl": "Wie opent moet een andere kleur noemen dan de vorige ronde.", "de": "Wer eröffnet, muss eine andere Farbe als zuvor nennen.", "ne": "राउन्ड सुरु गर्नेले अघिल्लोभन्दा फरक रङ भन्नुपर्छ।"},
        },
    ),
    "finish": (
        {"en": "End of the game", "nl": "Einde van de partij", "de": "Ende der Partie", "ne": "खेलको अन्त्य"},
        {
            "stop": {"en": "The game ends when somebody is out of cards.", "nl": "De partij eindigt zodra iemand geen kaarten meer heeft.", "de": "Die Partie endet, sobald jemand keine Karten mehr hat.", "ne": "कसैको तास सकिनेबित्तिकै खेल सकिन्छ।"},
            "play_on": {"en": "Play goes on for all places, until one player holds cards.", "nl": "Er wordt doorgespeeld voor alle plaatsen, tot één speler kaarten heeft.", "de": "Es wird um alle Plätze weitergespielt, bis nur noch eine Person Karten hat.", "ne": "एक जनासँग मात्र तास बाँकी रहुन्जेल सबै स्थानका लागि खेलिन्छ।"},
        },
    ),
    "points": (
        {"en": "Points for a game", "nl": "Punten voor een partij", "de": "Punkte für eine Partie", "ne": "खेलको अङ्क"},
        {
            "win": {"en": "1 point for the winner, 0 for all others.", "nl": "1 punt voor de winnaar, 0 voor de anderen.", "de": "1 Punkt für den Sieg, 0 für alle anderen.", "ne": "जित्नेलाई 1 अङ्क, अरूलाई 0।"},
            "placing": {"en": "Points by place: one for each player behind you.", "nl": "Punten naar plaats: één voor elke speler achter je.", "de": "Punkte nach Platz: einer für jeden hinter dir.", "ne": "स्थानअनुसार अङ्क: पछाडिका हरेक खेलाडीका लागि 1।"},
        },
    ),
    "decks": (
        {"en": "Packs of cards", "nl": "Pakken kaarten", "de": "Kartenspiele", "ne": "तासका गड्डी"},
        {
            1: {"en": "One pack: 52 cards.", "nl": "Eén pak: 52 kaarten.", "de": "Ein Kartenspiel: 52 Karten.", "ne": "एक गड्डी: 52 वटा तास।"},
            2: {"en": "Two packs shuffled together: 104 cards.", "nl": "Twee pakken door elkaar: 104 kaarten.", "de": "Zwei Kartenspiele zusammengemischt: 104 Karten.", "ne": "दुई गड्डी सँगै फिटेर: 104 वटा तास।"},
        },
    ),
}  # fmt: skip


def option(name: str, value: Any, language: Language) -> tuple[str, str]:
    """Label of an option, and what this value of it means. Raises KeyError for an option the game does not have."""
    common = common_option(name, value, language)
    if common:
        return common
    label, meanings = _OPTIONS[name]
    return label[language], meanings[value][language]
