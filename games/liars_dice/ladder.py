"""The order of bids as small whole numbers, for the bots and the odds. Rules: liars_dice.bid.order, -.order-total.

A bid is a pair (count, face); face 0 stands for the star. Its value is 6 * count + face, or 12 * count for stars:
higher bid, greater value.
"""

from functools import cache
from typing import Literal

Face = Literal[1, 2, 3, 4, 5, "*"]
Bid = tuple[int, int]
STAR = 0
FACES: tuple[Face, ...] = ("*", 1, 2, 3, 4, 5)
"""The faces of the rules by their number here."""


def value(bid: Bid) -> int:
    """The bid as a whole number that orders all bids."""
    count, face = bid
    return 6 * count + face if face else 12 * count


@cache
def ladder(total: int) -> tuple[Bid, ...]:
    """All 6 * total bids with `total` dice in play, lowest first."""
    return tuple(sorted(((count, face) for count in range(1, total + 1) for face in range(6)), key=value))


@cache
def places(total: int) -> dict[Bid, int]:
    """Where each bid stands on the ladder: 0 is the lowest."""
    return {bid: place for place, bid in enumerate(ladder(total))}


def higher(total: int, bid: Bid | None) -> tuple[Bid, ...]:
    """Every bid that raises `bid`, lowest first; every bid at all for an opener (None). Rules: liars_dice.bid.raise."""
    return ladder(total) if bid is None else ladder(total)[places(total)[bid] + 1 :]


def number(face: Face) -> int:
    """The number of a face of the rules."""
    return STAR if face == "*" else face
