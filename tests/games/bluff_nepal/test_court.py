"""The casebook for this game: what a position means, what cannot be judged, and that every outcome key is there."""

import json

import pytest

from games.bluff_nepal import court
from games.core.casebook import judge, read_cases
from tests.games.core.test_casebook import ROOT

OWN = ROOT / "tests" / "games" / "bluff_nepal" / "cases" / "bluff_nepal.json"
GIVEN = {
    "seats": 3,
    "hands": [["2C", "7C"], ["2D", "7D"], ["2H", "7H"]],
    "pile": [{"seat": 2, "cards": ["8C"]}],
    "rank": "7",
    "live": True,
    "to_act": 1,
    "phase": "follow",
}
OF_ACTIONS = {
    *("legal", "unchanged", "rule", "to_act", "phase", "live", "direction", "dealer", "starter", "next_starter"),
    *("next_game_starter", "next_game_dealer", "condition", "rank", "passed", "out", "left", "set_aside_count", "pile_count"),
    *("hand_counts", "turned_over", "claim_true", "caller", "pile_to", "eliminated", "place_of_leaver", "round_void"),
    *("game_over", "winner", "places", "points"),
}
OF_QUESTIONS = {
    "create_table": {"accepted", "rule", "deck"},
    "legal_types": {"types"},
    "legal_claims": {"claims"},
    "view": {"sees_each", "sees_public"},
    "score_game": {"game_over", "winner", "places", "points"},
    "score_match": {"totals", "places", "league_points"},
}


def outcome(action, **given):
    return judge({"id": "a", "given": {**GIVEN, **given}, "action": action}, "bluff_nepal")["outcome"]


@pytest.mark.parametrize("kind", ["lay", "pass", "call", "calls", "let_go", "leave", "timeout", "deal"])
@pytest.mark.parametrize("refused", [False, True])
def test_every_outcome_key_is_there_for_every_action(kind, refused):
    seat = 2 if refused else 1
    told = outcome({"seat": seat, "seats": [seat], "type": kind, "cards": ["2D"], "rank": "7"})
    assert set(told) == OF_ACTIONS | ({"made"} if kind == "timeout" else set())
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("kind", OF_QUESTIONS)
def test_every_outcome_key_is_there_for_every_question(kind):
    asked = {"seat": 1, "type": kind, "of": ["2C"], "places": [[1, 2, 3]] if kind == "score_match" else [1, 2, 3]}
    assert set(outcome(asked)) == OF_QUESTIONS[kind]


def test_the_own_cases_ask_every_action_and_question_and_expect_every_key():
    cases = read_cases(OWN)
    kinds = {case["action"]["type"] for case in cases}
    assert kinds == {"lay", "pass", "call", "calls", "let_go", "leave", "timeout", "deal", *OF_QUESTIONS}
    expected = {key for case in cases for key in case["expect"]}
    assert OF_ACTIONS | {"made"} | set().union(*OF_QUESTIONS.values()) <= expected


def test_missing_keys_follow_from_the_rest():
    bare = {"hands": GIVEN["hands"], "pile": GIVEN["pile"], "condition": "7", "live": True}
    state = court.position({"given": bare, "action": {"type": "view"}})
    assert (state.seats, state.phase, state.to_act, state.rank, state.leader) == (3, "follow", 1, "7", 2)
    claimed = {"hands": GIVEN["hands"], "pile": [{"seat": 2, "cards": ["8C"], "claim": "9"}]}
    assert court.position({"given": claimed, "action": {"type": "view"}}).rank == "9"
    empty = court.position({"given": {"hands": [["2C"], ["2D"]]}, "action": {"type": "view"}})
    assert (empty.phase, empty.rank, empty.live, empty.to_act) == ("lead", None, False, 1)
    last = court.position({"given": {**bare, "hands": [["2C"], ["2D"], []]}, "action": {"type": "view"}})
    assert last.phase == "answer_last"


def test_a_position_need_not_be_reachable():
    assert outcome({"seat": 1, "type": "call"}, pile=[], rank=None, phase="lead")["rule"] == "bluff_nepal.call.needs-claim"
    assert outcome({"seat": 1, "type": "pass"}, passed=[0, 2])["phase"] == "lead"
    assert outcome({"seat": 2, "type": "pass"}, to_act=2)["to_act"] == 1
    assert outcome({"seat": 1, "type": "lay", "cards": ["2D"]}, passed=[0, 2])["phase"] == "lead"
    assert outcome({"seat": 1, "type": "call"}, hands=[["2C"], [], []])["pile_to"] == 2
    assert outcome({"seat": 0, "type": "pass"}, hands=[["2C"], [], ["2H"]], to_act=0)["to_act"] == 2


@pytest.mark.parametrize(
    "given",
    [
        {"hands": [["2C"]]},
        {"hands": [["1C"], [], []]},
        {"pile": [{"seat": 3, "cards": ["8C"]}]},
        {"pile": [{"cards": ["8C"]}]},
        {"rank": "1"},
        {"rank": None},
        {"phase": "dance"},
        {"to_act": 5},
        {"passed": [9]},
        {"timeouts": [0]},
        {"left": [True]},
        {"seats": "three"},
    ],
)
def test_what_is_no_position_cannot_be_judged(given):
    line = judge({"id": "a", "given": {**GIVEN, **given}, "action": {"seat": 1, "type": "pass"}}, "bluff_nepal")
    assert line["error"]


def test_a_game_needs_seats_that_are_there_and_a_leader_with_cards():
    gone = {"given": {**GIVEN, "left": [0, 1, 2]}, "options": {"leave_mode": "remove"}, "action": {"type": "deal"}}
    alone = {**gone, "given": {**GIVEN, "left": [0, 1]}, "action": {"seat": 2, "type": "pass"}}
    bare = {"given": {"hands": [["2C"], []], "phase": "lead", "to_act": 1}, "action": {"type": "timeout"}}
    told = [judge({"id": "a", **case}, "bluff_nepal").get("error") for case in (gone, alone, bare)]
    assert told == ["all seats have left", "fewer than two seats are in the game", "seat 1 is to lead and has no cards"]


@pytest.mark.parametrize("options", [{"decks": 2}, {"callers": "nobody"}, {"jokers": 1}])
def test_options_of_no_table_cannot_be_judged(options):
    line = judge({"id": "a", "options": options, "given": GIVEN, "action": {"seat": 1, "type": "pass"}}, "bluff_nepal")
    assert line["error"]


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ({"type": "lay"}, "bluff_nepal.lay.count"),
        ({"type": "lay", "cards": "2D"}, "bluff_nepal.lay.count"),
        ({"type": "lay", "cards": ["2D"], "rank": 2}, "bluff_nepal.follow.same-rank"),
        ({"type": "lay", "cards": [7]}, "common.action.reject"),
    ],
)
def test_an_action_that_cannot_be_read_is_refused(action, rule):
    assert outcome({"seat": 1, **action})["rule"] == rule


def test_an_unknown_action_is_an_error():
    assert "dance" in judge({"id": "a", "given": GIVEN, "action": {"type": "dance"}}, "bluff_nepal")["error"]
