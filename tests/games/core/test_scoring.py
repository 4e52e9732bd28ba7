"""Places and points of games and matches (rules 7)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.scoring import league_points, match_places, match_totals, places_by, placing_points, shared_places


@pytest.mark.rule("common.place.method")
@pytest.mark.parametrize(
    ("groups", "places"),
    [
        ([[0], [1], [2]], (1, 2, 3)),
        ([[2], [0, 3], [1]], (2, 4, 1, 2)),
        ([[0, 1, 2]], (1, 1, 1)),
        ([[1], [0, 2, 3]], (2, 1, 2, 2)),
    ],
)
def test_seats_that_share_a_place_all_get_the_best_of_them(groups, places):
    assert shared_places(groups, len(places)) == places


@pytest.mark.rule("common.points.placing")
@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (3, 2, 1, 0)),
        ((1, 2, 2, 4), (3, 1.5, 1.5, 0)),
        ((1, 2, 2, 2), (3, 1, 1, 1)),
        ((1, 1), (0.5, 0.5)),
        ((2, 1), (0, 1)),
    ],
)
def test_a_place_earns_the_seats_behind_it_and_shared_places_the_mean(places, points):
    assert placing_points(places) == points
    assert sum(points) == len(places) * (len(places) - 1) / 2


@pytest.mark.rule("common.match.total")
def test_points_are_added_over_the_games_and_the_highest_total_is_first():
    points = [(3, 2, 1, 0), (0, 3, 2, 1)]
    assert match_totals(points) == (3, 5, 3, 1)
    assert match_places([(1, 2, 3, 4), (4, 1, 2, 3)], points) == (2, 1, 3, 4)


@pytest.mark.rule("common.match.tiebreak")
def test_more_games_with_first_place_break_a_tie_and_a_shared_first_counts():
    # seat:   0       1            2
    # game 1: 1st 2   2nd 1        3rd 0
    # game 2: 3rd 0   1st (shared) 1.5   1st (shared) 1.5
    # total:  2       2.5          1.5
    assert match_places([(1, 2, 3), (3, 1, 1)], [(2, 1, 0), (0, 1.5, 1.5)]) == (2, 1, 3)
    # equal totals of 3; two second places lose against a first, whatever the last game says
    assert match_places([(1, 2, 3), (3, 2, 1), (2, 2, 1)], [(2, 1.5, 0), (0, 1.5, 2), (1, 0, 1)])[0] == 2
    assert match_places([(1, 2), (2, 2)], [(1, 0.5), (0, 0.5)]) == (1, 2)


@pytest.mark.rule("common.match.tiebreak")
def test_fewer_penalty_points_break_a_tie_where_the_game_has_them():
    places, points = [(1, 2, 3), (2, 1, 3)], [(2, 1, 0), (1, 2, 0)]
    assert match_places(places, points, penalties=[(1, 4, 6), (2, 0, 6)]) == (1, 2, 3)
    assert match_places(places, points) == (2, 1, 3)  # else the last game decides


@pytest.mark.rule("common.match.tiebreak")
def test_the_last_game_breaks_a_tie_and_otherwise_the_place_is_shared():
    assert match_places([(1, 2), (2, 1)], [(1, 0), (0, 1)]) == (2, 1)
    # all have 3 and one win; the last game tells 0 and 1 apart from 2, not from each other
    assert match_places([(1, 2, 2), (3, 1, 1)], [(2, 0.5, 0.5), (0, 1.5, 1.5)]) == (3, 1, 1)


@pytest.mark.rule("common.match.tiebreak")
def test_a_leaver_loses_every_tie_against_a_seat_that_stayed_and_nothing_else():
    places, points = [(1, 2), (2, 1)], [(1, 0), (0, 1)]
    assert match_places(places, points, leavers=[1]) == (1, 2)
    assert match_places(places, points, leavers=[0, 1]) == (2, 1)
    assert match_places([(1, 2), (1, 2)], [(1, 0), (1, 0)], leavers=[0]) == (1, 2)
    # a match of three that ended with its first game, after which seat 1 left
    assert match_places([(1, 2, 2)], [(1, 0, 0)], leavers=[1], games=3) == (1, 3, 2)
    assert match_places([(1, 2, 2)], [(1, 0, 0)], leavers=[1, 2], games=3) == (1, 2, 2)


@pytest.mark.rule("common.match.single")
def test_in_a_match_of_one_game_the_match_place_is_the_game_place():
    """Also where points would say otherwise: a seat that was away earned none."""
    assert match_places([(2, 3, 1)], [(0, 0, 2)], leavers=[0]) == (2, 3, 1)
    # seats 1 and 2 went out together, then seat 1 left: it keeps that place
    assert match_places([(1, 2, 2)], [(2, 0.5, 0.5)], leavers=[1]) == (1, 2, 2)


@pytest.mark.rule("common.league.points")
def test_a_match_place_earns_league_points_and_shared_places_the_mean():
    assert league_points((1, 2, 2, 4)) == (3, 1.5, 1.5, 0)
    assert league_points((2, 1, 3, 4)) == (2, 3, 1, 0)


def test_places_by_keys():
    assert places_by([(-3,), (-5,), (-3,), (-1,)]) == (2, 1, 2, 4)


# --- properties ------------------------------------------------------------------------------------------------------

KEYS = st.lists(st.integers(0, 5), min_size=2, max_size=12)
GAMES = st.integers(2, 6).flatmap(
    lambda seats: st.lists(st.lists(st.integers(0, 3), min_size=seats, max_size=seats), min_size=1, max_size=4)
)
steady = settings(max_examples=200)


@steady
@given(KEYS)
def test_a_place_is_one_more_than_the_seats_that_are_better(keys):
    assert places_by(keys) == tuple(1 + sum(other < key for other in keys) for key in keys)


@steady
@given(KEYS)
def test_points_never_depend_on_how_seats_are_tied(keys):
    points = placing_points(places_by(keys))
    assert sum(points) == len(keys) * (len(keys) - 1) / 2
    assert all((points[one] > points[two]) == (keys[one] < keys[two]) for one in range(len(keys)) for two in range(len(keys)))


@steady
@given(GAMES, st.sets(st.integers(0, 5)))
def test_a_match_never_places_a_lower_total_higher(games, leavers):
    places = [places_by(keys) for keys in games]
    points = [placing_points(of_game) for of_game in places]
    ranked, totals = match_places(places, points, leavers), match_totals(points)
    for one in range(len(totals)):
        for two in range(len(totals)):
            assert totals[one] <= totals[two] or ranked[one] < ranked[two]
