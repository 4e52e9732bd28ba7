"""What each kind of action does to a match. Pure: the engine's part, the table's part, and the clock that follows.

A game's own actions go to its engine; the kinds named here concern the table. Which of them an actor may ask for:

actor  | kinds
------ | ------------------------------------------------------------------------------------------------------------------
person | leave, rejoin, more_time, pause, resume
clock  | timeout, absent, proceed, resume (a pause is over), abandon (nobody came back), credit (`seconds`, `until`)
staff  | close
"""

from collections.abc import Callable
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from games.core.chance import Chance
from games.core.errors import IllegalAction, NotInThisGame
from games.core.game import Step
from games.play.services import waits
from games.play.services.errors import Refused
from games.play.services.record import Record
from games.play.services.saved import Sitting

By = Literal["person", "bot", "clock", "server", "staff"]


class Move(NamedTuple):
    """What an action leads to: `record` one version on, the events, and the action as the log has it."""

    record: Record
    events: tuple[Any, ...]
    action: Any


class Asked(NamedTuple):
    """An action as it reached the door, past the guards. `seat` is None where it concerns no seat."""

    record: Record
    seat: int | None
    action: dict[str, Any]
    by: By
    chance: Chance
    rng: Random
    now: float


class _Made(NamedTuple):
    """A step of the engine (or none), the sitting after it, and the action to log if it is not the one asked for."""

    step: Step
    sitting: Sitting
    action: Any = None


def make(asked: Asked) -> Move:
    """The match after the action. Raises Refused: bad_action, illegal, not_allowed."""
    kind = _KINDS.get((asked.by, asked.action["type"]), _game_action)
    try:
        made = kind(asked)
    except IllegalAction as error:
        raise _refused(asked, "illegal", error.rule) from None
    state, sitting = made.step.state, made.sitting
    if asked.record.engine.result(state) is not None:
        sitting = replace(sitting, alarm=None, deadline=None, halt=None, halted_at=0.0, votes=())
    elif sitting.halt != "deserted" and waits.is_deserted(asked.record, state):
        sitting = waits.halted(waits.resumed(sitting, asked.now), "deserted", asked.now)
    return Move(_next(asked, made.step, sitting), made.step.events, made.action or asked.action)


def _next(asked: Asked, step: Step, sitting: Sitting) -> Record:
    record = asked.record
    ended = record.engine.result(step.state) is not None
    return replace(
        record,
        version=record.version + 1,
        state=step.state,
        sitting=sitting,
        ended_at=asked.now if ended else None,
    )


# --- the game's own --------------------------------------------------------------------------------------------------


def _game_action(asked: Asked) -> _Made:
    """Rules: common.action.reject, common.action.order, common.action.binding."""
    engine = asked.record.engine
    if asked.seat is None:
        raise _refused(asked, "bad_action")
    try:
        action = msgspec.convert(asked.action, engine.Action)
        step = engine.apply(asked.record.state, asked.seat, action, asked.chance)
    except (msgspec.ValidationError, NotInThisGame):
        raise _refused(asked, "bad_action") from None
    return _Made(step, _fresh(asked, step), action)


def _fresh(asked: Asked, step: Step, timed_out: int | None = None) -> Sitting:
    return waits.begun(asked.record, step.state, now=asked.now, rng=asked.rng, timed_out=timed_out)


# --- persons at the table --------------------------------------------------------------------------------------------


def _leave(asked: Asked) -> _Made:
    """Rules: common.leave.when, common.leave.bot, common.leave.remove."""
    step = asked.record.engine.leave(asked.record.state, _seat(asked), asked.chance)
    return _Made(step, _after_leaving(asked, step))


def _after_leaving(asked: Asked, step: Step) -> Sitting:
    """The clock runs on where leaving changed nothing else on the table."""
    sitting = replace(asked.record.sitting, votes=tuple([seat for seat in asked.record.sitting.votes if seat != asked.seat]))
    if len(step.events) > 1:
        return replace(_fresh(asked, step), votes=sitting.votes)
    return waits.taken_over(asked.record, sitting, step.state, now=asked.now, rng=asked.rng)


def _rejoin(asked: Asked) -> _Made:
    """Rules: common.leave.bot."""
    record = asked.record
    step = record.engine.rejoin(record.state, _seat(asked))
    sitting = waits.resumed(record.sitting, asked.now) if record.sitting.halt == "deserted" else record.sitting
    return _Made(step, waits.taken_over(record, sitting, step.state, now=asked.now, rng=asked.rng))


def _more_time(asked: Asked) -> _Made:
    """Rules: common.clock.more."""
    record, seat = asked.record, _seat(asked)
    if waits.more_time_refusal(record, seat, asked.now):
        raise _refused(asked, "not_allowed", "common.clock.more")
    return _table_only(asked, waits.prolonged(record.sitting, seat, record.is_calm))


def _pause(asked: Asked) -> _Made:
    """One person agrees to a pause; with the last one it begins. Who has the one phone of a table speaks for all around it.

    Rules: common.pause, common.one-phone.
    """
    record, seat = asked.record, _seat(asked)
    sitting = record.sitting
    if sitting.halt is not None or seat in sitting.votes:
        raise _refused(asked, "not_allowed", "common.pause")
    same = [one for one in voters(record) if one != seat and record.places[one].user_id == record.places[seat].user_id]
    votes = (*sitting.votes, seat, *same)
    if all(voter in votes for voter in voters(record)):
        return _table_only(asked, waits.halted(sitting, "pause", asked.now))
    return _table_only(asked, replace(sitting, votes=votes))


def voters(record: Record) -> tuple[int, ...]:
    """The persons whose agreement a pause needs: all who still play and whose seat no computer holds. Rules: common.pause."""
    engine, state = record.engine, record.state
    away = engine.away(state)
    return tuple([seat for seat in record.persons if seat not in away and engine.choices(state, seat)])


def _resume(asked: Asked) -> _Made:
    """Any person ends the pause, or takes back their own agreement to one that has not begun. Rules: common.pause."""
    sitting, seat = asked.record.sitting, _seat(asked)
    if sitting.halt == "pause":
        return _table_only(asked, waits.resumed(sitting, asked.now))
    if seat in sitting.votes:
        return _table_only(asked, replace(sitting, votes=tuple([voter for voter in sitting.votes if voter != seat])))
    raise _refused(asked, "not_allowed", "common.pause")


def _table_only(asked: Asked, sitting: Sitting) -> _Made:
    return _Made(Step(asked.record.state, ()), sitting)


# --- the clock and staff ---------------------------------------------------------------------------------------------


def _timeout(asked: Asked) -> _Made:
    """The clock of the seat to act has run out. Rules: common.clock.expire."""
    _require_due(asked, halt=None)
    return _time_up(asked)


def _time_up(asked: Asked) -> _Made:
    step = asked.record.engine.timeout(asked.record.state, _seat(asked), asked.chance)
    return _Made(step, _fresh(asked, step, timed_out=asked.seat))


def _absent(asked: Asked) -> _Made:
    """As if the clock had run out, and then left. Rules: common.clock.absent."""
    if asked.record.sitting.halt is not None:
        raise _refused(asked, "not_allowed")
    engine, seat = asked.record.engine, _seat(asked)
    made = _time_up(asked)
    try:
        left = engine.leave(made.step.state, seat, asked.chance)
    except IllegalAction:  # this time-out was the last one allowed, or it ended the match
        return made
    step = Step(left.state, (*made.step.events, *left.events))
    return _Made(step, _fresh(asked, step, timed_out=seat))


def _proceed(asked: Asked) -> _Made:
    """The next deal or game. Rules: common.reveal."""
    _require_due(asked, halt=None)
    engine, state = asked.record.engine, asked.record.state
    due = engine.due(state)
    step = engine.proceed(state, asked.chance)
    sitting = _fresh(asked, step)
    return _Made(step, replace(sitting, more_used=()) if due is not None and due.what == "next_game" else sitting)


def _pause_is_over(asked: Asked) -> _Made:
    """Rules: common.pause."""
    _require_due(asked, halt="pause")
    return _table_only(asked, waits.resumed(asked.record.sitting, asked.now))


def _abandon(asked: Asked) -> _Made:
    """Nobody has come back. Rules: common.leave.bot."""
    _require_due(asked, halt="deserted")
    return _close(asked)


def _close(asked: Asked) -> _Made:
    """The match ends by the table as it stands."""
    return _Made(asked.record.engine.abandon(asked.record.state), asked.record.sitting)


def _credit(asked: Asked) -> _Made:
    """Time in which the site did not answer is given back, once. Rules: common.clock.outage."""
    sitting, until = asked.record.sitting, float(asked.action["until"])
    if until <= sitting.credited:
        raise _refused(asked, "not_allowed", "common.clock.outage")
    return _table_only(asked, waits.credited(sitting, float(asked.action["seconds"]), until))


EARLY = 0.01  # seconds by which the server's own clock may be ahead of itself


def _require_due(asked: Asked, halt: str | None) -> None:
    due_at = asked.record.sitting.due_at
    if asked.record.sitting.halt != halt or due_at is None or asked.now < due_at - EARLY:
        raise _refused(asked, "not_allowed")


def _seat(asked: Asked) -> int:
    if asked.seat is None:
        raise _refused(asked, "bad_action")
    return asked.seat


def _refused(asked: Asked, code: str, rule: str | None = None) -> Refused:
    return Refused(code, rule, asked.record.version)


_KINDS: dict[tuple[By, str], Callable[[Asked], _Made]] = {
    ("person", "leave"): _leave,
    ("person", "rejoin"): _rejoin,
    ("person", "more_time"): _more_time,
    ("person", "pause"): _pause,
    ("person", "resume"): _resume,
    ("clock", "timeout"): _timeout,
    ("clock", "absent"): _absent,
    ("clock", "proceed"): _proceed,
    ("clock", "resume"): _pause_is_over,
    ("clock", "abandon"): _abandon,
    ("clock", "credit"): _credit,
    ("staff", "close"): _close,
}


def is_table_action(by: By, kind: str) -> bool:
    """Whether an actor's action of this kind concerns the table and not the game."""
    return (by, kind) in _KINDS
