"""Chances in Bluffen: claims against a count of every hand."""

from itertools import combinations

import pytest

from games.bluffen import engine, odds
from games.bluffen.rounds import deck
from games.bluffen.state import Options
from tests.games.bluffen.table import position


@pytest.mark.parametrize(
    ("options", "cards", "fitting"),
    [
        (Options(), 52, 13),
        (Options(jokers=True), 54, 15),
        (Options(mode="sequence"), 52, 4),
        (Options(mode="same_rank", decks=2, jokers=True), 108, 12),
    ],
)
def test_how_many_cards_there_are_and_fit(options, cards, fitting):
    assert odds.cards_in(options) == len(deck(options)) == cards
    claim = "H" if options.mode == "suit" else "7"
    assert odds.most_fitting(options) == odds.fitting(deck(options), claim, options) == fitting


def counted(state, reader):
    """By dealing every hand that the claimant may have had before its lay, as the reader may think of it."""
    view, options = engine.view(state, reader), state.options
    unknown = list(deck(options))
    for card in [*(view.own or ()), *[card for play in view.pile for card in play.cards or ()]]:
        unknown.remove(card)
    newest = view.pile[-1]
    hands = list(combinations(unknown, view.hand_counts[newest.seat] + newest.count))
    return sum(odds.fitting(hand, newest.claim, options) >= newest.count for hand in hands) / len(hands)


@pytest.mark.parametrize("options", [{"mode": "same_rank"}, {"mode": "same_rank", "jokers": True}, {"mode": "sequence"}, {"mode": "suit"}])
@pytest.mark.parametrize("reader", [2, None])
def test_chances_of_a_claim_equal_a_count_of_every_hand(options, reader):
    claim = "H" if options["mode"] == "suit" else "7"
    state = position(["9C 9D", "2C 3C", "7H 8C 9H"], (2, "5S", claim), (0, "6D", claim), (1, "7C", claim), options=options, to_act=2)
    assert odds.claim(engine.view(state, reader)) == pytest.approx(counted(state, reader), abs=1e-12)


def test_who_holds_most_of_a_suit_doubts_a_claim_of_it():
    many = position(["2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH", "2C", "3C"], (2, "4C", "H"))
    few = position(["2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", "2C", "3C"], (2, "4C", "H"))
    assert odds.claim(engine.view(many, 0)) < 0.1 < 0.5 < odds.claim(engine.view(few, 0))


def test_nothing_is_claimed_before_an_opening():
    with pytest.raises(ValueError, match="nothing"):
        odds.claim(engine.view(position(["7H", "8H", "9H"]), 0))
