"""Who sits with whom in the next round, and who has a bye. Pure and repeatable: the lot comes in as `seed`.

Each function looks at what has been played only, so late entries, withdrawals and matches that did not take place change
nothing but the rounds that follow. What holds of every round: each member is at one table or has a bye; nobody has a bye
who has had more of them than another who sits at a table; all tables have the same size.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from leagues.pairing.tables import arranged


class Player(NamedTuple):
    """A member to be paired. `points` in the league so far; `byes` had; `seed` orders equals, 0 first.

    Whoever came late begins with as many `byes` as those who have had the fewest.
    """

    member: int
    points: float = 0.0
    byes: int = 0
    seed: int = 0


class Drawn(NamedTuple):
    """The tables of a round, members in order of seats, and those who have a bye. `size` is that of every table."""

    size: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


Met = Mapping[frozenset[int], int]
"""How often two members have sat at one table in this season."""

Apart = Collection[frozenset[int]]
"""Members who should not be brought together: at another table where that costs the others little, and nobody is told."""


def round_robin(players: Sequence[Player], met: Met, size: int, lot: str, apart: Apart = ()) -> Drawn:
    """Everyone meets everyone as evenly as possible: whoever has met least sits together, byes go round.

    Two who are to be `apart` count as having met once already: they meet when all the others have, or not at all.
    For duels the rounds of a circle are tried first, which meet each pair once before any meets again.
    """
    order = sorted(players, key=lambda player: (player.seed, player.member))
    rng = Random(lot)
    bound, free = _byes(order, size, key=lambda player: rng.random())
    weights = _met_weights(order, met, apart)
    if size == 2:
        circle = _best_circle(len(order), weights, bound)
        if circle is not None:
            return _drawn(order, circle, size, rng)
    if len(order) <= size:
        return _drawn(order, [list(range(len(order)))] if len(order) == size else [], size, rng)
    spare = {*bound, *free}
    seated = [at for at in range(len(order)) if at not in free]
    rng.shuffle(seated)
    tables = arranged(_spread(seated, size, weights), size, weights, rng, spare=sorted(spare))
    return _drawn(order, tables, size, rng)


def swiss(players: Sequence[Player], met: Met, size: int, lot: str, apart: Apart = ()) -> Drawn:
    """Similar points together, few repeats. A bye goes to those with the fewest byes so far who have the fewest points.

    Two who are to be `apart` sit with others of similar points; where there are none, such as at the top, they meet.
    """
    rng = Random(lot)
    order = sorted(players, key=lambda player: (-player.points, player.seed, player.member))
    _, free = _byes(order, size, key=lambda player: (player.points, -player.seed, rng.random()))
    seated = [at for at in range(len(order)) if at not in free]
    rank = {at: number for number, at in enumerate(seated)}
    weights = _met_weights(order, met)
    asunder = [[frozenset((one.member, other.member)) in apart for other in order] for one in order] if apart else []
    for one in seated:
        for other in seated:
            gap = abs(rank[one] - rank[other]) // size
            far = round(2 * abs(order[one].points - order[other].points))
            weights[one][other] = 1000 * weights[one][other] * max(1, len(order)) + far * far + gap * gap
            if asunder and asunder[one][other]:
                weights[one][other] += APART * size * size
    tables = arranged(seated, size, weights, rng, patience=6)
    tables.sort(key=min)
    return _drawn(order, tables, size, rng)


APART = 8
"""What it costs in Swiss rounds to bring two together who are to be apart, in squares of a table's size: about as much as it
costs to seat each of them with members a whole match better or worse."""


def _byes(order: Sequence[Player], size: int, key: Callable[[Player], Any]) -> tuple[set[int], set[int]]:
    """Who may have a bye instead of each other (indices, those with equally many byes), and who has one to begin with."""
    out = len(order) % size if len(order) >= size else len(order)
    ranked = sorted(range(len(order)), key=lambda at: (order[at].byes, key(order[at]), at))
    free = set(ranked[:out])
    if not free:
        return set(), set()
    most = max(order[at].byes for at in free)
    return {at for at in range(len(order)) if order[at].byes == most}, free


def _met_weights(order: Sequence[Player], met: Met, apart: Apart = ()) -> list[list[int]]:
    """How dear another meeting is: it grows with the square, so that nobody meets twice while others have not met."""
    index = {player.member: at for at, player in enumerate(order)}
    weights = [[0] * len(order) for _ in order]
    for pair in {*met, *apart}:
        one, other = pair
        if one in index and other in index:
            times = met.get(pair, 0) + (pair in apart)
            weights[index[one]][index[other]] = weights[index[other]][index[one]] = times * times
    return weights


def _best_circle(count: int, weights: Sequence[Sequence[int]], may_rest: set[int]) -> list[list[int]] | None:
    """The cheapest round of the circle method that gives its bye to one of `may_rest`, if it costs nothing or all cost alike."""
    if count < 2:
        return []
    even = count + count % 2
    best: tuple[int, list[list[int]]] | None = None
    for turn in range(even - 1):
        ring = [0, *(1 + (turn + at) % (even - 1) for at in range(even - 1))]
        pairs = [[ring[at], ring[even - 1 - at]] for at in range(even // 2)]
        rest = [one for pair in pairs for one in pair if max(pair) >= count and one < count]
        if rest and rest[0] not in may_rest:
            continue
        pairs = [pair for pair in pairs if max(pair) < count]
        cost = sum(weights[one][other] for one, other in pairs)
        if best is None or cost < best[0]:
            best = (cost, pairs)
    if best is None:
        return None
    least = min((weights[one][other] for one in range(count) for other in range(count) if one != other), default=0)
    return best[1] if best[0] <= least * len(best[1]) else None


def _spread(seated: Sequence[int], size: int, weights: Sequence[Sequence[int]]) -> list[int]:
    """An order to start from: each table is filled with whoever has met its members least."""
    left, order = list(seated), list[int]()
    while left:
        table = [left.pop(0)]
        while len(table) < size and left:
            chosen = min(range(len(left)), key=lambda at: sum(weights[left[at]][one] for one in table))
            table.append(left.pop(chosen))
        order += table
    return order


def _drawn(order: Sequence[Player], tables: Sequence[Sequence[int]], size: int, rng: Random) -> Drawn:
    """Seats at each table by lot."""
    seated = []
    for table in tables:
        members = [order[at].member for at in table]
        rng.shuffle(members)
        seated.append(tuple(members))
    at_tables = {member for table in seated for member in table}
    byes = tuple(player.member for player in order if player.member not in at_tables)
    return Drawn(size, tuple(seated), byes)
