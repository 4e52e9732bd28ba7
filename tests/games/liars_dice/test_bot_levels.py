"""The order of the levels: hard beats normal beats easy beats random, each clearly outside its interval; and nobody with a
simple trick beats hard."""

from types import SimpleNamespace

import msgspec
import pytest

from games.core import arena
from games.core.game import LEVELS
from games.core.registry import game_named
from games.liars_dice import bot
from games.liars_dice.ladder import FACES
from games.liars_dice.odds import bid_holds, support
from games.liars_dice.position import position_of
from games.liars_dice.state import Bid, Challenge

GAME = game_named("liars_dice")
PAIRS = [("hard", "normal"), ("normal", "easy"), ("easy", "random")]


def scores(levels, seats, matches, *, game=GAME, seed=1, **options):
    """Better level first; every match is checked for refused actions."""
    plan = arena.Plan("liars_dice", options, levels, seats, matches, seed)
    table = msgspec.convert(plan.options, game.options)
    numbers = range(arena.whole_blocks(matches, levels))
    played = [arena.play_match(game, table, levels, seats=seats, seed=seed, number=number) for number in numbers]
    result = {score.level: score for score in arena.score(played, levels)}
    assert not any(score.illegal for score in result.values())
    return result


def assert_clearly_better(result, better, worse):
    """The whole interval of each lies on its side of what it would be if both were alike."""
    assert result[better].low > result[better].expected, result[better]
    assert result[worse].high < result[worse].expected, result[worse]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_in_a_sample(better, worse, seats):
    matches = {"hard": 400 if seats == 2 else 100, "normal": 40, "easy": 100}[better]
    assert_clearly_better(scores((better, worse), seats, matches), better, worse)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_in_full_numbers(better, worse, seats):
    result = scores((better, worse), seats, 2000)
    assert_clearly_better(result, better, worse)
    assert result[better].p99_ms < 10


@pytest.mark.long
@pytest.mark.parametrize("options", [{"loss": "one"}, {"games": 3}])
@pytest.mark.parametrize("seats", [2, 4])
def test_levels_are_in_order_under_other_options(options, seats):
    for better, worse in PAIRS:
        assert_clearly_better(scores((better, worse), seats, 600, **options), better, worse)


@pytest.mark.long
def test_levels_are_in_order_at_twelve_seats():
    for better, worse in PAIRS:
        assert_clearly_better(scores((better, worse), 12, 300, extra_set=True), better, worse)


# --- players with one trick ------------------------------------------------------------------------------------------


def always_doubts(at):
    """Doubts every bid, and opens with what its own dice prove."""
    return None if at.bids else max((bid for bid in at.raises() if at.proves(bid)), default=at.raises()[0])


def never_doubts(at):
    """Raises by the likeliest bid for as long as one may be true."""
    return None if at.must_doubt() else max(at.raises(), key=lambda bid: bid_holds(at.hand, at.total, bid))


def always_honest(at):
    """Bids its best face up to its own dice and a third of the others, and doubts when that is no raise."""
    for face in sorted(range(1, 6), key=lambda face: -support(at.hand, face)):
        for bid in at.raises():
            if bid[1] == face and support(at.hand, face) and bid[0] <= support(at.hand, face) + at.unknown // 3:
                return bid
    return None if at.bids and not (at.proves(at.last) and at.raises()) else at.raises()[0]


def trickster(trick):
    """The game with this player in place of the easy level."""

    def choose(view, memory, level, rng):
        if level != "easy":
            return bot.choose(view, memory, level, rng)
        bid = trick(position_of(view))
        return Challenge() if bid is None else Bid(bid[0], FACES[bid[1]])

    bots = SimpleNamespace(new_memory=bot.new_memory, remember=bot.remember, choose=choose)
    return msgspec.structs.replace(GAME, bots=bots)


@pytest.mark.parametrize("seats", [2, 3, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("trick", [always_doubts, never_doubts, always_honest])
def test_no_single_trick_beats_hard(trick, seats):
    assert_clearly_better(scores(("hard", "easy"), seats, 80, game=trickster(trick)), "hard", "easy")


def test_levels_are_those_of_the_contract():
    assert (*LEVELS, "random") == arena.PLAYERS
