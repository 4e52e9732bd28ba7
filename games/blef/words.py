"""Claims and sentences of Blef in English, Dutch, German and Nepali. The contract is `games.core.game.Words`.

A claim is a label in the nominative and follows a colon, so that no language has to decline it; names never decline,
and Nepali particles are written on to them. Each event has whole templates per language.
"""

from collections.abc import Callable, Sequence
from typing import Any

from games.blef.ladder import Hand, Kind, hand_of, ladder_of, pack_size
from games.blef.state import BidCode
from games.blef.truth import Missing, missing
from games.core import match_words
from games.core.card_words import a_rank, card, cards, counted, ranks, suit, up_to
from games.core.game import Language
from games.core.words import COMMON_REASONS, NO_CALLS, Text, common_option, common_reason, joined

_TITLE: Text = {"en": "Blef", "nl": "Blef", "de": "Blef", "ne": "ब्लेफ"}


def title(language: Language) -> str:
    return _TITLE[language]


# --- bids ----------------------------------------------------------------------------------------------------------
_KINDS: dict[Kind, Text] = {
    "high": {"en": "high card", "nl": "hoge kaart", "de": "hohe Karte", "ne": "हाई कार्ड"},
    "pair": {"en": "pair", "nl": "paar", "de": "Paar", "ne": "जोडी"},
    "two_pair": {"en": "two pairs", "nl": "twee paren", "de": "zwei Paare", "ne": "दुई जोडी"},
    "straight": {"en": "straight", "nl": "straat", "de": "Straße", "ne": "स्ट्रेट"},
    "three": {"en": "three of a kind", "nl": "drie gelijke", "de": "Drilling", "ne": "एउटै तीनवटा"},
    "full": {"en": "full house", "nl": "full house", "de": "Full House", "ne": "फुल हाउस"},
    "flush": {"en": "flush", "nl": "flush", "de": "Flush", "ne": "फ्लस"},
    "four": {"en": "four of a kind", "nl": "vier gelijke", "de": "Vierling", "ne": "एउटै चारवटा"},
    "sflush": {"en": "straight flush", "nl": "straight flush", "de": "Straight Flush", "ne": "स्ट्रेट फ्लस"},
}

_CLAIMS: dict[str, Text] = {
    "pair": {"en": "a pair of {first}", "nl": "een paar {first}", "de": "ein Paar {first}", "ne": "एक जोडी {first}"},
    "two_pair": {"en": "two pairs, {first} and {second}", "nl": "twee paren, {first} en {second}", "de": "zwei Paare, {first} und {second}", "ne": "दुई जोडी, {first} र {second}"},
    "full": {"en": "full house, {first} over {second}", "nl": "full house, {three} en {two}", "de": "Full House: {three}, {two}", "ne": "फुल हाउस: {three}, {two}"},
    "flush": {"en": "flush in {suit}", "nl": "flush in {suit}", "de": "Flush in {suit}", "ne": "{suit}को फ्लस"},
    "straight_small": {"en": "small straight (9 to K)", "nl": "kleine straat (9 t/m K)", "de": "kleine Straße (9 bis K)", "ne": "सानो स्ट्रेट (9 देखि K)"},
    "straight_big": {"en": "big straight (10 to A)", "nl": "grote straat (10 t/m A)", "de": "große Straße (10 bis A)", "ne": "ठूलो स्ट्रेट (10 देखि A)"},
    "straight": {"en": "straight {to}", "nl": "straat {to}", "de": "Straße {to}", "ne": "{to}को स्ट्रेट"},
    "sflush_small": {"en": "small straight flush in {suit}", "nl": "kleine straight flush in {suit}", "de": "kleiner Straight Flush in {suit}", "ne": "{suit}को सानो स्ट्रेट फ्लस"},
    "sflush_big": {"en": "big straight flush in {suit}", "nl": "grote straight flush in {suit}", "de": "großer Straight Flush in {suit}", "ne": "{suit}को ठूलो स्ट्रेट फ्लस"},
    "sflush": {"en": "straight flush {to} in {suit}", "nl": "straight flush in {suit} {to}", "de": "Straight Flush in {suit} {to}", "ne": "{suit}को {to}को स्ट्रेट फ्लस"},
    "rest": {"en": "in the rest: {claim}", "nl": "in de rest: {claim}", "de": "im Rest: {claim}", "ne": "बाँकी तासमा: {claim}"},
}  # fmt: skip


def kind(of: Kind, language: Language) -> str:
    """The name of a kind of bid: `two pairs`."""
    return _KINDS[of][language]


def claim(claim: Any, language: Language) -> str:
    """A bid as said at the table: `a pair of kings`, `in the rest: four nines`. It is a notation, or has one as its `bid`."""
    code: BidCode = claim if isinstance(claim, str) else claim.bid
    hand = hand_of(code)
    said = _hand(hand, language)
    return _CLAIMS["rest"][language].format(claim=said) if hand.on_rest else said


def _hand(hand: Hand, language: Language) -> str:
    """What a bid names, without where: one template per kind."""
    if hand.kind == "high":
        return a_rank(hand.ranks[0][0], language)
    if hand.kind in ("three", "four"):
        return counted(hand.ranks[0][1], hand.ranks[0][0], language)
    fields = {"suit": suit(hand.suit, language)} if hand.suit else {}
    if hand.named in ("small", "big"):
        return _CLAIMS[f"{hand.kind}_{hand.named}"][language].format(**fields)
    if hand.named:
        return _CLAIMS[hand.kind][language].format(to=up_to(hand.named, language), **fields)
    for place, (rank, _) in zip(("first", "second"), hand.ranks, strict=False):
        fields[place] = ranks(rank, language)
    if hand.kind == "full":
        fields["three"], fields["two"] = (counted(number, rank, language) for rank, number in hand.ranks)
    return _CLAIMS[hand.kind][language].format(**fields)


# --- the log -------------------------------------------------------------------------------------------------------
# `*_me`: the reader is the one who acts.
_LINES: dict[str, Text] = {
    "lot": {"en": "The lot decides: {name} deals first.", "nl": "Door loting: {name} deelt als eerste.", "de": "Das Los entscheidet: {name} gibt zuerst.", "ne": "गोलाप्रथाबाट: पहिलो बाँडाइ {name}को।"},
    "lot_me": {"en": "The lot decides: you deal first.", "nl": "Door loting: jij deelt als eerste.", "de": "Das Los entscheidet: Du gibst zuerst.", "ne": "गोलाप्रथाबाट: पहिलो बाँडाइ तपाईंको।"},
    "dealt": {"en": "Round {round}: {name} deals, {cards} in play.", "nl": "Ronde {round}: {name} deelt, {cards} in het spel.", "de": "Runde {round}: {name} gibt, {cards} im Spiel.", "ne": "राउन्ड {round}: {name}ले तास बाँड्नुहुन्छ, खेलमा {cards}।"},
    "dealt_me": {"en": "Round {round}: you deal, {cards} in play.", "nl": "Ronde {round}: jij deelt, {cards} in het spel.", "de": "Runde {round}: Du gibst, {cards} im Spiel.", "ne": "राउन्ड {round}: तपाईंले तास बाँड्नुहुन्छ, खेलमा {cards}।"},
    "funeral": {"en": "Round {round}, the funeral round (Pogrzebówka): {name} deals one last time, {cards} in play.", "nl": "Ronde {round}, de begrafenisronde (Pogrzebówka): {name} deelt voor het laatst, {cards} in het spel.", "de": "Runde {round}, die Beerdigungsrunde (Pogrzebówka): {name} gibt zum letzten Mal, {cards} im Spiel.", "ne": "राउन्ड {round}, अन्तिम बाँडाइ (Pogrzebówka): {name}ले अन्तिम पटक तास बाँड्नुहुन्छ, खेलमा {cards}।"},
    "funeral_me": {"en": "Round {round}, your funeral round (Pogrzebówka): you deal one last time, {cards} in play.", "nl": "Ronde {round}, jouw begrafenisronde (Pogrzebówka): jij deelt voor het laatst, {cards} in het spel.", "de": "Runde {round}, deine Beerdigungsrunde (Pogrzebówka): Du gibst zum letzten Mal, {cards} im Spiel.", "ne": "राउन्ड {round}, तपाईंको अन्तिम बाँडाइ (Pogrzebówka): तपाईंले अन्तिम पटक तास बाँड्नुहुन्छ, खेलमा {cards}।"},
    "opens": {"en": "{name} bids first.", "nl": "{name} biedt eerst.", "de": "{name} bietet zuerst.", "ne": "पहिलो बोली {name}को।"},
    "opens_me": {"en": "You bid first.", "nl": "Jij biedt eerst.", "de": "Du bietest zuerst.", "ne": "पहिलो बोली तपाईंको।"},
    "bid": {"en": "{name} bids: {claim}.", "nl": "{name} biedt: {claim}.", "de": "{name} bietet: {claim}.", "ne": "{name}को बोली: {claim}।"},
    "bid_me": {"en": "You bid: {claim}.", "nl": "Jij biedt: {claim}.", "de": "Du bietest: {claim}.", "ne": "तपाईंको बोली: {claim}।"},
    "checked": {"en": "{name} checks.", "nl": "{name} controleert.", "de": "{name} prüft.", "ne": "{name}ले जाँच्नुभयो।"},
    "checked_me": {"en": "You check.", "nl": "Jij controleert.", "de": "Du prüfst.", "ne": "तपाईंले जाँच्नुभयो।"},
    "there": {"en": "The hand is there.", "nl": "De hand is er.", "de": "Die Hand ist da.", "ne": "हात पुग्यो।"},
    "there_rest": {"en": "The rest holds the hand.", "nl": "De hand zit in de rest.", "de": "Die Hand liegt im Rest.", "ne": "बाँकी तासमा हात पुग्यो।"},
    "missing": {"en": "Missing: {cards}.", "nl": "Er ontbreekt: {cards}.", "de": "Es fehlt: {cards}.", "ne": "नपुगेको: {cards}।"},
    "missing_rest": {"en": "Missing in the rest: {cards}.", "nl": "In de rest ontbreekt: {cards}.", "de": "Im Rest fehlt: {cards}.", "ne": "बाँकी तासमा नपुगेको: {cards}।"},
    "of_suit": {"en": "{cards} of {suit}", "nl": "{cards} in {suit}", "de": "{cards} in {suit}", "ne": "{suit}को {cards}"},
    "more": {"en": "{name} plays on with {cards}.", "nl": "{name} speelt verder met {cards}.", "de": "{name} spielt mit {cards} weiter.", "ne": "{name} अब {cards} लिएर खेल्नुहुन्छ।"},
    "more_me": {"en": "You play on with {cards}.", "nl": "Jij speelt verder met {cards}.", "de": "Du spielst mit {cards} weiter.", "ne": "तपाईं अब {cards} लिएर खेल्नुहुन्छ।"},
    "out": {"en": "{name} is out (place {place}).", "nl": "{name} is uitgeschakeld (plaats {place}).", "de": "{name} scheidet aus (Platz {place}).", "ne": "{name} बाहिरिनुभयो (स्थान {place})।"},
    "out_me": {"en": "You are out (place {place}).", "nl": "Jij bent uitgeschakeld (plaats {place}).", "de": "Du scheidest aus (Platz {place}).", "ne": "तपाईं बाहिरिनुभयो (स्थान {place})।"},
    "most": {"en": "The pack no longer suffices: {name} has the most cards and is out (place {place}).", "nl": "Het pak is op: {name} heeft de meeste kaarten en is uitgeschakeld (plaats {place}).", "de": "Das Blatt reicht nicht mehr: {name} hat die meisten Karten und scheidet aus (Platz {place}).", "ne": "गड्डीको तासले पुगेन: सबैभन्दा धेरै तास भएकाले {name} बाहिरिनुभयो (स्थान {place})।"},
    "most_me": {"en": "The pack no longer suffices: you have the most cards and are out (place {place}).", "nl": "Het pak is op: jij hebt de meeste kaarten en bent uitgeschakeld (plaats {place}).", "de": "Das Blatt reicht nicht mehr: Du hast die meisten Karten und scheidest aus (Platz {place}).", "ne": "गड्डीको तासले पुगेन: सबैभन्दा धेरै तास भएकाले तपाईं बाहिरिनुभयो (स्थान {place})।"},
}  # fmt: skip


def _line(key: str, language: Language, me: bool = False, **fields: Any) -> str:
    return _LINES[f"{key}_me" if me else key][language].format(**fields)


def _lot(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("lot", language, event.seat == me, name=names[event.seat])


def _dealt(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    key, in_play = "funeral" if event.funeral else "dealt", cards(sum(event.counts), language)
    deals = _line(key, language, event.dealer == me, round=event.round, name=names[event.dealer], cards=in_play)
    return f"{deals} {_line('opens', language, event.starter == me, name=names[event.starter])}"


def _bid(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("bid", language, event.seat == me, name=names[event.seat], claim=claim(event, language))


def _checked(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("checked", language, event.seat == me, name=names[event.seat])


def found(reveal: Any, language: Language) -> str:
    """Whether the hand was there, or what was missing: `Missing: one king and two nines.`"""
    where = "" if reveal.rest is None else "_rest"
    if reveal.bid_true:
        return _line(f"there{where}", language)
    pool = [card for hand in reveal.hands for card in hand] if reveal.rest is None else reveal.rest
    return _line(f"missing{where}", language, cards=joined([_lacking(part, language) for part in missing(reveal.bid, pool)], language))


def _lacking(part: Missing, language: Language) -> str:
    if part.rank and part.suit:
        return card(part.rank + part.suit, language)
    if part.rank:
        return counted(part.number, part.rank, language)
    return _line("of_suit", language, cards=cards(part.number, language), suit=suit(part.suit or "", language))


def losses(reveal: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """Who plays on with how many cards, and who is out."""
    loser, out = reveal.loser, reveal.eliminated
    said = []
    if out != loser:
        said.append(_line("more", language, loser == me, name=names[loser], cards=cards(reveal.counts[loser], language)))
    if out is not None:
        by_stock = sum([len(hand) for hand in reveal.hands]) >= pack_size(len(reveal.hands))
        place = sum([1 for count in reveal.counts if count]) + 1
        said.append(_line("most" if by_stock else "out", language, out == me, name=names[out], place=place))
    return " ".join(said)


def _revealed(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return f"{found(event, language)} {losses(event, language, names, me)}"


_SENTENCES: dict[str, Callable[[Any, Language, Sequence[str], int | None], str]] = {
    "lot": _lot,
    "dealt": _dealt,
    "bid": _bid,
    "checked": _checked,
    "revealed": _revealed,
}


def sentence(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """One line of the log for an event as shown to the reader. Raises KeyError for an event of another game."""
    tag = event.__struct_config__.tag
    return _SENTENCES[tag](event, language, names, me) if tag in _SENTENCES else match_words.sentence(event, language, names, me)


# --- the turn ------------------------------------------------------------------------------------------------------
_TURN: dict[str, Text] = {
    "open_me": {"en": "Your turn: make the first bid.", "nl": "Jij bent aan de beurt: doe het eerste bod.", "de": "Du bist am Zug: Mach das erste Gebot.", "ne": "तपाईंको पालो: पहिलो बोली लगाउनुहोस्।"},
    "respond_me": {"en": "Your turn: bid higher or check.", "nl": "Jij bent aan de beurt: bied hoger of controleer.", "de": "Du bist am Zug: Biete höher oder prüfe.", "ne": "तपाईंको पालो: बोली बढाउनुहोस् वा जाँच्नुहोस्।"},
    "rest_me": {"en": "Your turn: bid on the rest or check.", "nl": "Jij bent aan de beurt: bied op de rest of controleer.", "de": "Du bist am Zug: Biete auf den Rest oder prüfe.", "ne": "तपाईंको पालो: बाँकी तासमा बोली लगाउनुहोस् वा जाँच्नुहोस्।"},
    "must_me": {"en": "Your turn: nothing is higher, you must check.", "nl": "Jij bent aan de beurt: hoger kan niet, je moet controleren.", "de": "Du bist am Zug: Höher geht es nicht, du musst prüfen.", "ne": "तपाईंको पालो: योभन्दा माथि छैन, जाँच्न मात्र मिल्छ।"},
    "open": {"en": "Waiting for {name} to bid first.", "nl": "We wachten op het eerste bod van {name}.", "de": "Wir warten auf das erste Gebot von {name}.", "ne": "{name}को पहिलो बोली पर्खँदै।"},
    "respond": {"en": "Waiting for {name}: bid higher or check.", "nl": "We wachten op {name}: hoger bieden of controleren.", "de": "Wir warten auf {name}: höher bieten oder prüfen.", "ne": "{name}लाई पर्खँदै: बोली बढाउने वा जाँच्ने।"},
    "reveal": {"en": "All hands are open. The next round follows.", "nl": "Alle handen liggen open. Zo begint de volgende ronde.", "de": "Alle Hände liegen offen. Gleich kommt die nächste Runde.", "ne": "सबैको तास खुल्यो। अर्को राउन्ड आउँदैछ।"},
}  # fmt: skip


def turn(view: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """The turn banner as one sentence, for the seat `me` or a spectator."""
    if view.to_act is None:
        return match_words.turn_between_games(view, language, names, me) or _TURN["reveal"][language]
    if view.to_act == me:
        return _TURN[_my_turn(view)][language]
    return _TURN["respond" if view.bids else "open"][language].format(name=names[view.to_act])


def _my_turn(view: Any) -> str:
    if not view.bids:
        return "open_me"
    ladder, last = ladder_of(view.seats, view.options), view.bids[-1].bid
    if ladder.is_highest(last):
        return "must_me"
    return "rest_me" if ladder.places[last] >= ladder.ordinary else "respond_me"


_AT_ZERO: dict[str, Text] = {
    "open": {"en": "At 0 the lowest bid is made: {claim}.", "nl": "Bij 0 wordt het laagste bod gedaan: {claim}.", "de": "Bei 0 wird das niedrigste Gebot gemacht: {claim}.", "ne": "0 मा सबैभन्दा तलको बोली लाग्छ: {claim}।"},
    "respond": {"en": "At 0 the bid is checked.", "nl": "Bij 0 wordt het bod gecontroleerd.", "de": "Bei 0 wird das Gebot geprüft.", "ne": "0 मा बोली जाँचिन्छ।"},
}  # fmt: skip


def timeout(view: Any, language: Language) -> str:
    """What happens when the clock runs out. Rules: blef.timeout.open, blef.timeout.respond."""
    lowest = ladder_of(view.seats, view.options).bids[0]
    return _AT_ZERO["respond" if view.bids else "open"][language].format(claim=claim(lowest, language))


_ACTIONS: dict[str, Text] = {
    "bid": {"en": "Bid {claim}", "nl": "Bied {claim}", "de": "Bieten: {claim}", "ne": "बोली: {claim}"},
    "check": {"en": "Check!", "nl": "Controleren!", "de": "Prüfen!", "ne": "जाँच!"},
    "check_other": {"en": "Check {name}: {claim}", "nl": "{name} controleren: {claim}", "de": "{name} prüfen: {claim}", "ne": "{name}लाई जाँच: {claim}"},
}  # fmt: skip


def action(action: Any, language: Language) -> str:
    """An action as its button says it."""
    tag = action.__struct_config__.tag
    return _ACTIONS[tag][language].format(claim=claim(action, language) if tag == "bid" else "")


def check(name: str, bid: Any, language: Language) -> str:
    """The check button with its object (UX-305)."""
    return _ACTIONS["check_other"][language].format(name=name, claim=claim(bid, language))


# --- refusals ------------------------------------------------------------------------------------------------------
_REASONS: dict[str, Text] = {
    "blef.players": {"en": "2 to 10 players.", "nl": "2 tot 10 spelers.", "de": "2 bis 10 Spieler.", "ne": "2 देखि 10 जना खेलाडी।"},
    "blef.turn.bid-or-check": {"en": "It isn't your turn yet.", "nl": "Je bent nog niet aan de beurt.", "de": "Du bist noch nicht am Zug.", "ne": "अहिले तपाईंको पालो होइन।"},
    "blef.turn.first-bid": {"en": "You bid first; there is nothing to check.", "nl": "Jij biedt eerst; er valt niets te controleren.", "de": "Du bietest zuerst; es gibt noch kein Gebot.", "ne": "पहिलो बोली तपाईंको हो; जाँच्ने केही छैन।"},
    "blef.bid.higher": {"en": "You must bid higher than the last bid.", "nl": "Je moet hoger bieden dan het laatste bod.", "de": "Du musst höher bieten als das letzte Gebot.", "ne": "अघिल्लोभन्दा माथिको बोली लगाउनुपर्छ।"},
    "blef.max.must-check": {"en": "Nothing is higher: you must check.", "nl": "Hoger kan niet: je moet controleren.", "de": "Höher geht es nicht: Du musst prüfen.", "ne": "योभन्दा माथि छैन: अब जाँच्न मात्र मिल्छ।"},
    "blef.rest.when": {"en": "You may bid on the rest only after the highest bid, and only if this table plays so.", "nl": "Op de rest bied je pas na het hoogste bod, en alleen als deze tafel zo speelt.", "de": "Auf den Rest bietest du erst nach dem höchsten Gebot, und nur wenn dieser Tisch so spielt.", "ne": "बाँकी तासमा बोली सबैभन्दा माथिको बोलीपछि मात्र, त्यो पनि यो टेबलमा त्यस्तो नियम भए मात्र लाग्छ।"},
    "blef.rest.order": {"en": "After a bid on the rest, bid on the rest too.", "nl": "Na een bod op de rest bied je ook op de rest.", "de": "Nach einem Gebot auf den Rest bietest auch du auf den Rest.", "ne": "बाँकी तासमा बोली लागेपछि तपाईंको बोली पनि बाँकी तासमै लाग्छ।"},
    "blef.rest.max": {"en": "Nothing is higher, not even on the rest: you must check.", "nl": "Hoger kan niet, ook niet op de rest: je moet controleren.", "de": "Höher geht es nicht, auch nicht auf den Rest: Du musst prüfen.", "ne": "बाँकी तासमा पनि योभन्दा माथि छैन: अब जाँच्न मात्र मिल्छ।"},
    "blef.bids.kinds": {"en": "There is no such bid.", "nl": "Zo'n bod bestaat niet.", "de": "Ein solches Gebot gibt es nicht.", "ne": "यस्तो बोली हुँदैन।"},
    "blef.bids.two-pair": {"en": "Two pairs need two different ranks.", "nl": "Voor twee paren noem je twee verschillende waarden.", "de": "Zwei Paare brauchen zwei verschiedene Werte.", "ne": "दुई जोडीका लागि दुई फरक तास चाहिन्छ।"},
    "blef.bids.full-house": {"en": "A full house needs two different ranks.", "nl": "Voor een full house noem je twee verschillende waarden.", "de": "Ein Full House braucht zwei verschiedene Werte.", "ne": "फुल हाउसका लागि दुई फरक तास चाहिन्छ।"},
    "blef.bids.no-great": {"en": "A straight has five cards, not six.", "nl": "Een straat heeft vijf kaarten, geen zes.", "de": "Eine Straße hat fünf Karten, nicht sechs.", "ne": "स्ट्रेट पाँच तासको हुन्छ, छ तासको होइन।"},
    "blef.bids.ace-low": {"en": "No straight ends so low at this table.", "nl": "Zo laag eindigt aan deze tafel geen straat.", "de": "So tief endet an diesem Tisch keine Straße.", "ne": "यो टेबलमा स्ट्रेट यति तलको हुँदैन।"},
    "blef.deck.24": {"en": "This pack holds the nines to the aces only.", "nl": "Dit pak heeft alleen de negens tot en met de azen.", "de": "In diesem Blatt sind nur die Neunen bis Asse.", "ne": "यो गड्डीमा नौदेखि एक्कासम्मका तास मात्र छन्।"},
    "blef.end.last-seat": {"en": "This game is over.", "nl": "Deze partij is afgelopen.", "de": "Diese Partie ist zu Ende.", "ne": "यो खेल सकिसक्यो।"},
}  # fmt: skip


def reason(rule: str, language: Language) -> str:
    """Why a rule forbids something, in one sentence."""
    return _REASONS[rule][language] if rule in _REASONS else common_reason(rule, language)


def rules() -> tuple[str, ...]:
    """The rule ids that a refusal of this game can carry."""
    return (*_REASONS, *COMMON_REASONS)


# --- options -------------------------------------------------------------------------------------------------------
_OPTIONS: dict[str, tuple[Text, dict[Any, Text]]] = {
    "poker_ranking": (
        {"en": "Poker ranking", "nl": "Pokervolgorde", "de": "Poker-Rangfolge", "ne": "पोकरको क्रम"},
        {
            False: {"en": "Up to 4 players: three of a kind beats the straights, a flush beats a full house.", "nl": "Tot 4 spelers: drie gelijke gaat boven de straten, een flush boven een full house.", "de": "Bis 4 Spieler: Der Drilling schlägt die Straßen, der Flush das Full House.", "ne": "4 जनासम्म: एउटै तीनवटा स्ट्रेटभन्दा माथि, फ्लस फुल हाउसभन्दा माथि।"},
            True: {"en": "Up to 4 players as in poker: a straight beats three of a kind, a full house a flush.", "nl": "Tot 4 spelers zoals bij poker: een straat gaat boven drie gelijke, een full house boven een flush.", "de": "Bis 4 Spieler wie beim Poker: Die Straße schlägt den Drilling, das Full House den Flush.", "ne": "4 जनासम्म पनि पोकरमा जस्तै: स्ट्रेट एउटै तीनवटाभन्दा माथि, फुल हाउस फ्लसभन्दा माथि।"},
        },
    ),
    "ace_low": (
        {"en": "Ace also low", "nl": "Aas ook laag", "de": "Ass auch niedrig", "ne": "एक्का तल पनि"},
        {
            False: {"en": "From 5 players: the lowest straight goes to the six.", "nl": "Vanaf 5 spelers: de laagste straat gaat tot en met de zes.", "de": "Ab 5 Spielern: Die niedrigste Straße geht bis zur Sechs.", "ne": "5 जनादेखि: सबैभन्दा तलको स्ट्रेट छक्कासम्मको हुन्छ।"},
            True: {"en": "From 5 players: A-2-3-4-5 is a straight too.", "nl": "Vanaf 5 spelers: A-2-3-4-5 is ook een straat.", "de": "Ab 5 Spielern: Auch A-2-3-4-5 ist eine Straße.", "ne": "5 जनादेखि: A-2-3-4-5 पनि स्ट्रेट हो।"},
        },
    ),
    "bid_on_rest": (
        {"en": "Bids on the rest", "nl": "Bieden op de rest", "de": "Gebote auf den Rest", "ne": "बाँकी तासमा बोली"},
        {
            False: {"en": "After the highest bid the next player must check.", "nl": "Na het hoogste bod moet de volgende speler controleren.", "de": "Nach dem höchsten Gebot muss geprüft werden.", "ne": "सबैभन्दा माथिको बोलीपछि अर्को खेलाडीले जाँच्नैपर्छ।"},
            True: {"en": "After the highest bid you may go on bidding, on the undealt cards.", "nl": "Na het hoogste bod mag je verder bieden, op de rest.", "de": "Nach dem höchsten Gebot darf weiter geboten werden, auf den Rest.", "ne": "सबैभन्दा माथिको बोलीपछि बाँकी तासमा बोली बढाउन मिल्छ।"},
        },
    ),
    "elimination": (
        {"en": "Who goes out", "nl": "Wie uitgeschakeld wordt", "de": "Wer ausscheidet", "ne": "को बाहिरिने"},
        {
            "five": {"en": "Whoever loses with five cards is out.", "nl": "Wie met vijf kaarten verliest, is uitgeschakeld.", "de": "Wer mit fünf Karten verliert, scheidet aus.", "ne": "पाँच तास लिएर हार्ने खेलाडी बाहिरिनुहुन्छ।"},
            "stock": {"en": "No limit: when the pack no longer suffices, whoever has the most cards is out.", "nl": "Geen grens: is het pak op, dan is wie de meeste kaarten heeft uitgeschakeld.", "de": "Ohne Grenze: Reicht das Blatt nicht mehr, scheidet aus, wer die meisten Karten hat.", "ne": "सीमा छैन: गड्डीको तासले नपुगेपछि सबैभन्दा धेरै तास हुने खेलाडी बाहिरिनुहुन्छ।"},
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
