"""Reads the rule documents: Markdown files with front matter, one per game and language, and one for every table.

A document is a short list under a heading, numbered clauses, one a line: `3.2 [rule.id, other.id] Text.`, and parts around
them. `3.2 [rule.id] {jokers=yes, mode=suit|sequence} Text.` is a clause for tables with these options only; like cases,
conditions stand in the English document alone. A part begins with a heading that has a key, `# Tips {#tips}`, and goes on
to the next first-level heading; its text is Markdown, except that

- `facts` is a list of `- name: value`;
- `examples` and `questions` have entries, `## Title {#key} [rule.id, other.id]` and their Markdown. Fenced JSON in an
  example is a case of the casebook. Cases know no language: they stand in the English document alone.

Numbers of clauses, keys and rule ids are the same in all languages. Older versions stay beside today's, in `v1/`, `v2/`, ...
(`rulebook.raising` puts them there); that of a game names the version of the rules for every table that went with it. Pure:
no Django.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.core.game import Language
from games.core.registry import game_named

ROOT = Path(__file__).resolve().parent.parent
COMMON = "common"
_CLAUSE = re.compile(r"^(?P<number>[0-9A-Z]+\.[0-9]+) \[(?P<rules>[a-z0-9_.\-, ]+)\] (?:\{(?P<when>[^}]*)\} )?(?P<text>.+)$")
_CONDITION = re.compile(r"^(?P<name>[a-z_]+)=(?P<values>[a-z0-9_-]+(?:\|[a-z0-9_-]+)*)$")
_PART = re.compile(r"^# (?P<title>.+) \{#(?P<key>[a-z-]+)\}$")
_ENTRY = re.compile(r"^## (?P<title>.+?) \{#(?P<key>[a-zA-Z0-9-]+)\}(?: \[(?P<rules>[a-z0-9_.\-, ]+)\])?$")
_FENCE = re.compile(r"^```json\n(?P<case>.*?)^```\n", re.MULTILINE | re.DOTALL)
_WITH_ENTRIES = ("examples", "questions")


class BrokenDocument(Exception):
    """A rule document that cannot be read; the text names file and line."""


class Fault(NamedTuple):
    """What cannot be read, for the person who wrote it."""

    line: int
    text: str


class Condition(NamedTuple):
    """A fact of a table and the values that it may have: words, numbers, or a range like `2-4`."""

    name: str
    values: tuple[str, ...]


class Clause(NamedTuple):
    """`rules` are the ids of the rules document that the clause states; the first is its own. At a table where one of the
    conditions in `when` does not hold, the clause says nothing.
    """

    number: str
    rules: tuple[str, ...]
    text: str
    line: int
    when: tuple[Condition, ...] = ()


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
    line: int


class Part(NamedTuple):
    """What stands around the clauses: either text (Markdown) or entries."""

    key: str
    heading: str
    text: str
    entries: tuple[Entry, ...]
    line: int


class Document(NamedTuple):
    """`common` is the version of the rules for every table that an older version of a game went with, else 0."""

    title: str
    version: int
    common: int
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


class NoSuchVersion(Exception):
    """There is no such version of these rules."""


@cache
def game_rules(slug: str, language: Language, version: int = 0) -> Document:
    """`version` 0: today's. Raises NotInThisGame for an unknown game, NoSuchVersion for a version that there is not."""
    return _of_version(game_named(slug).slug, language, version)


@cache
def common_rules(language: Language, version: int = 0) -> Document:
    """`version` 0: today's. Raises NoSuchVersion."""
    return _of_version(COMMON, language, version)


def rules_of(slug: str, language: Language, version: int = 0) -> Document:
    """Of a game or, by the name `COMMON`, of every table. Raises as `game_rules`."""
    return common_rules(language, version) if slug == COMMON else game_rules(slug, language, version)


def annex_of(rules: Document, language: Language) -> Document:
    """The rules for every table that go with the rules of a game."""
    return common_rules(language, rules.common)


@cache
def versions_of(slug: str) -> tuple[int, ...]:
    """The versions whose texts there are, today's last. Raises NotInThisGame."""
    return (*kept_versions(slug), rules_of(slug, "en").version)


def kept_versions(slug: str) -> tuple[int, ...]:
    """The older ones."""
    folder = path_of(slug, "en").parent
    return tuple(sorted(int(path.name[1:]) for path in folder.glob("v*") if path.name[1:].isdecimal()))


def path_of(slug: str, language: Language, version: int = 0) -> Path:
    """Where a document stands; `COMMON` names the rules for every table; `version` 0 is today's."""
    folder = ROOT / "rulebook" / "common" if slug == COMMON else ROOT / "games" / slug / "rulebook"
    return (folder / f"v{version}" if version else folder) / f"{language}.md"


def _of_version(slug: str, language: Language, version: int) -> Document:
    today = _read(path_of(slug, language))
    if version in (0, today.version):
        return today
    path = path_of(slug, language, version)
    if not path.is_file():
        raise NoSuchVersion(f"{slug}: version {version}")
    return _read(path)


def _read(path: Path) -> Document:
    document, faults = parse(path.read_text(encoding="utf-8"))
    if faults:
        raise BrokenDocument(f"{path.name}, line {faults[0].line}: {faults[0].text}")
    return document


def parse(text: str) -> tuple[Document, list[Fault]]:
    """The document as far as it can be read, and what cannot."""
    faults: list[Fault] = []
    facts, body, line = _front_matter(text, faults)
    brief_heading, brief, sections, parts = "", [], [], []
    for chapter in re.split(r"^(?=# )", body, flags=re.MULTILINE):
        heading, _, rest = chapter.partition("\n")
        if match := _PART.match(heading):
            parts.append(_part(match["key"], match["title"], rest, line, faults))
        elif heading.strip():
            section = Section(heading[2:], ())
            for at, row in enumerate(rest.splitlines(), start=line + 1):
                if row.startswith("- "):
                    brief_heading = section.heading
                    brief.append(row[2:])
                elif clause := _CLAUSE.match(row):
                    when = _conditions(clause["when"], at, faults)
                    read = Clause(clause["number"], _ids(clause["rules"]), clause["text"], at, when)
                    section = section._replace(clauses=(*section.clauses, read))
                elif row:
                    faults.append(Fault(at, "this is neither a heading (# …), a point (- …) nor a clause (3.2 [rule.id] …)"))
            sections.append(section)
        line += chapter.count("\n")
    listed = next((part.text for part in parts if part.key == "facts"), "")
    document = Document(
        title=facts.get("title", ""),
        version=int(facts.get("version", "0")),
        common=int(facts.get("common", "0")),
        summary=facts.get("summary", ""),
        brief_heading=brief_heading,
        brief=tuple(brief),
        facts=tuple((name, value) for name, _, value in (row[2:].partition(": ") for row in listed.splitlines() if row.startswith("- "))),
        sections=tuple(section for section in sections if section.clauses),
        parts=tuple(part for part in parts if part.key != "facts"),
    )
    return document, faults


def _front_matter(text: str, faults: list[Fault]) -> tuple[dict[str, str], str, int]:
    """Names and values on top, the text below, and the number of its first line."""
    before, *rest = text.split("---\n", 2)
    if before or len(rest) != 2:
        faults.append(Fault(1, "a document begins with a line ---, then title, version and summary, then a line ---"))
        return {}, text, 1
    front, body = rest
    rows = [row.partition(": ") for row in front.splitlines()]
    facts = {name: value for name, _, value in rows}
    for name in ("title", "version", "summary"):
        if not facts.get(name):
            faults.append(Fault(1, f"the lines between the two --- lack “{name}: …”"))
    for name, told in (("version", "the version"), ("common", "the version of the common rules")):
        if not facts.get(name, "0").isdecimal():
            faults.append(Fault(1, f"{told} is a whole number, not {facts.pop(name)!r}"))
    return facts, body, front.count("\n") + 3


def _conditions(listed: str | None, line: int, faults: list[Fault]) -> tuple[Condition, ...]:
    found = []
    for piece in _ids(listed or ""):
        match = _CONDITION.match(piece)
        if match:
            found.append(Condition(match["name"], tuple(match["values"].split("|"))))
        else:
            faults.append(Fault(line, f"{{{piece}}} is not a condition: {{option=value}} or {{option=value|other}}"))
    return tuple(found)


def _part(key: str, heading: str, text: str, line: int, faults: list[Fault]) -> Part:
    if key not in _WITH_ENTRIES:
        return Part(key, heading, text.strip(), (), line)
    intro, *entries = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    at, read = line + 1 + intro.count("\n"), []
    for entry in entries:
        read.append(_entry(entry, at, faults))
        at += entry.count("\n")
    return Part(key, heading, intro.strip(), tuple(entry for entry in read if entry), line)


def _entry(text: str, line: int, faults: list[Fault]) -> Entry | None:
    heading, _, body = text.partition("\n")
    match = _ENTRY.match(heading)
    if not match:
        faults.append(Fault(line, "a heading of an example or question has a title, a key and rules: ## Title {#key} [rule.id]"))
        return None
    cases = []
    for found in _FENCE.finditer(body):
        try:
            cases.append(json.loads(found["case"]))
        except ValueError as error:
            faults.append(Fault(line + 1 + body[: found.start()].count("\n"), f"the case is not JSON: {error}"))
    return Entry(match["key"], match["title"], _FENCE.sub("", body).strip(), _ids(match["rules"] or ""), tuple(cases), line)


def _ids(listed: str) -> tuple[str, ...]:
    return tuple(rule.strip() for rule in listed.split(",") if rule.strip())
