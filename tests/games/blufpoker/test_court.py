"""What the casebook says of Blufpoker: every outcome key, strange positions, cases that cannot be judged."""

import json
import re

import pytest

from games.blufpoker import court
from games.core.casebook import judge
from games.core.errors import NotInThisGame

POSITION_KEYS = {"to_act", "phase", "live", "direction", "starter", "next_starter", "next_game_starter"}
DICE_KEYS = {"value", "aside", "throws", "dice_thrown", "dice_to_throw_max", "seen_by_thrower", "sees_dice", "looked", "legal_types"}
END_KEYS = {"game_over", "winner", "places", "points", "penalty_to", "penalties", "success", "throws_used"}
LEAVE_KEYS = {"eliminated", "place_of_leaver", "round_void", "out", "left"}
EVERY_KEY = {"legal", "unchanged", "rule"} | POSITION_KEYS | DICE_KEYS | END_KEYS | LEAVE_KEYS

OPTIONS = {"sixes": True, "blind_pass": True, "three_throws": True, "choose_direction": True}
BEFORE = {
    "start_throw": {"phase": "start_throw"},
    "own_throw": {"phase": "own_throw", "dice": [4, 2, 1]},
    "decide": {"phase": "decide", "claims": [{"seat": 0, "value": 421}], "dice": [4, 2, 1]},
    "accepted": {"phase": "accepted", "claims": [{"seat": 0, "value": 421}], "dice": [6, 2, 1]},
    "six_attempt": {"phase": "six_attempt", "claims": [{"seat": 0, "value": 666}], "dice": [6, 2, 1]},
}


def outcome(given, action, options=None, seats=4):
    line = judge({"id": "x", "options": options or {}, "given": {"seats": seats, **given}, "action": action}, "blufpoker")
    return line.get("outcome", line)


@pytest.mark.parametrize("phase", BEFORE)
@pytest.mark.parametrize("kind", ["throw", "claim", "accept", "doubt", "blind", "leave", "timeout"])
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("leave_mode", ["bot", "remove"])
def test_every_action_gives_every_key_and_plain_json(phase, kind, seat, leave_mode):
    found = outcome(BEFORE[phase], {"seat": seat, "type": kind, "value": 431}, {**OPTIONS, "leave_mode": leave_mode})
    assert found.keys() >= EVERY_KEY | ({"made"} if kind == "timeout" else set())
    assert json.loads(json.dumps(found)) == found
    assert found["legal"] is not found["unchanged"]
    assert found["legal"] is (found["rule"] is None)


@pytest.mark.parametrize("kind", ["throw", "claim", "accept", "doubt", "blind"])
def test_after_a_refusal_the_outcome_is_the_position_before(kind):
    found = outcome(BEFORE["decide"], {"seat": 2, "type": kind, "value": 431}, OPTIONS)
    assert (found["legal"], found["rule"]) == (False, "blufpoker.decide")
    assert (found["to_act"], found["phase"], found["live"], found["value"]) == (1, "decide", True, 421)


@pytest.mark.parametrize("value", [None, "431", 431.5, True, [431]])
def test_a_claim_that_is_no_number_is_refused(value):
    for phase, kind in (("own_throw", "claim"), ("decide", "blind")):
        found = outcome(BEFORE[phase], {"type": kind, "value": value}, OPTIONS)
        assert (found["legal"], found["rule"]) == (False, "blufpoker.claim.values")


def test_the_turn_is_asked_for_before_the_claim_is_read():
    assert outcome(BEFORE["decide"], {"seat": 1, "type": "claim", "value": "x"})["rule"] == "blufpoker.decide"
    assert (
        outcome(BEFORE["accepted"], {"seat": 1, "type": "claim", "value": 431, "direction": "up"})["rule"] == "blufpoker.accept.must-throw"
    )


@pytest.mark.parametrize(
    ("options", "given", "rule"),
    [
        ({}, BEFORE["own_throw"], "blufpoker.direction.off"),
        ({"choose_direction": True}, {**BEFORE["own_throw"], "first_round": True}, "blufpoker.direction.first-round"),
        ({"choose_direction": True}, BEFORE["own_throw"], "blufpoker.direction.choose"),
    ],
)
def test_a_direction_that_is_none_is_refused(options, given, rule):
    assert outcome(given, {"type": "claim", "value": 431, "direction": "up"}, options)["rule"] == rule


def test_dice_that_a_case_does_not_lay_out_are_drawn():
    found = outcome(BEFORE["start_throw"], {"seat": 0, "type": "throw"})
    assert (found["legal"], found["dice_thrown"]) == (True, 3)


@pytest.mark.parametrize(
    "given",
    [
        {"phase": "dance"},
        {"phase": "decide"},
        {"phase": "six_attempt"},
        {"to_act": 4},
        {"dice": [7, 1, 1]},
        {"dice": [1, 1]},
        {"dice": [1, 1, 1], "aside": 1},
        {"aside": 3, "dice": [], "phase": "own_throw"},
        {"penalties": [0, 0]},
        {"order": [0, 1, 2]},
        {"order": [0, 1, 2, 2]},
        {"direction": "left"},
        {"claims": [{"seat": 0}]},
        {"claims": [{"seat": 9, "value": 421}]},
        {"throws": 4, "dice": [1, 1, 1]},
        {"left": [0, 1, 2], "to_act": 3},
        {"left": [0], "to_act": 0},
        {"claims": [{"seat": 0, "value": 640}], "dice": [4, 2, 1]},
        {"rolls": [[1, 1]], "phase": "start_throw"},
        {"rolls": [[0, 1, 1]], "phase": "start_throw"},
    ],
)
def test_a_position_that_cannot_be_is_not_judged(given):
    assert "error" in outcome(given, {"type": "throw"}, {"leave_mode": "remove", "three_throws": True})


@pytest.mark.parametrize("options", [{"penalty_limit": 0}, {"jokers": 2}])
def test_options_of_no_table_are_not_judged(options):
    with pytest.raises(NotInThisGame):
        court.judge({"options": options, "given": {"seats": 4}, "action": {"type": "throw"}})


@pytest.mark.parametrize("kind", ["dance", "deal", "calls", "lay"])
def test_what_this_game_does_not_know_is_not_judged(kind):
    assert "error" in outcome(BEFORE["decide"], {"type": kind, "seats": [1, 2]})


@pytest.mark.parametrize(
    "action",
    [{"type": "value", "dice": [1, 2]}, {"type": "value"}, {"type": "start_roll", "rolls": [{"0": 6, "1": 6}]}, {"type": "each"}],
)
def test_a_question_that_lacks_something_is_not_judged(action):
    assert "error" in outcome(BEFORE["decide"], action)


FIRST = {"0": 6, "1": 6, "2": 3, "3": 4}


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ({"type": "next_value", "above": ["a"]}, "'a'"),
        ({"type": "next_value", "above": 5}, "5"),
        ({"type": "order", "bids": [641, "x"]}, "'x'"),
        ({"type": "truth", "values": [None]}, "None"),
        ({"type": "value", "dice": 632}, "`dice`"),
        ({"type": "value", "dice": [5], "aside": "x"}, "`aside`"),
        ({"type": "each"}, "values"),
        ({"type": "start_roll", "rolls": [FIRST, {"0": 6, "1": 2, "2": 5}]}, "[0, 1]"),
        ({"type": "start_roll", "rolls": [FIRST, {"0": 6, "1": 2}, {"0": 1}]}, "after the last"),
    ],
)
def test_what_is_wrong_in_a_question_is_named(action, told):
    with pytest.raises((NotInThisGame, KeyError), match=re.escape(told)):
        court.judge({"given": {"seats": 4, **BEFORE["decide"]}, "action": action})


def test_nothing_can_be_made_of_a_turn_that_goes_on_after_666():
    given = {"phase": "own_throw", "claims": [{"seat": 0, "value": 666}], "dice": [4, 2, 1], "to_act": 1}
    assert outcome(given, {"type": "legal_types", "seat": 1})["types"] == ["claim"]
    assert "666" in outcome(given, {"type": "timeout", "seat": 1})["error"]


def test_positions_without_phase_or_turn_are_read_from_what_they_hold():
    assert court.position({"given": {"seats": 4, "starter": 2}, "action": {}}).to_act == 2
    assert court.position({"given": {"seats": 4, "order": [3, 1, 0, 2]}, "action": {}}).to_act == 3
    state = court.position({"given": {"seats": 4, "dice": [4, 2, 1], "starter": 1}, "action": {}})
    assert (state.phase, state.to_act, state.throws, state.seen_by) == ("own_throw", 1, 1, (1,))
    state = court.position({"given": {"seats": 4, "claims": [{"seat": 1, "value": 421}], "direction": "anticlockwise"}, "action": {}})
    assert (state.phase, state.to_act, state.starter, state.throws) == ("decide", 0, 1, 0)


@pytest.mark.parametrize(("seen_by", "seen"), [({"seen_by": []}, ()), ({"seen_by": [0]}, (0,)), ({"seen_by": [3, 0]}, (3, 0))])
def test_who_has_seen_the_dice_before_a_decision_is_as_given(seen_by, seen):
    assert court.position({"given": {"seats": 4, **BEFORE["decide"], **seen_by}, "action": {}}).seen_by == seen


@pytest.mark.rule("blufpoker.view")
@pytest.mark.parametrize("phase", ["decide", "accepted"])
@pytest.mark.parametrize(
    ("options", "claims", "throws", "has_seen"),
    [
        ({}, 1, {}, True),
        ({}, 2, {}, True),
        ({"three_throws": True}, 2, {"throws": 2}, True),
        ({"three_throws": True}, 2, {"throws": 3}, False),
        ({"blind_pass": True}, 1, {}, True),
        ({"blind_pass": True}, 2, {}, False),
    ],
)
def test_a_claimant_has_seen_its_dice_unless_it_may_have_claimed_unseen(phase, options, claims, throws, has_seen):
    said = [{"seat": 3, "value": 421, **throws}, {"seat": 0, "value": 431, **throws}][-claims:]
    table = throws if phase == "decide" else {}
    given = {"seats": 4, "phase": phase, "dice": [5, 2, 1], "claims": said, "to_act": 1, **table}
    assert (0 in court.position({"options": options, "given": given, "action": {}}).seen_by) == has_seen


def test_who_believed_has_seen_the_dice_in_any_case():
    given = {"seats": 4, **BEFORE["accepted"], "seen_by": [0]}
    assert court.position({"given": given, "action": {}}).seen_by == (0, 1)


def test_list_and_order_and_truth():
    listed = outcome(BEFORE["own_throw"], {"type": "list_bids", "positions_of": [211, 640, [211]]})
    assert (listed["number"], listed["lowest"], listed["highest"], listed["bids"], listed["positions"]) == (
        56,
        111,
        666,
        None,
        [2, None, None],
    )
    assert outcome(BEFORE["decide"], {"type": "list_bids"})["number"] == 0
    assert outcome(BEFORE["decide"], {"type": "list_bids", "full": True}, OPTIONS)["bids"][0] == 422
    assert outcome(BEFORE["decide"], {"type": "truth", "bids": [421, 422]}) == {"true_each": [True, False]}


@pytest.mark.rule("common.leave.bot")
def test_start_roll_leaves_out_who_left_for_good_and_a_computer_rolls_for_others():
    three, four = {"1": 3, "2": 3, "3": 1}, {"0": 5, "1": 3, "2": 3, "3": 1}
    roll = {"type": "start_roll", "rolls": [three]}
    assert outcome({"left": [0]}, roll, {"leave_mode": "remove"}) == {"starter": None, "roll_again": [1, 2]}
    assert outcome({"left": [0]}, roll | {"rolls": [four]}) == {"starter": 0, "roll_again": []}
    assert outcome({"left": [0]}, roll) == {"starter": None, "roll_again": [1, 2]}
    assert "error" in outcome({"left": [0]}, roll | {"rolls": [four]}, {"leave_mode": "remove"})
