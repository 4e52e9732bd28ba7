"""Looking back on lays: whether a claim could be true for the decider and for all, the truth, and the cards in words."""

import pytest

from games.bluffen import engine, odds, review
from games.core.review import Verdict, judge
from tests.games.bluffen.table import position

HANDS = ("3C 4C", "5H 6C KH", "7S 8S")


def laid(card: str):
    """Seat 0 has laid this card as a heart; seat 1, which holds two hearts, has to answer."""
    return position(HANDS, (0, card, "H"), condition="H", to_act=1)


def judged(card: str) -> Verdict:
    return judge(engine, review, laid(card), 0, 1)


@pytest.mark.parametrize(("card", "true"), [("9H", True), ("9S", False)])
def test_truth_is_that_of_the_card_laid(card: str, true: bool) -> None:
    assert judged(card).true is true


def test_chances_are_those_of_the_odds_for_decider_and_for_all() -> None:
    state = laid("9H")
    assert judged("9H").own == odds.claim(engine.view(state, 1))
    assert judged("9H").public == odds.claim(engine.view(state, None))
    assert judged("9H").own < judged("9H").public


def test_chances_do_not_depend_on_what_was_laid() -> None:
    true, false = judged("9H"), judged("9S")
    assert (true.own, true.public) == (false.own, false.public)


def test_who_holds_cards_of_the_claim_rather_doubts_it() -> None:
    assert judged("9H").better == "call"


def test_truth_names_the_card() -> None:
    assert review.truth(laid("9S"), "en") == "What lay there: ♠9."
    assert review.truth(laid("9S"), "de") == "Da lag: ♠9."
