"""The order of the levels: hard beats normal beats easy beats random, each clearly outside its interval."""

import msgspec
import pytest

from games.core import arena
from games.core.registry import game_named

PAIRS = [("hard", "normal"), ("normal", "easy"), ("easy", "random")]
OTHER_OPTIONS = [
    {"mode": "sequence"},
    {"mode": "same_rank"},
    {"challengers": "anyone"},
    {"finish": "play_on"},
    {"last_card_safe": True},
    {"jokers": True},
    {"games": 3},
]
SAMPLE = {"hard": 80, "normal": 100, "easy": 160}
"""Matches by the better level: so many that the order shows whatever the seed."""


def assert_in_order(better, worse, seats, matches, *, seed=1, **options):
    """Every match is checked for refused actions; the whole interval of each level lies on its side of equal play."""
    game = game_named("bluffen")
    table = msgspec.convert(options, game.options)
    numbers = range(arena.whole_blocks(matches, (better, worse)))
    played = [arena.play_match(game, table, (better, worse), seats=seats, seed=seed, number=number) for number in numbers]
    result = {score.level: score for score in arena.score(played, (better, worse))}
    assert not any(score.illegal for score in result.values())
    assert result[better].low > result[better].expected, result[better]
    assert result[worse].high < result[worse].expected, result[worse]


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_in_a_sample(better, worse, seats):
    assert_in_order(better, worse, seats, 120)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 5, 7])
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_in_full_numbers(better, worse, seats):
    assert_in_order(better, worse, seats, 2000)


@pytest.mark.long
@pytest.mark.parametrize("options", OTHER_OPTIONS)
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_under_other_options(better, worse, options):
    assert_in_order(better, worse, 4, 600, **options)
