"""The order of the levels: hard beats normal beats easy beats random, each clearly outside its interval; and nobody with a
simple trick beats hard."""

from types import SimpleNamespace

import msgspec
import pytest

from games.blef import bot
from games.blef.position import forced, position_of
from games.blef.state import Bid, Check
from games.core import arena
from games.core.registry import game_named

GAME = game_named("blef")
PAIRS = [("hard", "normal"), ("normal", "easy"), ("easy", "random")]


def scores(levels, seats, matches, *, game=GAME, seed=1, **options):
    """Better level first; every match is checked for refused actions."""
    game.bots.preload()
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


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_in_a_sample(better, worse, seats):
    assert_clearly_better(scores((better, worse), seats, 60), better, worse)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_in_full_numbers(better, worse, seats):
    result = scores((better, worse), seats, 2000)
    assert_clearly_better(result, better, worse)
    assert result[better].p99_ms < 10


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), PAIRS)
@pytest.mark.parametrize("options", [{"poker_ranking": True}, {"bid_on_rest": True}, {"elimination": "stock"}, {"games": 3}])
@pytest.mark.parametrize("seats", [2, 3])
def test_levels_are_in_order_under_other_options(options, seats, better, worse):
    assert_clearly_better(scores((better, worse), seats, 400, **options), better, worse)


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), PAIRS)
def test_levels_are_in_order_at_ten_seats(better, worse):
    assert_clearly_better(scores((better, worse), 10, 400), better, worse)


# --- players with one trick ------------------------------------------------------------------------------------------


def always_checks(at):
    """Checks every bid, and opens with its best card."""
    return None if at.bids else [bid for bid in at.possible() if at.chances[bid] >= 1][-1]


def never_checks(at):
    """Raises by the likeliest bid for as long as one may be true."""
    return max(at.possible(), key=lambda bid: at.chances[bid])


def always_honest(at):
    """Bids what its own cards prove, the lowest first, and checks when that is no raise."""
    own = [bid for bid in at.possible() if at.chances[bid] >= 1]
    return own[0] if own else None if at.bids else at.possible()[0]


def creeps(at):
    """Bids the next bid above for as long as it is not unlikely."""
    following = at.possible()[0]
    return following if not at.bids or at.chances[following] > 0.35 else None


def trickster(trick):
    """The game with this player in place of the easy level."""

    def choose(view, memory, level, rng):
        if level != "easy":
            return bot.choose(view, memory, level, rng)
        at = position_of(view)
        sure = forced(at)
        bid = trick(at) if sure is None else sure[0]
        return Check() if bid is None else Bid(bid)

    bots = SimpleNamespace(new_memory=bot.new_memory, remember=bot.remember, choose=choose, preload=bot.preload)
    return msgspec.structs.replace(GAME, bots=bots)


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.long), pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("trick", [always_checks, never_checks, always_honest, creeps])
def test_no_single_trick_beats_hard(trick, seats):
    assert_clearly_better(scores(("hard", "easy"), seats, 80, game=trickster(trick)), "hard", "easy")
