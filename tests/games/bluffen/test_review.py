"""Looking back on lays: whether a claim could be true for the decider and for all, the truth, and the cards in words."""

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from games.bluffen import bot, engine, odds, review
from games.bluffen.memory import Habits, Memory, new_memory
from games.core.card_memory import laid_open, pile_to
from games.core.review import Recall, Verdict, judge
from tests.games.bluffen.table import position

HANDS = ("3C 4C", "5H 6C KH", "7S 8S")


def laid(card: str):
    """Seat 0 has laid this card as a heart; seat 1, which holds two hearts, has to answer."""
    return position(HANDS, (0, card, "H"), condition="H", to_act=1)


def judged(card: str) -> Verdict:
    return judge(engine, review, laid(card), 0, 1, recall=Recall(engine, bot, 3))


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


class Kept(NamedTuple):
    """A memory that was put together by hand."""

    memory: Memory

    def of(self, seat: int | None) -> Memory:
        return self.memory


def with_memory(memory: Memory) -> Verdict:
    return judge(engine, review, laid("9H"), 0, 1, recall=Kept(memory))


def test_who_was_caught_lying_is_rather_doubted() -> None:
    plain, habits = new_memory(3, 1), (Habits(),) * 2
    honest, liar = (with_memory(replace(plain, habits=(Habits(shown=6, lies=lies), *habits))) for lies in (0, 6))
    assert honest.stand > liar.stand
    assert honest.call == pytest.approx(1 - honest.stand)


def test_cards_seen_earlier_in_the_game_count() -> None:
    """A heart that its claimant took with the pile, and one that somebody else did."""
    plain = new_memory(3, 1)
    with_claimant, elsewhere = (with_memory(replace(plain, seen=pile_to(laid_open(plain.seen, ["2H"]), seat))).own for seat in (0, 2))
    assert elsewhere < judged("9H").own < with_claimant == 1


def test_truth_names_the_card() -> None:
    assert review.truth(laid("9S"), "en") == "What lay there: ♠9."
    assert review.truth(laid("9S"), "de") == "Da lag: ♠9."
