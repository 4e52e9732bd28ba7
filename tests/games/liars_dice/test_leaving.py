"""Time-outs, leaving, coming back and how a match ends then."""

import pytest

from games.core.errors import IllegalAction
from games.core.game import Due
from games.liars_dice import engine
from games.liars_dice.engine import Bid, Challenge
from games.liars_dice.state import BidMade, Challenged, GameOver, Left, MatchOver, Rejoined, Revealed, Rolled, RoundVoid, TimedOut
from tests.games.liars_dice.table import ANY, FOUR, Rigged, bid, challenge, position, started

REMOVE = {"leave_mode": "remove"}


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


@pytest.mark.rule("liars_dice.timeout.open")
def test_an_opener_out_of_time_bids_one_one():
    state, events = engine.timeout(position(FOUR, to_act=2), 2, ANY)
    assert events == (TimedOut(2, 1), BidMade(2, 1, 1))
    assert (state.to_act, state.phase) == (3, "respond")


@pytest.mark.rule("liars_dice.timeout.respond")
def test_any_other_seat_out_of_time_challenges():
    state, events = engine.timeout(position(FOUR, (2, 1, 1)), 3, ANY)
    assert kinds(events) == [TimedOut, Challenged, Revealed]
    assert events[1] == Challenged(3, 2)
    assert state.phase == "reveal"


@pytest.mark.rule("common.clock.expire")
def test_consecutive_time_outs_are_counted_and_the_last_one_makes_the_seat_leave():
    state = position(FOUR, to_act=0, timeouts=[1, 0, 0, 0])
    state, events = engine.timeout(state, 0, ANY)
    assert events[0] == TimedOut(0, 2)
    assert state.away == ()
    state, events = engine.timeout(position(FOUR, to_act=0, timeouts=[2, 0, 0, 0]), 0, ANY)
    assert events == (TimedOut(0, 3), BidMade(0, 1, 1), Left(0, "bot"))  # the move first
    assert engine.away(state) == (0,)


@pytest.mark.rule("common.clock.expire")
@pytest.mark.parametrize(("limit", "leaves"), [(0, False), (1, True), (10, False)])
def test_the_limit_of_time_outs_is_an_option(limit, leaves):
    state, _ = engine.timeout(position(FOUR, options={"max_timeouts": limit}), 0, ANY)
    assert bool(engine.away(state)) is leaves


@pytest.mark.rule("common.clock.expire")
def test_an_action_of_the_seat_itself_sets_its_count_to_zero():
    state = position(FOUR, (0, 1, 1), timeouts=[2, 2, 2, 2])
    assert bid(state, 1, 2, 2).timeouts == (2, 0, 2, 2)
    assert challenge(state).timeouts == (2, 0, 2, 2)
    back = engine.rejoin(leave(state, 3), 3).state
    assert back.timeouts == (2, 2, 2, 0)
    # not by a refused one
    assert refused(engine.apply, state, 2, Bid(2, 2), ANY) == "liars_dice.turn"
    assert state.timeouts == (2, 2, 2, 2)


@pytest.mark.rule("common.clock.expire")
def test_a_time_out_that_ends_the_match_leaves_nobody_behind():
    state, events = engine.timeout(position([[1], [2]], (0, 1, 2), timeouts=[0, 2]), 1, ANY)
    assert kinds(events) == [TimedOut, Challenged, Revealed, GameOver, MatchOver]
    assert engine.away(state) == ()


@pytest.mark.rule("common.clock.expire")
def test_a_time_out_that_ends_the_game_leaves_between_the_games():
    state = position([[1], [2], []], (0, 1, 2), out=[2], timeouts=[0, 2, 0], options={"games": 2, **REMOVE})
    state, events = engine.timeout(state, 1, ANY)
    assert kinds(events) == [TimedOut, Challenged, Revealed, GameOver, Left]
    assert state.finished[0].points == (2.0, 1.0, 0.0)  # the game had ended before it left
    assert engine.proceed(state, ANY).state.counts == (5, 0, 5)


@pytest.mark.rule("common.clock.expire")
def test_a_seat_removed_by_its_time_out_voids_the_round_after_the_move():
    state = position(FOUR, to_act=1, timeouts=[0, 2, 0, 0], options=REMOVE)
    state, events = engine.timeout(state, 1, ANY)
    assert kinds(events) == [TimedOut, BidMade, Left, RoundVoid, Rolled]
    assert (state.counts, state.to_act, state.bids) == ((5, 0, 5, 5), 2, ())


@pytest.mark.rule("common.clock.out-of-turn")
def test_only_the_seat_to_act_has_a_clock():
    state = position(FOUR, (0, 1, 1))
    for seat in (0, 2, 3):
        assert refused(engine.timeout, state, seat, ANY) == "common.clock.out-of-turn"
    revealed = challenge(state)
    for seat in range(4):
        assert refused(engine.timeout, revealed, seat, ANY) == "common.clock.out-of-turn"


def test_a_computer_in_a_leavers_seat_does_not_leave_again():
    state = leave(position(FOUR, to_act=0, options={"max_timeouts": 1}), 0)
    state, events = engine.timeout(state, 0, ANY)
    assert kinds(events) == [TimedOut, BidMade]
    assert engine.away(state) == (0,)


# --- leaving for good ------------------------------------------------------------------------------------------------


@pytest.mark.rule("liars_dice.leave")
def test_the_round_is_void_and_the_same_seat_opens_again():
    state = position(FOUR, (1, 2, 2), (2, 3, 2), options=REMOVE)
    state, events = engine.leave(state, 0, Rigged([[], [1] * 5, [2] * 5, [3] * 5]))
    assert events[:2] == (Left(0, "remove"), RoundVoid(0))
    assert events[2] == Rolled(1, 2, 1, (0, 5, 5, 5), ((), (1,) * 5, (2,) * 5, (3,) * 5))
    assert (state.to_act, state.phase, state.bids) == (1, "bid", ())
    assert state.reveal is None
    assert engine.view(state, None).left == (0,)


@pytest.mark.rule("liars_dice.leave")
def test_if_the_opener_leaves_the_next_active_seat_opens():
    assert leave(position(FOUR, (1, 2, 2), options=REMOVE), 1).to_act == 2
    assert leave(position([[1], [2, 2], [], [3]], (1, 2, 2), out=[2], options=REMOVE), 1).to_act == 3


@pytest.mark.rule("liars_dice.leave")
def test_in_a_void_round_nothing_is_shown():
    _, events = engine.leave(position(FOUR, (1, 2, 2), options=REMOVE), 1, ANY)
    for reader in (None, 0, 1, 2, 3):
        shown = [engine.show(event, reader) for event in events]
        rolled = shown[-1]
        assert not any(isinstance(event, Revealed) for event in shown)
        assert all(hand is None for seat, hand in enumerate(rolled.dice) if seat != reader)


@pytest.mark.rule("common.leave.remove")
def test_the_last_seat_that_has_neither_left_nor_been_placed_wins():
    state, events = engine.leave(position([[2, 3], [], [5, 5]], (2, 2, 2), out=[1], options=REMOVE), 0, ANY)
    assert kinds(events) == [Left, RoundVoid, GameOver, MatchOver]
    assert engine.result(state).places == (2, 3, 1)
    assert state.dice == ((), (), ())


@pytest.mark.rule("common.leave.remove")
def test_with_three_seats_the_game_goes_on_after_one_has_left():
    state = leave(position([[1], [2], [3]], (0, 1, 1), options=REMOVE), 2)
    assert engine.result(state) is None
    assert state.counts == (1, 1, 0)
    assert refused(engine.apply, state, 2, Bid(1, 1), ANY) == "liars_dice.turn"
    assert engine.choices(state, 2) == ()


@pytest.mark.rule("common.leave.remove")
def test_leaving_after_a_count_voids_nothing():
    state = challenge(position(FOUR, (1, 9, 1), options=REMOVE))  # seat 1 lost three dice and opens
    state, events = engine.leave(state, 1, ANY)
    assert kinds(events) == [Left]
    assert (state.phase, state.counts) == ("reveal", (5, 0, 5, 5))
    assert state.reveal is not None
    assert engine.proceed(state, ANY).state.to_act == 2


@pytest.mark.rule("common.leave.remove")
def test_leaving_after_a_count_may_end_the_game():
    state = challenge(position([[1, 1], [2, 2]], (0, 1, 2), options=REMOVE))
    state, events = engine.leave(state, 0, ANY)
    assert kinds(events) == [Left, GameOver, MatchOver]
    assert engine.result(state).places == (2, 1)


@pytest.mark.rule("common.leave.remove")
def test_a_seat_that_is_out_may_leave_without_disturbing_the_round():
    state = position([[1], [2, 2], [], [3]], (0, 1, 1), out=[2], options=REMOVE)
    after, events = engine.leave(state, 2, ANY)
    assert kinds(events) == [Left]
    assert (after.bids, after.dice, after.to_act) == (state.bids, state.dice, 1)


# --- leaving to a computer -------------------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.bot")
def test_a_computer_takes_over_and_play_is_not_disturbed():
    state = position(FOUR, (1, 2, 2))
    after, events = engine.leave(state, 2, ANY)
    assert events == (Left(2, "bot"),)
    assert (after.dice, after.bids, after.to_act, after.counts) == (state.dice, state.bids, 2, state.counts)
    assert engine.away(after) == (2,)
    assert bid(after, 2, 3, 3).to_act == 3  # the computer's bid is a bid like any other


@pytest.mark.rule("common.leave.bot")
def test_the_person_takes_the_seat_back_and_acts_from_the_next_decision_on():
    state = bid(leave(position(FOUR, (1, 2, 2)), 2), 2, 3, 3)
    back, events = engine.rejoin(state, 2)
    assert events == (Rejoined(2),)
    assert engine.away(back) == ()
    assert back.bids[-1].seat == 2  # what the computer did stands
    assert engine.view(back, 2).own == tuple(FOUR[2])


@pytest.mark.rule("common.leave.bot")
def test_only_a_seat_that_a_computer_holds_can_be_taken_back():
    state = position(FOUR, (1, 2, 2))
    assert refused(engine.rejoin, state, 2) == "common.leave.bot"
    back = engine.rejoin(leave(state, 2), 2).state
    assert refused(engine.rejoin, back, 2) == "common.leave.bot"
    removed = leave(position(FOUR, (1, 2, 2), options=REMOVE), 2)
    assert refused(engine.rejoin, removed, 2) == "common.leave.remove"


@pytest.mark.rule("common.leave.bot")
def test_who_is_away_at_the_end_is_placed_as_a_leaver_whatever_the_computer_achieved():
    state = leave(position([[1], [2], []], (0, 2, 2), out=[2]), 1)
    won = challenge(state)  # the computer in seat 1 knocks seat 0 out
    assert won.reveal.eliminated == (0,)
    assert engine.result(won).places == (1, 2, 3)
    assert engine.result(won).totals == (2.0, 0.0, 0.0)


@pytest.mark.rule("common.leave.bot")
def test_who_came_back_is_placed_by_what_happened_on_the_table():
    state = engine.rejoin(leave(position([[1], [2], []], (0, 2, 2), out=[2]), 1), 1).state
    won = challenge(state)
    assert engine.result(won).places == (2, 1, 3)
    assert engine.result(won).totals == (1.0, 2.0, 0.0)


@pytest.mark.rule("common.leave.bot")
def test_who_came_back_after_the_computer_was_knocked_out_has_that_place():
    """Seat 0 leaves first; seat 2 goes out before the computer in seat 0 does."""
    state = leave(position([[1, 1], [5, 5], [2], [5, 5]], (2, 5, 3)), 0)
    state = challenge(state)  # seat 3 is right: seat 2 is out
    state = engine.proceed(state, Rigged([[1, 1], [5, 5], [], [5, 5]])).state
    state = challenge(bid(bid(state, 3, 1, 1), 0, 6, 1))  # seat 0, who has two dice, is four wrong
    assert engine.view(state, None).out == ((2,), (0,))
    back = engine.rejoin(state, 0).state
    back = engine.abandon(back).state
    away = engine.abandon(state).state
    assert engine.result(back).places == (3, 1, 4, 1)
    assert engine.result(away).places == (4, 1, 3, 1)


@pytest.mark.rule("common.leave.bot")
def test_a_table_without_people_ends_as_it_stands():
    """Seats 0 and 1 left, in that order; seats 2 and 3 are computers with three and two dice."""
    state = leave(position([[1], [2, 2], [3, 3, 3], [4, 4]], (0, 1, 1)), 0, 1)
    state, events = engine.abandon(state)
    assert kinds(events) == [GameOver, MatchOver]
    result = engine.result(state)
    assert (result.reason, result.places, result.totals) == ("abandoned", (4, 3, 1, 2), (0.0, 0.0, 3.0, 2.0))
    assert engine.due(state) is None
    assert engine.actors(state).waited is None


@pytest.mark.rule("common.leave.bot")
def test_between_games_only_finished_games_count_when_the_table_is_given_up():
    state = challenge(position([[5], [2], []], (1, 2, 2), out=[2], options={"games": 3}))
    assert state.game_over
    state, events = engine.abandon(state)
    assert kinds(events) == [MatchOver]
    assert engine.result(state).games == ((1, 2, 3),)
    assert refused(engine.abandon, state) == "liars_dice.end.winner"


# --- when, where and what it costs -----------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.when")
@pytest.mark.parametrize("mode", ["bot", "remove"])
def test_a_seat_may_leave_at_any_time_but_only_once(mode):
    options = {"leave_mode": mode, "games": 2}
    before_any_action = position(FOUR, options=options)
    in_the_round = position(FOUR, (0, 1, 1), options=options)
    after_a_count = challenge(in_the_round)
    between_games = challenge(position([[5], [2], [], []], (1, 2, 2), out=[2, 3], options=options))
    for state in (before_any_action, in_the_round, after_a_count, between_games):
        for seat in range(4):
            left = leave(state, seat)
            assert seat in engine.view(left, None).away + engine.view(left, None).left
            assert refused(engine.leave, left, seat, ANY) == "common.leave.when"


@pytest.mark.rule("common.leave.when")
def test_after_the_end_nobody_leaves():
    state = challenge(position([[1], [2]], (0, 1, 2)))
    assert refused(engine.leave, state, 0, ANY) == "common.leave.when"
    assert refused(engine.rejoin, state, 0) == "common.leave.bot"


@pytest.mark.rule("common.leave.place")
@pytest.mark.parametrize("mode", ["bot", "remove"])
def test_a_leaver_is_placed_below_seats_still_in_and_above_those_already_out(mode):
    state = position([[1], [2, 2], [], [3, 3]], (0, 1, 1), out=[2], options={"leave_mode": mode})
    ended = engine.abandon(leave(state, 1)).state
    assert engine.result(ended).places == (2, 3, 4, 1)


@pytest.mark.rule("common.leave.place")
@pytest.mark.parametrize("mode", ["bot", "remove"])
def test_of_several_leavers_the_later_is_placed_higher(mode):
    state = leave(position([*FOUR, [1]], options={"leave_mode": mode}), 3, 0)
    assert engine.result(engine.abandon(state).state).places == (4, 1, 1, 5, 3)


@pytest.mark.rule("common.leave.place")
@pytest.mark.parametrize("mode", ["bot", "remove"])
def test_a_seat_already_out_keeps_its_place_when_it_leaves(mode):
    state = position([[1], [2, 2], [], [], [3]], (0, 1, 1), out=[[2, 3]], options={"leave_mode": mode})
    ended = engine.abandon(leave(state, 3)).state
    assert engine.result(ended).places == (2, 1, 4, 4, 2)


@pytest.mark.rule("common.leave.match")
def test_a_removed_leaver_is_out_of_all_remaining_games_and_earns_nothing_in_them():
    chance = Rigged([[1] * 5] * 3)
    state = engine.start(3, engine.Options(leave_mode="remove", games=2, loss="one"), chance).state
    state = leave(state, 2)
    state = _play_out(state, loser=1)
    assert state.finished[0].points == (2.0, 1.0, 0.0)
    state = engine.proceed(state, ANY).state
    assert (state.game, state.counts, state.to_act) == (2, (5, 5, 0), 1)
    state = _play_out(state, loser=0)
    assert engine.result(state).games == ((1, 2, 3), (2, 1, 3))
    assert engine.result(state).totals == (3.0, 3.0, 0.0)  # counted with three seats


@pytest.mark.rule("common.leave.match")
def test_two_removed_leavers_earn_nothing_in_later_games_but_their_place_in_this_one():
    state = engine.start(4, engine.Options(leave_mode="remove", games=2, loss="one"), ANY).state
    state = _play_out(leave(state, 2, 3), loser=1)
    assert (state.finished[0].places, state.finished[0].points) == ((1, 2, 4, 3), (3.0, 2.0, 0.0, 1.0))
    state = _play_out(engine.proceed(state, ANY).state, loser=1)
    assert (state.finished[1].places, state.finished[1].points) == ((1, 2, 4, 3), (3.0, 2.0, 0.0, 0.0))


@pytest.mark.rule("common.leave.match")
def test_the_match_ends_when_only_one_seat_has_not_left():
    state = challenge(position([[5], [2], []], (1, 2, 2), out=[2], options={"games": 3, **REMOVE}))
    state = leave(state, 0)
    assert engine.due(state) == Due("next_game", 2.5)
    state, events = engine.leave(state, 1, ANY)
    assert kinds(events) == [Left, MatchOver]
    assert engine.result(state).reason == "left"
    assert engine.result(state).games == ((1, 2, 3),)  # games not begun are not scored


@pytest.mark.rule("common.leave.match")
def test_a_seat_whose_person_is_away_when_a_game_ends_earns_nothing_for_it_and_the_match_goes_on():
    state = engine.start(3, engine.Options(games=2, loss="one"), ANY).state
    state = _play_out(leave(state, 0), loser=1, last=2)
    assert (state.finished[0].places, state.finished[0].points) == ((3, 2, 1), (0.0, 1.0, 2.0))
    state = engine.rejoin(engine.proceed(state, ANY).state, 0).state
    assert state.counts == (5, 5, 5)
    state = _play_out(state, loser=1, last=2)
    assert (state.finished[1].places, state.finished[1].points) == ((1, 3, 2), (2.0, 0.0, 1.0))


@pytest.mark.rule("liars_dice.start.next-game")
def test_if_the_last_loser_has_left_the_next_active_seat_opens_the_next_game():
    ended = challenge(position([[5], [2], [], []], (1, 2, 2), out=[2, 3], options={"games": 2, **REMOVE}))
    assert engine.proceed(ended, ANY).state.to_act == 1
    assert engine.proceed(leave(ended, 1), ANY).state.to_act == 2
    assert engine.proceed(leave(ended, 2, 1), ANY).state.to_act == 3


@pytest.mark.rule("common.match.tiebreak")
def test_a_leaver_loses_every_tie_against_a_seat_that_stayed():
    """Each seat won one game of three; the last game breaks the tie, unless its winner has left."""
    state, _ = started(2, loss="one", games=3, leave_mode="remove")
    state = engine.proceed(_play_out(state, loser=1), ANY).state
    state = _play_out(state, loser=0)
    stayed = engine.result(engine.abandon(state).state)
    assert (stayed.totals, stayed.places) == ((1.0, 1.0), (2, 1))
    left = engine.result(leave(state, 1))
    assert (left.totals, left.places) == ((1.0, 1.0), (1, 2))


@pytest.mark.rule("common.match.total")
@pytest.mark.rule("common.match.single")
def test_totals_decide_a_match_of_several_games_and_the_place_a_match_of_one():
    state, _ = started(3, loss="one")
    single = _play_out(state, loser=1, last=2)
    assert engine.result(single).places == engine.result(single).games[0] == (1, 3, 2)
    state, _ = started(3, loss="one", games=3)
    for losers in ((1, 2), (0, 2), (1, 2)):
        state = _play_out(state, loser=losers[0], last=losers[1])
        state = state if engine.result(state) else engine.proceed(state, ANY).state
    assert engine.result(state).games == ((1, 3, 2), (3, 1, 2), (1, 3, 2))
    assert engine.result(state).totals == (4.0, 2.0, 3.0)
    assert engine.result(state).places == (1, 3, 2)


def _lose(state, loser):
    """One round in which `loser` makes the mistake and pays one die: it bids all dice as stars, which are none."""
    count, face = 1, 1
    while state.to_act != loser:
        state = bid(state, state.to_act, count, face)
        count, face = count + face // 5, face % 5 + 1
    state = bid(state, loser, sum(state.counts), "*")
    state = engine.apply(state, state.to_act, Challenge(), ANY).state
    return state if state.game_over or engine.result(state) else engine.proceed(state, ANY).state


def _play_out(state, *, loser, last=None):
    """Rounds until the game ends: `loser` pays until it is out, then `last` if there are more seats."""
    while not state.game_over and engine.result(state) is None:
        state = _lose(state, loser if state.counts[loser] or last is None else last)
    return state
