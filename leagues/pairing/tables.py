"""Members put at tables so that those who should not meet meet least. Pure and repeatable: chance comes in as `rng`.

A local search: start from an order, then swap two members of different tables as long as that costs less, and shake a
little where it is stuck. Costs are whole numbers, so the same input gives the same tables on every machine.
"""

from collections.abc import Sequence
from random import Random

Weights = Sequence[Sequence[int]]
"""What it costs that two (indices) sit at one table; symmetric, 0 or more."""

WORK = 400_000
"""Looks at a swap, about; after these the search ends with what it has."""


def arranged(
    order: Sequence[int], size: int, weights: Weights, rng: Random, *, spare: Sequence[int] = (), patience: int = 40
) -> list[list[int]]:
    """The indices of `order`, a multiple of `size`, at tables of `size`, cheaply. `patience`: shakes without a gain.

    `spare` are others who would sit out, any of whom may take the place of one who is also named in it: who sits out in
    the end are those of both lists who are at no table.
    """
    search = _Search(order, size, weights, spare)
    search.improve()
    best, cost, shakes = search.copy(), search.total(), 0
    while cost and search.work < WORK and shakes < patience:
        shakes += 1
        search.shake(rng)
        search.improve()
        now = search.total()
        if now < cost:
            best, cost, shakes = search.copy(), now, 0
        elif now > cost:
            search.restore(best)
    return [sorted(table) for table in best[:-1]]


class _Search:
    """Tables, and one more "table" of those who sit out, whose company costs nothing; only `movable` members go there."""

    def __init__(self, order: Sequence[int], size: int, weights: Weights, spare: Sequence[int]) -> None:
        out = set(spare) - set(order)
        self.movable = set(spare)
        self.tables = [list(order[at : at + size]) for at in range(0, len(order), size)]
        self.out = len(self.tables)
        self.tables.append(sorted(out))
        self.weights = weights
        self.work = 0
        self._seat()

    def _seat(self) -> None:
        self.place = {one: (table, at) for table, members in enumerate(self.tables) for at, one in enumerate(members)}

    def copy(self) -> list[list[int]]:
        return [list(table) for table in self.tables]

    def restore(self, saved: list[list[int]]) -> None:
        self.tables = [list(table) for table in saved]
        self._seat()

    def total(self) -> int:
        return sum(self._beside(one, table, one) for table in self.tables[: self.out] for one in table) // 2

    def _beside(self, one: int, table: Sequence[int], instead_of: int) -> int:
        weights = self.weights[one]
        return sum([weights[other] for other in table if other not in (one, instead_of)])

    def _cost(self, one: int, at: int, instead_of: int) -> int:
        return 0 if at == self.out else self._beside(one, self.tables[at], instead_of)

    def improve(self) -> None:
        """Swaps as long as one pays; members who sit well are not moved for their own sake."""
        moved = True
        while moved and self.work < WORK:
            moved = False
            for one in sorted(self.place):
                own = self._cost(one, self.place[one][0], one)
                if own and self._best_swap(one, own):
                    moved = True

    def _best_swap(self, one: int, own: int) -> bool:
        """Whether `one` was swapped with whoever makes that cheapest."""
        here, best, chosen = self.place[one][0], 0, None
        for there, members in enumerate(self.tables):
            if there == here or (there == self.out and one not in self.movable):
                continue
            away = 0 if there == self.out else self._beside(one, members, one)
            for other in members:
                self.work += 1
                gain = own + self._cost(other, there, other)
                gain -= away - (0 if there == self.out else self.weights[one][other])
                gain -= self._cost(other, here, one)
                if gain > best:
                    best, chosen = gain, other
        if chosen is None:
            return False
        self._swap(one, chosen)
        return True

    def _swap(self, one: int, other: int) -> None:
        (here, at), (there, to) = self.place[one], self.place[other]
        self.tables[here][at], self.tables[there][to] = other, one
        self.place[one], self.place[other] = (there, to), (here, at)

    def shake(self, rng: Random) -> None:
        """A few members of dear tables change places with anybody."""
        dear = [one for one in sorted(self.place) if self._cost(one, self.place[one][0], one)]
        seated = [one for one in sorted(self.place) if self.place[one][0] != self.out]
        for one in rng.sample(dear, min(3, len(dear))):
            other = rng.choice(seated)
            if self.place[one][0] not in (self.out, self.place[other][0]):
                self._swap(one, other)
