"""What a seat keeps of what it was shown: habits of each seat as counts, never the whole history.

Two habits are worth remembering, each by how likely one throw makes the claim true: how readily a seat doubts, and how
often its claims turn out to be lies.
"""

import msgspec
from msgspec.structs import replace

from games.blufpoker.odds import at_least
from games.blufpoker.rounds import SIX
from games.blufpoker.state import (
    HIGHEST,
    MOST_THROWS,
    Accepted,
    AttemptThrown,
    Claimed,
    Doubted,
    Event,
    PassedBlind,
    Revealed,
    RoundBegan,
    Thrown,
)
from games.blufpoker.values import value_of

BANDS = (0.6, 0.4, 0.25, 0.1)
"""A claim is of band 0 when one throw makes it true with this chance, and so on; below them all it is of the last band."""
Counts = tuple[int, ...]
"""By band."""
_NONE: Counts = (0,) * (len(BANDS) + 1)


class Habits(msgspec.Struct, frozen=True):
    """One seat in this match, by band: claims it had to answer, those it doubted; its own claims that came out, those false."""

    faced: Counts = _NONE
    doubted: Counts = _NONE
    shown: Counts = _NONE
    false: Counts = _NONE


class Said(msgspec.Struct, frozen=True):
    """A claim on what now lies in the cup. `seen`: its maker had seen the dice."""

    seat: int
    value: int
    seen: bool


class Memory(msgspec.Struct, frozen=True):
    """What a seat remembers: `habits` by seat over the match; sixes aside, and the claims on what lies in the cup."""

    seats: int
    seat: int
    habits: tuple[Habits, ...]
    aside: int = 0
    said: tuple[Said, ...] = ()


def new_memory(seats: int, seat: int) -> Memory:
    """The memory of a seat before the match."""
    return Memory(seats, seat, (Habits(),) * seats)


def band_of(value: int, aside: int) -> int:
    """How likely one throw makes this claim true, as a band."""
    chance = at_least(value, aside)
    return sum(chance < bound for bound in BANDS)


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after one more event, as the seat was shown it."""
    match event:
        case Thrown() | AttemptThrown():
            return replace(memory, aside=event.aside, said=())
        case Claimed(seat, value, throws):
            return replace(memory, said=(Said(seat, value, throws < MOST_THROWS),))
        case PassedBlind(seat, value):
            return replace(_faced(memory, seat, doubts=False), said=(*memory.said, Said(seat, value, seen=False)))
        case Accepted(seat, _, _, dice):
            faced = _faced(memory, seat, doubts=False)
            return faced if dice is None else _shown(faced, value_of((*dice, *(SIX,) * (3 - len(dice)))))
        case Doubted(seat):
            return _faced(memory, seat, doubts=True)
        case Revealed():
            return _shown(memory, event.value)
        case RoundBegan():
            return replace(memory, aside=0, said=())
        case _:
            return memory


def _faced(memory: Memory, seat: int, *, doubts: bool) -> Memory:
    """The seat doubted the last claim or believed it. After the highest there may be no choice: that tells nothing."""
    if not memory.said or memory.said[-1].value == HIGHEST:
        return memory
    band, old = band_of(memory.said[-1].value, memory.aside), memory.habits[seat]
    new = replace(old, faced=_more(old.faced, band), doubted=_more(old.doubted, band) if doubts else old.doubted)
    return replace(memory, habits=_with(memory.habits, seat, new))


def _shown(memory: Memory, value: int) -> Memory:
    """The dice are seen: which claims on them were lies?"""
    habits = memory.habits
    for said in memory.said:
        if said.seen:
            band, old = band_of(said.value, memory.aside), habits[said.seat]
            false = _more(old.false, band) if value < said.value else old.false
            habits = _with(habits, said.seat, replace(old, shown=_more(old.shown, band), false=false))
    return replace(memory, habits=habits, said=())


def _more(counts: Counts, band: int) -> Counts:
    return _with(counts, band, counts[band] + 1)


def _with[T](values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
