"""The log in words: what happened in the game and to the table, newest first."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from django.utils import translation
from django.utils.translation import gettext as _

from games.core.game import Language
from games.core.registry import game_named
from games.core.replay import END_LONG
from games.play.render.parts import digits_of, macro, page_of, pieces_of, review_of
from games.play.shown import ShownTable


class Line(NamedTuple):
    """One line of the log: `kind` is a class name, `computer` whether a computer acted for the seat, `more` what unfolds.

    `rule` is the one that a ruling goes by; None for all other lines.
    """

    id: str
    text: str
    kind: str
    computer: bool
    more: Any = None
    rule: str | None = None


def log_html(lines: Iterable["Line"], digits: bool) -> str:
    """`<li>` for each line, newest first, to be put on top of the log."""
    language = cast(Language, translation.get_language())
    return str(macro("play/log.jinja", "lines")(list(lines), digits_of(digits), partial(pieces_of, language=language, devanagari=digits)))


def log_lines(shown: ShownTable, entries: Iterable[Any], seat: int | None, language: Language, digits: bool) -> list[Line]:
    """The entries (`selectors.ShownEntry`) in words, newest first. Events are already as the reader was shown them."""
    names, words, page = shown.names(language), game_named(shown.game).words, page_of(shown.game)
    ruling = review_of(shown.game).ruling
    lines = []
    for entry in entries:
        name = f"{entry.number}c" if entry.is_quiet else entry.number
        text = _table_sentence(entry.table_action, entry.seat, names, seat, language) if entry.table_action else ""
        if text:
            lines.append(Line(f"{entry.number}-t", text, "", False))
        for at, event in enumerate(entry.events):
            text = words.sentence(event, language, names, seat)
            kind = page.LOG_KINDS.get(str(event.__struct_config__.tag), "")
            if text:
                is_computers = entry.by == "bot" and not kind
                lines.append(Line(f"{name}-{at}", text, kind, is_computers, page.replay(event, language, names), ruling(event)))
    return lines[::-1]


def _table_sentence(action: str, seat: int | None, names: Sequence[str], me: int | None, language: Language) -> str:
    """What happened to the table and not in the game; what the game tells itself needs no second line."""
    if action == END_LONG:
        with translation.override(language):
            return _("The long game ends by what each holds now.")
    if seat is None and action in ("pause", "resume"):
        with translation.override(language):
            return _("Staff have paused the match.") if action == "pause" else _("The pause is over.")
    if action not in ("more_time", "pause", "resume", "end_game", "play_on") or seat is None:
        return ""
    with translation.override(language):
        name = {"name": names[seat]}
        if action == "more_time":
            return _("You took 15 seconds more.") if seat == me else _("%(name)s took 15 seconds more.") % name
        if action == "pause":
            return _("You would like a pause.") if seat == me else _("%(name)s would like a pause.") % name
        if action == "end_game":
            return _("You would like to end the game here.") if seat == me else _("%(name)s would like to end the game here.") % name
        if action == "play_on":
            return _("You would like to play on.") if seat == me else _("%(name)s would like to play on.") % name
        return _("You end the pause.") if seat == me else _("%(name)s ends the pause.") % name
