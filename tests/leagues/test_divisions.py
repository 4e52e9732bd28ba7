"""Promotion and relegation: who plays in which division of the next season."""

from random import Random

import pytest

from leagues.divisions import allot, lines, moves


def levels(before: list[list[str]], signed_up: str, **rules: int) -> dict[int, str]:
    placed = allot(before, list(signed_up), **{"up": 1, "down": 1, "split": len(before), **rules})
    return {level: "".join(str(each.member) for each in placed if each.level == level) for level in {each.level for each in placed}}


def came(before: list[list[str]], signed_up: str, **rules: int) -> dict[str, str]:
    placed = allot(before, list(signed_up), **{"up": 1, "down": 1, "split": len(before), **rules})
    return {str(each.member): each.came for each in placed}


TWO = [list("abcd"), list("efgh")]
"""a to d in the first division, best first; e to h in the second."""


def test_the_best_go_up_and_the_last_go_down() -> None:
    assert levels(TWO, "abcdefgh") == {1: "abce", 2: "dfgh"}
    assert came(TWO, "abcdefgh") | {} == {**dict.fromkeys("abcfgh", "stayed"), "e": "promoted", "d": "relegated"}
    assert levels(TWO, "abcdefgh", up=2, down=2) == {1: "abef", 2: "cdgh"}
    assert levels(TWO, "abcdefgh", up=0, down=0) == {1: "abcd", 2: "efgh"}


def test_nobody_leaves_the_highest_upwards_or_the_lowest_downwards() -> None:
    assert lines([4, 4, 4], 1, 1) == [(0, 1), (1, 1), (1, 0)]
    assert lines([6], 2, 2) == [(0, 0)]
    assert lines([], 1, 1) == []


def test_small_divisions_move_fewer() -> None:
    assert moves(2, 2, 3, 1, 1) == (1, 0), "one stays"
    assert moves(1, 2, 3, 1, 1) == (0, 0)
    assert lines([3, 2], 5, 5) == [(0, 1), (1, 0)], "as many up as down"


def test_a_gap_is_filled_from_below_and_not_by_who_was_relegated() -> None:
    assert levels(TWO, "bcdefgh") == {1: "bcef", 2: "dgh"}
    assert came(TWO, "bcdefgh")["f"] == "filled"
    assert levels(TWO, "bcde") == {1: "bced"}, "where nobody else is left they stay after all"
    assert came(TWO, "bcde")["d"] == "stayed"


def test_newcomers_begin_in_the_lowest_division() -> None:
    assert levels(TWO, "abcdefghxy") == {1: "abce", 2: "dfghxy"}
    assert came(TWO, "xabcdefgh")["x"] == "new"


def test_another_number_of_divisions_deals_out_anew_in_the_order_of_the_tables() -> None:
    assert levels(TWO, "abcdefgh", split=3) == {1: "abc", 2: "edf", 3: "gh"}
    assert levels([], "abcde", split=2) == {1: "abc", 2: "de"}
    assert levels([], "ab", split=5) == {1: "a", 2: "b"}, "no division is empty"


@pytest.mark.parametrize("seed", range(30))
def test_everybody_has_one_place_and_only_neighbours_change(seed: int) -> None:
    rng = Random(seed)
    sizes = [rng.randint(1, 9) for _ in range(rng.randint(1, 5))]
    ids = iter(range(1000))
    before = [[next(ids) for _ in range(size)] for size in sizes]
    everyone = [member for table in before for member in table]
    up = rng.randint(0, 3)
    placed = allot(before, everyone, up=up, down=up, split=len(before))
    assert sorted(each.member for each in placed) == everyone
    level_before = {member: level for level, table in enumerate(before, 1) for member in table}
    for each in placed:
        assert abs(each.level - level_before[each.member]) <= 1
    assert [sum(each.level == level for each in placed) for level in range(1, len(before) + 1)] == sizes
