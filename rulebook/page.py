"""A rule document as the page shows it: Markdown made HTML, rules made links, and the options of the game as it offers them.

In Markdown `{loss=one}` names an option and a value; the page shows the option's label in the reader's language, linked to
that value in the list of options.
"""

import re
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.core.errors import NotInThisGame
from games.core.game import Game, Language
from games.core.options import CommonOptions
from games.core.registry import game_named
from games.core.words import common_option
from games.play.markdown import to_html
from games.play.new_table_form import CLAUSES, Option, Value, options_of
from rulebook.source import Document, annex_of, common_rules, game_rules

COMMON_PAGE = "../common/"
"""The rules for every table, seen from the page of a game."""

_SWITCH = re.compile(r"\{(?P<name>[a-z_]+)=(?P<value>[a-z0-9_]+)\}")


class ShownEntry(NamedTuple):
    """`clauses` are links to the clauses it is about."""

    key: str
    title: str
    text: SafeString
    clauses: SafeString


class ShownPart(NamedTuple):
    key: str
    heading: str
    text: SafeString
    entries: tuple[ShownEntry, ...]


class Page(NamedTuple):
    """`conflicts` is the number of the clause that says which options do not go together, if there is one."""

    rules: Document
    parts: tuple[ShownPart, ...]
    options: tuple[Option, ...]
    conflicts: str

    def part(self, key: str) -> ShownPart | None:
        return next((part for part in self.parts if part.key == key), None)


@cache
def game_page(slug: str, language: Language, version: int = 0) -> Page:
    """`version` 0 is today's; an older one has no list of options, for they are those of today.

    Raises NotInThisGame for an unknown game, NoSuchVersion for a version that there is not.
    """
    game, rules = game_named(slug), game_rules(slug, language, version)
    is_older = rules.version != game_rules(slug, language).version
    parts = tuple(
        ShownPart(
            part.key,
            part.heading,
            _html(part.text, game, language, is_older=is_older),
            tuple(
                ShownEntry(e.key, e.title, _html(e.text, game, language, is_older=is_older), _links(e.rules, rules, language))
                for e in part.entries
            ),
        )
        for part in rules.parts
    )
    common = {field.name for field in msgspec.structs.fields(CommonOptions)}
    options = () if is_older else tuple(option for option in options_of(game, language, {}) if option.name not in common)
    conflicts = rules.clause_of(f"{slug}.options.conflicts")
    return Page(rules, parts, options, conflicts.number if conflicts else "")


@cache
def common_changes(language: Language, version: int = 0) -> SafeString:
    """The change list of the rules for every table. Raises NoSuchVersion."""
    changes = common_rules(language, version).part("changes")
    return mark_safe(to_html(changes.text if changes else ""))  # noqa: S308 - our own documents, HTML in them is off


@cache
def common_options(language: Language) -> tuple[Option, ...]:
    """The options that every game has. Of a number only the standard value is told."""
    return tuple(_common_option(field, language) for field in msgspec.structs.fields(CommonOptions))


def _common_option(field: msgspec.structs.FieldInfo, language: Language) -> Option:
    kind = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
    offered: tuple[Any, ...] = (False, True) if kind is bool else get_args(kind) if get_origin(kind) is Literal else (field.default,)
    told = [(value, common_option(field.name, value, language)) for value in offered]
    label = next(texts[0] for _, texts in told if texts)
    values = tuple(Value(str(value), texts[1], value == field.default) for value, texts in told if texts)
    return Option(field.name, label, values, str(field.default), CLAUSES.get(field.name, "common.one-phone"), kind is int)


def _html(text: str, game: Game, language: Language, *, is_older: bool = False) -> SafeString:
    return mark_safe(to_html(switched(text, game, language, is_older=is_older)))  # noqa: S308 - our own documents, HTML in them is off


def switched(text: str, game: Game, language: Language, *, is_older: bool = False) -> str:
    """The Markdown with each switch as the label of its option, linked; in an older version just told, as far as it still is one."""
    return _SWITCH.sub(lambda found: _told(found, game, language) if is_older else _switch(found, game, language), text)


def _told(found: re.Match[str], game: Game, language: Language) -> str:
    try:
        return re.sub(r"\[(.+?)\]\(#\w+\)", r"**\1**", _switch(found, game, language))
    except NotInThisGame:
        return f"**{found['name']}={found['value']}**"


def _switch(found: re.Match[str], game: Game, language: Language) -> str:
    """The label of an option, linked to its row in the list of options, and what this value means unless it just switches it on."""
    name, value = found["name"], found["value"]
    option = next((option for option in options_of(game, language, {}) if option.name == name), None)
    if option is None:
        raise NotInThisGame(f"{game.slug} has no option {name!r}")
    row = next((row for row in option.values if row.value == value), None)
    if row is None and not option.is_number:
        raise NotInThisGame(f"{game.slug} has no {name}={value}")
    link = f"[{option.label}](#{name})"
    return link if row is None or value == "yes" else f"{link}: {row.meaning}"


def _links(ids: tuple[str, ...], rules: Document, language: Language) -> SafeString:
    """The clauses of the rules named, each once. Raises KeyError for a rule that has no clause."""
    targets = dict.fromkeys(_target(rule, rules, language) for rule in ids)
    return format_html_join(" ", '<a href="{}#{}">§{}</a>', ((page, number, number) for page, number in targets))


def _target(rule: str, rules: Document, language: Language) -> tuple[str, str]:
    is_common = rule.startswith("common.")
    clause = (annex_of(rules, language) if is_common else rules).clause_of(rule)
    if clause is None:
        raise KeyError(rule)
    page = f"../../{COMMON_PAGE}version/{rules.common}/" if rules.common else COMMON_PAGE  # an older version stands two folders deeper
    return (page if is_common else "", clause.number)
