"""The odds of bids: against every throw there is, and against the figures of the source rules."""

from fractions import Fraction
from itertools import product

import pytest

from games.liars_dice import odds
from games.liars_dice.bids import bid_ladder
from games.liars_dice.rounds import matching
from games.liars_dice.state import FACES


def counted(own, unknown, count, face):
    """The chance of a bid by going through all throws of the unknown dice and counting them as the engine does."""
    throws = list(product(FACES, repeat=unknown))
    true = sum(matching((tuple(own), throw), face)[0] >= count for throw in throws)
    return float(Fraction(true, len(throws)))


@pytest.mark.parametrize(("unknown", "count", "percent"), [(10, 4, "44.07"), (25, 10, "30.44")])
def test_chance_of_a_face_among_unknown_dice_as_printed(unknown, count, percent):
    assert f"{100 * odds.at_least(unknown, count, star=False):.2f}" == percent
    assert f"{100 * odds.chance([], unknown, count, 3):.2f}" == percent


def test_eighteen_dice_show_six_of_a_face_and_three_stars_on_average():
    assert odds.expected(18, 4) == 6
    assert odds.expected(18, "*") == 3


@pytest.mark.parametrize("own", [(), (1,), ("*",), (2, 2), (1, 2, "*"), ("*", "*", 5)])
@pytest.mark.parametrize("unknown", [0, 1, 3, 4])
def test_chances_equal_a_count_of_every_throw(own, unknown):
    in_play = len(own) + unknown
    for bid in bid_ladder(in_play):
        assert odds.chance(own, in_play, bid.count, bid.face) == pytest.approx(counted(own, unknown, bid.count, bid.face), abs=1e-12)


def test_stars_stand_for_numbers_but_numbers_never_for_stars():
    assert odds.chance(["*"], 1, 1, 4) == 1
    assert odds.chance([4], 1, 1, "*") == 0


def test_own_dice_are_certain():
    assert odds.chance([3, 3, "*"], 6, 3, 3) == 1
    assert odds.chance([1, 2, 4], 6, 4, 3) == 0
    assert 0 < odds.chance([1, 2, 4], 6, 3, 3) < 1


@pytest.mark.parametrize("dice", [0, 1, 7, 30, 60])
@pytest.mark.parametrize("star", [True, False])
def test_tables_are_whole_for_any_number_of_dice(dice, star):
    spread, tails = odds.spread(dice, star), odds.tails(dice, star)
    assert len(spread) == dice + 1
    assert sum(spread) == pytest.approx(1, abs=1e-12)
    assert tails[0] == 1
    assert tails[dice + 1] == 0
    assert list(tails) == sorted(tails, reverse=True)
    assert [tails[k] - tails[k + 1] for k in range(dice + 1)] == pytest.approx(spread, abs=1e-12)
    mean = sum(k * chance for k, chance in enumerate(spread))
    assert mean == pytest.approx(odds.expected(dice, "*" if star else 1))


def test_any_need_may_be_asked():
    assert odds.at_least(5, -2, star=False) == 1
    assert odds.at_least(5, 6, star=False) == 0
    assert odds.at_least(0, 0, star=True) == 1


def test_chances_are_rounded_only_once():
    assert odds.at_least(60, 30, star=False) == float(sum(Fraction(odds.comb(60, k) * 2 ** (60 - k), 3**60) for k in range(30, 61)))
