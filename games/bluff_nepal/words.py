"""Claims and sentences of Bluff (Nepal) in English, Dutch, German and Nepali. The contract is `games.core.game.Words`.

A claim is a label in the nominative and follows a colon, so that no language has to decline it; names never decline,
and Nepali particles are written on to them. Each event has one whole template per language.
"""

from collections.abc import Sequence
from typing import Any

from games.core import match_words
from games.core.card_words import cards, counted, ranks, sign
from games.core.game import Language
from games.core.words import COMMON_REASONS, Text, common_option, common_reason, joined

_TITLE: Text = {"en": "Bluff (Nepal)", "nl": "Bluff (Nepal)", "de": "Bluff (Nepal)", "ne": "ब्लफ (नेपाल)"}


def title(language: Language) -> str:
    return _TITLE[language]


def claim(claim: Any, language: Language) -> str:
    """What a lay is said to be: `three sevens`. It needs `count` and `rank`."""
    return counted(claim.count, claim.rank, language)


# --- the log -------------------------------------------------------------------------------------------------------
# `*_me`: the reader is the one who acts; `*_by`: the reader is the one it is done to.
_LINES: dict[str, Text] = {
    "lot": {"en": "The lot decides: {name} deals.", "nl": "Door loting: {name} deelt.", "de": "Das Los entscheidet: {name} gibt.", "ne": "गोलाप्रथाबाट: {name}ले तास बाँड्नुहुन्छ।"},
    "lot_me": {"en": "The lot decides: you deal.", "nl": "Door loting: jij deelt.", "de": "Das Los entscheidet: Du gibst.", "ne": "गोलाप्रथाबाट: तपाईंले तास बाँड्नुहुन्छ।"},
    "dealt": {"en": "{name} deals all the cards.", "nl": "{name} deelt alle kaarten.", "de": "{name} gibt alle Karten aus.", "ne": "{name}ले सबै तास बाँड्नुभयो।"},
    "dealt_me": {"en": "You deal all the cards.", "nl": "Jij deelt alle kaarten.", "de": "Du gibst alle Karten aus.", "ne": "तपाईंले सबै तास बाँड्नुभयो।"},
    "round": {"en": "Round {round}. {name} opens.", "nl": "Ronde {round}. {name} opent.", "de": "Runde {round}. {name} eröffnet.", "ne": "राउन्ड {round}। {name}बाट सुरु।"},
    "round_me": {"en": "Round {round}. You open.", "nl": "Ronde {round}. Jij opent.", "de": "Runde {round}. Du eröffnest.", "ne": "राउन्ड {round}। तपाईंबाट सुरु।"},
    "laid": {"en": "{name} lays {cards}: {claim}.", "nl": "{name} legt {cards}: {claim}.", "de": "{name} legt {cards}: {claim}.", "ne": "{name}: {cards}, दाबी {claim}।"},
    "laid_me": {"en": "You lay {cards}: {claim}.", "nl": "Jij legt {cards}: {claim}.", "de": "Du legst {cards}: {claim}.", "ne": "तपाईं: {cards}, दाबी {claim}।"},
    "last": {"en": "{name} has laid the last cards.", "nl": "{name} heeft de laatste kaarten gelegd.", "de": "{name} hat die letzten Karten gelegt.", "ne": "{name}ले अन्तिम तास राख्नुभयो।"},
    "last_me": {"en": "You have laid your last cards.", "nl": "Jij hebt je laatste kaarten gelegd.", "de": "Du hast deine letzten Karten gelegt.", "ne": "तपाईंले अन्तिम तास राख्नुभयो।"},
    "passed": {"en": "{name} passes.", "nl": "{name} past.", "de": "{name} passt.", "ne": "{name}ले पास गर्नुभयो।"},
    "passed_me": {"en": "You pass.", "nl": "Jij past.", "de": "Du passt.", "ne": "तपाईंले पास गर्नुभयो।"},
    "called": {"en": "Your call has arrived.", "nl": "Je hebt bluf geroepen.", "de": "Dein Ruf ist angekommen.", "ne": "तपाईंको ब्लफ पुग्यो।"},
    "call": {"en": "{name} calls bluff on {other}.", "nl": "{name} roept bluf tegen {other}.", "de": "{name} ruft „Bluff!“ gegen {other}.", "ne": "{name}ले {other}लाई ब्लफ भन्नुभयो।"},
    "call_me": {"en": "You call bluff on {other}.", "nl": "Jij roept bluf tegen {other}.", "de": "Du rufst „Bluff!“ gegen {other}.", "ne": "तपाईंले {other}लाई ब्लफ भन्नुभयो।"},
    "call_by": {"en": "{name} calls bluff on you.", "nl": "{name} roept bluf tegen jou.", "de": "{name} ruft „Bluff!“ gegen dich.", "ne": "{name}ले तपाईंलाई ब्लफ भन्नुभयो।"},
    "cards": {"en": "Turned over: {cards}.", "nl": "Omgedraaid: {cards}.", "de": "Aufgedeckt: {cards}.", "ne": "पल्टाइएको तास: {cards}।"},
    "true": {"en": "That was true.", "nl": "Dat was waar.", "de": "Das stimmte.", "ne": "साँचो रहेछ।"},
    "lie": {"en": "That was a lie.", "nl": "Dat was gelogen.", "de": "Das war gelogen.", "ne": "झुटो रहेछ।"},
    "takes": {"en": "{name} takes {cards}.", "nl": "{name} pakt {cards} op.", "de": "{name} nimmt {cards} auf.", "ne": "{name}ले {cards} उठाउनुभयो।"},
    "takes_me": {"en": "You take {cards}.", "nl": "Jij pakt {cards} op.", "de": "Du nimmst {cards} auf.", "ne": "तपाईंले {cards} उठाउनुभयो।"},
    "let_go": {"en": "{name} lets it go.", "nl": "{name} laat het gaan.", "de": "{name} lässt es durchgehen.", "ne": "{name}ले जान दिनुभयो।"},
    "let_go_me": {"en": "You let it go.", "nl": "Jij laat het gaan.", "de": "Du lässt es durchgehen.", "ne": "तपाईंले जान दिनुभयो।"},
    "nobody": {"en": "Nobody is left to answer: the claim stands.", "nl": "Niemand kan nog antwoorden: de claim blijft staan.", "de": "Niemand kann mehr antworten: Die Ansage gilt.", "ne": "जवाफ दिने कोही बाँकी हुनुहुन्न: दाबी टिक्यो।"},
    "set_aside": {"en": "The pile leaves the game unseen: {cards}.", "nl": "De stapel gaat ongezien uit het spel: {cards}.", "de": "Der Stapel verlässt das Spiel ungesehen: {cards}.", "ne": "थुप्रो नहेरी खेलबाट हटाइयो: {cards}।"},
    "as_it_stands": {"en": "The game ends as it stands: fewer cards are better.", "nl": "De partij eindigt zoals die staat: minder kaarten is beter.", "de": "Die Partie endet, wie sie steht: Weniger Karten sind besser.", "ne": "खेल अहिलेकै अवस्थामा सकियो: थोरै तास हुनु राम्रो।"},
}  # fmt: skip


def _line(key: str, language: Language, me: bool = False, **fields: Any) -> str:
    return _LINES[f"{key}_me" if me else key][language].format(**fields)


def _of_seat(key: str, seat: int, language: Language, names: Sequence[str], me: int | None, **fields: Any) -> str:
    """A line about one seat, which is the reader or not."""
    return _line(key, language, seat == me, name=names[seat], **fields)


def _laid(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    number = cards(event.count, language)
    told = _of_seat("laid", event.seat, language, names, me, cards=number, claim=claim(event, language))
    return f"{told} {_of_seat('last', event.seat, language, names, me)}" if event.last else told


def _call(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    key = "call_by" if event.layer == me else "call"
    return _of_seat(key, event.caller, language, names, me, other=names[event.layer])


def turned_over(reveal: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """What a call turned up, whether the claim was true, and who takes the pile."""
    shown = _line("cards", language, cards=joined([sign(card, language) for card in reveal.cards], language))
    verdict = _line("true" if reveal.claim_true else "lie", language)
    return f"{shown} {verdict} {_of_seat('takes', reveal.pile_to, language, names, me, cards=cards(reveal.pile_count, language))}"


def _let_go(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("nobody", language) if event.seat is None else _of_seat("let_go", event.seat, language, names, me)


def _game_over(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    won = match_words.winners(event.places, language, names, me)
    return f"{_line('as_it_stands', language)} {won}" if event.winner is None else won


def sentence(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """One line of the log for an event as shown to the reader. Raises KeyError for an event of another game."""
    kind = event.__struct_config__.tag
    match kind:
        case "laid":
            return _laid(event, language, names, me)
        case "call":
            return _call(event, language, names, me)
        case "turned_over":
            return turned_over(event.reveal, language, names, me)
        case "let_go":
            return _let_go(event, language, names, me)
        case "game_over":
            return _game_over(event, language, names, me)
        case "dealt":
            return _of_seat(kind, event.dealer, language, names, me)
        case "round":
            return _of_seat(kind, event.leader, language, names, me, round=event.round)
        case "called":
            return _line(kind, language)
        case "set_aside":
            return _line(kind, language, cards=cards(event.count, language))
        case "lot" | "passed":
            return _of_seat(kind, event.seat, language, names, me)
    return match_words.sentence(event, language, names, me)


# --- the turn ------------------------------------------------------------------------------------------------------
_TURN: dict[str, Text] = {
    "lead_me": {"en": "Your turn: lay one to four cards and name any rank.", "nl": "Jij bent aan de beurt: leg één tot vier kaarten en noem een waarde.", "de": "Du bist am Zug: Lege eine bis vier Karten und nenne einen Wert.", "ne": "तपाईंको पालो: एकदेखि चारवटा तास राखेर कुन हो भन्नुहोस्।"},
    "follow_me": {"en": "Your turn: add {ranks}, pass or call bluff.", "nl": "Jij bent aan de beurt: leg {ranks} bij, pas of roep bluf.", "de": "Du bist am Zug: Lege {ranks} dazu, passe oder rufe „Bluff!“.", "ne": "तपाईंको पालो: {ranks} थप्नुहोस्, पास गर्नुहोस् वा ब्लफ भन्नुहोस्।"},
    "closed_me": {"en": "Your turn: add {ranks} or pass.", "nl": "Jij bent aan de beurt: leg {ranks} bij of pas.", "de": "Du bist am Zug: Lege {ranks} dazu oder passe.", "ne": "तपाईंको पालो: {ranks} थप्नुहोस् वा पास गर्नुहोस्।"},
    "last_me": {"en": "Your turn: {name} has laid the last cards. Call bluff or let it go.", "nl": "Jij bent aan de beurt: {name} heeft de laatste kaarten gelegd. Roep bluf of laat het gaan.", "de": "Du bist am Zug: {name} hat die letzten Karten gelegt. Rufe „Bluff!“ oder lass es durchgehen.", "ne": "तपाईंको पालो: {name}ले अन्तिम तास राख्नुभयो। ब्लफ भन्नुहोस् वा जान दिनुहोस्।"},
    "lead": {"en": "Waiting for {next} to open the round.", "nl": "We wachten tot {next} de ronde opent.", "de": "Wir warten, bis {next} die Runde eröffnet.", "ne": "{next}बाट राउन्ड सुरु हुन पर्खँदै।"},
    "follow": {"en": "Waiting for {next}.", "nl": "We wachten op {next}.", "de": "Wir warten auf {next}.", "ne": "{next}लाई पर्खँदै।"},
    "follow_call": {"en": "Waiting for {next}. You may call bluff.", "nl": "We wachten op {next}. Je mag bluf roepen.", "de": "Wir warten auf {next}. Du darfst „Bluff!“ rufen.", "ne": "{next}लाई पर्खँदै। तपाईं ब्लफ भन्न सक्नुहुन्छ।"},
    "last": {"en": "{name} has laid the last cards. {next} must answer.", "nl": "{name} heeft de laatste kaarten gelegd. {next} moet antwoorden.", "de": "{name} hat die letzten Karten gelegt. {next} muss antworten.", "ne": "{name}ले अन्तिम तास राख्नुभयो। अब {next}ले जवाफ दिनुपर्छ।"},
    "last_call": {"en": "{name} has laid the last cards. {next} must answer, and you may call bluff.", "nl": "{name} heeft de laatste kaarten gelegd. {next} moet antwoorden, en jij mag bluf roepen.", "de": "{name} hat die letzten Karten gelegt. {next} muss antworten, und du darfst „Bluff!“ rufen.", "ne": "{name}ले अन्तिम तास राख्नुभयो। अब {next}ले जवाफ दिनुपर्छ, तपाईं पनि ब्लफ भन्न सक्नुहुन्छ।"},
    "last_mine": {"en": "You have laid your last cards. {next} must answer.", "nl": "Jij hebt je laatste kaarten gelegd. {next} moet antwoorden.", "de": "Du hast deine letzten Karten gelegt. {next} muss antworten.", "ne": "तपाईंले अन्तिम तास राख्नुभयो। अब {next}ले जवाफ दिनुपर्छ।"},
    "called": {"en": "Your call has arrived. One moment.", "nl": "Je hebt bluf geroepen. Een ogenblik.", "de": "Dein Ruf ist angekommen. Einen Moment.", "ne": "तपाईंको ब्लफ पुग्यो। एकछिन पर्खनुहोस्।"},
    "reveal": {"en": "The cards are turned over. The next round follows.", "nl": "De kaarten zijn omgedraaid. Zo begint de volgende ronde.", "de": "Die Karten sind aufgedeckt. Gleich kommt die nächste Runde.", "ne": "तास पल्टाइयो। अर्को राउन्ड आउँदैछ।"},
}  # fmt: skip


def turn(view: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """The turn banner as one sentence, for the seat `me` or a spectator."""
    if view.to_act is None:
        return match_words.turn_between_games(view, language, names, me) or _TURN["reveal"][language]
    layer = "" if view.claim is None else names[view.claim.seat]
    named = ranks(view.rank, language) if view.rank else ""
    return _TURN[_turn_key(view, me)][language].format(name=layer, next=names[view.to_act], ranks=named)


def _turn_key(view: Any, me: int | None) -> str:
    if view.called:
        return "called"
    stem = "last" if view.phase == "answer_last" else view.phase
    if view.to_act == me:
        return "closed_me" if stem == "follow" and not view.live else f"{stem}_me"
    if stem == "last" and view.claim.seat == me:
        return "last_mine"
    may_call = view.live and me is not None and me not in (*view.left, view.claim.seat) and view.options.callers == "anyone"
    return f"{stem}_call" if may_call else stem


_AT_ZERO: dict[str, Text] = {
    "lead": {"en": "At 0 the lowest card is laid as what it is.", "nl": "Bij 0 gaat eerlijk de laagste kaart neer.", "de": "Bei 0 fällt ehrlich die niedrigste Karte.", "ne": "0 मा सबैभन्दा सानो तास साँचो दाबीसहित राखिन्छ।"},
    "follow": {"en": "At 0 the seat passes.", "nl": "Bij 0 wordt er gepast.", "de": "Bei 0 wird gepasst.", "ne": "0 मा पास हुन्छ।"},
    "answer_last": {"en": "At 0 the last cards are let go.", "nl": "Bij 0 gaan de laatste kaarten door.", "de": "Bei 0 gehen die letzten Karten durch.", "ne": "0 मा अन्तिम तासलाई जान दिइन्छ।"},
}  # fmt: skip


def timeout(view: Any, language: Language) -> str:
    """What happens when the clock runs out. Rules: bluff_nepal.timeout.lead, .turn, .last."""
    return _AT_ZERO[view.phase if view.phase in _AT_ZERO else "follow"][language]


_ACTIONS: dict[str, Text] = {
    "lay": {"en": "Lay: {claim}", "nl": "Leggen: {claim}", "de": "Ablegen: {claim}", "ne": "तास राख्ने: {claim}"},
    "pass": {"en": "Pass", "nl": "Passen", "de": "Passen", "ne": "पास गर्ने"},
    "call": {"en": "Call bluff!", "nl": "Bluf!", "de": "Bluff!", "ne": "ब्लफ!"},
    "let_go": {"en": "Let it go", "nl": "Laten gaan", "de": "Durchgehen lassen", "ne": "जान दिने"},
}


def action(action: Any, language: Language) -> str:
    """An action as its button says it; of a lay the number, and the rank if it names one."""
    kind = action.__struct_config__.tag
    said = ""
    if kind == "lay":
        count = len(action.cards)
        said = counted(count, action.rank, language) if action.rank else cards(count, language)
    return _ACTIONS[kind][language].format(claim=said)


_CALL_ON: Text = {
    "en": "Call bluff on {name}: {claim}",
    "nl": "Bluf! {name}: {claim}",
    "de": "Bluff! {name}: {claim}",
    "ne": "{name}लाई ब्लफ: {claim}",
}


def call_on(name: str, claim_made: Any, language: Language) -> str:
    """The call button with its object (UX-305)."""
    return _CALL_ON[language].format(name=name, claim=claim(claim_made, language))


# --- refusals ------------------------------------------------------------------------------------------------------
_REASONS: dict[str, Text] = {
    "bluff_nepal.players": {"en": "2 to 6 players.", "nl": "2 tot 6 spelers.", "de": "2 bis 6 Spieler.", "ne": "2 देखि 6 जना खेलाडी।"},
    "bluff_nepal.options.conflicts": {"en": "On one phone only the next player can call bluff: choose that.", "nl": "Op één telefoon kan alleen de volgende speler bluf roepen: kies dat.", "de": "Auf einem Handy kann nur der nächste Spieler „Bluff!“ rufen: Wähle das.", "ne": "एउटै फोनमा अर्को खेलाडीले मात्र ब्लफ भन्न सक्नुहुन्छ: त्यही छान्नुहोस्।"},
    "bluff_nepal.next": {"en": "It isn't your turn yet.", "nl": "Je bent nog niet aan de beurt.", "de": "Du bist noch nicht am Zug.", "ne": "अहिले तपाईंको पालो होइन।"},
    "bluff_nepal.lead.any-rank": {"en": "You open this round: lay cards and name a rank from ace to king.", "nl": "Jij opent: leg kaarten en noem een waarde van aas tot koning.", "de": "Du eröffnest: Lege Karten und nenne einen Wert von Ass bis König.", "ne": "राउन्ड तपाईंले सुरु गर्ने हो: तास राखेर एक्कादेखि बादशाहसम्म कुन हो भन्नुहोस्।"},
    "bluff_nepal.lay.count": {"en": "Choose one to four cards.", "nl": "Kies één tot vier kaarten.", "de": "Wähle eine bis vier Karten.", "ne": "एकदेखि चारवटासम्म तास छान्नुहोस्।"},
    "bluff_nepal.follow.same-rank": {"en": "This round keeps the rank it was opened with.", "nl": "Deze ronde houdt de waarde waarmee die begon.", "de": "In dieser Runde bleibt es bei dem Wert vom Anfang.", "ne": "यो राउन्डमा सुरुमा भनिएकै तास भन्नुपर्छ।"},
    "bluff_nepal.pass.out": {"en": "You have passed in this round.", "nl": "Je hebt deze ronde gepast.", "de": "Du hast in dieser Runde gepasst.", "ne": "यो राउन्डमा तपाईंले पास गरिसक्नुभयो।"},
    "bluff_nepal.call.needs-claim": {"en": "There is no claim to call a bluff now.", "nl": "Er is nu geen claim om bluf tegen te roepen.", "de": "Gerade gibt es keine Ansage, gegen die du rufen kannst.", "ne": "अहिले ब्लफ भन्ने कुनै दाबी छैन।"},
    "bluff_nepal.call.who": {"en": "This is your own claim: the others may call it.", "nl": "Dit is je eigen claim: de anderen mogen bluf roepen.", "de": "Das ist deine eigene Ansage: Die anderen dürfen rufen.", "ne": "यो तपाईंकै दाबी हो: अरूले मात्र ब्लफ भन्न सक्नुहुन्छ।"},
    "bluff_nepal.call.next-only": {"en": "At this table only the next player may call bluff.", "nl": "Aan deze tafel mag alleen de volgende speler bluf roepen.", "de": "An diesem Tisch darf nur der nächste Spieler „Bluff!“ rufen.", "ne": "यो टेबलमा अर्को खेलाडीले मात्र ब्लफ भन्न सक्नुहुन्छ।"},
    "bluff_nepal.last.others": {"en": "At this table only the next player may answer last cards.", "nl": "Aan deze tafel mag alleen de volgende speler antwoorden op de laatste kaarten.", "de": "An diesem Tisch darf nur der nächste Spieler auf die letzten Karten antworten.", "ne": "यो टेबलमा अन्तिम तासको जवाफ अर्को खेलाडीले मात्र दिनुहुन्छ।"},
    "bluff_nepal.last.answer": {"en": "First answer the last cards.", "nl": "Antwoord eerst op de laatste kaarten.", "de": "Antworte zuerst auf die letzten Karten.", "ne": "पहिले अन्तिम तासको जवाफ दिनुहोस्।"},
    "bluff_nepal.let-go.who": {"en": "Only the player who must answer last cards lets them go.", "nl": "Alleen wie op de laatste kaarten moet antwoorden, laat ze gaan.", "de": "Nur wer auf die letzten Karten antworten muss, lässt sie durchgehen.", "ne": "अन्तिम तासको जवाफ दिनुपर्ने खेलाडीले मात्र जान दिन सक्नुहुन्छ।"},
    "bluff_nepal.win": {"en": "This game is over.", "nl": "Deze partij is afgelopen.", "de": "Diese Partie ist zu Ende.", "ne": "यो खेल सकिसक्यो।"},
    "common.action.reject": {"en": "Those cards are not in your hand.", "nl": "Die kaarten zitten niet in je hand.", "de": "Diese Karten sind nicht auf deiner Hand.", "ne": "ती तास तपाईंको हातमा छैनन्।"},
    "common.calls.block": {"en": "Somebody has called bluff: one moment.", "nl": "Er is bluf geroepen: een ogenblik.", "de": "Jemand hat „Bluff!“ gerufen: einen Moment.", "ne": "कसैले ब्लफ भन्नुभयो: एकछिन पर्खनुहोस्।"},
    "common.calls.simultaneous": {"en": "Your call has already arrived.", "nl": "Je hebt al bluf geroepen.", "de": "Dein Ruf ist schon angekommen.", "ne": "तपाईंको ब्लफ पुगिसक्यो।"},
    "common.clock.out-of-turn": {"en": "No clock runs for this seat.", "nl": "Voor deze stoel loopt geen klok.", "de": "Für diesen Sitz läuft keine Uhr.", "ne": "यो सिटका लागि घडी चलिरहेको छैन।"},
    "common.reveal": {"en": "The cards are being shown; the next round follows.", "nl": "De kaarten worden getoond; de volgende ronde komt zo.", "de": "Die Karten werden gezeigt; gleich geht es weiter.", "ne": "तास देखाइँदैछ; अर्को राउन्ड आउँदैछ।"},
}  # fmt: skip


def reason(rule: str, language: Language) -> str:
    """Why a rule forbids something, in one sentence."""
    return _REASONS[rule][language] if rule in _REASONS else common_reason(rule, language)


def rules() -> tuple[str, ...]:
    """The rule ids that a refusal of this game can carry."""
    return tuple(dict.fromkeys((*_REASONS, *COMMON_REASONS)))


# --- options -------------------------------------------------------------------------------------------------------
_OPTIONS: dict[str, tuple[Text, dict[Any, Text]]] = {
    "callers": (
        {"en": "Who may call bluff", "nl": "Wie mag bluf roepen", "de": "Wer „Bluff!“ rufen darf", "ne": "ब्लफ कसले भन्न सक्ने"},
        {
            "anyone": {"en": "Everyone may call, until the next player has played.", "nl": "Iedereen mag roepen, tot de volgende speler heeft gespeeld.", "de": "Alle dürfen rufen, bis der nächste Spieler gespielt hat.", "ne": "अर्को खेलाडीले नखेलुन्जेल सबैले भन्न सक्नुहुन्छ।"},
            "next": {"en": "Only the next player may call.", "nl": "Alleen de volgende speler mag roepen.", "de": "Nur der nächste Spieler darf rufen.", "ne": "अर्को खेलाडीले मात्र भन्न सक्नुहुन्छ।"},
        },
    ),
    "jokers": (
        {"en": "Jokers", "nl": "Jokers", "de": "Joker", "ne": "जोकर"},
        {
            False: {"en": "52 cards, no jokers.", "nl": "52 kaarten, geen jokers.", "de": "52 Karten, keine Joker.", "ne": "52 वटा तास, जोकर छैन।"},
            True: {"en": "Two jokers stand for any rank.", "nl": "Twee jokers tellen als elke waarde.", "de": "Zwei Joker stehen für jeden Wert.", "ne": "दुईवटा जोकर जुनसुकै तासको सट्टा चल्छ।"},
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
