"""Places and points of games and matches (rules 7). Pure functions of places."""

from collections.abc import Collection, Sequence
from typing import Any


def placing_points(places: Sequence[int], seats: int | None = None) -> tuple[float, ...]:
    """Game points by seat for `places` by seat. Place p among `seats` earns seats - p; shared places the mean.

    Rules: common.points.placing. `seats` is the number the match began with (default: as many as places).
    """
    total = len(places) if seats is None else seats
    return tuple(total - place - (places.count(place) - 1) / 2 for place in places)


def shared_places(groups: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Places by seat from groups of seats, best group first; a group shares its best place.

    Rules: common.place.method. Every seat must be in exactly one group.
    """
    places, next_place = [0] * seats, 1
    for group in groups:
        for seat in group:
            places[seat] = next_place
        next_place += len(group)
    return tuple(places)


def places_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """Places by seat from one sort key per seat, smallest best; equal keys share. Rules: common.place.method."""
    seats = range(len(keys))
    groups = [[seat for seat in seats if keys[seat] == key] for key in sorted(set(keys))]
    return shared_places(groups, len(keys))


def match_totals(points: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Game points by seat over all games; `points` holds one list by seat per game, at least one. Rules: common.match.total."""
    return tuple(sum(game) for game in zip(*points, strict=True))


def match_places(
    places: Sequence[Sequence[int]],
    points: Sequence[Sequence[float]],
    leavers: Collection[int] = (),
    penalties: Sequence[Sequence[int]] | None = None,
    *,
    games: int = 1,
) -> tuple[int, ...]:
    """Places of a match by seat. The lists hold one list by seat per game played, at least one.

    `leavers` are the seats whose person had left for good, or was away, when the match ended; `penalties` are points
    that break ties, fewer better (Blufpoker only). `games` is how many the match was made for: only a match of one game ends
    with its places, not one of more that ended with its first. Rules: common.match.total, common.match.tiebreak,
    common.match.single.
    """
    if games == len(places) == 1:
        return tuple(places[0])
    totals = match_totals(points)
    burdens = match_totals(penalties) if penalties else (0,) * len(totals)
    wins = [sum(place == 1 for place in of_seat) for of_seat in zip(*places, strict=True)]
    last = places[-1]
    return places_by([(-totals[seat], seat in leavers, -wins[seat], burdens[seat], last[seat]) for seat in range(len(totals))])


def league_points(places: Sequence[int]) -> tuple[float, ...]:
    """League points by seat for the places of a match. Rules: common.league.points."""
    return placing_points(places)
