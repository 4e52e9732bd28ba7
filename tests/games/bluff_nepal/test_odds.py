"""Chances in Bluff (Nepal): the deal, and claims against a count of every hand."""

from itertools import combinations

import pytest

from games.bluff_nepal import engine, odds
from games.core.cards import pack
from tests.games.bluff_nepal.table import position


@pytest.mark.rule("bluff_nepal.deal")
@pytest.mark.parametrize(("seats", "each", "over"), [(2, 26, 0), (3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4)])
def test_one_pack_is_dealt_out(seats, each, over):
    assert odds.deal(seats) == (each, over)


@pytest.mark.parametrize(
    ("held", "count", "percent"),
    [
        (0, 1, "81.8"),
        (0, 2, "40.7"),
        (0, 3, "9.9"),
        (0, 4, "0.9"),
        (1, 1, "71.6"),
        (1, 2, "25.3"),
        (1, 3, "3.1"),
        (2, 2, "10.5"),
        (3, 1, "33.3"),
    ],
)
def test_the_table_of_the_rule_page_for_four_players(held, count, percent):
    assert f"{100 * odds.has(count, 13, 13, held):.1f}" == percent


def counted(state, reader):
    """By dealing every hand that the layer may have had before its lay, as the reader may think of it."""
    view = engine.view(state, reader)
    known = [*(view.own or ()), *[card for lay in view.pile for card in lay.cards or ()]]
    unknown = list(pack(jokers=2 if view.options.jokers else 0))
    for card in known:
        unknown.remove(card)
    claim = view.claim
    hands = list(combinations(unknown, view.hand_counts[claim.seat] + claim.count))
    return sum(odds.fitting(hand, claim.rank) >= claim.count for hand in hands) / len(hands)


@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("reader", [0, None])
@pytest.mark.parametrize("laid", ["7C", "7C 7D"])
def test_chances_of_a_claim_equal_a_count_of_every_hand(laid, reader, jokers):
    hands = ["7H 8C 9C 9D 2S AS", "2C", "3C 4C 5C"]
    state = position(hands, (0, "5S"), (2, "6D"), (1, laid), options={"jokers": jokers})
    assert odds.claim(engine.view(state, reader)) == pytest.approx(counted(state, reader), abs=1e-12)


def test_nothing_is_claimed_before_a_lead():
    with pytest.raises(ValueError, match="nothing"):
        odds.claim(engine.view(position(["7H", "8H"]), 0))
