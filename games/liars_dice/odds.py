"""Exact chances of bids. Rules: liars_dice.count.number, liars_dice.count.stars.

An unknown die supports a number bid with chance 1/3 (its face or a star) and a star bid with chance 1/6. Bids and faces
are numbered as in `ladder`. Chances are whole-number fractions rounded once, so they are exact to the last bit of a float.
"""

from collections.abc import Sequence
from functools import cache
from math import comb

from games.liars_dice.ladder import STAR, Bid, Face, number

MOST_DICE = 60
"""12 seats with 5 dice: the most that can be in play. Rules: liars_dice.players, liars_dice.dice."""


@cache
def spread(dice: int, star: bool) -> tuple[float, ...]:
    """The chance that exactly k of so many unknown dice support a bid, for k = 0 to `dice`."""
    miss, faces = (5, 6) if star else (2, 3)
    return tuple(comb(dice, k) * miss ** (dice - k) / faces**dice for k in range(dice + 1))


@cache
def tails(dice: int, star: bool) -> tuple[float, ...]:
    """The chance that at least k of so many unknown dice support a bid, for k = 0 to `dice` + 1 (where it is 0)."""
    miss, faces = (5, 6) if star else (2, 3)
    ways = [comb(dice, k) * miss ** (dice - k) for k in range(dice + 1)]
    return tuple(sum(ways[k:]) / faces**dice for k in range(dice + 2))


def at_least(dice: int, need: int, star: bool) -> float:
    """The chance that at least `need` of so many unknown dice support a bid; any whole `need`."""
    return 1.0 if need <= 0 else 0.0 if need > dice else tails(dice, star)[need]


def support(hand: Sequence[int], face: int) -> int:
    """How many dice of a hand (faces by number) support a bid on `face`; a star supports every number."""
    stars = hand.count(STAR)
    return stars if face == STAR else stars + hand.count(face)


def bid_holds(hand: Sequence[int], in_play: int, bid: Bid) -> float:
    """The chance that a bid is true for the holder of `hand`, who knows nothing else of the `in_play` dice."""
    count, face = bid
    return at_least(in_play - len(hand), count - support(hand, face), face == STAR)


def chance(own: Sequence[Face], in_play: int, count: int, face: Face) -> float:
    """`bid_holds` in the words of the rules: own dice and face as `"*"` or 1 to 5. No own dice: a spectator's chance."""
    return bid_holds([number(die) for die in own], in_play, (count, number(face)))


def expected(dice: int, face: Face) -> float:
    """How many of so many unknown dice support a bid on `face` on average."""
    return dice / 6 if face == "*" else dice / 3


def preload() -> None:
    """Make all tables at once: some 20 ms."""
    for dice in range(MOST_DICE + 1):
        for star in (False, True):
            spread(dice, star)
            tails(dice, star)
