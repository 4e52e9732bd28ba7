"""What a seat keeps of what it was shown: habits as counts, never the whole history."""

import msgspec

from games.liars_dice.state import Event


class Memory(msgspec.Struct, frozen=True):
    """Everything is public, so seats remember alike."""

    seats: int
    seat: int


def new_memory(seats: int, seat: int) -> Memory:
    """The memory of a seat before the match."""
    return Memory(seats, seat)


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after one more event, as the seat was shown it."""
    return memory
