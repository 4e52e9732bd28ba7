"""Time-outs, leaving, coming back and what each seat sees in Bluffen."""

import pytest

from games.bluffen import engine
from games.bluffen.engine import Accept, Challenge, Lay, Options
from games.bluffen.state import Left, Rejoined, TimedOut
from games.core.errors import IllegalAction, NotInThisGame
from tests.games.bluffen.table import (
    ANY,
    Rigged,
    accept,
    challenge,
    challenged,
    counts,
    laid,
    lay,
    may,
    open_types,
    position,
    refusal,
    seen_and_resumed,
    started,
)

FOUR = ("5H 6C 7S", "2H 4D 9S", "3H 8C KD", "AS 10C JD")
REMOVE = {"leave_mode": "remove"}


def leave(state, *seats):
    for seat in seats:
        state = engine.leave(state, seat, ANY).state
    return state


def timed_out(state):
    return engine.timeout(state, state.to_act, ANY)


# --- time-outs -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.timeout.open")
@pytest.mark.parametrize(
    ("hand", "options", "previous", "made"),
    [
        ("KC 3S 3D", {}, None, Lay(("3D",), "D")),
        ("KC 3S 3D", {"mode": "sequence"}, None, Lay(("3D",), "3")),
        ("KC 3S 3D", {"mode": "same_rank"}, None, Lay(("3D",), "3")),
        ("KC 3S 3D", {"open_start": True}, None, Lay(("3D",), "D")),
        ("KC 3S 3D", {"repeat_suit": False}, "D", Lay(("3S",), "S")),
        ("KC 3S 3D", {"repeat_suit": True}, "D", Lay(("3D",), "D")),
        ("9D 3D", {"repeat_suit": False}, "D", Lay(("3D",), "C")),
        ("9C 3C", {"repeat_suit": False}, "C", Lay(("3C",), "D")),
        ("9C 3C X", {"repeat_suit": False, "jokers": True}, "C", Lay(("3C",), "D")),
        ("X KS", {"jokers": True}, None, Lay(("KS",), "S")),
        ("X X", {"jokers": True}, None, Lay(("X",), "C")),
        ("X X", {"jokers": True, "repeat_suit": False}, "C", Lay(("X",), "D")),
        ("X", {"jokers": True, "mode": "sequence"}, None, Lay(("X",), "A")),
        ("X", {"jokers": True, "mode": "same_rank", "open_start": True}, None, Lay(("X",), "A")),
    ],
)
def test_time_out_of_an_opener_lays_the_lowest_card_as_what_it_is(hand, options, previous, made):
    state = position((hand, *FOUR[1:]), options=options, previous_suit=previous)
    assert engine.timeout_move(state) == made
    assert timed_out(state).state.condition == made.claim


@pytest.mark.rule("bluffen.timeout.follow")
@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize(
    ("hand", "mode", "condition", "made"),
    [
        ("9H 2S 4H", "suit", "H", Lay(("4H",), "H")),
        ("9C 2S X", "suit", "H", Lay(("X",), "H")),
        ("9C 2S 2D", "suit", "H", Lay(("2D",), "H")),
        ("9H 8S 7D", "sequence", "8", Lay(("7D",), "7")),
        ("KS AD 2C", "sequence", "A", Lay(("AD",), "A")),
        ("KS QD 5C", "sequence", "A", Lay(("KS",), "K")),
        ("5C 6C X", "sequence", "A", Lay(("X",), "A")),
        ("5C 4S 6C", "sequence", "A", Lay(("4S",), "A")),
        ("QS QD 5C", "same_rank", "Q", Lay(("QD",), "Q")),
        ("5C X", "same_rank", "Q", Lay(("X",), "Q")),
        ("5C 5D", "same_rank", "Q", Lay(("5C",), "Q")),
    ],
)
def test_time_out_lays_the_lowest_true_card_or_else_the_lowest(hand, mode, condition, made, live):
    state = position(("5H 6C", hand, *FOUR[2:]), (0, "KH", condition), options={"mode": mode, "jokers": True}, to_act=1, live=live)
    assert engine.timeout_move(state) == made
    after, events = timed_out(state)
    assert events[0] == TimedOut(1, 1)
    assert (after.pile[-1].seat, after.condition) == (1, made.claim)


@pytest.mark.rule("bluffen.timeout.last")
def test_time_out_before_last_cards_accepts():
    state = position(("", *FOUR[1:]), (0, "KH", "S"), options={"finish": "play_on"}, to_act=1)
    after = timed_out(state).state
    assert (after.outs, after.phase, after.to_act) == ((0,), "must_lay", 1)
    assert timed_out(after).state.pile[-1].cards == ("9S",)  # the lay is a decision of its own


@pytest.mark.rule("common.clock.expire")
@pytest.mark.rule("common.clock.start")
def test_time_outs_in_a_row_make_a_seat_leave_after_the_move():
    state = position(FOUR, (0, "QS", "H"), options={"max_timeouts": 2}, to_act=1, timeouts=[0, 1, 0, 0])
    after, events = timed_out(state)
    assert [type(event).__name__ for event in events] == ["TimedOut", "Laid", "Left"]
    assert after.away == (1,)
    acted = lay(state, 1, "2H")
    assert acted.timeouts[1] == 0
    assert timed_out(position(FOUR, (0, "QS", "H"), options={"max_timeouts": 0}, to_act=1, timeouts=[0, 9, 0, 0])).state.away == ()


@pytest.mark.rule("common.clock.out-of-turn")
@pytest.mark.parametrize("seat", [0, 2, 3])
def test_only_the_seat_to_act_runs_out_of_time(seat):
    state = position(FOUR, (0, "QS", "H"), options={"challengers": "anyone"}, to_act=1)
    with pytest.raises(IllegalAction) as caught:
        engine.timeout(state, seat, ANY)
    assert caught.value.rule == "common.clock.out-of-turn"


# --- leaving for good ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.leave")
@pytest.mark.rule("common.leave.remove")
def test_the_hand_of_a_leaver_goes_out_unseen_and_the_pile_stays():
    state = position(FOUR, (2, "QH", "H"), (0, "QS", "H"), options=REMOVE, to_act=1)
    after, events = engine.leave(state, 2, ANY)
    assert events == (Left(2, "remove"),)
    assert (counts(after), after.gone) == ([3, 3, 0, 3], ("3H", "8C", "KD"))
    assert len(after.pile) == 2
    assert (after.phase, after.to_act, after.live) == ("respond", 1, True)
    assert engine.view(after, 1).turned_up == ()


@pytest.mark.rule("bluffen.leave")
def test_a_live_claim_of_a_leaver_stands_and_is_live_no_more():
    state = position(FOUR, (0, "QS", "H"), options={**REMOVE, "challengers": "anyone"}, to_act=1)
    after = leave(state, 0)
    assert (after.phase, after.live, after.to_act) == ("must_lay", False, 1)
    assert refusal(after, 2, Challenge()) == "bluffen.leave"
    assert open_types(after, 1) == ["lay"]


@pytest.mark.rule("bluffen.leave")
def test_the_next_seat_opens_for_a_leaver():
    state = position(FOUR, options=REMOVE, to_act=3)
    after = leave(state, 3)
    assert (after.phase, after.to_act, after.starter) == ("open", 0, 0)
    assert leave(state, 1).to_act == 3


@pytest.mark.rule("bluffen.leave")
@pytest.mark.parametrize("phase", ["respond", "answer_last", "must_lay"])
def test_the_next_seat_acts_in_the_same_phase_for_a_leaver(phase):
    hands = ("" if phase == "answer_last" else "5H", *FOUR[1:])
    state = position(hands, (0, "QS", "S"), options=REMOVE, to_act=1, phase=phase, live=phase != "must_lay")
    after = leave(state, 1)
    assert (after.phase, after.to_act, after.live) == (phase, 2, state.live)


@pytest.mark.rule("bluffen.leave")
def test_a_leaver_on_last_cards_is_a_leaver_and_no_winner():
    state = position(("", *FOUR[1:]), (3, "2C", "S"), (0, "QS", "S"), options=REMOVE, to_act=1)
    after = leave(state, 0)
    assert (after.game_over, after.outs, after.phase, len(after.pile)) == (False, (), "must_lay", 2)
    assert accept(state).finished[0].places == (1, 2, 2, 2)


@pytest.mark.rule("bluffen.leave")
def test_who_leaves_while_the_cards_are_shown_does_not_open():
    shown = challenge(position(FOUR, (0, "QS", "H"), options=REMOVE, to_act=1))
    after = seen_and_resumed(leave(shown, 0))
    assert (after.phase, after.to_act, counts(after)) == ("open", 1, [0, 3, 3, 3])


@pytest.mark.rule("bluffen.leave")
@pytest.mark.rule("common.calls.simultaneous")
def test_the_call_of_a_leaver_falls_and_so_do_calls_on_a_leaver():
    state = position(FOUR, (0, "QS", "H"), options={**REMOVE, "challengers": "anyone"}, to_act=1)
    pending = engine.apply(engine.apply(state, 3, Challenge(), ANY).state, 2, Challenge(), ANY).state
    assert leave(pending, 2).calls == (3,)
    gone = leave(pending, 2, 3)
    assert (gone.calls, gone.live, engine.actors(gone).waited) == ((), True, 1)
    claimant = leave(pending, 0)
    assert (claimant.calls, claimant.live, claimant.phase, engine.due(claimant)) == ((), False, "must_lay", None)


@pytest.mark.rule("common.leave.remove")
def test_the_last_seat_that_has_neither_left_nor_been_placed_takes_the_best_place_open():
    options = {**REMOVE, "finish": "play_on", "points": "placing", "games": 2}
    state = position(("5H", "2H", "", "AS"), (0, "QS", "H"), options=options, to_act=1, out=[2])
    after, events = engine.leave(leave(state, 1), 3, ANY)
    assert after.game_over
    assert after.finished[0].places == (2, 4, 1, 3)
    assert after.result is None  # seats 0 and 2 play the next game
    assert counts(engine.proceed(after, Rigged()).state) == [26, 0, 26, 0]
    assert len(events) == 2


@pytest.mark.rule("common.leave.match")
def test_the_match_ends_when_only_one_seat_has_not_left():
    state = position(FOUR, (0, "QS", "H"), options={**REMOVE, "games": 3}, to_act=1)
    two_left = leave(state, 0, 3)
    assert two_left.result is None
    over = leave(two_left, 2)
    assert over.result.places == (4, 1, 2, 3)
    assert over.result.totals == (0.0, 1.0, 0.0, 0.0)
    assert len(over.result.games) == 1


@pytest.mark.rule("common.leave.match")
def test_leavers_get_nothing_for_later_games_and_between_games_they_end_a_match_for_one():
    options = {**REMOVE, "finish": "play_on", "points": "placing", "games": 2}
    over = accept(position(("", "2H", ""), (1, "KS", "S"), (0, "QS", "S"), options=options, to_act=1, out=[2]))
    assert (over.game_over, over.result) == (True, None)
    second = engine.proceed(leave(over, 2), Rigged()).state
    assert counts(second) == [26, 26, 0]
    assert engine.abandon(second).state.result.games[1][2] == 3
    assert engine.abandon(second).state.result.totals == (1.0 + 1.5, 0.0 + 1.5, 2.0)
    assert leave(over, 2, 0).result.reason == "left"


@pytest.mark.rule("common.leave.place")
def test_later_leavers_are_placed_above_earlier_ones_and_who_is_out_keeps_its_place():
    options = {**REMOVE, "finish": "play_on", "points": "placing"}
    hands = ("5H", "2H", "", "AS", "9D", "8D")
    state = position(hands, (0, "QS", "H"), options=options, to_act=1, out=[2])
    left = leave(state, 3, 2, 4)
    assert engine.abandon(left).state.finished[0].places == (2, 2, 1, 6, 5, 2)


# --- leaving to a computer -------------------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.bot")
def test_a_seat_that_is_away_at_the_end_is_placed_as_a_leaver_whatever_the_computer_did():
    state = leave(position(("", *FOUR[1:]), (3, "2C", "S"), (0, "QS", "S"), to_act=1), 0)
    assert engine.away(state) == (0,)
    assert engine.view(state, 0).own is None
    assert accept(state).finished[0].places == (4, 1, 1, 1)
    assert accept(state).finished[0].points == (0.0, 0.0, 0.0, 0.0)
    back, events = engine.rejoin(state, 0)
    assert events == (Rejoined(0),)
    assert accept(back).finished[0].places == (1, 2, 2, 2)


@pytest.mark.rule("common.leave.bot")
def test_what_the_computer_did_counts_for_whoever_comes_back():
    state = leave(position(("", *FOUR[1:]), (3, "2C", "S"), (0, "QS", "S"), options={"finish": "play_on"}, to_act=1), 0)
    out, events = engine.apply(state, 1, Accept(), ANY)
    assert events[1].place is None
    back = engine.rejoin(out, 0).state
    assert engine.abandon(back).state.finished[0].places[0] == 1
    assert engine.abandon(out).state.finished[0].places[0] == 4


@pytest.mark.rule("common.leave.bot")
def test_an_abandoned_match_ends_by_the_cards_held():
    state = position(("5H", "2H 4D", "", "AS"), (0, "QS", "H"), options={"finish": "play_on"}, to_act=1, out=[2])
    over = engine.abandon(leave(state, 3)).state
    assert (over.result.reason, over.result.places) == ("abandoned", (2, 3, 1, 4))
    with pytest.raises(IllegalAction):
        engine.abandon(over)


@pytest.mark.rule("common.leave.when")
def test_nobody_leaves_twice_or_comes_back_without_having_left():
    state = position(FOUR, (0, "QS", "H"), to_act=1)
    for seat in (0, 3):
        with pytest.raises(IllegalAction):
            engine.leave(leave(state, seat), seat, ANY)
        with pytest.raises(IllegalAction):
            engine.rejoin(state, seat)
    removed = leave(position(FOUR, (0, "QS", "H"), options=REMOVE, to_act=1), 3)
    with pytest.raises(IllegalAction) as caught:
        engine.rejoin(removed, 3)
    assert caught.value.rule == "common.leave.remove"


# --- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.view")
@pytest.mark.rule("common.view.own")
@pytest.mark.rule("common.view.public")
def test_a_seat_sees_its_hand_its_own_lays_and_what_lies_open():
    state = position(FOUR, (3, "QH", "H"), (0, "QS", "H"), (1, "4C", "H"), to_act=2)
    view = engine.view(state, 0)
    assert view.own == ("5H", "6C", "7S")
    assert [play.cards for play in view.pile] == [None, ("QS",), None]
    assert [play.claim for play in view.pile] == ["H", "H", "H"]
    assert (view.pile_count, view.hand_counts) == (3, (3, 3, 3, 3))
    assert engine.view(state, None).own is None
    assert [play.cards for play in engine.view(state, None).pile] == [None] * 3


@pytest.mark.rule("bluffen.view")
def test_who_takes_the_pile_sees_its_cards_and_the_others_what_was_turned_up():
    state = position(FOUR, (3, "QH", "H"), (0, "QS", "H"), to_act=1)
    after, (_, revealed, taken) = challenged(state)
    assert engine.show(taken, 0).cards == ("QH", "QS")
    assert engine.view(after, 0).taken == ("QH", "QS")
    for seat in (None, 1, 2, 3):
        assert engine.show(taken, seat).cards is None
        assert engine.view(after, seat).taken == ()
        assert engine.show(revealed, seat).cards == ("QS",)
        assert engine.view(after, seat).turned_up == ("QS",)


@pytest.mark.rule("bluffen.view")
def test_a_deal_and_a_lay_show_their_cards_to_their_seat_alone():
    dealt = engine.start(3, Options(), Rigged()).events[1]
    shown = engine.show(dealt, 1)
    assert [hand is None for hand in shown.hands] == [True, False, True]
    assert engine.show(dealt, None).hands == (None, None, None)
    told = laid(started(3), 0, "AC", "H").events[0]
    assert engine.show(told, 0).cards == ("AC",)
    assert engine.show(told, 2).cards is engine.show(told, None).cards is None


@pytest.mark.rule("common.view.out")
def test_who_is_out_sees_what_a_spectator_sees():
    options = {"finish": "play_on", "challengers": "anyone"}
    state = position(("", *FOUR[1:]), (3, "2C", "S"), (0, "QS", "S"), options=options, to_act=1)
    assert engine.view(state, 0).pile[1].cards == ("QS",)
    out = accept(state)
    assert engine.view(out, 0) == engine.view(out, None)
    assert engine.choices(out, 0) == ()
    assert not may(out, 0, Challenge())


def test_a_saved_match_with_other_seats_is_refused():
    data = engine.dump(started(3)).replace(b'"timeouts":[0,0,0]', b'"timeouts":[0,0]')
    with pytest.raises(NotInThisGame):
        engine.load(data)
