"""A half-made game fails the start."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.checks import registry as django_checks

from bluffsite import checks
from games.core.game import Game
from games.core.registry import all_games


@pytest.fixture
def game() -> Game:
    return all_games()[0]


def without(game: Game, part: str, name: str) -> Game:
    """The game with one part that lacks one name."""
    whole = getattr(game, part)
    names = {other: getattr(whole, other) for other in dir(whole) if not other.startswith("__") and other != name}
    return msgspec.structs.replace(game, **{part: SimpleNamespace(**names)})


def found(game: Game) -> list[tuple[Any, str]]:
    return [(error.id, error.msg) for error in checks.check_game(game)]


def test_registered_games_are_whole():
    assert [error for game in all_games() for error in checks.check_game(game)] == []


@pytest.mark.parametrize(("part", "name"), [(part, name) for part, names in checks.PARTS.items() for name in names])
def test_game_without_a_part_of_the_contract_is_named(game, part, name):
    assert ("bluffsite.E001", f"The game {game.slug} is half made: {part}.{name} is missing.") in found(without(game, part, name))


def test_game_without_words_in_a_language_is_named(game):
    words = SimpleNamespace(**{name: getattr(game.words, name) for name in checks.PARTS["words"]})
    words.title = lambda language: "" if language == "ne" else "Title"
    half = msgspec.structs.replace(game, words=words)
    assert found(half) == [("bluffsite.E002", f"The game {game.slug} has no words in ne.")]


def test_game_without_templates_is_named(game):
    half = msgspec.structs.replace(game, slug="no_such_folder")
    assert {number for number, _ in found(half)} == {"bluffsite.E001"}
    lacking = checks.missing_parts(half)
    assert {"page", "lesson"} <= set(lacking)
    assert "games/no_such_folder/templates/games/no_such_folder/pieces.jinja" in lacking


@pytest.mark.parametrize("name", checks.PAGE["page"])
def test_table_page_without_a_name_of_its_contract_is_named(monkeypatch, game, name):
    page = checks.import_module(f"games.{game.slug}.page")
    names = {other: getattr(page, other) for other in dir(page) if other != name}
    monkeypatch.setattr(checks, "import_module", lambda path: SimpleNamespace(**names))
    assert checks.missing_of(game.slug, "page") == [f"page.{name}"]


def test_site_without_any_game_does_not_start(monkeypatch):
    monkeypatch.setattr(checks, "all_games", tuple)
    assert [error.id for error in checks.games_are_whole(None)] == ["bluffsite.E003"]


def test_check_is_registered():
    assert checks.games_are_whole in django_checks.registry.get_checks()
