"""Time-outs, leaving, coming back and how a match of Blufpoker ends then."""

import pytest
from msgspec.structs import replace

from games.blufpoker import engine
from games.blufpoker.state import (
    Claim,
    Claimed,
    Doubted,
    GameOver,
    GameScore,
    Left,
    MatchOver,
    Rejoined,
    Revealed,
    RoundBegan,
    RoundVoid,
    Throw,
    Thrown,
    TimedOut,
)
from games.core.errors import IllegalAction
from tests.games.blufpoker.table import ANY, REMOVE, Rigged, accept, claim, doubt, kinds, open_types, position, refusal, started, throw

SIXES = {"sixes": True}


def leave(state, *seats):
    """The state after these seats left, one after the other."""
    for seat in seats:
        state = engine.leave(state, seat, ANY).state
    return state


def refused(move, *arguments):
    """The rule by which the engine refuses."""
    with pytest.raises(IllegalAction) as caught:
        move(*arguments)
    return caught.value.rule


# --- time-outs -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.timeout.throw")
def test_a_starter_out_of_time_throws_once_and_claims_what_lies_there():
    state, _ = started(3, three_throws=True, sixes=True)
    state, events = engine.timeout(state, 0, Rigged([6, 4, 3]))
    assert events == (TimedOut(0, 1), Thrown(0, 1, 3, 0, 0, True, (6, 4, 3)), Claimed(0, 643, 1, None))
    assert (state.phase, state.to_act) == ("decide", 1)


@pytest.mark.rule("blufpoker.timeout.throw")
@pytest.mark.parametrize(
    ("dice", "aside", "keep", "roll", "value"),
    [
        ([6, 6, 6], 0, 2, [5], 665),  # never all three
        ([6, 2, 1], 0, 1, [4, 2], 642),
        ([4, 2, 1], 0, 0, [6, 6, 1], 661),
        ([6, 1], 1, 1, [2], 662),
        ([6], 2, 0, [6], 666),
        ([6, 2, 1], 0, 1, [1, 1], 632),  # too low: the lowest legal claim
    ],
)
def test_an_acceptor_out_of_time_lays_aside_all_it_may_throws_and_claims(dice, aside, keep, roll, value):
    state = position((0, 631), dice=dice, aside=aside, phase="accepted", to_act=1, options=SIXES)
    _, events = engine.timeout(state, 1, Rigged(roll))
    assert kinds(events) == [TimedOut, Thrown, Claimed]
    assert (events[1].kept, events[2].value) == (keep, value)


@pytest.mark.rule("blufpoker.timeout.throw")
def test_without_the_option_nothing_is_laid_aside():
    state = position((0, 631), dice=[6, 6, 1], phase="accepted", to_act=1)
    assert engine.timeout(state, 1, ANY).events[1].count == 3


@pytest.mark.rule("blufpoker.timeout.claim")
@pytest.mark.parametrize(
    ("last", "dice", "throws", "value"),
    [
        (421, [5, 3, 1], 1, 531),
        (421, [4, 2, 2], 2, 422),
        (421, [4, 2, 1], 1, 422),  # not higher than the last claim
        (421, [5, 3, 1], 3, 422),  # not seen
        (665, [5, 3, 1], 1, 666),
    ],
)
def test_a_thrower_out_of_time_claims_the_truth_if_it_saw_it_and_may(last, dice, throws, value):
    state = position((0, last), dice=dice, throws=throws, phase="own_throw", to_act=1, options={"three_throws": True})
    state, events = engine.timeout(state, 1, ANY)
    assert events == (TimedOut(1, 1), Claimed(1, value, throws, None))
    assert state.to_act == 2


@pytest.mark.rule("blufpoker.timeout.claim")
def test_an_opener_out_of_time_after_an_unseen_throw_claims_111_and_no_direction():
    given = {"phase": "own_throw", "dice": [6, 6, 5], "throws": 3, "direction": "anticlockwise", "to_act": 1}
    state = position(**given, options={"three_throws": True, "choose_direction": True})
    state, events = engine.timeout(state, 1, ANY)
    assert events[1] == Claimed(1, 111, 3, None)
    assert (state.to_act, state.direction) == (0, "anticlockwise")


@pytest.mark.rule("blufpoker.timeout.decide")
@pytest.mark.parametrize("value", [421, 666])
def test_a_deciding_seat_out_of_time_doubts(value):
    state, events = engine.timeout(position((0, value), options={**SIXES, "blind_pass": True}), 1, ANY)
    assert kinds(events) == [TimedOut, Doubted, Revealed]
    assert state.phase == "reveal"


@pytest.mark.rule("blufpoker.timeout.attempt")
def test_an_attempt_out_of_time_makes_its_remaining_throws():
    state = throw(accept(position((0, 666), options=SIXES)), 6, 1, 1)
    state, events = engine.timeout(state, 1, Rigged([5, 5], [6, 2]))
    assert [type(event).__name__ for event in events] == ["TimedOut", "AttemptThrown", "AttemptThrown", "AttemptOver"]
    assert (state.reveal.throws, state.reveal.success, state.reveal.aside) == (3, False, 2)
    state = accept(position((0, 666), options=SIXES))
    state, events = engine.timeout(state, 1, Rigged([6, 6, 6]))
    assert (state.reveal.throws, state.reveal.success) == (1, True)  # it stops as soon as it is reached


@pytest.mark.rule("common.clock.expire")
def test_consecutive_time_outs_are_counted_and_the_last_one_makes_the_seat_leave_after_its_move():
    state, events = engine.timeout(position((0, 421), timeouts=[0, 1, 0, 0]), 1, ANY)
    assert events[0] == TimedOut(1, 2)
    assert state.away == ()
    state, events = engine.timeout(position((0, 421), timeouts=[0, 2, 0, 0]), 1, ANY)
    assert kinds(events) == [TimedOut, Doubted, Revealed, Left]
    assert engine.away(state) == (1,)
    assert state.timeouts == (0, 0, 0, 0)


@pytest.mark.rule("common.clock.expire")
def test_a_seat_removed_by_its_time_out_voids_the_round_that_its_claim_went_on_with():
    state = position(phase="start_throw", to_act=1, timeouts=[0, 2, 0, 0], options=REMOVE)
    state, events = engine.timeout(state, 1, ANY)
    assert kinds(events) == [TimedOut, Thrown, Claimed, Left, RoundVoid, RoundBegan]
    assert (state.to_act, state.claims, state.penalties) == (2, (), (0, 0, 0, 0))


@pytest.mark.rule("common.clock.expire")
def test_a_seat_removed_after_its_doubt_keeps_the_point_of_the_settled_round():
    state = position((0, 421), dice=[4, 2, 1], timeouts=[0, 2, 0, 0], options=REMOVE)
    state, events = engine.timeout(state, 1, ANY)
    assert kinds(events) == [TimedOut, Doubted, Revealed, Left]
    assert (state.phase, state.penalties) == ("reveal", (0, 1, 0, 0))


@pytest.mark.rule("common.clock.expire")
def test_an_action_of_the_seat_itself_sets_its_count_to_zero():
    state = position(phase="own_throw", dice=[4, 2, 1], to_act=0, timeouts=[2, 2, 2, 2])
    assert claim(state, 421).timeouts == (0, 2, 2, 2)
    assert refused(engine.apply, state, 0, Claim(420), ANY) == "blufpoker.claim.values"
    assert state.timeouts == (2, 2, 2, 2)


@pytest.mark.rule("common.clock.out-of-turn")
def test_only_the_seat_to_act_has_a_clock():
    state = position((0, 421))
    for seat in (0, 2, 3):
        assert refused(engine.timeout, state, seat, ANY) == "common.clock.out-of-turn"
    assert refused(engine.timeout, doubt(state), 2, ANY) == "common.clock.out-of-turn"


def test_a_computer_in_a_leavers_seat_does_not_leave_again():
    state = leave(position((0, 421), options={"max_timeouts": 1}), 1)
    state, events = engine.timeout(state, 1, ANY)
    assert Left not in kinds(events)
    assert engine.away(state) == (1,)


# --- leaving for good ------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.leave")
@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
def test_the_round_is_void_and_the_same_starter_begins_again_in_the_same_direction(direction):
    state = position((1, 421), direction=direction, penalties=[1, 2, 3, 0], options=REMOVE)
    state, events = engine.leave(state, 0, ANY)
    assert events == (Left(0, "remove"), RoundVoid(0), RoundBegan(1, 2, 1, direction, (0, 1, 2, 3)))
    assert (state.to_act, state.phase, state.claims, state.dice) == (1, "start_throw", (), ())
    assert (state.penalties, state.direction) == ((1, 2, 3, 0), direction)
    assert engine.view(state, None).left == (0,)


@pytest.mark.rule("blufpoker.leave")
@pytest.mark.parametrize(("direction", "starter"), [("clockwise", 3), ("anticlockwise", 2)])
def test_if_the_starter_leaves_the_next_active_seat_in_that_direction_begins(direction, starter):
    state = position((1, 421), direction=direction, order=[1, 3, 0, 2], options=REMOVE)
    assert leave(state, 1).to_act == starter


@pytest.mark.rule("blufpoker.leave")
def test_in_a_void_round_nothing_is_shown_and_nobody_gets_a_point():
    _, events = engine.leave(accept(position((0, 421), dice=[4, 2, 1], options=REMOVE)), 1, ANY)
    assert Revealed not in kinds(events)
    assert leave(position((0, 421), options=REMOVE), 1).penalties == (0, 0, 0, 0)


@pytest.mark.rule("blufpoker.leave")
def test_the_game_goes_on_with_two():
    state = leave(position((0, 421), seats=3, options=REMOVE), 2)
    assert engine.result(state) is None
    state = claim(throw(state, 4, 2, 1), 421)
    assert state.to_act == 1
    assert claim(throw(accept(state), 4, 2, 1), 431).to_act == 0
    assert engine.choices(state, 2) == ()
    assert refusal(state, Throw(), seat=2) == "common.leave.remove"


@pytest.mark.rule("common.leave.remove")
def test_the_last_seat_that_has_not_left_wins_whatever_its_points():
    state = position((0, 421), seats=3, penalties=[0, 1, 5], options=REMOVE)
    state, events = engine.leave(leave(state, 0), 1, ANY)
    assert kinds(events) == [Left, RoundVoid, GameOver, MatchOver]
    assert engine.result(state).places == (3, 2, 1)
    assert engine.result(state).totals == (0.0, 1.0, 2.0)
    assert (state.dice, state.claims) == ((), ())


@pytest.mark.rule("common.leave.remove")
def test_leaving_after_a_settled_round_voids_nothing():
    state = doubt(position((0, 421), dice=[4, 2, 1], options=REMOVE))
    after, events = engine.leave(state, 2, ANY)  # who was to start
    assert kinds(events) == [Left]
    assert (after.phase, after.penalties, after.reveal) == ("reveal", (0, 1, 0, 0), state.reveal)
    assert engine.proceed(after, ANY).state.to_act == 3
    assert engine.proceed(leave(state, 0), ANY).state.to_act == 2


@pytest.mark.rule("common.leave.remove")
def test_leaving_after_a_settled_round_may_end_the_game():
    state = doubt(position((0, 421), dice=[4, 2, 1], seats=3, left=[2], options=REMOVE))
    state, events = engine.leave(state, 0, ANY)
    assert kinds(events) == [Left, GameOver, MatchOver]
    assert engine.result(state).places == (2, 1, 3)


@pytest.mark.rule("common.leave.match")
def test_who_left_for_good_earns_nothing_in_later_games_and_rolls_no_die():
    options = {"games": 2, "penalty_limit": 1, **REMOVE}
    state = leave(position((0, 421), seats=3, options=options), 2)
    state = doubt(claim(throw(state, 4, 2, 1), 421))
    assert state.finished[0].places == (1, 2, 3)
    state, events = engine.proceed(state, Rigged([2, 3]))
    assert events[0].rolls == ((2, 3, None),)
    state = doubt(claim(throw(state, 4, 2, 1), 421))  # seat 0 doubts seat 1
    assert (state.finished[1].places, state.finished[1].points) == ((2, 1, 3), (1.0, 2.0, 0.0))


@pytest.mark.rule("common.leave.match")
def test_who_leaves_in_a_game_keeps_what_its_place_in_it_earns():
    state = leave(position((0, 421), options={"penalty_limit": 1, **REMOVE}), 2, 3)
    state = doubt(claim(throw(state, 4, 2, 1), 421))
    assert state.finished[0].places == (1, 2, 4, 3)
    assert state.finished[0].points == (3.0, 2.0, 0.0, 1.0)


@pytest.mark.rule("common.leave.match")
def test_a_match_with_one_seat_left_ends_between_its_games():
    state = doubt(position((0, 421), seats=3, dice=[4, 2, 1], penalties=[0, 5, 0], options={"games": 3, **REMOVE}))
    state, events = engine.leave(leave(state, 2), 0, ANY)
    assert kinds(events) == [Left, MatchOver]
    assert len(engine.result(state).games) == 1
    assert engine.result(state).reason == "left"


# --- leaving to a computer -------------------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.bot")
def test_a_computer_takes_over_and_play_is_not_disturbed():
    state = position((0, 421), dice=[4, 2, 1], seen_by=[0])
    after, events = engine.leave(state, 1, ANY)
    assert events == (Left(1, "bot"),)
    assert (after.claims, after.dice, after.to_act, after.away) == (state.claims, state.dice, 1, (1,))
    assert open_types(after) == ["accept", "doubt"]


@pytest.mark.rule("common.leave.place")
def test_who_is_away_when_a_game_ends_is_below_all_that_stayed_the_later_leaver_higher():
    state = leave(position((0, 421), dice=[4, 2, 1], penalties=[4, 5, 0, 1]), 3, 2)
    result = engine.result(doubt(state))
    assert result.places == (1, 2, 3, 4)
    assert result.totals == (3.0, 2.0, 0.0, 0.0)


@pytest.mark.rule("common.leave.bot")
def test_who_took_the_seat_back_is_placed_by_what_happened_on_the_table():
    state = leave(position((0, 421), dice=[4, 2, 1], penalties=[4, 5, 0, 1]), 3, 2)
    state, events = engine.rejoin(state, 2)
    assert events == (Rejoined(2),)
    assert engine.result(doubt(state)).places == (2, 3, 1, 4)


@pytest.mark.rule("common.leave.bot")
def test_only_a_seat_that_a_computer_plays_is_taken_back():
    assert refused(engine.rejoin, position((0, 421)), 1) == "common.leave.bot"
    assert refused(engine.rejoin, leave(position((0, 421), options=REMOVE), 1), 1) == "common.leave.remove"


@pytest.mark.rule("common.leave.when")
def test_nobody_leaves_twice_nor_after_the_end():
    assert refused(engine.leave, leave(position((0, 421)), 1), 1, ANY) == "common.leave.when"
    assert refused(engine.leave, position((0, 421)), 4, ANY) == "common.leave.when"
    assert refused(engine.leave, doubt(position((0, 421), penalties=[5, 5, 5, 5])), 1, ANY) == "common.leave.when"


@pytest.mark.rule("common.leave.bot")
def test_an_abandoned_match_ends_by_the_table_as_it_stands():
    state, events = engine.abandon(leave(position((0, 421), penalties=[1, 0, 0, 2]), 0, 1, 2, 3))
    assert kinds(events) == [GameOver, MatchOver]
    assert engine.result(state).places == (4, 3, 2, 1)
    assert engine.result(state).totals == (0.0, 0.0, 0.0, 0.0)
    state, events = engine.abandon(position((0, 421), penalties=[1, 0, 0, 2]))
    assert engine.result(state).places == (3, 1, 1, 4)
    assert refused(engine.abandon, state) == "blufpoker.end.limit"


def test_a_match_abandoned_between_games_scores_no_game_twice():
    state = doubt(position((0, 421), penalties=[5, 5, 5, 5], options={"games": 2}))
    assert kinds(engine.abandon(state).events) == [MatchOver]


@pytest.mark.rule("common.match.tiebreak")
def test_a_leaver_loses_every_tie_of_the_match_against_those_that_stayed():
    first = GameScore((1, 3, 2), (2.0, 0.0, 1.0), (0, 6, 1))
    state = position((1, 421), seats=3, dice=[4, 2, 1], penalties=[0, 1, 5], left=[0], options={"games": 2})
    result = engine.result(doubt(replace(state, game=2, finished=(first,))))
    assert result.totals == (2.0, 2.0, 2.0)
    assert result.places == (3, 1, 2)
