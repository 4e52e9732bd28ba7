"""Sequences, several cards of a rank, jokers and the open start of Bluffen."""

import pytest

from games.bluffen import engine
from games.bluffen.engine import Challenge
from games.core.cards import RANKS
from tests.games.bluffen.table import (
    challenge,
    challenged,
    counts,
    laid,
    lay,
    lay_refusal,
    may_lay,
    open_types,
    position,
    refusal,
    seen_and_resumed,
)

THREE = ("5H 6C 7S", "2H 4D 9S", "3H 8C KD")
SEQUENCE = {"mode": "sequence"}
SAME_RANK = {"mode": "same_rank"}
JOKERS = {"jokers": True}
VOID = {"jokers": True, "joker_reveal": "void"}
OPEN_START = {"open_start": True}

# --- sequence --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.sequence.open")
def test_a_sequence_opens_with_any_rank():
    state = position(THREE, options=SEQUENCE)
    assert [rank for rank in RANKS if may_lay(state, 0, "5H", rank)] == list(RANKS)


@pytest.mark.rule("bluffen.sequence.step")
@pytest.mark.rule("bluffen.rank.order")
@pytest.mark.parametrize(
    ("before", "may"), [("8", {"7", "8", "9"}), ("A", {"K", "A", "2"}), ("K", {"Q", "K", "A"}), ("10", {"9", "10", "J"})]
)
def test_a_claim_steps_one_rank_at_most_and_the_circle_closes(before, may):
    state = position(THREE, (0, "QS", before), options=SEQUENCE, to_act=1)
    assert {rank for rank in RANKS if may_lay(state, 1, "2H", rank)} == may
    assert lay_refusal(state, 1, "2H", RANKS[RANKS.index(before) - 2]) == "bluffen.sequence.step"


@pytest.mark.rule("bluffen.sequence.by-claim")
def test_steps_are_measured_from_what_was_claimed():
    state = lay(position(THREE, (2, "3C", "8"), options=SEQUENCE, to_act=0), 0, "5H", "9")
    assert lay_refusal(state, 1, "4D", "4") == "bluffen.sequence.step"
    assert lay(state, 1, "4D", "10").condition == "10"


@pytest.mark.rule("bluffen.sequence.by-claim")
def test_an_open_start_is_claimed_by_its_visible_rank():
    state = lay(position(THREE, options={**SEQUENCE, **OPEN_START}), 0, "5H")
    assert {rank for rank in RANKS if may_lay(state, 1, "2H", rank)} == {"4", "5", "6"}


# --- same rank -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.same-rank.follow")
def test_the_rank_of_the_opener_stays_for_the_round():
    state = lay(position(THREE, options=SAME_RANK), 0, "5H 6C", "5")
    assert lay_refusal(state, 1, "2H", "6") == "bluffen.same-rank.follow"
    state = lay(state, 1, "2H 4D", "5")
    assert lay_refusal(state, 2, "3H", "4") == "bluffen.same-rank.follow"
    assert challenge(state).condition is None


@pytest.mark.rule("bluffen.same-rank.four")
@pytest.mark.parametrize("options", [{}, JOKERS, {"decks": 2}, {**JOKERS, "decks": 2}])
def test_four_cards_at_most_are_laid_whatever_is_in_the_pack(options):
    state = position(("5H 5H 5D 5S 6C 7C", *THREE[1:]), options={**SAME_RANK, **options})
    assert lay_refusal(state, 0, "5H 5H 5D 5S 6C", "5") == "bluffen.same-rank.four"
    assert counts(lay(state, 0, "5H 5H 5D 5S", "5")) == [2, 3, 3]


@pytest.mark.rule("bluffen.same-rank.truth")
@pytest.mark.parametrize(("cards", "is_true"), [("QS QD QH", True), ("QS QD JH", False), ("JS", False), ("QS", True)])
def test_one_wrong_card_makes_the_claim_a_lie(cards, is_true):
    state = position(THREE, (0, cards, "Q"), options=SAME_RANK, to_act=1)
    assert challenged(state).events[1].claim_true is is_true


# --- jokers ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.joker.wild")
@pytest.mark.parametrize(("mode", "claim"), [("suit", "H"), ("sequence", "8"), ("same_rank", "8")])
def test_a_joker_fits_every_claim_and_is_not_announced(mode, claim):
    state = position(("X 5H", *THREE[1:]), (2, "QS", claim), options={"mode": mode, **JOKERS}, to_act=0)
    after, (told,) = laid(state, 0, "X", claim)
    assert engine.show(told, 1).cards is None
    assert challenged(after).events[1].claim_true


@pytest.mark.rule("bluffen.joker.mixed")
@pytest.mark.parametrize("options", [JOKERS, VOID])
def test_a_joker_does_not_excuse_a_wrong_card(options):
    state = position(THREE, (0, "X JD", "Q"), options={**SAME_RANK, **options}, to_act=1)
    assert challenge(state).to_act == 0
    fitting = position(THREE, (0, "X QD", "Q"), options={**SAME_RANK, **options}, to_act=1)
    assert challenged(fitting).events[1].claim_true


@pytest.mark.rule("bluffen.joker.true-claim")
def test_a_joker_makes_the_challenge_unjustified():
    after, events = challenged(position(THREE, (2, "4S", "H"), (0, "X", "H"), options=JOKERS, to_act=1))
    assert (events[1].void, events[1].taker) == (False, 1)
    assert (after.phase, after.to_act, counts(after)) == ("open", 1, [3, 5, 3])


@pytest.mark.rule("bluffen.joker.void")
@pytest.mark.parametrize("challenger", [1, 2])
def test_a_joker_cancels_the_challenge(challenger):
    options = {**VOID, "challengers": "anyone"}
    state = position(THREE, (2, "4S", "H"), (0, "X", "H"), options=options, to_act=1)
    after, events = challenged(state, challenger)
    assert (events[1].void, events[1].taker, events[1].claim_true, events[1].next_to_act) == (True, None, True, 1)
    assert (after.phase, after.to_act, after.live, after.condition) == ("must_lay", 1, False, "H")
    assert counts(after) == [3, 3, 3]
    assert [play.cards for play in engine.view(after, 1).pile] == [None, ("X",)]
    resumed = seen_and_resumed(after)
    assert open_types(resumed, 1) == ["lay"]
    assert refusal(resumed, 1, Challenge()) == "bluffen.joker.void"
    assert lay(resumed, 1, "2H").live


@pytest.mark.rule("bluffen.joker.void")
def test_no_joker_no_cancelling():
    after = challenge(position(THREE, (2, "X", "H"), (0, "QH", "H"), options=VOID, to_act=1))
    assert (after.to_act, after.pile, counts(after)) == (1, (), [3, 5, 3])


@pytest.mark.rule("bluffen.joker.void")
def test_a_joker_as_last_card_takes_its_seat_out():
    state = position(("", *THREE[1:]), (2, "4S", "H"), (0, "X", "H"), options={**VOID, "finish": "play_on"}, to_act=1)
    after = challenge(state)
    assert (after.outs, after.phase, after.to_act, len(after.pile)) == ((0,), "must_lay", 1, 2)
    stopped = challenge(position(("", *THREE[1:]), (2, "4S", "H"), (0, "X", "H"), options=VOID, to_act=1))
    assert stopped.finished[0].places == (1, 2, 2)


# --- open start ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.open-start.shown")
@pytest.mark.parametrize(("mode", "condition", "wrong"), [("suit", "H", "S"), ("sequence", "5", "6"), ("same_rank", "5", "6")])
def test_the_opening_lies_open_and_names_the_condition_itself(mode, condition, wrong):
    state = position(("5H 5C 7S", *THREE[1:]), options={"mode": mode, **OPEN_START, "challengers": "anyone"})
    assert lay_refusal(state, 0, "5H", wrong) == "bluffen.open-start.shown"
    assert lay_refusal(state, 0, "5H 5C", condition) == "bluffen.open-start.shown"
    for claim in (condition, None):
        after = lay(state, 0, "5H", claim)
        assert (after.condition, after.phase, after.live, after.to_act) == (condition, "must_lay", False, 1)
    assert engine.view(after, None).pile[0].cards == ("5H",)
    assert all(refusal(after, seat, Challenge()) == "bluffen.open-start.shown" for seat in range(3))
    followed = lay(after, 1, "2H", condition)
    assert followed.live
    assert engine.view(followed, None).pile[1].cards is None


@pytest.mark.rule("bluffen.open-start.shown")
def test_every_round_opens_so_and_the_next_seat_follows():
    state = position(THREE, (0, "QS", "H"), options=OPEN_START, to_act=1)
    opening = seen_and_resumed(challenge(state))
    assert lay_refusal(opening, 0, "5H", "S") == "bluffen.open-start.shown"
    assert lay(opening, 0, "7S").condition == "S"


@pytest.mark.rule("bluffen.open-start.joker")
@pytest.mark.parametrize(("mode", "claim"), [("suit", "C"), ("sequence", "J"), ("same_rank", "J")])
def test_an_open_joker_is_named_anything(mode, claim):
    state = position(("X 5H", *THREE[1:]), options={"mode": mode, **OPEN_START, **JOKERS})
    after = lay(state, 0, "X", claim)
    assert (after.condition, after.phase) == (claim, "must_lay")
    assert lay_refusal(state, 0, "X") == "bluffen.lay.claim-missing"


@pytest.mark.rule("bluffen.open-start.last")
def test_the_only_card_of_an_opener_takes_it_out_at_once():
    options = {**OPEN_START, "finish": "play_on"}
    after = lay(position(("5H", *THREE[1:]), options=options), 0, "5H")
    assert (after.outs, after.phase, after.to_act) == ((0,), "must_lay", 1)
    assert lay(position(("5H", *THREE[1:]), options=OPEN_START), 0, "5H").finished[0].places == (1, 2, 2)
    assert lay(position(("5H 6C", *THREE[1:]), options=options), 0, "5H").outs == ()
