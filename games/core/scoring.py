"""Places and points of games and matches (rules 7). Pure functions of places."""

from collections.abc import Sequence


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
