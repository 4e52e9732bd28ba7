"""The first lesson: four small tables to play in 90 seconds, each decided by the real engine. Nothing is kept anywhere.

A step is a position; an answer is an action there. Both come with the address, so the lesson works without a script, can be
left or skipped at any step, and a wrong answer costs nothing.
"""

from typing import Any

from games.bluff_nepal import engine, page, page_words, words
from games.bluff_nepal.rounds import deck
from games.bluff_nepal.state import Action, Call, Laid, Lay, LetGo, Options, Pass, Phase, State
from games.core import card_page, card_words
from games.core.cards import Card, Rank, lowest_first
from games.core.chance import SecretChance
from games.core.errors import IllegalAction
from games.core.game import Language
from games.core.words import Text

STEPS = 4
ME, NORA, OWEN = 0, 1, 2
"""Play goes to the right: after Owen comes Nora, after Nora the reader."""

_NAMES: dict[Language, tuple[str, str, str]] = {
    "en": ("You", "Nora", "Owen"),
    "nl": ("Jij", "Nora", "Owen"),
    "de": ("Du", "Nora", "Owen"),
    "ne": ("तपाईं", "नोरा", "ओवेन"),
}

_TEXT: dict[str, Text] = {
    "title": {
        "en": "Bluff (Nepal) in 90 seconds",
        "nl": "Bluff (Nepal) in 90 seconden",
        "de": "Bluff (Nepal) in 90 Sekunden",
        "ne": "90 सेकेन्डमा ब्लफ",
    },
    "1": {
        "en": "The first player out of cards wins. You open: lay one to four cards face down and say of which rank they are. That need not be true, only the number is. Suits do not matter. What do you lay?",
        "nl": "Wie het eerst geen kaarten meer heeft, wint. Jij opent: leg één tot vier kaarten gedekt neer en zeg welke waarde ze hebben. Dat hoeft niet waar te zijn, alleen het aantal klopt altijd. Kleuren doen er niet toe. Wat leg je?",
        "de": "Wer zuerst keine Karten mehr hat, gewinnt. Du eröffnest: Lege eine bis vier Karten verdeckt hin und sage, welchen Wert sie haben. Das muss nicht stimmen, nur die Anzahl stimmt immer. Farben sind egal. Was legst du?",
        "ne": "जसको तास पहिले सकिन्छ, उसैले जित्छ। तपाईंबाट सुरु: एकदेखि चारवटा तास घोप्ट्याएर राखी कुन तास हो भन्नुहोस्। साँचो हुनै पर्छ भन्ने छैन, सङ्ख्या मात्र सधैँ साँचो हुन्छ। रङले फरक पार्दैन। के राख्नुहुन्छ?",
    },
    "1-true": {
        "en": "Two sevens, and they are sevens: nobody can catch you. Others see only two backs.",
        "nl": "Twee zevens, en het zijn zevens: niemand kan je betrappen. De anderen zien alleen twee ruggen.",
        "de": "Zwei Siebenen, und es sind Siebenen: Niemand kann dich erwischen. Die anderen sehen nur zwei Rückseiten.",
        "ne": "दुईवटा सात, साँच्चै सात: कसैले समात्न सक्दैन। अरूले घोप्टा तास मात्र देख्छन्।",
    },
    "1-bluff": {
        "en": "Three cards gone at once. One is a queen, but nobody sees that unless somebody calls bluff.",
        "nl": "Drie kaarten in één keer weg. Eén is een vrouw, maar dat ziet niemand, tenzij iemand bluf roept.",
        "de": "Drei Karten auf einmal weg. Eine ist eine Dame, aber das sieht niemand, solange niemand „Bluff!“ ruft.",
        "ne": "एकैचोटि तीनवटा तास गए। एउटा बिबी हो, तर कसैले ब्लफ नभनेसम्म कसैले देख्दैन।",
    },
    "2": {
        "en": "Nora has opened with a nine, so everyone says nines until the round is over. You have none. Lay something as a nine, or pass: then you lay nothing more in this round.",
        "nl": "Nora heeft geopend met een negen, dus iedereen zegt negens tot de ronde voorbij is. Jij hebt er geen. Leg iets als negen, of pas: dan leg je deze ronde niets meer.",
        "de": "Nora hat mit einer Neun eröffnet, also sagen alle Neunen, bis die Runde vorbei ist. Du hast keine. Lege etwas als Neun ab oder passe: Dann legst du in dieser Runde nichts mehr.",
        "ne": "नोराले नौबाट सुरु गर्नुभयो, त्यसैले राउन्ड नसकिएसम्म सबैले नौ भन्ने। तपाईंसँग नौ छैन। केही नौ भनेर राख्नुहोस्, वा पास गर्नुहोस्: पास गरेपछि यो राउन्डमा तास राख्न पाइँदैन।",
    },
    "2-lay": {
        "en": "Done. Your four lies there as a nine, and one card fewer is left to get rid of.",
        "nl": "Gelukt. Je vier ligt daar als negen, en je hebt weer een kaart minder.",
        "de": "Geschafft. Deine Vier liegt dort als Neun, und du hast eine Karte weniger.",
        "ne": "भयो। तपाईंको चार नौ बनेर बसेको छ, र एउटा तास कम भयो।",
    },
    "2-pass": {
        "en": "That is safe. If everyone else passes too, the pile is set aside unseen and the last to lay opens again.",
        "nl": "Dat is veilig. Past verder iedereen, dan gaat de stapel ongezien weg en opent wie het laatst legde.",
        "de": "Das ist sicher. Passen alle anderen auch, kommt der Stapel ungesehen weg, und wer zuletzt gelegt hat, eröffnet wieder.",
        "ne": "यो सुरक्षित छ। अरू सबैले पनि पास गरे थुप्रो नहेरी छुट्याइन्छ, अनि अन्तिममा राख्नेबाट फेरि सुरु हुन्छ।",
    },
    "3": {
        "en": "Owen lays three kings, he says. It is Nora's turn, but everyone may call bluff until she has moved. The pack has four kings, and you hold two of them. What now?",
        "nl": "Owen legt drie koningen, zegt Owen. Nora is aan de beurt, maar iedereen mag bluf roepen tot zij heeft gespeeld. Er zijn vier koningen, en jij hebt er twee. Wat doe je?",
        "de": "Owen legt drei Könige, sagt Owen. Nora ist am Zug, aber alle dürfen „Bluff!“ rufen, bis sie gespielt hat. Es gibt vier Könige, und du hast zwei davon. Was nun?",
        "ne": "ओवेनले तीनवटा बादशाह भनेर राख्नुभयो। पालो नोराको हो, तर नोराले नखेलुन्जेल सबैले ब्लफ भन्न सक्नुहुन्छ। जम्मा चारवटा बादशाह हुन्छन्, दुईवटा तपाईंसँगै छन्। अब के गर्ने?",
    },
    "3-right": {
        "en": "Caught! Only the newest cards are turned over. It was a lie, so Owen takes the whole pile and you open the next round. A wrong call would have cost you the pile.",
        "nl": "Betrapt! Alleen de nieuwste kaarten gaan open. Het was gelogen, dus pakt Owen de hele stapel en open jij de volgende ronde. Wie ten onrechte roept, krijgt de stapel zelf.",
        "de": "Erwischt! Nur die neuesten Karten werden aufgedeckt. Es war gelogen, also nimmt Owen den ganzen Stapel, und du eröffnest die nächste Runde. Wer zu Unrecht ruft, nimmt ihn selbst.",
        "ne": "समातियो! भर्खरै राखिएका तास मात्र पल्टाइन्छन्। झुटो थियो, त्यसैले ओवेनले पूरै थुप्रो उठाउनुभयो, अर्को राउन्ड तपाईंबाट सुरु। गलत ब्लफ भने थुप्रो आफैँले उठाउनुपर्छ।",
    },
    "3-wrong": {
        "en": "Nora has passed, and now it is too late to call. Three kings and your two would have been five: try again.",
        "nl": "Nora heeft gepast, en nu is het te laat om te roepen. Drie koningen en jouw twee zouden er vijf zijn: probeer het nog eens.",
        "de": "Nora hat gepasst, und jetzt ist es zum Rufen zu spät. Drei Könige und deine zwei wären fünf: Versuch es noch einmal.",
        "ne": "नोराले पास गर्नुभयो, अब ब्लफ भन्न ढिला भयो। तीनवटा र तपाईंका दुईवटा गरी पाँचवटा बादशाह हुने थियो: फेरि प्रयास गर्नुहोस्।",
    },
    "4": {
        "en": "Nora lays her last card. If it stands, she wins, true or not. You are next, so you must answer: call bluff, or let it go?",
        "nl": "Nora legt haar laatste kaart. Blijft die staan, dan wint ze, waar of niet. Jij bent de volgende, dus jij moet antwoorden: bluf roepen of laten gaan?",
        "de": "Nora legt ihre letzte Karte. Bleibt die Ansage stehen, gewinnt sie, ob sie stimmt oder nicht. Du bist als Nächstes dran und musst antworten: „Bluff!“ rufen oder durchgehen lassen?",
        "ne": "नोराले अन्तिम तास राख्नुभयो। दाबी टिक्यो भने साँचो होस् वा झुटो, नोराकै जित। अर्को पालो तपाईंको, त्यसैले जवाफ दिनुपर्छ: ब्लफ भन्ने कि जान दिने?",
    },
    "4-right": {
        "en": "It was a lie: Nora takes the pile, and the game goes on. You open. That is all you need!",
        "nl": "Het was gelogen: Nora pakt de stapel en het spel gaat door. Jij opent. Meer hoef je niet te weten!",
        "de": "Es war gelogen: Nora nimmt den Stapel, und das Spiel geht weiter. Du eröffnest. Mehr brauchst du nicht!",
        "ne": "झुटो रहेछ: नोराले थुप्रो उठाउनुभयो, खेल अझै चल्छ। तपाईंबाट सुरु। यति भए पुग्छ!",
    },
    "4-wrong": {
        "en": "You let it go, and Nora has won unseen. On last cards a call is often worth the risk: try it.",
        "nl": "Je liet het gaan, en Nora heeft ongezien gewonnen. Bij laatste kaarten is roepen vaak het risico waard: probeer het.",
        "de": "Du hast es durchgehen lassen, und Nora hat ungesehen gewonnen. Bei letzten Karten lohnt sich das Rufen oft: Versuch es.",
        "ne": "तपाईंले जान दिनुभयो, नोराले नदेखाई जित्नुभयो। अन्तिम तासमा ब्लफ भन्ने जोखिम लिनु प्रायः ठीक हुन्छ: फेरि प्रयास गर्नुहोस्।",
    },
}  # fmt: skip

_MINE: dict[int, tuple[Card, ...]] = {
    1: ("7S", "7H", "QD", "3C", "10C"),
    2: ("QD", "4C", "10C"),
    3: ("KH", "KC", "10C", "4C"),
    4: ("5D", "5S", "QD"),
}
_OTHERS: dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]] = {
    1: (("2C", "8D", "9C", "JS"), ("AH", "AD", "6S", "8C", "QH")),
    2: (("2C", "8D", "JS"), ("AH", "AD", "6S", "8C")),
    3: (("2C", "8D", "JS"), ("AH", "AD")),
    4: ((), ("AH", "AD", "6S", "8C")),
}
_PILES: dict[int, tuple[Laid, ...]] = {
    1: (),
    2: (Laid(NORA, ("9C",)),),
    3: (Laid(ME, ("3C",)), Laid(OWEN, ("KD", "6S", "8C"))),
    4: (Laid(OWEN, ("QH", "5C")), Laid(NORA, ("JS",))),
}
_RANKS: dict[int, Rank | None] = {1: None, 2: "9", 3: "K", 4: "5"}
_PHASES: dict[int, Phase] = {1: "lead", 2: "follow", 3: "follow", 4: "answer_last"}
_ANSWERS: dict[int, dict[str, Action]] = {
    1: {"true": Lay(("7S", "7H"), "7"), "bluff": Lay(("7S", "7H", "QD"), "7"), "pass": Pass()},
    2: {"lay": Lay(("4C",), "9"), "other": Lay(("4C",), "4"), "pass": Pass()},
    3: {"call": Call(), "let_go": LetGo()},
    4: {"call": Call(), "let_go": LetGo()},
}


def position(step: int) -> State:
    """The table of a step. The reader is to act, but in step three, where Nora is. Cards that nobody has are set aside."""
    hands, pile = (_MINE[step], *_OTHERS[step]), _PILES[step]
    used = {card for cards in (*hands, *(lay.cards for lay in pile)) for card in cards}
    return State(
        options=Options(call_grace_ms=0),
        seats=3,
        game=1,
        round=1,
        phase=_PHASES[step],
        dealer=NORA,
        leader=pile[0].seat if pile else ME,
        hands=hands,
        timeouts=(0, 0, 0),
        to_act=NORA if step == 3 else ME,
        pile=pile,
        rank=_RANKS[step],
        live=bool(pile),
        set_aside=tuple(card for card in deck(jokers=False) if card not in used),
    )


def answers(step: int, language: Language) -> list[tuple[str, str]]:
    """What may be pressed: (value of the address, label)."""
    claim = engine.view(position(step), ME).claim
    made = []
    for answer, action in _ANSWERS[step].items():
        label = words.action(action, language)
        if isinstance(action, Lay):
            shown = ", ".join(card_words.sign(card, language) for card in action.cards)
            label = f"{shown} → {card_words.counted(len(action.cards), action.rank or '', language)}"
        elif isinstance(action, Call) and claim is not None:
            label = words.call_on(_NAMES[language][claim.seat], claim, language)
        made.append((answer, label))
    return made


def page_of(step: int, answer: str, language: Language) -> dict[str, Any]:
    """Everything that the page of a step prints. An answer that is none of those offered counts as none."""
    step = min(max(step, 1), STEPS)
    offered = answers(step, language)
    answer = answer if answer in dict(offered) else ""
    state, names = position(step), _NAMES[language]
    shown: dict[str, Any] = {
        "title": _TEXT["title"][language],
        "step": step,
        "steps": STEPS,
        "text": _TEXT[str(step)][language],
        "answers": offered,
        "answer": answer,
        "right": None,
        "reply": "",
        "reveal": None,
        "names": names,
    }
    after = state
    if answer:
        judged, after = _judge(step, answer, state, language)
        shown |= judged
    view = engine.view(after, ME)
    return shown | {
        "claim": page.claim_of(view, language, names, ME),
        "cards": card_page.faces(sorted(view.own or (), key=lowest_first), language),
        "hand": card_page.terms(language)["hand"],
        "counts": list(view.hand_counts),
        "pile": view.pile_count,
        "pile_text": page_words.text("pile", language),
        "none": page_words.text("none", language),
    }


def _judge(step: int, answer: str, state: State, language: Language) -> tuple[dict[str, Any], State]:
    """What the answer leads to, by the rules themselves, and the table after it."""
    action = _ANSWERS[step][answer]
    chance = SecretChance(bytes(32), "lesson", ("", "", ""))
    if step == 3 and isinstance(action, LetGo):  # out of turn that is no action: the question is only put away
        after = engine.apply(state, NORA, Pass(), chance).state
        return {"right": False, "reply": _TEXT["3-wrong"][language]}, after
    try:
        after = engine.apply(state, ME, action, chance).state
    except IllegalAction as refused:
        return {"right": False, "reply": words.reason(refused.rule, language)}, state
    if step < 3:
        return {"right": True, "reply": _TEXT[f"{step}-{answer}"][language]}, after
    right = isinstance(action, Call)
    reveal = page.revealed(engine.view(after, ME).reveal, language, _NAMES[language], ME) if right else None
    return {"right": right, "reply": _TEXT[f"{step}-{'right' if right else 'wrong'}"][language], "reveal": reveal}, after
