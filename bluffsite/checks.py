"""System checks: a half-made game or a production site without its secret fails the start, not the first visitor."""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from games.core.game import Game
from games.core.registry import all_games

PARTS = {
    "engine": [
        *("Options", "Action", "Event", "State", "View"),
        *("check_table", "start", "apply", "timeout", "leave", "rejoin", "proceed", "abandon"),
        *("is_long", "end_long"),
        *("due", "actors", "choices", "view", "show", "away", "result", "dump", "load"),
    ],
    "bots": ["new_memory", "remember", "choose", "call", "preload"],
    "words": ["title", "claim", "sentence", "turn", "timeout", "action", "reason", "rules", "option"],
    "court": ["judge"],
}

PAGE = {
    "page": [
        *("ASSETS", "MAIN_ACTION", "COMMANDS", "LOG_KINDS", "SOUNDS", "USES", "terms", "around", "public", "own", "board_key", "board"),
        *("moves_key", "moves", "replay", "calls", "script", "action_from"),
    ],
    "lesson": ["STEPS", "page_of"],
    "review": ["CHANCE", "claimant", "is_open", "is_true", "holds", "stands", "truth", "answer", "hands", "ruling"],
}
"""Modules of the game's folder that the table page and the review need, see `games.core.page` and `games.core.review`."""
FILES = ("pieces.jinja", "lesson.jinja", "teaser.html")


def missing_parts(game: Game) -> list[str]:
    """What the contract asks for and the game does not have, e.g. `engine.proceed`."""
    missing = [f"{part}.{name}" for part, names in PARTS.items() for name in names if not hasattr(getattr(game, part), name)]
    return missing + [lacking for part in PAGE for lacking in missing_of(game.slug, part)] + missing_files(game.slug)


def missing_of(slug: str, part: str) -> list[str]:
    """What the module `games.<slug>.<part>` lacks of the table page: names of it, or all of it."""
    if not find_spec(f"games.{slug}") or not find_spec(f"games.{slug}.{part}"):
        return [part]
    module = import_module(f"games.{slug}.{part}")
    return [f"{part}.{name}" for name in PAGE[part] if not hasattr(module, name)]


def missing_files(slug: str) -> list[str]:
    """Templates and static files that the pages of a game print."""
    folder = settings.BASE_DIR / "games" / slug
    wanted = [folder / "templates" / "games" / slug / name for name in FILES] + [folder / "static" / slug / "fairness.js"]
    if not missing_of(slug, "page"):
        assets = import_module(f"games.{slug}.page").ASSETS
        wanted += [folder / "static" / slug / name for name in (*assets.css, assets.script)]
    return [str(path.relative_to(settings.BASE_DIR)) for path in wanted if not path.is_file()]


def untitled_languages(game: Game) -> list[str]:
    """Languages of the site in which the game has no title."""
    return [code for code, _ in settings.LANGUAGES if not game.words.title(code)]


def check_game(game: Game) -> Iterable[Error]:
    missing = missing_parts(game)
    for name in missing:
        yield Error(f"The game {game.slug} is half made: {name} is missing.", id="bluffsite.E001")
    if any(name.startswith("words.") for name in missing):
        return
    for code in untitled_languages(game):
        yield Error(f"The game {game.slug} has no words in {code}.", id="bluffsite.E002")


@register()
def games_are_whole(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    games = all_games()
    if not games:
        return [Error("There is no game in games/.", id="bluffsite.E003")]
    return [error for game in games for error in check_game(game)]
