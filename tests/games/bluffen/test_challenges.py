"""Challenges of Bluffen: who may, what is turned up, who takes the pile, and calls that arrive together."""

import pytest

from games.bluffen import engine
from games.bluffen.engine import Challenge, Lay
from games.bluffen.state import Called, Challenged, Resumed, Revealed, Taken
from games.core.game import Actors, Due
from tests.games.bluffen.table import (
    ANY,
    accept,
    challenge,
    challenged,
    counts,
    hand,
    lay,
    may,
    open_types,
    position,
    refusal,
    seen_and_resumed,
)

FOUR = ("5H 6C 7S", "2H 4D 9S", "3H 8C KD", "AS 10C JD")
ANYONE = {"challengers": "anyone"}

# --- who may, and when -----------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.challenge.needs-claim")
@pytest.mark.parametrize("challengers", ["next", "anyone"])
def test_without_a_live_claim_there_is_nothing_to_challenge(challengers):
    opening = position(FOUR, options={"challengers": challengers})
    laid = position(FOUR, (0, "QS", "H"), options={"challengers": challengers}, to_act=1)
    settled = position(FOUR, (0, "QS", "H"), options={"challengers": challengers}, to_act=1, live=False)
    for seat in range(4):
        assert refusal(opening, seat, Challenge()) == "bluffen.challenge.needs-claim"
        assert refusal(settled, seat, Challenge()) == "bluffen.challenge.needs-claim"
    assert may(laid, 1, Challenge())


@pytest.mark.rule("bluffen.challenge.window")
def test_a_claim_is_live_until_the_next_seat_lays():
    state = position(FOUR, (0, "QS", "H"), options=ANYONE, to_act=1)
    assert may(state, 3, Challenge())
    after = challenged(lay(state, 1, "2H"), 3)
    assert after.events[1].claimant == 1  # what was laid before it can no longer be reached
    assert after.events[1].cards == ("2H",)


@pytest.mark.rule("bluffen.challenge.window")
def test_a_claim_on_last_cards_is_live_until_it_is_accepted():
    state = position(("", *FOUR[1:]), (0, "QS", "H"), options={**ANYONE, "finish": "play_on"}, to_act=1)
    assert may(state, 3, Challenge())
    assert refusal(accept(state), 3, Challenge()) == "bluffen.last.accepted"


@pytest.mark.rule("bluffen.challenge.next-player-only")
def test_only_the_next_seat_may_challenge():
    state = position(FOUR, (0, "QS", "H"), to_act=1)
    for seat in (0, 2, 3):
        assert refusal(state, seat, Challenge()) == "bluffen.challenge.next-player-only"
    assert may(state, 1, Challenge())
    assert engine.actors(state) == Actors(1)


@pytest.mark.rule("bluffen.challenge.anyone")
def test_everyone_in_the_game_but_the_claimant_may_challenge():
    state = position(("5H", "2H 4D", "", "AS", "KD"), (0, "QS", "H"), options={**ANYONE, "finish": "play_on"}, to_act=1, out=[2])
    assert engine.actors(state) == Actors(1, (3, 4))
    assert [may(state, seat, Challenge()) for seat in range(5)] == [False, True, False, True, True]
    assert refusal(state, 0, Challenge()) == refusal(state, 2, Challenge()) == "bluffen.challenge.anyone"
    assert open_types(state, 3) == ["challenge"]


@pytest.mark.rule("bluffen.challenge.anyone")
def test_leavers_may_not_challenge():
    state = position(FOUR, (0, "QS", "H"), options={**ANYONE, "leave_mode": "remove"}, to_act=1)
    assert may(state, 3, Challenge())
    assert refusal(engine.leave(state, 3, ANY).state, 3, Challenge()) == "bluffen.challenge.anyone"


@pytest.mark.rule("bluffen.challenge.no-second-thought")
def test_who_has_laid_cannot_challenge_what_was_there_before():
    state = position(FOUR, (0, "QS", "H"), options=ANYONE, to_act=1)
    assert may(state, 1, Challenge())
    after = lay(state, 1, "2H")
    assert refusal(after, 1, Challenge()) == "bluffen.challenge.no-second-thought"
    assert may(after, 0, Challenge())


# --- settling --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.resolve.reveal")
def test_only_the_newest_lay_is_turned_up():
    state = position(FOUR, (3, "QH", "H"), (0, "QS", "H"), to_act=1)
    _, revealed, taken = challenged(state).events
    assert revealed.cards == ("QS",)
    assert engine.show(taken, 1).cards is None
    assert engine.view(challenge(state), 1).turned_up == ("QS",)


@pytest.mark.rule("bluffen.resolve.reveal")
def test_all_cards_of_a_lay_are_turned_up():
    state = position(FOUR, (3, "QH", "Q"), (0, "QS QD", "Q"), options={"mode": "same_rank"}, to_act=1)
    assert challenged(state).events[1].cards == ("QS", "QD")


@pytest.mark.rule("bluffen.resolve.lie")
@pytest.mark.rule("bluffen.resolve.taker-opens")
def test_a_liar_takes_the_whole_pile_and_opens():
    state = position(FOUR, (3, "QH", "H"), (0, "QS", "H"), to_act=1)
    after, events = challenged(state)
    assert events == (
        Challenged(1, 0),
        Revealed(1, 0, "H", ("QS",), claim_true=False, void=False, taker=0, pile_count=2, next_to_act=0),
        Taken(0, 2, ("QH", "QS")),
    )
    assert hand(after, 0) == "5H 6C 7S QH QS"
    assert (after.pile, after.condition, after.live, after.phase, after.to_act) == ((), None, False, "open", 0)


@pytest.mark.rule("bluffen.resolve.true")
@pytest.mark.rule("bluffen.resolve.taker-opens")
def test_after_a_true_claim_the_challenger_takes_the_pile_and_opens():
    after = challenge(position(FOUR, (3, "QS", "H"), (0, "QH", "H"), to_act=1))
    assert counts(after) == [3, 5, 3, 3]
    assert (after.phase, after.to_act) == ("open", 1)
    opened = lay(seen_and_resumed(after), 1, "4D", "C")
    assert (opened.condition, opened.to_act) == ("C", 2)


@pytest.mark.rule("bluffen.resolve.compare")
@pytest.mark.parametrize(
    ("mode", "below", "card", "claim", "is_true"),
    [
        ("suit", ("8S", "H"), "2H", "H", True),
        ("suit", ("8H", "H"), "2S", "H", False),
        ("sequence", ("8S", "9"), "10H", "10", True),
        ("sequence", ("9S", "9"), "9H", "10", False),
        ("same_rank", ("8S", "9"), "9H", "9", True),
        ("same_rank", ("9S", "9"), "8H", "9", False),
    ],
)
def test_a_card_is_held_against_its_own_claim(mode, below, card, claim, is_true):
    state = position(FOUR, (3, *below), (0, card, claim), options={"mode": mode}, to_act=1)
    assert challenged(state).events[1].claim_true is is_true


@pytest.mark.rule("common.reveal")
def test_what_was_turned_up_is_shown_before_play_goes_on():
    state = position(FOUR, (0, "QS", "H"), to_act=1)
    assert engine.due(state) is None
    shown = challenge(state)
    assert engine.due(shown) == Due("deal", 2.5)
    assert engine.actors(shown) == Actors(None)
    view = engine.view(shown, 2)
    assert (view.phase, view.to_act, view.next_to_act) == ("reveal", None, 0)
    assert refusal(shown, 0, Lay(("5H",), "H")) == "common.reveal"
    after, events = engine.proceed(shown, ANY)
    assert events == (Resumed(0, "open"),)
    assert engine.actors(after) == Actors(0)
    assert engine.view(after, 2).reveal is not None  # until the next lay
    assert engine.view(lay(after, 0, "5H", "H"), 2).reveal is None


# --- calls that arrive together --------------------------------------------------------------------------------------


def called(state, *seats):
    for seat in seats:
        state = engine.apply(state, seat, Challenge(), ANY).state
    return state


@pytest.mark.rule("bluffen.challenge.simultaneous")
@pytest.mark.rule("common.calls.simultaneous")
@pytest.mark.parametrize(("order", "counts_for"), [((3, 2), 2), ((2, 3), 2), ((0, 3), 3), ((3, 0, 2), 2), ((0,), 0)])
def test_of_several_calls_the_one_first_met_clockwise_from_the_claimant_counts(order, counts_for):
    state = position(FOUR, (0, "5D", "H"), (1, "QH", "H"), options=ANYONE, to_act=2)
    pending = called(state, *order)
    assert pending.calls == order
    assert engine.due(pending) == Due("settle", 0.3)
    settled, events = engine.proceed(pending, ANY)
    assert events[0] == Challenged(counts_for, 1)
    assert settled.calls == ()
    assert [count - 3 for count in counts(settled)] == [2 if seat == counts_for else 0 for seat in range(4)]


@pytest.mark.rule("common.calls.block")
@pytest.mark.rule("common.view.no-leak")
def test_while_calls_are_collected_only_calls_are_accepted_and_only_the_caller_knows():
    state = position(FOUR, (0, "QS", "H"), options=ANYONE, to_act=1, timeouts=[0, 0, 0, 2])
    pending, events = engine.apply(state, 3, Challenge(), ANY)
    assert events == (Called(3),)
    assert [engine.show(events[0], seat) for seat in (None, 0, 1, 2)] == [None] * 4
    assert engine.show(events[0], 3) == Called(3)
    for seat in (None, 0, 1, 2):
        assert engine.view(pending, seat) == engine.view(state, seat)
    for seat in (0, 1, 2):
        assert engine.choices(pending, seat) == engine.choices(state, seat)
    assert engine.view(pending, 3).called
    assert open_types(pending, 3) == []
    assert engine.actors(pending) == Actors(None, (1, 2))
    assert refusal(pending, 1, Lay(("2H",), "H")) == "common.calls.block"
    assert refusal(pending, 1, Lay(("KD",), "H")) == "common.action.reject"  # a lay that would not have stood tells nothing
    assert refusal(pending, 3, Challenge()) == "common.calls.simultaneous"
    assert may(pending, 1, Challenge())
    assert may(pending, 2, Challenge())


@pytest.mark.rule("common.calls.block")
def test_the_clock_stands_still_while_calls_are_collected():
    state = position(FOUR, (0, "QS", "H"), options=ANYONE, to_act=1)
    assert engine.timeout(state, 1, ANY).events
    with pytest.raises(engine.IllegalAction) as caught:
        engine.timeout(called(state, 3), 1, ANY)
    assert caught.value.rule == "common.calls.block"


@pytest.mark.rule("common.calls.block")
def test_the_seat_to_act_that_has_called_does_nothing_else():
    pending = called(position(FOUR, (0, "QS", "H"), options=ANYONE, to_act=1), 1)
    assert open_types(pending, 1) == []
    assert refusal(pending, 1, Lay(("2H",), "H")) == "common.calls.block"


@pytest.mark.rule("common.clock.expire")
def test_a_call_out_of_turn_ends_a_row_of_time_outs_when_it_is_settled():
    state = position(FOUR, (0, "QS", "H"), options=ANYONE, to_act=1, timeouts=[1, 1, 1, 1])
    pending = called(state, 3, 2)
    assert pending.timeouts == (1, 1, 1, 1)
    assert engine.proceed(pending, ANY).state.timeouts == (1, 1, 0, 0)


@pytest.mark.parametrize("options", [{**ANYONE, "call_grace_ms": 0}, {}])
def test_a_call_is_settled_at_once_where_no_other_is_waited_for(options):
    state = position(FOUR, (0, "QS", "H"), options=options, to_act=1)
    after, events = engine.apply(state, 1, Challenge(), ANY)
    assert [type(event) for event in events] == [Challenged, Revealed, Taken]
    assert after.calls == ()


@pytest.mark.rule("common.bot.pace")
def test_last_cards_are_told_to_those_who_wait():
    state = position(("", *FOUR[1:]), (0, "QS", "H"), options=ANYONE, to_act=1)
    assert engine.actors(state) == Actors(1, (2, 3), on_last_cards=True)
    assert not engine.actors(position(FOUR, (0, "QS", "H"), options=ANYONE, to_act=1)).on_last_cards
