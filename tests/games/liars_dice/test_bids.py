"""The order of bids as a property of any bids (rules 3.3)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.liars_dice.bids import bid_ladder, is_face, least_count, rank_of, refusal
from games.liars_dice.state import FACES, STAR, Bid, MadeBid

BIDS = st.builds(lambda count, face: MadeBid(0, count, face), st.integers(1, 60), st.sampled_from(FACES))
steady = settings(max_examples=300)


def pair(bid):
    """The pair of `liars_dice.bid.order`."""
    return (2 * bid.count, 0) if bid.face == STAR else (bid.count, bid.face)


@pytest.mark.rule("liars_dice.bid.order")
@steady
@given(BIDS, BIDS)
def test_a_bid_is_higher_exactly_when_its_pair_is(one, two):
    assert (rank_of(one.count, one.face) > rank_of(two.count, two.face)) == (pair(one) > pair(two))
    assert (rank_of(one.count, one.face) == rank_of(two.count, two.face)) == ((one.count, one.face) == (two.count, two.face))


@pytest.mark.rule("liars_dice.bid.raise")
@steady
@given(BIDS, st.integers(0, 62), st.sampled_from(FACES))
def test_a_bid_is_accepted_exactly_from_the_least_count_that_raises_up_to_the_dice_in_play(last, count, face):
    may = refusal(count, face, last, in_play=60) is None
    assert may == (least_count(face, last) <= count <= 60)
    assert may == (1 <= count <= 60 and pair(Bid(count, face)) > pair(last))


@pytest.mark.rule("liars_dice.bid.maximum")
@steady
@given(st.integers(1, 12), BIDS)
def test_only_the_highest_bid_leaves_nothing_to_bid(in_play, last):
    left = [bid for bid in bid_ladder(in_play) if refusal(bid.count, bid.face, last, in_play) is None]
    if last.count <= in_play:
        assert (left == []) == ((last.count, last.face) == (in_play, STAR))


@pytest.mark.parametrize("face", [0, 6, True, False, None, "1", "**", "", 1.5])
def test_nothing_else_is_a_face(face):
    assert not is_face(face)
