"""Templates of reasons: what a person reads about one clause, in their language. Staff change it for one decision, or for good.

`FIRST` is what the site comes with; a row of `Wording` stands for what staff made of it.
"""

from collections.abc import Mapping

from django.db import transaction

from bluffsite.accounts.models import User
from bluffsite.moderation.conduct import RULES
from bluffsite.moderation.desk import audit
from bluffsite.moderation.desk.models import Wording

LANGUAGES = ("nl", "de", "en", "ne")

FIRST: Mapping[str, Mapping[str, str]] = {
    "respect": {
        "nl": "Je hebt anderen aan tafel uitgescholden of gekwetst. Bluffen mag hard gaan, praten niet.",
        "de": "Du hast andere am Tisch beschimpft oder verletzt. Beim Bluffen darf es hart zugehen, beim Reden nicht.",
        "en": "You insulted or hurt others at the table. The bluffing may be rough, the talk may not.",
        "ne": "तपाईंले टेबलमा अरूलाई अपमान गर्नुभयो वा चोट पुग्ने कुरा गर्नुभयो। ब्लफ कडा हुन सक्छ, बोली हुँदैन।",
    },
    "threats": {
        "nl": "Je hebt iemand bedreigd of lastiggevallen. Dat kan hier nooit.",
        "de": "Du hast jemanden bedroht oder belästigt. Das geht hier nie.",
        "en": "You threatened or harassed somebody. That is never all right here.",
        "ne": "तपाईंले कसैलाई धम्की दिनुभयो वा दुःख दिनुभयो। यहाँ त्यो कहिल्यै मिल्दैन।",
    },
    "names": {
        "nl": (
            "Je naam kan anderen kwetsen of met iemand anders worden verward. Je speelt nu onder een andere naam en mag er zelf een kiezen."
        ),
        "de": (
            "Dein Name kann andere verletzen oder für jemand anderen gehalten werden. Du spielst jetzt unter "
            "einem anderen Namen und kannst einen neuen wählen."
        ),
        "en": "Your name may hurt others or be taken for somebody else. You play under another name now and may choose a new one.",
        "ne": ("तपाईंको नामले अरूलाई चोट पुर्‍याउन सक्छ वा अरू कसैको जस्तो देखिन सक्छ। अब तपाईं अर्को नामले खेल्नुहुन्छ र नयाँ नाम छान्न सक्नुहुन्छ।"),
    },
    "fair": {
        "nl": (
            "Het lijkt erop dat je afspraken hebt gemaakt, een tweede account gebruikte of hulp had van een "
            "programma. Zo is het voor de anderen geen spel meer."
        ),
        "de": (
            "Es sieht so aus, als hättest du dich abgesprochen, ein zweites Konto benutzt oder ein Programm für "
            "dich spielen lassen. So ist es für die anderen kein Spiel mehr."
        ),
        "en": (
            "It looks as if you made secret agreements, used a second account or had help from a program. That is"
            " no game for the others any more."
        ),
        "ne": ("तपाईंले गोप्य सहमति गर्नुभएको, दोस्रो खाता चलाउनुभएको वा प्रोग्रामको मद्दत लिनुभएको देखिन्छ। त्यसो हुँदा अरूका लागि यो खेल रहँदैन।"),
    },
    "finish": {
        "nl": "Je bent meermaals uit wedstrijden weggelopen of hebt ze opgehouden. Daar hebben je medespelers last van.",
        "de": "Du hast mehrmals Matches verlassen oder aufgehalten. Das verdirbt den anderen das Spiel.",
        "en": "You left matches several times, or held them up. That spoils the game for the others.",
        "ne": "तपाईंले पटक-पटक म्याच बीचमै छोड्नुभयो वा अड्काउनुभयो। त्यसले अरूको खेल बिगार्छ।",
    },
    "spam": {
        "nl": "Je hebt reclame of links gestuurd waar niemand om vroeg.",
        "de": "Du hast Werbung oder Links verschickt, um die niemand gebeten hat.",
        "en": "You sent advertising or links that nobody had asked for.",
        "ne": "तपाईंले कसैले नमागेका विज्ञापन वा लिङ्क पठाउनुभयो।",
    },
    "privacy": {
        "nl": "Je hebt iets persoonlijks over iemand anders verteld. Dat bepaalt ieder voor zichzelf.",
        "de": "Du hast etwas Persönliches über jemand anderen verraten. Darüber entscheidet jeder Mensch selbst.",
        "en": "You told something private about somebody else. That is for each person to decide.",
        "ne": "तपाईंले अरू कसैको निजी कुरा खोल्नुभयो। त्यो भन्ने कि नभन्ने, आफैँले तय गर्ने कुरा हो।",
    },
    "reports": {
        "nl": "Je hebt meermaals iets gemeld wat niet was gebeurd. Meldingen zijn er voor wie ze nodig heeft.",
        "de": "Du hast mehrmals etwas gemeldet, das nicht passiert war. Meldungen sind für alle da, die sie brauchen.",
        "en": "You reported things that had not happened, several times. Reports are for those who need them.",
        "ne": "तपाईंले पटक-पटक नभएको कुराको उजुरी गर्नुभयो। उजुरी चाहिने मानिसका लागि हो।",
    },
}


def text_for(rule: str, language: str) -> str:
    """The template. KeyError for an unknown clause; a language that the site does not speak gets English."""
    language = language if language in LANGUAGES else "en"
    own = Wording.objects.filter(rule=rule, language=language).values_list("text", flat=True).first()
    return own or FIRST[rule][language]


def all_texts(language: str) -> dict[str, str]:
    """Every clause's template in this language: one query."""
    language = language if language in LANGUAGES else "en"
    own = dict(Wording.objects.filter(language=language).values_list("rule", "text"))
    return {rule: own.get(rule) or texts[language] for rule, texts in FIRST.items()}


@transaction.atomic
def change(*, by: User, rule: str, language: str, text: str) -> None:
    """Another template from now on; an empty text brings back the first one. KeyError for an unknown clause or language."""
    FIRST[rule][language], RULES[rule]
    if text.strip():
        Wording.objects.update_or_create(rule=rule, language=language, defaults={"text": text.strip()})
    else:
        Wording.objects.filter(rule=rule, language=language).delete()
    audit.write(actor=by, act=audit.Act.WORDING, thing=f"wording:{rule}:{language}", rule=rule, note=text.strip())
