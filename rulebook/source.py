"""Reads the rule documents: Markdown files with front matter, one per game and language, and one for every table.

A document is a short list under a heading, numbered clauses, one a line: `3.2 [rule.id, other.id] Text.`, and parts around
them. A part begins with a heading that has a key, `# Tips {#tips}`, and goes on to the next first-level heading; its text is
Markdown, except that

- `facts` is a list of `- name: value`;
- `examples` and `questions` have entries, `## Title {#key} [rule.id, other.id]` and their Markdown. Fenced JSON in an
  example is a case of the casebook. Cases know no language: they stand in the English document alone.

Numbers of clauses, keys and rule ids are the same in all languages. Pure: no Django.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.core.game import Language
from games.core.registry import game_named

ROOT = Path(__file__).resolve().parent.parent
_CLAUSE = re.compile(r"^(?P<number>[0-9A-Z]+\.[0-9]+) \[(?P<rules>[a-z0-9_.\-, ]+)\] (?P<text>.+)$")
_PART = re.compile(r"^# (?P<title>.+) \{#(?P<key>[a-z-]+)\}$")
_ENTRY = re.compile(r"^## (?P<title>.+?) \{#(?P<key>[a-zA-Z0-9-]+)\}(?: \[(?P<rules>[a-z0-9_.\-, ]+)\])?$")
_FENCE = re.compile(r"^```json\n(?P<case>.*?)^```\n", re.MULTILINE | re.DOTALL)
_WITH_ENTRIES = ("examples", "questions")


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


class Entry(NamedTuple):
    """A worked example or a question: Markdown, the rules it is about, and the cases that prove it."""

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
    cases: tuple[dict[str, Any], ...]


class Part(NamedTuple):
    """What stands around the clauses: either text (Markdown) or entries."""

    key: str
    heading: str
    text: str
    entries: tuple[Entry, ...]


class Document(NamedTuple):
    title: str
    version: int
    summary: str
    brief_heading: str
    brief: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    parts: tuple[Part, ...]

    def clause_of(self, rule: str) -> Clause | None:
        """The clause that states a rule."""
        return next((clause for section in self.sections for clause in section.clauses if rule in clause.rules), None)

    def part(self, key: str) -> Part | None:
        return next((part for part in self.parts if part.key == key), None)


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
    chapters = re.split(r"^(?=# )", body, flags=re.MULTILINE)
    line = front.count("\n") + 3
    parts: list[Part] = []
    for chapter in chapters:
        heading, _, text = chapter.partition("\n")
        if match := _PART.match(heading):
            parts.append(_part(match["key"], match["title"], text, f"{path.name}, line {line}"))
        elif heading.strip():
            section = Section(heading[2:], ())
            for at, row in enumerate(text.splitlines(), start=line + 1):
                if row.startswith("- "):
                    brief_heading = section.heading
                    brief.append(row[2:])
                elif clause := _CLAUSE.match(row):
                    section = section._replace(clauses=(*section.clauses, Clause(clause["number"], _ids(clause["rules"]), clause["text"])))
                elif row:
                    raise BrokenDocument(f"{path.name}, line {at}: neither a heading, a point nor a clause")
            sections.append(section)
        line += chapter.count("\n")
    listed = next((part.text for part in parts if part.key == "facts"), "")
    return Document(
        title=facts["title"],
        version=int(facts["version"]),
        summary=facts["summary"],
        brief_heading=brief_heading,
        brief=tuple(brief),
        facts=tuple((name, value) for name, _, value in (row[2:].partition(": ") for row in listed.splitlines() if row.startswith("- "))),
        sections=tuple(section for section in sections if section.clauses),
        parts=tuple(part for part in parts if part.key != "facts"),
    )


def _part(key: str, heading: str, text: str, where: str) -> Part:
    if key not in _WITH_ENTRIES:
        return Part(key, heading, text.strip(), ())
    intro, *entries = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return Part(key, heading, intro.strip(), tuple(_entry(entry, where) for entry in entries))


def _entry(text: str, where: str) -> Entry:
    heading, _, body = text.partition("\n")
    match = _ENTRY.match(heading)
    if not match:
        raise BrokenDocument(f"{where}: {heading!r} is not a title with a key and rules")
    try:
        cases = tuple(json.loads(case["case"]) for case in _FENCE.finditer(body))
    except ValueError as error:
        raise BrokenDocument(f"{where}: a case of {match['key']} is not JSON: {error}") from None
    return Entry(match["key"], match["title"], _FENCE.sub("", body).strip(), _ids(match["rules"] or ""), cases)


def _ids(listed: str) -> tuple[str, ...]:
    return tuple(rule.strip() for rule in listed.split(",") if rule.strip())
