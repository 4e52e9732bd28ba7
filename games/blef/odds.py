"""Exact chances of bids. Rules: blef.truth.contain, blef.truth.not-both, blef.rest.truth.

Who knows nothing but its own cards takes every set of the unseen ones to be equally likely: to be the cards of the other
hands, or the rest of the pack. Ranks and suits need hypergeometric sums, straights inclusion and exclusion. Chances are
whole-number fractions rounded once, so they are exact to the last bit of a float. Bids are in the notation of rules 8.2.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from games.blef.ladder import RANKS, REST, hand_of
from games.blef.state import BidCode
from games.blef.truth import FLUSH
from games.core.cards import SUITS, Card, Rank


class Need(NamedTuple):
    """What a bid asks for: so many cards `of` each of some ranks or suits, or the very cards of a straight flush."""

    of: tuple[tuple[str, int], ...] = ()
    cards: tuple[Card, ...] = ()


class Unseen(NamedTuple):
    """What a hand cannot see: `size` cards, and how many of them have each rank and suit."""

    size: int
    kinds: dict[str, int]


def ranks(deck: int) -> tuple[Rank, ...]:
    """The ranks of a pack of 24 or 52 cards, low to high."""
    return RANKS[-deck // len(SUITS) :]


@cache
def need(bid: BidCode) -> Need:
    """What must be there for a bid to be true, on the rest or not. Raises ValueError for what is no bid."""
    hand = hand_of(bid)
    if hand.suit is None:
        return Need(hand.ranks)
    return Need(cards=tuple([rank + hand.suit for rank, _ in hand.ranks])) if hand.ranks else Need(((hand.suit, FLUSH),))


def kinds(cards: Iterable[Card]) -> dict[str, int]:
    """How many of these cards have each rank and each suit; no letter is both."""
    counts: Counter[str] = Counter()
    for card in cards:
        counts[card[:-1]] += 1
        counts[card[-1]] += 1
    return counts


def unseen(own: Sequence[Card], deck: int) -> Unseen:
    """What the holder of these cards cannot see of the pack."""
    have, each = kinds(own), ranks(deck)
    left = {rank: len(SUITS) - have.get(rank, 0) for rank in each} | {suit: len(each) - have.get(suit, 0) for suit in SUITS}
    return Unseen(deck - len(own), left)


def chance(bid: BidCode, own: Sequence[Card], others: int, deck: int) -> float:
    """The chance of a bid for one who holds `own` while `others` cards are in other hands. No own cards: a spectator's chance."""
    return Chances(own, others, deck)[bid]


class Chances:
    """All chances of one position, each made when it is asked for: `chances[bid]`."""

    def __init__(self, own: Sequence[Card], others: int, deck: int) -> None:
        self._own, self._have = frozenset(own), kinds(own)
        self._unseen, self._others = unseen(own, deck), others
        self._known: dict[BidCode, float] = {}

    def __getitem__(self, bid: BidCode) -> float:
        known = self._known.get(bid)
        if known is None:
            known = self._known[bid] = self._chance(bid)
        return known

    def lacking(self, bid: BidCode) -> tuple[tuple[int, int], ...]:
        """What the drawn cards must have beside the own ones: pairs of how many of a kind, and how many are unseen."""
        asked, left = need(bid), self._unseen.kinds
        if bid.startswith(REST):
            return tuple(sorted([(count, left[kind]) for kind, count in asked.of]))
        have = [(count - self._have.get(kind, 0), left[kind]) for kind, count in asked.of]
        return tuple(sorted([pair for pair in have if pair[0] > 0]))

    def possible(self, bid: BidCode) -> bool:
        """Whether a bid may be true at all: much cheaper than its chance."""
        drawn = self._drawn(bid)
        if cards := need(bid).cards:
            lost = bid.startswith(REST) and not self._own.isdisjoint(cards)
            return not lost and self._missing(bid) <= drawn
        lacking = self.lacking(bid)
        return sum([count for count, _ in lacking]) <= drawn and all(count <= there for count, there in lacking)

    def _drawn(self, bid: BidCode) -> int:
        return self._unseen.size - self._others if bid.startswith(REST) else self._others

    def _missing(self, bid: BidCode) -> int:
        cards = need(bid).cards
        return len(cards) if bid.startswith(REST) else len([card for card in cards if card not in self._own])

    def _chance(self, bid: BidCode) -> float:
        if not self.possible(bid):
            return 0.0
        size, drawn = self._unseen.size, self._drawn(bid)
        if need(bid).cards:
            return all_of(self._missing(bid), size, drawn)
        return at_least(self.lacking(bid), size, drawn)


@lru_cache(maxsize=1 << 16)
def all_of(cards: int, size: int, drawn: int) -> float:
    """The chance that so many named cards are all among `drawn` of `size` cards."""
    return 0.0 if cards > drawn else comb(size - cards, drawn - cards) / comb(size, drawn)


@lru_cache(maxsize=1 << 16)
def at_least(lacking: tuple[tuple[int, int], ...], size: int, drawn: int) -> float:
    """The chance that `drawn` of `size` cards hold enough of every kind: pairs of how many are needed and how many there are.

    Kinds have no card in common: ranks, or a single suit.
    """
    if any(count > there for count, there in lacking):
        return 0.0
    if len(lacking) > 2:
        return _one_of_each(tuple([there for _, there in lacking]), size, drawn)
    return _ways(lacking, size, drawn) / comb(size, drawn)


def _ways(lacking: tuple[tuple[int, int], ...], size: int, drawn: int) -> int:
    """In how many ways so many cards can be drawn that hold enough of every kind."""
    if not lacking:
        return comb(size, drawn)
    (count, there), more = lacking[0], lacking[1:]
    return sum(comb(there, take) * _ways(more, size - there, drawn - take) for take in range(count, min(there, drawn) + 1))


def _one_of_each(there: tuple[int, ...], size: int, drawn: int) -> float:
    """The chance of one card or more of each kind: by those sets of kinds that may be missing."""
    ways = 0
    for number in range(len(there) + 1):
        for missing in combinations(there, number):
            ways += (-1) ** number * comb(size - sum(missing), drawn)
    return ways / comb(size, drawn)


@lru_cache(maxsize=128)
def for_all(total: int, deck: int) -> Chances:
    """The chances for one who sees no card, when `total` are in all hands together."""
    return Chances((), total, deck)
