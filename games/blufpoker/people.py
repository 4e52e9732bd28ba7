"""How people play, in the rough: what the solver mixes in, and what is believed of a seat before it is known.

Claims and throws are places among the 56 values; `floor` is the lowest claim allowed. Rules: blufpoker.claim.higher.
"""

from functools import cache
from math import exp

from games.blufpoker.odds import at_least
from games.blufpoker.values import VALUES

_TRUTH = 0.85
"""How often a throw that may be claimed is claimed as it is."""
_STEP, _ANY = 0.7, 0.2
"""Else a step further up is so much rarer than the step below, but for such a share of claims that may be anything."""
_DOUBTFUL, _WIDTH = 0.32, 0.08
"""A claim that one throw makes true with this chance is doubted half the time."""


@cache
def _lies(floor: int) -> tuple[float, ...]:
    claims = len(VALUES) - floor
    near = [_STEP**step for step in range(claims)]
    return tuple([(1 - _ANY) * each / sum(near) + _ANY / claims for each in near])


def claimed(floor: int, throw: int, claim: int) -> float:
    """The chance that a person claims this after this throw."""
    lie = _lies(floor)[claim - floor]
    return lie if throw < floor else (1 - _TRUTH) * lie + _TRUTH * (claim == throw)


@cache
def doubted(claim: int, aside: int) -> float:
    """The chance that a person doubts this claim."""
    chance = at_least(VALUES[claim], aside)
    return 0.0 if chance >= 1 else 1 / (1 + exp((chance - _DOUBTFUL) / _WIDTH))
