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
common.bot.calls       | begun, taken_over: who decides about the newest play, and when; let_stand
common.calls.*         | collected, apparent: the clock stands still, and nobody else sees it
common.leave.bot       | taken_over, is_deserted
"""

from random import Random
from typing import Literal, NamedTuple

from msgspec.structs import replace

from games.core.options import SPEED_FACTOR, CommonOptions
from games.play.services.record import Record
from games.play.services.saved import Collecting, Halt, Sitting, Thinking

BOT_SECONDS = 1.0
BOT_SECONDS_BEFORE_CALLERS = 3.0  # where persons may call what lies on the table
BOT_SECONDS_ON_LAST_CARDS = 5.0  # where that is on somebody's last cards
BOT_JITTER = 0.3  # greatest random addition, as a part of the pace: it depends on nothing
CALL_SPREAD = 0.8  # greatest random addition before a computer calls, as a part of its pace: it depends on nothing
AFTER_CALLERS = 0.05  # how long a computer that is to act waits at least after the others have decided
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


def is_collecting(record: Record, state: object) -> bool:
    """Whether calls on the newest play are being collected. Rules: common.calls.simultaneous."""
    due = record.engine.due(state)
    return due is not None and due.what == "settle"


def apparent(record: Record, state: object) -> Wait:
    """Whom everybody sees the table wait for: while calls are collected the same as before. Rules: common.view.no-leak."""
    if not is_collecting(record, state):
        return waiting(record, state)
    seat = record.engine.view(state, None).to_act
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


def pace(options: CommonOptions, *, is_calm: bool, callers: bool, rng: Random, last_cards: bool = False) -> float:
    """Seconds that a computer takes. `callers`: persons may call what lies on the table, `last_cards` of somebody.

    Rules: common.bot.pace.
    """
    base = BOT_SECONDS if not callers else BOT_SECONDS_ON_LAST_CARDS if last_cards else BOT_SECONDS_BEFORE_CALLERS
    return base * (1 + rng.random() * BOT_JITTER) * SPEED_FACTOR[options.bot_speed] * factor(is_calm)


def begun(record: Record, state: object, *, now: float, rng: Random, timed_out: int | None = None, is_same_play: bool = False) -> Sitting:
    """The sitting when the next version puts `state` on the table and a new wait begins.

    `is_same_play`: somebody else is waited for, but what may be called is what could be before. Rules: common.clock.start.
    """
    before = record.sitting
    now, wait = _clock(before, now), waiting(record, state)
    alarm = _alarm(record, state, wait, now, rng)
    sitting = replace(
        before,
        position=record.version + 1,
        since=now,
        alarm=alarm,
        deadline=alarm if wait.who == "person" else None,
        timed_out=timed_out,
        play=before.called_since if is_same_play else None,
        thinking=before.thinking if is_same_play else (),
        decided=before.decided if is_same_play else (),
        collecting=None,
        end_votes=before.end_votes if record.engine.is_long(state) else (),
    )
    return _with_thinking(record, state, sitting, now, rng)


# --- calls out of turn -----------------------------------------------------------------------------------------------


def _with_thinking(record: Record, state: object, sitting: Sitting, now: float, rng: Random) -> Sitting:
    """Each computer that may call the newest play decides about it once; who is to act and is a computer waits for that.

    Rules: common.bot.calls.
    """
    may_act = record.engine.actors(state).may_act
    computers = [seat for seat in may_act if seat not in sitting.decided and is_computer(record, state, seat)]
    if not computers:
        return sitting if not sitting.thinking else replace(sitting, thinking=())
    known = {one.seat: one for one in sitting.thinking}
    thinking = [known.get(seat) or Thinking(seat, now + _before_calling(record, rng)) for seat in computers]
    sitting = replace(sitting, thinking=tuple(sorted(thinking, key=lambda one: one.at)))
    if sitting.alarm is None or apparent(record, state).who != "computer":
        return sitting
    return replace(sitting, alarm=max(sitting.alarm, sitting.thinking[-1].at + AFTER_CALLERS))


def _before_calling(record: Record, rng: Random) -> float:
    """Seconds that a computer takes to decide about a call. Rules: common.bot.calls, common.bot.pace."""
    return BOT_SECONDS * (1 + rng.random() * CALL_SPREAD) * SPEED_FACTOR[record.options.bot_speed] * factor(record.is_calm)


def let_stand(sitting: Sitting, seat: int) -> Sitting:
    """A computer has made its one decision about the newest play. Rules: common.bot.calls."""
    thinking = tuple([one for one in sitting.thinking if one.seat != seat])
    return replace(sitting, thinking=thinking, decided=(*sitting.decided, seat))


def collected(record: Record, state: object, seat: int, now: float) -> Sitting:
    """The sitting when the call of this seat waits for others: nothing of the wait that it interrupts has changed.

    Rules: common.calls.simultaneous, common.calls.block.
    """
    before, due = record.sitting.collecting, record.engine.due(state)
    assert due is not None, "a call that waits is settled some time"
    collecting = Collecting(now, now + due.pause, ()) if before is None else before
    sitting = replace(let_stand(record.sitting, seat), hidden=record.sitting.hidden + 1)
    return replace(sitting, collecting=replace(collecting, callers=(*collecting.callers, seat)))


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
    actors = record.engine.actors(state)
    callers = any(not is_computer(record, state, seat) for seat in actors.may_act)
    return pace(record.options, is_calm=record.is_calm, callers=callers, rng=rng, last_cards=actors.on_last_cards)


def taken_over(record: Record, sitting: Sitting, state: object, *, now: float, rng: Random) -> Sitting:
    """The same wait when a seat has gone to a computer or come back: a clock that ran for the person runs on.

    Rules: common.leave.bot.
    """
    now = _clock(sitting, now)
    before, after = apparent(record, record.state), apparent(record, state)
    if sitting.collecting is not None and not is_collecting(record, state):  # the one call has left with its caller
        sitting = replace(_moved(sitting, now - sitting.collecting.since), collecting=None)
    if before != after:
        sitting = _handed_over(record, sitting, state, after, now, rng)
    return _with_thinking(record, state, sitting, now, rng)


def _handed_over(record: Record, sitting: Sitting, state: object, after: Wait, now: float, rng: Random) -> Sitting:
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
    called = sitting.collecting
    return replace(
        _moved(sitting, lost),
        since=sitting.since + lost,
        halt=None,
        halted_at=0.0,
        thinking=tuple([Thinking(one.seat, one.at + lost) for one in sitting.thinking]),
        collecting=called and replace(called, since=called.since + lost, until=called.until + lost),
    )


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
    if sitting.alarm is None or apparent(record, record.state).who != "person":
        return None
    return max(0.0, sitting.alarm - _clock(sitting, now))


def more_time_refusal(record: Record, seat: int, now: float) -> bool:
    """Whether this seat may not add time now: not to act, no clock, used in this game, or not yet in the last third.

    Rules: common.clock.more.
    """
    sitting = record.sitting
    if apparent(record, record.state) != Wait("person", seat) or sitting.alarm is None or seat in sitting.more_used:
        return True
    return sitting.alarm - now > (sitting.alarm - sitting.since) / 3
