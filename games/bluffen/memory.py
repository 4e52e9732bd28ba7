"""What a seat of Bluffen keeps of what it was shown: where seen cards may lie, and how each seat lies and challenges."""

import msgspec
from msgspec.structs import replace

from games.bluffen.state import Accepted, Challenged, Dealt, Event, Laid, Revealed, Taken, WentOut
from games.core import card_memory
from games.core.card_memory import Seen
from games.core.cards import JOKER, Card
from games.core.events import Left

_HONESTY = 0.6
"""How often a known card that fits is taken to be laid with a claim that it fits: in a long suit there are others."""


class Habits(msgspec.Struct, frozen=True):
    """One seat in this match: of `shown` lays that were turned up `lies` were false; of `faced` claims it challenged `called`."""

    shown: int = 0
    lies: int = 0
    faced: int = 0
    called: int = 0


class Newest(msgspec.Struct, frozen=True):
    """The newest hidden lay, not yet told to `seen`: until it is challenged or passed over it is weighed as it stands."""

    seat: int
    count: int
    claim: str


class Memory(msgspec.Struct, frozen=True):
    """`held` are cards by seat as of the newest event; `habits` by seat hold over the match, all else over a game.

    `out` seats have no cards any more and face no claims.
    """

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
        case Laid():
            return _laid(_settled(memory), event)
        case Accepted() | WentOut():
            return _settled(memory)
        case Challenged():
            old = memory.habits[event.seat]
            return _with_habits(memory, event.seat, replace(old, called=old.called + 1))
        case Revealed():
            return _revealed(memory, event)
        case Taken() if event.cards is not None:
            return replace(memory, seen=card_memory.pile_to_own(memory.seen, event.cards))
        case Taken():
            return replace(memory, seen=card_memory.pile_to(memory.seen, event.seat))
        case Left() if event.mode == "remove":
            return _left(_settled(memory), event.seat)
        case _:
            return memory


def _laid(memory: Memory, event: Laid) -> Memory:
    held = _with(memory.held, event.seat, memory.held[event.seat] - event.count)
    if event.cards is not None:
        told = card_memory.laid_open if event.seat == memory.seat else lambda seen, cards: card_memory.turned_up(seen, event.seat, cards)
        memory = replace(memory, seen=told(memory.seen, event.cards))
    if event.open:
        return replace(memory, held=held, newest=None)
    after = [(event.seat + step) % memory.seats for step in range(1, memory.seats)]
    faces = next((seat for seat in after if held[seat]), None)
    habits = tuple([replace(old, faced=old.faced + (seat == faces)) for seat, old in enumerate(memory.habits)])
    return replace(memory, held=held, habits=habits, newest=Newest(event.seat, event.count, event.claim))


def _settled(memory: Memory) -> Memory:
    """The newest lay can no longer be challenged: its cards are somewhere in the pile."""
    lay = memory.newest
    if lay is None:
        return memory
    seen = memory.seen
    if lay.seat != memory.seat:
        before = memory.held[lay.seat] + lay.count
        seen = card_memory.laid_hidden(seen, lay.seat, lay.count, before, lambda card: _fits(card, lay.claim), _HONESTY)
    return replace(memory, seen=seen, newest=None)


def _fits(card: Card, claim: str) -> bool:
    """Without the options: no rank is called like a suit."""
    return claim in (card[:-1], card[-1]) or card == JOKER


def _revealed(memory: Memory, event: Revealed) -> Memory:
    seen = memory.seen
    if event.claimant != memory.seat:
        seen = card_memory.turned_up(seen, event.claimant, event.cards)
    held = memory.held
    if event.taker is not None:
        held = _with(held, event.taker, held[event.taker] + event.pile_count)
    old = memory.habits[event.claimant]
    shown = replace(old, shown=old.shown + 1, lies=old.lies + (not event.claim_true))
    return _with_habits(replace(memory, seen=seen, held=held, newest=None), event.claimant, shown)


def _left(memory: Memory, seat: int) -> Memory:
    seen = card_memory.hand_to(memory.seen, seat, memory.seen.gone)
    return replace(memory, seen=seen, held=_with(memory.held, seat, 0))


def _with_habits(memory: Memory, seat: int, habits: Habits) -> Memory:
    return replace(memory, habits=_with(memory.habits, seat, habits))


def _with[T](values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
