"""Which texts hold a word that this site does not print. Pure; the words are in `words/<language>.txt`, written by us.

A word is compared whole, never as a part of a longer one, so that "assist" or "verbetering" are no one's business. The
files say it where more is safe:

    word      this word, also with digits or stars for letters, dots between them, or letters drawn out
    word*     and everything that begins with it
    *word*    and everything that holds it
    word !    only in texts of somebody who writes this language: elsewhere it is an ordinary word

An entry of several words is found as these words in a row. All languages are looked for in every text.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

LANGUAGES = ("nl", "de", "en", "ne")
_FOLDER = Path(__file__).parent / "words"
_LOOKS = str.maketrans(
    {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "|": "i", "€": "e"}
)
_HIDDEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_TOKEN = re.compile(r"[\w\u0300-\u036f\u0900-\u0963\u0966-\u097f@$!|€*'’]+")
_DOTTED = re.compile(r"(?<![\w.])((?:[^\W_][ ._*\-]){2,}[^\W_])(?![\w.])")
_UMLAUTS = "äöü"


class Words(NamedTuple):
    """Entries of one language: whole words, beginnings, parts, and rows of words; `own` count for its own writers alone."""

    whole: frozenset[str]
    begins: tuple[str, ...]
    holds: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: frozenset[str]


def bad_word(text: str, language: str) -> str | None:
    """The first word of the text that is not printed, as it was written; None where all is well. `language`: the writer's."""
    plain = _HIDDEN.sub("", unicodedata.normalize("NFKC", text))
    tokens = [token.strip("'’!|*") for token in _TOKEN.findall(plain)]
    tokens += [word for found in _DOTTED.findall(plain) for word in _spelt_out(found)]
    spelt = [(token, _readings(token)) for token in tokens if token]
    for name in LANGUAGES:
        words = words_of(name)
        for token, readings in spelt:
            if any(_is_bad(reading, words, is_own=name == language) for reading in readings):
                return token
        if row := _row(spelt, words):
            return row
    return None


def _spelt_out(letters: str) -> Iterator[str]:
    """The words of three letters and more that single letters in a row may stand for."""
    run = re.sub(r"[ ._*\-]", "", letters)[:30]
    for start in range(len(run) - 2):
        for end in range(start + 3, len(run) + 1):
            yield run[start:end]


def _is_bad(word: str, words: Words, *, is_own: bool) -> bool:
    if "*" in word[1:]:
        masked = re.compile(re.escape(word).replace(r"\*", "."))
        return len(word) > 3 and any(masked.fullmatch(known) for known in words.whole)
    return (
        word in words.whole or (is_own and word in words.own) or word.startswith(words.begins) or any(part in word for part in words.holds)
    )


def _row(spelt: list[tuple[str, set[str]]], words: Words) -> str | None:
    for row in words.rows:
        for start in range(len(spelt) - len(row) + 1):
            found = spelt[start : start + len(row)]
            if all(word in readings for word, (_, readings) in zip(row, found, strict=True)):
                return " ".join(token for token, _ in found)
    return None


def _readings(token: str) -> set[str]:
    """The ways in which a token can be read: accents, umlauts, digits for letters and drawn-out letters make no difference."""
    plain = token.casefold()
    readings = {plain}
    if any(sign.isalpha() for sign in plain):
        readings.add(plain.translate(_LOOKS))
    readings |= {_without_accents(reading) for reading in readings}
    readings |= {again for reading in readings for again in _drawn_in(reading)}
    return readings


def _without_accents(word: str) -> str:
    """Letters without accents; umlauts are letters of their own, and signs of other scripts stay as they are."""
    return "".join(
        sign if sign in _UMLAUTS or ord(sign) > 0x24F else unicodedata.normalize("NFD", sign)[0]
        for sign in unicodedata.normalize("NFC", word)
    )


def _drawn_in(word: str) -> Iterator[str]:
    """Three and more equal letters in a row are one or two."""
    if re.search(r"(\w)\1\1", word):
        yield re.sub(r"(\w)\1{2,}", r"\1", word)
        yield re.sub(r"(\w)\1{2,}", r"\1\1", word)


@cache
def words_of(language: str) -> Words:
    return read_words((_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines())


def read_words(lines: Iterable[str]) -> Words:
    """The entries of a file; `#` begins a remark."""
    whole, begins, holds, rows, own = set[str](), list[str](), list[str](), list[tuple[str, ...]](), set[str]()
    for line in lines:
        entry = unicodedata.normalize("NFKC", line.partition("#")[0]).strip().casefold()
        if not entry:
            continue
        if entry.endswith(" !"):
            own.add(entry[:-2].strip())
        elif entry.startswith("*"):
            holds.append(entry.strip("*"))
        elif entry.endswith("*"):
            begins.append(entry[:-1])
        elif " " in entry:
            rows.append(tuple(entry.split()))
        else:
            whole.add(entry)
    return Words(frozenset(whole), tuple(begins), tuple(holds), tuple(rows), frozenset(own))
