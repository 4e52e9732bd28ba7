"""The 56 values of three dice. Rules: blufpoker.value, blufpoker.claim.values."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import combinations_with_replacement

from games.blufpoker.state import DICE


def value_of(dice: Sequence[int]) -> int:
    """The greatest number that the three dice form. Rules: blufpoker.value."""
    low, middle, high = sorted(dice)
    return 100 * high + 10 * middle + low


VALUES: tuple[int, ...] = tuple(sorted({value_of(dice) for dice in combinations_with_replacement(range(1, 7), DICE)}))
"""In rising order, 111 to 666. Rules: blufpoker.claim.values."""


def is_value(number: int) -> bool:
    """Whether three dice can show it."""
    return number in _KNOWN


_KNOWN = frozenset(VALUES)


def values_above(number: int) -> tuple[int, ...]:
    """The values that are strictly higher, in rising order. Rules: blufpoker.claim.higher."""
    return VALUES[bisect_right(VALUES, number) :]
