"""Who may call, when, what a call turns over, and calls that arrive together."""

import msgspec
import pytest

from games.bluff_nepal import engine
from games.bluff_nepal.state import Call, CallCounts, Called, Lay, LetGo, Pass, Reveal, RoundBegan, TurnedOver
from games.core.errors import IllegalAction
from games.core.game import Actors, Due
from tests.games.bluff_nepal.table import (
    ANY,
    FOUR,
    JOKERS,
    NEXT,
    REMOVE,
    call,
    counts,
    lay,
    leave,
    made,
    open_types,
    pass_,
    position,
    refusal,
    refused,
)

NO_GRACE = {"call_grace_ms": 0}


def told(state, viewer):
    """All that a seat can see of a position."""
    return msgspec.json.encode(engine.view(state, viewer)), engine.choices(state, viewer) if viewer is not None else ()


# --- who and when ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.call.who")
@pytest.mark.rule("bluff_nepal.no-wait")
def test_everyone_but_the_layer_may_call_and_only_the_seat_to_act_is_waited_for():
    state = position(FOUR, (2, "8C"), to_act=0, passed=[1])
    assert engine.actors(state) == Actors(0, (1, 3))
    for seat in (0, 1, 3):
        assert call(state, seat).reveal.caller == seat
    assert refusal(state, 2, Call()) == "bluff_nepal.call.who"


@pytest.mark.rule("bluff_nepal.call.next-only")
@pytest.mark.rule("bluff_nepal.no-wait")
def test_where_only_the_next_player_calls_laying_or_passing_lets_the_claim_stand():
    state = position(FOUR, (2, "8C"), options=NEXT)
    assert engine.actors(state) == Actors(1)
    assert refusal(state, 3, Call()) == refusal(state, 0, Call()) == "bluff_nepal.call.next-only"
    for after in (lay(state, 1, "2D"), pass_(state, 1)):
        assert refusal(after, 1, Call()) in ("bluff_nepal.call.who", "bluff_nepal.call.needs-claim")
    assert call(lay(state, 1, "2D"), 0).reveal.layer == 1
    assert call(state, 1).reveal.caller == 1


@pytest.mark.rule("bluff_nepal.call.window")
def test_a_call_concerns_the_newest_lay_alone_and_only_until_the_next_player_has_played():
    state = position(FOUR, (2, "8C"))
    assert call(state, 0).reveal.layer == 2
    added = lay(state, 1, "7D")
    assert call(added, 2).reveal == Reveal(1, 2, "7", ("7D",), True, 2, 2, 1)
    passed = pass_(state, 1)
    assert not passed.live
    for seat in range(4):
        assert refusal(passed, seat, Call()) == "bluff_nepal.call.needs-claim"
        assert "call" not in open_types(passed, seat)
    assert engine.actors(passed) == Actors(0)
    assert call(lay(passed, 0, "2C"), 1).reveal.layer == 0


@pytest.mark.rule("bluff_nepal.call.needs-claim")
def test_without_a_live_claim_there_is_nothing_to_call():
    for state in (position(FOUR, to_act=2), position(FOUR, (2, "8C"), live=False, to_act=0, passed=[1])):
        for seat in range(4):
            assert refusal(state, seat, Call()) == "bluff_nepal.call.needs-claim"
    revealed = call(position(FOUR, (2, "8C")), 1)
    assert refusal(revealed, 0, Call()) == "common.reveal"


# --- what it turns over ----------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.resolve.reveal")
def test_only_the_cards_just_laid_are_turned_over_for_everyone():
    state = position(FOUR, (3, "9C 9D"), (2, "7C 8C"), to_act=1, options=NO_GRACE)
    state, events = made(state, 1, Call())
    shown = Reveal(2, 1, "7", ("7C", "8C"), False, 2, 4, 1)
    assert events == (CallCounts(1, 2), TurnedOver(shown, ("9C", "9D", "7C", "8C")))
    for viewer in (None, 0, 1, 3):
        assert engine.show(events[1], viewer) == TurnedOver(shown, None)
        assert engine.view(state, viewer).reveal == shown
    assert engine.view(state, None).turned_over == ("7C", "8C")
    assert engine.show(events[1], 2) == events[1]  # who takes the pile sees all of it


@pytest.mark.rule("bluff_nepal.resolve.bluff")
@pytest.mark.parametrize("cards", ["8C", "7C 7D 8C", "8C 7C", "AC KC QC JC"])
def test_one_wrong_card_and_the_layer_takes_the_whole_pile(cards):
    state = call(position(FOUR, (3, "7S"), (2, cards), to_act=1), 1)
    assert not state.reveal.claim_true
    assert counts(state) == [2, 2, 6 + len(cards.split()), 2]
    assert (state.pile, state.rank, state.live) == ((), None, False)


@pytest.mark.rule("bluff_nepal.resolve.true")
@pytest.mark.parametrize("cards", ["7C", "7C 7D", "7C 7D 7H 7S"])
def test_all_as_claimed_and_the_caller_takes_the_whole_pile(cards):
    state = call(position(FOUR, (3, "9S"), (2, cards), to_act=1), 0)
    assert state.reveal.claim_true
    assert counts(state) == [3 + len(cards.split()), 2, 5, 2]
    assert state.hands[0] == ("2C", "7C", "9S", *cards.split())


@pytest.mark.rule("bluff_nepal.resolve.leader")
def test_whoever_was_proved_right_leads_the_next_round_under_a_rank_of_its_choice():
    bluff = call(position(FOUR, (2, "8C"), to_act=0, passed=[1]), 1)
    assert (bluff.leader, bluff.passed) == (1, ())  # the caller had passed
    true = call(position(FOUR, (2, "7S"), to_act=0, passed=[1]), 3)
    assert (true.leader, true.passed) == (2, ())
    state, events = engine.proceed(bluff, ANY)
    assert events == (RoundBegan(1, 2, 1),)
    assert lay(state, 1, "2D", "Q").rank == "Q"


@pytest.mark.rule("common.reveal")
def test_the_next_turn_waits_until_the_cards_have_been_seen():
    state = call(position(FOUR, (2, "8C")), 1)
    assert (state.phase, engine.actors(state), engine.due(state)) == ("reveal", Actors(None), Due("deal", 2.5))
    assert refusal(state, 1, Lay(("2D",), "2")) == "common.reveal"
    assert engine.due(engine.proceed(state, ANY).state) is None
    assert refused(engine.proceed, position(FOUR, (2, "8C")), ANY) == "common.reveal"


@pytest.mark.rule("bluff_nepal.jokers.wild")
@pytest.mark.parametrize(("cards", "true"), [("X", True), ("X X", True), ("X 7C X", True), ("7C X 8C", False), ("8C X", False)])
def test_a_joker_stands_for_the_named_rank_and_hides_no_wrong_card(cards, true):
    assert call(position(FOUR, (2, cards), options=JOKERS), 1).reveal.claim_true is true


# --- calls that arrive together --------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.call.simultaneous")
@pytest.mark.rule("common.calls.simultaneous")
@pytest.mark.parametrize(("callers", "counted"), [((0, 3, 1), 1), ((3, 0), 0), ((3,), 3), ((3, 1), 1), ((1, 3, 0), 1)])
def test_the_first_seat_to_the_right_of_the_layer_counts(callers, counted):
    state = call(position(FOUR, (2, "8C"), passed=[0], to_act=1), *callers)
    assert (state.reveal.caller, state.leader) == (counted, counted)
    assert state.calls == ()


@pytest.mark.rule("common.calls.simultaneous")
def test_calls_are_collected_for_the_grace_and_then_settled_once():
    state = position(FOUR, (2, "7C"), options={"call_grace_ms": 250})
    state, events = made(state, 3, Call())
    assert events == (Called(3),)
    assert engine.due(state) == Due("settle", 0.25)
    assert (state.reveal, state.live, counts(state)) == (None, True, [2, 2, 5, 2])  # not yet
    state = made(state, 0, Call()).state
    state, events = engine.proceed(state, ANY)
    assert events[0] == CallCounts(0, 2)
    assert counts(state) == [3, 2, 5, 2]
    assert engine.due(state) == Due("deal", 2.5)


@pytest.mark.rule("common.calls.simultaneous")
def test_also_when_everyone_has_called_the_grace_runs_out_first():
    state = position(FOUR, (2, "8C"))
    for seat in (0, 3, 1):
        state = made(state, seat, Call()).state
    assert (state.calls, engine.due(state), engine.actors(state)) == ((0, 3, 1), Due("settle", 0.3), Actors(None))


@pytest.mark.rule("common.calls.simultaneous")
def test_without_grace_or_where_nobody_else_may_call_a_call_is_settled_at_once():
    for state, seat in (
        (position(FOUR, (2, "8C"), options=NO_GRACE), 3),
        (position(FOUR, (2, "8C"), options=NEXT), 1),
        (position(FOUR[:2], (0, "8C")), 1),
        (position(FOUR[:3], (0, "8C"), options=REMOVE, left=[1]), 2),
    ):
        assert made(state, seat, Call()).state.phase == "reveal"
    assert made(position(FOUR[:3], (0, "8C")), 2, Call()).state.calls == (2,)


@pytest.mark.rule("common.calls.block")
def test_while_calls_are_collected_the_clock_stands_still_and_only_calls_are_taken():
    state = made(position(FOUR, (2, "8C")), 3, Call()).state
    assert engine.actors(state) == Actors(None, (0, 1))
    assert refused(engine.timeout, state, 1, ANY) == "common.calls.block"
    assert refusal(state, 1, Lay(("7D",), "7")) == refusal(state, 1, Pass()) == "common.calls.block"
    assert made(state, 1, Call()).state.calls == (3, 1)
    last = made(position(["2C", "2D", "", "2S"], (2, "8C"), phase="answer_last"), 3, Call()).state
    assert refusal(last, 1, LetGo()) == "common.calls.block"
    assert engine.actors(last) == Actors(None, (0, 1), on_last_cards=True)


@pytest.mark.rule("common.calls.block")
def test_a_lay_that_was_handled_first_leaves_nothing_of_the_claim_before_it():
    state = lay(position(FOUR, (2, "8C")), 1, "7D")
    assert call(state, 3).reveal.layer == 1


@pytest.mark.rule("common.calls.block")
def test_what_would_be_refused_anyway_is_refused_as_before_so_that_nobody_can_ask_for_calls():
    before = position(FOUR, (2, "8C"))
    waiting = made(before, 3, Call()).state
    for seat, action in ((0, Pass()), (0, Lay(("2C",), "7")), (1, Lay(("2D",), "2")), (1, LetGo()), (2, Call()), (2, Pass())):
        assert refusal(waiting, seat, action) == refusal(before, seat, action) != "common.calls.block"


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("timeouts", [[0, 0, 0, 0], [1, 1, 1, 2]])
def test_a_call_that_waits_shows_to_its_caller_alone(timeouts):
    before = position(FOUR, (2, "8C"), timeouts=timeouts)
    state, events = made(before, 3, Call())
    assert events == (Called(3),)
    for viewer in (None, 0, 1, 2):
        assert told(state, viewer) == told(before, viewer)
        assert engine.show(events[0], viewer) is None
    assert engine.show(events[0], 3) == Called(3)
    assert engine.view(state, 3).called and not engine.view(before, 3).called
    assert not engine.is_long(state)
    two = made(state, 0, Call()).state
    assert told(two, 3) == told(state, 3)
    for viewer in (None, 1, 2):
        assert told(two, viewer) == told(before, viewer)


@pytest.mark.rule("common.calls.block")
def test_the_caller_itself_may_do_nothing_more():
    state = made(position(FOUR, (2, "8C")), 1, Call()).state
    assert [(choice.type, choice.rule) for choice in engine.choices(state, 1)] == [
        ("lay", "common.calls.block"),
        ("pass", "common.calls.block"),
        ("call", "common.calls.simultaneous"),
        ("let_go", "bluff_nepal.let-go.who"),
    ]
    assert refusal(state, 1, Call()) == "common.calls.simultaneous"


@pytest.mark.rule("common.clock.expire")
def test_every_caller_has_acted_by_itself_once_the_calls_are_settled():
    state = position(FOUR, (2, "8C"), timeouts=[1, 1, 1, 2])
    waiting = made(made(state, 3, Call()).state, 0, Call()).state
    assert waiting.timeouts == (1, 1, 1, 2)  # not yet: time-outs are seen by all
    assert engine.proceed(waiting, ANY).state.timeouts == (0, 1, 1, 0)
    assert made(position(FOUR, (2, "8C"), timeouts=[1, 1, 1, 2], options=NO_GRACE), 3, Call()).state.timeouts == (1, 1, 1, 0)


def test_a_call_counts_as_one_action_when_it_is_settled():
    state = position(FOUR, (2, "8C"))
    waiting = made(made(state, 3, Call()).state, 0, Call()).state
    assert waiting.actions == state.actions
    assert engine.proceed(waiting, ANY).state.actions == state.actions + 1


# --- leaving while calls are collected -------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.leave")
def test_a_caller_that_leaves_for_good_has_not_called():
    waiting = made(made(position(FOUR, (2, "8C"), options=REMOVE), 3, Call()).state, 1, Call()).state
    assert engine.proceed(leave(waiting, 1), ANY).state.reveal.caller == 3
    alone = leave(made(position(FOUR, (2, "8C"), options=REMOVE), 3, Call()).state, 3)
    assert (alone.calls, engine.due(alone), engine.actors(alone)) == ((), None, Actors(1, (0,)))


@pytest.mark.rule("bluff_nepal.leave")
def test_calls_on_a_leavers_claim_fall_away():
    waiting = made(position(FOUR, (2, "8C"), options=REMOVE, timeouts=[0, 0, 0, 1]), 3, Call()).state
    state = leave(waiting, 2)
    assert (state.calls, state.live, state.to_act, state.timeouts) == ((), False, 1, (0, 0, 0, 1))
    assert not engine.view(state, 3).called


@pytest.mark.rule("bluff_nepal.leave")
def test_a_leaving_that_would_end_the_round_settles_the_calls_that_came_before_it():
    waiting = made(position(FOUR[:3], (2, "8C"), passed=[0], options=REMOVE), 0, Call()).state
    state, events = engine.leave(waiting, 1, ANY)
    assert events[1] == CallCounts(0, 2)
    assert (state.leader, counts(state)) == (0, [2, 0, 6])
    last = position(["2C", "2D", "", "2S"], (2, "8C"), phase="answer_last", passed=[0, 3], options=REMOVE)
    state = leave(made(last, 3, Call()).state, 1)
    assert (state.leader, state.game_over, counts(state)) == (3, False, [1, 0, 1, 1])


@pytest.mark.rule("bluff_nepal.leave")
def test_calls_wait_on_while_somebody_leaves_without_ending_the_round():
    waiting = made(position(FOUR, (2, "8C"), options=REMOVE), 3, Call()).state
    state = leave(waiting, 1)
    assert (state.calls, state.to_act, engine.due(state)) == ((3,), 0, Due("settle", 0.3))
    away = leave(made(position(FOUR, (2, "8C")), 3, Call()).state, 3)
    assert away.calls == (3,)  # the computer's last accepted action stands, and so does the person's


def test_calls_that_wait_are_dropped_when_the_match_is_given_up():
    waiting = made(position(FOUR, (2, "8C")), 3, Call()).state
    ended = engine.abandon(waiting).state
    assert (ended.calls, ended.phase, ended.reveal) == ((), "over", None)
    with pytest.raises(IllegalAction):
        engine.proceed(ended, ANY)
