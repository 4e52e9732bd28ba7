"""The exact best response to a policy, over every history of bids: what a perfect opponent with full memory wins."""

import numpy as np
from numpy.typing import NDArray

from games.liars_dice.abstraction import Key, next_key
from games.liars_dice.solve.cfr import Policy, Round

Vector = NDArray[np.float64]


class BestResponse:
    """What seat `seat` can win of the round at most against `policy`. The number of histories doubles with each rung."""

    def __init__(self, game: Round, policy: Policy, seat: int) -> None:
        self._game, self._seat, self._other = game, seat, 1 - seat
        self._policy = policy[self._other]
        self._where = {game.keys[state]: (at, row) for at, group in enumerate(game.groups) for row, state in enumerate(group.states)}

    def value(self) -> float:
        """The chance to win the game, for the responding seat."""
        chances = self._game.chances
        return float(chances[self._seat] @ self._play((), 0, -1, chances[self._other].astype(np.float64)))

    def _doubted(self, actor: int, bid: int) -> NDArray[np.float32]:
        """The responder's chance to win after a doubt: [responder's hand, other hand]."""
        worth = self._game.doubts[actor][bid]
        mine = worth if actor == self._seat else worth.T
        return mine if self._seat == 0 else 1 - mine

    def _play(self, key: Key, actor: int, bid: int, reach: Vector) -> Vector:
        """By the responder's hand: its chance to win, summed over the other's hands weighted by `reach`."""
        raises = range(bid + 1, self._game.rungs)
        doubt = bid >= 0
        if actor == self._seat:
            ways = [self._doubted(actor, bid) @ reach] if doubt else []
            ways += [self._play(self._next(key, rung), self._other, rung, reach) for rung in raises]
            return np.asarray(np.maximum.reduce(ways), np.float64)
        at, row = self._where[key]
        moves = self._policy[at][row]
        total = self._doubted(actor, bid) @ (reach * moves[:, 0]) if doubt else np.zeros(len(self._game.hands[self._seat]))
        for rung in raises:
            left = reach * moves[:, int(doubt) + rung - bid - 1]
            if left.any():
                total = total + self._play(self._next(key, rung), self._seat, rung, left)
        return np.asarray(total, np.float64)

    def _next(self, key: Key, rung: int) -> Key:
        return next_key(self._game.kind, self._game.total, key, rung)


def exploitability(game: Round, policy: Policy) -> float:
    """The mean over both seats of what a perfect opponent wins above the value of the round, as a chance to win."""
    return sum(BestResponse(game, policy, seat).value() for seat in (0, 1)) / 2 - 0.5
