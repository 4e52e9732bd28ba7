"""The bids of Blef: which there are, what each names, and in what order they stand. Rules: blef.bids.*, blef.rest.order.

A bid is its notation (rules 8.2). Ladders are made once for each pack and set of options and kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Literal, NamedTuple

from games.blef.state import BidCode, Options
from games.core.cards import SUITS, Card, Rank, Suit

RANKS: tuple[Rank, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Low to high. Rules: blef.rank.order."""
RANKS_24: tuple[Rank, ...] = RANKS[7:]
MOST_SEATS_WITH_24 = 4
REST = "rest/"
"""What stands before a bid on the undealt cards."""

Kind = Literal["high", "pair", "two_pair", "straight", "three", "full", "flush", "four", "sflush"]
KINDS: tuple[Kind, ...] = ("high", "pair", "two_pair", "straight", "three", "full", "flush", "four", "sflush")
"""Low to high with 24 cards. Rules: blef.bids.kind-order."""
POKER_KINDS: tuple[Kind, ...] = ("high", "pair", "two_pair", "three", "straight", "flush", "full", "four", "sflush")
"""Low to high with 52 cards, or with `poker_ranking`. Rules: blef.bids.poker-ranking, blef.bids.list-52."""

_ALIKE: dict[Kind, int] = {"high": 1, "pair": 2, "three": 3, "four": 4}


class Hand(NamedTuple):
    """What a bid names: so many cards of each of `ranks`, five cards of `suit`, or with both five exact cards.

    `named` is the straight's own name (`small`, `10`), else empty. `ranks` holds (rank, number) in the order named.
    """

    kind: Kind
    ranks: tuple[tuple[Rank, int], ...]
    suit: Suit | None
    named: str
    on_rest: bool


class Ladder(NamedTuple):
    """All bids of a table, low to high: `ordinary` of them on the hands, then, if the table has them, as many on the rest.

    `places` counts from 1 and knows two pairs in either order; `pack` is in rising order, suits inside ranks.
    """

    pack: tuple[Card, ...]
    ace_low: bool
    bids: tuple[BidCode, ...]
    ordinary: int
    places: Mapping[str, int]

    def spelled(self, bid: str) -> BidCode:
        """The bid as it stands in the ladder. Raises KeyError for one that is not there. Rules: blef.bids.two-pair."""
        return self.bids[self.places[bid] - 1]

    def above(self, last: BidCode | None) -> tuple[BidCode, ...]:
        """The bids that may follow `last`, or open. Rules: blef.bid.higher, blef.rest.when, blef.rest.order."""
        place = self.places[last] if last else 0
        return self.bids[place : self.ordinary if place < self.ordinary else len(self.bids)]

    def is_highest(self, bid: BidCode) -> bool:
        """Whether only a check may follow. Rules: blef.max.must-check, blef.rest.max."""
        return self.places[bid] == len(self.bids)


def pack_size(seats: int) -> int:
    """Cards in the pack of a match that began with so many seats. Rules: blef.deck.24, blef.deck.52, blef.deck.fixed."""
    return 24 if seats <= MOST_SEATS_WITH_24 else 52


def ladder_of(seats: int, options: Options) -> Ladder:
    """The ladder of a table by the number of seats it began with. Rules: blef.deck.24, blef.deck.52, blef.deck.fixed."""
    small = pack_size(seats) == 24
    return _ladder(small, not small or options.poker_ranking, not small and options.ace_low, options.bid_on_rest)


@cache
def _ladder(small: bool, poker: bool, ace_low: bool, on_rest: bool) -> Ladder:
    ranks = RANKS_24 if small else RANKS
    names = ("small", "big") if small else RANKS[3 if ace_low else 4 :]
    bids = [bid for kind in (POKER_KINDS if poker else KINDS) for bid in _of_kind(kind, ranks, names)]
    ordinary = len(bids)
    if on_rest:
        bids += [REST + bid for bid in bids]
    places = {bid: place for place, bid in enumerate(bids, start=1)}
    swapped = {_swapped(bid): place for bid, place in places.items() if "two_pair:" in bid}
    pack = tuple([rank + suit for rank in ranks for suit in SUITS])
    return Ladder(pack, ace_low, tuple(bids), ordinary, {**places, **swapped})


def _of_kind(kind: Kind, ranks: Sequence[Rank], straights: Sequence[str]) -> Iterator[BidCode]:
    """The bids of a kind, low to high. Rules: blef.bids.within-kind, blef.bids.two-pair, blef.bids.full-house."""
    if kind in _ALIKE:
        yield from (f"{kind}:{rank}" for rank in ranks)
    elif kind == "two_pair":
        pairs = sorted(combinations(range(len(ranks)), 2), key=lambda pair: pair[::-1])
        yield from (f"two_pair:{ranks[high]},{ranks[low]}" for low, high in pairs)
    elif kind == "full":
        yield from (f"full:{three},{two}" for three, two in permutations(ranks, 2))
    elif kind == "straight":
        yield from (f"straight:{name}" for name in straights)
    elif kind == "flush":
        yield from (f"flush:{suit}" for suit in SUITS)
    else:
        yield from (f"sflush:{name},{suit}" for name in straights for suit in SUITS)


def _swapped(two_pairs: BidCode) -> str:
    kind, ranks = two_pairs.split(":")
    return f"{kind}:{','.join(reversed(ranks.split(',')))}"


@cache
def hand_of(bid: BidCode) -> Hand:
    """What a bid of any ladder names. Raises ValueError for what is no bid."""
    kind_named, _, names = bid.removeprefix(REST).partition(":")
    if kind_named not in KINDS:
        raise ValueError(f"{bid!r} is no bid")
    kind = KINDS[KINDS.index(kind_named)]
    parts, on_rest = names.split(","), bid.startswith(REST)
    if kind in _ALIKE:
        return Hand(kind, ((parts[0], _ALIKE[kind]),), None, "", on_rest)
    if kind in ("two_pair", "full"):
        return Hand(kind, ((parts[0], 3 if kind == "full" else 2), (parts[1], 2)), None, "", on_rest)
    if kind == "flush":
        return Hand(kind, (), parts[0], "", on_rest)
    five = tuple([(rank, 1) for rank in straight_ranks(parts[0])])
    return Hand(kind, five, parts[1] if kind == "sflush" else None, parts[0], on_rest)


def straight_ranks(name: str) -> tuple[Rank, ...]:
    """The five ranks of a straight, low to high, the ace first in the one to 5. Rules: blef.bids.kinds, blef.bids.ace-low."""
    if name == "5":
        return ("A", "2", "3", "4", "5")
    end = RANKS.index({"small": "K", "big": "A"}.get(name, name)) + 1
    return RANKS[end - 5 : end]


# --- refusals --------------------------------------------------------------------------------------------------------


def refusal(asked: str, last: BidCode | None, ladder: Ladder) -> str | None:
    """The rule that forbids this bid after `last` (None: it would open), or None: the most telling one."""
    if last and ladder.is_highest(last):
        return highest_rule(last)
    place, before = ladder.places.get(asked), ladder.places[last] if last else 0
    if place is None:
        return _no_bid(asked, ladder)
    if place > ladder.ordinary and before < ladder.ordinary:
        return "blef.rest.when"
    if place <= ladder.ordinary < before:
        return "blef.rest.order"
    return None if place > before else "blef.bid.higher"


def highest_rule(last: BidCode) -> str:
    """Why nothing can be bid after the highest bid of a ladder."""
    return "blef.rest.max" if last.startswith(REST) else "blef.max.must-check"


def _no_bid(asked: str, ladder: Ladder) -> str:
    """The rule by which something is no bid of this ladder."""
    kind, _, names = asked.removeprefix(REST).partition(":")
    parts = names.split(",")
    if kind in ("straight", "sflush"):
        return _no_straight(kind, parts, ladder)
    if kind not in KINDS or len(parts) != (2 if kind in ("two_pair", "full") else 1):
        return "blef.bids.kinds"
    if kind == "flush":
        return "blef.rest.when" if parts[0] in SUITS else "blef.bids.kinds"
    if any(part not in RANKS for part in parts):
        return "blef.bids.kinds"
    if len(ladder.pack) == 24 and any(part not in RANKS_24 for part in parts):
        return "blef.deck.24"
    if len(set(parts)) < len(parts):
        return "blef.bids.two-pair" if kind == "two_pair" else "blef.bids.full-house"
    return "blef.rest.when"  # the bid is one, so it is one on the rest at a table without


def _no_straight(kind: str, parts: Sequence[str], ladder: Ladder) -> str:
    """Rules: blef.bids.no-great, blef.bids.ace-low, blef.bids.kinds."""
    if len(parts) != (2 if kind == "sflush" else 1) or (kind == "sflush" and parts[1] not in SUITS):
        return "blef.bids.kinds"
    if parts[0] == "great":
        return "blef.bids.no-great"
    small = len(ladder.pack) == 24
    if parts[0] not in (("small", "big") if small else RANKS):
        return "blef.bids.kinds"
    if not small and (parts[0] in RANKS[:3] or (parts[0] == "5" and not ladder.ace_low)):
        return "blef.bids.ace-low"
    return "blef.rest.when"
