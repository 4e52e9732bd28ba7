"""What is wrong with the rule documents, said so that a translator finds it: file, line, and what to do. Pure: no Django.

English is the measure: every other language has the same numbers, rules, parts and keys in the same order.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from games.core.casebook import judge, matches
from games.core.game import Language
from games.core.options import CommonOptions
from games.core.registry import all_games, game_named
from games.core.words import COMMON_REASONS
from rulebook import source
from rulebook.conditions import NOT_OPTIONS, can_be
from rulebook.source import COMMON, ROOT, Clause, Document, Entry, Fault, Part, parse, path_of

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
PARTS = ("variants", "examples", "tips", "questions", "words", "names", "why", "sources", "changes")
"""What every page of a game has around its clauses, in this order; `bids` may stand before them."""

LAW = ROOT / "tests" / "law"
_SWITCH = re.compile(r"\{([a-z_]+)=([a-z0-9_]+)\}")
_LETTERS = {"ne": re.compile(r"[\u0900-\u097f]")}
"""What a text of the language has at least one of."""


_DIGITS = re.compile(r"[०-९]+")


class Problem(NamedTuple):
    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def problems(slug: str) -> list[Problem]:
    """Of one game or of the rules for every table (`COMMON`). Raises NotInThisGame for an unknown game."""
    if slug != COMMON:
        game_named(slug)
    paths = {language: path_of(slug, language) for language in LANGUAGES}
    texts = {language: path.read_text(encoding="utf-8") for language, path in paths.items() if path.exists()}
    return [*check(slug, texts), *_older(slug, parse(texts["en"])[0].version if "en" in texts else 0)]


def _older(slug: str, today: int) -> Iterator[Problem]:
    """Matches keep their version: its texts must be there for as long as somebody may look back on one of them."""
    for version, language in ((version, language) for version in range(1, today) for language in LANGUAGES):
        path = path_of(slug, language, version)
        told = str(path.relative_to(source.ROOT))
        if not path.exists():
            yield Problem(told, 1, f"version {version} is not kept; manage.py raise_rules {slug} keeps one before it raises the version")
            continue
        document, faults = parse(path.read_text(encoding="utf-8"))
        yield from (Problem(told, fault.line, fault.text) for fault in faults)
        if document.version != version:
            yield Problem(told, 1, f"this is version {document.version}, kept as version {version}")
        if slug != COMMON and not 1 <= document.common <= source.common_rules("en").version:
            yield Problem(told, 1, f"“common: {document.common}” is no version of the rules for every table")


def all_problems() -> list[Problem]:
    return [problem for slug in (COMMON, *(game.slug for game in all_games())) for problem in problems(slug)]


def check(slug: str, texts: Mapping[Language, str]) -> list[Problem]:
    """The same for texts in hand, by language."""
    found: list[Problem] = []
    read: dict[Language, Document] = {}
    for language in LANGUAGES:
        path = str(path_of(slug, language).relative_to(source.ROOT))
        if language not in texts:
            found.append(Problem(path, 1, "this document is missing; copy en.md and translate it"))
            continue
        read[language], faults = parse(texts[language])
        faults += _foreign_digits(texts[language])
        found += [Problem(path, fault.line, fault.text) for fault in faults]
    if "en" not in read:
        return found
    stated = {rule for document in _with_common(slug, read["en"]) for _, clause in _clauses(document) for rule in clause.rules}
    for language, document in read.items():
        path = str(path_of(slug, language).relative_to(source.ROOT))
        said = [*_of_one(slug, document, stated)]
        said += _whole(slug, document) if language == "en" else _compared(document, read["en"], language)
        found += [Problem(path, line, text) for line, text in said]
    return found


def _foreign_digits(text: str) -> list[Fault]:
    """Pages and documents put digits into those that their reader has chosen."""
    rows = enumerate(text.splitlines(), start=1)
    return [
        Fault(line, f"write numbers in 0 to 9: readers choose their digits; not {found[0]}")
        for line, row in rows
        if (found := _DIGITS.search(row))
    ]


Said = Iterator[tuple[int, str]]


def _with_common(slug: str, document: Document) -> list[Document]:
    if slug == COMMON:
        return [document]
    return [document, parse(path_of(COMMON, "en").read_text(encoding="utf-8"))[0]]


def _clauses(document: Document) -> list[tuple[str, Clause]]:
    return [(section.heading, clause) for section in document.sections for clause in section.clauses]


def _entries(document: Document) -> list[Entry]:
    return [entry for part in document.parts for entry in part.entries]


# --- one document -----------------------------------------------------------------------------------------------------
def _of_one(slug: str, document: Document, stated: set[str]) -> Said:
    yield from _numbers(document)
    yield from _conditions(slug, document)
    changes = document.part("changes")
    if changes is not None and not re.search(rf"\b{document.version}\b", changes.text):
        yield changes.line, f"the changes say nothing of version {document.version}"
    seen: dict[str, int] = {}
    for entry in _entries(document):
        if entry.key in seen:
            yield entry.line, f"the key {entry.key} stands in line {seen[entry.key]} too"
        seen.setdefault(entry.key, entry.line)
        for rule in entry.rules:
            if rule not in stated:
                yield entry.line, f"no clause states the rule {rule}"
    options = _options(slug)
    for part in document.parts:
        for name, value in _SWITCH.findall(part.text):
            if name not in options:
                yield part.line, f"{{{name}={value}}}: there is no option {name}"


def _conditions(slug: str, document: Document) -> Said:
    known = _options(slug) | NOT_OPTIONS
    for _, clause in _clauses(document):
        for condition in clause.when:
            if condition.name not in known:
                yield clause.line, f"{{{condition.name}=…}}: there is no option {condition.name}"
            elif unknown := [value for value in condition.values if not can_be(slug, condition.name, value)]:
                yield clause.line, f"{{{condition.name}={unknown[0]}}}: {condition.name} is never {unknown[0]}"


def _numbers(document: Document) -> Said:
    seen: dict[str, int] = {}
    for section in document.sections:
        first = section.clauses[0].number.partition(".")[0]
        for place, clause in enumerate(section.clauses, start=1):
            if clause.number != f"{first}.{place}":
                yield clause.line, f"clause {clause.number} stands where {first}.{place} is expected"
            for rule in clause.rules:
                if rule in seen:
                    yield clause.line, f"the rule {rule} stands in line {seen[rule]} too"
                seen.setdefault(rule, clause.line)


def _options(slug: str) -> set[str]:
    return {field.name for field in msgspec.structs.fields(CommonOptions if slug == COMMON else game_named(slug).options)}


# --- English: all rules, all parts, and examples that are true -----------------------------------------------------------
def _whole(slug: str, document: Document) -> Said:
    stated = {rule for _, clause in _clauses(document) for rule in clause.rules}
    for rule in sorted(_law(slug) - stated):
        yield 1, f"no clause states the rule {rule}"
    if slug == COMMON:
        keys = tuple(part.key for part in document.parts)
        if keys != PARTS[-1:]:
            yield 1, f"the parts are {', '.join(keys)}; the rules for every table have {PARTS[-1]} alone"
        return
    if document.version != game_named(slug).rules_version:
        yield 1, f"version {document.version}, but the game is played by version {game_named(slug).rules_version}"
    keys = tuple(part.key for part in document.parts if part.key != "bids")
    if keys != PARTS:
        yield 1, f"the parts are {', '.join(keys)}; they must be {', '.join(PARTS)}"
    for entry in _entries(document):
        for case in entry.cases:
            line = judge(case, slug)
            if "outcome" not in line or not matches(case.get("expect"), line["outcome"]):
                yield entry.line, f"the case {case.get('id')} of {entry.key} is not what happens: {line}"
    examples = document.part("examples")
    for entry in examples.entries if examples else ():
        if not entry.cases:
            yield entry.line, f"the example {entry.key} has no case that proves it"


def _law(slug: str) -> set[str]:
    """The ids that must stand in a clause; none where the rules document did not come along."""
    if slug == COMMON:
        return set(COMMON_REASONS) | _ids("additions.md", COMMON)
    return _ids("rules.md", slug)


def _ids(name: str, slug: str) -> set[str]:
    path = LAW / name
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return set(re.findall(rf"^- `({slug}\.[a-z0-9.-]+)`", text, re.MULTILINE))


# --- another language against English -------------------------------------------------------------------------------------
def _compared(document: Document, english: Document, language: Language) -> Said:
    if document.version != english.version:
        yield 1, f"version {document.version}, but English has version {english.version}"
    for name, mine, theirs in (("points in brief", document.brief, english.brief), ("facts", document.facts, english.facts)):
        if len(mine) != len(theirs):
            yield 1, f"{len(mine)} {name}, but English has {len(theirs)}"
    yield from _clauses_compared(document, english, language)
    yield from _parts_compared(document, english)


def _clauses_compared(document: Document, english: Document, language: Language) -> Said:
    mine = {clause.number: clause for _, clause in _clauses(document)}
    theirs = {clause.number: clause for _, clause in _clauses(english)}
    for number, clause in theirs.items():
        if number not in mine:
            yield 1, f"clause {number} is missing: {clause.text}"
    for number, clause in mine.items():
        other = theirs.get(number)
        if other is None:
            yield clause.line, f"English has no clause {number}"
        elif clause.rules != other.rules:
            yield clause.line, f"clause {number} names [{', '.join(clause.rules)}], but English [{', '.join(other.rules)}]"
        elif clause.when:
            yield clause.line, f"conditions like {{{clause.when[0].name}=…}} stand in the English document alone"
        elif clause.text == other.text or not _LETTERS.get(language, re.compile("")).search(clause.text):
            yield clause.line, f"clause {number} is not translated"


def _parts_compared(document: Document, english: Document) -> Said:
    mine, theirs = [part.key for part in document.parts], [part.key for part in english.parts]
    if mine != theirs:
        yield 1, f"the parts are {', '.join(mine)}; in English {', '.join(theirs)}"
        return
    for part, other in zip(document.parts, english.parts, strict=True):
        yield from _shapes(part, other, f"the part {part.key}")
        keys, expected = [(e.key, e.rules) for e in part.entries], [(e.key, e.rules) for e in other.entries]
        for entry in part.entries:
            if (entry.key, entry.rules) not in expected:
                yield entry.line, f"English has no {entry.key} [{', '.join(entry.rules)}]"
            if entry.cases:
                yield entry.line, "cases stand in the English document alone"
        for key, rules in expected:
            if (key, rules) not in keys:
                yield part.line, f"{key} [{', '.join(rules)}] is missing"
        if keys == expected:
            for entry, model in zip(part.entries, other.entries, strict=True):
                yield from _shapes(entry, model, entry.key)


def _shapes(mine: Part | Entry, theirs: Part | Entry, name: str) -> Said:
    for what, count, expected in zip(_SHAPES, shape(mine.text), shape(theirs.text), strict=True):
        if count != expected:
            yield mine.line, f"{name} has other {what} than English: {count}, not {expected}"


_SHAPES = ("points", "rows and columns of tables", "switches of options", "paragraphs")


def shape(text: str) -> tuple[int, list[int], list[tuple[str, str]], int]:
    """What a text in Markdown has, whatever its language: points, rows of tables with their bars, switches, paragraphs."""
    lines = text.splitlines()
    return (
        sum(line.startswith("- ") for line in lines),
        [line.count("|") for line in lines if line.startswith("|")],
        _SWITCH.findall(text),
        len([block for block in text.split("\n\n") if block.strip()]),
    )
