"""What `Match.saved` holds: the engine's own state as its engine dumped it, and the table's side of the match.

Times are seconds since the epoch, by the server's clock.
"""

from typing import Literal

import msgspec

Halt = Literal["pause", "deserted", "staff"]
"""Why clocks and computers stand still: the persons agreed to it (common.pause), all are away (common.leave.bot), or staff said so."""

HALT_SECONDS = 600.0
"""Longest pause, and how long computers wait for somebody to come back. Rules: common.pause, common.leave.bot."""


class Thinking(msgspec.Struct, frozen=True, array_like=True):
    """A computer that may call the newest play decides about it at this time, once. Rules: common.bot.calls."""

    seat: int
    at: float


class Collecting(msgspec.Struct, frozen=True):
    """Calls on the newest play are collected since the first one, until they are settled; `callers` in order of arrival.

    Rules: common.calls.simultaneous.
    """

    since: float
    until: float
    callers: tuple[int, ...]


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match needs to know besides the rules of its game.

    The present wait (for a person, a computer, or the server's own next move) began with version `position` at the time
    `since`; an action that names this version or a later one answers what lies on the table. At `alarm` the server acts,
    None where a person has no clock. `deadline` is the alarm of the person whose decision it was when the wait began,
    also while a computer stands in. `timed_out` is the seat whose time-out began the wait. `more_used` are the seats
    that added time in this game, `votes` those that agree to a pause, `end_votes` those that agree to end a long game.
    While `halt` is set everything stands still since `halted_at`. Outages that ended at or before `credited` have been
    given back.

    `thinking` are the computers that have still to decide whether they call the newest play, `decided` those that have.
    `play` is the version of that play where the wait began later. While calls are `collecting` the alarm is that of the
    wait which they interrupt. `hidden` counts the log entries of the match that have no version of their own. `ends_by` is
    the deadline of a league match, which knows no pause.
    """

    position: int
    since: float
    alarm: float | None = None
    deadline: float | None = None
    timed_out: int | None = None
    more_used: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()
    halt: Halt | None = None
    halted_at: float = 0.0
    credited: float = 0.0
    end_votes: tuple[int, ...] = ()
    thinking: tuple[Thinking, ...] = ()
    decided: tuple[int, ...] = ()
    play: int | None = None
    collecting: Collecting | None = None
    hidden: int = 0
    ends_by: float | None = None

    @property
    def due_at(self) -> float | None:
        """When the server acts next, whatever it then does; None: nothing is due."""
        if self.halt is not None:
            return self.halt_ends_at
        times = [one.at for one in self.thinking]
        alarm = self.alarm if self.collecting is None else self.collecting.until
        return min(times if alarm is None else [*times, alarm], default=None)

    @property
    def halt_ends_at(self) -> float:
        """After ten minutes; where all have left a league match at its deadline. Rules: common.pause, common.leave.bot."""
        if self.halt == "deserted" and self.ends_by is not None and self.ends_by > self.halted_at:
            return self.ends_by
        return self.halted_at + HALT_SECONDS

    @property
    def called_since(self) -> int:
        """A call that names this version or a later one calls the newest play. Rules: common.calls.*"""
        return self.position if self.play is None else self.play


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
