"""The lists of the lobby in a reader's words and language: one row per table (UX-201), as data for `play/rows.jinja`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.game import Language
from games.core.registry import game_named
from games.play import render as fragments
from games.play.listing import OpenTable, speed_of
from games.play.services.making import PACE

NATIVE = dict(settings.LANGUAGES)
MOST_RULES = 4
"""House rules that a row names; more are counted."""


def open_html(tables: Sequence[OpenTable], language: Language, digits: bool, *, is_member: bool, barred: str = "") -> str:
    """The rows of tables that wait. `barred`: why this reader may not sit down with others now, in words."""
    rows = [_waiting(table, language, is_member, barred) for table in tables]
    return _rendered(rows, language, digits)


def watch_html(tables: Sequence[OpenTable], language: Language, digits: bool) -> str:
    """The rows of matches that run."""
    return _rendered([_row(table, language) | {"watch": True, "off": "", "register": False} for table in tables], language, digits)


def _rendered(rows: list[dict[str, Any]], language: Language, digits: bool) -> str:
    return fragments.template("play/rows.jinja", language, digits).render(rows=rows, d=fragments.digits_of(digits))


def _waiting(table: OpenTable, language: Language, is_member: bool, barred: str) -> dict[str, Any]:
    needs_account = table.rated and not is_member
    off = barred or (_("Rated tables are for members.") if needs_account else "")
    return _row(table, language) | {"watch": False, "off": off, "register": needs_account and not barred}


def _row(table: OpenTable, language: Language) -> dict[str, Any]:
    words, taken = game_named(table.game).words, len(table.persons)
    rules = [words.option(name, value, language)[1].rstrip(" .।") for name, value in table.house_rules.items() if name not in PACE]
    return {
        "key": table.key,
        "title": words.title(language),
        "host": table.host,
        "others": [name for name in table.persons if name != table.host],
        "size": table.size,
        "taken": taken,
        "computers": table.size - taken if table.phase == "playing" else 0,
        "clock": words.option("turn_seconds", table.options["turn_seconds"], language)[1].rstrip(" .।"),
        "speed": speed_text(table),
        "languages": [(code, NATIVE[code]) for code in table.languages if code in NATIVE],
        "rules": rules[:MOST_RULES],
        "more_rules": len(rules) - MOST_RULES if len(rules) > MOST_RULES else 0,
        "rated": table.rated,
        "is_quick": table.is_quick,
        "until": None if table.starts_at is None else round(datetime.fromisoformat(table.starts_at).timestamp() * 1000),
        "since": since_text(table.waiting_seconds),
    }


def speed_text(table: OpenTable) -> str:
    return speed_names()[speed_of(table.options, is_calm=table.is_calm)]


def speed_names() -> dict[str, str]:
    return {"calm": _("calm"), "normal": _("normal speed"), "fast": _("fast")}


def since_text(seconds: int) -> str:
    """How long a table has waited or a match has run, in whole minutes."""
    minutes = seconds // 60
    if minutes == 0:
        return _("just now")
    if minutes < 60:
        return ngettext("for %(n)s minute", "for %(n)s minutes", minutes) % {"n": minutes}
    return ngettext("for %(n)s hour", "for %(n)s hours", minutes // 60) % {"n": minutes // 60}
