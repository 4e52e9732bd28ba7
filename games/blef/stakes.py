"""What a lost round is worth: the chance to win the game, as a share of standing among the seats that have cards.

Rules: blef.lose.extra-card, blef.eliminate.limit, blef.stock.*
"""

from collections.abc import Sequence
from functools import lru_cache

from games.blef.state import MOST_CARDS


@lru_cache(maxsize=4096)
def _shares(counts: tuple[int, ...], seat: int, room: int, power: float) -> float:
    """The share of a seat: each stands as the cards it may still get, to a power. Nobody may get more than `room`."""
    standing = [(room + 1 - count) ** power if 0 < count <= room else 0.0 for count in counts]
    return standing[seat] / sum(standing) if standing[seat] else 0.0


def losses(counts: Sequence[int], deck: int, *, stock: bool, seat: int, power: float) -> dict[int, float]:
    """For each seat with cards, what it changes for `seat` that this one loses the round."""
    room = _room(counts, deck) if stock else MOST_CARDS
    now, result = tuple(counts), {}
    before = _shares(now, seat, room, power)
    for loser in [each for each, count in enumerate(counts) if count]:
        after = list(now)
        after[loser] += 1
        if stock and sum(after) > deck:
            most = max(after)
            gone = loser if after[loser] == most else after.index(most)
            after[gone] = 0
        result[loser] = _shares(tuple(after), seat, room, power) - before
    return result


def _room(counts: Sequence[int], deck: int) -> int:
    """With `elimination=stock` about so many cards are the most that a seat comes to hold: at last two share the pack."""
    alive = sum(1 for count in counts if count)
    return max(max(counts) + 2, deck // max(2, alive) + 1)
