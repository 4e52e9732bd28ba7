"""What a seat keeps of what it was shown: habits of each seat as counts, never the whole history.

Two habits are worth remembering: how readily a seat doubts, beside what a plain player would have doubted in its place;
and how well its own dice supported its bids when they were turned over.
"""

from functools import lru_cache
from math import exp

import msgspec
from msgspec.structs import replace

from games.liars_dice.ladder import STAR, Bid, number
from games.liars_dice.odds import at_least, spread, support
from games.liars_dice.state import BidMade, Challenged, Event, Revealed, Rolled

PLAIN_BOUND, PLAIN_WIDTH = 0.42, 0.1
"""A plain player doubts a bid half the time when it gives it this chance, and hardly ever two widths above."""
SAFE = 0.1
"""A bid that a plain player doubts more rarely than this is safe: who doubts it doubts by mood."""


class Habits(msgspec.Struct, frozen=True):
    """One seat in this match. `faced` bids were its to doubt, `doubted` it did, a plain player `plain` of them on average;
    `safe_faced` and `safe_doubted` count the safe ones alone. Its bids on numbers that were turned over had `backed`
    supporting dice among `shown` dice of its own: bluffs that came out show as too few.
    """

    faced: int = 0
    doubted: int = 0
    plain: float = 0.0
    safe_faced: int = 0
    safe_doubted: int = 0
    shown: int = 0
    backed: int = 0


class Memory(msgspec.Struct, frozen=True):
    """What a seat remembers: `habits` by seat over the match; `dice` by seat and the latest bid of each seat this round."""

    seats: int
    seat: int
    habits: tuple[Habits, ...]
    dice: tuple[int, ...]
    bids: tuple[Bid | None, ...]
    last: Bid | None = None


def new_memory(seats: int, seat: int) -> Memory:
    """The memory of a seat before the match."""
    return Memory(seats, seat, (Habits(),) * seats, (0,) * seats, (None,) * seats)


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after one more event, as the seat was shown it."""
    if isinstance(event, BidMade):
        return _bid(_faced(memory, event.seat, doubted=False), event.seat, (event.count, number(event.face)))
    if isinstance(event, Challenged):
        return _faced(memory, event.seat, doubted=True)
    if isinstance(event, Revealed):
        return _revealed(memory, event)
    if isinstance(event, Rolled):
        return replace(memory, dice=event.dice_counts, bids=(None,) * memory.seats, last=None)
    return memory


def _bid(memory: Memory, seat: int, bid: Bid) -> Memory:
    return replace(memory, bids=_with(memory.bids, seat, bid), last=bid)


def _faced(memory: Memory, seat: int, *, doubted: bool) -> Memory:
    """The seat doubted the last bid or let it go; an opening tells nothing."""
    if memory.last is None:
        return memory
    old, plain = memory.habits[seat], plain_doubt(sum(memory.dice), memory.dice[seat], memory.last)
    safe = plain < SAFE
    new = replace(
        old,
        faced=old.faced + 1,
        doubted=old.doubted + doubted,
        plain=round(old.plain + plain, 6),
        safe_faced=old.safe_faced + safe,
        safe_doubted=old.safe_doubted + (safe and doubted),
    )
    return replace(memory, habits=_with(memory.habits, seat, new))


def _revealed(memory: Memory, event: Revealed) -> Memory:
    """All dice lie open: how did each seat's latest bid on a number fit its own dice?"""
    habits = list(memory.habits)
    for seat, bid in enumerate(memory.bids):
        if bid is not None and bid[1] != STAR:
            hand = [number(face) for face in event.dice[seat]]
            old = habits[seat]
            habits[seat] = replace(old, shown=old.shown + len(hand), backed=old.backed + support(hand, bid[1]))
    return replace(memory, habits=tuple(habits))


def _with[T](values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def doubts_by_mood(habits: Habits) -> bool:
    """The seat doubts safe bids so often that true bids beat it sooner than balanced play. A sound player hardly ever does."""
    return habits.safe_doubted >= 2 and habits.safe_doubted >= 0.12 * (habits.safe_faced + 3)


@lru_cache(maxsize=32768)
def plain_doubts(total: int, own: int, bid: Bid) -> tuple[float, ...]:
    """The chance that a plain player with `own` of `total` dice doubts a bid, by how many of them support it."""
    count, face = bid
    chances = [at_least(total - own, count - support, face == STAR) for support in range(own + 1)]
    return tuple([0.0 if chance >= 1 else 1 / (1 + exp((chance - PLAIN_BOUND) / PLAIN_WIDTH)) for chance in chances])


@lru_cache(maxsize=32768)
def plain_doubt(total: int, own: int, bid: Bid) -> float:
    """The chance that a plain player doubts a bid, for one who does not see its dice."""
    return sum(map(float.__mul__, spread(own, bid[1] == STAR), plain_doubts(total, own, bid)))
