"""What is seen at a table of Liar's Dice, its options, and matches that were saved."""

import msgspec
import pytest

from games.core.errors import IllegalOptions, NotInThisGame
from games.core.game import Due
from games.liars_dice import engine
from games.liars_dice.engine import Bid, Challenge, Options
from games.liars_dice.state import MadeBid
from tests.games.liars_dice.table import ANY, FOUR, Rigged, bid, challenge, may_bid, position, refusal, started

# --- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("liars_dice.view")
@pytest.mark.rule("common.view.own")
def test_each_seat_sees_its_own_dice_and_nobody_elses():
    state, _ = started(3, [[1] * 5, [2] * 5, ["*"] * 5])
    assert [engine.view(state, seat).own for seat in range(3)] == [(1,) * 5, (2,) * 5, ("*",) * 5]
    rolled = engine.start(3, Options(), Rigged([[1] * 5, [2] * 5, ["*"] * 5])).events[1]
    assert engine.show(rolled, 1).dice == (None, (2,) * 5, None)


@pytest.mark.rule("common.view.public")
def test_everyone_sees_counts_bids_and_the_seat_to_act():
    state = position([[1, 2], [3], [], [4, 5]], (0, 1, 3), (1, 2, 3), out=[2], timeouts=[0, 0, 0, 1])
    for reader in (None, 0, 1, 2, 3):
        view = engine.view(state, reader)
        assert (view.dice_counts, view.in_play, view.to_act, view.starter) == ((2, 1, 0, 2), 5, 3, 0)
        assert view.bids == (MadeBid(0, 1, 3), MadeBid(1, 2, 3))
        assert (view.out, view.timeouts, view.options) == (((2,),), (0, 0, 0, 1), Options())


@pytest.mark.rule("common.view.out")
def test_a_spectator_and_a_seat_that_is_out_see_public_information_only():
    state = position([[1, 2], [3], [], [4, 5]], (0, 1, 3), out=[2])
    assert engine.view(state, 2) == engine.view(state, None)
    assert engine.view(state, 2).own is None
    rolled = engine.proceed(challenge(state), ANY).events[0]
    assert engine.show(rolled, None).dice == (None,) * 4
    assert engine.show(rolled, 2).dice == (None, None, (), None)


@pytest.mark.rule("common.reveal")
def test_the_next_roll_waits_after_a_reveal():
    state = position(FOUR, (1, 9, 1))
    assert engine.due(state) is None
    state = challenge(state)
    assert engine.due(state) == Due("deal", 2.5)
    assert engine.actors(state).waited is None
    assert refusal(state, 1, Bid(1, 1)) == "common.reveal"
    assert engine.due(engine.proceed(state, ANY).state) is None


# --- options and actions ---------------------------------------------------------------------------------------------


@pytest.mark.rule("common.options.validate")
@pytest.mark.parametrize("seconds", [1, 4])
def test_options_that_break_a_rule_are_refused_when_the_table_is_made(seconds):
    with pytest.raises(IllegalOptions) as caught:
        engine.check_table(4, Options(turn_seconds=seconds))
    assert caught.value.rule == "common.options.validate"


@pytest.mark.rule("common.options.validate")
def test_an_option_without_effect_is_accepted():
    engine.check_table(2, Options(extra_set=True, call_grace_ms=1000, one_phone=True))
    engine.check_table(6, Options(turn_seconds=0, max_timeouts=0))


@pytest.mark.rule("common.options.fixed")
def test_options_stay_as_they_were_for_the_whole_match_and_everyone_sees_them():
    options = Options(loss="one", games=2)
    state = challenge(position([[5], [2], []], (1, 2, 2), out=[2], options={"loss": "one", "games": 2}))
    state = engine.proceed(state, ANY).state
    assert state.options == options
    assert engine.view(state, None).options == options


@pytest.mark.rule("common.action.reject")
def test_a_refused_action_costs_nothing():
    state = position(FOUR, (0, 5, 3), timeouts=[0, 1, 2, 0])
    before = engine.dump(state)
    for seat, action in [(1, Bid(4, 5)), (2, Bid(6, 1)), (3, Challenge()), (1, Bid(99, 1))]:
        refusal(state, seat, action)
    assert engine.dump(state) == before


@pytest.mark.rule("common.action.binding")
def test_a_bid_cannot_be_taken_back_or_changed():
    state = bid(position(FOUR), 0, 2, 2)
    assert refusal(state, 0, Bid(2, 3)) == "liars_dice.turn"
    assert {choice.type for choice in engine.choices(state, 0)} == {"bid", "challenge"}
    assert not any(choice.open for choice in engine.choices(state, 0))


@pytest.mark.rule("common.action.order")
def test_an_action_is_checked_against_the_state_at_that_moment():
    state = position(FOUR, (0, 5, 3))
    assert may_bid(state, 1, 5, 4)
    assert not may_bid(bid(state, 1, 6, 1), 2, 5, 4)


def test_something_else_than_an_action_cannot_be_read():
    with pytest.raises(NotInThisGame):
        engine.apply(position(FOUR), 0, "bid", ANY)


# --- saving ----------------------------------------------------------------------------------------------------------


def test_a_saved_match_names_its_version_of_the_rules():
    state = position(FOUR, (0, 5, 3))
    saved = msgspec.json.decode(engine.dump(state))
    assert saved["rules_version"] == engine.RULES_VERSION
    with pytest.raises(NotInThisGame):
        engine.load(msgspec.json.encode({**saved, "rules_version": 99}))


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"null", b'{"rules_version": 1}'])
def test_what_is_not_a_saved_match_cannot_be_read(data):
    with pytest.raises(NotInThisGame):
        engine.load(data)


def test_a_saved_match_with_lists_of_the_wrong_length_cannot_be_read():
    saved = msgspec.json.decode(engine.dump(position(FOUR)))
    with pytest.raises(NotInThisGame):
        engine.load(msgspec.json.encode({**saved, "counts": [5, 5]}))
