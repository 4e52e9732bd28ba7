"""Which texts hold a word that this site does not print. Pure; the words are in `words/<language>.txt`, written by us.

A word is compared whole, never as a part of a longer one, so that "assist" or "verbetering" are no one's business. The
files say it where more is safe:

    word      this word, also with digits, stars or look-alikes for letters, dots between them, or letters drawn out
    word*     and everything that begins with it
    *word*    and everything that holds it
    word !    only in texts of somebody who writes this language: elsewhere it is an ordinary word

An entry of several words is found as these words in a row. All languages are looked for in every text. Nepali words are
found with the endings that Nepali writes on to them, and however long their vowels and nasals are written.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bluffsite.accounts.names import BLANKS, latin

LANGUAGES = ("nl", "de", "en", "ne")
_FOLDER = Path(__file__).parent / "words"
_LOOKS = str.maketrans(
    {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "|": "i", "€": "e"}
)
_ALSO_LOOKS = str.maketrans({"9": "g", "6": "g", "ƒ": "f", "¥": "y", "¢": "c", "£": "l"})
_SIGN = r"\w\u0900-\u0963\u0966-\u097f@$!|€¥¢£*#%^+'’"
_BETWEEN = r"._\-/\\·•~="
_CHUNK = re.compile(rf"[{_SIGN}{_BETWEEN}]+")
_TOKEN = re.compile(rf"(?:(?!_)[{_SIGN}])+")
_LETTER = r"(?:[^\W_][\u0900-\u0903\u093a-\u094d]*)"
_SPACER = r"(?:[ ,;:|+]|[._*\-/\\·•~=])"
_DOTTED = re.compile(rf"(?<![\w.])((?:{_LETTER}{_SPACER}{{1,3}}){{2,}}{_LETTER})(?![\w.])")
_MOST_LETTERS, _LONGEST = 100, 14  # of a text that is spelt out, and of a word in it
_MASK = re.compile(r"[*#%^+]")
_ENDS = "'’!|*#%^+"
_UMLAUTS = "äöü"
_SQUARED = {
    first + number: chr(ord("a") + number) for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6) for number in range(26)
}  # letters in squares and circles, and those of flags

# --- Nepali
_ENDINGS = (
    *("हरूलाई", "हरुलाई", "हरूको", "हरुको", "हरूले", "हरुले", "हरू", "हरु", "लाई", "सँग", "बाट", "को", "का", "की", "ले", "मा"),
    *("harulai", "haruko", "harule", "haru", "lai", "sanga", "bata", "ko", "ka", "ki", "le", "ma"),
)
_NASALS = re.compile("[ङञणनम]्(?=[क-ह])|ँ")
_SHORT = str.maketrans({"ी": "ि", "ू": "ु", "ई": "इ", "ऊ": "उ", "श": "स", "ष": "स", "व": "ब", "़": None})


class Words(NamedTuple):
    """Entries of one language: whole words, beginnings, parts, and rows of words; `own` count for its own writers alone.

    `nepali` are the whole words in Devanagari, by `nepali_sound`.
    """

    whole: frozenset[str]
    begins: tuple[str, ...]
    holds: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: frozenset[str]
    nepali: frozenset[str] = frozenset()


def bad_word(text: str, language: str) -> str | None:
    """The first word of the text that is not printed, as it was written; None where all is well. `language`: the writer's."""
    plain = _plain(text)
    tokens = [token.strip(_ENDS) for chunk in _CHUNK.findall(plain) for token in _TOKEN.findall(chunk)]
    joined = [re.sub(rf"[{_BETWEEN}]", "", chunk).strip(_ENDS) for chunk in _CHUNK.findall(plain)]
    tokens += [word for word in joined if word not in tokens]
    spelt = [(token, _readings(token)) for token in tokens if token]
    spelt += [(found.strip(), set(_spelt_out(found))) for found in _DOTTED.findall(plain)]
    for name in LANGUAGES:
        words = words_of(name)
        for token, readings in spelt:
            if any(_is_bad(reading, words, is_own=name == language) for reading in readings):
                return token
        if row := _row(spelt, words):
            return row
    return None


def _plain(text: str) -> str:
    """The text without signs that print nothing and marks over Latin letters, with letters in squares as letters."""
    signs = unicodedata.normalize("NFKC", text).translate(_SQUARED)
    return "".join(sign for sign in signs if not _is_hidden(sign))


def _is_hidden(sign: str) -> bool:
    kind, point = unicodedata.category(sign), ord(sign)
    return kind == "Cf" or point in BLANKS or (kind in ("Mn", "Me") and not 0x0900 <= point <= 0x097F)


def _spelt_out(letters: str) -> Iterator[str]:
    """The words of three letters and more that single letters in a row may stand for."""
    typed = [letter.casefold() for letter in re.findall(_LETTER, letters)[:_MOST_LETTERS]]
    for run in (typed, [_alike(letter) for letter in typed]):
        for start in range(len(run) - 2):
            for end in range(start + 3, min(start + _LONGEST, len(run)) + 1):
                if any(letter[0].isalpha() for letter in typed[start:end]):  # numbers are no words
                    yield "".join(run[start:end])


def _alike(letter: str) -> str:
    return latin(letter).translate(_LOOKS)


def _is_bad(word: str, words: Words, *, is_own: bool) -> bool:
    if _MASK.search(word[1:]):
        masked = re.compile("".join("." if _MASK.match(sign) else re.escape(sign) for sign in word))
        return len(word) > 3 and any(masked.fullmatch(known) for known in words.whole)
    known = words.whole | words.own if is_own else words.whole
    if word in known or word.startswith(words.begins) or any(part in word for part in words.holds):
        return True
    return bool(words.nepali) and any(stem in known or nepali_sound(stem) in words.nepali for stem in _stems(word))


def _stems(word: str) -> Iterator[str]:
    """A word of Nepali as it is, and without the ending that is written on to it."""
    yield word
    if word.endswith(_ENDINGS):
        yield from (word[: -len(ending)] for ending in _ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2)


def nepali_sound(word: str) -> str:
    """What is left of a word in Devanagari when vowels that sound alike and the ways to write a nasal are one."""
    if not word or not "\u0900" <= word[0] <= "\u097f":
        return word
    return re.sub("([\u093e-\u094c])\\1+", r"\1", _NASALS.sub("ं", word).translate(_SHORT))


def _row(spelt: list[tuple[str, set[str]]], words: Words) -> str | None:
    for row in words.rows:
        for start in range(len(spelt) - len(row) + 1):
            found = spelt[start : start + len(row)]
            if all(word in readings for word, (_, readings) in zip(row, found, strict=True)):
                return " ".join(token for token, _ in found)
    return None


def _readings(token: str) -> set[str]:
    """The ways in which a token can be read: accents, umlauts, digits for letters, digits at its ends, letters of other
    alphabets that look alike, and drawn-out letters make no difference.
    """
    plain = token.casefold()
    readings = {plain, latin(token).casefold()}
    if any(sign.isalpha() for sign in plain):
        readings |= {reading.strip("0123456789") for reading in readings}
        readings |= {reading.translate(_LOOKS) for reading in readings}
        readings |= {reading.translate(_ALSO_LOOKS) for reading in {plain, *readings}}
        readings |= {plain.translate(_ALSO_LOOKS).translate(_LOOKS)}
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
    sounds = {nepali_sound(word) for word in whole if "\u0900" <= word[0] <= "\u097f"}
    return Words(frozenset(whole), tuple(begins), tuple(holds), tuple(rows), frozenset(own), frozenset(sounds))
