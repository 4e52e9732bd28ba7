"""Finds the games: every folder of `games/` whose package holds a `GAME`. A sixth game is one new folder."""

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from games.core.errors import NotInThisGame
from games.core.game import Game

_NOT_GAMES = {"core", "play"}


@cache
def all_games() -> tuple[Game, ...]:
    """Every game, in alphabetical order of slug."""
    folder = Path(__file__).parent.parent
    names = sorted(module.name for module in pkgutil.iter_modules([str(folder)]) if module.ispkg and module.name not in _NOT_GAMES)
    return tuple(importlib.import_module(f"games.{name}").GAME for name in names)


def game_named(slug: str) -> Game:
    """Raises NotInThisGame when there is none."""
    game = _by_slug().get(slug)
    if game is None:
        raise NotInThisGame(f"there is no game named {slug!r}")
    return game


@cache
def _by_slug() -> dict[str, Game]:
    return {game.slug: game for game in all_games()}
