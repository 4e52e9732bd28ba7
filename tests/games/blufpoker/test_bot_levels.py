"""The order of the levels: hard beats normal beats easy beats random, each clearly outside its interval; and nobody with a
simple trick beats hard."""

from types import SimpleNamespace

import msgspec
import pytest

from games.blufpoker import bot
from games.blufpoker.odds import at_least
from games.blufpoker.position import TOP, position_of
from games.blufpoker.state import Accept, Claim, Doubt, Throw
from games.blufpoker.values import VALUES
from games.core import arena
from games.core.registry import game_named

GAME = game_named("blufpoker")
PAIRS = [("hard", "normal"), ("normal", "easy"), ("easy", "random")]
ALL_OPTIONS = {"sixes": True, "blind_pass": True, "three_throws": True, "choose_direction": True, "swap_seats": "round"}


def scores(levels, seats, matches, *, game=GAME, seed=1, **options):
    """Better level first; every match is checked for refused actions."""
    table = msgspec.convert(options, game.options)
    numbers = range(arena.whole_blocks(matches, levels))
    played = [arena.play_match(game, table, levels, seats=seats, seed=seed, number=number) for number in numbers]
    result = {score.level: score for score in arena.score(played, levels)}
    assert not any(score.illegal for score in result.values())
    return result


def assert_clearly_better(result, better, worse):
    """The whole interval of each lies on its side of what it would be if both were alike."""
    assert result[better].low > result[better].expected, result[better]
    assert result[worse].high < result[worse].expected, result[worse]


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_in_a_sample(better, worse, seats):
    assert_clearly_better(scores((better, worse), seats, 100), better, worse)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_in_full_numbers(better, worse, seats):
    result = scores((better, worse), seats, 2000)
    assert_clearly_better(result, better, worse)
    assert result[better].p99_ms < 10


@pytest.mark.long
@pytest.mark.parametrize("options", [*[{name: value} for name, value in ALL_OPTIONS.items()], ALL_OPTIONS, {"penalty_limit": 2}])
@pytest.mark.parametrize("seats", [3, 5])
def test_levels_are_in_order_under_other_options(options, seats):
    for better, worse in PAIRS:
        assert_clearly_better(scores((better, worse), seats, 600, **options), better, worse)


def test_levels_are_in_order_with_all_options_in_a_sample():
    for better, worse in PAIRS:
        assert_clearly_better(scores((better, worse), 4, 100, **ALL_OPTIONS), better, worse)


# --- players with one trick ------------------------------------------------------------------------------------------


def claims_lowest(at):
    return Claim(VALUES[at.floor])


def claims_truth(at):
    return Claim(VALUES[max(at.floor, at.known)])


def claims_high(at):
    return Claim(VALUES[max(at.floor, min(TOP - 4, at.floor + 8))])


def doubts(bound):
    def answer(at):
        return Doubt() if at.must_doubt or at_least(VALUES[at.last], at.aside) < bound else Accept()

    return answer


def trickster(claim, answer):
    """The game with this player in place of the easy level."""

    def choose(view, memory, level, rng):
        if level != "easy":
            return bot.choose(view, memory, level, rng)
        at = position_of(view)
        return answer(at) if at.phase == "decide" else claim(at) if at.phase == "own_throw" else Throw()

    bots = SimpleNamespace(new_memory=bot.new_memory, remember=bot.remember, choose=choose)
    return msgspec.structs.replace(GAME, bots=bots)


@pytest.mark.parametrize("seats", [4, pytest.param(3, marks=pytest.mark.long), pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("claim", "bound"), [(claims_lowest, 0.3), (claims_truth, 2), (claims_truth, 0.01), (claims_truth, 0.4), (claims_high, 0.2)]
)
def test_no_single_trick_beats_hard(claim, bound, seats):
    assert_clearly_better(scores(("hard", "easy"), seats, 100, game=trickster(claim, doubts(bound))), "hard", "easy")
