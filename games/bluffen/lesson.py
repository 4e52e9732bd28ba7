"""The first lesson: four small tables to play in 90 seconds, each decided by the real engine. Nothing is kept anywhere.

A step is a position; an answer is an action there, or a card. Both come with the address, so the lesson works without
a script, can be left or skipped at any step, and a wrong answer costs nothing.
"""

from typing import Any

from games.bluffen import claims, engine, page, page_words, words
from games.bluffen.state import Accept, Action, Challenge, Lay, Options, Play, State
from games.core import card_page, card_words
from games.core.cards import Card
from games.core.chance import SecretChance
from games.core.errors import IllegalAction
from games.core.game import Language
from games.core.words import Text

STEPS = 4
ME, OWEN, NORA = 0, 1, 2

_NAMES: dict[Language, tuple[str, str, str]] = {
    "en": ("You", "Owen", "Nora"),
    "nl": ("Jij", "Owen", "Nora"),
    "de": ("Du", "Owen", "Nora"),
    "ne": ("तपाईं", "ओवेन", "नोरा"),
}

_TEXT: dict[str, Text] = {
    "title": {
        "en": "Bluffen in 90 seconds",
        "nl": "Bluffen in 90 seconden",
        "de": "Bluffen in 90 Sekunden",
        "ne": "90 सेकेन्डमा ब्लफेन",
    },
    "1": {
        "en": "Get rid of all your cards. Each turn you lay one face down and claim the suit of the round. Nora has opened with hearts. Which of your cards makes that claim true?",
        "nl": "Raak al je kaarten kwijt. Elke beurt leg je er één gedekt neer en zeg je de kleur van de ronde. Nora is met harten begonnen. Met welke kaart is die claim waar?",
        "de": "Werde alle Karten los. In jedem Zug legst du eine verdeckt ab und sagst die Farbe der Runde an. Nora hat mit Herz eröffnet. Mit welcher Karte stimmt diese Ansage?",
        "ne": "आफ्ना सबै तास सिध्याउनुहोस्। पालैपिच्छे एउटा तास घोप्टो राखेर राउन्डको रङ भन्ने। नोराले पान भनेर सुरु गर्नुभयो। कुन तास राख्दा त्यो दाबी साँचो हुन्छ?",
    },
    "1-right": {
        "en": "Yes, that is a heart. Nobody sees it, but nobody can catch you either.",
        "nl": "Ja, dat is harten. Niemand ziet het, maar niemand kan je ook betrappen.",
        "de": "Ja, das ist Herz. Niemand sieht es, aber es kann dich auch niemand ertappen.",
        "ne": "हो, यो पान हो। कसैले देख्दैन, तर कसैले समात्न पनि सक्दैन।",
    },
    "1-wrong": {
        "en": "You may lay it, but it would be a bluff. Look for the heart.",
        "nl": "Leggen mag, maar dan bluf je. Zoek de hartenkaart.",
        "de": "Ablegen darfst du sie, aber dann bluffst du. Suche das Herz.",
        "ne": "राख्न त मिल्छ, तर त्यो ब्लफ हुन्छ। पान खोज्नुहोस्।",
    },
    "2": {
        "en": "The next round is diamonds, and you hold none. Nora has just laid a card. What can you do?",
        "nl": "De volgende ronde gaat om ruiten, en jij hebt er geen. Nora heeft net een kaart gelegd. Wat kun je doen?",
        "de": "In der nächsten Runde geht es um Karo, und du hast keins. Nora hat gerade eine Karte abgelegt. Was kannst du tun?",
        "ne": "अर्को राउन्डको रङ इँटा हो, तपाईंसँग एउटा पनि छैन। नोराले भर्खरै एउटा तास राख्नुभयो। अब के गर्न मिल्छ?",
    },
    "2-lay": {
        "en": "A bluff, and nobody doubted it: Owen lays on top, so your claim can no longer be doubted.",
        "nl": "Bluf, en niemand betwijfelde het: Owen legt erop, dus aan jouw claim kan niemand meer komen.",
        "de": "Ein Bluff, und niemand hat gezweifelt: Owen legt darauf, also kann deine Ansage niemand mehr anzweifeln.",
        "ne": "ब्लफ, र कसैले शंका गरेन: ओवेनले माथि तास राख्नुभयो, अब तपाईंको दाबीमा शंका गर्न मिल्दैन।",
    },
    "2-doubt": {
        "en": "That is allowed too. Nora's card was true this time, so you take the pile.",
        "nl": "Dat mag ook. Nora's kaart klopte deze keer, dus pak jij de stapel op.",
        "de": "Auch das ist erlaubt. Noras Karte stimmte diesmal, also nimmst du den Stapel.",
        "ne": "यो पनि मिल्छ। यसपालि नोराको तास साँचो रहेछ, त्यसैले थुप्रो तपाईंले उठाउनुपर्छ।",
    },
    "3": {
        "en": "Spades, and the pile is large. Between your hand and what you have laid you know of twelve of the thirteen spades. Now Nora lays a card: spades. Let it stand, or doubt it?",
        "nl": "Schoppen, en de stapel is groot. In je hand en in wat je legde zitten twaalf van de dertien schoppen. Nu legt Nora een kaart: schoppen. Laat je het zo, of betwijfel je het?",
        "de": "Pik, und der Stapel ist groß. Auf deiner Hand und unter dem, was du abgelegt hast, sind zwölf der dreizehn Pik. Jetzt legt Nora eine Karte: Pik. Lässt du das stehen, oder zweifelst du?",
        "ne": "रङ हुकुम, थुप्रो ठूलो छ। हातका र तपाईंले राखेका गरी 13 मध्ये 12 वटा हुकुम तपाईंलाई थाहा छ। अब नोराले एउटा तास राख्नुभयो: हुकुम। मान्ने कि शंका गर्ने?",
    },
    "3-right": {
        "en": "Caught. Whoever lied takes the whole pile and opens the next round with any suit.",
        "nl": "Betrapt. Wie loog, pakt de hele stapel op en begint de volgende ronde met een kleur naar keuze.",
        "de": "Ertappt. Wer gelogen hat, nimmt den ganzen Stapel und eröffnet die nächste Runde mit einer Farbe nach Wahl.",
        "ne": "समातियो। झुटो बोल्नेले पूरै थुप्रो उठाएर मनलागेको रङबाट अर्को राउन्ड सुरु गर्छ।",
    },
    "3-wrong": {
        "en": "Once you have laid, Nora's claim stands for good. It was very likely a lie: try the other answer.",
        "nl": "Zodra jij hebt gelegd, blijft Nora's claim staan. Het was bijna zeker gelogen: probeer het andere antwoord.",
        "de": "Sobald du abgelegt hast, gilt Noras Ansage endgültig. Sie war fast sicher gelogen: Probiere die andere Antwort.",
        "ne": "तपाईंले तास राखेपछि नोराको दाबी टिक्यो। त्यो झुटो हुने सम्भावना धेरै थियो: अर्को जवाफ छान्नुहोस्।",
    },
    "4": {
        "en": "Nora lays her last card: clubs. You must answer before you lay: accept it, and she has won. Or doubt it?",
        "nl": "Nora legt haar laatste kaart: klaveren. Je moet antwoorden voor je legt: accepteer je, dan heeft zij gewonnen. Of betwijfel je het?",
        "de": "Nora legt ihre letzte Karte: Kreuz. Du musst antworten, bevor du ablegst: Nimmst du an, hat sie gewonnen. Oder zweifelst du?",
        "ne": "नोराले अन्तिम तास राख्नुभयो: चिडी। राख्नुअघि जवाफ दिनुपर्छ: पत्याए उहाँले जित्नुहुन्छ। कि शंका गर्ने?",
    },
    "4-right": {
        "en": "It was a lie, and the game goes on. A true last card wins it. That is all you need!",
        "nl": "Het was gelogen, en de partij gaat door. Een ware laatste kaart wint. Meer hoef je niet te weten!",
        "de": "Es war gelogen, und die Partie geht weiter. Eine wahre letzte Karte gewinnt. Mehr brauchst du nicht!",
        "ne": "झुटो रहेछ, खेल चलिरहन्छ। अन्तिम तास साँचो भए जितिन्छ। यति भए पुग्छ!",
    },
    "4-wrong": {
        "en": "Nora is out of cards and has won. To doubt could not have cost you more: try the other answer.",
        "nl": "Nora heeft geen kaarten meer en heeft gewonnen. Betwijfelen had je niet meer gekost: probeer het andere antwoord.",
        "de": "Nora hat keine Karten mehr und hat gewonnen. Zweifeln hätte dich nicht mehr gekostet: Probiere die andere Antwort.",
        "ne": "नोराको तास सकियो, उहाँले जित्नुभयो। शंका गर्दा त्योभन्दा बढी घाटा हुने थिएन: अर्को जवाफ छान्नुहोस्।",
    },
}  # fmt: skip

_HANDS: dict[int, tuple[str, str, str]] = {
    1: ("4C 9S QH", "2D 8C KS", "5S JD"),
    2: ("3S 8H JC", "6C QS", "5H 10S 9D"),
    3: ("AS 2S 3S 4S 5S 6S", "7D 9H", "10C QD"),
    4: ("4D 10H KD", "2S 6H", ""),
}
_PILES: dict[int, tuple[tuple[int, str, str], ...]] = {
    1: ((NORA, "3H", "H"),),
    2: ((OWEN, "2D", "D"), (NORA, "7D", "D")),
    3: (
        (ME, "7S", "S"),
        (OWEN, "2C", "S"),
        (NORA, "JH", "S"),
        (ME, "8S", "S"),
        (OWEN, "KH", "S"),
        (NORA, "5D", "S"),
        (ME, "9S", "S"),
        (OWEN, "6D", "S"),
        (NORA, "3C", "S"),
        (ME, "10S", "S"),
        (OWEN, "KD", "S"),
        (NORA, "4H", "S"),
        (ME, "JS", "S"),
        (OWEN, "8D", "S"),
        (NORA, "AH", "S"),
        (ME, "QS", "S"),
        (OWEN, "9C", "S"),
        (NORA, "JC", "S"),
    ),
    4: ((ME, "QC", "C"), (OWEN, "8C", "C"), (NORA, "5H", "C")),
}


def position(step: int) -> State:
    """The table of a step, with the reader to act on a live claim."""
    pile = tuple(Play(seat=seat, count=1, claim=claim, cards=(card,)) for seat, card, claim in _PILES[step])
    hands = tuple(tuple(hand.split()) for hand in _HANDS[step])
    return State(
        options=Options(),
        seats=3,
        game=1,
        round=1,
        phase="respond" if hands[pile[-1].seat] else "answer_last",
        hands=hands,
        starter=pile[0].seat,
        timeouts=(0, 0, 0),
        to_act=ME,
        pile=pile,
        condition=pile[-1].claim,
        live=True,
    )


def answers(step: int, language: Language) -> list[tuple[str, str]]:
    """What may be pressed: (value of the address, label)."""
    state = position(step)
    last, claim = state.pile[-1], words.claim(state.pile[-1].claim, language)
    doubt = ("doubt", words.doubt(_NAMES[language][last.seat], last, language))
    accept = ("accept", words.action(Accept(), language))
    if step == 1:
        return [(card, card_words.card(card, language)) for card in state.hands[ME]]
    if step == 4:
        return [doubt, accept]
    own = state.hands[ME][:2] if step == 2 else state.hands[ME][:1]
    lays = [(card, f"{card_words.card(card, language)} → {claim}") for card in own]
    return [*lays, doubt, accept] if step == 2 else [doubt, *lays]


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
        "answers": offered,
        "answer": answer,
        "right": None,
        "reply": "",
        "claim": page.claim_of(view, language, names, ME),
        "reveal": None,
        "pile": view.pile_count,
        "pile_text": page_words.text("pile", language),
        "cards": card_page.faces(view.own or (), language),
        "hand": card_page.terms(language)["hand"],
        "counts": list(view.hand_counts),
        "names": names,
    }
    return shown | _judge(step, answer, state, language) if answer else shown


def _judge(step: int, answer: str, state: State, language: Language) -> dict[str, Any]:
    """What the answer leads to, by the rules themselves."""
    if step == 1:
        is_true = claims.fits(answer, state.pile[-1].claim, state.options)
        return {"right": is_true, "reply": _TEXT["1-right" if is_true else "1-wrong"][language]}
    try:
        after = engine.apply(state, ME, _action(answer), SecretChance(bytes(32), "lesson", ("", "", ""))).state
    except IllegalAction as refused:
        return {"right": False, "reply": words.reason(refused.rule, language)}
    key = {"doubt": "2-doubt"}.get(answer, "2-lay") if step == 2 else f"{step}-{'right' if answer == 'doubt' else 'wrong'}"
    told: dict[str, Any] = {"right": step == 2 or answer == "doubt", "reply": _TEXT[key][language]}
    view = engine.view(after, ME)
    return told | ({"reveal": page.revealed(view, language, _NAMES[language], ME)} if view.reveal is not None else {})


def _action(answer: Card) -> Action:
    if answer == "doubt":
        return Challenge()
    return Accept() if answer == "accept" else Lay((answer,))
