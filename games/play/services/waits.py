"""Whom a table waits for, and until when. Pure: the time comes in as `now`, chance as `rng`.

rule                   | function
---------------------- | ----------------------------------------------------------
common.clock.start     | begun: each new wait has a clock of its own
common.clock.calm      | factor: all times doubled
common.clock.more      | prolonged
common.clock.outage    | credited
common.pause           | halted, resumed
common.reveal          | begun: the engine's pause, scaled
common.bot.pace        | pace
common.leave.bot       | taken_over, is_deserted
"""

from random import Random
from typing import Literal, NamedTuple

from msgspec.structs import replace

from games.core.options import SPEED_FACTOR, CommonOptions
from games.play.services.record import Record
from games.play.services.saved import Halt, Sitting

BOT_SECONDS = 1.0
BOT_SECONDS_BEFORE_CALLERS = 3.0  # where persons may call what lies on the table
BOT_JITTER = 0.3  # greatest random addition, as a part of the pace: it depends on nothing
MORE_SECONDS = 15.0

Who = Literal["person", "computer", "server", "nobody"]


class Wait(NamedTuple):
    """`seat` is the one to act, where a person or computer is waited for."""

    who: Who
    seat: int | None = None


def waiting(record: Record, state: object) -> Wait:
    """Whom the table waits for in this state of the record's match: `nobody` after the end."""
    engine = record.engine
    if engine.result(state) is not None:
        return Wait("nobody")
    seat = engine.actors(state).waited
    if engine.due(state) is not None or seat is None:
        return Wait("server")
    return Wait("computer" if is_computer(record, state, seat) else "person", seat)


def is_computer(record: Record, state: object, seat: int) -> bool:
    """Whether a computer plays the seat now: its own, or while its person is away."""
    return record.places[seat].user_id is None or seat in record.engine.away(state)


def is_deserted(record: Record, state: object) -> bool:
    """Whether there are persons and all of them are away. Rules: common.leave.bot."""
    persons, away = record.persons, record.engine.away(state)
    return bool(persons) and all(seat in away for seat in persons)


def factor(is_calm: bool) -> float:
    """Rules: common.clock.calm."""
    return 2.0 if is_calm else 1.0


def pace(options: CommonOptions, *, is_calm: bool, callers: bool, rng: Random) -> float:
    """Seconds that a computer takes. `callers`: persons may call what lies on the table. Rules: common.bot.pace."""
    base = BOT_SECONDS_BEFORE_CALLERS if callers else BOT_SECONDS
    return base * (1 + rng.random() * BOT_JITTER) * SPEED_FACTOR[options.bot_speed] * factor(is_calm)


def begun(record: Record, state: object, *, now: float, rng: Random, timed_out: int | None = None) -> Sitting:
    """The sitting when the next version puts `state` on the table and a new wait begins. Rules: common.clock.start."""
    now, wait = _clock(record.sitting, now), waiting(record, state)
    alarm = _alarm(record, state, wait, now, rng)
    return replace(
        record.sitting,
        position=record.version + 1,
        since=now,
        alarm=alarm,
        deadline=alarm if wait.who == "person" else None,
        timed_out=timed_out,
    )


def _clock(sitting: Sitting, now: float) -> float:
    """What the table's clocks show: during a halt they stand still."""
    return now if sitting.halt is None else sitting.halted_at


def _alarm(record: Record, state: object, wait: Wait, now: float, rng: Random) -> float | None:
    options, slow = record.options, factor(record.is_calm)
    if wait.who == "computer":
        return now + _pace(record, state, rng)
    if wait.who == "person":
        return now + options.turn_seconds * slow if options.turn_seconds else None
    due = record.engine.due(state) if wait.who == "server" else None
    return now + due.pause * SPEED_FACTOR[options.bot_speed] * slow if due else None


def _pace(record: Record, state: object, rng: Random) -> float:
    may_call = record.engine.actors(state).may_act
    callers = any(not is_computer(record, state, seat) for seat in may_call)
    return pace(record.options, is_calm=record.is_calm, callers=callers, rng=rng)


def taken_over(record: Record, sitting: Sitting, state: object, *, now: float, rng: Random) -> Sitting:
    """The same wait when a seat has gone to a computer or come back: a clock that ran for the person runs on.

    Rules: common.leave.bot.
    """
    now = _clock(sitting, now)
    before, after = waiting(record, record.state), waiting(record, state)
    if before == after:
        return sitting
    if after.who == "person" and sitting.deadline is not None:
        return replace(sitting, alarm=sitting.deadline)
    alarm = _alarm(record, state, after, now, rng)
    return replace(sitting, alarm=alarm, deadline=alarm if after.who == "person" else sitting.deadline)


def halted(sitting: Sitting, why: Halt, now: float) -> Sitting:
    """Clocks and computers stand still from now on. Rules: common.pause, common.leave.bot."""
    return replace(sitting, halt=why, halted_at=now, votes=())


def resumed(sitting: Sitting, now: float) -> Sitting:
    """They go on with the time that they had left."""
    if sitting.halt is None:
        return sitting
    lost = max(0.0, now - sitting.halted_at)
    return replace(_moved(sitting, lost), since=sitting.since + lost, halt=None, halted_at=0.0)


def prolonged(sitting: Sitting, seat: int, is_calm: bool) -> Sitting:
    """Rules: common.clock.more."""
    return replace(_moved(sitting, MORE_SECONDS * factor(is_calm)), more_used=(*sitting.more_used, seat))


def credited(sitting: Sitting, seconds: float, until: float) -> Sitting:
    """Time of an outage that ended at `until` is given back; a halt lasts longer by it. Rules: common.clock.outage."""
    moved = replace(_moved(sitting, seconds), credited=until)
    if sitting.halt is None:
        return moved
    return replace(moved, since=sitting.since + seconds, halted_at=sitting.halted_at + seconds)


def _moved(sitting: Sitting, seconds: float) -> Sitting:
    return replace(
        sitting,
        alarm=None if sitting.alarm is None else sitting.alarm + seconds,
        deadline=None if sitting.deadline is None else sitting.deadline + seconds,
    )


def remaining(record: Record, now: float) -> float | None:
    """Seconds left to the person who is to act, frozen during a halt; None where no clock runs."""
    sitting = record.sitting
    if sitting.alarm is None or waiting(record, record.state).who != "person":
        return None
    return max(0.0, sitting.alarm - _clock(sitting, now))


def more_time_refusal(record: Record, seat: int, now: float) -> bool:
    """Whether this seat may not add time now: not to act, no clock, used in this game, or not yet in the last third.

    Rules: common.clock.more.
    """
    sitting = record.sitting
    if waiting(record, record.state) != Wait("person", seat) or sitting.alarm is None or seat in sitting.more_used:
        return True
    return sitting.alarm - now > (sitting.alarm - sitting.since) / 3
