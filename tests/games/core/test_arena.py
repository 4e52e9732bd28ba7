"""The arena: who sits where, what counts as a win and how sure that is."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.core import arena
from games.core.game import Choice
from games.core.registry import all_games, game_named

ROOT = Path(__file__).parents[3]
GAMES = [game.slug for game in all_games()]


def plan(**changes):
    given = {"game": "liars_dice", "options": {}, "levels": ("easy", "random"), "seats": 3, "matches": 6, "seed": 4}
    return arena.Plan(**{**given, **changes})


def play(plan):
    return [match for _, match in arena.play_part(plan, 0, 1)]


def match(players, places):
    return arena.Played(tuple(players), tuple(places), (0,) * len(players), ((),) * len(players))


def without_times(played):
    return [msgspec.structs.replace(one, thought=()) for one in played]


# --- choices at random -----------------------------------------------------------------------------------------------


def test_random_action_draws_from_every_open_choice_and_value():
    choices = (
        Choice("claim", True, patterns=({"rank": [2, 3]}, {"rank": 9, "count": {"min": 1, "max": 2}})),
        Choice("pass", True),
        Choice("call", False, rule="some.rule"),
    )
    rng = Random(1)
    drawn = {json.dumps(arena.random_action(choices, rng)) for _ in range(300)}
    assert drawn == {
        '{"type": "pass"}',
        '{"type": "claim", "rank": 2}',
        '{"type": "claim", "rank": 3}',
        '{"type": "claim", "rank": 9, "count": 1}',
        '{"type": "claim", "rank": 9, "count": 2}',
    }


@pytest.mark.parametrize("slug", GAMES)
def test_random_players_play_every_game_to_its_end(slug):
    game = game_named(slug)
    played = play(plan(game=slug, levels=("random",), seats=game.default_seats, matches=5))
    assert len(played) == 5
    assert all(sorted(one.places)[0] == 1 for one in played)
    assert all(not any(one.illegal) for one in played)


# --- seats and chance ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("levels", "seats"), [(("easy", "random"), 4), (("easy", "random"), 3), (("easy", "normal", "random"), 2)])
def test_each_level_sits_on_each_seat_equally_often(levels, seats):
    played = play(plan(levels=levels, seats=seats, matches=len(levels) * 2))
    for seat in range(seats):
        sitting = [one.players[seat] for one in played]
        assert {level: sitting.count(level) for level in levels} == dict.fromkeys(levels, 2)


def test_levels_fill_the_seats_by_turns():
    first, second = play(plan(seats=4, matches=2))
    assert first.players == ("easy", "random", "easy", "random")
    assert second.players == ("random", "easy", "random", "easy")


def test_matches_are_rounded_up_to_whole_rotations():
    assert len(play(plan(levels=("easy", "normal", "random"), matches=4))) == 6


def test_the_same_seed_plays_the_same_matches_and_another_seed_others():
    assert without_times(play(plan())) == without_times(play(plan()))
    assert without_times(play(plan())) != without_times(play(plan(seed=5)))


def test_parts_of_a_run_are_the_run():
    whole = arena.play_part(plan(), 0, 1)
    parts = sorted(arena.play_part(plan(), 0, 2) + arena.play_part(plan(), 1, 2), key=lambda pair: pair[0])
    assert [number for number, _ in parts] == [number for number, _ in whole]
    assert without_times(one for _, one in parts) == without_times(one for _, one in whole)


def test_a_refused_action_is_counted_and_the_match_goes_on():
    game = game_named("liars_dice")
    stubborn = SimpleNamespace(
        new_memory=lambda seats, seat: None,
        remember=lambda memory, event: memory,
        choose=lambda view, memory, level, rng: game.engine.Bid(view.in_play + 1, 1),
    )
    game = msgspec.structs.replace(game, bots=stubborn)
    played = arena.play_match(game, game.options(), ("easy", "random"), seats=2, seed=1, number=0)
    assert played.illegal[0] == len(played.thought[0]) > 0
    assert played.illegal[1] == 0


def test_a_bot_is_given_what_its_seat_was_shown_and_no_more():
    game, seen = game_named("liars_dice"), []

    def choose(view, memory, level, rng):
        assert [type(event).__name__ for event in memory][:2] == ["Lot", "Rolled"]
        roll = [event for event in memory if type(event).__name__ == "Rolled"][-1]
        shown = [seat for seat, dice in enumerate(roll.dice) if dice]
        assert shown == [view.to_act]
        assert roll.dice[view.to_act] == view.own
        seen.append(level)
        return game.engine.Challenge() if view.bids else game.engine.Bid(1, 1)

    bots = SimpleNamespace(new_memory=lambda seats, seat: [], remember=lambda memory, event: [*memory, event], choose=choose)
    arena.play_match(msgspec.structs.replace(game, bots=bots), game.options(), ("hard", "easy"), seats=3, seed=1, number=1)
    assert {"hard", "easy"} == set(seen)


# --- scores ----------------------------------------------------------------------------------------------------------


def test_rate_is_first_places_per_seat_and_a_shared_first_is_split():
    played = [match("ABAB", (1, 2, 3, 4)), match("BABA", (1, 1, 3, 3)), match("ABAB", (3, 1, 1, 1)), match("BABA", (2, 1, 3, 4))]
    best, other = arena.score(played, ("A", "B"))
    assert (best.level, other.level) == ("A", "B")
    assert best.rate == pytest.approx((1 + 1 / 2 + 1 / 3 + 1) / 8)
    assert other.rate == pytest.approx((0 + 1 / 2 + 2 / 3 + 0) / 8)
    assert best.expected == other.expected == 1 / 4
    assert best.place == pytest.approx((1 + 3 + 1 + 3 + 3 + 1 + 1 + 4) / 8)


def test_expected_rate_is_the_same_for_every_level_however_many_seats_it_has():
    played = [match("ABA", (1, 2, 3)), match("BAB", (1, 2, 3))]
    for one in arena.score(played, ("A", "B")):
        assert one.expected == pytest.approx(1 / 3)
        assert one.low <= one.rate <= one.high


def test_wilson_gives_the_published_interval():
    assert arena.wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert arena.wilson(0.0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert arena.wilson(1.0, 10) == pytest.approx((0.7225, 1), abs=1e-4)


def test_interval_without_pairing_is_that_of_independent_matches():
    rng = Random(3)
    shares = [rng.choice([0.0, 1.0]) for _ in range(4000)]
    low, high = arena.interval(shares, 1)
    expected_low, expected_high = arena.wilson(sum(shares) / 4000, 4000)
    assert low == pytest.approx(expected_low, abs=1e-4)
    assert high == pytest.approx(expected_high, abs=1e-4)


def test_pairs_that_cancel_out_narrow_the_interval_and_pairs_that_repeat_widen_it():
    even = arena.interval([0.5, 0.5, 0.5, 0.5, 1.0, 0.0] * 20, 2)
    alone = arena.wilson(0.5, 240)
    same = arena.interval([1.0, 0.0] * 60, 2)
    assert even[1] - even[0] < alone[1] - alone[0] < same[1] - same[0]


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_interval_of_a_clean_sweep_is_not_empty(share):
    low, high = arena.interval([share] * 100, 2)
    assert 0.01 < high - low < 0.05


def test_interval_holds_the_truth_nineteen_times_of_twenty():
    rng, held = Random(8), 0
    for _ in range(400):
        low, high = arena.interval([(rng.random() < 0.3) / 2 + (rng.random() < 0.3) / 2 for _ in range(150)], 2)
        held += low <= 0.3 <= high
    assert 0.92 <= held / 400 <= 0.98


# --- the command -----------------------------------------------------------------------------------------------------


def ask(*arguments):
    out = StringIO()
    call_command("arena", *arguments, stdout=out)
    return out.getvalue()


def test_command_prints_rates_with_intervals():
    out = ask("liars_dice", "--players", "3", "--levels", "normal,easy", "--games", "20", "--seed", "2")
    assert "3 players, 20 matches, seed 2" in out
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["normal", "easy"]


def test_command_prints_json_with_options_taken():
    options = '{"loss": "one", "extra_set": true}'
    report = json.loads(ask("liars_dice", "--players", "7", "--levels", "easy,random", "--games", "4", "--options", options, "--json"))
    assert report["plan"]["options"] == {"loss": "one", "extra_set": True}
    assert report["played"] == 4
    for score in report["scores"]:
        assert score["illegal"] == 0
        assert score["low"] <= score["rate"] <= score["high"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess"], "chess"),
        (["liars_dice", "--levels", "hard,best"], "best"),
        (["liars_dice", "--players", "7"], "liars_dice.players"),
        (["liars_dice", "--options", '{"loss": "two"}'], "two"),
        (["liars_dice", "--options", "{"], "truncated"),
        (["liars_dice", "--games", "0"], "--games"),
        (["liars_dice", "--processes", "0"], "--processes"),
    ],
)
def test_command_says_what_cannot_be_played(arguments, says):
    with pytest.raises(CommandError, match=says) as caught:
        ask(*arguments)
    assert caught.value.returncode == 2


def test_command_needs_no_database_and_two_processes_play_the_same():
    given = ["liars_dice", "--players", "2", "--levels", "easy,random", "--games", "6", "--json"]
    command = [sys.executable, str(ROOT / "manage.py"), "arena", *given, "--processes", "2"]
    two = json.loads(subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT).stdout)
    one = json.loads(ask(*given))

    def rates(report):
        return [(score["level"], score["rate"], score["decisions"]) for score in report["scores"]]

    assert rates(two) == rates(one)
