"""Looking back on claims of Blufpoker: the figures of the rules, what a seat has seen, and what believing is worth."""

import pytest

from games.blufpoker import engine, odds, review
from games.core.review import Verdict, judge
from tests.games.blufpoker.table import position


def judged(
    *claims: tuple[int, int], seen_by: tuple[int, ...] = (0,), decider: int = 1, options: dict | None = None, **given: object
) -> Verdict:
    """The last of the claims waits for the answer of `decider`."""
    state = position(*claims, options=options, seen_by=list(seen_by), to_act=decider, **{"dice": [5, 4, 1], **given})
    return judge(engine, review, state, claims[-1][0], decider)


@pytest.mark.parametrize(("value", "chance"), [(551, "0.4815"), (632, "0.3380"), (661, "0.0741"), (666, "0.0046")])
def test_chances_of_unseen_dice_are_the_figures_of_one_throw(value: int, chance: str) -> None:
    verdict = judged((0, value))
    assert f"{verdict.own:.4f}" == f"{verdict.public:.4f}" == chance


def test_believing_is_right_as_often_as_the_next_throw_is_higher() -> None:
    assert f"{judged((0, 632)).stand:.4f}" == "0.3102"


def test_believing_666_is_right_as_often_as_the_attempt_succeeds() -> None:
    assert f"{judged((0, 666)).stand:.4f}" == "0.0748"


@pytest.mark.parametrize(("value", "true"), [(532, True), (541, True), (542, False)])
def test_claim_is_true_up_to_what_lies_there(value: int, true: bool) -> None:
    assert judged((0, value)).true is true


def test_who_has_seen_the_dice_knows() -> None:
    """Seat 1 claimed them first; they come back to it unseen by the seats between."""
    verdict = judged((1, 541), (2, 551), (3, 552), seen_by=(1,), options={"blind_pass": True})
    assert (verdict.own, verdict.call) == (0.0, 1.0)
    assert verdict.public == odds.at_least(552)


def test_where_the_cup_may_go_on_unseen_that_counts_as_letting_it_stand() -> None:
    assert judged((0, 321), options={"blind_pass": True}).stand == max(odds.above(321), odds.at_least(322))


def test_three_throws_make_believing_better() -> None:
    assert judged((0, 632), options={"three_throws": True}).stand == odds.above(632, 0, 3)


def test_sixes_under_the_cup_may_be_kept() -> None:
    with_sixes, without = judged((0, 632), options={"sixes": True}).stand, judged((0, 632)).stand
    assert with_sixes is not None
    assert without is not None
    assert without < with_sixes < odds.above(632, 2)


def test_truth_is_the_value_of_all_three_dice() -> None:
    state = position((0, 632), dice=[5, 4, 1], seen_by=[0], to_act=1)
    assert review.truth(state, "en") == "The dice made 541."
