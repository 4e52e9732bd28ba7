"""Places and points of games and matches, and what each seat sees."""

import msgspec
import pytest

from games.bluff_nepal import engine
from games.bluff_nepal.engine import Options
from games.bluff_nepal.state import CardsLaid, Claim, Dealt, Lay, SeenLay
from tests.games.bluff_nepal.table import FOUR, JOKERS, REMOVE, Rigged, call, counts, lay, leave, let_go, made, pass_, position


def won(hands, layer, **given):
    """The places of a game whose `layer` is let go with empty hands."""
    state = position(hands, (layer, "7C"), phase="answer_last", **given)
    return let_go(state, state.to_act).finished[0]


@pytest.mark.rule("bluff_nepal.place.cards")
def test_the_remaining_places_go_by_hand_size_small_before_large():
    assert won(["2C 3C 4C", "2D", "", "2H 3H"], 2).places == (4, 2, 1, 3)
    assert won(["2C", "2D 3D", "2H 3H 4H", ""], 3).places == (2, 3, 4, 1)


@pytest.mark.rule("bluff_nepal.place.cards")
def test_a_pile_just_taken_counts_and_cards_set_aside_belong_to_nobody():
    hands = ["2C", "2D 3D", "", "2H 3H 4H"]
    state = position(hands, (3, "9C 9D 9H"), (2, "7C"), phase="answer_last", set_aside=["AC", "AD"])
    assert let_go(state, 1).finished[0].places == (2, 3, 1, 4)
    taken = call(state, 0)
    assert counts(taken) == [5, 2, 0, 3]
    assert taken.finished[0].places == (4, 2, 1, 3)


@pytest.mark.rule("bluff_nepal.place.ties")
@pytest.mark.parametrize(("winner", "places"), [(0, (1, 4, 3, 2)), (1, (2, 1, 4, 3)), (2, (3, 2, 1, 4)), (3, (4, 3, 2, 1))])
def test_equal_numbers_are_placed_by_distance_to_the_right_of_the_winner(winner, places):
    hands = ["2C", "2D", "2H", "2S"]
    hands[winner] = ""
    assert won(hands, winner).places == places


@pytest.mark.rule("bluff_nepal.place.ties")
def test_whether_they_had_passed_does_not_matter_and_no_place_is_shared():
    assert won(["2C", "2D", "", "2S"], 2, passed=[1]).places == won(["2C", "2D", "", "2S"], 2, passed=[0, 3]).places == (3, 2, 1, 4)
    assert won(["2C 3C", "2D", "2H 3H", "", "2S", "3S"], 3).places == (6, 2, 5, 1, 4, 3)


@pytest.mark.rule("bluff_nepal.points")
@pytest.mark.rule("common.points.placing")
def test_place_p_among_n_seats_earns_n_minus_p():
    assert won(["2C 3C 4C", "2D", "", "2H 3H"], 2).points == (0.0, 2.0, 3.0, 1.0)
    assert won(["", "2D"], 0).points == (1.0, 0.0)


@pytest.mark.rule("bluff_nepal.points")
@pytest.mark.rule("common.match.total")
def test_the_points_of_all_games_are_added():
    state = let_go(position(["2C 3C", "2D", ""], (2, "7C"), phase="answer_last", dealer=0, options={"games": 2}), 1)
    assert engine.result(state) is None
    assert engine.view(state, None).totals == (0.0, 1.0, 2.0)
    again = position(["", "2D 3D", "2H"], (0, "7C"), phase="answer_last", options={"games": 2})
    state = let_go(msgspec.structs.replace(again, game=2, finished=state.finished), 2)
    assert state.result.totals == (2.0, 1.0, 3.0)
    assert state.result.places == (2, 3, 1)
    assert state.result.games == ((3, 2, 1), (1, 3, 2))


# --- views -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.view")
@pytest.mark.rule("common.view.own")
def test_each_seat_sees_its_own_hand_and_the_cards_it_laid_itself_this_round():
    state = position(FOUR, (3, "9C"), (2, "8C X"), (3, "9D"), (1, "KC"), to_act=0, options=JOKERS)
    for seat in range(4):
        view = engine.view(state, seat)
        assert view.own == state.hands[seat]
        assert [lay.cards for lay in view.pile] == [lay.cards if lay.seat == seat else None for lay in state.pile]
    assert engine.view(state, None).own is None


@pytest.mark.rule("bluff_nepal.view")
def test_not_those_of_the_rounds_before():
    state = pass_(position(FOUR, (2, "8C")), 1, 0, 3)
    assert engine.view(state, 2).pile == ()
    assert "8C" not in str(engine.view(state, 2))


@pytest.mark.rule("bluff_nepal.view")
@pytest.mark.rule("common.view.public")
def test_everyone_sees_sizes_rank_numbers_passes_and_what_was_turned_over():
    state = position(FOUR, (2, "8C 9C"), (3, "KC"), to_act=0, passed=[1], set_aside=["QC", "QD", "QH"], turned_over=["7C"])
    for viewer in (None, *range(4)):
        view = engine.view(state, viewer)
        assert view.hand_counts == (2, 2, 5, 2)
        assert (view.pile_count, view.rank, view.claim, view.live) == (3, "7", Claim(3, 1, "7"), True)
        assert [(lay.seat, lay.count) for lay in view.pile] == [(2, 2), (3, 1)]
        assert (view.passed, view.set_aside_count, view.turned_over, view.to_act) == ((1,), 3, ("7C",), 0)


@pytest.mark.rule("bluff_nepal.view")
@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("ends", [False, True])
def test_set_aside_cards_stay_hidden_also_when_the_game_has_ended(ends):
    state = position(["2C", "2D", "", "2S"], (2, "8C"), phase="answer_last", set_aside=["QC", "QD"], options={"games": 2})
    state = let_go(state, 1) if ends else state
    for viewer in (None, *range(4)):
        seen = str(engine.view(state, viewer))
        assert "QC" not in seen and "QD" not in seen


@pytest.mark.rule("bluff_nepal.view")
def test_whoever_takes_the_pile_sees_all_of_it_and_the_others_what_was_turned_over():
    state = call(position(FOUR, (3, "9C"), (2, "7C"), to_act=1), 1)
    assert engine.view(state, 1).own == ("2D", "7D", "9C", "7C")
    for viewer in (None, 0, 2, 3):
        seen = str(engine.view(state, viewer))
        assert "'7C'" in seen and "'9C'" not in seen


@pytest.mark.rule("common.view.own")
def test_of_a_deal_and_of_a_lay_each_seat_is_shown_its_own_cards():
    state, events = engine.start(3, Options(), Rigged(dealer=0))
    for seat in range(3):
        shown = engine.show(events[1], seat)
        assert shown == Dealt(1, 0, (17, 17, 18), tuple(state.hands[seat] if owner == seat else None for owner in range(3)))
    assert engine.show(events[1], None).hands == (None, None, None)
    laid = made(position(FOUR, to_act=2), 2, Lay(("AC",), "K")).events[0]
    assert engine.show(laid, 2) == laid
    assert engine.show(laid, 0) == engine.show(laid, None) == CardsLaid(2, 1, "K", True, False, None)


@pytest.mark.rule("common.view.out")
def test_a_seat_that_left_for_good_sees_what_a_spectator_sees():
    state = leave(position(FOUR, (3, "9C"), (2, "8C"), to_act=1, options=REMOVE), 3)
    assert engine.view(state, 3) == engine.view(state, None)
    assert engine.view(state, 3).pile == (SeenLay(3, 1, None), SeenLay(2, 1, None))


def test_turned_over_cards_stay_readable_until_the_next_game():
    state = position(FOUR, (2, "8C"), options={"games": 2})
    state = call(state, 1)
    assert (state.turned_over, state.reveal.cards) == (("8C",), ("8C",))
    state = engine.proceed(state, Rigged()).state
    state = lay(state, 1, "2D", "2")
    assert engine.view(state, None).reveal.cards == ("8C",)  # how the round before this one ended
    assert pass_(state, 0, 3, 2).reveal is None


def test_a_new_game_begins_with_nothing_turned_over_or_set_aside():
    state = position(["2C", "2D", ""], (2, "7C"), phase="answer_last", options={"games": 2}, set_aside=["QC"], turned_over=["7D"])
    ended = call(state, 1)
    assert (ended.turned_over, ended.set_aside) == (("7D", "7C"), ("QC",))
    state = engine.proceed(ended, Rigged()).state
    assert (state.turned_over, state.set_aside, state.pile, state.reveal) == ((), (), (), None)
