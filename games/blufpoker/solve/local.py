"""One throw and one answer solved by CFR+: what is claimed after each throw, and how readily each claim is doubted.

Many such games are solved side by side, as the first axis of every array. Each side plays for its own value, so the games
need not be zero-sum. A share of all play is as people play, whatever the solution says: so no claim comes quite
unexpected, its answer is always one to something, and the solution wins more from people than it loses to the perfect.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_FAST = np.float32


class Worth(NamedTuple):
    """What the end is worth to the thrower and to the seat that answers, as [game, throw, claim]."""

    doubted: tuple[Array, Array]
    accepted: tuple[Array, Array]


class People(NamedTuple):
    """How people play: `claims` as [throw, claim], `doubts` as [game, claim], and the `share` of that by game."""

    claims: Array
    doubts: Array
    share: Array


class Local(NamedTuple):
    """`claims`: shares as [game, throw, claim], the last claim meaning another throw; `doubts`: shares as [game, claim]."""

    claims: Array
    doubts: Array

    def of(self, game: int) -> "Local":
        """One of the games, without the first axis."""
        return Local(self.claims[game], self.doubts[game])


def _shares(regret: NDArray[np.float32]) -> NDArray[np.float32]:
    whole = regret.sum(-1, keepdims=True)
    return np.divide(regret, whole, out=np.full_like(regret, 1 / regret.shape[-1]), where=whole > 0)


def solve(chances: Array, worth: Worth, again: Array | None, people: People, turns: int) -> Local:
    """`chances` as [game, throw]; `again`: what another throw is worth to the thrower, by game, None where none is allowed."""
    games, throws, claims = worth.doubted[0].shape
    actions = claims + (again is not None)
    accepted = worth.accepted[0].astype(_FAST)
    gain = (worth.doubted[0] - worth.accepted[0]).astype(_FAST)
    better = ((worth.doubted[1] - worth.accepted[1]) * chances[:, :, None]).astype(_FAST)
    share = people.share[:, None].astype(_FAST)
    usual = share * np.einsum("tv,gtv->gv", people.claims.astype(_FAST), better)
    heard, ready = 1 - share, share * people.doubts.astype(_FAST)
    values = np.empty((games, throws, actions), _FAST)
    if again is not None:
        values[:, :, claims] = again[:, None]
    regret, total = np.zeros_like(values), np.zeros_like(values)
    answer, doubts_total = np.zeros((games, claims, 2), _FAST), np.zeros((games, claims), _FAST)
    mine, doubts = np.full_like(values, 1 / actions), np.full((games, claims), 0.5, _FAST)
    for turn in range(1, turns + 1):
        np.multiply((heard * doubts + ready)[:, None, :], gain, out=values[:, :, :claims])
        values[:, :, :claims] += accepted
        regret += values
        regret -= np.einsum("gtv,gtv->gt", mine, values)[:, :, None]
        np.maximum(regret, 0, out=regret)
        mine = _shares(regret)
        total += turn * turn / turns * mine
        ahead = heard * np.einsum("gtv,gtv->gv", mine[:, :, :claims], better) + usual
        answer[:, :, 0] += ahead * (1 - doubts)
        answer[:, :, 1] -= ahead * doubts
        np.maximum(answer, 0, out=answer)
        doubts = _shares(answer)[:, :, 0]
        doubts_total += turn * turn / turns * doubts
    claimed = np.zeros((games, throws, claims + 1))
    claimed[:, :, :actions] = total / total.sum(-1, keepdims=True)
    return Local(claimed, np.asarray(doubts_total / sum(turn * turn / turns for turn in range(1, turns + 1)), np.float64))
