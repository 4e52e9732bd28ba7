"""The odds of Blufpoker: against every throw there is, and against the figures of the source rules."""

from fractions import Fraction
from itertools import product

import pytest

from games.blufpoker import odds
from games.blufpoker.state import HIGHEST, LOWEST
from games.blufpoker.values import VALUES, value_of


def counted(aside, holds):
    """The share of all throws of the dice that do not lie aside of which something holds."""
    throws = list(product(range(1, 7), repeat=3 - aside))
    return float(Fraction(sum(holds(value_of((*throw, *[6] * aside))) for throw in throws), len(throws)))


@pytest.mark.parametrize(("claim", "percent"), [(551, "48.15"), (632, "33.80"), (661, "7.41"), (666, "0.46")])
def test_chance_of_at_least_a_value_as_printed(claim, percent):
    assert f"{100 * odds.at_least(claim):.2f}" == percent


def test_chance_of_more_than_632_as_printed():
    assert f"{100 * odds.above(632):.2f}" == "31.02"


def test_chance_of_666_within_three_throws_as_printed():
    assert f"{100 * odds.attempt():.2f}" == "7.48"
    assert f"{100 * odds.at_least(666, throws=3):.2f}" == "1.38"


def test_there_are_56_values_and_the_middle_one_is_543():
    assert len(VALUES) == 56
    assert list(VALUES) == sorted(VALUES)
    assert odds.at_least(543) >= 0.5 > odds.above(543)
    assert {claim for claim in VALUES if odds.at_least(claim) >= 0.5 >= odds.above(claim)} == {543}


@pytest.mark.parametrize(("dice", "worth"), [((5, 1, 5), 551), ((1, 1, 1), 111), ((6, 2, 6), 662), ((2, 4, 3), 432)])
def test_a_throw_is_worth_the_greatest_number_it_can_form(dice, worth):
    assert value_of(dice) == worth
    assert worth in odds.PLACES


@pytest.mark.parametrize("number", [640, 266, 117, 100])
def test_what_three_dice_cannot_show_is_no_value(number):
    assert number not in odds.PLACES


@pytest.mark.parametrize("aside", [0, 1, 2])
def test_chances_equal_a_count_of_every_throw(aside):
    for claim in VALUES:
        assert odds.at_least(claim, aside) == counted(aside, lambda value, claim=claim: value >= claim)
        assert odds.above(claim, aside) == counted(aside, lambda value, claim=claim: value > claim)
        assert odds.spread(aside)[odds.PLACES[claim]] == counted(aside, lambda value, claim=claim: value == claim)


@pytest.mark.parametrize("aside", [1, 2])
@pytest.mark.parametrize("claim", [611, 632, 661, 665, 666])
def test_a_second_throw_is_only_made_when_the_first_falls_short(aside, claim):
    throws = [value_of((*throw, *[6] * aside)) for throw in product(range(1, 7), repeat=3 - aside)]
    twice = sum(first >= claim or second >= claim for first in throws for second in throws)
    assert odds.at_least(claim, aside, throws=2) == pytest.approx(twice / len(throws) ** 2, abs=1e-15)


@pytest.mark.parametrize("throws", [1, 2])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_sixes_of_an_attempt_stay_aside(dice, throws):
    """Every die has its own `throws` tries: counted over all of them."""
    tries = list(product(range(1, 7), repeat=dice * throws))
    reached = sum(all(6 in run[die::dice] for die in range(dice)) for run in tries)
    assert odds.attempt(dice, throws) == pytest.approx(reached / len(tries), abs=1e-15)


def test_open_sixes_guarantee_a_value():
    assert [odds.surely(aside) for aside in range(3)] == [111, 611, 661]
    for aside in range(3):
        assert odds.at_least(odds.surely(aside), aside) == 1
        assert odds.above(odds.surely(aside), aside) < 1


def test_who_saw_the_dice_knows():
    assert odds.holds(551, dice=(5, 5, 1)) == 1
    assert odds.holds(552, dice=(5, 5, 1)) == 0
    assert odds.holds(551) == odds.at_least(551)
    assert odds.holds(661, aside=2) == 1


def test_nothing_is_higher_than_the_highest():
    assert odds.above(HIGHEST) == 0
    assert odds.at_least(LOWEST) == 1
