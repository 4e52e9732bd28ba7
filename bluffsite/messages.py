"""Finds every text of the site that is to be translated, without gettext: Python, Django templates and Jinja2 fragments.

`manage.py messages` brings the catalogs up to date with it, and the tests compare. The texts of a game are not here:
they live in its `words.py`, in four languages at once.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import jinja2
import polib
from django.utils.translation.template import templatize

FOLDERS = ("bluffsite", "games", "leagues", "rulebook", "templates")
PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL = {"ngettext", "ngettext_lazy"}
CONTEXT = {"pgettext", "pgettext_lazy"}
CONTEXT_PLURAL = {"npgettext", "npgettext_lazy"}
CALL = re.compile(r"(?<![\w.])(n?p?gettext|_)\(")


class Message(NamedTuple):
    """One text: as gettext knows it."""

    text: str
    plural: str | None = None
    context: str | None = None


def from_call(name: str, arguments: list[str | None]) -> Message | None:
    """The message of a call, given its arguments (None for one that is no literal); None if it has none."""
    texts = [text for text in arguments if text is not None]
    if name in PLAIN and arguments[:1] == texts[:1] and texts:
        return Message(texts[0])
    if name in PLURAL and len(texts) >= 2:
        return Message(texts[0], texts[1])
    if name in CONTEXT and len(texts) >= 2:
        return Message(texts[1], context=texts[0])
    if name in CONTEXT_PLURAL and len(texts) >= 3:
        return Message(texts[1], texts[2], texts[0])
    return None


def in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        arguments = [arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None for arg in node.args]
        if message := from_call(name, arguments):
            yield message


def in_django_template(source: str) -> Iterator[Message]:
    """Through Django's own conversion into something like Python, in which calls of gettext stand among filler."""
    converted = templatize(source)
    for found in CALL.finditer(converted):
        if message := from_call(found[1], _literals(converted, found.end())):
            yield message


def _literals(text: str, start: int) -> list[str | None]:
    """The string literals of a call's arguments, up to its closing bracket; other arguments are None."""
    literal = re.compile(r"""\s*([uU]?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))\s*(,|\))""", re.DOTALL)
    texts: list[str | None] = []
    while found := literal.match(text, start):
        texts.append(ast.literal_eval(found[1]))
        start = found.end()
        if found[2] == ")":
            break
    return texts


def in_jinja(source: str) -> Iterator[Message]:
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    for _, name, arguments in environment.extract_translations(source):  # type: ignore[attr-defined]
        values = list(arguments) if isinstance(arguments, tuple) else [arguments]
        if message := from_call(name, values):
            yield message


READERS = {".py": in_python, ".html": in_django_template, ".jinja": in_jinja, ".txt": in_django_template}


def sources(root: Path) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            parts = path.relative_to(root).parts
            is_template = "templates" in parts or path.suffix == ".py"
            if path.suffix in READERS and is_template and "migrations" not in parts and "docs" not in parts:
                yield path


def extract(root: Path) -> dict[Message, list[str]]:
    """Every message, and the files that it is in. A text with and without plural is one message, with plural."""
    found: dict[tuple[str | None, str], tuple[str | None, list[str]]] = {}
    for path in sources(root):
        for message in READERS[path.suffix](path.read_text(encoding="utf-8")):
            plural, files = found.setdefault((message.context, message.text), (message.plural, []))
            name = path.relative_to(root).as_posix()
            found[message.context, message.text] = (plural or message.plural, files if name in files else [*files, name])
    return {Message(text, plural, context): files for (context, text), (plural, files) in found.items()}


def message_of(entry: polib.POEntry) -> Message:
    return Message(entry.msgid, entry.msgid_plural or None, entry.msgctxt)


def update(catalog: polib.POFile, messages: Iterable[Message]) -> tuple[int, int]:
    """Adds what is new, untranslated, and removes what no source holds any more. (added, removed)"""
    wanted = set(messages)
    stale = [entry for entry in catalog if entry.obsolete or message_of(entry) not in wanted]
    for entry in stale:
        catalog.remove(entry)
    known = {message_of(entry) for entry in catalog}
    new = sorted(wanted - known, key=lambda message: (message.text, message.context or ""))
    for message in new:
        entry = polib.POEntry(msgid=message.text, msgctxt=message.context)
        if message.plural:
            entry.msgid_plural, entry.msgstr_plural = message.plural, {0: "", 1: ""}
        _mark_format(entry)
        catalog.append(entry)
    return len(new), len(stale)


def _mark_format(entry: polib.POEntry) -> None:
    if "%(" in entry.msgid + entry.msgid_plural:
        entry.flags.append("python-format")
