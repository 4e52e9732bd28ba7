"""Time-outs, leaving, coming back, games that go on too long, and how a match ends then."""

import pytest
from msgspec.structs import replace

from games.bluff_nepal import engine
from games.bluff_nepal.state import (
    Call,
    CardsLaid,
    GameOver,
    LastLetGo,
    Lay,
    Left,
    LetGo,
    MatchOver,
    Pass,
    Passed,
    Rejoined,
    RoundBegan,
    SetAside,
    TimedOut,
)
from games.core.game import Due
from tests.games.bluff_nepal.table import (
    ANY,
    FOUR,
    JOKERS,
    REMOVE,
    call,
    counts,
    kinds,
    lay,
    leave,
    let_go,
    made,
    pass_,
    position,
    refusal,
    refused,
)

LAST = ("2C 3C", "2D", "", "2H 3H 4H")
"""Hands after seat 2 has laid its last cards."""


def last(*, options=None, **given):
    return position(LAST, (3, "7C"), (2, "KC KD"), phase="answer_last", options=options, **given)


# --- time-outs -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.timeout.turn")
def test_a_follower_out_of_time_passes_whether_or_not_the_claim_is_live():
    state, events = engine.timeout(position(FOUR, (2, "8C")), 1, ANY)
    assert events == (TimedOut(1, 1), Passed(1))
    assert (state.to_act, state.passed, state.live) == (0, (1,), False)
    state, events = engine.timeout(state, 0, ANY)
    assert events == (TimedOut(0, 1), Passed(0))


@pytest.mark.rule("bluff_nepal.timeout.lead")
@pytest.mark.rule("bluff_nepal.rank.order")
@pytest.mark.parametrize(
    ("hand", "card", "rank"),
    [
        ("KS 2D AH", "AH", "A"),
        ("KS QD JH 10C", "10C", "10"),
        ("7S 7H 7D 8C", "7D", "7"),
        ("7S 7H", "7H", "7"),
        ("7C 7D", "7C", "7"),
        ("X KS", "KS", "K"),
        ("X X", "X", "A"),
        ("5D", "5D", "5"),
    ],
)
def test_a_leader_out_of_time_lays_its_lowest_card_as_what_it_is(hand, card, rank):
    state, events = engine.timeout(position([hand, "2C"], to_act=0, options=JOKERS), 0, ANY)
    assert events == (TimedOut(0, 1), CardsLaid(0, 1, rank, True, len(hand.split()) == 1, (card,)))
    assert call(state, 1).reveal.claim_true


@pytest.mark.rule("bluff_nepal.timeout.last")
def test_whoever_faces_last_cards_out_of_time_lets_them_go():
    state, events = engine.timeout(last(), 1, ANY)
    assert kinds(events) == [TimedOut, LastLetGo, GameOver, MatchOver]
    assert state.finished[0].places == (3, 2, 1, 4)


@pytest.mark.rule("common.clock.expire")
def test_consecutive_time_outs_are_counted_and_the_last_one_makes_the_seat_leave():
    state, events = engine.timeout(position(FOUR, (2, "8C"), timeouts=[0, 1, 0, 0]), 1, ANY)
    assert (events[0], state.away) == (TimedOut(1, 2), ())
    state, events = engine.timeout(position(FOUR, (2, "8C"), timeouts=[0, 2, 0, 0]), 1, ANY)
    assert events == (TimedOut(1, 3), Passed(1), Left(1, "bot"))  # the move first
    assert engine.away(state) == (1,)


@pytest.mark.rule("common.clock.expire")
def test_a_removed_seat_has_made_its_move_first():
    state, events = engine.timeout(position(FOUR, to_act=2, timeouts=[0, 0, 2, 0], options=REMOVE), 2, ANY)
    assert kinds(events) == [TimedOut, CardsLaid, Left]
    assert (state.live, state.to_act, len(state.pile)) == (False, 1, 1)


@pytest.mark.rule("common.clock.expire")
def test_a_time_out_that_ends_the_game_leaves_between_the_games():
    state, events = engine.timeout(last(timeouts=[0, 2, 0, 0], options={"games": 2, **REMOVE}), 1, ANY)
    assert kinds(events) == [TimedOut, LastLetGo, GameOver, Left]
    assert state.finished[0].points == (1.0, 2.0, 3.0, 0.0)  # the game had ended before it left
    assert counts(engine.proceed(state, ANY).state)[1] == 0


@pytest.mark.rule("common.clock.expire")
def test_a_time_out_that_ends_the_match_leaves_nobody_behind():
    state, events = engine.timeout(last(timeouts=[0, 2, 0, 0]), 1, ANY)
    assert kinds(events)[-1] is MatchOver
    assert engine.away(state) == ()


@pytest.mark.rule("common.clock.expire")
def test_an_action_of_the_seat_itself_sets_its_count_to_zero():
    state = position(FOUR, (2, "8C"), timeouts=[2, 2, 2, 2])
    assert pass_(state, 1).timeouts == (2, 0, 2, 2)
    assert lay(state, 1, "2D").timeouts == (2, 0, 2, 2)
    assert call(state, 3).timeouts == (2, 2, 2, 0)  # out of turn included
    assert refusal(state, 0, Pass()) == "bluff_nepal.next"
    assert state.timeouts == (2, 2, 2, 2)


@pytest.mark.rule("common.clock.out-of-turn")
def test_only_the_seat_to_act_has_a_clock():
    state = position(FOUR, (2, "8C"))
    for seat in (0, 2, 3):
        assert refused(engine.timeout, state, seat, ANY) == "common.clock.out-of-turn"
    revealed = call(state, 1)
    for seat in range(4):
        assert refused(engine.timeout, revealed, seat, ANY) == "common.clock.out-of-turn"


@pytest.mark.rule("common.clock.expire")
def test_leaving_and_coming_back_begin_the_count_anew():
    state = position(FOUR, (2, "8C"), timeouts=[0, 2, 1, 0])
    left = leave(state, 1)
    assert left.timeouts == (0, 0, 1, 0)
    expired = engine.timeout(left, 1, ANY).state
    assert (expired.timeouts, engine.rejoin(expired, 1).state.timeouts) == ((0, 1, 1, 0), (0, 0, 1, 0))


def test_a_computer_in_a_leavers_seat_does_not_leave_again():
    state = leave(position(FOUR, (2, "8C"), options={"max_timeouts": 1}), 1)
    state, events = engine.timeout(state, 1, ANY)
    assert kinds(events) == [TimedOut, Passed]
    assert engine.away(state) == (1,)


# --- leaving for good ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.leave")
@pytest.mark.rule("common.leave.remove")
def test_the_leavers_hand_goes_out_unseen_and_the_pile_stays():
    state, events = engine.leave(position(FOUR, (2, "8C"), options=REMOVE), 3, ANY)
    assert events == (Left(3, "remove"),)
    assert (state.taken_out, state.set_aside, len(state.pile)) == (("2S", "7S"), (), 1)
    assert (state.to_act, state.live) == (1, True)
    for viewer in (None, 0, 1, 2):
        assert engine.view(state, viewer).taken_out_count == 2
        assert "2S" not in str(engine.view(state, viewer))


@pytest.mark.rule("bluff_nepal.leave")
def test_a_live_claim_of_the_leaver_stands_and_is_no_longer_live():
    state = leave(position(FOUR, (2, "8C"), options=REMOVE), 2)
    assert (state.live, state.to_act, state.phase, state.rank) == (False, 1, "follow", "7")
    assert refusal(state, 1, Call()) == "bluff_nepal.call.needs-claim"
    assert call(lay(state, 1, "2D"), 0).reveal.layer == 1


@pytest.mark.rule("bluff_nepal.leave")
def test_also_if_it_was_on_last_cards():
    state = leave(last(options=REMOVE), 2)
    assert (state.live, state.to_act, state.phase, state.game_over) == (False, 1, "follow", False)
    assert refusal(state, 1, LetGo()) == "bluff_nepal.let-go.who"
    assert lay(state, 1, "2D").phase == "answer_last"


@pytest.mark.rule("bluff_nepal.leave")
def test_if_the_leaver_was_to_lead_the_next_seat_to_the_right_leads():
    state = leave(position(FOUR, to_act=2, options=REMOVE), 2)
    assert (state.phase, state.to_act, state.leader) == ("lead", 1, 1)
    assert leave(state, 1).to_act == 0
    assert leave(position(FOUR, to_act=2, options=REMOVE), 1).to_act == 2  # not if another one leaves
    revealed = leave(call(position(FOUR, (2, "8C"), options=REMOVE), 1), 1)
    assert (revealed.to_act, revealed.leader) == (None, 0)
    assert engine.proceed(revealed, ANY).state.to_act == 0


@pytest.mark.rule("bluff_nepal.leave")
def test_if_it_was_to_act_the_next_player_acts_in_its_stead():
    state = leave(position(FOUR, (2, "8C"), options=REMOVE), 1)
    assert (state.to_act, state.live, state.phase) == (0, True, "follow")
    assert leave(position(FOUR, (2, "8C"), passed=[0], options=REMOVE), 1).to_act == 3
    state = leave(last(options=REMOVE), 1)
    assert (state.to_act, state.live, state.phase) == (0, True, "answer_last")
    assert call(state, 3).reveal.caller == 3


@pytest.mark.rule("bluff_nepal.leave")
def test_if_then_all_but_the_last_layer_have_passed_the_round_ends_as_usual():
    state, events = engine.leave(position(FOUR, (2, "8C"), passed=[0, 3], options=REMOVE), 1, ANY)
    assert events == (Left(1, "remove"), SetAside(1), RoundBegan(1, 2, 2))
    assert (state.to_act, state.phase, state.set_aside) == (2, "lead", ("8C",))
    assert leave(position(FOUR, (2, "8C"), passed=[0], options=REMOVE), 1).phase == "follow"  # not while seat 3 may play


@pytest.mark.rule("bluff_nepal.leave")
def test_when_the_last_layer_has_left_the_round_ends_once_at_most_one_seat_has_not_passed():
    at_once = leave(position(FOUR, (2, "8C"), passed=[0, 3], options=REMOVE), 2)
    assert (at_once.phase, at_once.to_act, at_once.set_aside) == ("lead", 1, ("8C",))
    later = leave(position(FOUR, (2, "8C"), passed=[3], options=REMOVE), 2)
    assert (later.phase, later.to_act, later.live) == ("follow", 1, False)  # two may still play
    passed = pass_(later, 1)
    assert (passed.phase, passed.to_act) == ("lead", 0)
    left = leave(later, 1)
    assert (left.phase, left.to_act) == ("lead", 0)
    laid = lay(later, 1, "2D")
    assert (laid.phase, laid.to_act, laid.live) == ("follow", 0, True)


@pytest.mark.rule("bluff_nepal.leave")
def test_if_nobody_has_not_passed_the_next_seat_to_the_right_of_the_leaver_leads():
    """No play leads there: somebody is always to act."""
    state = leave(position(FOUR, (2, "8C"), passed=[0, 1, 3], to_act=1, options=REMOVE), 2)
    assert (state.phase, state.to_act) == ("lead", 1)


@pytest.mark.rule("bluff_nepal.leave")
def test_last_cards_are_let_go_when_nobody_is_left_who_has_not_passed():
    state, events = engine.leave(last(passed=[0, 3], options=REMOVE), 1, ANY)
    assert kinds(events) == [Left, LastLetGo, GameOver, MatchOver]
    assert events[1] == LastLetGo(None, 2)
    assert state.finished[0].places == (2, 4, 1, 3)
    assert not leave(last(passed=[0], options=REMOVE), 1).game_over  # not while seat 3 may answer


@pytest.mark.rule("bluff_nepal.leave")
@pytest.mark.rule("common.leave.remove")
def test_with_one_seat_left_it_wins():
    state = leave(position(FOUR[:3], (2, "8C"), options={"games": 5, **REMOVE}), 0)
    assert not state.game_over
    state, events = engine.leave(state, 2, ANY)
    assert events[1] == GameOver(1, 1, (3, 1, 2), (0.0, 2.0, 1.0))
    assert (state.phase, state.result.reason, state.result.games) == ("over", "left", ((3, 1, 2),))


@pytest.mark.rule("common.leave.match")
def test_a_leaver_earns_nothing_in_the_remaining_games_and_a_lone_seat_ends_the_match():
    state = let_go(last(options={"games": 3, **REMOVE}), 1)
    state = leave(leave(state, 3), 0)
    state = engine.proceed(state, ANY).state
    state = leave(state, 1)
    assert state.result.games == ((3, 2, 1, 4), (3, 2, 1, 4))
    assert state.finished[1].points == (0.0, 2.0, 3.0, 0.0)
    between = leave(let_go(last(options={"games": 3, **REMOVE}), 1), 0, 1, 3)
    assert (between.phase, len(between.finished)) == ("over", 1)  # games not begun are not played or scored


@pytest.mark.rule("common.leave.when")
def test_a_seat_leaves_once_and_not_after_the_end():
    state = leave(position(FOUR, (2, "8C"), options=REMOVE), 3)
    assert refused(engine.leave, state, 3, ANY) == "common.leave.when"
    assert refused(engine.leave, state, 4, ANY) == "common.leave.when"
    assert refusal(state, 3, Call()) == "common.leave.remove"
    assert refused(engine.rejoin, state, 3) == "common.leave.remove"
    assert engine.choices(state, 3) == ()
    over = let_go(last(), 1)
    assert refused(engine.leave, over, 0, ANY) == "common.leave.when"


# --- leaving to a computer -------------------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.bot")
def test_a_computer_takes_over_and_the_person_may_come_back():
    state = position(FOUR, (2, "8C"), timeouts=[0, 2, 0, 0])
    left, events = engine.leave(state, 1, ANY)
    assert events == (Left(1, "bot"),)
    assert replace(left, away=(), timeouts=state.timeouts) == state
    assert refused(engine.leave, left, 1, ANY) == "common.leave.when"
    back, events = engine.rejoin(pass_(left, 1), 1)
    assert events == (Rejoined(1),)
    assert (back.away, back.passed) == ((), (1,))  # what the computer did stands
    assert refused(engine.rejoin, back, 1) == "common.leave.bot"


@pytest.mark.rule("common.leave.place")
@pytest.mark.rule("common.leave.match")
def test_who_is_away_at_the_end_is_placed_below_all_who_stayed_and_earns_nothing():
    state = let_go(leave(last(options={"games": 2}), 2), 1)
    assert state.finished[0].places == (2, 1, 4, 3)  # though its computer won
    assert state.finished[0].points == (2.0, 3.0, 0.0, 1.0)
    two = let_go(leave(last(), 3, 0), 1)
    assert two.finished[0].places == (3, 2, 1, 4)  # who left later is higher
    assert two.finished[0].points == (0.0, 2.0, 3.0, 0.0)
    back = let_go(engine.rejoin(leave(last(), 2), 2).state, 1)
    assert back.finished[0].places == (3, 2, 1, 4)


@pytest.mark.rule("common.leave.place")
def test_of_leavers_for_good_the_later_one_is_higher():
    state = let_go(leave(last(options=REMOVE), 3, 0), 1)
    assert state.finished[0].places == (3, 2, 1, 4)
    assert state.finished[0].points == (1.0, 2.0, 3.0, 0.0)


@pytest.mark.rule("common.leave.bot")
def test_the_match_ends_by_the_table_as_it_stands():
    state = position(["2C", "2D 3D", "2H", "2S 3S 4S"], (2, "8C"), to_act=1)
    ended, events = engine.abandon(state)
    assert events[0] == GameOver(1, None, (1, 3, 1, 4), (2.5, 1.0, 2.5, 0.0))
    assert ended.result.reason == "abandoned"
    assert refused(engine.abandon, ended) == "bluff_nepal.win"
    between = engine.abandon(let_go(last(options={"games": 2}), 1)).state
    assert (between.result.reason, len(between.finished)) == ("abandoned", 1)


# --- long games ------------------------------------------------------------------------------------------------------


def long(state):
    return replace(state, actions=1000)


@pytest.mark.rule("common.long.agreed")
def test_a_game_is_long_after_a_thousand_actions_and_not_before():
    state = replace(position(FOUR, (2, "8C")), actions=999)
    assert not engine.is_long(state)
    assert refused(engine.end_long, state) == "common.long.agreed"
    for after in (pass_(state, 1), lay(state, 1, "2D"), call(state, 1), engine.timeout(state, 1, ANY).state):
        assert engine.is_long(after)
    assert not engine.is_long(engine.leave(state, 3, ANY).state)


@pytest.mark.rule("common.long.agreed")
def test_every_game_counts_its_own_actions():
    state = engine.end_long(long(position(FOUR, (2, "8C"), options={"games": 2}))).state
    assert not engine.is_long(state)
    state = engine.proceed(state, ANY).state
    assert (state.game, state.actions, engine.is_long(state)) == (2, 0, False)


@pytest.mark.rule("common.long.agreed")
def test_a_long_game_is_placed_by_the_cards_held_and_equal_numbers_share():
    state = long(position(["2C 3C", "2D 3D", "2H 3H 4H", "2S"], (2, "8C"), to_act=1, options={"games": 2}))
    ended, events = engine.end_long(state)
    assert events == (GameOver(1, None, (2, 2, 4, 1), (1.5, 1.5, 0.0, 3.0)),)
    assert (ended.game_over, engine.due(ended)) == (True, Due("next_game", 2.5))
    assert engine.result(engine.end_long(replace(state, game=2)).state) is not None
    left = engine.end_long(leave(state, 3)).state
    assert left.finished[0].places == (1, 1, 3, 4)
    unanswered = engine.end_long(long(last())).state
    assert unanswered.finished[0].places == (3, 2, 1, 4)


@pytest.mark.rule("common.long.agreed")
def test_a_long_game_may_be_ended_while_cards_are_shown_or_calls_are_collected_and_not_between_games():
    shown = call(long(position(FOUR, (2, "8C"))), 1)
    assert engine.end_long(shown).state.finished[0].places == (1, 1, 4, 1)
    waiting = made(long(position(FOUR, (2, "8C"))), 3, Call()).state
    assert engine.end_long(waiting).state.calls == ()
    between = long(let_go(last(options={"games": 2}), 1))
    assert refused(engine.end_long, between) == "common.long.agreed"


def test_a_lead_by_time_out_is_no_different_from_the_same_lead():
    state = position(["KS 2D AH", "2C"], to_act=0)
    assert engine.timeout(state, 0, ANY).events[1:] == made(state, 0, Lay(("AH",), "A")).events
