"""What a seat of Bluff (Nepal) keeps of what it was shown: where seen cards may lie, and how each seat lies and calls."""

import msgspec
from msgspec.structs import replace

from games.bluff_nepal.odds import fits
from games.bluff_nepal.state import CallCounts, CardsLaid, Dealt, Event, LastLetGo, Passed, SetAside, TurnedOver
from games.core import card_memory
from games.core.card_memory import Seen
from games.core.cards import Rank
from games.core.events import Left

_HONESTY = 0.85
"""How often a known card that fits is taken to be laid with a claim that it fits."""


class Habits(msgspec.Struct, frozen=True):
    """One seat in this match: of `shown` lays that were turned over `lies` were false; of `faced` lays of others it called `called`."""

    shown: int = 0
    lies: int = 0
    faced: int = 0
    called: int = 0


class Newest(msgspec.Struct, frozen=True):
    """The newest lay, not yet told to `seen`: until it is called or passed over it is weighed as it stands."""

    seat: int
    count: int
    rank: Rank


class Memory(msgspec.Struct, frozen=True):
    """`held` are cards by seat as of the newest event; `habits` by seat hold over the match, all else over a game."""

    seats: int
    seat: int
    seen: Seen
    habits: tuple[Habits, ...]
    held: tuple[int, ...]
    newest: Newest | None = None


def new_memory(seats: int, seat: int) -> Memory:
    """The memory of a seat before the match."""
    return Memory(seats, seat, Seen(seats), (Habits(),) * seats, (0,) * seats)


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after one more event, as the seat was shown it."""
    match event:
        case Dealt():
            return replace(memory, seen=Seen(memory.seats), held=event.hand_counts, newest=None)
        case CardsLaid():
            return _laid(_settled(memory), event)
        case Passed() | LastLetGo():
            return _settled(memory)
        case SetAside():
            settled = _settled(memory)
            return replace(settled, seen=card_memory.pile_to(settled.seen, settled.seen.gone))
        case CallCounts():
            habits = memory.habits[event.caller]
            return _with_habits(memory, event.caller, replace(habits, called=habits.called + 1))
        case TurnedOver():
            return _turned_over(memory, event)
        case Left() if event.mode == "remove":
            return _left(_settled(memory), event.seat)
        case _:
            return memory


def _laid(memory: Memory, event: CardsLaid) -> Memory:
    held = _with(memory.held, event.seat, memory.held[event.seat] - event.count)
    if event.cards is not None:
        memory = replace(memory, seen=card_memory.laid_open(memory.seen, event.cards))
    faced = tuple([replace(old, faced=old.faced + (seat != event.seat)) for seat, old in enumerate(memory.habits)])
    return replace(memory, held=held, habits=faced, newest=Newest(event.seat, event.count, event.rank))


def _settled(memory: Memory) -> Memory:
    """The newest lay can no longer be called: its cards are somewhere in the pile."""
    lay = memory.newest
    if lay is None:
        return memory
    seen = memory.seen
    if lay.seat != memory.seat:
        before = memory.held[lay.seat] + lay.count
        seen = card_memory.laid_hidden(seen, lay.seat, lay.count, before, lambda card: fits(card, lay.rank), _HONESTY)
    return replace(memory, seen=seen, newest=None)


def _turned_over(memory: Memory, event: TurnedOver) -> Memory:
    told, seen = event.reveal, memory.seen
    if told.layer != memory.seat:
        seen = card_memory.turned_up(seen, told.layer, told.cards)
    seen = card_memory.pile_to(seen, told.pile_to) if event.pile is None else card_memory.pile_to_own(seen, event.pile)
    held = _with(memory.held, told.pile_to, memory.held[told.pile_to] + told.pile_count)
    old = memory.habits[told.layer]
    shown = replace(old, shown=old.shown + 1, lies=old.lies + (not told.claim_true))
    return _with_habits(replace(memory, seen=seen, held=held, newest=None), told.layer, shown)


def _left(memory: Memory, seat: int) -> Memory:
    seen = card_memory.hand_to(memory.seen, seat, memory.seen.gone)
    return replace(memory, seen=seen, held=_with(memory.held, seat, 0))


def _with_habits(memory: Memory, seat: int, habits: Habits) -> Memory:
    return replace(memory, habits=_with(memory.habits, seat, habits))


def _with[T](values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
