"""Looking back on bids: numbers of the odds, the best raise, and the truth in words."""

import pytest

from games.core.review import Verdict, judge
from games.liars_dice import engine, odds, review
from tests.games.liars_dice.table import position

MINE, THEIRS = [3, 3, "*", 5, 1], [2, 2, 2, 4, "*"]


def judged(count: int, face: int | str) -> Verdict:
    """Seat 0 has bid, seat 1 has to answer."""
    return judge(engine, review, position([MINE, THEIRS], (0, count, face), to_act=1), 0, 1)


def test_public_chance_is_the_fixture_of_ten_unknown_dice() -> None:
    assert f"{judged(4, 5).public:.4f}" == "0.4407"


def test_own_chance_counts_the_deciders_own_dice() -> None:
    """Four twos of five needed in seat 1's own hand: three and a star."""
    assert judged(5, 2).own == odds.at_least(5, 1, False)
    assert judged(5, 2).public == odds.at_least(10, 5, False)


def test_own_chance_does_not_depend_on_dice_under_other_cups() -> None:
    other = judge(engine, review, position([[1, 1, 1, 1, 4], THEIRS], (0, 5, 2), to_act=1), 0, 1)
    seen = judged(5, 2)
    assert (other.own, other.public, other.call, other.stand) == (seen.own, seen.public, seen.call, seen.stand)
    assert (other.true, seen.true) == (False, True)


@pytest.mark.parametrize(("count", "face", "true"), [(5, 2, True), (6, 2, False), (2, "*", True), (3, "*", False)])
def test_truth_counts_stars_for_numbers_alone(count: int, face: int | str, true: bool) -> None:
    assert judged(count, face).true is true


def test_standing_is_as_good_as_the_likeliest_higher_bid() -> None:
    """After four fives that is five twos, of which seat 1 holds four."""
    assert judged(4, 5).stand == odds.at_least(5, 1, False)
    assert judged(4, 5).better == "stand"


def test_after_the_highest_bid_only_a_doubt_is_left() -> None:
    verdict = judged(10, "*")
    assert (verdict.stand, verdict.better) == (0.0, "call")


def test_truth_is_said_with_its_stars() -> None:
    state = position([MINE, THEIRS], (0, 4, 2), to_act=1)
    assert review.truth(state, "en") == "There are 5 twos (3 + 2 stars)."
    assert review.truth(state, "de") == "Da liegen 5 Zweien (3 + 2 Sterne)."
