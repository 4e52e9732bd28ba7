"""What other seats' dice are likely to be, given their bids of this round and their habits.

A seat with n dice is taken to support a face with each die independently, but more likely than a fair die when it has
bid that face: its odds are tilted. So the count under all cups stays a sum of binomials, and is exact once the tilts are.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp, log
from typing import NamedTuple

from games.liars_dice.ladder import STAR
from games.liars_dice.memory import Habits
from games.liars_dice.position import Position
from games.liars_dice.style import Style

Spread = tuple[float, ...]
"""The chance of exactly 0, 1, 2, ... supporting dice."""


class Support(NamedTuple):
    """`exactly[k]`: the chance of k supporting dice, k = 0 to n; `below[k]`: of fewer than k, k = 0 to n + 1."""

    exactly: Spread
    below: Spread

    def fewer(self, than: int) -> float:
        """The chance of fewer supporting dice than any whole number."""
        return 0.0 if than <= 0 else 1.0 if than >= len(self.below) else self.below[than]


_STEP = 0.1
"""Tilts are rounded to whole steps, so that few spreads are ever computed."""
_FAIR = (1 / 6, 1 / 3)


def honesty(habits: Habits, style: Style) -> float:
    """How far a bid of this seat tilts the odds of its own dice: 0 = its bids tell nothing; in logits."""
    prior = 1 / (1 + exp(log(2) - style.tilt))
    share = (habits.backed + style.tilt_trust * prior) / (habits.shown + style.tilt_trust)
    return log(share / (1 - share)) + log(2)


def tilts(position: Position, habits: Sequence[Habits], style: Style) -> dict[int, list[int]]:
    """By seat the tilt of each face in whole steps. Later bids of a seat tell less than its first."""
    steps = {seat: [0.0] * 6 for seat in position.after}
    made = dict.fromkeys(position.after, 0)
    for seat, (_, face) in position.bids:
        if seat not in steps:
            continue
        weight = style.fade ** made[seat]
        made[seat] += 1
        _tilt(steps[seat], face, weight * honesty(habits[seat], style), style)
    return {seat: [round(max(-style.most, min(style.most, step)) / _STEP) for step in each] for seat, each in steps.items()}


def _tilt(steps: list[float], bid: int, strength: float, style: Style) -> None:
    """One bid on a face: that face is likelier; the other numbers are less so."""
    for face in range(6):
        if face == bid:
            steps[face] += strength
        elif bid == STAR:
            steps[face] += strength * style.star_helps
        elif face == STAR:
            steps[face] += strength * style.helps_star
        else:
            steps[face] -= strength * style.others


@lru_cache(maxsize=4096)
def tilted(dice: int, star: bool, step: int) -> Spread:
    """How many of a seat's dice support a face under a tilt."""
    odds = _FAIR[not star] / (1 - _FAIR[not star]) * exp(step * _STEP)
    hit = odds / (1 + odds)
    result = [1.0]
    for _ in range(dice):
        result = [a * (1 - hit) + b * hit for a, b in zip([*result, 0.0], [0.0, *result], strict=True)]
    return tuple(result)


@lru_cache(maxsize=2048)
def joined(parts: tuple[tuple[int, int], ...], star: bool) -> Support:
    """The sum over groups of (dice, tilt in steps), sorted."""
    result: Spread = (1.0,)
    for dice, step in parts:
        result = _sum(result, tilted(dice, star, step))
    return Support(result, tuple(accumulate(result, initial=0.0)))


def _sum(one: Spread, two: Spread) -> Spread:
    if len(one) < len(two):
        one, two = two, one
    result = [0.0] * (len(one) + len(two) - 1)
    for shift, chance in enumerate(two):
        for at, value in enumerate(one, shift):
            result[at] += value * chance
    return tuple(result)


def support_of(seats: Sequence[int], position: Position, tilt: dict[int, list[int]], face: int) -> Support:
    """How many dice of these seats together support a face."""
    groups: dict[int, int] = {}
    for seat in seats:
        step = tilt[seat][face]
        groups[step] = groups.get(step, 0) + position.dice[seat]
    return joined(tuple(sorted((dice, step) for step, dice in groups.items())), face == STAR)
