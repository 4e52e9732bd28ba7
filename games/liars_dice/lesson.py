"""The first lesson: four small tables to play in 90 seconds, each decided by the real engine. Nothing is kept anywhere.

A step is a position; an answer is an action there, or a number. Both come with the address, so the lesson works without
a script, can be left or skipped at any step, and a wrong answer costs nothing.
"""

from typing import Any

from games.core.chance import SecretChance
from games.core.errors import IllegalAction
from games.core.game import Language
from games.core.words import Text
from games.liars_dice import engine, page, words
from games.liars_dice.state import Bid, Challenge, Face, MadeBid, Options, State

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
        "en": "Liar's Dice in 90 seconds",
        "nl": "Liar's Dice in 90 seconden",
        "de": "Liar's Dice in 90 Sekunden",
        "ne": "90 सेकेन्डमा लायर्स डाइस",
    },
    "1": {
        "en": "Everyone has five dice under a cup and sees only their own. A star counts as any number. How many fives do you hold?",
        "nl": "Iedereen heeft vijf dobbelstenen onder een beker en ziet alleen de eigen. Een ster telt als elk getal. Hoeveel vijven heb je?",
        "de": "Alle haben fünf Würfel unter einem Becher und sehen nur die eigenen. Ein Stern zählt als jede Zahl. Wie viele Fünfen hast du?",
        "ne": "सबैसँग कपमुनि पाँचवटा पासा छन्, आफ्ना मात्र देखिन्छन्। तारा जुनसुकै अङ्क बन्छ। तपाईंसँग पाँच कतिवटा छन्?",
    },
    "1-right": {
        "en": "Yes: two fives and one star make three.",
        "nl": "Ja: twee vijven en één ster zijn er drie.",
        "de": "Ja: zwei Fünfen und ein Stern sind drei.",
        "ne": "हो: दुईवटा पाँच र एउटा तारा, जम्मा तीनवटा।",
    },
    "1-wrong": {
        "en": "Not quite. Count the fives, and the star too.",
        "nl": "Nog niet. Tel de vijven, en de ster ook.",
        "de": "Nicht ganz. Zähle die Fünfen und auch den Stern.",
        "ne": "मिलेन। पाँच गन्नुहोस्, तारा पनि।",
    },
    "2": {
        "en": "A bid is about all the dice on the table: “at least three fours”. Whoever is next bids higher or doubts: more dice, or a higher face with as many dice. Stars are rare, so each counts double. Nora has bid three fours. Bid higher!",
        "nl": "Een bod gaat over alle dobbelstenen op tafel: ‘minstens drie vieren’. Wie volgt, biedt hoger of gelooft het niet: meer stenen, of een hoger getal bij even veel. Sterren zijn zeldzaam en tellen dubbel. Nora heeft drie vieren geboden. Bied hoger!",
        "de": "Ein Gebot gilt für alle Würfel am Tisch: „mindestens drei Vieren“. Wer folgt, bietet höher oder zweifelt: mehr Würfel, oder bei gleich vielen eine höhere Zahl. Sterne sind selten und zählen doppelt. Nora hat drei Vieren geboten. Biete höher!",
        "ne": "बोली टेबलका सबै पासाबारे हुन्छ: “कम्तीमा तीनवटा चार”। अर्को खेलाडीले बोली बढाउने वा शंका गर्ने: धेरै पासा, वा उति नै पासामा ठूलो अङ्क। तारा कम हुन्छ, त्यसैले दोब्बर गनिन्छ। नोराको बोली तीनवटा चार हो। बोली बढाउनुहोस्!",
    },
    "2-right": {
        "en": "Yes, that is higher. It need not be true: nobody can see your dice.",
        "nl": "Ja, dat is hoger. Het hoeft niet waar te zijn: niemand ziet jouw stenen.",
        "de": "Ja, das ist höher. Stimmen muss es nicht: Niemand sieht deine Würfel.",
        "ne": "हो, यो माथि हो। साँचो हुनै पर्छ भन्ने छैन: तपाईंका पासा कसैले देख्दैन।",
    },
    "3": {
        "en": "15 dice are on the table. Owen has bid nine fives, and you hold only one. Do you believe him, or do you doubt?",
        "nl": "Er liggen 15 dobbelstenen op tafel. Owen heeft negen vijven geboden, en jij hebt er maar één. Geloof je het, of niet?",
        "de": "15 Würfel liegen auf dem Tisch. Owen hat neun Fünfen geboten, und du hast nur eine. Glaubst du das, oder zweifelst du?",
        "ne": "टेबलमा 15 वटा पासा छन्। ओवेनको बोली नौवटा पाँच हो, तर तपाईंसँग एउटा मात्र छ। पत्याउनुहुन्छ कि शंका गर्नुहुन्छ?",
    },
    "3-right": {
        "en": "All cups are open. Whoever is wrong loses as many dice as they were off by.",
        "nl": "Alle bekers gaan open. Wie fout zat, verliest zo veel dobbelstenen als het scheelde.",
        "de": "Alle Becher sind offen. Wer falschlag, verliert so viele Würfel, wie es danebenlag.",
        "ne": "सबै कप खुले। जो गलत, उसले फरक जति नै पासा गुमाउँछ।",
    },
    "3-wrong": {
        "en": "You went even higher, and Nora doubts you.",
        "nl": "Je bood nog hoger, en Nora gelooft jou niet.",
        "de": "Du hast noch höher geboten, und Nora zweifelt.",
        "ne": "तपाईंले अझ बढाउनुभयो, नोराले शंका गर्नुभयो।",
    },
    "4": {
        "en": "One more. Nora has bid four twos, and you doubt. Open the cups!",
        "nl": "Nog één. Nora heeft vier tweeën geboden, en jij gelooft het niet. Open de bekers!",
        "de": "Noch eins. Nora hat vier Zweien geboten, und du zweifelst. Öffne die Becher!",
        "ne": "अझ एउटा। नोराको बोली चारवटा दुई हो, तपाईं शंका गर्दै हुनुहुन्छ। कप खोल्नुहोस्!",
    },
    "4-right": {
        "en": "Exactly as many as the bid: then everyone but the bidder loses one die. Whoever keeps dice to the last wins. That is all you need!",
        "nl": "Precies zo veel als geboden: dan verliest iedereen één dobbelsteen, behalve wie bood. Wie het laatst dobbelstenen heeft, wint. Meer hoef je niet te weten!",
        "de": "Genau so viele wie geboten: Dann verlieren alle einen Würfel, nur wer geboten hat nicht. Wer zuletzt noch Würfel hat, gewinnt. Mehr brauchst du nicht!",
        "ne": "ठ्याक्कै बोली जति: अनि बोली लगाउनेबाहेक सबैले एउटा पासा गुमाउँछन्। अन्तिमसम्म पासा जोगाउने जित्छ। यति भए पुग्छ!",
    },
}  # fmt: skip

_MINE: dict[int, tuple[Face, ...]] = {1: (5, 2, "*", 5, 3), 2: (5, 2, "*", 5, 3), 3: (1, 5, 2, 3, 4), 4: (2, 4, 1, 3, 5)}
_OTHERS: dict[int, tuple[tuple[Face, ...], tuple[Face, ...]]] = {
    1: ((4, 4, 1, 2, 3), (1, 1, 2, 3, "*")),
    2: ((4, 4, 1, 2, 3), (1, 1, 2, 3, "*")),
    3: ((2, 4, 5, 1, 3), (5, "*", 5, 1, 2)),
    4: ((2, "*", 4, 5, 1), (3, 2, 1, 4, 4)),
}
_BIDS: dict[int, tuple[MadeBid, ...]] = {
    1: (),
    2: (MadeBid(NORA, 3, 4),),
    3: (MadeBid(NORA, 6, 5), MadeBid(OWEN, 9, 5)),
    4: (MadeBid(NORA, 4, 2),),
}
_NUMBERS = (1, 2, 3, 4)
_RAISES = (Bid(3, 2), Bid(3, 5), Bid(4, 1), Bid(1, "*"), Bid(2, "*"))


def position(step: int) -> State:
    """The table of a step, with the reader to act."""
    return State(
        options=Options(),
        seats=3,
        game=1,
        round=1,
        phase="respond" if _BIDS[step] else "bid",
        counts=(5, 5, 5),
        dice=(_MINE[step], *_OTHERS[step]),
        starter=ME,
        loser=ME,
        timeouts=(0, 0, 0),
        to_act=ME,
        bids=_BIDS[step],
    )


def answers(step: int, language: Language) -> list[tuple[str, str]]:
    """What may be pressed: (value of the address, label)."""
    if step == 1:
        return [(str(number), str(number)) for number in _NUMBERS]
    if step == 2:
        return [(f"{bid.count}x{bid.face}", words.action(bid, language)) for bid in _RAISES]
    last = _BIDS[step][-1]
    doubt = ("doubt", words.doubt(_NAMES[language][last.seat], last, language))
    return [doubt, ("10x5", words.action(Bid(10, 5), language))] if step == 3 else [doubt]


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
        "dice": [{"face": face, "key": page.face_key(face), "word": page.face_word(face, language)} for face in view.own or ()],
        "answers": offered,
        "answer": answer,
        "right": None,
        "reply": "",
        "reveal": None,
        "counts": list(view.dice_counts),
        "names": names,
    }
    return shown | _judge(step, answer, state, language) if answer else shown


def _judge(step: int, answer: str, state: State, language: Language) -> dict[str, Any]:
    """What the answer leads to, by the rules themselves."""
    if step == 1:
        right = int(answer) == sum(page.matches(face, 5) for face in _MINE[1])
        return {"right": right, "reply": _TEXT["1-right" if right else "1-wrong"][language]}
    action = Challenge() if answer == "doubt" else _bid(answer)
    chance = SecretChance(bytes(32), "lesson", ("", "", ""))
    try:
        after = engine.apply(state, ME, action, chance).state
    except IllegalAction as refused:
        return {"right": False, "reply": words.reason(refused.rule, language)}
    if step == 2:
        return {"right": True, "reply": _TEXT["2-right"][language]}
    if after.reveal is None:
        after = engine.apply(after, NORA, Challenge(), chance).state
    reveal = page.revealed(engine.view(after, ME).reveal, language, _NAMES[language], ME)
    right = answer == "doubt"
    return {"right": right, "reply": _TEXT[f"{step}-{'right' if right else 'wrong'}"][language], "reveal": reveal}


def _bid(answer: str) -> Bid:
    count, face = answer.split("x")
    return Bid(int(count), "*" if face == "*" else int(face))
