"""The first lesson: four small tables to play in 90 seconds, each decided by the real engine. Nothing is kept anywhere.

A step is a position; an answer is a bid or a check there. Both come with the address, so the lesson works without a
script, can be left or skipped at any step, and a wrong answer costs nothing.
"""

from typing import Any

from games.blef import engine, page, words
from games.blef.state import Bid, BidCode, Check, MadeBid, Options, State
from games.blef.truth import is_true
from games.core import card_page, card_words
from games.core.cards import Card
from games.core.chance import SecretChance
from games.core.errors import IllegalAction
from games.core.game import Language
from games.core.words import Text

STEPS = 4
ME, NORA, OWEN = 0, 1, 2
CHECK = "check"

_NAMES: dict[Language, tuple[str, str, str]] = {
    "en": ("You", "Nora", "Owen"),
    "nl": ("Jij", "Nora", "Owen"),
    "de": ("Du", "Nora", "Owen"),
    "ne": ("तपाईं", "नोरा", "ओवेन"),
}

_TEXT: dict[str, Text] = {
    "title": {"en": "Blef in 90 seconds", "nl": "Blef in 90 seconden", "de": "Blef in 90 Sekunden", "ne": "90 सेकेन्डमा ब्लेफ"},
    "1": {
        "en": "Everyone holds a few hidden cards; here they are five in all. A bid names a poker hand: can it be made from all cards together? You see only your own two. Which bid do you know to be true?",
        "nl": "Iedereen heeft een paar verborgen kaarten; hier zijn het er samen vijf. Een bod noemt een pokerhand: is die te maken uit alle kaarten samen? Jij ziet alleen je eigen twee. Van welk bod weet je zeker dat het klopt?",
        "de": "Alle haben ein paar verdeckte Karten; hier sind es zusammen fünf. Ein Gebot nennt eine Pokerhand: Lässt sie sich aus allen Karten zusammen bilden? Du siehst nur deine zwei. Welches Gebot stimmt ganz sicher?",
        "ne": "सबैसँग केही लुकेका तास छन्; यहाँ जम्मा पाँचवटा। बोलीले एउटा पोकर हात भन्छ: सबै तास मिलाउँदा त्यो बन्छ? तपाईं आफ्ना दुईवटा मात्र देख्नुहुन्छ। कुन बोली पक्का साँचो हो?",
    },
    "1-right": {
        "en": "Yes: you hold both kings yourself. Whatever the others have, the pair is there.",
        "nl": "Ja: je hebt beide koningen zelf. Wat de anderen ook hebben, het paar is er.",
        "de": "Ja: Beide Könige hast du selbst. Was die anderen auch haben, das Paar ist da.",
        "ne": "हो: दुवै बादशाह तपाईंसँगै छन्। अरूसँग जे भए पनि जोडी पुग्छ।",
    },
    "1-wrong": {
        "en": "It could be true, but you cannot know. Look at your own two cards.",
        "nl": "Het kan kloppen, maar zeker weet je het niet. Kijk naar je eigen twee kaarten.",
        "de": "Das kann stimmen, aber sicher ist es nicht. Schau auf deine zwei Karten.",
        "ne": "साँचो हुन सक्छ, तर पक्का छैन। आफ्ना दुईवटा तास हेर्नुहोस्।",
    },
    "2": {
        "en": "Whoever is next bids higher or checks. The kinds of hands have an order, and within a kind the higher rank wins. Nora has bid a pair of queens. Bid higher!",
        "nl": "Wie volgt, biedt hoger of controleert. De soorten handen hebben een volgorde, en binnen een soort wint de hogere waarde. Nora heeft een paar vrouwen geboden. Bied hoger!",
        "de": "Wer folgt, bietet höher oder prüft. Die Arten von Händen haben eine Reihenfolge, und in jeder Art zählt der höhere Wert mehr. Nora hat ein Paar Damen geboten. Biete höher!",
        "ne": "अर्को खेलाडीले बोली बढाउने वा जाँच्ने। हातका किसिमको क्रम हुन्छ, एउटै किसिममा ठूलो तास माथि। नोराको बोली एक जोडी बिबी हो। बोली बढाउनुहोस्!",
    },
    "2-right": {
        "en": "Yes, that is higher. It need not be true: nobody can see your cards.",
        "nl": "Ja, dat is hoger. Het hoeft niet waar te zijn: niemand ziet jouw kaarten.",
        "de": "Ja, das ist höher. Stimmen muss es nicht: Niemand sieht deine Karten.",
        "ne": "हो, यो माथि हो। साँचो हुनै पर्छ भन्ने छैन: तपाईंका तास कसैले देख्दैन।",
    },
    "3": {
        "en": "Five cards are in play. Owen has bid three aces, and you hold none. Do you believe him and bid higher, or do you check?",
        "nl": "Er zijn vijf kaarten in het spel. Owen heeft drie azen geboden, en jij hebt er geen. Geloof je het en bied je hoger, of controleer je?",
        "de": "Fünf Karten sind im Spiel. Owen hat drei Asse geboten, und du hast keins. Glaubst du das und bietest höher, oder prüfst du?",
        "ne": "खेलमा पाँचवटा तास छन्। ओवेनको बोली तीनवटा एक्का हो, तपाईंसँग एउटा पनि छैन। पत्याएर बोली बढाउनुहुन्छ कि जाँच्नुहुन्छ?",
    },
    "3-right": {
        "en": "All hands are open. The hand is not there, so the last bidder loses the round and holds one card more.",
        "nl": "Alle handen liggen open. De hand is er niet, dus wie het laatst bood verliest de ronde en krijgt een kaart erbij.",
        "de": "Alle Hände liegen offen. Die Hand ist nicht da, also verliert, wer zuletzt geboten hat, und hat eine Karte mehr.",
        "ne": "सबैको तास खुल्यो। हात पुगेन, त्यसैले अन्तिम बोली लगाउनेले राउन्ड हारेर एउटा तास बढी पाउँछ।",
    },
    "3-wrong": {
        "en": "You went even higher, and Nora checks you.",
        "nl": "Je bood nog hoger, en Nora controleert jou.",
        "de": "Du hast noch höher geboten, und Nora prüft dich.",
        "ne": "तपाईंले अझ बढाउनुभयो, नोराले तपाईंलाई जाँच्नुभयो।",
    },
    "4": {
        "en": "One more. Nora has bid a small straight: nine, ten, jack, queen and king, from all hands together. Check it!",
        "nl": "Nog één. Nora heeft een kleine straat geboden: negen, tien, boer, vrouw en koning, uit alle handen samen. Controleer!",
        "de": "Noch eins. Nora hat eine kleine Straße geboten: Neun, Zehn, Bube, Dame und König, aus allen Händen zusammen. Prüfe!",
        "ne": "अझ एउटा। नोराको बोली सानो स्ट्रेट हो: सबैको हातबाट नौ, दस, गुलाम, बिबी र बादशाह। जाँच्नुहोस्!",
    },
    "4-right": {
        "en": "It was there, so this time the card is yours. Whoever loses with five cards is out, and the last one in the game wins. That is all you need!",
        "nl": "Ze was er, dus nu krijg jij de kaart. Wie met vijf kaarten verliest, is uitgeschakeld; wie overblijft, wint. Meer hoef je niet te weten!",
        "de": "Sie war da, also bekommst diesmal du die Karte. Wer mit fünf Karten verliert, scheidet aus, und wer übrig bleibt, gewinnt. Mehr brauchst du nicht!",
        "ne": "हात पुगेको रहेछ, त्यसैले यसपालि तास तपाईंले पाउनुहुन्छ। पाँच तास लिएर हार्ने बाहिरिन्छ, अन्तिमसम्म रहने जित्छ। यति भए पुग्छ!",
    },
}  # fmt: skip

_HANDS: dict[int, tuple[tuple[Card, ...], ...]] = {
    1: (("KC", "KH"), ("9D", "QS"), ("AD",)),
    2: (("KC", "KH"), ("9D", "QS"), ("AD",)),
    3: (("10C", "JH"), ("9S", "AH"), ("AD",)),
    4: (("10C", "JH", "QD"), ("9S", "KD"), ("AD",)),
}
_BIDS: dict[int, tuple[MadeBid, ...]] = {
    1: (),
    2: (MadeBid(NORA, "pair:Q"),),
    3: (MadeBid(NORA, "pair:A"), MadeBid(OWEN, "three:A")),
    4: (MadeBid(NORA, "straight:small"),),
}
_ANSWERS: dict[int, tuple[BidCode, ...]] = {
    1: ("pair:K", "pair:A", "flush:H"),
    2: ("pair:J", "high:A", "pair:K", "two_pair:K,Q"),
    3: (CHECK, "full:A,9"),
    4: (CHECK,),
}


def position(step: int) -> State:
    """The table of a step, with the reader to act."""
    nothing = (0,) * len(_HANDS[step])
    return State(
        options=Options(),
        seats=3,
        game=1,
        round=1,
        phase="respond" if _BIDS[step] else "open",
        counts=tuple([len(hand) for hand in _HANDS[step]]),
        hands=_HANDS[step],
        dealer=OWEN,
        starter=_BIDS[step][0].seat if _BIDS[step] else ME,
        last_loss=nothing,
        timeouts=nothing,
        to_act=ME,
        bids=_BIDS[step],
    )


def answers(step: int, language: Language) -> list[tuple[str, str]]:
    """What may be pressed: (value of the address, label). The first step asks for no action yet."""
    said = words.claim if step == 1 else words.action
    return [(code, _check_label(step, language) if code == CHECK else said(Bid(code), language)) for code in _ANSWERS[step]]


def _check_label(step: int, language: Language) -> str:
    last = _BIDS[step][-1]
    return words.check(_NAMES[language][last.seat], last, language)


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
        "cards": card_page.faces(view.own or (), language),
        "hand_label": page.terms(language).hand,
        "answers": offered,
        "answer": answer,
        "right": None,
        "reply": "",
        "reveal": None,
        "me": ME,
        "others": [
            {"seat": seat, "name": names[seat], "count": count, "cards": card_words.cards(count, language)}
            for seat, count in enumerate(view.hand_counts)
            if seat != ME
        ],
    }
    return shown | _judge(step, answer, state, language) if answer else shown


def _judge(step: int, answer: str, state: State, language: Language) -> dict[str, Any]:
    """What the answer leads to, by the rules themselves."""
    if step == 1:
        right = is_true(answer, state.hands[ME])
        return {"right": right, "reply": _TEXT["1-right" if right else "1-wrong"][language]}
    chance = SecretChance(bytes(32), "lesson", ("", "", ""))
    try:
        after = engine.apply(state, ME, Check() if answer == CHECK else Bid(answer), chance).state
    except IllegalAction as refused:
        return {"right": False, "reply": words.reason(refused.rule, language)}
    if step == 2:
        return {"right": True, "reply": _TEXT["2-right"][language]}
    if after.reveal is None:
        after = engine.apply(after, NORA, Check(), chance).state
    reveal = page.revealed(engine.view(after, ME).reveal, language, _NAMES[language], ME)
    right = answer == CHECK
    cards = reveal["hands"][ME]
    return {"right": right, "reply": _TEXT[f"{step}-{'right' if right else 'wrong'}"][language], "reveal": reveal, "cards": cards}
