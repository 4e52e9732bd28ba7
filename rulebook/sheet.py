"""The rules of one table: its options, the clauses that say something there, and those of every table as an annex."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from games.core.game import Language
from games.core.registry import game_named
from games.core.words import common_option
from games.play.new_table_form import Option, Value, options_of
from rulebook.conditions import facts_of, holds, sent
from rulebook.source import Condition, Document, annex_of, game_rules


class SheetClause(NamedTuple):
    """`is_chosen`: it holds because of an option that differs from the plain game."""

    number: str
    rules: tuple[str, ...]
    text: str
    is_used: bool
    is_chosen: bool


class SheetSection(NamedTuple):
    heading: str
    clauses: tuple[SheetClause, ...]

    @property
    def is_used(self) -> bool:
        return any(clause.is_used for clause in self.clauses)


class Sheet(NamedTuple):
    """`unused` is the number of clauses that say nothing at this table; `chosen` are all its options by name."""

    slug: str
    rules: Document
    seats: int
    options: tuple[Option, ...]
    sections: tuple[SheetSection, ...]
    annex: Document
    annex_sections: tuple[SheetSection, ...]
    unused: int
    chosen: tuple[tuple[str, Any], ...]


def sheet_of(slug: str, language: Language, options: Mapping[str, Any], seats: int, version: int = 0, *, is_league: bool = False) -> Sheet:
    """`options` as a table has them; what is missing is as in the plain game. `version` 0 is today's. `is_league`: a league match.

    Raises NotInThisGame for an unknown game, NoSuchVersion for a version that there is not.
    """
    return _sheet(slug, language, tuple(sorted(options.items())), seats, version, is_league)


@lru_cache(maxsize=256)
def _sheet(slug: str, language: Language, chosen: tuple[tuple[str, Any], ...], seats: int, version: int, is_league: bool) -> Sheet:
    game, options = game_named(slug), dict(chosen)
    facts, plain = facts_of(game, options, seats, is_league=is_league), facts_of(game, {}, seats, is_league=is_league)
    rules, english = game_rules(slug, language, version), game_rules(slug, "en", version)
    annex = annex_of(rules, language)
    sections = _sections(rules, english, facts, plain)
    annex_sections = _sections(annex, annex_of(english, "en"), facts, plain)
    unused = sum(not clause.is_used for section in (*sections, *annex_sections) for clause in section.clauses)
    shown = options_of(game, language, {name: sent(value) for name, value in options.items()})
    if options.get("one_phone"):
        label, meaning = common_option("one_phone", True, language)
        shown.append(Option("one_phone", label, (Value("yes", meaning, True),), "no", "common.one-phone", False))
    whole = tuple((msgspec.to_builtins(game.options()) | options).items())
    return Sheet(slug, rules, seats, tuple(shown), sections, annex, annex_sections, unused, whole)


def _sections(document: Document, english: Document, facts: Mapping[str, str], plain: Mapping[str, str]) -> tuple[SheetSection, ...]:
    """Conditions are those of the English document; all languages have the same numbers."""
    when = {clause.number: clause.when for section in english.sections for clause in section.clauses}
    return tuple(
        SheetSection(
            section.heading,
            tuple(
                SheetClause(
                    clause.number,
                    clause.rules,
                    clause.text,
                    holds(when[clause.number], facts),
                    _is_by_choice(when[clause.number], facts, plain),
                )
                for clause in section.clauses
            ),
        )
        for section in document.sections
    )


def _is_by_choice(when: tuple[Condition, ...], facts: Mapping[str, str], plain: Mapping[str, str]) -> bool:
    return holds(when, facts) and not holds(when, plain)
