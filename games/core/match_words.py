"""Sentences about what happens in a match of any game: time-outs, leaving, coming back, the end. In four languages.

The events are those that all games have, by their tags: `void`, `timed_out`, `left`, `rejoined`, `game_over`, `match_over`.
"""

from collections.abc import Sequence
from typing import Any

from games.core.game import Language
from games.core.words import Text, joined, person

# `*_me`: the reader is the one who acts.
LINES: dict[str, Text] = {
    "void": {"en": "The round does not count and is played again.", "nl": "De ronde telt niet en wordt opnieuw gespeeld.", "de": "Die Runde zählt nicht und wird wiederholt.", "ne": "यो राउन्ड गनिँदैन, फेरि खेलिन्छ।"},
    "timed_out": {"en": "Time's up for {name}.", "nl": "De tijd is om voor {name}.", "de": "Die Zeit ist um für {name}.", "ne": "{name}को समय सकियो।"},
    "timed_out_me": {"en": "Your time is up.", "nl": "Je tijd is om.", "de": "Deine Zeit ist um.", "ne": "तपाईंको समय सकियो।"},
    "left_bot": {"en": "{name} has left. The computer plays for {name}.", "nl": "{name} is weggegaan. De computer speelt voor {name}.", "de": "{name} ist gegangen. Der Computer spielt für {name}.", "ne": "{name} जानुभयो। {name}को सट्टा कम्प्युटर खेल्दैछ।"},
    "left_bot_me": {"en": "You have left. The computer plays for you; you may come back.", "nl": "Je bent weggegaan. De computer speelt voor jou; je mag terugkomen.", "de": "Du bist gegangen. Der Computer spielt für dich; du darfst zurückkommen.", "ne": "तपाईं जानुभयो। तपाईंको सट्टा कम्प्युटर खेल्दैछ; फर्कन सक्नुहुन्छ।"},
    "left_remove": {"en": "{name} has left and is out of the match.", "nl": "{name} is weggegaan en doet niet meer mee.", "de": "{name} ist gegangen und nicht mehr dabei.", "ne": "{name} जानुभयो, अब म्याचमा हुनुहुन्न।"},
    "left_remove_me": {"en": "You have left and are out of the match.", "nl": "Je bent weggegaan en doet niet meer mee.", "de": "Du bist gegangen und nicht mehr dabei.", "ne": "तपाईं जानुभयो, अब म्याचमा हुनुहुन्न।"},
    "rejoined": {"en": "{name} is back.", "nl": "{name} is er weer.", "de": "{name} ist wieder da.", "ne": "{name} फर्किनुभयो।"},
    "rejoined_me": {"en": "You are back. The next decision is yours.", "nl": "Je bent er weer. De volgende beslissing is aan jou.", "de": "Du bist wieder da. Die nächste Entscheidung ist deine.", "ne": "तपाईं फर्किनुभयो। अर्को निर्णय तपाईंको।"},
    "win": {"en": "{name} wins!", "nl": "{name} wint!", "de": "{name} gewinnt!", "ne": "{name}ले जित्नुभयो!"},
    "win_me": {"en": "You win!", "nl": "Jij wint!", "de": "Du gewinnst!", "ne": "तपाईंले जित्नुभयो!"},
    "share": {"en": "{names} share the first place.", "nl": "{names} delen plaats 1.", "de": "{names} teilen sich Platz 1.", "ne": "{names}को साझा स्थान: 1।"},
    "match_abandoned": {"en": "Everyone was away: the match ends by the table as it stands.", "nl": "Iedereen was weg: de wedstrijd eindigt zoals de tafel er nu bij staat.", "de": "Alle waren weg: Das Match endet so, wie der Tisch jetzt steht.", "ne": "सबै बाहिर हुनुहुन्थ्यो: म्याच अहिलेकै अवस्थामा सकियो।"},
    "next_game": {"en": "The game is over. The next one follows.", "nl": "De partij is afgelopen. Zo begint de volgende.", "de": "Die Partie ist zu Ende. Gleich kommt die nächste.", "ne": "खेल सकियो। अर्को खेल आउँदैछ।"},
    "over": {"en": "The match is over.", "nl": "De wedstrijd is afgelopen.", "de": "Das Match ist zu Ende.", "ne": "म्याच सकियो।"},
}  # fmt: skip


def _line(key: str, language: Language, me: bool = False, **fields: Any) -> str:
    return LINES[f"{key}_me" if me else key][language].format(**fields)


def sentence(event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """One line of the log for such an event; empty where none is needed. Raises KeyError for an event of one game alone."""
    tag = event.__struct_config__.tag
    if tag == "void":
        return _line("void", language)
    if tag == "game_over":
        return winners(event.places, language, names, me)
    if tag == "match_over":
        return _match_over(event.result, language, names, me)
    key = f"left_{event.mode}" if tag == "left" else tag
    return _line(key, language, event.seat == me, name=names[event.seat])


def winners(places: Sequence[int], language: Language, names: Sequence[str], me: int | None) -> str:
    """Who won, by places by seat: one seat, or several that share the first place."""
    first = [seat for seat, place in enumerate(places) if place == 1]
    if len(first) == 1:
        return _line("win", language, first[0] == me, name=names[first[0]])
    return _line("share", language, names=joined([person(names[seat], seat == me, language) for seat in first], language))


def turn_between_games(view: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """The turn banner after the end of the match or of a game; empty while a game runs."""
    if view.phase == "over":
        won = f" {winners(view.result.places, language, names, me)}" if view.result else ""
        return f"{_line('over', language)}{won}"
    return _line("next_game", language) if len(view.scores) >= view.game else ""


def _match_over(result: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    if result.reason == "abandoned":
        return _line("match_abandoned", language)
    if len(result.games) == 1:
        return ""  # the end of its only game has just been told
    return f"{_line('over', language)} {winners(result.places, language, names, me)}"
