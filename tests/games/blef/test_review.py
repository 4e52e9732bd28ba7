"""Looking back on bids of Blef: the chances of the odds for the decider and for all, the best raise, and the truth in words."""

import pytest

from games.blef import engine, odds, review
from games.core.review import Verdict, judge
from tests.games.blef.table import position

HANDS = ("9S KD", "9D KS 10H", "AH", "QC JC")
"""Eight cards of 24 in play."""


def judged(bid: str, decider: int = 1, **options: object) -> Verdict:
    """Seat 0 has bid, seat 1 has to answer."""
    return judge(engine, review, position([hand.split() for hand in HANDS], (0, bid), to_act=1, options=options), 0, decider)


def test_own_chance_counts_the_deciders_own_cards() -> None:
    assert judged("pair:9").own == odds.chance("pair:9", ("9D", "KS", "10H"), 5, 24)


def test_public_chance_counts_no_card() -> None:
    assert judged("pair:9").public == odds.chance("pair:9", (), 8, 24)


def test_public_chance_is_the_fixture_of_three_cards() -> None:
    state = position([["9S"], ["9D"], ["KS"]], (0, "pair:9"), to_act=1, seats=3)
    assert f"{judge(engine, review, state, 0, 1).public:.4f}" == "0.0613"


@pytest.mark.parametrize(
    ("bid", "true"), [("pair:9", True), ("pair:K", True), ("two_pair:K,9", True), ("pair:A", False), ("three:K", False)]
)
def test_truth_is_that_of_all_hands_together(bid: str, true: bool) -> None:
    assert judged(bid).true is true


def test_standing_is_as_good_as_the_likeliest_higher_bid() -> None:
    """Over a nine: the ten and the king that seat 1 holds are there for certain."""
    verdict = judged("high:9")
    assert (verdict.stand, verdict.better) == (1.0, "stand")


def test_after_the_highest_bid_only_a_check_is_left() -> None:
    verdict = judged("sflush:big,S")
    assert (verdict.stand, verdict.better) == (0.0, "call")


def test_bid_on_the_rest_is_judged_by_the_undealt_cards() -> None:
    verdict = judged("rest/pair:9", bid_on_rest=True)
    assert verdict.true
    assert not judged("rest/three:9", bid_on_rest=True).true
    assert verdict.own == odds.chance("rest/pair:9", ("9D", "KS", "10H"), 5, 24)


def test_truth_says_what_was_missing() -> None:
    state = position([hand.split() for hand in HANDS], (0, "pair:A"), to_act=1)
    assert review.truth(state, "en") == "Missing: one ace."
    assert review.truth(state, "nl").startswith("Er ontbreekt: ")
