"""Time-outs, leaving, coming back and how a match of Blef ends then."""

import pytest

from games.blef import engine
from games.blef.engine import Options
from games.blef.state import BidMade, Checked, Dealt, GameOver, Left, MatchOver, Rejoined, Revealed, RoundVoid, TimedOut
from games.core.errors import IllegalAction
from games.core.game import Due
from tests.games.blef.table import ANY, FIVE, REMOVE, STOCK, THREE, Rigged, bid, check, counted, play_out, position, refusal, started

FOUR = (["9C", "KH"], ["9D"], ["KD"], ["QS", "QD"])
BOTH = pytest.mark.parametrize("mode", ["bot", "remove"])


def kinds(events):
    return [type(event) for event in events]


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


@pytest.mark.rule("blef.timeout.open")
@pytest.mark.parametrize(("hands", "lowest"), [(THREE, "high:9"), (FIVE, "high:2")])
def test_an_opener_out_of_time_makes_the_lowest_bid(hands, lowest):
    state, events = engine.timeout(position(hands, to_act=2), 2, ANY)
    assert events == (TimedOut(2, 1), BidMade(2, lowest))
    assert state.phase == "respond"


@pytest.mark.rule("blef.timeout.respond")
def test_any_other_seat_out_of_time_checks():
    state, events = engine.timeout(position(THREE, (2, "pair:K")), 0, ANY)
    assert kinds(events) == [TimedOut, Checked, Revealed]
    assert events[1] == Checked(0, 2)
    assert state.phase == "reveal"


@pytest.mark.rule("common.clock.expire")
def test_consecutive_time_outs_are_counted_and_the_last_one_makes_the_seat_leave():
    state, events = engine.timeout(position(THREE, to_act=0, timeouts=[1, 0, 0]), 0, ANY)
    assert events[0] == TimedOut(0, 2)
    assert state.away == ()
    state, events = engine.timeout(position(THREE, to_act=0, timeouts=[2, 0, 0]), 0, ANY)
    assert events == (TimedOut(0, 3), BidMade(0, "high:9"), Left(0, "bot"))  # the move first
    assert engine.away(state) == (0,)


@pytest.mark.rule("common.clock.expire")
@pytest.mark.parametrize(("limit", "leaves"), [(0, False), (1, True), (10, False)])
def test_the_limit_of_time_outs_is_an_option(limit, leaves):
    state, _ = engine.timeout(position(THREE, to_act=0, options={"max_timeouts": limit}), 0, ANY)
    assert bool(engine.away(state)) is leaves


@pytest.mark.rule("common.clock.expire")
def test_an_action_of_the_seat_itself_sets_its_count_to_zero_and_a_refused_one_does_not():
    state = position(THREE, (0, "high:9"), timeouts=[2, 2, 2])
    assert bid(state, "high:10").timeouts == check(state).timeouts == (2, 0, 2)
    assert engine.rejoin(leave(state, 2), 2).state.timeouts == (2, 2, 0)
    assert refusal(state, 2, "high:10") == "blef.turn.bid-or-check"
    assert state.timeouts == (2, 2, 2)


@pytest.mark.rule("common.clock.expire")
def test_a_time_out_that_ends_the_match_leaves_nobody_behind():
    state, events = engine.timeout(counted([1, 5], (0, "high:9"), timeouts=[0, 2]), 1, ANY)
    assert kinds(events) == [TimedOut, Checked, Revealed, GameOver, MatchOver]
    assert engine.away(state) == ()


@pytest.mark.rule("common.clock.expire")
def test_a_seat_removed_by_its_time_out_voids_the_round_after_the_move():
    state, events = engine.timeout(position(FOUR, to_act=1, dealer=0, timeouts=[0, 2, 0, 0], options=REMOVE), 1, ANY)
    assert kinds(events) == [TimedOut, BidMade, Left, RoundVoid, Dealt]
    assert (state.counts, state.to_act, state.bids) == ((2, 0, 1, 2), 2, ())


@pytest.mark.rule("common.clock.expire")
def test_a_seat_removed_by_its_time_out_after_a_check_has_paid_for_it_first():
    state, events = engine.timeout(position(FOUR, (0, "pair:K"), timeouts=[0, 2, 0, 0], options=REMOVE), 1, ANY)
    assert kinds(events) == [TimedOut, Checked, Revealed, Left]
    assert (events[2].loser, state.counts, state.dealer, state.starter) == (1, (2, 0, 1, 2), 1, 2)


@pytest.mark.rule("common.clock.out-of-turn")
def test_only_the_seat_to_act_has_a_clock():
    state = position(THREE, (0, "high:9"))
    assert {refused(engine.timeout, state, seat, ANY) for seat in (0, 2)} == {"common.clock.out-of-turn"}
    assert {refused(engine.timeout, check(state), seat, ANY) for seat in range(3)} == {"common.clock.out-of-turn"}


def test_a_computer_in_a_leavers_seat_does_not_leave_again():
    state = leave(position(THREE, to_act=0, options={"max_timeouts": 1}), 0)
    state, events = engine.timeout(state, 0, ANY)
    assert kinds(events) == [TimedOut, BidMade]
    assert engine.away(state) == (0,)


# --- leaving for good ------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.leave")
def test_the_round_is_void_and_the_same_dealer_deals_again():
    state = position(FOUR, (1, "pair:9"), (2, "pair:K"), dealer=0, options=REMOVE)
    state, events = engine.leave(state, 3, Rigged([["9C", "9S"], ["KD"], ["AS"], []]))
    hands = (("9C", "9S"), ("KD",), ("AS",), ())
    assert events == (Left(3, "remove"), RoundVoid(3), Dealt(1, 2, 0, False, 1, (2, 1, 1, 0), 20, hands))
    assert (state.counts, state.dealer, state.to_act, state.phase, state.bids) == ((2, 1, 1, 0), 0, 1, "open", ())
    assert state.reveal is None
    assert engine.view(state, None).left == (3,)


@pytest.mark.rule("blef.leave")
def test_a_dealer_that_leaves_still_counts_as_the_dealer():
    state = leave(position(FOUR, (1, "pair:9"), dealer=0, options=REMOVE), 0)
    assert (state.dealer, state.to_act, state.counts) == (0, 1, (0, 1, 1, 2))
    state = leave(position(FOUR, (1, "pair:9"), dealer=0, options=REMOVE), 1)
    assert (state.dealer, state.to_act) == (0, 2)  # the opener left: the next active seat bids first


@pytest.mark.rule("blef.leave")
@pytest.mark.rule("blef.eliminate.funeral")
def test_a_void_funeral_round_is_dealt_again_as_a_funeral_round():
    state = position([["9C"], ["9D"], [], ["KD"]], (3, "high:9"), out=[2], dealer=2, options=REMOVE)
    assert engine.view(state, None).funeral
    state, events = engine.leave(state, 3, ANY)
    assert (events[-1].dealer, events[-1].funeral, state.to_act) == (2, True, 0)


@pytest.mark.rule("blef.leave")
def test_in_a_void_round_nothing_is_shown():
    _, events = engine.leave(position(FOUR, (1, "pair:9"), options=REMOVE), 1, ANY)
    for reader in (None, 0, 1, 2, 3):
        shown = [engine.show(event, reader) for event in events]
        assert not any(isinstance(event, Revealed) for event in shown)
        assert all(hand is None for seat, hand in enumerate(shown[-1].hands) if seat != reader)


@pytest.mark.rule("blef.leave")
@pytest.mark.rule("common.leave.remove")
def test_with_one_seat_left_the_game_ends():
    state, events = engine.leave(position([["9C"], [], ["KD"]], (2, "high:9"), out=[1], options=REMOVE), 0, ANY)
    assert kinds(events) == [Left, RoundVoid, GameOver, MatchOver]
    assert engine.result(state).places == (2, 3, 1)
    assert state.hands == ((), (), ())


@pytest.mark.rule("common.leave.remove")
def test_with_more_seats_the_game_goes_on_without_the_leaver():
    state = leave(position(THREE, (0, "high:9"), options=REMOVE), 2)
    assert engine.result(state) is None
    assert refusal(state, 2, "high:9") == "blef.turn.bid-or-check"
    assert engine.choices(state, 2) == ()


@pytest.mark.rule("common.leave.remove")
def test_leaving_after_a_check_voids_nothing():
    state = check(position(FOUR, (0, "pair:9"), options=REMOVE))  # seat 1 lost and deals next
    state, events = engine.leave(state, 2, ANY)
    assert kinds(events) == [Left]
    assert (state.phase, state.counts, state.dealer, state.starter) == ("reveal", (2, 2, 0, 2), 1, 3)
    assert state.reveal is not None
    assert engine.proceed(state, ANY).state.to_act == 3


@pytest.mark.rule("common.leave.remove")
def test_leaving_after_a_check_may_end_the_game():
    state = check(position([["9C"], ["KD"]], (0, "high:9"), options=REMOVE))
    state, events = engine.leave(state, 0, ANY)
    assert kinds(events) == [Left, GameOver, MatchOver]
    assert engine.result(state).places == (2, 1)


@pytest.mark.rule("common.leave.remove")
def test_a_seat_that_is_out_may_leave_without_disturbing_the_round():
    state = position([["9C"], ["9D"], [], ["KD"]], (3, "high:9"), out=[2], dealer=2, options=REMOVE)
    after, events = engine.leave(state, 2, ANY)
    assert kinds(events) == [Left]
    assert (after.bids, after.hands, after.to_act, after.funeral) == (state.bids, state.hands, 0, True)


@pytest.mark.rule("blef.leave")
@pytest.mark.rule("blef.stock.when")
def test_the_count_of_a_leaver_goes_out_of_the_sum():
    state = leave(counted([8, 8, 7, 1], (3, "high:9"), options={**STOCK, **REMOVE}), 0)
    state = check(bid(state, "four:A"))
    assert (sum(state.counts), state.reveal.eliminated) == (17, None)


# --- leaving to a computer -------------------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.bot")
def test_a_computer_takes_over_and_play_is_not_disturbed():
    state = position(FOUR, (1, "pair:9"))
    after, events = engine.leave(state, 2, ANY)
    assert events == (Left(2, "bot"),)
    assert (after.hands, after.bids, after.to_act, after.counts) == (state.hands, state.bids, 2, state.counts)
    assert engine.away(after) == (2,)
    assert bid(after, "pair:K").to_act == 3  # the computer's bid is a bid like any other


@pytest.mark.rule("common.leave.bot")
def test_the_person_takes_the_seat_back_and_acts_from_the_next_decision_on():
    state = bid(leave(position(FOUR, (1, "pair:9")), 2), "pair:K")
    back, events = engine.rejoin(state, 2)
    assert events == (Rejoined(2),)
    assert engine.away(back) == ()
    assert back.bids[-1].seat == 2  # what the computer did stands
    assert engine.view(back, 2).own == ("KD",)


@pytest.mark.rule("common.leave.bot")
def test_only_a_seat_that_a_computer_holds_can_be_taken_back():
    state = position(FOUR, (1, "pair:9"))
    assert refused(engine.rejoin, state, 2) == "common.leave.bot"
    assert refused(engine.rejoin, engine.rejoin(leave(state, 2), 2).state, 2) == "common.leave.bot"
    assert refused(engine.rejoin, leave(position(FOUR, options=REMOVE), 2), 2) == "common.leave.remove"


@pytest.mark.rule("common.leave.bot")
def test_who_is_away_at_the_end_is_placed_as_a_leaver_whatever_the_computer_achieved():
    state = leave(counted([5, 2, 0], (0, "four:A"), out=[2]), 1)
    won = check(state)  # the computer in seat 1 knocks seat 0 out
    assert won.reveal.eliminated == 0
    assert engine.result(won).places == (1, 2, 3)
    assert engine.result(won).totals == (2.0, 0.0, 0.0)


@pytest.mark.rule("common.leave.bot")
def test_who_came_back_is_placed_by_what_happened_on_the_table():
    state = engine.rejoin(leave(counted([5, 2, 0], (0, "four:A"), out=[2]), 1), 1).state
    won = check(state)
    assert engine.result(won).places == (2, 1, 3)
    assert engine.result(won).totals == (1.0, 2.0, 0.0)


@pytest.mark.rule("common.leave.bot")
def test_who_came_back_after_the_computer_was_knocked_out_has_that_place():
    """Seat 0 leaves first; seat 2 goes out before the computer in seat 0 does."""
    state = check(leave(counted([5, 1, 5, 1], (2, "four:A")), 0))
    state = check(bid(engine.proceed(state, ANY).state, "high:9", "four:A"))  # seats 3 and 0
    assert engine.view(state, None).out == ((2,), (0,))
    back = engine.abandon(engine.rejoin(state, 0).state).state
    away = engine.abandon(state).state
    assert engine.result(back).places == (3, 1, 4, 1)
    assert engine.result(away).places == (4, 1, 3, 1)


@pytest.mark.rule("common.leave.bot")
def test_a_table_without_people_ends_as_it_stands():
    """Seats 0 and 1 left, in that order; seats 2 and 3 hold three and two cards: fewer are better."""
    state = leave(counted([1, 2, 3, 2], (0, "high:9")), 0, 1)
    state, events = engine.abandon(state)
    assert kinds(events) == [GameOver, MatchOver]
    result = engine.result(state)
    assert (result.reason, result.places, result.totals) == ("abandoned", (4, 3, 2, 1), (0.0, 0.0, 2.0, 3.0))
    assert engine.due(state) is None
    assert engine.actors(state).waited is None


@pytest.mark.rule("common.leave.bot")
def test_between_games_only_finished_games_count_when_the_table_is_given_up():
    state = check(counted([1, 5, 0], (1, "four:A"), out=[2], options={"games": 3}))
    assert state.game_over
    state, events = engine.abandon(state)
    assert kinds(events) == [MatchOver]
    assert engine.result(state).games == ((1, 2, 3),)
    assert refused(engine.abandon, state) == "blef.end.last-seat"


# --- when, where and what it costs -----------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.when")
@BOTH
def test_a_seat_may_leave_at_any_time_but_only_once(mode):
    options = {"leave_mode": mode, "games": 2}
    before_any_action = position(FOUR, options=options)
    in_the_round = position(FOUR, (0, "high:9"), options=options)
    between_games = check(counted([1, 5, 0, 0], (1, "four:A"), out=[2, 3], options=options))
    for state in (before_any_action, in_the_round, check(in_the_round), between_games):
        for seat in range(4):
            left = leave(state, seat)
            assert seat in engine.view(left, None).away + engine.view(left, None).left
            assert refused(engine.leave, left, seat, ANY) == "common.leave.when"


@pytest.mark.rule("common.leave.when")
def test_after_the_end_nobody_leaves_and_nobody_without_a_seat():
    state = check(counted([1, 5], (1, "four:A")))
    assert refused(engine.leave, state, 0, ANY) == "common.leave.when"
    assert refused(engine.rejoin, state, 0) == "common.leave.bot"
    assert refused(engine.leave, position(THREE), 3, ANY) == "common.leave.when"


@pytest.mark.rule("common.leave.place")
@BOTH
def test_a_leaver_is_placed_below_seats_still_in_and_above_those_already_out(mode):
    state = leave(counted([1, 2, 0, 3], (0, "high:9"), out=[2], options={"leave_mode": mode}), 1)
    assert engine.result(engine.abandon(state).state).places == (1, 3, 4, 2)


@pytest.mark.rule("common.leave.place")
@BOTH
def test_of_several_leavers_the_later_is_placed_higher(mode):
    state = leave(counted([1, 1, 1, 1, 1], (0, "high:9"), options={"leave_mode": mode}), 3, 0)
    assert engine.result(engine.abandon(state).state).places == (4, 1, 1, 5, 1)


@pytest.mark.rule("common.leave.place")
@BOTH
def test_a_seat_already_out_keeps_its_place_when_it_leaves(mode):
    state = leave(counted([1, 2, 0, 0, 1], (0, "high:9"), out=[2, 3], options={"leave_mode": mode}), 2)
    assert engine.result(engine.abandon(state).state).places == (1, 3, 5, 4, 1)


@pytest.mark.rule("common.leave.match")
def test_a_removed_leaver_is_out_of_all_remaining_games_and_earns_nothing_in_them():
    state = leave(engine.start(3, Options(leave_mode="remove", games=2), ANY).state, 2)
    state = play_out(state, 1)
    assert state.finished[0].points == (2.0, 1.0, 0.0)
    state = engine.proceed(state, ANY).state
    assert (state.game, state.counts, state.dealer, state.to_act) == (2, (1, 1, 0), 1, 0)
    state = play_out(state, 0)
    assert engine.result(state).games == ((1, 2, 3), (2, 1, 3))
    assert engine.result(state).totals == (3.0, 3.0, 0.0)  # counted with three seats


@pytest.mark.rule("common.leave.match")
def test_two_removed_leavers_earn_nothing_in_later_games_but_their_place_in_this_one():
    state = leave(engine.start(4, Options(leave_mode="remove", games=2), ANY).state, 2, 3)
    state = play_out(state, 1)
    assert (state.finished[0].places, state.finished[0].points) == ((1, 2, 4, 3), (3.0, 2.0, 0.0, 1.0))
    state = play_out(engine.proceed(state, ANY).state, 1)
    assert (state.finished[1].places, state.finished[1].points) == ((1, 2, 4, 3), (3.0, 2.0, 0.0, 0.0))


@pytest.mark.rule("common.leave.match")
def test_the_match_ends_when_only_one_seat_has_not_left():
    state = leave(check(counted([1, 5, 0], (1, "four:A"), out=[2], options={"games": 3, **REMOVE})), 0)
    assert engine.due(state) == Due("next_game", 2.5)
    state, events = engine.leave(state, 1, ANY)
    assert kinds(events) == [Left, MatchOver]
    assert engine.result(state).reason == "left"
    assert engine.result(state).games == ((1, 2, 3),)  # games not begun are not scored


@pytest.mark.rule("common.leave.match")
def test_a_seat_whose_person_is_away_when_a_game_ends_earns_nothing_for_it_and_the_match_goes_on():
    state = play_out(leave(engine.start(3, Options(games=2), ANY).state, 0), 1, 2)
    assert (state.finished[0].places, state.finished[0].points) == ((3, 2, 1), (0.0, 1.0, 2.0))
    state = engine.rejoin(engine.proceed(state, ANY).state, 0).state
    assert state.counts == (1, 1, 1)
    state = play_out(state, 1, 2)
    assert (state.finished[1].places, state.finished[1].points) == ((1, 3, 2), (2.0, 0.0, 1.0))


@pytest.mark.rule("blef.start.next-game")
def test_if_the_last_loser_has_left_the_next_active_seat_deals_the_next_game():
    ended = check(counted([1, 5, 0, 0], (1, "four:A"), out=[2, 3], options={"games": 2, **REMOVE}))
    for gone, dealer, opener in (((), 1, 2), ((1,), 2, 3), ((2, 1), 3, 0), ((2,), 1, 3)):
        state = leave(ended, *gone)
        assert (state.dealer, state.starter) == (dealer, opener)
        state = engine.proceed(state, ANY).state
        assert (state.dealer, state.to_act) == (dealer, opener)


@pytest.mark.rule("blef.start.next-game")
def test_a_game_that_ends_by_leaving_is_followed_by_a_deal_of_the_last_loser_that_is_there():
    state = leave(counted([1, 2, 0, 0], (0, "high:9"), dealer=1, out=[2, 3], options={"games": 2, **REMOVE}), 1)
    assert (state.game_over, state.dealer, state.starter) == (True, 2, 3)
    state = leave(counted([1, 2, 0, 0], (0, "high:9"), dealer=2, out=[3, 2], options={"games": 2, **REMOVE}), 1)
    assert (state.dealer, state.starter) == (2, 3)


@pytest.mark.rule("common.match.tiebreak")
def test_a_leaver_loses_every_tie_against_a_seat_that_stayed():
    """Each seat won one game of three; the last game breaks the tie, unless its winner has left."""
    state, _ = started(2, games=3, leave_mode="remove")
    state = play_out(engine.proceed(play_out(state, 1), ANY).state, 0)
    stayed = engine.result(engine.abandon(state).state)
    assert (stayed.totals, stayed.places) == ((1.0, 1.0), (2, 1))
    left = engine.result(leave(state, 1))
    assert (left.totals, left.places) == ((1.0, 1.0), (1, 2))
