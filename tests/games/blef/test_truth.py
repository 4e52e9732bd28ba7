"""When a bid is true: a few positions by hand, and all bids against a reference that tries every hand there is."""

from random import Random

import pytest

from games.blef.engine import Options
from games.blef.ladder import ladder_of
from games.blef.truth import Missing, fitting, is_true, missing
from tests.games.blef.reference import held

LONG = pytest.mark.long


def true(bid, *cards):
    return is_true(bid, [card for hand in cards for card in hand.split()])


@pytest.mark.rule("blef.truth.contain")
@pytest.mark.parametrize(
    ("bid", "just", "not_quite"),
    [
        ("high:K", "KC", "QC"),
        ("pair:K", "KC KD", "KC QD"),
        ("two_pair:K,9", "KC KD 9C 9S", "KC KD 9C"),
        ("three:J", "JC JD JH", "JC JD"),
        ("full:J,A", "JC JD JH AC AD", "JC JD AC AD AH"),  # three aces and two jacks are another bid
        ("flush:S", "9S 10S JS QS AS", "9S 10S JS QS AC"),
        ("four:Q", "QC QD QH QS", "QC QD QH"),
        ("straight:small", "9C 10D JH QS KC", "10D JH QS KC AC"),
        ("straight:big", "10D JH QS KC AC", "9C 10D JH QS KC"),
        ("sflush:small,D", "9D 10D JD QD KD", "9D 10D JD QD KH"),
        ("sflush:big,S", "10S JS QS KS AS", "9S 10S JS QS KS"),
        ("straight:5", "AC 2D 3H 4S 5C", "2D 3H 4S 5C 6C"),
        ("straight:6", "2D 3H 4S 5C 6C", "AC 2D 3H 4S 5C"),
        ("sflush:5,H", "AH 2H 3H 4H 5H", "AS 2H 3H 4H 5H"),
        ("sflush:A,H", "AH KH QH JH 10H", "AH 2H 3H 4H 5H"),
    ],
)
def test_a_bid_is_true_exactly_when_its_cards_can_be_picked_out(bid, just, not_quite):
    assert true(bid, just)
    assert true(bid, just, "9H AD 10C")  # more than needed does no harm
    assert not true(bid, not_quite)


@pytest.mark.rule("blef.truth.not-both")
def test_four_kings_are_not_kings_and_nines():
    assert not true("two_pair:K,9", "KC KD KH KS")
    assert not true("full:K,9", "KC KD KH KS 9C")
    assert true("full:K,9", "KC KD KH KS 9C 9D")


@pytest.mark.rule("blef.bids.ace-low")
def test_queen_king_ace_two_three_is_nothing():
    cards = ["QC", "KC", "AC", "2C", "3C"]
    assert [bid for bid in ladder_of(5, Options()).bids if bid.startswith(("straight", "sflush")) and is_true(bid, cards)] == []


def test_what_is_missing_is_told_in_the_order_of_the_bid():
    cards = ["KC", "9C", "9D"]
    assert missing("full:K,9", cards) == (Missing(2, "K", None),)
    assert missing("two_pair:K,Q", cards) == (Missing(1, "K", None), Missing(2, "Q", None))
    assert missing("flush:C", cards) == (Missing(3, None, "C"),)
    assert missing("sflush:small,C", cards) == (Missing(1, "10", "C"), Missing(1, "J", "C"), Missing(1, "Q", "C"))
    assert missing("pair:9", cards) == ()


def test_the_cards_that_count_for_a_bid_are_found():
    cards = ["KC", "9C", "9D", "QC"]
    assert fitting("high:9", cards) == ("9C", "9D")
    assert fitting("flush:C", cards) == ("KC", "9C", "QC")
    assert fitting("straight:small", cards) == ("KC", "9C", "9D", "QC")
    assert fitting("sflush:small,D", cards) == ("9D",)


@pytest.mark.rule("blef.truth.contain")
@pytest.mark.parametrize("rounds", [25, pytest.param(2500, marks=LONG)])
@pytest.mark.parametrize("seats", [4, 10])
def test_every_bid_is_judged_as_by_the_reference(seats, rounds):
    """25 deals of each size of table: some 10,000 judgements; a hundred times as many in the long run."""
    ladder, rng = ladder_of(seats, Options()), Random(seats)
    truths = set()
    for _ in range(rounds):
        cards = rng.sample(ladder.pack, rng.randint(1, min(len(ladder.pack), 24)))
        for bid in ladder.bids:
            said = is_true(bid, cards)
            assert said == held(bid, set(cards)), (bid, cards)
            truths.add((bid.split(":")[0], said))
    assert len(truths) >= 15  # nearly every kind was seen true and false
