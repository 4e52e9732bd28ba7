"""How a match moves ratings: more for the better place, the same for a shared one, whatever the order of the seats."""

from random import Random

import pytest

from games.play.ratings.reckoning import NEW, Standing, after, places_among, points


def moved(places: list[int], before: list[Standing] | None = None) -> list[float]:
    was = before or [NEW] * len(places)
    return [now.mu - then.mu for now, then in zip(after(was, places), was, strict=True)]


@pytest.mark.rule("common.rated.order")
@pytest.mark.parametrize("seats", range(2, 13))
def test_a_better_place_moves_further_up_for_any_number_of_seats(seats: int) -> None:
    by_place = moved(list(range(1, seats + 1)))
    assert by_place == sorted(by_place, reverse=True)
    assert len(set(by_place)) == seats
    assert by_place[0] > 0 > by_place[-1]
    assert max(map(abs, by_place)) < 5  # one match never throws anybody across the table of ratings


@pytest.mark.rule("common.rated.order")
@pytest.mark.parametrize("places", [[1, 1], [1, 2, 2, 2], [1, 1, 3], [1, 2, 2, 4, 4, 4], [1] * 12])
def test_equals_who_share_a_place_move_alike(places: list[int]) -> None:
    by_place: dict[int, set[float]] = {}
    for place, change in zip(places, moved(places), strict=True):
        by_place.setdefault(place, set()).add(round(change, 9))
    assert all(len(changes) == 1 for changes in by_place.values())


@pytest.mark.rule("common.rated.order")
def test_a_draw_brings_unequal_players_nearer() -> None:
    strong, weak = Standing(30.0), Standing(20.0)
    down, up = moved([1, 1], [strong, weak])
    assert down < 0 < up


@pytest.mark.rule("common.rated.order")
def test_to_beat_the_stronger_is_worth_more() -> None:
    upset = moved([1, 2], [Standing(20.0), Standing(30.0)])[0]
    expected = moved([1, 2], [Standing(30.0), Standing(20.0)])[0]
    assert upset > expected > 0


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_seats_makes_no_difference(seed: int) -> None:
    rng = Random(seed)
    seats = rng.randint(3, 12)
    before = [Standing(rng.uniform(15, 35), rng.uniform(2, 8), 3) for _ in range(seats)]
    places = places_among([rng.randint(1, 4) for _ in range(seats)], range(seats))
    order = rng.sample(range(seats), seats)
    straight = after(before, places)
    mixed = after([before[seat] for seat in order], [places[seat] for seat in order])
    for at, seat in enumerate(order):
        assert mixed[at].mu == pytest.approx(straight[seat].mu)
        assert mixed[at].sigma == pytest.approx(straight[seat].sigma)


def test_doubt_shrinks_with_play_and_never_ends() -> None:
    pair = [NEW, NEW]
    for number in range(200):
        pair = after(pair, [1, 2] if number % 2 else [2, 1])
    assert 0.5 < pair[0].sigma < 3 < NEW.sigma
    assert pair[0].matches == 200


def test_alone_nobody_moves() -> None:
    assert after([NEW], [1]) == [NEW]
    assert after([], []) == []


@pytest.mark.rule("common.rated.order")
def test_places_are_taken_among_the_members() -> None:
    assert places_among([3, 1, 2, 4], [0, 2, 3]) == [2, 1, 3]
    assert places_among([2, 1, 2, 4], [0, 2, 3]) == [1, 1, 3]


def test_people_read_whole_points() -> None:
    assert (points(NEW.mu), points(NEW.sigma)) == (1000, 333)
