"""What a heads-up table tells apart: the own hand and a summary of the bids. Shared by the solver and the reader.

Bids are places on the ladder (0 = lowest). A *key* summarises the bids of a round so far; both kinds keep the last bid
whole. `last2` and `last3` keep the last two or three bids; `face` keeps the face of the bid before the last one.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial

from games.liars_dice.ladder import ladder

Key = tuple[int, ...]
Hand = tuple[int, ...]
NO_FACE = -1
KINDS = ("face", "last2", "last3")


@cache
def hands(dice: int) -> tuple[Hand, ...]:
    """All hands of so many dice as sorted faces by number."""
    return tuple(combinations_with_replacement(range(6), dice))


@cache
def hand_places(dice: int) -> dict[Hand, int]:
    """Where each hand stands in `hands`."""
    return {hand: place for place, hand in enumerate(hands(dice))}


def hand_chance(hand: Hand) -> float:
    """The chance to throw this hand."""
    ways = factorial(len(hand))
    for face in set(hand):
        ways //= factorial(hand.count(face))
    return float(ways / 6 ** len(hand))


def key_of(kind: str, total: int, bids: Sequence[int]) -> Key:
    """The key of the bids of a round so far."""
    if kind != "face":
        return tuple(bids[-int(kind[-1]) :])
    if not bids:
        return ()
    return (ladder(total)[bids[-2]][1] if len(bids) > 1 else NO_FACE, bids[-1])


@cache
def keys(kind: str, total: int, rungs: int) -> tuple[Key, ...]:
    """All keys when only the lowest `rungs` bids are ever made. The keys after one and the same key stand together."""
    if kind == "face":
        return ((), *((face, bid) for face in range(NO_FACE, 6) for bid in range(rungs)))
    return tuple(key for length in range(int(kind[-1]) + 1) for key in combinations(range(rungs), length))


@cache
def key_places(kind: str, total: int, rungs: int) -> dict[Key, int]:
    """Where each key stands in `keys`."""
    return {key: place for place, key in enumerate(keys(kind, total, rungs))}


def next_key(kind: str, total: int, key: Key, bid: int) -> Key:
    """The key after one more bid."""
    if kind == "face":
        return (ladder(total)[key[-1]][1] if key else NO_FACE, bid)
    return (*key, bid)[-int(kind[-1]) :]
