"""What `Match.saved` holds: the engine's own state as its engine dumped it, and the table's side of the match.

Times are seconds since the epoch, as the server's clock has them.
"""

from typing import Literal

import msgspec

Halt = Literal["pause", "deserted"]
"""Why clocks and computers stand still: persons agreed to (common.pause), or every person is away (common.leave.bot)."""


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match needs to know besides the rules of its game.

    `position` is the version that began the present wait: an action that names it, or a later one, answers what lies on
    the table. The wait began at `since`; at `alarm` the server acts, whatever it then does (None: it waits for a person
    without a clock). A collection of calls (common.calls.simultaneous) is such a wait too. `timed_out` is the seat whose
    time-out began it. `more_used` are the seats that added time in this game; `votes` those that agree to a pause.
    While `halt` is set, `alarm` is the end of the halt, and `kept` seconds of the wait were left when it began at `halted_at`.
    Outages that ended at or before `credited` have been given back.
    """

    position: int
    since: float
    alarm: float | None = None
    timed_out: int | None = None
    more_used: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()
    halt: Halt | None = None
    halted_at: float = 0.0
    kept: float | None = None
    credited: float = 0.0


class Saved(msgspec.Struct, frozen=True):
    """`engine` is `Engine.dump`; `sitting` the table's side."""

    engine: msgspec.Raw
    sitting: Sitting


_decoder = msgspec.json.Decoder(Saved)


def pack(engine: bytes, sitting: Sitting) -> str:
    """The text of the column."""
    return msgspec.json.encode(Saved(msgspec.Raw(engine), sitting)).decode()


def unpack(text: str) -> Saved:
    return _decoder.decode(text)
