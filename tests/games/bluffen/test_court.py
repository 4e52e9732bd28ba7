"""The casebook for this game: what a position means, and what cannot be judged."""

from typing import Any

import pytest

from games.bluffen import court
from games.core.casebook import judge

GIVEN: dict[str, Any] = {
    "seats": 3,
    "hands": [["AS"], ["2S", "3C"], ["4C"]],
    "pile": [{"seat": 0, "cards": ["7C"], "claim": "H"}],
    "condition": "H",
    "live": True,
    "to_act": 1,
    "phase": "respond",
}


def judged(action: dict[str, Any], options: dict[str, Any] | None = None, **given: Any) -> dict[str, Any]:
    return judge({"id": "a", "options": options or {}, "given": {**GIVEN, **given}, "action": action}, "bluffen")


def test_missing_keys_follow_from_the_rest() -> None:
    def read(**given: Any) -> tuple[Any, ...]:
        state = court.position({"given": given, "action": {"type": "view"}})
        return state.phase, state.live, state.to_act, state.condition, state.outs

    pile = [{"seat": 0, "cards": ["7C"], "claim": "H"}]
    assert read(hands=GIVEN["hands"], pile=pile, live=True) == ("respond", True, 1, "H", ())
    assert read(hands=GIVEN["hands"], pile=pile) == ("must_lay", False, 1, "H", ())
    assert read(hands=[[], ["2S"], ["4C"]], pile=pile, live=True) == ("answer_last", True, 1, "H", ())
    assert read(hands=[[], ["2S"], ["4C"]], pile=pile) == ("must_lay", False, 1, "H", (0,))
    assert read(seats=4, starter=2) == ("open", False, 2, None, ())


def test_hands_that_are_told_only_by_their_sizes_are_empty_where_they_must_be() -> None:
    state = court.position({"given": {**GIVEN, "hands": None, "phase": "answer_last", "out": [2]}, "action": {"type": "view"}})
    assert [len(hand) for hand in state.hands] == [0, 5, 0]


@pytest.mark.parametrize(
    "given",
    [
        {"hands": [["AS"]]},
        {"hands": [["1S"], [], []]},
        {"pile": [{"seat": 3, "cards": ["7C"], "claim": "H"}]},
        {"pile": [{"seat": 0, "cards": ["7C"], "claim": "Q"}]},
        {"pile": []},
        {"condition": "7"},
        {"phase": "dance"},
        {"to_act": 5},
        {"out": [9]},
        {"out": [0, 1]},
        {"timeouts": [0]},
        {"seats": "three"},
    ],
)
def test_what_is_no_position_cannot_be_judged(given: dict[str, Any]) -> None:
    assert judged({"seat": 1, "type": "challenge"}, **given)["error"]


def test_a_game_needs_seats_that_are_there_and_an_opener_with_cards() -> None:
    gone = judged({"type": "deal"}, {"leave_mode": "remove"}, left=[0, 1, 2])
    alone = judged({"seat": 2, "type": "lay"}, {"leave_mode": "remove"}, left=[0, 1])
    bare = judged({"type": "timeout"}, hands=[["AS"], [], ["4C"]])
    told = [line.get("error") for line in (gone, alone, bare)]
    assert told == ["all seats have left", "fewer than two seats are in the game", "seat 1 is to lay and has no cards"]


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ({"type": "lay"}, "bluffen.lay.count"),
        ({"type": "lay", "cards": [7]}, "common.action.reject"),
        ({"type": "lay", "cards": ["2S"], "claim": "H", "words": "I swear"}, "bluffen.lay.only-claim"),
        ({"type": "pass"}, "bluffen.turn.no-pass"),
    ],
)
def test_an_action_that_cannot_be_read_is_refused(action: dict[str, Any], rule: str) -> None:
    assert judged({"seat": 1, **action})["outcome"]["rule"] == rule


def test_an_unknown_action_is_an_error() -> None:
    assert "dance" in judged({"type": "dance"})["error"]
