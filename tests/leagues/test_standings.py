"""The league table. Letters are members; each test draws who played whom, then the numbers."""

from gc import is_tracked
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.standings import DECIDERS, Line, Outcome, Part, account, bye, decider, forfeited, standings, valid
from tests.stopwatch import seconds

A, B, C, D, E = range(1, 6)


def match(key, places, game_points=None, *, size=None, absent=(), tallies=None, is_void=False):
    """`places` by member; game points by member where they matter."""
    parts = tuple(
        Part(member, place, (game_points or {}).get(member, 0.0), (tallies or {}).get(member, {}), member in absent)
        for member, place in places.items()
    )
    return Outcome(key, size or len(parts), parts, is_void=is_void)


def rows(lines):
    return [(line.place, line.member, line.points) for line in lines]


@pytest.mark.rule("common.league.points")
def test_place_p_of_n_earns_n_minus_p_and_shared_places_the_mean():
    # table 1: A 1st, B and C share 2nd, D 4th          table 2 of three: D, E, A
    results = [match(1, {A: 1, B: 2, C: 2, D: 4}), match(2, {D: 1, E: 2, A: 3})]
    assert rows(standings(results, [A, B, C, D, E])) == [(1, A, 3.0), (2, D, 2.0), (3, B, 1.5), (3, C, 1.5), (5, E, 1.0)]


@pytest.mark.rule("common.league.order")
def test_equal_points_are_ordered_by_first_places_then_game_points_then_shared():
    # 1: A B C D   2: C A B D   3: B C ...  each of two duels decides nothing but the numbers
    results = [
        match(1, {A: 1, B: 3, C: 2}, {A: 5, B: 1, C: 3}),
        match(2, {A: 3, B: 1, C: 2}, {A: 1, B: 4, C: 3}),
        match(3, {D: 2, E: 2, 6: 1}, {D: 2, E: 2, 6: 9}),
        match(4, {D: 1, E: 1, 6: 3}, {D: 2, E: 2, 6: 1}),
    ]
    lines = standings(results, [A, B, C, D, E, 6])
    assert [(line.place, line.member, line.points, line.firsts, line.game_points) for line in lines] == [
        (1, 6, 2.0, 1, 10.0),
        (2, A, 2.0, 1, 6.0),
        (3, B, 2.0, 1, 5.0),
        (4, D, 2.0, 1, 4.0),  # a shared first place counts as one
        (4, E, 2.0, 1, 4.0),
        (6, C, 2.0, 0, 6.0),
    ]
    assert decider(lines[1], lines[2]) == "game_points"
    assert decider(lines[0], lines[5]) == "firsts"
    assert decider(lines[3], lines[4]) is None
    assert DECIDERS[0] == "points"


@pytest.mark.rule("common.league.bye")
def test_a_bye_earns_the_mean_of_a_table_and_is_no_match():
    # a round of tables of four: A B C D play, E has a bye
    lines = standings([match(1, {A: 1, B: 2, C: 3, D: 4}), bye(2, E, 4)], [A, B, C, D, E])
    assert rows(lines) == [(1, A, 3.0), (2, B, 2.0), (3, E, 1.5), (4, C, 1.0), (5, D, 0.0)]
    assert (lines[2].played, lines[2].byes, lines[2].firsts) == (0, 1, 0)
    assert standings([bye(1, A, 2)], [A])[0].points == 0.5


@pytest.mark.rule("common.league.forfeit")
def test_who_does_not_appear_is_placed_last_below_all_who_did():
    # A and B played, with C and D away: B won
    places = forfeited({A: 2, B: 1}, [C, D])
    assert places == {A: 2, B: 1, C: 3, D: 3}
    lines = standings([match(1, places, absent=[C, D])], [A, B, C, D])
    assert rows(lines) == [(1, B, 3.0), (2, A, 2.0), (3, C, 0.5), (3, D, 0.5)]  # shared: the mean of 1 and 0
    assert [line.forfeits for line in lines] == [0, 0, 1, 1]
    assert [line.played for line in lines] == [1, 1, 0, 0]


@pytest.mark.rule("common.league.forfeit")
def test_who_appears_alone_is_first_and_if_nobody_appears_nobody_earns_points():
    assert forfeited({B: 1}, [A, C]) == {A: 2, B: 1, C: 2}
    alone = standings([match(1, forfeited({B: 1}, [A, C]), absent=[A, C])], [A, B, C])
    assert rows(alone) == [(1, B, 2.0), (2, A, 0.5), (2, C, 0.5)]
    assert (alone[0].firsts, alone[1].firsts) == (1, 0)
    assert forfeited({}, [A, B]) == {}
    nobody = Outcome(1, 3, ())
    assert rows(standings([nobody], [A, B, C])) == [(1, A, 0.0), (1, B, 0.0), (1, C, 0.0)]


def test_those_who_appeared_are_placed_among_themselves_whatever_computers_did():
    # at the table: a computer 1st, B 2nd, a computer 3rd, A 4th
    assert forfeited({A: 4, B: 2}, [C]) == {B: 1, A: 2, C: 3}
    assert forfeited({A: 2, B: 2}, [C]) == {A: 1, B: 1, C: 3}
    shared = standings([match(1, forfeited({A: 2, B: 2}, [C]), absent=[C])], [A, B, C])
    assert rows(shared) == [(1, A, 1.5), (1, B, 1.5), (3, C, 0.0)]


@pytest.mark.rule("common.league.void")
def test_a_void_match_counts_for_nothing():
    results = [match(1, {A: 1, B: 2}, {A: 1, B: 0}), match(2, {A: 2, B: 1}, {A: 0, B: 9}, is_void=True)]
    lines = standings(results, [A, B])
    assert rows(lines) == [(1, A, 1.0), (2, B, 0.0)]
    assert [(line.played, line.game_points) for line in lines] == [(1, 1.0), (1, 0.0)]
    assert standings(results, [A, B]) == standings(results[:1], [A, B])


@pytest.mark.rule("common.league.best")
def test_a_season_may_count_only_the_best_results_of_each_member():
    # A plays three matches, B one
    results = [match(1, {A: 2, B: 1}, {A: 4}), match(2, {A: 1, C: 2}, {A: 2}), match(3, {A: 1, C: 2}, {A: 3})]
    assert rows(standings(results, [A, B, C])) == [(1, A, 2.0), (2, B, 1.0), (3, C, 0.0)]
    best = standings(results, [A, B, C], best=1)
    assert rows(best) == [(1, A, 1.0), (2, B, 1.0), (3, C, 0.0)]
    assert (best[0].firsts, best[0].game_points, best[0].dropped, best[0].played) == (1, 3.0, 2, 3)
    assert [earned.counts for earned in account(results, best=1)[A]] == [True, False, False]
    assert standings(results, [A, B, C], best=9) == standings(results, [A, B, C])


def test_counts_of_the_game_are_added_up():
    results = [
        match(1, {A: 1, B: 2}, tallies={A: {"penalties": 2}, B: {"penalties": 6}}),
        match(2, {A: 1, C: 2}, tallies={A: {"penalties": 1}}),
    ]
    assert [line.tallies for line in standings(results, [A, B, C])] == [{"penalties": 3}, {"penalties": 6}, {}]


def test_a_result_that_is_there_twice_counts_once():
    result = match(1, {A: 1, B: 2})
    assert len(valid([result, result])) == 1
    assert standings([result, result], [A, B]) == standings([result], [A, B])


def test_members_without_results_stand_last_and_results_of_others_are_left_out():
    assert rows(standings([match(1, {A: 1, B: 2})], [A, C])) == [(1, A, 1.0), (2, C, 0.0)]
    assert standings([], []) == []


def season(rng, members, results):
    outcomes = []
    for key in range(results):
        if rng.random() < 0.1:
            outcomes.append(bye(key, rng.randrange(members), 4))
            continue
        size = min(members, rng.choice([2, 3, 4, 6]))
        seated = rng.sample(range(members), size)
        places = {member: rng.randint(1, size) for member in seated}
        absent = [member for member in seated if rng.random() < 0.1]
        ranked = forfeited({member: place for member, place in places.items() if member not in absent}, absent)
        points = {member: rng.randrange(0, 20) / 2 for member in seated}
        outcomes.append(match(key, ranked, points, size=size, absent=absent, is_void=rng.random() < 0.05))
    return outcomes


@given(seed=st.integers(0, 10_000), members=st.integers(1, 40), results=st.integers(0, 60), best=st.sampled_from([None, 1, 3]))
def test_any_order_and_any_number_of_times_give_the_same_table(seed, members, results, best):
    rng = Random(seed)
    outcomes = season(rng, members, results)
    table = standings(outcomes, range(members), best)
    shuffled = [*outcomes, *rng.sample(outcomes, len(outcomes) // 2)]
    rng.shuffle(shuffled)
    assert standings(shuffled, reversed(range(members)), best) == table
    places = [line.place for line in table]
    assert places == sorted(places)
    assert all(isinstance(line, Line) and line.points * 2 == int(line.points * 2) for line in table)
    if best is None:
        shared = sum(earned.points for earned_all in account(outcomes).values() for earned in earned_all)
        assert sum(line.points for line in table) == shared


def test_the_collector_of_cycles_has_nothing_to_look_at_in_results():
    """It would come by again and again while a large season is computed, and look at the whole program each time."""
    [result] = results = [match(1, {A: 1, B: 2}, tallies={A: {"penalties": 2}})]
    [earned] = account(results)[A]
    assert not any(is_tracked(one) for one in (result, result.parts[0], earned))


def test_a_thousand_members_and_twenty_thousand_results_take_less_than_a_second():
    outcomes = season(Random(1), 1000, 20_000)
    assert len(standings(outcomes, range(1000))) == 1000
    assert seconds(lambda: standings(outcomes, range(1000)), times=2) < 1
