"""Words that every game's sentences share: numbers, dice, common options and common reasons, in four languages.

Latin digits throughout; whoever prints a text turns them into Devanagari digits where the reader wants that.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.game import Language

Text = Mapping[Language, str]

_NUMBERS: dict[Language, tuple[str, ...]] = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "nl": ("geen", "één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "elf", "twaalf"),
    "de": ("keine", "eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    "ne": ("शून्य", "एउटा", "दुईवटा", "तीनवटा", "चारवटा", "पाँचवटा", "छवटा", "सातवटा", "आठवटा", "नौवटा", "दसवटा", "एघारवटा", "बाह्रवटा"),
}

_DICE: dict[Language, tuple[str, str]] = {
    "en": ("{n} die", "{n} dice"),
    "nl": ("{n} dobbelsteen", "{n} dobbelstenen"),
    "de": ("{n} Würfel", "{n} Würfel"),
    "ne": ("{n} वटा पासा", "{n} वटा पासा"),
}

_YOU: Text = {"en": "you", "nl": "jij", "de": "du", "ne": "तपाईं"}


def number(count: int, language: Language) -> str:
    """A number of things as a word up to twelve, in Nepali with its classifier; digits above."""
    words = _NUMBERS[language]
    if count < len(words):
        return words[count]
    return f"{count} वटा" if language == "ne" else str(count)


def dice(count: int, language: Language) -> str:
    """`3 dice`, with a figure."""
    one, other = _DICE[language]
    return (one if count == 1 else other).format(n=count)


def joined(items: list[str], language: Language) -> str:
    """`Anna, Bob and Carla`; the first sign is left as it is."""
    last = {"en": " and ", "nl": " en ", "de": " und ", "ne": " र "}[language]
    return last.join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def person(name: str, is_me: bool, language: Language) -> str:
    return _YOU[language] if is_me else name


COMMON_OPTIONS: dict[str, Text] = {
    "turn_seconds": {
        "en": "Time for a decision",
        "nl": "Tijd voor een beslissing",
        "de": "Zeit für eine Entscheidung",
        "ne": "एउटा निर्णयका लागि समय",
    },
    "max_timeouts": {
        "en": "Time-outs in a row",
        "nl": "Keer tijd om achter elkaar",
        "de": "Zeitüberschreitungen in Folge",
        "ne": "लगातार समय सकिएको",
    },
    "leave_mode": {"en": "When someone leaves", "nl": "Als iemand weggaat", "de": "Wenn jemand geht", "ne": "कोही गएमा"},
    "call_grace_ms": {
        "en": "Time to collect calls",
        "nl": "Tijd om meldingen te verzamelen",
        "de": "Zeit zum Sammeln der Rufe",
        "ne": "दाबी चुनौती जम्मा गर्ने समय",
    },
    "games": {"en": "Games in the match", "nl": "Partijen in de wedstrijd", "de": "Partien im Match", "ne": "म्याचमा खेलको सङ्ख्या"},
    "bot_speed": {"en": "Speed", "nl": "Tempo", "de": "Tempo", "ne": "गति"},
    "one_phone": {"en": "One phone for all", "nl": "Eén telefoon voor iedereen", "de": "Ein Handy für alle", "ne": "सबैका लागि एउटै फोन"},
}

_SPEEDS: dict[str, Text] = {
    "calm": {
        "en": "Calm: computers and reveals take twice as long.",
        "nl": "Rustig: computers en onthullingen duren twee keer zo lang.",
        "de": "Ruhig: Computer und Aufdecken brauchen doppelt so lange.",
        "ne": "बिस्तारै: कम्प्युटर र नतिजा देखिन दोब्बर समय लाग्छ।",
    },
    "normal": {
        "en": "Normal: a computer thinks for about a second.",
        "nl": "Normaal: een computer denkt ongeveer een seconde na.",
        "de": "Normal: Ein Computer überlegt etwa eine Sekunde.",
        "ne": "सामान्य: कम्प्युटरले करिब एक सेकेन्ड सोच्छ।",
    },
    "fast": {
        "en": "Fast: computers and reveals take half as long.",
        "nl": "Snel: computers en onthullingen duren half zo lang.",
        "de": "Schnell: Computer und Aufdecken brauchen halb so lange.",
        "ne": "छिटो: कम्प्युटर र नतिजा देखिन आधा समय लाग्छ।",
    },
}


def _turn_seconds(value: Any, language: Language) -> str:
    if not value:
        return {
            "en": "No clock: nobody is hurried.",
            "nl": "Zonder klok: niemand wordt opgejaagd.",
            "de": "Ohne Uhr: Niemand wird gedrängt.",
            "ne": "घडीबिना: कसैलाई हतार हुँदैन।",
        }[language]
    return {
        "en": "{n} seconds for each decision.",
        "nl": "{n} seconden voor elke beslissing.",
        "de": "{n} Sekunden für jede Entscheidung.",
        "ne": "हरेक निर्णयका लागि {n} सेकेन्ड।",
    }[language].format(n=value)


def _max_timeouts(value: Any, language: Language) -> str:
    if not value:
        return {
            "en": "Time-outs never cost a seat.",
            "nl": "Tijd om kost nooit een stoel.",
            "de": "Zeitüberschreitungen kosten nie den Sitz.",
            "ne": "समय सकिँदा सिट कहिल्यै जाँदैन।",
        }[language]
    one = {
        "en": "After 1 time-out the seat counts as left.",
        "nl": "Na 1 keer tijd om geldt de stoel als verlaten.",
        "de": "Nach 1 Zeitüberschreitung gilt der Sitz als verlassen.",
        "ne": "1 पटक समय सकिएपछि सिट छोडेको मानिन्छ।",
    }
    other = {
        "en": "After {n} time-outs in a row the seat counts as left.",
        "nl": "Na {n} keer tijd om achter elkaar geldt de stoel als verlaten.",
        "de": "Nach {n} Zeitüberschreitungen in Folge gilt der Sitz als verlassen.",
        "ne": "लगातार {n} पटक समय सकिएपछि सिट छोडेको मानिन्छ।",
    }
    return (one if value == 1 else other)[language].format(n=value)


def _leave_mode(value: Any, language: Language) -> str:
    texts: dict[str, Text] = {
        "bot": {
            "en": "A computer plays on, and the person may come back.",
            "nl": "Een computer speelt verder; terugkomen mag.",
            "de": "Ein Computer spielt weiter; wer ging, darf zurückkommen.",
            "ne": "कम्प्युटरले खेल्छ; त्यो खेलाडी फर्कन सक्नुहुन्छ।",
        },
        "remove": {
            "en": "The seat is out of the match.",
            "nl": "De stoel doet niet meer mee aan de wedstrijd.",
            "de": "Der Sitz ist aus dem Match.",
            "ne": "त्यो सिट म्याचबाट बाहिर हुन्छ।",
        },
    }
    return texts[value][language]


def _games(value: Any, language: Language) -> str:
    if value == 1:
        return {"en": "One game decides.", "nl": "Eén partij beslist.", "de": "Eine Partie entscheidet.", "ne": "एउटै खेलले नतिजा दिन्छ।"}[
            language
        ]
    return {
        "en": "{n} games; the points are added.",
        "nl": "{n} partijen; de punten worden opgeteld.",
        "de": "{n} Partien; die Punkte werden addiert.",
        "ne": "{n} खेल; अङ्क जोडिन्छ।",
    }[language].format(n=value)


def _one_phone(value: Any, language: Language) -> str:
    if value:
        return {
            "en": "One device goes round; each player sees only their own hand.",
            "nl": "Eén apparaat gaat rond; iedereen ziet alleen de eigen hand.",
            "de": "Ein Gerät geht herum; alle sehen nur die eigene Hand.",
            "ne": "एउटै उपकरण पालैपालो घुम्छ; हरेकले आफ्नो मात्र देख्छ।",
        }[language]
    return {
        "en": "Everyone plays on their own device.",
        "nl": "Iedereen speelt op een eigen apparaat.",
        "de": "Alle spielen auf dem eigenen Gerät.",
        "ne": "सबैले आफ्नै उपकरणमा खेल्छन्।",
    }[language]


def _call_grace(value: Any, language: Language) -> str:
    return {
        "en": "Calls that arrive within {n} ms count as made together.",
        "nl": "Wie binnen {n} ms roept, roept tegelijk.",
        "de": "Rufe innerhalb von {n} ms gelten als gleichzeitig.",
        "ne": "{n} मिलिसेकेन्डभित्रका चुनौती सँगै भएको मानिन्छ।",
    }[language].format(n=value)


def _bot_speed(value: Any, language: Language) -> str:
    return _SPEEDS[value][language]


_MEANINGS: dict[str, Callable[[Any, Language], str]] = {
    "turn_seconds": _turn_seconds,
    "max_timeouts": _max_timeouts,
    "leave_mode": _leave_mode,
    "games": _games,
    "one_phone": _one_phone,
    "call_grace_ms": _call_grace,
    "bot_speed": _bot_speed,
}


NO_CALLS: Text = {
    "en": "No effect in this game: nobody acts out of turn.",
    "nl": "Geen effect in dit spel: niemand doet iets buiten de beurt.",
    "de": "Ohne Wirkung in diesem Spiel: Niemand handelt außer der Reihe.",
    "ne": "यो खेलमा असर छैन: पालो नपर्खी कसैले केही गर्दैन।",
}
"""What `call_grace_ms` means in a game whose claims only the seat to act may call."""


def common_option(name: str, value: Any, language: Language) -> tuple[str, str] | None:
    """Label and meaning of an option that every game has (rules 1.3); None for another option."""
    if name not in COMMON_OPTIONS:
        return None
    return COMMON_OPTIONS[name][language], _MEANINGS[name](value, language)


COMMON_REASONS: dict[str, Text] = {
    "common.action.reject": {
        "en": "That is not possible now.",
        "nl": "Dat kan nu niet.",
        "de": "Das geht jetzt nicht.",
        "ne": "अहिले यो मिल्दैन।",
    },
    "common.action.order": {
        "en": "The table has changed. Look again.",
        "nl": "De tafel is veranderd. Kijk nog eens.",
        "de": "Am Tisch hat sich etwas geändert. Schau noch einmal.",
        "ne": "यसबीच टेबलमा परिवर्तन भयो। फेरि हेर्नुहोस्।",
    },
    "common.action.binding": {
        "en": "What is played stays played.",
        "nl": "Gespeeld is gespeeld.",
        "de": "Gespielt ist gespielt.",
        "ne": "खेलिसकेको चाल फिर्ता हुँदैन।",
    },
    "common.options.validate": {
        "en": "This value is not possible for a table.",
        "nl": "Deze waarde kan niet voor een tafel.",
        "de": "Dieser Wert ist für einen Tisch nicht möglich.",
        "ne": "टेबलका लागि यो मान मिल्दैन।",
    },
    "common.options.fixed": {
        "en": "Options stay fixed during a match.",
        "nl": "De opties liggen vast tijdens een wedstrijd.",
        "de": "Die Optionen stehen während des Matches fest.",
        "ne": "म्याच चलुन्जेल विकल्प फेर्न मिल्दैन।",
    },
    "common.leave.when": {
        "en": "This seat has already left.",
        "nl": "Deze stoel is al verlaten.",
        "de": "Dieser Sitz ist schon verlassen.",
        "ne": "यो सिट पहिले नै छोडिसकिएको छ।",
    },
    "common.leave.bot": {
        "en": "No computer plays for this seat.",
        "nl": "Voor deze stoel speelt geen computer.",
        "de": "Für diesen Sitz spielt kein Computer.",
        "ne": "यो सिटको सट्टा कम्प्युटर खेलिरहेको छैन।",
    },
    "common.leave.remove": {
        "en": "This seat is out of the match.",
        "nl": "Deze stoel doet niet meer mee aan de wedstrijd.",
        "de": "Dieser Sitz ist aus dem Match.",
        "ne": "यो सिट म्याचबाट बाहिर छ।",
    },
    "common.leave.match": {
        "en": "This seat is out of the match.",
        "nl": "Deze stoel doet niet meer mee aan de wedstrijd.",
        "de": "Dieser Sitz ist aus dem Match.",
        "ne": "यो सिट म्याचबाट बाहिर छ।",
    },
    "common.clock.more": {
        "en": "More time: once a game, in the last third of a decision.",
        "nl": "Meer tijd: één keer per partij, in het laatste derde deel van een beslissing.",
        "de": "Mehr Zeit: einmal pro Partie, im letzten Drittel einer Entscheidung.",
        "ne": "थप समय: खेलमा एक पटक, निर्णयको अन्तिम तिहाइमा।",
    },
    "common.pause": {
        "en": "A pause needs everyone's yes.",
        "nl": "Voor een pauze moet iedereen ja zeggen.",
        "de": "Für eine Pause müssen alle zustimmen.",
        "ne": "विश्रामका लागि सबैको सहमति चाहिन्छ।",
    },
    "common.calls.block": {
        "en": "A call is settled first.",
        "nl": "Eerst wordt afgehandeld dat er betwijfeld is.",
        "de": "Erst wird entschieden, ob zu Recht angezweifelt wurde.",
        "ne": "पहिले ब्लफ वा शंकाको फैसला हुन्छ।",
    },
    "common.long.agreed": {
        "en": "A game ends early only when it is long, and when all who play agree.",
        "nl": "Een partij eindigt alleen eerder als ze lang duurt en iedereen die speelt het wil.",
        "de": "Eine Partie endet nur dann früher, wenn sie lange dauert und alle, die spielen, zustimmen.",
        "ne": "खेल लामो भएमा र खेल्ने सबै सहमत भएमा मात्र बीचमै टुङ्गिन्छ।",
    },
    "common.reveal": {
        "en": "The result is being shown; play goes on in a moment.",
        "nl": "De uitslag wordt getoond; zo gaat het verder.",
        "de": "Das Ergebnis wird gezeigt; gleich geht es weiter.",
        "ne": "नतिजा देखाइँदैछ; खेल एकैछिनमा अघि बढ्छ।",
    },
    "common.one-phone": {
        "en": "One phone goes round: only the player named on the screen acts, and nobody else can join or watch.",
        "nl": "Eén telefoon gaat rond: alleen wie op het scherm staat speelt, en niemand anders kan meedoen of kijken.",
        "de": "Ein Handy geht herum: Nur wer auf dem Bildschirm steht, spielt, und niemand sonst kann mitspielen oder zusehen.",
        "ne": "एउटै फोन पालैपालो घुम्छ: स्क्रिनमा नाम भएको खेलाडीले मात्र खेल्छ, अरू कोही सामेल हुन वा हेर्न सक्दैन।",
    },
    "common.view.out": {
        "en": "You are out of this game.",
        "nl": "Je bent in deze partij uitgeschakeld.",
        "de": "Du bist in dieser Partie ausgeschieden.",
        "ne": "तपाईं यो खेलबाट बाहिर हुनुहुन्छ।",
    },
}


def common_reason(rule: str, language: Language) -> str:
    """Why a common rule forbids something; a general sentence for ids that never refuse anything by themselves."""
    return COMMON_REASONS.get(rule, COMMON_REASONS["common.action.reject"])[language]
