"""What a point is worth: the chance to win the game, which the fewest points do. Rules: blufpoker.end.limit, blufpoker.place.

From now on points are taken to fall on all seats alike and independently, each at one a unit of time, until somebody has
reached the limit.
"""

from functools import lru_cache
from math import exp, factorial

_STEPS = 12


@lru_cache(maxsize=4096)
def _points(time: float, most: int) -> tuple[float, ...]:
    """The chance of exactly 0, 1, ... `most` points after so much time."""
    return tuple([exp(-time) * time**number / factorial(number) for number in range(most + 1)])


@lru_cache(maxsize=4096)
def wins(own: int, others: tuple[int, ...], limit: int) -> float:
    """The chance to end with the fewest points; of those that share the fewest, each has a like part."""
    best = min(others)
    if max(own, *others) >= limit:
        return 0.0 if own > best else 1 / (1 + others.count(own)) if own == best else 1.0
    far = limit - max(own, *others)
    end = far + 3 * far**0.5 + 1
    total = weight = 0.0
    for step in range(_STEPS):
        time = (step + 0.5) * end / _STEPS
        chances, ends = _moment(own, others, limit, time)
        total += chances
        weight += ends
    return total / weight


def _moment(own: int, others: tuple[int, ...], limit: int, time: float) -> tuple[float, float]:
    """How likely the game ends just then with this seat the winner, and how likely with anyone."""
    mine = _points(time, limit - 1 - own)
    theirs = [_points(time, limit - 1 - other) for other in others]
    within = [sum(each) for each in theirs]
    won = 0.0
    for gained, chance in enumerate(mine):
        more = [sum(each[max(0, own + gained - other + 1) :]) for other, each in zip(others, theirs, strict=True)]
        level = [
            each[own + gained - other] if 0 <= own + gained - other < len(each) else 0.0 for other, each in zip(others, theirs, strict=True)
        ]
        for loser, each in enumerate(theirs):
            stays = 1.0
            for other in range(len(others)):
                if other != loser:
                    stays *= more[other] + level[other] / 2
            won += chance * each[-1] * stays
    ended = 0.0
    for loser, each in enumerate([mine, *theirs]):
        stays = 1.0
        for other, whole in enumerate([sum(mine), *within]):
            if other != loser:
                stays *= whole
        ended += each[-1] * stays
    return won, ended


def points(own: int, others: tuple[int, ...], limit: int) -> tuple[float, tuple[float, ...]]:
    """How the chance to win changes by a point for this seat, and by one for each of the others."""
    now = wins(own, tuple(sorted(others)), limit)
    mine = wins(own + 1, tuple(sorted(others)), limit) - now
    theirs = [wins(own, tuple(sorted([*others[:at], each + 1, *others[at + 1 :]])), limit) - now for at, each in enumerate(others)]
    return mine, tuple(theirs)
