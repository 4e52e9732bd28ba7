"""Bots that may call, in the arena: each seat is asked once after each play, and the calls are settled by the rules."""

from types import SimpleNamespace

import msgspec
import pytest

from games.bluff_nepal.engine import Call, Lay, LetGo, Pass
from games.core import arena
from games.core.registry import game_named

GAME = game_named("bluff_nepal")


def playing(call, **options):
    """A match of three seats whose bots lay their first card, and call as `call(view)` says; and which plays each was asked about."""
    asked = []

    def choose(view, memory, level, rng):
        if view.phase == "answer_last":
            return LetGo()
        return Lay(view.own[:1], view.rank or "7") if view.phase == "lead" or view.claim is None or rng.random() < 0.9 else Pass()

    def decide(view, memory, level, rng):
        asked.append((view.game, view.round, view.pile_count, view.hand_counts))
        return call(view)

    bots = SimpleNamespace(new_memory=lambda seats, seat: None, remember=lambda memory, event: memory, choose=choose, call=decide)
    game = msgspec.structs.replace(GAME, bots=bots)
    played = arena.play_match(game, GAME.options(**options), ("hard", "normal", "easy"), seats=3, seed=1, number=0)
    return played, asked


@pytest.mark.rule("common.bot.calls")
def test_each_seat_that_may_call_is_asked_once_about_each_play():
    _, asked = playing(lambda view: None)
    assert asked
    assert {asked.count(play) for play in asked} == {1}


@pytest.mark.rule("common.bot.calls")
@pytest.mark.parametrize("grace", [0, 300])
def test_calls_are_settled_and_the_match_goes_on_to_its_end(grace):
    played, asked = playing(lambda view: Call() if view.claim.count == 1 and view.pile_count == 2 else None, call_grace_ms=grace)
    assert sorted(played.places)[0] == 1
    assert played.illegal == (0, 0, 0)
    assert sum(len(times) for times in played.thought) > len(asked)


def test_a_call_that_is_refused_is_counted_and_the_match_goes_on():
    played, asked = playing(lambda view: Pass())
    assert sum(played.illegal) == len(asked) > 0


@pytest.mark.parametrize("options", [{}, {"call_grace_ms": 0}, {"callers": "next"}])
def test_random_players_call_and_every_level_plays_on(options):
    levels = ("easy", "normal", "hard", "random")
    for number in range(4):
        played = arena.play_match(GAME, GAME.options(**options), levels, seats=4, seed=7, number=number)
        assert played.illegal == (0, 0, 0, 0)


@pytest.mark.rule("common.long.computers")
def test_a_game_that_is_too_long_is_ended(monkeypatch):
    monkeypatch.setattr("games.bluff_nepal.engine.LONG", 5)
    played = arena.play_match(GAME, GAME.options(games=3), ("random",), seats=4, seed=2, number=0)
    assert len(played.places) == 4
    assert min(played.places) == 1
