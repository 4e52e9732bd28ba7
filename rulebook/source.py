"""Reads the rule documents: Markdown files with front matter, one per game and language, and one for every table.

A document is a short list under the first heading, then numbered clauses, one a line: `3.2 [rule.id, other.id] Text.`
Clause numbers are the same in all languages. Pure: no Django.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.core.game import Language
from games.core.registry import game_named

ROOT = Path(__file__).resolve().parent.parent
_CLAUSE = re.compile(r"^(?P<number>[0-9A-Z]+\.[0-9]+) \[(?P<rules>[a-z0-9_.\-, ]+)\] (?P<text>.+)$")


class BrokenDocument(Exception):
    """A rule document that cannot be read; the text names file and line."""


class Clause(NamedTuple):
    """`rules` are the ids of the rules document that the clause states; the first is its own."""

    number: str
    rules: tuple[str, ...]
    text: str


class Section(NamedTuple):
    heading: str
    clauses: tuple[Clause, ...]


class Document(NamedTuple):
    title: str
    version: int
    summary: str
    brief_heading: str
    brief: tuple[str, ...]
    sections: tuple[Section, ...]

    def clause_of(self, rule: str) -> Clause | None:
        """The clause that states a rule."""
        return next((clause for section in self.sections for clause in section.clauses if rule in clause.rules), None)


@cache
def game_rules(slug: str, language: Language) -> Document:
    """Raises NotInThisGame for an unknown game."""
    return _read(ROOT / "games" / game_named(slug).slug / "rulebook" / f"{language}.md")


@cache
def common_rules(language: Language) -> Document:
    return _read(ROOT / "rulebook" / "common" / f"{language}.md")


def _read(path: Path) -> Document:
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    facts = dict(line.split(": ", 1) for line in front.strip().splitlines())
    brief_heading, brief, sections = "", [], []
    for at, line in enumerate(body.splitlines(), start=front.count("\n") + 3):
        if line.startswith("# "):
            sections.append(Section(line[2:], ()))
        elif line.startswith("- "):
            brief_heading = sections[-1].heading
            brief.append(line[2:])
        elif match := _CLAUSE.match(line):
            rules = tuple(rule.strip() for rule in match["rules"].split(","))
            last = sections[-1]
            sections[-1] = last._replace(clauses=(*last.clauses, Clause(match["number"], rules, match["text"])))
        elif line:
            raise BrokenDocument(f"{path.name}, line {at}: neither a heading, a point nor a clause")
    with_clauses = tuple(section for section in sections if section.clauses)
    return Document(facts["title"], int(facts["version"]), facts["summary"], brief_heading, tuple(brief), with_clauses)
