"""When a bid is true: the named cards can be picked out of a pool of cards. Rules: blef.truth.*, blef.rest.truth."""

from collections.abc import Collection
from typing import NamedTuple

from games.blef.ladder import hand_of
from games.blef.state import BidCode
from games.core.cards import Card, Rank, Suit

FLUSH = 5
"""Cards of one suit that make a flush."""


class Missing(NamedTuple):
    """`number` cards of a rank, of a suit, or with both that one card, that a pool lacks for a bid."""

    number: int
    rank: Rank | None
    suit: Suit | None


def is_true(bid: BidCode, pool: Collection[Card]) -> bool:
    """Whether these cards hold the hand that the bid names; more than needed does no harm. `pool` is either all hands
    together or, for a bid on the rest, the undealt cards: which of them it should be is the caller's matter.
    """
    return not missing(bid, pool)


def missing(bid: BidCode, pool: Collection[Card]) -> tuple[Missing, ...]:
    """What the pool lacks, in the order in which the bid names it; empty for a true bid."""
    hand = hand_of(bid)
    if not hand.ranks:
        have = sum([card[-1] == hand.suit for card in pool])
        return (Missing(FLUSH - have, None, hand.suit),) if have < FLUSH else ()
    if hand.suit:
        return tuple([Missing(1, rank, hand.suit) for rank, _ in hand.ranks if rank + hand.suit not in pool])
    ranks = [card[:-1] for card in pool]
    counted = [(rank, needed - ranks.count(rank)) for rank, needed in hand.ranks]
    return tuple([Missing(lacking, rank, None) for rank, lacking in counted if lacking > 0])


def fitting(bid: BidCode, pool: Collection[Card]) -> tuple[Card, ...]:
    """The cards of the pool that count for the bid, also those beyond what it needs, in the pool's order."""
    hand = hand_of(bid)
    ranks = {rank for rank, _ in hand.ranks}
    return tuple([card for card in pool if (not ranks or card[:-1] in ranks) and hand.suit in (None, card[-1])])
