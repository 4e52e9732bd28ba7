"""Exact chances of throws and claims. Rules: blufpoker.value, blufpoker.claim.values, blufpoker.sixes.*, blufpoker.three-throws.*

A throw is worth the greatest number its dice can form, so a claim is one of 56 numbers. `aside` (0 to 2) is how many sixes
lie open beside the cup: the other dice are thrown, and the sixes count. Chances are whole-number fractions rounded once,
so they are exact to the last bit of a float.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from games.blufpoker.state import DICE, MOST_ASIDE, MOST_THROWS
from games.blufpoker.values import VALUES, value_of

SIDES = 6
PLACES: dict[int, int] = {each: place for place, each in enumerate(VALUES)}


@cache
def ways(aside: int) -> tuple[int, ...]:
    """In how many of the 6 ** (3 - aside) throws each value comes up, by its place."""
    counts = [0] * len(VALUES)
    for dice in product(range(1, SIDES + 1), repeat=DICE - aside):
        counts[PLACES[value_of((*dice, *(SIDES,) * aside))]] += 1
    return tuple(counts)


@cache
def spread(aside: int = 0) -> tuple[float, ...]:
    """The chance of each value of one throw, by its place."""
    return tuple(count / SIDES ** (DICE - aside) for count in ways(aside))


@cache
def _at_least(aside: int, throws: int) -> tuple[float, ...]:
    whole = SIDES ** (DICE - aside)
    counts = ways(aside)
    return tuple(float(1 - Fraction(sum(counts[:place]), whole) ** throws) for place in range(len(VALUES) + 1))


def at_least(claim: int, aside: int = 0, throws: int = 1) -> float:
    """The chance of `claim` or more. With several throws: of reaching it in one of them, each made only if needed."""
    return _at_least(aside, throws)[PLACES[claim]]


def above(claim: int, aside: int = 0, throws: int = 1) -> float:
    """The chance of more than `claim`, as the seat that accepts it needs."""
    return _at_least(aside, throws)[PLACES[claim] + 1]


def surely(aside: int) -> int:
    """The value that the open sixes alone guarantee."""
    return value_of((*(1,) * (DICE - aside), *(SIDES,) * aside))


def holds(claim: int, aside: int = 0, dice: Sequence[int] | None = None) -> float:
    """The chance that the cup holds `claim` for one who saw `dice` (all three), or for whom they are one fresh throw.

    It holds for an unseen third throw, and for a cup that was passed on blind by a seat that has not looked.
    """
    return at_least(claim, aside) if dice is None else float(value_of(dice) >= claim)


@cache
def attempt(dice: int = DICE, throws: int = MOST_THROWS) -> float:
    """The chance that so many dice all become sixes within so many throws, each six laid aside. Rules: blufpoker.sixes.666.*"""
    return float((1 - Fraction(SIDES - 1, SIDES) ** throws) ** dice)


def preload() -> None:
    """Make all tables at once: some milliseconds."""
    for aside in range(MOST_ASIDE + 1):
        spread(aside)
        for throws in range(1, MOST_THROWS + 1):
            _at_least(aside, throws)
