"""The example client of the documentation plays a whole match at the real site, and stays small."""

import importlib.util
from types import ModuleType

import pytest

from bluffsite.running.trial import ROOT
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


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 100
