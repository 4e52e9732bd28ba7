"""What a seat keeps of what it was shown: habits of each seat as counts, never the whole history.

Two habits are worth remembering: how readily a seat checks, by how likely a bid is for one who sees no card; and how well
the cards a seat holds fit what it bids.
"""

import msgspec
from msgspec.structs import replace

from games.blef.ladder import REST, pack_size
from games.blef.odds import for_all, need
from games.blef.state import BidCode, BidMade, Checked, Dealt, Event, Revealed
from games.core.cards import Card

BANDS = (0.8, 0.6, 0.4, 0.2, 0.05)
"""A bid is of band 0 when it is true with this chance for one who sees no card, and so on; below them all of the last."""
Counts = tuple[int, ...]
"""By band."""
_NONE: Counts = (0,) * (len(BANDS) + 1)


class Habits(msgspec.Struct, frozen=True):
    """One seat in this match. By band: bids that were its to check, and those it checked. Its latest bids of rounds that were
    checked: `named` of the cards it held were named by them, and `chance` would have been if it had bid at random.
    """

    faced: Counts = _NONE
    checked: Counts = _NONE
    named: int = 0
    chance: float = 0.0


class Memory(msgspec.Struct, frozen=True):
    """What a seat remembers: `habits` by seat over the match; cards in all hands, and the latest bid of each seat this round."""

    seats: int
    seat: int
    habits: tuple[Habits, ...]
    total: int = 0
    bids: tuple[BidCode | None, ...] = ()
    last: BidCode | None = None


def new_memory(seats: int, seat: int) -> Memory:
    """The memory of a seat before the match."""
    return Memory(seats, seat, (Habits(),) * seats)


def names(bid: BidCode, card: Card) -> bool:
    """Whether a bid names this card: its rank, its suit, or the very card."""
    asked = need(bid)
    return card in asked.cards or any(kind in (card[:-1], card[-1]) for kind, _ in asked.of)


def band_of(bid: BidCode, total: int, deck: int) -> int:
    """How likely a bid is for one who sees no card, as a band."""
    chance = for_all(total, deck)[bid]
    return sum(chance < bound for bound in BANDS)


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after one more event, as the seat was shown it."""
    match event:
        case Dealt():
            return replace(memory, total=sum(event.counts), bids=(None,) * memory.seats, last=None)
        case BidMade(seat, bid):
            faced = _faced(memory, seat, checks=False)
            return replace(faced, bids=_with(faced.bids, seat, bid), last=bid)
        case Checked(seat):
            return _faced(memory, seat, checks=True)
        case Revealed():
            return _revealed(memory, event)
        case _:
            return memory


def _faced(memory: Memory, seat: int, *, checks: bool) -> Memory:
    """The seat checked the last bid or bid higher; an opening tells nothing."""
    if memory.last is None:
        return memory
    band, old = band_of(memory.last, memory.total, pack_size(memory.seats)), memory.habits[seat]
    new = replace(old, faced=_more(old.faced, band), checked=_more(old.checked, band) if checks else old.checked)
    return replace(memory, habits=_with(memory.habits, seat, new))


def _revealed(memory: Memory, event: Revealed) -> Memory:
    """All hands lie open: how did the latest bid of each seat fit its own cards?"""
    habits, deck = memory.habits, pack_size(memory.seats)
    for seat, bid in enumerate(memory.bids):
        if bid is not None and not bid.startswith(REST):
            old, hand = habits[seat], event.hands[seat]
            chance = round(old.chance + len(hand) * share_named(bid, deck), 6)
            habits = _with(habits, seat, replace(old, named=old.named + sum([names(bid, card) for card in hand]), chance=chance))
    return replace(memory, habits=habits)


def share_named(bid: BidCode, deck: int) -> float:
    """Which share of the pack a bid names."""
    asked = need(bid)
    if asked.cards:
        return len(asked.cards) / deck
    suit = len(asked.of) == 1 and asked.of[0][0] in "CDHS"
    return 0.25 if suit else 4 * len(asked.of) / deck


def _more(counts: Counts, band: int) -> Counts:
    return _with(counts, band, counts[band] + 1)


def _with[T](values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
