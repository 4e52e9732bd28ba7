"""The casebook and `manage.py judge` (rules 8)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.core.casebook import CasebookError, judge, matches, read_cases, run, seats_of, winner_of
from games.core.errors import NotInThisGame
from games.core.registry import all_games

ROOT = Path(__file__).parents[3]
LAW = ROOT / "tests" / "law" / "cases"
GIVEN = {"seats": 2, "dice": [[1], [2]], "bids": [], "to_act": 0, "starter": 0}
GOOD = {"id": "a", "options": {}, "given": GIVEN, "action": {"seat": 0, "type": "legal_types"}, "expect": {"types": ["bid"]}}
WRONG = {**GOOD, "id": "b", "expect": {"types": ["challenge"]}}
UNKNOWN = {**GOOD, "id": "c", "action": {"type": "dance"}}


def files():
    """The given cases of every game that is here, and its own."""
    for game in all_games():
        yield LAW / f"{game.slug}.json"
        yield ROOT / "tests" / "games" / game.slug / "cases" / f"{game.slug}.json"


CASES = [pytest.param(path.stem, case, id=f"{path.parent.parent.name}:{case['id']}") for path in files() for case in read_cases(path)]


@pytest.mark.parametrize(("slug", "case"), CASES)
def test_case(slug, case):
    line = judge(case, slug)
    assert matches(case["expect"], line.get("outcome")), line


def test_every_game_has_at_least_forty_cases_of_its_own():
    for game in all_games():
        assert len(read_cases(ROOT / "tests" / "games" / game.slug / "cases" / f"{game.slug}.json")) >= 40


@pytest.mark.parametrize("extra", [{}, {"timeouts": [0, 0]}])
def test_every_outcome_is_plain_json(extra):
    for kind in ("bid", "challenge", "timeout", "leave", "deal", "legal_types", "list_bids", "ladder", "view", "create_table"):
        action = {"seat": 0, "type": kind, "count": 1, "face": 1}
        line = judge({"id": kind, "given": {**GIVEN, **extra}, "action": action}, "liars_dice")
        assert json.loads(json.dumps(line["outcome"])) == line["outcome"]


# --- comparing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ({}, {"a": 1}),
        ({"a": 3}, {"a": 3.0, "b": 4}),
        ({"a": {"b": [1, None]}}, {"a": {"b": [1, None], "c": 2}}),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}),
        ({"a": True}, {"a": True}),
        ({"a": None}, {"a": None}),
    ],
)
def test_a_case_passes_when_every_expected_key_has_an_equal_value(expected, found):
    assert matches(expected, found)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ({"a": 1}, {}),
        ({"a": None}, {}),
        ({"a": 1}, {"a": 2}),
        ({"a": [1, 2]}, {"a": [2, 1]}),
        ({"a": [1]}, {"a": [1, 2]}),
        ({"a": [1]}, {"a": 1}),
        ({"a": True}, {"a": 1}),
        ({"a": 0}, {"a": False}),
        ({"a": "1"}, {"a": 1}),
        ({"a": {"b": 1}}, {"a": None}),
    ],
)
def test_a_case_fails_when_one_does_not(expected, found):
    assert not matches(expected, found)


# --- a run -----------------------------------------------------------------------------------------------------------


def test_a_run_tells_one_line_per_case_in_order_and_goes_on_after_errors():
    lines = list(run([GOOD, UNKNOWN, "no case", WRONG], "liars_dice", check=False))
    assert [line["id"] for line in lines] == ["a", "c", None, "b"]
    assert [sorted(line) for line in lines] == [["id", "outcome"], ["error", "id"], ["error", "id"], ["id", "outcome"]]


def test_a_checked_run_tells_what_passed():
    lines = list(run([GOOD, UNKNOWN, "no case", WRONG], "liars_dice", check=True))
    assert [line.get("pass") for line in lines[:-1]] == [True, False, False, False]
    assert lines[-1] == {"passed": 1, "of": 4}


def test_the_game_is_the_cases_own_or_the_files_or_told_by_the_id():
    assert "outcome" in judge({**GOOD, "game": "liars_dice"}, "anything")
    assert "outcome" in judge({**GOOD, "id": "liars_dice-001"}, "anything")
    assert "error" in judge(GOOD, "anything")
    assert "error" in judge({**GOOD, "game": "no_game"}, "liars_dice")


@pytest.mark.parametrize(
    "change",
    [
        {"given": {}},
        {"given": {**GIVEN, "dice": [[1], [7]]}},
        {"given": {**GIVEN, "dice": [[1]]}},
        {"given": {**GIVEN, "dice": [[], []]}},
        {"given": {**GIVEN, "dice": 5}},
        {"given": {**GIVEN, "to_act": 9}},
        {"given": {**GIVEN, "timeouts": [1]}},
        {"given": {**GIVEN, "bids": [{"seat": 0}]}},
        {"given": {**GIVEN, "seats": "two"}},
        {"options": {"loss": "none"}},
        {"action": {}},
        {"action": {"type": "leave"}},
        {"action": {"type": "legal_types", "seat": -1}},
        {"action": {"type": "each", "seat": 0, "bids": 3}},
        {"action": None},
    ],
)
def test_a_case_that_cannot_be_judged_gives_an_error(change):
    line = judge({**GOOD, **change}, "liars_dice")
    assert line.keys() == {"id", "error"}
    assert line["error"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"action": None}, "action"),
        ({"action": {"type": 5}}, "action.type"),
        ({"action": {"type": "legal_types", "seat": "0"}}, "action.seat"),
        ({"action": {"type": "each", "seat": 0, "bids": 3}}, "action.bids"),
        ({"given": []}, "given"),
        ({"given": {**GIVEN, "seats": True}}, "given.seats"),
        ({"given": {**GIVEN, "to_act": "1"}}, "given.to_act"),
        ({"given": {**GIVEN, "bids": [5]}}, "given.bids[0]"),
        ({"given": {**GIVEN, "dice": [[1], []]}, "action": {"type": "timeout"}}, "fewer than two seats"),
        ({"given": {**GIVEN, "dice_counts": [1, 6], "dice": None}}, "0 to 5 dice"),
        ({"given": {**GIVEN, "bids": [{"seat": 7, "count": 1, "face": 1}]}}, "seat 7"),
        ({"given": {**GIVEN, "bids": [{"seat": 1, "count": 0, "face": 1}]}}, "'count': 0"),
        ({"action": {"type": "order", "bids": [[1, 2]]}}, "[1, 2]"),
        ({"given": {**GIVEN, "pile": [{"seat": 0, "cards": 5}]}}, "given.pile[0].cards"),
        ({"given": {**GIVEN, "timeouts": ["a", 0]}}, "given.timeouts[0]"),
        ({"given": {**GIVEN, "timeouts": [-1, 0]}}, "`timeouts`"),
        ({"given": {**GIVEN, "seats": 10**30}}, "given.seats"),
        ({"given": {**GIVEN, "pile": [{"seat": 0}]}}, "given.pile[0]: Object missing required field `cards`"),
        ({"action": {"type": "calls", "seats": 1}}, "action.seats"),
        ({"given": {**GIVEN, "left": 5}}, "given.left"),
        ({"options": [1]}, "options"),
        ({"options": {"loss": "none"}}, "$.loss"),
        ({"options": {"lose": "one"}}, "`lose`"),
        ({"expect": 5}, "expect"),
        ({"action": {"type": "score_game", "places": 5}}, "action.places"),
        ({"action": {"type": "score_game", "places": ["a", 1]}}, "action.places[0]"),
        ({"action": {"type": "score_game", "places": [1, 2, 3]}}, "`places`"),
        ({"action": {"type": "score_game", "places": []}}, "`places`"),
        ({"action": {"type": "score_game", "places": [2, 2]}}, "2, 2 are not the places of 2 seats"),
        ({"action": {"type": "score_match", "places": []}}, "`places`"),
        ({"action": {"type": "score_match", "places": [[1, 2], [1, 2, 3]]}}, "`places`"),
        ({"action": {"type": "score_match", "places": [[1, 2]], "points": [[1]]}}, "`points`"),
        ({"action": {"type": "score_match", "places": [[1, 2]], "points": [[1, None]]}}, "action.points[0][1]"),
        ({"given": {"seats": 2, "left": [7]}, "action": {"type": "score_match", "places": [[1, 2], [1, 2]]}}, "seat 7"),
    ],
)
def test_the_error_names_what_is_wrong_and_where(change, told):
    case = {**GOOD, **change}
    if case["action"] and case["action"]["type"] in ("score_game", "score_match") and "given" not in change:
        case["given"] = {"seats": 2}
    line = judge(case, "liars_dice")
    assert told in line["error"]
    assert "something in the case" not in line["error"]


def test_a_number_by_seat_that_is_left_open_is_zero():
    given = {**GIVEN, "timeouts": [None, 2], "to_act": 0}
    assert judge({**GOOD, "given": given, "action": {"type": "timeout"}}, "liars_dice")["outcome"]["legal"]


def test_penalties_are_asked_for_only_where_they_break_ties():
    action = {"type": "score_match", "places": [[1, 2, 3], [2, 1, 3]], "penalties": [[0, 1, 6]]}
    case = {"id": "p", "given": {"seats": 3}, "action": action}
    assert "`penalties`" in judge(case, "blufpoker")["error"]
    assert judge(case, "liars_dice")["outcome"]["places"] == [2, 1, 3]


def test_a_game_of_null_is_none_at_all():
    assert "outcome" in judge({**GOOD, "game": None}, "liars_dice")


def test_the_number_of_seats_may_follow_from_a_list():
    assert seats_of({"given": {"dice": [[1], [2], [3]]}, "action": {}}) == 3
    with pytest.raises(NotInThisGame):
        seats_of({"given": {}, "action": {}})


def test_a_shared_first_place_has_no_winner():
    assert winner_of([2, 1, 3]) == 1
    assert winner_of([1, 1, 3]) is None


@pytest.mark.parametrize("content", ["", "{", "{}", '"cases"', "[" * 100_000])
def test_a_file_without_cases_cannot_be_read(tmp_path, content):
    path = tmp_path / "cases.json"
    path.write_text(content)
    with pytest.raises(CasebookError, match=r"cases\.json"):
        read_cases(path)


def test_a_file_that_is_not_there_or_not_text_cannot_be_read(tmp_path):
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe[]")
    for name in ("none.json", "bytes.json", "."):
        with pytest.raises(CasebookError):
            read_cases(tmp_path / name)


# --- the command -----------------------------------------------------------------------------------------------------


def _judge(*arguments):
    """`manage.py judge` in a process of its own, where neither database nor Valkey answers."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
    command = [sys.executable, "manage.py", "judge", *map(str, arguments)]
    return subprocess.run(command, check=False, cwd=ROOT, env={**os.environ, **nowhere}, capture_output=True, text=True, timeout=60)


def test_the_command_passes_the_given_cases():
    done = _judge(LAW / "liars_dice.json", "--check")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert [line["id"] for line in lines[:-1]] == [case["id"] for case in read_cases(LAW / "liars_dice.json")]
    assert lines[-1] == {"passed": len(lines) - 1, "of": len(lines) - 1}


def test_the_command_fails_with_1_where_a_checked_case_fails(tmp_path):
    path = tmp_path / "liars_dice.json"
    path.write_text(json.dumps([GOOD, WRONG, UNKNOWN]))
    plain, checked = _judge(path), _judge(path, "--check")
    assert (plain.returncode, checked.returncode) == (0, 1)
    assert [json.loads(line)["id"] for line in plain.stdout.splitlines()] == ["a", "b", "c"]
    assert json.loads(checked.stdout.splitlines()[-1]) == {"passed": 1, "of": 3}


def test_the_command_fails_with_2_where_the_file_cannot_be_read(tmp_path):
    done = _judge(tmp_path / "none.json", "--check")
    assert (done.returncode, done.stdout) == (2, "")
    assert "none.json" in done.stderr
