"""Claims and sentences of Blufpoker in English, Dutch, German and Nepali. The contract is `games.core.game.Words`.

A value is a label of three digits and follows a colon or a verb of saying, so that no language has to decline it; names
never decline, and Nepali particles are written on to them. Each event has one whole template per language.
"""

from collections.abc import Sequence
from typing import Any

from games.blufpoker.state import HIGHEST, LOWEST, MOST_THROWS
from games.blufpoker.values import values_above
from games.core import match_words
from games.core.game import Language
from games.core.words import COMMON_REASONS, NO_CALLS, Text, common_option, common_reason

_TITLE: Text = {"en": "Blufpoker", "nl": "Blufpoker", "de": "Blufpoker", "ne": "ब्लफपोकर"}

_AT_LEAST: Text = {"en": "at least {value}", "nl": "minstens {value}", "de": "mindestens {value}", "ne": "कम्तीमा {value}"}

_TRIPLE_SIX: Text = {"en": "triple six", "nl": "drie zessen", "de": "dreimal die Sechs", "ne": "तीनवटै छक्का"}

_DIGITS: dict[Language, tuple[str, ...]] = {
    "en": ("one", "two", "three", "four", "five", "six"),
    "nl": ("één", "twee", "drie", "vier", "vijf", "zes"),
    "de": ("eins", "zwei", "drei", "vier", "fünf", "sechs"),
    "ne": ("एक", "दुई", "तीन", "चार", "पाँच", "छ"),
}

_SIXES: dict[Language, tuple[str, str]] = {
    "en": ("{n} six", "{n} sixes"),
    "nl": ("{n} zes", "{n} zessen"),
    "de": ("{n} Sechs", "{n} Sechsen"),
    "ne": ("{n} वटा छक्का", "{n} वटा छक्का"),
}

_POINTS: dict[Language, tuple[str, str]] = {
    "en": ("{n} penalty point", "{n} penalty points"),
    "nl": ("{n} strafpunt", "{n} strafpunten"),
    "de": ("{n} Strafpunkt", "{n} Strafpunkte"),
    "ne": ("{n} दण्ड अङ्क", "{n} दण्ड अङ्क"),
}


def title(language: Language) -> str:
    return _TITLE[language]


def claim(claim: Any, language: Language) -> str:
    """A claim as said at the table, without `at least`: `632`. It needs `value`."""
    return str(claim.value)


def at_least(claim: Any, language: Language) -> str:
    """A claim in full, for speech, lessons and rules."""
    return _AT_LEAST[language].format(value=claim.value)


def spoken(value: int, language: Language) -> str:
    """A value digit by digit, as it is said: it is a row of dice and not an amount."""
    if value == HIGHEST:
        return _TRIPLE_SIX[language]
    return ("–" if language == "ne" else "-").join(_DIGITS[language][int(digit) - 1] for digit in str(value))


def sixes(count: int, language: Language) -> str:
    """`2 sixes`, with a figure."""
    one, other = _SIXES[language]
    return (one if count == 1 else other).format(n=count)


def penalty_points(count: int, language: Language) -> str:
    """`3 penalty points`, with a figure."""
    one, other = _POINTS[language]
    return (one if count == 1 else other).format(n=count)


# --- the log -------------------------------------------------------------------------------------------------------
# `*_me`: the reader is the one who acts; `*_by`: the reader is the one it is done to.
_LINES: dict[str, Text] = {
    "start_rolled": {"en": "Everyone throws one die: {rolls}. {name} starts.", "nl": "Iedereen gooit één dobbelsteen: {rolls}. {name} begint.", "de": "Alle würfeln mit einem Würfel: {rolls}. {name} beginnt.", "ne": "सबैले एउटा पासा फाल्नुभयो: {rolls}। {name}बाट सुरु।"},
    "start_rolled_me": {"en": "Everyone throws one die: {rolls}. You start.", "nl": "Iedereen gooit één dobbelsteen: {rolls}. Jij begint.", "de": "Alle würfeln mit einem Würfel: {rolls}. Du beginnst.", "ne": "सबैले एउटा पासा फाल्नुभयो: {rolls}। तपाईंबाट सुरु।"},
    "again": {"en": "; again: ", "nl": "; opnieuw: ", "de": "; noch einmal: ", "ne": "; फेरि: "},
    "swapped": {"en": "The seats are shuffled. Clockwise: {names}.", "nl": "De stoelen zijn gehusseld. Met de klok mee: {names}.", "de": "Die Sitze sind gemischt. Im Uhrzeigersinn: {names}.", "ne": "सिट साटिए। घडीको दिशामा: {names}।"},
    "round": {"en": "Round {round}. {name} starts.", "nl": "Ronde {round}. {name} begint.", "de": "Runde {round}. {name} beginnt.", "ne": "राउन्ड {round}। {name}बाट सुरु।"},
    "round_me": {"en": "Round {round}. You start.", "nl": "Ronde {round}. Jij begint.", "de": "Runde {round}. Du beginnst.", "ne": "राउन्ड {round}। तपाईंबाट सुरु।"},
    "aside": {"en": "{name} lays {sixes} aside.", "nl": "{name} legt {sixes} weg.", "de": "{name} legt {sixes} heraus.", "ne": "{name}ले {sixes} छुट्याउनुभयो।"},
    "aside_me": {"en": "You lay {sixes} aside.", "nl": "Jij legt {sixes} weg.", "de": "Du legst {sixes} heraus.", "ne": "तपाईंले {sixes} छुट्याउनुभयो।"},
    "thrown": {"en": "{name} throws.", "nl": "{name} gooit.", "de": "{name} würfelt.", "ne": "{name}ले पासा फाल्नुभयो।"},
    "thrown_me": {"en": "You throw.", "nl": "Jij gooit.", "de": "Du würfelst.", "ne": "तपाईंले पासा फाल्नुभयो।"},
    "again_thrown": {"en": "{name} throws again ({k} of 3).", "nl": "{name} gooit opnieuw ({k} van 3).", "de": "{name} würfelt noch einmal ({k} von 3).", "ne": "{name}ले फेरि पासा फाल्नुभयो (3 मध्ये {k})।"},
    "again_thrown_me": {"en": "You throw again ({k} of 3).", "nl": "Jij gooit opnieuw ({k} van 3).", "de": "Du würfelst noch einmal ({k} von 3).", "ne": "तपाईंले फेरि पासा फाल्नुभयो (3 मध्ये {k})।"},
    "unseen": {"en": "{name} throws a third time. Nobody sees this throw.", "nl": "{name} gooit voor de derde keer. Deze worp ziet niemand.", "de": "{name} würfelt zum dritten Mal. Diesen Wurf sieht niemand.", "ne": "{name}ले तेस्रो पटक पासा फाल्नुभयो। यो फालाइ कसैले देख्दैन।"},
    "unseen_me": {"en": "You throw a third time. Nobody sees this throw.", "nl": "Jij gooit voor de derde keer. Deze worp ziet niemand.", "de": "Du würfelst zum dritten Mal. Diesen Wurf sieht niemand.", "ne": "तपाईंले तेस्रो पटक पासा फाल्नुभयो। यो फालाइ कसैले देख्दैन।"},
    "claimed": {"en": "{name} says {value}.", "nl": "{name} zegt {value}.", "de": "{name} sagt {value}.", "ne": "{name}को दाबी: {value}।"},
    "claimed_me": {"en": "You say {value}.", "nl": "Jij zegt {value}.", "de": "Du sagst {value}.", "ne": "तपाईंको दाबी: {value}।"},
    "clockwise": {"en": "The cup goes clockwise.", "nl": "De beker gaat met de klok mee.", "de": "Der Becher geht im Uhrzeigersinn.", "ne": "कप घडीको दिशामा जान्छ।"},
    "anticlockwise": {"en": "The cup goes anticlockwise.", "nl": "De beker gaat tegen de klok in.", "de": "Der Becher geht gegen den Uhrzeigersinn.", "ne": "कप घडीको उल्टो दिशामा जान्छ।"},
    "blind": {"en": "{name} passes the cup on unseen: {value}.", "nl": "{name} geeft de beker ongezien door: {value}.", "de": "{name} gibt den Becher ungesehen weiter: {value}.", "ne": "{name}ले कप नहेरी सार्नुभयो: {value}।"},
    "blind_me": {"en": "You pass the cup on unseen: {value}.", "nl": "Jij geeft de beker ongezien door: {value}.", "de": "Du gibst den Becher ungesehen weiter: {value}.", "ne": "तपाईंले कप नहेरी सार्नुभयो: {value}।"},
    "accepted": {"en": "{name} believes it and takes the cup.", "nl": "{name} gelooft het en neemt de beker.", "de": "{name} glaubt es und nimmt den Becher.", "ne": "{name}ले पत्याएर कप लिनुभयो।"},
    "accepted_me": {"en": "You believe it and take the cup.", "nl": "Jij gelooft het en neemt de beker.", "de": "Du glaubst es und nimmst den Becher.", "ne": "तपाईंले पत्याएर कप लिनुभयो।"},
    "accepted_666": {"en": "{name} believes it and tries to reach 666.", "nl": "{name} gelooft het en probeert 666 te halen.", "de": "{name} glaubt es und versucht, 666 zu erreichen.", "ne": "{name}ले पत्याउनुभयो र अब 666 पार्ने प्रयास गर्नुहुन्छ।"},
    "accepted_666_me": {"en": "You believe it and try to reach 666.", "nl": "Jij gelooft het en probeert 666 te halen.", "de": "Du glaubst es und versuchst, 666 zu erreichen.", "ne": "तपाईंले पत्याउनुभयो र अब 666 पार्ने प्रयास गर्नुहुन्छ।"},
    "doubted": {"en": "{name} doubts {other}.", "nl": "{name} gelooft {other} niet.", "de": "{name} glaubt {other} nicht.", "ne": "{name}ले {other}लाई पत्याउनुभएन।"},
    "doubted_me": {"en": "You doubt {other}.", "nl": "Jij gelooft {other} niet.", "de": "Du glaubst {other} nicht.", "ne": "तपाईंले {other}लाई पत्याउनुभएन।"},
    "doubted_by": {"en": "{name} doubts you.", "nl": "{name} gelooft jou niet.", "de": "{name} glaubt dir nicht.", "ne": "{name}ले तपाईंलाई पत्याउनुभएन।"},
    "true": {"en": "{value} lies there, {claim} was said. That was true.", "nl": "Er ligt {value}, gezegd was {claim}. Dat was waar.", "de": "Da liegt {value}, angesagt war {claim}. Das stimmte.", "ne": "पासा {value}, दाबी {claim}। साँचो रहेछ।"},
    "false": {"en": "{value} lies there, {claim} was said. That was too high.", "nl": "Er ligt {value}, gezegd was {claim}. Dat was te hoog.", "de": "Da liegt {value}, angesagt war {claim}. Das war zu hoch.", "ne": "पासा {value}, दाबी {claim}। दाबी बढी रहेछ।"},
    "penalty": {"en": "Penalty point for {name} ({n} of {m}).", "nl": "Strafpunt voor {name} ({n} van {m}).", "de": "Strafpunkt für {name} ({n} von {m}).", "ne": "{name}लाई दण्ड अङ्क ({m} मध्ये {n})।"},
    "penalty_me": {"en": "Penalty point for you ({n} of {m}).", "nl": "Strafpunt voor jou ({n} van {m}).", "de": "Strafpunkt für dich ({n} von {m}).", "ne": "तपाईंलाई दण्ड अङ्क ({m} मध्ये {n})।"},
    "attempt": {"en": "{name} throws openly ({k} of 3): {dice}.", "nl": "{name} gooit open ({k} van 3): {dice}.", "de": "{name} würfelt offen ({k} von 3): {dice}.", "ne": "{name}ले खुला पासा फाल्नुभयो (3 मध्ये {k}): {dice}।"},
    "attempt_me": {"en": "You throw openly ({k} of 3): {dice}.", "nl": "Jij gooit open ({k} van 3): {dice}.", "de": "Du würfelst offen ({k} von 3): {dice}.", "ne": "तपाईंले खुला पासा फाल्नुभयो (3 मध्ये {k}): {dice}।"},
    "attempt_aside": {"en": "Aside: {sixes}.", "nl": "Weggelegd: {sixes}.", "de": "Herausgelegt: {sixes}.", "ne": "छुट्याइएको: {sixes}।"},
    "reached": {"en": "666 is there!", "nl": "Daar is 666!", "de": "666 ist da!", "ne": "666 पर्‍यो!"},
    "not_reached": {"en": "666 did not come.", "nl": "666 kwam er niet.", "de": "666 kam nicht.", "ne": "666 परेन।"},
}  # fmt: skip


def _line(key: str, language: Language, me: bool = False, **fields: Any) -> str:
    return _LINES[f"{key}_me" if me else key][language].format(**fields)


def _start_rolled(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    rolls = _line("again", language).join(
        ", ".join(f"{names[seat]} ({die})" for seat, die in enumerate(roll) if die is not None) for roll in event.rolls
    )
    return _line("start_rolled", language, event.starter == me, name=names[event.starter], rolls=rolls)


def _swapped(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("swapped", language, names=", ".join(names[seat] for seat in event.order))


def _round(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("round", language, event.starter == me, name=names[event.starter], round=event.round)


def _thrown(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """Without the dice, also for the thrower: who stands by reads the log too (UX-407)."""
    mine = event.seat == me
    said = [_line("aside", language, mine, name=names[event.seat], sixes=sixes(event.kept, language))] if event.kept else []
    key = "unseen" if not event.seen else "again_thrown" if event.number > 1 else "thrown"
    return " ".join([*said, _line(key, language, mine, name=names[event.seat], k=event.number)])


def _claimed(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    said = _line("claimed", language, event.seat == me, name=names[event.seat], value=event.value)
    return f"{said} {_line(event.direction, language)}" if event.direction else said


def _blind(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return _line("blind", language, event.seat == me, name=names[event.seat], value=event.value)


def _accepted(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """Without the dice, also for the one who looks."""
    key = "accepted_666" if event.value == HIGHEST else "accepted"
    return _line(key, language, event.seat == me, name=names[event.seat])


def _shown_dice(dice: Sequence[int]) -> str:
    """`6 3 2`: from high to low, as the value is read."""
    return " ".join(str(die) for die in sorted(dice, reverse=True))


def _doubted(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    key = "doubted_by" if event.claimant == me else "doubted"
    return _line(key, language, event.seat == me, name=names[event.seat], other=names[event.claimant])


def penalty(settled: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """Who gets the point of a settled round, and how many it makes."""
    loser = settled.penalty_to
    return _line("penalty", language, loser == me, name=names[loser], n=settled.penalties[loser], m=settled.limit)


def _revealed(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    key = "true" if event.value >= event.claim else "false"
    return f"{_line(key, language, value=event.value, claim=event.claim)} {penalty(event, language, names, me)}"


def _attempt_thrown(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    dice = _shown_dice(event.dice)
    said = _line("attempt", language, event.seat == me, name=names[event.seat], k=event.number, dice=dice)
    return f"{said} {_line('attempt_aside', language, sixes=sixes(event.aside, language))}" if event.aside else said


def _attempt_over(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    return f"{_line('reached' if event.success else 'not_reached', language)} {penalty(event, language, names, me)}"


_SENTENCES = {
    "start_rolled": _start_rolled,
    "swapped": _swapped,
    "round": _round,
    "thrown": _thrown,
    "claimed": _claimed,
    "blind": _blind,
    "accepted": _accepted,
    "doubted": _doubted,
    "revealed": _revealed,
    "attempt_thrown": _attempt_thrown,
    "attempt_over": _attempt_over,
}


def sentence(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """One line of the log for an event as shown to the reader. Raises KeyError for an event of another game."""
    tag = event.__struct_config__.tag
    return _SENTENCES[tag](event, language, names, me) if tag in _SENTENCES else match_words.sentence(event, language, names, me)


# --- the turn ------------------------------------------------------------------------------------------------------
_TURN: dict[str, Text] = {
    "start_me": {"en": "Your turn: throw the dice.", "nl": "Jij bent aan de beurt: gooi de dobbelstenen.", "de": "Du bist am Zug: Würfle.", "ne": "तपाईंको पालो: पासा फाल्नुहोस्।"},
    "open_me": {"en": "Your turn: say what lies there, or something else.", "nl": "Jij bent aan de beurt: zeg wat er ligt, of iets anders.", "de": "Du bist am Zug: Sage an, was da liegt, oder etwas anderes.", "ne": "तपाईंको पालो: कपमुनि के छ भन्नुहोस्, वा अरू नै केही।"},
    "open_again_me": {"en": "Your turn: say what lies there, or something else, or throw again.", "nl": "Jij bent aan de beurt: zeg wat er ligt, of iets anders, of gooi opnieuw.", "de": "Du bist am Zug: Sage an, was da liegt, oder etwas anderes, oder würfle noch einmal.", "ne": "तपाईंको पालो: कपमुनि के छ भन्नुहोस्, वा अरू नै केही, वा फेरि पासा फाल्नुहोस्।"},
    "higher_me": {"en": "Your turn: say more than {value}.", "nl": "Jij bent aan de beurt: zeg meer dan {value}.", "de": "Du bist am Zug: Sage mehr als {value} an.", "ne": "तपाईंको पालो: {value} भन्दा माथि भन्नुहोस्।"},
    "higher_again_me": {"en": "Your turn: say more than {value}, or throw again.", "nl": "Jij bent aan de beurt: zeg meer dan {value}, of gooi opnieuw.", "de": "Du bist am Zug: Sage mehr als {value} an oder würfle noch einmal.", "ne": "तपाईंको पालो: {value} भन्दा माथि भन्नुहोस्, वा फेरि पासा फाल्नुहोस्।"},
    "decide_me": {"en": "Your turn: {other} says {value}. Do you believe it?", "nl": "Jij bent aan de beurt: {other} zegt {value}. Geloof je het?", "de": "Du bist am Zug: {other} sagt {value}. Glaubst du es?", "ne": "तपाईंको पालो: {other}को दाबी {value}। पत्याउनुहुन्छ?"},
    "decide_blind_me": {"en": "Your turn: {other} says {value}. Believe it, doubt it or pass it on unseen.", "nl": "Jij bent aan de beurt: {other} zegt {value}. Geloof het, betwijfel het of geef het ongezien door.", "de": "Du bist am Zug: {other} sagt {value}. Glaube es, zweifle oder gib ungesehen weiter.", "ne": "तपाईंको पालो: {other}को दाबी {value}। पत्याउनुहोस्, शंका गर्नुहोस् वा नहेरी सार्नुहोस्।"},
    "must_me": {"en": "Your turn: nothing is higher than 666, you must doubt.", "nl": "Jij bent aan de beurt: hoger dan 666 kan niet, je moet betwijfelen.", "de": "Du bist am Zug: Höher als 666 geht es nicht, du musst anzweifeln.", "ne": "तपाईंको पालो: 666 भन्दा माथि छैन, शंका मात्र गर्न मिल्छ।"},
    "accepted_me": {"en": "Your turn: throw. Then you must say more than {value}.", "nl": "Jij bent aan de beurt: gooi. Daarna moet je meer zeggen dan {value}.", "de": "Du bist am Zug: Würfle. Danach musst du mehr als {value} ansagen.", "ne": "तपाईंको पालो: पासा फाल्नुहोस्। त्यसपछि {value} भन्दा माथि भन्नुपर्छ।"},
    "attempt_me": {"en": "Your turn: throw for 666 ({k} of 3).", "nl": "Jij bent aan de beurt: gooi voor 666 ({k} van 3).", "de": "Du bist am Zug: Würfle auf 666 ({k} von 3).", "ne": "तपाईंको पालो: 666 का लागि पासा फाल्नुहोस् (3 मध्ये {k})।"},
    "start": {"en": "Waiting for {name} to throw.", "nl": "We wachten op de worp van {name}.", "de": "Wir warten auf den Wurf von {name}.", "ne": "{name}ले पासा फाल्ने पर्खँदै।"},
    "claim": {"en": "{name} looks under the cup. What will {name} say?", "nl": "{name} kijkt onder de beker. Wat zal {name} zeggen?", "de": "{name} sieht unter dem Becher nach. Was wird {name} sagen?", "ne": "{name}ले कपमुनि हेर्दै हुनुहुन्छ। के भन्नुहोला?"},
    "claim_unseen": {"en": "Waiting for what {name} says, without having looked.", "nl": "We wachten op wat {name} zegt, zonder te hebben gekeken.", "de": "Wir warten, was {name} ansagt, ohne nachgesehen zu haben.", "ne": "{name}ले नहेरी के भन्नुहुन्छ, पर्खँदै।"},
    "decide": {"en": "{other} says {value}. Waiting for {name}.", "nl": "{other} zegt {value}. We wachten op {name}.", "de": "{other} sagt {value}. Wir warten auf {name}.", "ne": "{other}को दाबी {value}। {name}लाई पर्खँदै।"},
    "accepted": {"en": "{name} believed {value}. Waiting for the throw.", "nl": "{name} geloofde {value}. We wachten op de worp.", "de": "{name} hat {value} geglaubt. Wir warten auf den Wurf.", "ne": "{name}ले {value} पत्याउनुभयो। पासा फाल्ने पर्खँदै।"},
    "attempt": {"en": "{name} tries to reach 666 ({k} of 3).", "nl": "{name} probeert 666 te halen ({k} van 3).", "de": "{name} versucht, 666 zu erreichen ({k} von 3).", "ne": "{name} 666 पार्ने प्रयासमा हुनुहुन्छ (3 मध्ये {k})।"},
    "reveal": {"en": "The dice lie open. The next round follows.", "nl": "De dobbelstenen liggen open. Zo begint de volgende ronde.", "de": "Die Würfel liegen offen. Gleich kommt die nächste Runde.", "ne": "पासा खुला छन्। अर्को राउन्ड आउँदैछ।"},
}  # fmt: skip


def turn(view: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """The turn banner as one sentence, for the seat `me` or a spectator."""
    if view.to_act is None:
        return match_words.turn_between_games(view, language, names, me) or _TURN["reveal"][language]
    last = view.claims[-1] if view.claims else None
    key = _my_turn(view) if view.to_act == me else _their_turn(view)
    return _TURN[key][language].format(
        name=names[view.to_act], other=names[last.seat] if last else "", value=last.value if last else "", k=view.throws + 1
    )


def _my_turn(view: Any) -> str:
    if view.phase == "own_throw":
        again = "_again" if view.options.three_throws and view.throws < MOST_THROWS else ""
        return f"{'higher' if view.claims else 'open'}{again}_me"
    if view.phase == "decide":
        if view.claims[-1].value == HIGHEST:
            return "decide_me" if view.options.sixes else "must_me"
        return "decide_blind_me" if view.options.blind_pass else "decide_me"
    return {"start_throw": "start_me", "accepted": "accepted_me", "six_attempt": "attempt_me"}[view.phase]


def _their_turn(view: Any) -> str:
    if view.phase == "own_throw":
        return "claim" if view.throws < MOST_THROWS else "claim_unseen"
    return {"start_throw": "start", "decide": "decide", "accepted": "accepted", "six_attempt": "attempt"}[view.phase]


_AT_ZERO: dict[str, Text] = {
    "throw": {"en": "At 0 the dice are thrown and a value is claimed.", "nl": "Bij 0 wordt er gegooid en een waarde genoemd.", "de": "Bei 0 wird gewürfelt und ein Wert angesagt.", "ne": "0 मा पासा फालेर दाबी गरिन्छ।"},
    "claim": {"en": "At 0 the true value is claimed if it is high enough, else the lowest that is: {value}.", "nl": "Bij 0 wordt de echte waarde genoemd als die hoog genoeg is, anders de laagste die mag: {value}.", "de": "Bei 0 wird der echte Wert angesagt, wenn er hoch genug ist, sonst der niedrigste erlaubte: {value}.", "ne": "0 मा साँचो मान पुग्ने भए त्यही, नत्र मिल्ने सबैभन्दा सानो मान भनिन्छ: {value}।"},
    "claim_unseen": {"en": "At 0 the lowest possible value is claimed: {value}.", "nl": "Bij 0 wordt de laagste waarde genoemd die mag: {value}.", "de": "Bei 0 wird der niedrigste erlaubte Wert angesagt: {value}.", "ne": "0 मा मिल्ने सबैभन्दा सानो मान भनिन्छ: {value}।"},
    "decide": {"en": "At 0 the claim is doubted.", "nl": "Bij 0 wordt de claim betwijfeld.", "de": "Bei 0 wird die Ansage angezweifelt.", "ne": "0 मा दाबीमाथि शंका गरिन्छ।"},
    "attempt": {"en": "At 0 the remaining throws are made.", "nl": "Bij 0 worden de overige worpen gedaan.", "de": "Bei 0 werden die übrigen Würfe gemacht.", "ne": "0 मा बाँकी फालाइ आफैँ हुन्छ।"},
}  # fmt: skip


def timeout(view: Any, language: Language) -> str:
    """What happens when the clock runs out. Rules: blufpoker.timeout.*"""
    key = {"start_throw": "throw", "accepted": "throw", "own_throw": "claim", "six_attempt": "attempt"}.get(view.phase, "decide")
    if key == "claim" and view.throws == MOST_THROWS:
        key = "claim_unseen"
    above = values_above(view.claims[-1].value if view.claims else LOWEST - 1)
    return _AT_ZERO[key][language].format(value=above[0] if above else "")


_ACTIONS: dict[str, Text] = {
    "throw": {"en": "Throw", "nl": "Gooien", "de": "Würfeln", "ne": "पासा फाल्ने"},
    "keep": {"en": "Lay {sixes} aside and throw", "nl": "{sixes} wegleggen en gooien", "de": "{sixes} herauslegen und würfeln", "ne": "{sixes} छुट्याएर बाँकी फाल्ने"},
    "claim": {"en": "Say {value}", "nl": "{value} zeggen", "de": "{value} ansagen", "ne": "{value} भन्ने"},
    "claim_clockwise": {"en": "Say {value}, clockwise", "nl": "{value} zeggen, met de klok mee", "de": "{value} ansagen, im Uhrzeigersinn", "ne": "{value} भन्ने, घडीको दिशामा"},
    "claim_anticlockwise": {"en": "Say {value}, anticlockwise", "nl": "{value} zeggen, tegen de klok in", "de": "{value} ansagen, gegen den Uhrzeigersinn", "ne": "{value} भन्ने, घडीको उल्टो दिशामा"},
    "doubt": {"en": "Bluff!", "nl": "Bluf!", "de": "Bluff!", "ne": "ब्लफ!"},
    "accept": {"en": "Believe", "nl": "Geloven", "de": "Glauben", "ne": "पत्याउने"},
    "blind": {"en": "Pass on blind: {value}", "nl": "Blind doorgeven: {value}", "de": "Blind weitergeben: {value}", "ne": "नहेरी सार्ने: {value}"},
}  # fmt: skip


def action(action: Any, language: Language) -> str:
    """An action as its button says it."""
    key = str(action.__struct_config__.tag)
    if key == "throw" and action.keep:
        return _ACTIONS["keep"][language].format(sixes=sixes(action.keep, language))
    if key == "claim" and action.direction:
        key = f"claim_{action.direction}"
    return _ACTIONS[key][language].format(value=getattr(action, "value", ""))


# --- refusals ------------------------------------------------------------------------------------------------------
_REASONS: dict[str, Text] = {
    "blufpoker.players": {"en": "3 to 6 players.", "nl": "3 tot 6 spelers.", "de": "3 bis 6 Spieler.", "ne": "3 देखि 6 जना खेलाडी।"},
    "blufpoker.claim.values": {"en": "Three dice cannot show that: digits 1 to 6, from high to low.", "nl": "Dat kan niet met drie dobbelstenen: cijfers 1 tot en met 6, van hoog naar laag.", "de": "Das geht mit drei Würfeln nicht: Ziffern 1 bis 6, von hoch nach niedrig.", "ne": "तीनवटा पासाले त्यो बन्दैन: 1 देखि 6 सम्मका अङ्क, ठूलोदेखि सानोतिर।"},
    "blufpoker.throw.open": {"en": "Whoever starts the round first throws all three dice.", "nl": "Wie de ronde begint, gooit eerst alle drie de dobbelstenen.", "de": "Wer die Runde beginnt, würfelt zuerst mit allen drei Würfeln.", "ne": "राउन्ड सुरु गर्ने खेलाडीले पहिले तीनवटै पासा फाल्नुपर्छ।"},
    "blufpoker.claim.open": {"en": "Whoever threw first in this round makes the first claim now.", "nl": "Wie deze ronde begon, doet nu de eerste claim.", "de": "Wer diese Runde begonnen hat, macht jetzt die erste Ansage.", "ne": "राउन्ड सुरु गर्ने खेलाडीले अब पहिलो दाबी गर्नुपर्छ।"},
    "blufpoker.decide": {"en": "Now the next player decides, and nobody else: believe or doubt.", "nl": "Nu beslist de volgende speler, en niemand anders: geloven of betwijfelen.", "de": "Jetzt entscheidet der nächste Spieler und sonst niemand: glauben oder anzweifeln.", "ne": "अब अर्को खेलाडीले मात्र निर्णय गर्ने हो: पत्याउने कि शंका गर्ने।"},
    "blufpoker.accept.must-throw": {"en": "Whoever believed it must throw all dice, and can no longer doubt.", "nl": "Wie het geloofde, moet alle dobbelstenen gooien en kan niet meer betwijfelen.", "de": "Wer es geglaubt hat, muss mit allen Würfeln würfeln und kann nicht mehr anzweifeln.", "ne": "पत्याउने खेलाडीले सबै पासा फाल्नुपर्छ, अब शंका गर्न मिल्दैन।"},
    "blufpoker.claim.higher": {"en": "After the throw a claim higher than the last one follows.", "nl": "Na de worp volgt een claim die hoger is dan de vorige.", "de": "Nach dem Wurf folgt eine Ansage, die höher ist als die letzte.", "ne": "फालेपछि अघिल्लोभन्दा माथिको दाबी गर्नुपर्छ।"},
    "blufpoker.max.must-doubt": {"en": "Nothing is higher than 666: you must doubt.", "nl": "Hoger dan 666 kan niet: je moet betwijfelen.", "de": "Höher als 666 geht es nicht: Du musst anzweifeln.", "ne": "666 भन्दा माथि छैन: अब शंका मात्र गर्न मिल्छ।"},
    "blufpoker.sixes.keep": {"en": "Lay aside no sixes, or some of those that lie there.", "nl": "Leg geen zessen weg, of een paar van wat er ligt.", "de": "Lege keine Sechsen heraus oder einige von denen, die da liegen.", "ne": "छक्का नछुट्याउनुहोस्, वा परेकामध्येबाट मात्र छुट्याउनुहोस्।"},
    "blufpoker.sixes.no-six": {"en": "You may lay aside only sixes that really lie there.", "nl": "Je mag alleen zessen wegleggen die er echt liggen.", "de": "Du darfst nur Sechsen herauslegen, die wirklich da liegen.", "ne": "साँच्चै परेका छक्का मात्र छुट्याउन मिल्छ।"},
    "blufpoker.sixes.must-throw-one": {"en": "Throw at least one die.", "nl": "Gooi minstens één dobbelsteen.", "de": "Würfle mit mindestens einem Würfel.", "ne": "कम्तीमा एउटा पासा फाल्नुहोस्।"},
    "blufpoker.sixes.opener": {"en": "Whoever starts a round lays nothing aside.", "nl": "Wie een ronde begint, legt niets weg.", "de": "Wer eine Runde beginnt, legt nichts heraus.", "ne": "राउन्ड सुरु गर्ने खेलाडीले केही छुट्याउन मिल्दैन।"},
    "blufpoker.sixes.666.accept": {"en": "Whoever believed 666 throws for it now, up to three times, and makes no claim.", "nl": "Wie 666 geloofde, gooit er nu voor, hoogstens drie keer, en zegt niets.", "de": "Wer 666 geglaubt hat, würfelt jetzt darauf, höchstens dreimal, und sagt nichts an.", "ne": "666 पत्याउने खेलाडीले अब त्यसैका लागि बढीमा तीन पटक फाल्ने हो, दाबी हुँदैन।"},
    "blufpoker.sixes.666.open": {"en": "In this attempt sixes are laid aside by themselves.", "nl": "Bij deze poging worden zessen vanzelf weggelegd.", "de": "Bei diesem Versuch werden Sechsen von selbst herausgelegt.", "ne": "यो प्रयासमा छक्का आफैँ छुट्टिन्छन्।"},
    "blufpoker.blind.pass": {"en": "Passing on blind needs a table that allows it, and a higher value.", "nl": "Blind doorgeven kan alleen waar de tafel het toestaat, met een hogere waarde.", "de": "Blind weitergeben geht nur, wo der Tisch es erlaubt, mit einem höheren Wert.", "ne": "नहेरी सार्न टेबलमा त्यो विकल्प र अघिल्लोभन्दा माथिको मान चाहिन्छ।"},
    "blufpoker.blind.not-after-look": {"en": "The dice have been seen: passing on blind is over.", "nl": "De dobbelstenen zijn gezien: blind doorgeven kan niet meer.", "de": "Die Würfel sind gesehen: Blind weitergeben geht nicht mehr.", "ne": "पासा हेरिसकियो: अब नहेरी सार्न मिल्दैन।"},
    "blufpoker.blind.starter": {"en": "Whoever starts a round has nothing to pass on.", "nl": "Wie een ronde begint, heeft niets om door te geven.", "de": "Wer eine Runde beginnt, hat nichts weiterzugeben.", "ne": "राउन्ड सुरु गर्ने खेलाडीसँग सार्ने केही हुँदैन।"},
    "blufpoker.blind.max": {"en": "Nothing is higher than 666, so it cannot be passed on blind.", "nl": "Hoger dan 666 kan niet, dus blind doorgeven ook niet.", "de": "Höher als 666 geht es nicht, also auch kein blindes Weitergeben.", "ne": "666 भन्दा माथि छैन, त्यसैले नहेरी सार्न मिल्दैन।"},
    "blufpoker.three-throws.repeat": {"en": "No further throw: one in a turn, or three where the table allows it.", "nl": "Geen worp meer: één per beurt, of drie waar de tafel het toestaat.", "de": "Kein weiterer Wurf: einer pro Zug, oder drei, wo der Tisch es erlaubt.", "ne": "अब फाल्न मिल्दैन: एक पालोमा एक पटक, वा विकल्प भए तीन पटक।"},
    "blufpoker.three-throws.all": {"en": "Between the throws of one turn nothing is laid aside.", "nl": "Tussen de worpen van één beurt wordt niets weggelegd.", "de": "Zwischen den Würfen eines Zuges wird nichts herausgelegt.", "ne": "एउटै पालोका फालाइबीच केही छुट्याउन मिल्दैन।"},
    "blufpoker.direction.choose": {"en": "The direction is clockwise or anticlockwise.", "nl": "De richting is met de klok mee of tegen de klok in.", "de": "Die Richtung ist im oder gegen den Uhrzeigersinn.", "ne": "दिशा घडीको दिशा वा घडीको उल्टो दिशा हो।"},
    "blufpoker.direction.fixed": {"en": "The direction holds for the whole round.", "nl": "De richting geldt de hele ronde.", "de": "Die Richtung gilt die ganze Runde.", "ne": "दिशा राउन्डभरि त्यही रहन्छ।"},
    "blufpoker.direction.first-round": {"en": "The first round always goes clockwise.", "nl": "De eerste ronde gaat altijd met de klok mee.", "de": "Die erste Runde geht immer im Uhrzeigersinn.", "ne": "पहिलो राउन्ड सधैँ घडीको दिशामा जान्छ।"},
    "blufpoker.direction.off": {"en": "At this table nobody chooses the direction.", "nl": "Aan deze tafel kiest niemand de richting.", "de": "An diesem Tisch wählt niemand die Richtung.", "ne": "यो टेबलमा दिशा छान्न मिल्दैन।"},
    "blufpoker.end.limit": {"en": "This game is over.", "nl": "Deze partij is afgelopen.", "de": "Diese Partie ist zu Ende.", "ne": "यो खेल सकिसक्यो।"},
}  # fmt: skip


def reason(rule: str, language: Language) -> str:
    """Why a rule forbids something, in one sentence."""
    return _REASONS[rule][language] if rule in _REASONS else common_reason(rule, language)


def rules() -> tuple[str, ...]:
    """The rule ids that a refusal of this game can carry."""
    return (*_REASONS, *COMMON_REASONS)


# --- options -------------------------------------------------------------------------------------------------------
_OPTIONS: dict[str, tuple[Text, dict[Any, Text]]] = {
    "sixes": (
        {"en": "Lay sixes aside", "nl": "Zessen wegleggen", "de": "Sechsen herauslegen", "ne": "छक्का छुट्याउने"},
        {
            False: {"en": "Whoever believes throws all three dice.", "nl": "Wie gelooft, gooit alle drie de dobbelstenen.", "de": "Wer glaubt, würfelt mit allen drei Würfeln.", "ne": "पत्याउनेले तीनवटै पासा फाल्नुहुन्छ।"},
            True: {"en": "Whoever believes may lay sixes aside, and may try for a 666.", "nl": "Wie gelooft, mag zessen wegleggen en mag een 666 proberen te halen.", "de": "Wer glaubt, darf Sechsen herauslegen und sich an 666 versuchen.", "ne": "पत्याउनेले छक्का छुट्याउन र 666 को प्रयास गर्न मिल्छ।"},
        },
    ),
    "blind_pass": (
        {"en": "Pass on blind", "nl": "Blind doorgeven", "de": "Blind weitergeben", "ne": "नहेरी सार्ने"},
        {
            False: {"en": "Believe or doubt, nothing else.", "nl": "Geloven of betwijfelen, meer niet.", "de": "Glauben oder anzweifeln, sonst nichts.", "ne": "पत्याउने वा शंका गर्ने मात्र।"},
            True: {"en": "The cup may be passed on unseen under a higher value.", "nl": "De beker mag ongezien door, met een hogere waarde.", "de": "Der Becher darf ungesehen weiter, mit einem höheren Wert.", "ne": "ठूलो मान भनेर कप नहेरी सार्न मिल्छ।"},
        },
    ),
    "three_throws": (
        {"en": "Three throws", "nl": "Drie worpen", "de": "Drei Würfe", "ne": "तीन फालाइ"},
        {
            False: {"en": "One throw in a turn.", "nl": "Eén worp per beurt.", "de": "Ein Wurf pro Zug.", "ne": "एक पालोमा एक फालाइ।"},
            True: {"en": "Up to three throws in a turn; nobody sees the third.", "nl": "Tot drie worpen per beurt; de derde ziet niemand.", "de": "Bis zu drei Würfe pro Zug; den dritten sieht niemand.", "ne": "एक पालोमा तीन फालाइसम्म; तेस्रो कसैले देख्दैन।"},
        },
    ),
    "choose_direction": (
        {"en": "Choose the direction", "nl": "Richting kiezen", "de": "Richtung wählen", "ne": "दिशा छान्ने"},
        {
            False: {"en": "The cup goes clockwise; the player after the doubter starts.", "nl": "De beker gaat met de klok mee; de speler na wie twijfelde begint.", "de": "Der Becher geht im Uhrzeigersinn; nach einem Zweifel beginnt der nächste Spieler.", "ne": "कप घडीको दिशामा जान्छ; शंका गर्नेपछिको खेलाडीले सुरु गर्नुहुन्छ।"},
            True: {"en": "Whoever got the point starts and chooses the direction.", "nl": "Wie het strafpunt kreeg, begint en kiest de richting.", "de": "Wer den Strafpunkt bekam, beginnt und wählt die Richtung.", "ne": "दण्ड अङ्क पाउनेले सुरु गर्नुहुन्छ र दिशा छान्नुहुन्छ।"},
        },
    ),
    "swap_seats": (
        {"en": "Shuffle the seats", "nl": "Stoelen husselen", "de": "Sitze mischen", "ne": "सिट साट्ने"},
        {
            "off": {"en": "Everyone keeps their neighbours.", "nl": "Iedereen houdt dezelfde buren.", "de": "Alle behalten ihre Nachbarn.", "ne": "छेउका खेलाडी उही रहन्छन्।"},
            "round": {"en": "New neighbours after every round.", "nl": "Na elke ronde andere buren.", "de": "Nach jeder Runde neue Nachbarn.", "ne": "हरेक राउन्डपछि छेउमा अर्कै खेलाडी।"},
            "game": {"en": "New neighbours in every game of the match.", "nl": "In elke partij van de wedstrijd andere buren.", "de": "In jeder Partie des Matches neue Nachbarn.", "ne": "म्याचको हरेक खेलमा छेउमा अर्कै खेलाडी।"},
        },
    ),
}  # fmt: skip

_LIMIT: Text = {"en": "Penalty points to the end", "nl": "Strafpunten tot het einde", "de": "Strafpunkte bis zum Ende", "ne": "खेल सकिने दण्ड अङ्क"}  # fmt: skip
_LIMIT_MEANS: Text = {
    "en": "The game ends when someone has {points}.",
    "nl": "De partij eindigt als iemand {points} heeft.",
    "de": "Die Partie endet, wenn jemand {points} hat.",
    "ne": "कसैको {points} पुगेपछि खेल सकिन्छ।",
}


def option(name: str, value: Any, language: Language) -> tuple[str, str]:
    """Label of an option, and what this value of it means. Raises KeyError for an option the game does not have."""
    common = common_option(name, value, language)
    if common:
        return (common[0], NO_CALLS[language]) if name == "call_grace_ms" else common
    if name == "penalty_limit":
        return _LIMIT[language], _LIMIT_MEANS[language].format(points=penalty_points(value, language))
    label, meanings = _OPTIONS[name]
    return label[language], meanings[value][language]
