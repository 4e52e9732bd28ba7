"""Search over the rules: games by any name, clauses, options, questions and parts, in all four languages at once.

What is found is an address, and it is the same in all languages: whoever searches in Dutch for a German word reads Dutch.
Accents, joined letters that sound alike and one slip of the keyboard do not matter. The index is built once per process.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import log
from typing import NamedTuple

from games.core.game import Language
from games.core.registry import all_games, game_named
from rulebook.page import common_options, game_page, switched
from rulebook.source import COMMON, common_rules, game_rules

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
LONGEST = 80
"""Signs of a query that are read."""

MOST = 20
_WEIGHTS = {"game": 8.0, "question": 3.0, "option": 3.0, "clause": 2.5, "part": 1.0}
_PREFIX, _SLIP = 0.6, 0.4
_WORD = re.compile(r"[^\W_]+(?:[\u0900-\u0903\u093a-\u094f\u200d]+[^\W_]*)*")
_SOUNDS = str.maketrans({"ँ": "ं", "ी": "ि", "ू": "ु", "ई": "इ", "ऊ": "उ", "श": "स", "ष": "स", "ण": "न", "़": None, "\u200d": None})
"""Signs of Devanagari that many type for one another."""


class Hit(NamedTuple):
    """`anchor` is empty for a whole game; `title` and `text` are in the reader's language."""

    slug: str
    kind: str
    anchor: str
    title: str
    text: str


class _Entry(NamedTuple):
    slug: str
    kind: str
    anchor: str


class _Index(NamedTuple):
    """`found`: folded word -> entries that hold it, by number; `lengths`: its words by their length."""

    entries: tuple[_Entry, ...]
    shown: dict[Language, tuple[tuple[str, str], ...]]
    found: dict[str, frozenset[int]]
    lengths: dict[int, tuple[str, ...]]


def search(query: str, language: Language, *, most: int = MOST) -> list[Hit]:
    """The best hits first. Entries with all words of the query come before those with some."""
    index = _index()
    words = list(dict.fromkeys(words_of(query[:LONGEST])))
    scores: dict[int, float] = defaultdict(float)
    matched: dict[int, int] = defaultdict(int)
    for word in words:
        for number, score in _matches(word, index).items():
            scores[number] += score * _WEIGHTS[index.entries[number].kind]
            matched[number] += 1
    best = sorted(scores, key=lambda number: (-matched[number], -scores[number], number))
    whole = [number for number in best if matched[number] == len(words)]
    return [Hit(*index.entries[number], *index.shown[language][number]) for number in (whole or best)[:most]]


def _matches(word: str, index: _Index) -> dict[int, float]:
    """Entry -> how well it has this word: as it is, as a beginning, or but for one slip."""
    total, scores = len(index.entries), {}
    for term, closeness in _terms(word, index):
        entries = index.found[term]
        score = closeness * log(1 + total / len(entries))
        for number in entries:
            scores[number] = max(score, scores.get(number, 0.0))
    return scores


def _terms(word: str, index: _Index) -> Iterator[tuple[str, float]]:
    if word in index.found:
        yield word, 1.0
    for length, terms in index.lengths.items():
        if len(word) >= 3 and length > len(word):
            yield from ((term, _PREFIX) for term in terms if term.startswith(word))
        if len(word) >= 4 and abs(length - len(word)) <= 1:
            yield from ((term, _SLIP) for term in terms if one_slip(word, term))


def one_slip(one: str, other: str) -> bool:
    """Whether one letter more, less, other or swapped with its neighbour makes one word the other; lengths differ by one at most."""
    if len(one) > len(other):
        one, other = other, one
    at = 0
    while at < len(one) and one[at] == other[at]:
        at += 1
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    if at == len(one):
        return False
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]


def words_of(text: str) -> list[str]:
    """The words of a text as the index has them: small letters without accents."""
    return [folded(word) for word in _WORD.findall(text)]


def folded(word: str) -> str:
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", word.casefold()) if not "\u0300" <= sign <= "\u036f")
    return plain.translate(_SOUNDS)


# --- the index --------------------------------------------------------------------------------------------------------
@cache
def _index() -> _Index:
    by_language = {language: list(_texts(language)) for language in LANGUAGES}
    entries = [entry for entry, _, _, _ in by_language["en"]]
    found: dict[str, set[int]] = defaultdict(set)
    for texts in by_language.values():
        for number, (_, title, text, more) in enumerate(texts):
            for word in words_of(f"{title} {text} {more}"):
                found[word].add(number)
    lengths: dict[int, list[str]] = defaultdict(list)
    for word in found:
        lengths[len(word)].append(word)
    return _Index(
        tuple(entries),
        {language: tuple((title, text) for _, title, text, _ in texts) for language, texts in by_language.items()},
        {word: frozenset(numbers) for word, numbers in found.items()},
        {length: tuple(words) for length, words in lengths.items()},
    )


def _texts(language: Language) -> Iterator[tuple[_Entry, str, str, str]]:
    """Entry, title, text, and what else finds it; in the same order in every language."""
    common = common_rules(language)
    yield _Entry(COMMON, "game", ""), common.title, common.summary, ""
    for section in common.sections:
        for clause in section.clauses:
            yield _Entry(COMMON, "clause", clause.number), f"{common.title} §{clause.number}", clause.text, ""
    for option in common_options(language):
        yield _Entry(COMMON, "option", option.name), option.label, " ".join(value.meaning for value in option.values), ""
    for game in all_games():
        yield from _texts_of(game.slug, language)


def _texts_of(slug: str, language: Language) -> Iterator[tuple[_Entry, str, str, str]]:
    rules, options = game_rules(slug, language), game_page(slug, language).options
    names = rules.part("names")
    yield _Entry(slug, "game", ""), rules.title, rules.summary, _plain(names.text.split("\n- ")[0]) if names else ""
    for section in rules.sections:
        for clause in section.clauses:
            yield _Entry(slug, "clause", clause.number), f"{rules.title} §{clause.number}", clause.text, section.heading
    for option in options:
        meanings = [value.meaning for value in option.values if value.is_chosen or not option.is_number]
        yield _Entry(slug, "option", option.name), f"{rules.title}: {option.label}", " ".join(meanings), ""
    for part in rules.parts:
        text = _plain(switched(part.text, game_named(slug), language))
        shown = text if len(text) < 160 else text[:160].rsplit(" ", 1)[0] + " …"
        yield _Entry(slug, "part", part.key), f"{rules.title}: {part.heading}", shown, text
        for entry in part.entries:
            kind = "question" if part.key == "questions" else "part"
            yield _Entry(slug, kind, entry.key), f"{rules.title}: {entry.title}", _plain(entry.text), ""


def _plain(text: str) -> str:
    """Markdown without its signs."""
    without = re.sub(r"\]\([^)]*\)|[*`\[]|^\| *-.*$|^- ", "", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"\s*\|\s*", " ", without).split())
