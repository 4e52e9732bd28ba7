"""What is made once per process: templates, the games' pages and pieces, addresses, digits."""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple, cast

import jinja2
import msgspec
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from bluffsite.jinja import for_readers
from games.core.game import Language
from games.core.page import Count

DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


Digits = Callable[[Any], str]


@cache
def page_of(slug: str) -> Any:
    """The game's pure page module."""
    return import_module(f"games.{slug}.page")


@cache
def review_of(slug: str) -> Any:
    """The game's pure review module."""
    return import_module(f"games.{slug}.review")


@cache
def template(name: str, language: Language, devanagari: bool) -> jinja2.Template:
    return for_readers(language, devanagari).get_template(name)


@cache
def pieces_of(slug: str, language: Language, devanagari: bool) -> Any:
    """The macros of the game for these readers. They hold no state."""
    return template(f"games/{slug}/pieces.jinja", language, devanagari).module


class Remembered:
    """The game's pieces for these readers. Those of which the game says what they use (`page.USES`) are made once for it."""

    def __init__(self, slug: str, language: Language, devanagari: bool) -> None:
        self._kind = (slug, language, devanagari)
        self._pieces, self._uses = pieces_of(*self._kind), getattr(page_of(slug), "USES", {})

    def __getattr__(self, name: str) -> Any:
        piece = getattr(self._pieces, name)
        return partial(self._made, name, piece) if name in self._uses else piece

    def _made(self, name: str, piece: Any, values: dict[str, Any], *rest: Any) -> Any:
        """`rest`: the seat, where the piece is one seat's, and what makes digits."""
        key = (name, *self._kind, *rest[:-1], _encoder.encode([values[used] for used in self._uses[name]]))
        return _remembered.once(key, lambda: piece(values, *rest))


class Player(NamedTuple):
    """What the row of a seat says. `level`: of a computer that sits there. `place`: the one it has for sure in this game."""

    seat: int
    name: str
    level: str
    computer: bool
    away: bool
    acting: bool
    next: bool
    out: bool
    left: bool
    place: int | None
    mark: str
    counts: tuple[Count, ...]
    winner: bool


def player_row(player: Player, seat_open: str, language: Language, devanagari: bool) -> Any:
    """The row of a player, made once for equal values. `seat_open`: what the game puts there."""
    made = template("play/player.jinja", language, devanagari).module
    return _rows.once((language, devanagari, player, seat_open), lambda: made.row(player, seat_open, digits_of(devanagari)))  # type: ignore[attr-defined]


class Kept:
    """Texts that were made once. What was not asked for since `most` others came is forgotten, or soon will be."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._young: dict[Any, Any] = {}
        self._old: dict[Any, Any] = {}

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """The text of this key, made if need be."""
        text = self._young.get(key)
        if text is None:
            text = self._old.get(key)
            if text is None:
                text = make()
            if len(self._young) >= self._most:
                self._old, self._young = self._young, {}
            self._young[key] = text
        return text

    def clear(self) -> None:
        self._young, self._old = {}, {}


_encoder = msgspec.json.Encoder()

_remembered, _rows = Kept(16384), Kept(16384)
"""Enough for about a thousand tables at once, whose rows differ by who is to act; a text is half a kilobyte to one."""


@cache
def build() -> str:
    """The version of the page's script: a page that was loaded before a deploy sees that there is a newer one."""
    return static("js/table.js")


@lru_cache(maxsize=4096)
def piece(slug: str, name: str, language: Language, devanagari: bool, key: tuple[Any, ...]) -> Any:
    """A large piece of a game that looks the same at many tables: made once for each key. `language` is active."""
    page, d = page_of(slug), digits_of(devanagari)
    return getattr(pieces_of(slug, language, devanagari), name)(page.board(key) if name == "board" else page.moves(key, language), d)


def forget() -> None:
    """Drop all pieces that this process keeps."""
    _remembered.clear()
    _rows.clear()
    piece.cache_clear()


@lru_cache(maxsize=4096)
def addresses(key: str) -> dict[str, str]:
    """Where the controls of a table post to, without a script."""
    return {name: address.replace(_ANY, key) for name, address in _addresses().items()}


@cache
def _addresses() -> dict[str, str]:
    """The addresses of a table whose key is `_ANY`."""
    table = reverse("play:table", args=[_ANY])
    return {"table": table} | {
        name: reverse(f"play:{name}", args=[_ANY])
        for name in ("sit", "stand", "ready", "start", "setup", "close", "remove", "rematch", "record", "take", "talk", "avoid", "people")
    }


_ANY = "any-table"


def _devanagari(value: Any) -> str:
    return str(value).translate(DEVANAGARI)


def digits_of(devanagari: bool) -> Digits:
    """What turns a number or text into the reader's digits."""
    return _devanagari if devanagari else str


def macro(path: str, name: str) -> Any:
    """One macro of a template, in the active language; it takes `d`, where it has numbers."""
    return getattr(template(path, cast(Language, translation.get_language()), True).module, name)
