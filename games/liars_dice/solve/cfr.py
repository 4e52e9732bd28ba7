"""One heads-up round solved by CFR+, all hands of both seats carried at once.

Seat 0 opens. Values are the chance that seat 0 wins the game in the end. States are the keys of `abstraction`, once for
each seat that may be to act; states with the same raises behind them form a group and share every product.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.liars_dice.abstraction import hand_chance, hands, key_places, keys, next_key
from games.liars_dice.ladder import Bid, ladder

Array = NDArray[np.float32]
Payoff = Callable[[int, int, int], float]
"""(seat that doubts, dice bid, dice there) -> chance that seat 0 wins the game after this count."""
Policy = list[list[Array]]
"""By seat and group: shares by state of the group, hand, and action. Actions: the doubt (not for the opener), then raises."""


class Group(NamedTuple):
    """States that differ only in what lies before the last bid. `bid` -1: the opening. `after`: the states after each raise."""

    bid: int
    states: NDArray[np.int64]
    after: slice
    raises: int

    @property
    def doubt(self) -> int:
        """1 if the first action is the doubt, 0 for the opener."""
        return int(self.bid >= 0)


def shares(weights: Array) -> Array:
    """Weights turned into shares along the last axis; equal shares where there is no weight at all."""
    whole = weights.sum(-1, keepdims=True)
    result = np.full_like(weights, 1 / weights.shape[-1])
    np.divide(weights, whole, out=result, where=whole > 1e-30)
    return result


class Round:
    """A round with `dice` by seat on the lowest `rungs` bids of the ladder, and the state of its solution."""

    def __init__(self, dice: tuple[int, int], kind: str, rungs: int, payoff: Payoff, steps: Sequence[Bid] | None = None) -> None:
        """`steps`: another order of bids than the rules have, to compare with other games; not for the kind `face`."""
        self.dice, self.kind, self.total = dice, kind, sum(dice)
        self.steps = tuple(ladder(self.total) if steps is None else steps)
        self.rungs = min(rungs, len(self.steps))
        self.hands = tuple(hands(count) for count in dice)
        self.chances = tuple(np.array([hand_chance(hand) for hand in each], np.float32) for each in self.hands)
        self.keys = keys(kind, self.total, self.rungs)
        self.places = key_places(kind, self.total, self.rungs)
        self.groups = self._groups()
        self.doubts = tuple(self._doubts(seat, payoff) for seat in (0, 1))
        sizes = [len(each) for each in self.hands]
        # The value of a state where `seat` is to act lies as [state, hand of the other, own hand]: ready for its parent.
        self._values = [np.zeros((len(self.keys), sizes[1 - seat], sizes[seat]), np.float32) for seat in (0, 1)]
        self._regrets = [[self._zeros(group, sizes[seat]) for group in self.groups] for seat in (0, 1)]
        self._sums = [[self._zeros(group, sizes[seat]) for group in self.groups] for seat in (0, 1)]
        self.policy: Policy = [[shares(regret) for regret in self._regrets[seat]] for seat in (0, 1)]

    @staticmethod
    def _zeros(group: Group, size: int) -> Array:
        return np.zeros((len(group.states), size, group.raises + group.doubt), np.float32)

    def _groups(self) -> list[Group]:
        """Highest last bid first: children before parents."""
        found: dict[tuple[int, int], list[int]] = {}
        for place, key in enumerate(self.keys):
            bid = key[-1] if key else -1
            first = self.places[next_key(self.kind, self.total, key, bid + 1)] if bid + 1 < self.rungs else 0
            found.setdefault((bid, first), []).append(place)
        left = {bid: self.rungs - 1 - bid for bid, _ in found}
        return [
            Group(bid, np.array(states), slice(first, first + left[bid]), left[bid])
            for (bid, first), states in sorted(found.items(), reverse=True)
        ]

    def _doubts(self, seat: int, payoff: Payoff) -> list[Array]:
        """For each bid what it is worth that `seat` doubts it, as [own hand, hand of the other]."""
        result = []
        for count, face in self.steps[: self.rungs]:
            worth = np.array([payoff(seat, count, there) for there in range(self.total + 1)], np.float32)
            support = [np.array([hand.count(0) + (hand.count(face) if face else 0) for hand in each]) for each in self.hands]
            result.append(worth[support[seat][:, None] + support[1 - seat][None, :]])
        return result

    def reaches(self, policy: Policy) -> list[list[Array]]:
        """How much each seat's own play leads to each state: [of seat][when seat is to act] -> [state, hand]."""
        reach = [[np.zeros((len(self.keys), len(self.hands[of])), np.float32) for _ in (0, 1)] for of in (0, 1)]
        reach[0][0][0] = reach[1][0][0] = 1
        for at in range(len(self.groups) - 1, -1, -1):
            group = self.groups[at]
            if not group.raises:
                continue
            for seat in (0, 1):
                other, own = 1 - seat, reach[seat][seat][group.states]
                moves = policy[seat][at][:, :, group.doubt :].transpose(1, 0, 2)
                reach[seat][other][group.after] += np.matmul(own.T[:, None, :], moves)[:, 0].T
                reach[other][other][group.after] += reach[other][seat][group.states].sum(0)
        return reach

    def _evaluate(self, policy: Policy) -> None:
        """Fill the values of all states under a policy."""
        for at, group in enumerate(self.groups):
            for seat in (0, 1):
                moves = policy[seat][at].transpose(1, 0, 2)
                worth = np.zeros((len(self.hands[seat]), len(group.states), len(self.hands[1 - seat])), np.float32)
                if group.raises:
                    worth += np.matmul(moves[:, :, group.doubt :], self._values[1 - seat][group.after].transpose(1, 0, 2))
                if group.doubt:
                    worth += moves[:, :, :1] * self.doubts[seat][group.bid][:, None, :]
                self._values[seat][group.states] = worth.transpose(1, 2, 0)

    def action_values(self, at: int, seat: int, other_reach: Array) -> Array:
        """What each action of a group is worth to `seat`, weighted by the other's reach: [state, hand, action]."""
        group, sign = self.groups[at], (1, -1)[seat]
        weights = (self.chances[1 - seat] * other_reach[group.states]).T * np.float32(sign)
        own, other = len(self.hands[seat]), len(self.hands[1 - seat])
        worth = np.empty((len(group.states), own, group.raises + group.doubt), np.float32)
        if group.raises:
            after = self._values[1 - seat][group.after].reshape(-1, other)
            worth[:, :, group.doubt :] = (after @ weights).reshape(group.raises, own, -1).transpose(2, 1, 0)
        if group.doubt:
            worth[:, :, 0] = (self.doubts[seat][group.bid] @ weights).T
        return worth

    def improve(self, turn: int, seat: int) -> None:
        """One step of CFR+ for one seat; the average weighs `turn` (1, 2, ...) squared."""
        reach = self.reaches(self.policy)
        self._evaluate(self.policy)
        for at, group in enumerate(self.groups):
            policy = self.policy[seat][at]
            worth = self.action_values(at, seat, reach[1 - seat][seat])
            self._sums[seat][at] += np.float32(turn**2) * reach[seat][seat][group.states][:, :, None] * policy
            regret = self._regrets[seat][at]
            regret += worth - (worth * policy).sum(-1, keepdims=True)
            np.maximum(regret, 0, out=regret)
            self.policy[seat][at] = shares(regret)

    def solve(self, turns: int) -> Policy:
        """The average policy after so many turns of both seats."""
        for turn in range(1, turns + 1):
            for seat in (0, 1):
                self.improve(turn, seat)
        return [[shares(total) for total in self._sums[seat]] for seat in (0, 1)]

    def value(self, policy: Policy) -> float:
        """The chance that seat 0 wins the game if both play this policy in the round."""
        self._evaluate(policy)
        return float(self.chances[1] @ self._values[0][0] @ self.chances[0])
