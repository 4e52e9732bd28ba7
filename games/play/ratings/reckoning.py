"""How a match moves ratings. Pure: the same places and the same ratings before give the same ratings after, bit by bit.

`mu` is strength and `sigma` doubt, as openskill has them; people read both in points. Why Plackett and Luce's model:
docs/decisions/0008-ratings.md.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
POINTS = 40
"""Points that people read for one of openskill's: who begins stands at 1000."""


class Standing(NamedTuple):
    """Where somebody stands after `matches` rated matches at one game."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0


NEW = Standing()


def places_among(places: Sequence[int], seats: Sequence[int]) -> list[int]:
    """The places of these seats among themselves, shared ones the best: computers do not count. Rules: common.place.method."""
    return [1 + sum(places[other] < places[seat] for other in seats) for seat in seats]


def after(before: Sequence[Standing], places: Sequence[int]) -> list[Standing]:
    """The standings after a match; alone nobody moves. Rules: common.rated.order."""
    if len(before) < 2:
        return list(before)
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Standing(team[0].mu, team[0].sigma, one.matches + 1) for team, one in zip(rated, before, strict=True)]


def points(value: float) -> int:
    """A strength or doubt in the points that people read."""
    return round(POINTS * value)
