"""The first lesson: four small tables to play in 90 seconds, each decided by the real engine. Nothing is kept anywhere.

A step is a position; an answer is an action there, or a number. Both come with the address, so the lesson works without
a script, can be left or skipped at any step, and a wrong answer costs nothing.
"""

from typing import Any

from games.blufpoker import engine, page, words
from games.blufpoker.state import Accept, Action, Claim, Doubt, MadeClaim, Options, State
from games.blufpoker.values import value_of
from games.core.chance import SecretChance
from games.core.errors import IllegalAction
from games.core.game import Language
from games.core.words import Text

STEPS = 4
ME, NORA, OWEN = 0, 1, 2

_NAMES: dict[Language, tuple[str, str, str]] = {
    "en": ("You", "Nora", "Owen"),
    "nl": ("Jij", "Nora", "Owen"),
    "de": ("Du", "Nora", "Owen"),
    "ne": ("तपाईं", "नोरा", "ओवेन"),
}

_TEXT: dict[str, Text] = {
    "title": {
        "en": "Blufpoker in 90 seconds",
        "nl": "Blufpoker in 90 seconden",
        "de": "Blufpoker in 90 Sekunden",
        "ne": "90 सेकेन्डमा ब्लफपोकर",
    },
    "1": {
        "en": "One cup with three dice goes round. You have thrown, and only you look. A throw is worth the greatest number its dice can form. What is this one worth?",
        "nl": "Eén beker met drie dobbelstenen gaat rond. Jij hebt gegooid, en alleen jij kijkt. Een worp is het grootste getal waard dat de stenen kunnen vormen. Hoeveel is deze waard?",
        "de": "Ein Becher mit drei Würfeln geht herum. Du hast gewürfelt, und nur du siehst nach. Ein Wurf ist die größte Zahl wert, die sich aus den Würfeln bilden lässt. Was ist dieser wert?",
        "ne": "तीनवटा पासा भएको एउटा कप घुम्छ। तपाईंले पासा फाल्नुभयो, अनि तपाईं मात्र हेर्नुहुन्छ। पासाले बन्ने सबैभन्दा ठूलो सङ्ख्या नै मान हो। यसको मान कति?",
    },
    "1-right": {
        "en": "Yes: highest die first. From 111 to 666 there are 56 values.",
        "nl": "Ja: de hoogste steen eerst. Van 111 tot en met 666 zijn er 56 waarden.",
        "de": "Ja: der höchste Würfel zuerst. Von 111 bis 666 gibt es 56 Werte.",
        "ne": "हो: ठूलो पासा पहिले। 111 देखि 666 सम्म 56 वटा मान हुन्छन्।",
    },
    "1-wrong": {
        "en": "Not quite. Put the highest die first.",
        "nl": "Nog niet. Zet de hoogste steen voorop.",
        "de": "Nicht ganz. Stell den höchsten Würfel nach vorn.",
        "ne": "मिलेन। सबैभन्दा ठूलो पासा अगाडि राख्नुहोस्।",
    },
    "2": {
        "en": "Nora said 541. You believed it, took the cup and threw: only 421. Now you must say more than 541, true or not. What do you say?",
        "nl": "Nora zei 541. Jij geloofde het, nam de beker en gooide: maar 421. Nu moet je meer zeggen dan 541, waar of niet. Wat zeg je?",
        "de": "Nora hat 541 angesagt. Du hast es geglaubt, den Becher genommen und gewürfelt: nur 421. Jetzt musst du mehr als 541 ansagen, ob es stimmt oder nicht. Was sagst du?",
        "ne": "नोराको दाबी 541। तपाईंले पत्याएर कप लिनुभयो र पासा फाल्नुभयो: 421 मात्र। अब साँचो होस् वा नहोस्, 541 भन्दा माथि भन्नुपर्छ। के भन्नुहुन्छ?",
    },
    "2-right": {
        "en": "Yes, that is higher. Nobody sees your dice: Owen must now believe it or call bluff.",
        "nl": "Ja, dat is hoger. Niemand ziet jouw stenen: Owen moet het nu geloven of bluf roepen.",
        "de": "Ja, das ist höher. Niemand sieht deine Würfel: Owen muss es jetzt glauben oder Bluff rufen.",
        "ne": "हो, यो माथि हो। तपाईंका पासा कसैले देख्दैन: अब ओवेनले पत्याउने वा ब्लफ भन्ने हो।",
    },
    "3": {
        "en": "Owen says 654, the best but a few. If you believe it, you must throw and say even more. If you call bluff, the dice are opened: less than 654, and Owen gets the penalty point. What do you do?",
        "nl": "Owen zegt 654, dat is bijna het hoogste. Geloof je het, dan moet je gooien en nog meer zeggen. Roep je bluf, dan gaan de stenen open: minder dan 654, en het strafpunt is voor Owen. Wat doe je?",
        "de": "Owen sagt 654, kaum etwas ist höher. Glaubst du es, musst du würfeln und noch mehr ansagen. Rufst du Bluff, werden die Würfel geöffnet: weniger als 654, und der Strafpunkt geht an Owen. Was tust du?",
        "ne": "ओवेनको दाबी 654, योभन्दा माथि थोरै मात्र छन्। पत्याउनुभयो भने पासा फालेर अझ माथि भन्नुपर्छ। ब्लफ भन्नुभयो भने पासा खुल्छ: 654 भन्दा कम भए दण्ड अङ्क ओवेनलाई। के गर्नुहुन्छ?",
    },
    "3-right": {
        "en": "Well spotted. One penalty point for Owen.",
        "nl": "Goed gezien. Een strafpunt voor Owen.",
        "de": "Gut erkannt. Ein Strafpunkt für Owen.",
        "ne": "राम्ररी चिन्नुभयो। ओवेनलाई एक दण्ड अङ्क।",
    },
    "3-wrong": {
        "en": "You looked: only 432 lay there. What was said no longer counts; you must throw, and say more than 654. Try Bluff! here.",
        "nl": "Je keek: er lag maar 432. Wat gezegd was, telt niet meer; jij moet gooien en meer zeggen dan 654. Probeer hier Bluf!",
        "de": "Du hast nachgesehen: Da lag nur 432. Was angesagt war, zählt nicht mehr; du musst würfeln und mehr als 654 ansagen. Versuch hier Bluff!",
        "ne": "तपाईंले हेर्नुभयो: 432 मात्र थियो। भनिएको कुरा अब गनिँदैन; पासा फालेर 654 भन्दा माथि भन्नुपर्छ। यहाँ ब्लफ! भनेर हेर्नुहोस्।",
    },
    "4": {
        "en": "A new round. Nora says 431, which is not much. What do you do?",
        "nl": "Een nieuwe ronde. Nora zegt 431, dat is niet veel. Wat doe je?",
        "de": "Eine neue Runde. Nora sagt 431, das ist nicht viel. Was tust du?",
        "ne": "नयाँ राउन्ड। नोराको दाबी 431, धेरै होइन। के गर्नुहुन्छ?",
    },
    "4-right": {
        "en": "Good: that is easy to beat. You take the cup, throw all three dice and go higher. The game ends when someone has six penalty points; whoever has the fewest wins. That is all you need!",
        "nl": "Goed: daar kom je makkelijk boven. Je neemt de beker, gooit alle drie de stenen en zegt meer. De partij eindigt als iemand zes strafpunten heeft; wie de minste heeft, wint. Meer hoef je niet te weten!",
        "de": "Gut: Das ist leicht zu überbieten. Du nimmst den Becher, würfelst mit allen drei Würfeln und sagst mehr an. Die Partie endet, wenn jemand sechs Strafpunkte hat; wer die wenigsten hat, gewinnt. Mehr brauchst du nicht!",
        "ne": "ठीक: यसभन्दा माथि जान सजिलो छ। तपाईंले कप लिएर तीनवटै पासा फाल्नुहुन्छ र माथि भन्नुहुन्छ। कसैको छ दण्ड अङ्क पुगेपछि खेल सकिन्छ; सबैभन्दा कम हुनेले जित्छ। यति भए पुग्छ!",
    },
    "4-wrong": {
        "en": "Nora told the truth, so this point is yours. A low claim is mostly safe to believe.",
        "nl": "Nora sprak de waarheid, dus dit punt is voor jou. Een lage claim kun je meestal geloven.",
        "de": "Nora hat die Wahrheit gesagt, also geht dieser Punkt an dich. Eine niedrige Ansage kann man meistens glauben.",
        "ne": "नोराले साँचो भन्नुभएको थियो, त्यसैले यो अङ्क तपाईंलाई। सानो दाबी प्रायः पत्याउन सकिन्छ।",
    },
}  # fmt: skip

_DICE: dict[int, tuple[int, int, int]] = {1: (2, 6, 3), 2: (4, 1, 2), 3: (3, 4, 2), 4: (3, 4, 1)}
_CLAIMS: dict[int, tuple[MadeClaim, ...]] = {
    1: (),
    2: (MadeClaim(NORA, 541),),
    3: (MadeClaim(NORA, 541), MadeClaim(OWEN, 654)),
    4: (MadeClaim(NORA, 431),),
}
_NUMBERS = (263, 326, 632, 623)
_SAID = (421, 541, 640, 551, 632)
_DECISIONS: dict[str, Action] = {"doubt": Doubt(), "accept": Accept()}
_WISE = {3: "doubt", 4: "accept"}


def position(step: int) -> State:
    """The table of a step, with the reader to act."""
    throws = step < 3
    return State(
        options=Options(),
        seats=3,
        game=1,
        round=1,
        phase="own_throw" if throws else "decide",
        order=(ME, NORA, OWEN),
        direction="clockwise",
        first_round=False,
        starter=NORA if _CLAIMS[step] else ME,
        to_act=ME,
        penalties=(0, 0, 0),
        timeouts=(0, 0, 0),
        dice=_DICE[step],
        throws=1,
        seen_by=(ME,) if throws else (_CLAIMS[step][-1].seat,),
        claims=_CLAIMS[step],
    )


def answers(step: int, language: Language) -> list[tuple[str, str]]:
    """What may be pressed: (value of the address, label)."""
    if step == 1:
        return [(str(number), str(number)) for number in _NUMBERS]
    if step == 2:
        return [(str(value), words.action(Claim(value), language)) for value in _SAID]
    return [(name, words.action(action, language)) for name, action in _DECISIONS.items()]


def page_of(step: int, answer: str, language: Language) -> dict[str, Any]:
    """Everything that the page of a step prints. An answer that is none of those offered counts as none."""
    step = min(max(step, 1), STEPS)
    offered = answers(step, language)
    answer = answer if answer in dict(offered) else ""
    state, names = position(step), _NAMES[language]
    view = engine.view(state, ME)
    shown: dict[str, Any] = {
        "title": _TEXT["title"][language],
        "step": step,
        "steps": STEPS,
        "text": _TEXT[str(step)][language],
        "claim": page.last_claim(view, language, names, ME),
        "dice": [str(die) for die in view.cup or ()],
        "hand": page.terms(language).hand,
        "answers": offered,
        "answer": answer,
        "right": None,
        "reply": "",
        "reveal": None,
    }
    return shown | _judge(step, answer, state, language) if answer else shown


def _judge(step: int, answer: str, state: State, language: Language) -> dict[str, Any]:
    """What the answer leads to, by the rules themselves."""
    if step == 1:
        right = int(answer) == value_of(_DICE[1])
        return {"right": right, "reply": _TEXT["1-right" if right else "1-wrong"][language]}
    action = _DECISIONS.get(answer) or Claim(int(answer))
    try:
        after = engine.apply(state, ME, action, SecretChance(bytes(32), "lesson", ("", "", ""))).state
    except IllegalAction as refused:
        return {"right": False, "reply": words.reason(refused.rule, language)}
    if step == 2:
        return {"right": True, "reply": _TEXT["2-right"][language]}
    view = engine.view(after, ME)
    right = answer == _WISE[step]
    told: dict[str, Any] = {"right": right, "reply": _TEXT[f"{step}-{'right' if right else 'wrong'}"][language]}
    if view.reveal is None:
        return told | {"dice": [str(die) for die in view.cup or ()]}
    return told | {"reveal": page.revealed(view.reveal, language, _NAMES[language], ME)}
