"""What is made once per process: templates, the games' pages and pieces, addresses, digits."""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, cast

import jinja2
import msgspec
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from bluffsite.jinja import for_readers
from games.core.game import Language

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
        return _once(_remembered, key, lambda: piece(values, *rest))


def player_row(player: dict[str, Any], seat_open: str, language: Language, devanagari: bool) -> Any:
    """The row of a player, made once for equal values. `seat_open`: what the game puts there."""
    key = (language, devanagari, _encoder.encode(player), seat_open)
    made = template("play/player.jinja", language, devanagari).module
    return _once(_rows, key, lambda: made.row(player, seat_open, digits_of(devanagari)))  # type: ignore[attr-defined]


def _once(kept: dict[Any, Any], key: Any, make: Callable[[], Any]) -> Any:
    text = kept.get(key)
    if text is None:
        text = make()
        if len(kept) >= _MOST_REMEMBERED:
            kept.clear()
        kept[key] = text
    return text


_encoder = msgspec.json.Encoder()


_remembered: dict[tuple[Any, ...], Any] = {}
_rows: dict[tuple[Any, ...], Any] = {}


_MOST_REMEMBERED = 8192


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


@cache
def addresses(key: str) -> dict[str, str]:
    """Where the controls of a table post to, without a script."""
    table = reverse("play:table", args=[key])
    return {"table": table} | {
        name: reverse(f"play:{name}", args=[key])
        for name in ("sit", "stand", "ready", "start", "setup", "close", "remove", "rematch", "record", "take", "talk", "avoid", "people")
    }


def _devanagari(value: Any) -> str:
    return str(value).translate(DEVANAGARI)


def digits_of(devanagari: bool) -> Digits:
    """What turns a number or text into the reader's digits."""
    return _devanagari if devanagari else str


def macro(path: str, name: str) -> Any:
    """One macro of a template, in the active language; it takes `d`, where it has numbers."""
    return getattr(template(path, cast(Language, translation.get_language()), True).module, name)
