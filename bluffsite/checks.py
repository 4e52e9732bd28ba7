"""System checks: a half-made game or a production site without its secret fails the start, not the first visitor."""

from collections.abc import Iterable
from pathlib import Path
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


def missing_parts(game: Game) -> list[str]:
    """What the contract asks for and the game does not have, e.g. `engine.proceed`."""
    missing = [f"{part}.{name}" for part, names in PARTS.items() for name in names if not hasattr(getattr(game, part), name)]
    templates = Path("games") / game.slug / "templates" / "games" / game.slug
    if not (settings.BASE_DIR / templates).is_dir():
        missing.append(str(templates))
    return missing


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
