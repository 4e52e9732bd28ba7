"""The log in words: what happened in the game and to the table, newest first."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from django.utils import translation
from django.utils.translation import gettext as _

from games.core.game import Language
from games.core.registry import game_named
from games.play.render.parts import digits_of, macro, page_of, pieces_of
from games.play.shown import ShownTable


class Line(NamedTuple):
    """One line of the log: `kind` is a class name, `computer` whether a computer acted for the seat, `more` what unfolds."""

    id: str
    text: str
    kind: str
    computer: bool
    more: Any = None


_KINDS = {"rolled": "round", "revealed": "big", "game_over": "big", "match_over": "big"}


def log_html(lines: Iterable["Line"], digits: bool) -> str:
    """`<li>` for each line, newest first, to be put on top of the log."""
    language = cast(Language, translation.get_language())
    return str(macro("play/log.jinja", "lines")(list(lines), digits_of(digits), partial(pieces_of, language=language, devanagari=digits)))


def log_lines(shown: ShownTable, entries: Iterable[Any], seat: int | None, language: Language, digits: bool) -> list[Line]:
    """The entries (`selectors.ShownEntry`) in words, newest first. Events are already as the reader was shown them."""
    names, words = shown.names(language), game_named(shown.game).words
    lines = []
    for entry in entries:
        for at, event in enumerate(entry.events):
            text = words.sentence(event, language, names, seat)
            kind = event.__struct_config__.tag
            if text:
                is_computers = entry.by == "bot" and kind not in _KINDS
                more = page_of(shown.game).replay(event, language, names)
                lines.append(Line(f"{entry.number}-{at}", text, _KINDS.get(str(kind), ""), is_computers, more))
        text = _table_sentence(entry.table_action, entry.seat, names, seat, language) if entry.table_action else ""
        if text:
            lines.append(Line(f"{entry.number}-t", text, "", False))
    return lines[::-1]


def _table_sentence(action: str, seat: int | None, names: Sequence[str], me: int | None, language: Language) -> str:
    """What happened to the table and not in the game; what the game tells itself needs no second line."""
    if action not in ("more_time", "pause", "resume") or seat is None:
        return ""
    with translation.override(language):
        name = {"name": names[seat]}
        if action == "more_time":
            return _("You took 15 seconds more.") if seat == me else _("%(name)s took 15 seconds more.") % name
        if action == "pause":
            return _("You would like a pause.") if seat == me else _("%(name)s would like a pause.") % name
        return _("You end the pause.") if seat == me else _("%(name)s ends the pause.") % name
