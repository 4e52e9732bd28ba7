"""Exact chances of cards that lie hidden: who may hold how many cards that fit a claim. Hypergeometric, and sums of it.

A pool is a number of cards of which nothing is known but how many of them fit. Chances are fractions of whole numbers,
rounded once, where they come from one draw.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import comb

from games.core.card_memory import Seen
from games.core.cards import Card

_TRUSTED = 16
"""Hidden claimed cards that are weighed one by one; of more the rest is taken to be like any card."""

UNLIKELY = 0.001
"""What is possible, but by estimates of where cards went would have no chance, is told as this."""


@lru_cache(maxsize=65536)
def at_least(pool: int, good: int, drawn: int, need: int) -> float:
    """The chance that `need` or more of `drawn` cards of a pool are among its `good` ones; any whole `need`."""
    if need <= 0:
        return 1.0
    if need > good:
        return 0.0
    ways = sum(comb(good, k) * comb(pool - good, drawn - k) for k in range(need, min(good, drawn) + 1))
    return ways / comb(pool, drawn)


def holds(need: int, known: Iterable[float], pool: int, good: int, drawn: int) -> float:
    """The chance that a hand has `need` fitting cards: each of the `known` ones is in it with its own chance, independently,
    and `drawn` more cards come from a pool with `good` fitting ones.
    """
    exactly, sure = [1.0], 0
    for chance in known:
        if chance >= 1:
            sure += 1
        elif chance > 0:
            exactly = [a * (1 - chance) + b * chance for a, b in zip([*exactly, 0.0], [0.0, *exactly], strict=True)]
    return min(1.0, sum(chance * at_least(pool, good, drawn, need - sure - have) for have, chance in enumerate(exactly)))


def can_have(
    count: int,
    hand: int,
    seat: int,
    *,
    own: Sequence[Card],
    pile: Sequence[Card],
    seen: Seen,
    fits: Callable[[Card], bool],
    cards: int,
    most: int,
) -> float:
    """The chance that a hand of so many cards has `count` that fit, by one who sees `own` cards and `pile` ones besides, and has
    kept in mind where others went. `cards` are in the game, `most` of them fit.
    """
    known, spots = Counter(pile), []
    for spot in seen.spots:
        if spot.at[seen.pile] >= 1 and known[spot.card]:  # seen in the pile already
            known[spot.card] -= 1
        else:
            spots.append(spot)
    pool = max(0, cards - len(own) - len(pile) - len(spots))
    fit = sum([fits(card) for card in (*own, *pile)]) + sum([fits(spot.card) for spot in spots])
    good = min(pool, max(0, most - fit))
    held = [(spot.card, spot.at[seat]) for spot in spots if spot.at[seat]]
    sure = [card for card, chance in held if chance >= 1]
    maybe = good + sum([fits(card) for card, chance in held if chance < 1])
    if sum([fits(card) for card in sure]) + min(maybe, hand - len(sure)) < count:
        return 0.0
    free = max(0, round(hand - sum([chance for _, chance in held])))
    return max(UNLIKELY, holds(count, [chance for card, chance in held if fits(card)], pool, good, min(free, pool)))


@lru_cache(maxsize=65536)
def spent(pool: int, good: int, claimed: int, trust: float) -> tuple[tuple[int, int, float], ...]:
    """What may be left of a pool after `claimed` of its cards were laid hidden as good ones, each in truth with chance `trust`.

    As (pool, good, chance); there are never more good ones laid than there were.
    """
    laid = min(claimed, _TRUSTED, pool)
    most = min(laid, good)
    least = max(0, laid - (pool - good))
    weights = [(have, comb(laid, have) * trust**have * (1 - trust) ** (laid - have)) for have in range(least, most + 1)]
    total = sum(weight for _, weight in weights)
    if total <= 0:  # trust of 0 or 1 against the numbers: as many as there can be, or as few
        return ((pool - laid, good - (most if trust > 0 else least), 1.0),)
    return tuple([(pool - laid, good - have, weight / total) for have, weight in weights if weight > 0])


def somebody_has(need: int, pool: int, good: int, hands: Sequence[int]) -> float:
    """The chance that at least one of these hands has `need` good cards of the pool, the hands taken one by one."""
    nobody = 1.0
    for hand in hands:
        nobody *= 1 - at_least(pool, good, min(hand, pool), need)
    return 1 - nobody
