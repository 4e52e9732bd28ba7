"""Words for what leagues hold: titles of games, formats, roles, states, options. In the active language."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games.core.game import Game, Language
from games.core.registry import game_named
from leagues import times
from leagues.forms import FORMATS, JOINING
from leagues.models import Entry, League, LogLine, Membership, Season
from leagues.sentences import table_line
from leagues.services.log import PEOPLE, RESULTS, names_in, sentence
from leagues.services.rights import RIGHTS
from rulebook.conditions import sent

ROLES: dict[str, Promise] = {
    Membership.Role.OWNER: gettext_lazy("owner"),
    Membership.Role.ORGANISER: gettext_lazy("organiser"),
    Membership.Role.MEMBER: gettext_lazy("member"),
}
STATES: dict[str, Promise] = {
    Membership.State.ASKED: gettext_lazy("asks to join"),
    Membership.State.IN: gettext_lazy("in the league"),
    Membership.State.LEFT: gettext_lazy("left"),
    Membership.State.REMOVED: gettext_lazy("removed"),
    Membership.State.BANNED: gettext_lazy("banned"),
}
SEASON_STATES: dict[str, Promise] = {
    Season.State.PLANNED: gettext_lazy("sign-up is open"),
    Season.State.RUNNING: gettext_lazy("running"),
    Season.State.ENDED: gettext_lazy("ended"),
    Season.State.CALLED_OFF: gettext_lazy("called off"),
}
CAME: dict[str, Promise] = {
    Entry.Came.NEW: gettext_lazy("new"),
    Entry.Came.STAYED: gettext_lazy("stayed"),
    Entry.Came.PROMOTED: gettext_lazy("promoted"),
    Entry.Came.RELEGATED: gettext_lazy("relegated"),
    Entry.Came.FILLED: gettext_lazy("moved up: a place was free"),
    Entry.Came.DRAWN: gettext_lazy("divided anew"),
}


RECORDS: dict[str, Promise] = {
    "firsts": gettext_lazy("Most matches won"),
    "played": gettext_lazy("Most matches played"),
    "points": gettext_lazy("Most points"),
}
FIELDS: dict[str, Promise] = {
    "name": gettext_lazy("Name of the league"),
    "about": gettext_lazy("About the league"),
    "joining": gettext_lazy("Who may join?"),
    "is_public": gettext_lazy("Public"),
    "languages": gettext_lazy("Languages spoken here"),
    "most_members": gettext_lazy("Most members"),
    "time_zone": gettext_lazy("Time zone of the league"),
    "rights": gettext_lazy("Rights"),
    "format": gettext_lazy("How do you play?"),
    "options": gettext_lazy("House rules"),
    "seats": gettext_lazy("Players at a table"),
    "rounds": gettext_lazy("Rounds"),
    "round_days": gettext_lazy("Days for a round"),
    "best": gettext_lazy("Best results that count"),
    "split": gettext_lazy("Divisions"),
    "up": gettext_lazy("Promoted from each division"),
    "down": gettext_lazy("Relegated from each division"),
    "late_entry": gettext_lazy("Members may enter after the start"),
    "starts_at": gettext_lazy("Start"),
    "ends_at": gettext_lazy("End"),
    "deadline": gettext_lazy("Deadline"),
    "planned_at": gettext_lazy("Time"),
}
"""What a line of the log may say was changed. Names that are not here, such as those of members, stand for themselves."""


def language() -> Language:
    return cast(Language, get_language() or settings.LANGUAGE_CODE)


def game_title(slug: str) -> str:
    return game_named(slug).words.title(language())


def joining(league: League) -> str:
    return str(JOINING[league.joining][0])


def format_of(season: Season) -> tuple[str, str]:
    """Its name and what it means."""
    name, meaning = FORMATS[season.format]
    return str(name), str(meaning)


def languages_of(league: League) -> list[str]:
    return [name for code, name in settings.LANGUAGES if code in league.languages.split()]


def new_table(season: Season) -> str:
    """The address of the sheet of a new table with the options of the season on it."""
    options = {name: sent(value) for name, value in season.options.items()}
    return f"{reverse('lobby:new_table', args=[season.league.game])}?{urlencode(options)}"


def house_rules(game: str, options: Mapping[str, Any]) -> list[str]:
    """What differs from the plain game, in words; empty where nothing does."""
    found = game_named(game)
    plain = msgspec.to_builtins(found.options())
    return [found.words.option(name, value, language())[1] for name, value in options.items() if name in plain and plain[name] != value]


def rules_of(season: Season) -> list[str]:
    """The rules of the season in sentences, apart from those of the game."""
    lines = [format_of(season)[1]]
    if season.format not in (Season.Format.FREE, Season.Format.DUELS):
        about = ngettext(
            "About %(count)s player at a table: the size with which fewest sit out.",
            "About %(count)s players at a table: the size with which fewest sit out.",
            season.seats,
        )
        lines.append(about % {"count": season.seats})
    if season.format != Season.Format.FREE:
        lines += _rounds(season)
    lines.append(_("In a match of n players place p earns n − p points; shared places earn the mean."))
    if season.best:
        lines.append(ngettext("Only your best result counts.", "Your best %(count)s results count.", season.best) % {"count": season.best})
    if season.split > 1:
        lines += _divisions(season)
    lines.append(_("Members may enter after the start.") if season.late_entry else _("Nobody enters after the start."))
    return lines


def _rounds(season: Season) -> list[str]:
    lines = [ngettext("A round lasts %(count)s day.", "A round lasts %(count)s days.", season.round_days) % {"count": season.round_days}]
    if season.rounds:
        lines.append(ngettext("There is %(count)s round.", "There are %(count)s rounds.", season.rounds) % {"count": season.rounds})
    lines.append(_("Who has not played by the deadline comes last in that match. If nobody appears, nobody gets points."))
    return lines


def _divisions(season: Season) -> list[str]:
    lines = [ngettext("There is %(count)s division.", "There are %(count)s divisions.", season.split) % {"count": season.split}]
    lines.append(ngettext("%(count)s goes up from each division.", "%(count)s go up from each division.", season.up) % {"count": season.up})
    lines.append(
        ngettext("%(count)s goes down from each division.", "%(count)s go down from each division.", season.down) % {"count": season.down}
    )
    lines.append(_("For going up and down, members on an equal place stand in the order drawn at the start of the season."))
    return lines


def game_of(league: League) -> Game:
    return game_named(league.game)


# --- lines of the log -----------------------------------------------------------------------------------------------
def changes_of(line: LogLine, people: Mapping[int, str] | None = None) -> list[tuple[str, str, str]]:
    """(what, before, after) of each thing that a line of the log changed, in words. `people` as in `log.sentence`."""
    names = {**line.before, **line.after}
    if PEOPLE in line.facts:
        people = names_in([line]) if people is None else people
        by_place = sorted(names, key=lambda pk: (_table_line(line.after.get(pk)).get("place", 0), int(pk)))
        return [(people.get(int(pk), "–"), _standing(line.before.get(pk)), _standing(line.after.get(pk))) for pk in by_place]
    return [(str(FIELDS.get(name, name)), _value(line, name, line.before), _value(line, name, line.after)) for name in names]


_OLD_LINE = re.compile(r"(\d+) – (\d+(?:\.\d+)?)")
"""Place and points as lines of the log kept them once: `3 – 7.5`."""


def _table_line(value: Any) -> Mapping[str, Any]:
    """A line of the table as the log keeps it, or kept it once; empty where it is anything else."""
    if isinstance(value, Mapping):
        return value
    old = _OLD_LINE.fullmatch(value) if isinstance(value, str) else None
    return {"place": int(old[1]), "points": float(old[2])} if old else {}


def _standing(value: Any) -> str:
    line = _table_line(value)
    return table_line(line) if line else str(value or "–")


class Told(NamedTuple):
    """A line of the log in words. `changes` as of `changes_of`: lines of the table (`is_table`; `more` are not among them) or fields."""

    line: LogLine
    text: str
    changes: list[tuple[str, str, str]]
    is_table: bool
    more: int

    @property
    def is_same(self) -> bool:
        """Whether it could have moved somebody in the standings, and did not."""
        return self.is_table and not self.changes


def told(lines: Sequence[LogLine], digits: Callable[[str], str]) -> list[Told]:
    """These lines, for a reader who wants numbers so. One query for all."""
    names = names_in(lines)
    return [
        Told(line, sentence(line, names, digits), changes_of(line, names), line.kind in RESULTS, line.facts.get("more", 0))
        for line in lines
    ]


def _value(line: LogLine, name: str, values: Mapping[str, Any]) -> str:
    value = values.get(name)
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name.endswith("_at") or name == "deadline":
        return times.moment(datetime.fromisoformat(value))
    if name == "joining":
        return str(JOINING[value][0])
    if name == "format":
        return str(FORMATS[value][0])
    if name == "rights":
        return ", ".join(str(RIGHTS.get(right, right)) for right in value)
    if name == "languages":
        return ", ".join(title for code, title in settings.LANGUAGES if code in value.split())
    if name == "options":
        return "; ".join(house_rules(line.league.game, value)) or _("standard rules")
    return str(value)
