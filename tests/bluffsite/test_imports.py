"""Imports point one way. What import-linter cannot know by name is tested here for every registered game."""

import sys
from functools import cache

import grimp
import pytest

from games.core.registry import all_games

ALLOWED_LIBRARIES = {"msgspec"}
SLUGS = [game.slug for game in all_games()]


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("games", "bluffsite", include_external_packages=True)


def imported_by(package: str) -> set[str]:
    """Everything that modules of the package import directly from outside of it."""
    modules = {package, *graph().find_descendants(package)}
    found = set().union(*(graph().find_modules_directly_imported_by(module) for module in modules))
    return {name for name in found if name not in modules}


def is_pure(name: str) -> bool:
    top = name.split(".")[0]
    return top in sys.stdlib_module_names or top in ALLOWED_LIBRARIES or name == "games.core" or name.startswith("games.core.")


@pytest.mark.parametrize("slug", SLUGS)
def test_game_folder_imports_only_games_core(slug):
    # `solve` makes tables offline, for developers; nothing of the site imports it.
    strangers = {name for name in imported_by(f"games.{slug}") if not is_pure(name)}
    assert strangers <= {"numpy"}
    importers = {module for module in graph().find_modules_that_directly_import("numpy") if module.startswith(f"games.{slug}.")}
    assert bool(importers) == bool(strangers)
    assert all(module.startswith(f"games.{slug}.solve") for module in importers)


@pytest.mark.parametrize("slug", SLUGS)
def test_play_names_no_game(slug):
    assert not {name for name in imported_by("games.play") if name == f"games.{slug}" or name.startswith(f"games.{slug}.")}


def test_games_core_names_no_game_and_no_framework():
    assert {name for name in imported_by("games.core") if not is_pure(name)} == set()
