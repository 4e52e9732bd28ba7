"""What league tables count besides places, from the events of whole matches."""

import pytest

from games.core.registry import all_games, game_named
from tests.games.core.walks import Walk

COUNTED = [game for game in all_games() if game.tally is not None]


def played(slug, seed, **options):
    """The last state of a random match and all its events."""
    game = game_named(slug)
    moments = list(Walk(game, 4, game.options(**options), seed).moments())
    return moments[-1].state, [event for moment in moments for event in moment.events]


def test_blufpoker_counts_penalty_points_and_blef_eliminations():
    assert {game.slug: game.tally.NAMES for game in COUNTED} == {"blef": ("eliminations",), "blufpoker": ("penalties",)}


@pytest.mark.parametrize("seed", range(3))
def test_penalty_points_are_those_of_all_games_together(seed):
    state, events = played("blufpoker", seed, games=2)
    counted = game_named("blufpoker").tally.count(4, events)["penalties"]
    assert counted == tuple(sum(game.penalties[seat] for game in state.finished) for seat in range(4))
    assert max(counted) >= state.options.penalty_limit


@pytest.mark.parametrize("seed", range(3))
def test_in_blef_all_but_the_winner_of_each_game_are_knocked_out(seed):
    state, events = played("blef", seed, games=2)
    counted = game_named("blef").tally.count(4, events)["eliminations"]
    assert counted == tuple(sum(places[seat] > 1 for places in state.result.games) for seat in range(4))
    assert game_named("blef").tally.count(4, [])["eliminations"] == (0, 0, 0, 0)


@pytest.mark.parametrize("game", COUNTED, ids=lambda game: game.slug)
def test_every_count_has_a_head_in_four_languages(game):
    assert all(game.tally.label(name, language) for name in game.tally.NAMES for language in ("nl", "de", "en", "ne"))
