"""Looking back on lays: whether a claim could be true for the decider and for all, the truth, and the cards in words."""

import pytest

from games.bluff_nepal import bot, engine, odds, review
from games.core.review import Recall, Verdict, judge
from tests.games.bluff_nepal.table import lay, started


def judged(truthfully: bool) -> tuple[Verdict, object]:
    state = started(3)
    hand = state.hands[state.to_act]
    rank = hand[0][:-1]
    card = hand[0] if truthfully else next(one for one in hand if one[:-1] != rank)
    after = lay(state, state.to_act, card, rank)
    return judge(engine, review, after, state.to_act, after.to_act, recall=Recall(engine, bot, 3)), after


@pytest.mark.parametrize("truthfully", [True, False])
def test_truth_is_that_of_the_cards_laid(truthfully: bool) -> None:
    assert judged(truthfully)[0].true is truthfully


def test_chances_are_those_of_the_odds_for_decider_and_for_all() -> None:
    verdict, after = judged(True)
    assert verdict.own == odds.claim(engine.view(after, after.to_act))
    assert verdict.public == odds.claim(engine.view(after, None))


def test_chances_do_not_depend_on_what_was_laid() -> None:
    true, false = judged(True)[0], judged(False)[0]
    assert (true.own, true.public) == (false.own, false.public)


def test_truth_names_the_cards() -> None:
    after = judged(True)[1]
    assert after.pile[-1].cards[0][:-1] in review.truth(after, "en")


def test_hands_are_sorted_and_whole() -> None:
    after = judged(True)[1]
    assert [sorted(hand) for hand in review.hands(after)] == [sorted(hand) for hand in after.hands]
