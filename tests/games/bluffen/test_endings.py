"""Last cards, the end of games and matches, places and points of Bluffen."""

import pytest
from msgspec.structs import replace

from games.bluffen import engine
from games.bluffen.endings import points_for
from games.bluffen.engine import Challenge, Lay, Options
from games.bluffen.state import Accepted, GameOver, Laid, MatchOver, WentOut
from games.core.errors import IllegalAction
from tests.games.bluffen.table import (
    ANY,
    Rigged,
    accept,
    challenge,
    challenged,
    counts,
    laid,
    lay,
    lay_refusal,
    may,
    open_types,
    position,
    refusal,
    seen_and_resumed,
)

LAST = ("QS", "2H 4D 9S", "3H 8C KD", "AS 10C")
PLAY_ON = {"finish": "play_on"}


def on_last(card="QC", **options):
    """Seat 0 has just laid its last card as spades; seat 1 is to answer."""
    return position(("", *LAST[1:]), (3, "7D", "S"), (0, card, "S"), options=options, to_act=1)


# --- last cards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.last.answer")
@pytest.mark.rule("bluffen.last.default")
def test_last_cards_are_answered_before_anything_is_laid():
    assert Options().last_card_safe is False
    state = position(LAST, (3, "7D", "S"), to_act=0)
    after, events = laid(state, 0, "QS", "S")
    assert events == (Laid(0, 1, "S", opening=False, last=True, open=False, cards=("QS",)),)
    assert (after.phase, after.live, after.outs, after.to_act) == ("answer_last", True, (), 1)
    assert open_types(after, 1) == ["challenge", "accept"]
    assert lay_refusal(after, 1, "9S", "S") == "bluffen.last.answer"
    two_left = lay(position(("QS 2C", *LAST[1:]), (3, "7D", "S"), to_act=0), 0, "QS", "S")
    assert two_left.phase == "respond"


@pytest.mark.rule("bluffen.last.answer")
def test_others_may_challenge_last_cards_until_the_next_seat_has_accepted():
    state = on_last(challengers="anyone", finish="play_on")
    assert [open_types(state, seat) for seat in (1, 2, 3)] == [["challenge", "accept"], ["challenge"], ["challenge"]]
    assert refusal(state, 2, engine.Accept()) == "bluffen.last.answer"
    assert not may(accept(state), 2, Challenge())


@pytest.mark.rule("bluffen.last.answer")
def test_until_they_are_answered_the_claimant_still_counts():
    state = on_last(leave_mode="remove", finish="play_on")
    gone = engine.leave(engine.leave(state, 2, ANY).state, 3, ANY).state
    assert not gone.game_over  # seats 0 and 1 are still in
    assert accept(gone).game_over


@pytest.mark.rule("bluffen.last.accepted")
def test_accepted_last_cards_stay_and_the_same_seat_lays_on_them():
    after, events = engine.apply(on_last(**PLAY_ON), 1, engine.Accept(), ANY)
    assert events == (Accepted(1, 0), WentOut(0, 1))
    assert (after.outs, after.phase, after.to_act, after.live, after.condition) == ((0,), "must_lay", 1, False, "S")
    assert len(after.pile) == 2
    assert open_types(after, 1) == ["lay"]
    assert refusal(after, 1, Challenge()) == "bluffen.last.accepted"
    assert lay_refusal(after, 1, "2H", "H") == "bluffen.open.condition"
    assert lay(after, 1, "2H").phase == "respond"


@pytest.mark.rule("bluffen.last.called-true")
def test_a_challenge_of_true_last_cards_costs_the_pile_and_the_claimant_is_out():
    after, events = challenged(on_last("QS", **PLAY_ON))
    assert WentOut(0, 1) in events
    assert counts(after) == [0, 5, 3, 2]
    assert (after.outs, after.phase, after.to_act, after.game_over) == ((0,), "open", 1, False)
    stopped = challenge(on_last("QS"))
    assert (stopped.game_over, stopped.finished[0].places) == (True, (1, 2, 2, 2))


@pytest.mark.rule("bluffen.last.called-lie")
def test_a_challenge_of_false_last_cards_gives_the_pile_back():
    for options in ({}, PLAY_ON):
        after = challenge(on_last("QC", **options))
        assert counts(after) == [2, 3, 3, 2]
        assert (after.outs, after.phase, after.to_act, after.game_over) == ((), "open", 0, False)


@pytest.mark.rule("bluffen.last.safe")
def test_safe_last_cards_are_out_the_moment_they_are_laid():
    safe = {"last_card_safe": True, "challengers": "anyone"}
    state = position(("QC", *LAST[1:]), (3, "7D", "S"), options={**safe, **PLAY_ON}, to_act=0)
    after, events = laid(state, 0, "QC", "S")
    assert events[1] == WentOut(0, 1)
    assert (after.outs, after.phase, after.to_act, after.live) == ((0,), "must_lay", 1, False)
    assert all(refusal(after, seat, Challenge()) == "bluffen.last.safe" for seat in (1, 2, 3))
    stopped = lay(position(("QC", *LAST[1:]), (3, "7D", "S"), options=safe, to_act=0), 0, "QC", "S")
    assert stopped.game_over
    assert lay(position(("QC", *LAST[1:]), (3, "7D", "S"), to_act=0), 0, "QC", "S").live


# --- the end of a game -----------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.end.stop")
def test_the_first_seat_out_wins_and_all_others_share_second_place():
    state = on_last()
    assert not state.game_over
    after, events = engine.apply(state, 1, engine.Accept(), ANY)
    assert GameOver(1, (1, 2, 2, 2), (1.0, 0.0, 0.0, 0.0)) in events
    assert isinstance(events[-1], MatchOver)
    assert after.result.places == (1, 2, 2, 2)
    assert open_types(after, 1) == []
    assert refusal(after, 1, Lay(("9S",), "S")) == "bluffen.end.stop"


@pytest.mark.rule("bluffen.end.play-on")
def test_play_goes_on_until_one_seat_holds_cards():
    options = {**PLAY_ON, "points": "placing"}
    state = position(("QS", "2H", "", "AS 10C"), (3, "7D", "S"), options=options, to_act=0, out=[2])
    second = accept(lay(state, 0, "QS"))
    assert (second.outs, second.game_over) == ((2, 0), False)
    third = accept(lay(second, 1, "2H"))
    assert third.outs == (2, 0, 1)
    assert third.finished[0].places == (2, 3, 1, 4)
    assert third.finished[0].points == (2.0, 1.0, 3.0, 0.0)
    assert refusal(third, 3, Lay(("AS",), "S")) == "bluffen.end.play-on"


@pytest.mark.rule("bluffen.end.loser")
@pytest.mark.parametrize(
    ("hands", "loser"),
    [
        (("", "2H 4D 9S", "3H 8C KD", "AS"), 1),  # the first of two clockwise from the winner
        (("", "2H 4D", "3H 8C KD", "AS"), 2),
        (("", "2H 4D", "3H", "AS 2S 3S"), 3),
    ],
)
def test_the_loser_holds_most_cards(hands, loser):
    state = position(hands, (3, "7D", "S"), (0, "QS", "S"), options={"games": 2}, to_act=1)
    assert accept(state).starter == loser


@pytest.mark.rule("bluffen.end.loser")
def test_the_first_of_several_is_counted_from_the_winner():
    state = position(("2H 4D", "3H 8C", "", "AS 2S"), (1, "7D", "S"), (2, "QS", "S"), options={"games": 2}, to_act=3)
    assert accept(state).starter == 3


@pytest.mark.rule("bluffen.end.loser")
def test_the_last_to_hold_cards_is_the_loser_where_play_goes_on():
    state = position(("", "2H", "", "AS"), (3, "7D", "S"), (0, "QS", "S"), options={**PLAY_ON, "games": 2}, to_act=1, out=[2])
    over = accept(lay(accept(state), 1, "2H"))
    assert (over.game_over, over.starter) == (True, 3)


@pytest.mark.rule("bluffen.points")
@pytest.mark.rule("common.points.placing")
@pytest.mark.rule("common.place.method")
def test_points_for_the_winner_alone_or_by_place():
    win, placing = Options(), Options(finish="play_on", points="placing")
    assert points_for((2, 1, 2, 2), win) == (0.0, 1.0, 0.0, 0.0)
    assert points_for((1, 1, 3), win) == (0.0, 0.0, 0.0)  # who shares the first place has not won
    assert points_for((2, 4, 1, 3), placing) == (2.0, 0.0, 3.0, 1.0)
    assert points_for((1, 2, 2, 4), placing) == (3.0, 1.5, 1.5, 0.0)


@pytest.mark.rule("common.match.total")
@pytest.mark.rule("common.match.single")
def test_a_match_adds_its_games_up():
    state = position(LAST, (3, "7D", "S"), options={"games": 2}, to_act=0)
    first = accept(lay(state, 0, "QS"))
    assert (first.phase, first.result) == ("open", None)
    assert engine.due(first).what == "next_game"
    second = engine.proceed(first, Rigged()).state
    ready = replace(second, hands=(("QS",), *second.hands[1:]), to_act=0)
    over = accept(lay(ready, 0, "QS", "S"))
    assert over.result.totals == (2.0, 0.0, 0.0, 0.0)
    assert over.result.games == ((1, 2, 2, 2), (1, 2, 2, 2))
    assert engine.view(over, 1).phase == "over"


# --- long games ------------------------------------------------------------------------------------------------------


def long_game(hands, acted=1000, **options):
    state = position(hands, (3, "7D", "S"), options=options, to_act=0)
    return replace(state, acted=acted)


@pytest.mark.rule("common.long.agreed")
@pytest.mark.rule("common.long.computers")
def test_a_game_of_a_thousand_actions_may_be_ended_by_the_cards_held():
    hands = ("QS 2C", "2H 4D 9S", "3H 8C", "AS")
    early = long_game(hands, 999)
    assert not engine.is_long(early)
    with pytest.raises(IllegalAction) as caught:
        engine.end_long(early)
    assert caught.value.rule == "common.long.agreed"
    state = lay(early, 0, "QS")
    assert engine.is_long(state)
    ended, events = engine.end_long(replace(state, options=Options(games=2)))
    assert events == (GameOver(1, (1, 4, 3, 1), (0.0, 0.0, 0.0, 0.0), long=True),)
    assert (ended.game_over, ended.starter) == (True, 1)
    assert engine.due(ended).what == "next_game"
    assert not engine.is_long(ended)
    assert not engine.is_long(engine.proceed(ended, Rigged()).state)


@pytest.mark.rule("common.long.agreed")
def test_who_is_out_keeps_its_place_and_leavers_come_last_when_a_long_game_is_ended():
    state = long_game(("QS 2C", "2H 4D 9S", "", "AS"), finish="play_on", points="placing")
    left = engine.leave(state, 3, ANY).state
    ended = engine.end_long(left).state
    assert ended.finished[0].places == (2, 3, 1, 4)
    assert ended.finished[0].points == (2.0, 1.0, 3.0, 0.0)


@pytest.mark.rule("common.long.agreed")
def test_one_who_wins_a_long_game_gets_the_point():
    ended = engine.end_long(long_game(("QS 2C", "2H 4D 9S", "3H 8C", "AS"))).state
    assert ended.result.places == (2, 4, 2, 1)
    assert ended.result.totals == (0.0, 0.0, 0.0, 1.0)


def test_calls_that_are_collected_count_no_action_yet():
    state = replace(position(LAST, (3, "7D", "S"), options={"challengers": "anyone"}, to_act=0), acted=999)
    pending = engine.apply(state, 1, Challenge(), ANY).state
    assert not engine.is_long(pending)
    assert engine.is_long(engine.proceed(pending, ANY).state)
    assert seen_and_resumed(engine.proceed(pending, ANY).state).acted == 1000
