"""The words of Blufpoker for parts of the table page, in four languages."""

from functools import cache
from typing import Any

from games.core.game import Language
from games.core.page import Terms
from games.core.words import Text

_TERMS: dict[str, Text] = {
    "claim": {"en": "Last claim", "nl": "Laatste claim", "de": "Letzte Ansage", "ne": "अन्तिम दाबी"},
    "reveal": {"en": "The open dice", "nl": "De open dobbelstenen", "de": "Die offenen Würfel", "ne": "खुला पासा"},
    "hand": {"en": "The cup", "nl": "De beker", "de": "Der Becher", "ne": "कप"},
    "call": {"en": "Bluff!", "nl": "Bluf!", "de": "Bluff!", "ne": "ब्लफ!"},
    "call_by": {"en": "To call bluff", "nl": "Bluf roepen", "de": "Bluff rufen", "ne": "ब्लफ भन्न"},
    "picker": {"en": "Choose a value", "nl": "Waarde kiezen", "de": "Wert wählen", "ne": "मान छान्ने"},
    "let_go": {"en": "Believe", "nl": "Geloven", "de": "Glauben", "ne": "पत्याउने"},
    "pass_": {"en": "Pass on blind", "nl": "Blind doorgeven", "de": "Blind weitergeben", "ne": "नहेरी सार्ने"},
    "read_hand": {"en": "Read what I may see of the cup", "nl": "Lees voor wat ik van de beker mag zien", "de": "Vorlesen, was ich vom Becher sehen darf", "ne": "कपमा मैले देख्न मिल्ने कुरा पढ्ने"},
    "watching": {
        "en": "You are watching. The cup stays closed for you until it is lifted for everyone.",
        "nl": "Je kijkt toe. De beker blijft voor jou dicht tot hij voor iedereen opengaat.",
        "de": "Du schaust zu. Der Becher bleibt für dich zu, bis er für alle aufgeht.",
        "ne": "तपाईं हेर्दै हुनुहुन्छ। सबैका लागि नखुलेसम्म कप तपाईंका लागि पनि बन्द रहन्छ।",
    },
    "cover": {
        "en": "The others look away. Only the player whose turn it is believes or doubts.",
        "nl": "De anderen kijken weg. Alleen wie aan de beurt is, gelooft of betwijfelt.",
        "de": "Die anderen schauen weg. Nur wer am Zug ist, glaubt oder zweifelt.",
        "ne": "अरूले नहेर्ने। जसको पालो हो, उसैले मात्र पत्याउने वा शंका गर्ने हो।",
    },
    "one_phone": {
        "en": "The phone goes from hand to hand like the cup. Before each turn a cover asks for the right player, and only then the cup can be lifted.",
        "nl": "De telefoon gaat van hand tot hand, net als de beker. Voor elke beurt vraagt een afdekscherm om de juiste speler; pas daarna kan de beker omhoog.",
        "de": "Das Handy geht von Hand zu Hand wie der Becher. Vor jedem Zug fragt ein Deckblatt nach der richtigen Person; erst danach lässt sich der Becher heben.",
        "ne": "फोन कपजस्तै हातहातै घुम्छ। हरेक पालोअघि पर्दाले सही खेलाडीलाई बोलाउँछ, अनि मात्र कप उठाउन मिल्छ।",
    },
    "fair_title": {"en": "How the dice stay fair", "nl": "Hoe de stenen eerlijk blijven", "de": "Wie die Würfel fair bleiben", "ne": "पासा कसरी निष्पक्ष रहन्छ"},
    "fair": {
        "en": "Before the start the server fixes a secret number and shows its fingerprint here. Each browser at the table adds a random part of its own, so nobody can choose a throw. After the match the secret is opened and everyone can check every throw.",
        "nl": "Vóór het begin legt de server een geheim getal vast en toont hier de vingerafdruk ervan. Elke browser aan tafel voegt een eigen toevalsdeel toe, zodat niemand een worp kan kiezen. Na de wedstrijd gaat het geheim open en kan iedereen elke worp controleren.",
        "de": "Vor dem Start legt der Server eine geheime Zahl fest und zeigt hier ihren Fingerabdruck. Jeder Browser am Tisch gibt einen eigenen Zufallsteil dazu, damit niemand einen Wurf bestimmen kann. Nach dem Match wird das Geheimnis geöffnet, und alle können jeden Wurf prüfen.",
        "ne": "सुरुअघि सर्भरले एउटा गोप्य सङ्ख्या तय गरी त्यसको छाप यहाँ देखाउँछ। टेबलका हरेक ब्राउजरले आफ्नो संयोग अंश थप्छ, त्यसैले कसैले फालाइ छान्न सक्दैन। म्याचपछि गोप्य सङ्ख्या खुल्छ र सबैले हरेक फालाइ जाँच्न सक्छन्।",
    },
    "command": {"en": "say 632", "nl": "zeg 632", "de": "sage 632", "ne": "भन 632"},
    "commands": {
        "en": "throw, throw keep 1, say 632, believe, bluff, blind 641, cup, table, time",
        "nl": "gooi, gooi weg 1, zeg 632, geloof, bluf, blind 641, beker, tafel, tijd",
        "de": "würfle, würfle heraus 1, sage 632, glaube, bluff, blind 641, becher, tisch, zeit",
        "ne": "फाल, फाल छुट्याउ 1, भन 632, पत्याउ, ब्लफ, नहेरी 641, कप, टेबल, समय",
    },
}  # fmt: skip
_SOUNDS: dict[str, Text] = {
    "claim": {"en": "A claim", "nl": "Een claim", "de": "Eine Ansage", "ne": "दाबी"},
    "call": {"en": "Bluff is called", "nl": "Er wordt bluf geroepen", "de": "Bluff wird gerufen", "ne": "ब्लफ भनियो"},
    "true": {"en": "The claim was true", "nl": "De claim was waar", "de": "Die Ansage stimmte", "ne": "दाबी साँचो थियो"},
    "bluff": {"en": "The claim was too high", "nl": "De claim was te hoog", "de": "Die Ansage war zu hoch", "ne": "दाबी बढी थियो"},
}
_KEYS: tuple[tuple[str, Text], ...] = (
    ("Enter", {"en": "In the picker: say the value", "nl": "Bij het kiezen: de waarde zeggen", "de": "Bei der Auswahl: den Wert ansagen", "ne": "छान्दा: मान भन्ने"}),
    ("6 3 2", {"en": "Three digits choose a value", "nl": "Drie cijfers kiezen een waarde", "de": "Drei Ziffern wählen einen Wert", "ne": "तीन अङ्कले मान छान्ने"}),
    ("+ −", {"en": "The next value up or down", "nl": "Eén waarde hoger of lager", "de": "Ein Wert höher oder niedriger", "ne": "एक मान माथि वा तल"}),
)  # fmt: skip

_TEXTS: dict[str, Text] = {
    # the claim
    "none": {"en": "No claim yet", "nl": "Nog geen claim", "de": "Noch keine Ansage", "ne": "अहिलेसम्म दाबी छैन"},
    "highest": {"en": "The highest die starts.", "nl": "De hoogste steen begint.", "de": "Der höchste Würfel beginnt.", "ne": "सबैभन्दा ठूलो पासाबाट सुरु।"},
    "after": {"en": "after {k} throws", "nl": "na {k} worpen", "de": "nach {k} Würfen", "ne": "{k} फालाइपछि"},
    "after_unseen": {"en": "third throw, unseen", "nl": "derde worp, ongezien", "de": "dritter Wurf, ungesehen", "ne": "तेस्रो फालाइ, नहेरी"},
    "passed_on": {"en": "passed on unseen", "nl": "ongezien doorgegeven", "de": "ungesehen weitergegeben", "ne": "नहेरी सारेको"},
    "next": {"en": "{name} starts the next round.", "nl": "{name} begint de volgende ronde.", "de": "{name} beginnt die nächste Runde.", "ne": "अर्को राउन्ड {name}बाट सुरु।"},
    "next_me": {"en": "You start the next round.", "nl": "Jij begint de volgende ronde.", "de": "Du beginnst die nächste Runde.", "ne": "अर्को राउन्ड तपाईंबाट सुरु।"},
    "plus": {"en": "one penalty point more", "nl": "een strafpunt erbij", "de": "ein Strafpunkt mehr", "ne": "एक दण्ड अङ्क थप"},
    "left": {"en": "points left", "nl": "punten over", "de": "Punkte übrig", "ne": "अङ्क बाँकी"},
    "left_one": {"en": "point left", "nl": "punt over", "de": "Punkt übrig", "ne": "अङ्क बाँकी"},
    "is_aside": {"en": "aside", "nl": "weggelegd", "de": "herausgelegt", "ne": "छुट्याइएको"},
    # the cup
    "look": {"en": "Hold to look", "nl": "Vasthouden om te kijken", "de": "Halten zum Nachsehen", "ne": "थिचिराखेर हेर्ने"},
    "look_5": {"en": "Show for 5 seconds", "nl": "5 seconden tonen", "de": "5 Sekunden zeigen", "ne": "5 सेकेन्ड देखाउने"},
    "closed": {"en": "The cup is down again.", "nl": "De beker is weer dicht.", "de": "Der Becher ist wieder zu.", "ne": "कप फेरि बन्द छ।"},
    "empty": {"en": "Throw, then look under the cup.", "nl": "Gooi, en kijk dan onder de beker.", "de": "Würfle, dann sieh unter dem Becher nach.", "ne": "पासा फालेर कपमुनि हेर्नुहोस्।"},
    "unseen": {"en": "Nobody has seen this throw.", "nl": "Deze worp heeft niemand gezien.", "de": "Diesen Wurf hat niemand gesehen.", "ne": "यो फालाइ कसैले देखेको छैन।"},
    "before": {"en": "You may look once you believe it.", "nl": "Kijken mag pas als je het gelooft.", "de": "Nachsehen darfst du erst, wenn du es glaubst.", "ne": "पत्याएपछि मात्र हेर्न मिल्छ।"},
    "must": {"en": "Nobody looks: the dice are opened for all.", "nl": "Niemand kijkt: de stenen gaan voor iedereen open.", "de": "Niemand sieht nach: Die Würfel werden für alle geöffnet.", "ne": "कसैले हेर्दैन: पासा सबैका लागि खुल्छ।"},
    "with": {"en": "{name} has the cup.", "nl": "{name} heeft de beker.", "de": "{name} hat den Becher.", "ne": "कप {name}सँग छ।"},
    "open": {"en": "These throws are open to all.", "nl": "Deze worpen ziet iedereen.", "de": "Diese Würfe sehen alle.", "ne": "यी फालाइ सबैले देख्छन्।"},
    "cup_spoken": {"en": "{value} under the cup", "nl": "{value} onder de beker", "de": "{value} unter dem Becher", "ne": "कपमुनि {value}"},
    "aside_spoken": {"en": "{sixes} aside, {dice} under the cup, together {value}", "nl": "{sixes} weggelegd, {dice} onder de beker, samen {value}", "de": "{sixes} herausgelegt, {dice} unter dem Becher, zusammen {value}", "ne": "{sixes} छुट्याइएको, कपमुनि {dice}, जम्मा {value}"},
    # actions
    "doubt": {"en": "Bluff! {name}: {value}", "nl": "Bluf! {name}: {value}", "de": "Bluff! {name}: {value}", "ne": "ब्लफ! {name}: {value}"},
    "accept": {"en": "Believe it and take the cup", "nl": "Geloven en de beker nemen", "de": "Glauben und den Becher nehmen", "ne": "पत्याएर कप लिने"},
    "accept_then": {"en": "then throw and say more than {value}", "nl": "dan gooien en meer zeggen dan {value}", "de": "dann würfeln und mehr als {value} ansagen", "ne": "त्यसपछि पासा फालेर {value} भन्दा माथि भन्ने"},
    "accept_666": {"en": "Believe it and try for 666", "nl": "Geloven en zelf 666 proberen", "de": "Glauben und selbst 666 versuchen", "ne": "पत्याएर आफैँ 666 प्रयास गर्ने"},
    "accept_666_then": {"en": "three open throws, sixes stay", "nl": "drie open worpen, zessen blijven", "de": "drei offene Würfe, Sechsen bleiben", "ne": "तीन खुला फालाइ, छक्का छुट्टिन्छ"},
    "again": {"en": "Throw again ({k} of 3)", "nl": "Opnieuw gooien ({k} van 3)", "de": "Noch einmal würfeln ({k} von 3)", "ne": "फेरि फाल्ने (3 मध्ये {k})"},
    "again_unseen": {"en": "Throw unseen (3 of 3)", "nl": "Ongezien gooien (3 van 3)", "de": "Ungesehen würfeln (3 von 3)", "ne": "नहेरी फाल्ने (3 मध्ये 3)"},
    "attempt": {"en": "Throw for 666 ({k} of 3)", "nl": "Gooien voor 666 ({k} van 3)", "de": "Auf 666 würfeln ({k} von 3)", "ne": "666 का लागि फाल्ने (3 मध्ये {k})"},
    "throw_k": {"en": "Throw {k} of 3", "nl": "Worp {k} van 3", "de": "Wurf {k} von 3", "ne": "3 मध्ये फालाइ {k}"},
    "aside": {"en": "Laid aside", "nl": "Weggelegd", "de": "Herausgelegt", "ne": "छुट्याइएको"},
    "keep": {"en": "Lay sixes aside", "nl": "Zessen wegleggen", "de": "Sechsen herauslegen", "ne": "छक्का छुट्याउने"},
    "keep_none": {"en": "none", "nl": "geen", "de": "keine", "ne": "छैन"},
    "values": {"en": "Values from {value} up", "nl": "Waarden vanaf {value}", "de": "Werte ab {value}", "ne": "{value} देखिका मान"},
    "all_values": {"en": "show all values", "nl": "toon alle waarden", "de": "alle Werte zeigen", "ne": "सबै मान देखाउने"},
    "mine": {"en": "what lies there", "nl": "wat er ligt", "de": "was da liegt", "ne": "कपमुनि भएको"},
    "lower": {"en": "One value lower", "nl": "Eén waarde lager", "de": "Ein Wert niedriger", "ne": "एक मान तल"},
    "higher": {"en": "One value higher", "nl": "Eén waarde hoger", "de": "Ein Wert höher", "ne": "एक मान माथि"},
    "say": {"en": "Say it", "nl": "Zeggen", "de": "Ansagen", "ne": "भन्ने"},
    "pass_blind": {"en": "Pass on blind", "nl": "Blind doorgeven", "de": "Blind weitergeben", "ne": "नहेरी सार्ने"},
    "direction": {"en": "Direction of the cup", "nl": "Richting van de beker", "de": "Richtung des Bechers", "ne": "कपको दिशा"},
    # for beginners
    "hint_decide": {"en": "Hint: after Bluff! the dice are opened. Less than {value}: the point is for {name}. Otherwise it is yours.", "nl": "Tip: na Bluf! gaan de stenen open. Minder dan {value}: het punt is voor {name}. Anders is het voor jou.", "de": "Hinweis: Nach Bluff! werden die Würfel geöffnet. Weniger als {value}: Der Punkt geht an {name}. Sonst geht er an dich.", "ne": "सुझाव: ब्लफ! भनेपछि पासा खुल्छ। {value} भन्दा कम भए अङ्क {name}लाई, नत्र तपाईंलाई।"},
    "hint_say": {"en": "Hint: what you say need not be true. The ring marks what really lies there.", "nl": "Tip: wat je zegt hoeft niet waar te zijn. De ring staat om wat er echt ligt.", "de": "Hinweis: Was du ansagst, muss nicht stimmen. Der Ring steht um das, was wirklich da liegt.", "ne": "सुझाव: तपाईंले भनेको साँचो हुनै पर्दैन। घेराले साँच्चैको मान देखाउँछ।"},
}  # fmt: skip


@cache
def terms(language: Language) -> Terms:
    return Terms(
        **{name: text[language] for name, text in _TERMS.items()},
        sounds={name: text[language] for name, text in _SOUNDS.items()},  # type: ignore[misc]
        keys=tuple((key, text[language]) for key, text in _KEYS),
    )


def text(key: str, language: Language, **fields: Any) -> str:
    """One text of the page. Raises KeyError for one that there is not."""
    return _TEXTS[key][language].format(**fields)
