"""The example client of the documentation plays a whole match at the real site, and stays small."""

import importlib.util
from itertools import islice
from random import Random
from types import ModuleType

import msgspec
import pytest

from bluffsite.running.trial import ROOT
from games.core.game import Game
from games.core.registry import all_games
from tests.games.core.walks import Walk, fits, read_action
from tests.stack import RunningStack

EXAMPLE = ROOT / "bluffsite" / "docs" / "client_example.py"


@pytest.fixture
def example() -> ModuleType:
    """The example, imported from where it lies."""
    spec = importlib.util.spec_from_file_location("client_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_plays_a_match_to_its_end(stack: RunningStack, example: ModuleType) -> None:
    result = example.play(stack.url, size=2, options={"bot_speed": "fast", "games": 2})
    assert result["reason"] == "played"
    assert len(result["games"]) == 2
    assert sorted(result["places"]) in ([1, 1], [1, 2])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_it_finds_legal_actions_in_every_game(example: ModuleType, game: Game) -> None:
    """Also lists of cards, which not every game has."""
    rng = Random(3)
    options = msgspec.convert({}, game.options)
    for state in islice(Walk(game, game.default_seats, options, 3).states(), 60):
        waited = game.engine.actors(state).waited
        if waited is not None:
            choices = game.engine.choices(state, waited)
            wanted = example.decide({choice.type: msgspec.to_builtins(choice) for choice in choices}, rng)
            assert fits(wanted, choices)
            read_action(game, wanted)


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 100
