"""The words of Liar's Dice for parts of the table page, in four languages."""

from functools import cache, lru_cache

from games.core.game import Language
from games.core.page import Terms
from games.core.words import Text

_TERMS: dict[str, Text] = {
    "claim": {"en": "Last bid", "nl": "Laatste bod", "de": "Letztes Gebot", "ne": "अन्तिम बोली"},
    "reveal": {"en": "The last count", "nl": "De laatste telling", "de": "Die letzte Zählung", "ne": "अन्तिम गणना"},
    "hand": {"en": "Your dice", "nl": "Jouw dobbelstenen", "de": "Deine Würfel", "ne": "तपाईंका पासा"},
    "call": {"en": "Doubt", "nl": "Betwijfelen", "de": "Anzweifeln", "ne": "शंका गर्ने"},
    "call_by": {"en": "To doubt", "nl": "Betwijfelen", "de": "Anzweifeln", "ne": "शंका गर्न"},
    "picker": {"en": "Bid picker", "nl": "Bod kiezen", "de": "Gebot wählen", "ne": "बोली छान्ने"},
    "read_hand": {"en": "Read my dice", "nl": "Lees mijn dobbelstenen voor", "de": "Meine Würfel vorlesen", "ne": "मेरा पासा पढ्ने"},
    "watching": {
        "en": "You are watching. Cups stay closed for you until they are opened for everyone.",
        "nl": "Je kijkt toe. Bekers blijven voor jou dicht tot ze voor iedereen opengaan.",
        "de": "Du schaust zu. Becher bleiben für dich zu, bis sie für alle aufgehen.",
        "ne": "तपाईं हेर्दै हुनुहुन्छ। सबैका लागि नखुलेसम्म कप तपाईंका लागि पनि बन्द रहन्छन्।",
    },
    "cover": {
        "en": "The others look away. Only the player whose turn it is can doubt.",
        "nl": "De anderen kijken weg. Alleen wie aan de beurt is, kan betwijfelen.",
        "de": "Die anderen schauen weg. Nur wer am Zug ist, kann anzweifeln.",
        "ne": "अरूले नहेर्ने। जसको पालो हो, उसैले मात्र शंका गर्न सक्छ।",
    },
    "one_phone": {
        "en": "The phone goes from hand to hand. Before each turn a cover asks for the right player, and only then shows the dice.",
        "nl": "De telefoon gaat van hand tot hand. Voor elke beurt vraagt een afdekscherm om de juiste speler; pas daarna komen de dobbelstenen te voorschijn.",
        "de": "Das Handy geht von Hand zu Hand. Vor jedem Zug fragt ein Deckblatt nach der richtigen Person; erst danach erscheinen die Würfel.",
        "ne": "फोन हातहातै घुम्छ। हरेक पालोअघि पर्दाले सही खेलाडीलाई बोलाउँछ, अनि मात्र पासा देखिन्छ।",
    },
    "fair_title": {"en": "How the dice stay fair", "nl": "Hoe de stenen eerlijk blijven", "de": "Wie die Würfel fair bleiben", "ne": "पासा कसरी निष्पक्ष रहन्छ"},
    "fair": {
        "en": "Before the start the server fixes a secret number and shows its fingerprint here. Each browser at the table adds a random part of its own, so nobody can choose the dice. After the match the secret is opened and everyone can check every roll.",
        "nl": "Vóór het begin legt de server een geheim getal vast en toont hier de vingerafdruk ervan. Elke browser aan tafel voegt een eigen toevalsdeel toe, zodat niemand de stenen kan kiezen. Na de wedstrijd gaat het geheim open en kan iedereen elke worp controleren.",
        "de": "Vor dem Start legt der Server eine geheime Zahl fest und zeigt hier ihren Fingerabdruck. Jeder Browser am Tisch gibt einen eigenen Zufallsteil dazu, damit niemand die Würfel bestimmen kann. Nach dem Match wird das Geheimnis geöffnet, und alle können jeden Wurf prüfen.",
        "ne": "सुरुअघि सर्भरले एउटा गोप्य सङ्ख्या तय गरी त्यसको छाप यहाँ देखाउँछ। टेबलका हरेक ब्राउजरले आफ्नो संयोग अंश थप्छ, त्यसैले कसैले पासा छान्न सक्दैन। म्याचपछि गोप्य सङ्ख्या खुल्छ र सबैले हरेक पासा जाँच्न सक्छन्।",
    },
    "command": {"en": "bid 5 twos", "nl": "bied 5 tweeën", "de": "biete 5 Zweien", "ne": "बोली 5 दुई"},
    "commands": {
        "en": "bid 5 twos, doubt, dice, table, time",
        "nl": "bied 5 tweeën, betwijfel, stenen, tafel, tijd",
        "de": "biete 5 Zweien, zweifle, Würfel, Tisch, Zeit",
        "ne": "बोली 5 दुई, शंका, पासा, टेबल, समय",
    },
}  # fmt: skip
_SOUNDS: dict[str, Text] = {
    "claim": {"en": "A bid", "nl": "Een bod", "de": "Ein Gebot", "ne": "बोली"},
    "call": {"en": "A doubt", "nl": "Twijfel", "de": "Ein Zweifel", "ne": "शंका"},
    "true": {"en": "The bid was right", "nl": "Het bod klopte", "de": "Das Gebot stimmte", "ne": "बोली ठीक थियो"},
    "bluff": {"en": "The bid was a bluff", "nl": "Het bod was bluf", "de": "Das Gebot war ein Bluff", "ne": "बोली ब्लफ थियो"},
}
_KEYS: tuple[tuple[str, Text], ...] = (
    ("Enter", {"en": "In the picker: bid", "nl": "Bij het kiezen: bieden", "de": "Bei der Auswahl: bieten", "ne": "छान्दा: बोली लगाउने"}),
    ("1–6", {"en": "Choose a face, 6 is the star", "nl": "Kies een getal, 6 is de ster", "de": "Augenzahl wählen, 6 ist der Stern", "ne": "अङ्क छान्ने, 6 तारा हो"}),
    ("+ −", {"en": "One more, one fewer", "nl": "Eén meer, één minder", "de": "Einer mehr, einer weniger", "ne": "एउटा बढी, एउटा कम"}),
)  # fmt: skip
_HINT: Text = {
    "en": "Hint: the bid says {count}. You hold {own} that count; the {others} dice of the others hold about {about} on average.",
    "nl": "Tip: het bod is {count}. Van jouw stenen tellen er {own}; bij de {others} stenen van de anderen zijn dat er gemiddeld ongeveer {about}.",
    "de": "Hinweis: Geboten sind {count}. Von deinen Würfeln zählen {own}; unter den {others} Würfeln der anderen sind es im Durchschnitt etwa {about}.",
    "ne": "सुझाव: बोली {count} को छ। तपाईंका {own} वटा गनिन्छन्; अरूका {others} वटा पासामा औसत करिब {about} वटा हुन्छन्।",
}  # fmt: skip
_OUT: Text = {"en": "knocked out", "nl": "uitgeschakeld", "de": "ausgeschieden", "ne": "खेलबाट बाहिर"}
_DICE: Text = {"en": "dice", "nl": "dobbelstenen", "de": "Würfel", "ne": "पासा"}
_DIE: Text = {"en": "die", "nl": "dobbelsteen", "de": "Würfel", "ne": "पासा"}


@cache
def terms(language: Language) -> Terms:
    return Terms(
        **{name: text[language] for name, text in _TERMS.items()},
        sounds={name: text[language] for name, text in _SOUNDS.items()},  # type: ignore[misc]
        keys=tuple((key, text[language]) for key, text in _KEYS),
    )


@lru_cache(maxsize=4096)
def hint(count: int, own: int, others: int, about: float, language: Language) -> str:
    """For beginners: how many of the bid's face I hold, and how many the other dice hold on average (UX-106)."""
    rounded = f"{about:.1f}".removesuffix(".0")
    return _HINT[language].format(
        count=count, own=own, others=others, about=rounded.replace(".", ",") if language in ("nl", "de") else rounded
    )


def out(language: Language) -> str:
    return _OUT[language]


def noun(count: int, language: Language) -> str:
    """What is counted beside a seat: `die` or `dice`."""
    return (_DIE if count == 1 else _DICE)[language]
