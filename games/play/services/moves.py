"""What each kind of action does to a match. Pure: the engine's part, the table's part, and the clock that follows.

A game's own actions go to its engine; the kinds named here concern the table. Which of them an actor may ask for:

actor  | kinds
------ | ------------------------------------------------------------------------------------------------------------------
person | leave, rejoin, more_time, pause, resume (or take back one's agreement to a pause), end_game (a long one), play_on (do not)
bot    | let_stand (it does not call the newest play)
clock  | timeout, absent, proceed, resume (a pause is over), abandon (nobody came back), credit (`seconds`, `until`), end_long
staff  | close, pause (nobody at the table ends it before its time), resume
"""

from collections.abc import Callable
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from games.core.chance import Chance
from games.core.errors import IllegalAction, NotInThisGame
from games.core.game import Step
from games.core.replay import END_LONG
from games.play.services import waits
from games.play.services.errors import Refused
from games.play.services.record import Record
from games.play.services.saved import Sitting

By = Literal["person", "bot", "clock", "server", "staff"]


class Move(NamedTuple):
    """What an action leads to: `record` one version on, the events, and the action as the log has it.

    A change that not everybody is told of is `quiet`, at the same version; if it is `silent` the log has no word of it.
    """

    record: Record
    events: tuple[Any, ...]
    action: Any
    is_silent: bool = False


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
    is_quiet: bool = False
    is_silent: bool = False


def make(asked: Asked) -> Move:
    """The match after the action. Raises Refused: bad_action, illegal, call_pending, not_allowed."""
    kind = _KINDS.get((asked.by, asked.action["type"]), _game_action)
    try:
        made = kind(asked)
    except IllegalAction as error:
        raise _refused(asked, "call_pending" if error.rule == "common.calls.block" else "illegal", error.rule) from None
    state, sitting = made.step.state, made.sitting
    if asked.record.engine.result(state) is not None:
        sitting = _over(sitting)
    elif sitting.halt not in ("deserted", "staff") and waits.is_deserted(asked.record, state):
        sitting = waits.halted(waits.resumed(sitting, asked.now), "deserted", asked.now)
    return Move(_next(asked, made, sitting), made.step.events, made.action or asked.action, made.is_silent)


def _over(sitting: Sitting) -> Sitting:
    """Nothing is waited for any more."""
    still = replace(sitting, alarm=None, deadline=None, halt=None, halted_at=0.0, votes=(), end_votes=())
    return replace(still, thinking=(), decided=(), play=None, collecting=None)


def _next(asked: Asked, made: _Made, sitting: Sitting) -> Record:
    record = asked.record
    after = replace(record, state=made.step.state, sitting=sitting)
    if made.is_quiet or made.is_silent:
        return replace(after, quiet=record.quiet + 1)
    ended = record.engine.result(made.step.state) is not None
    return replace(after, version=record.version + 1, quiet=0, ended_at=asked.now if ended else None)


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
    if waits.is_collecting(asked.record, step.state):
        return _Made(step, waits.collected(asked.record, step.state, asked.seat, asked.now), action, is_quiet=True)
    return _Made(step, _fresh(asked, step), action)


def _fresh(asked: Asked, step: Step, timed_out: int | None = None) -> Sitting:
    return waits.begun(asked.record, step.state, now=asked.now, rng=asked.rng, timed_out=timed_out)


def _let_stand(asked: Asked) -> _Made:
    """A computer has decided not to call. Rules: common.bot.calls."""
    return _Made(Step(asked.record.state, ()), waits.let_stand(asked.record.sitting, _seat(asked)), is_silent=True)


# --- persons at the table --------------------------------------------------------------------------------------------


def _leave(asked: Asked) -> _Made:
    """Rules: common.leave.when, common.leave.bot, common.leave.remove."""
    step = asked.record.engine.leave(asked.record.state, _seat(asked), asked.chance)
    return _Made(step, _after_leaving(asked, step))


def _after_leaving(asked: Asked, step: Step) -> Sitting:
    """The clock runs on where leaving changed nothing else on the table."""
    before = asked.record.sitting
    votes, end_votes = (tuple([seat for seat in agreed if seat != asked.seat]) for agreed in (before.votes, before.end_votes))
    sitting = replace(before, votes=votes, end_votes=end_votes)
    if _is_new_wait(asked, step):
        again = replace(asked.record, sitting=sitting)
        return waits.begun(again, step.state, now=asked.now, rng=asked.rng, is_same_play=True)
    return waits.taken_over(asked.record, sitting, step.state, now=asked.now, rng=asked.rng)


def _is_new_wait(asked: Asked, step: Step) -> bool:
    """Whether leaving did more on the table than say so: somebody else is to act, or cards or dice are dealt anew."""
    if len(step.events) > 1:
        return True
    before, after = (waits.apparent(asked.record, state).seat for state in (asked.record.state, step.state))
    return before != after


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
    if sitting.halt is not None or seat in sitting.votes or sitting.ends_by is not None:
        raise _refused(asked, "not_allowed", "common.pause")
    same = [one for one in voters(record) if one != seat and record.places[one].user_id == record.places[seat].user_id]
    votes = (*sitting.votes, seat, *same)
    if all(voter in votes for voter in voters(record)):
        return _table_only(asked, waits.halted(sitting, "pause", asked.now))
    return _table_only(asked, replace(sitting, votes=votes))


def voters(record: Record) -> tuple[int, ...]:
    """The persons whose agreement a pause needs, or the end of a long game: all who still play and whose seat no computer holds.

    Rules: common.pause, common.long.agreed.
    """
    engine, state = record.engine, record.state
    away = engine.away(state)
    return tuple([seat for seat in record.persons if seat not in away and engine.choices(state, seat)])


def _resume(asked: Asked) -> _Made:
    """Any person ends the pause, or takes back their own agreement to one that has not begun. Rules: common.pause."""
    sitting, seat = asked.record.sitting, _seat(asked)
    if sitting.halt == "staff":
        raise _refused(asked, "staff_pause", "common.pause")
    if sitting.halt == "pause":
        return _table_only(asked, waits.resumed(sitting, asked.now))
    if seat in sitting.votes:
        return _table_only(asked, replace(sitting, votes=tuple([voter for voter in sitting.votes if voter != seat])))
    raise _refused(asked, "not_allowed", "common.pause")


def _end_game(asked: Asked) -> _Made:
    """One person agrees to end a long game; with the last one it ends. Who has the one phone speaks for all around it.

    Rules: common.long.agreed, common.one-phone.
    """
    record, seat = asked.record, _seat(asked)
    if not record.engine.is_long(record.state) or seat not in voters(record):
        raise _refused(asked, "not_allowed", "common.long.agreed")
    agreed = record.sitting.end_votes
    same = [one for one in voters(record) if one not in agreed and record.places[one].user_id == record.places[seat].user_id]
    votes = (*agreed, *same)
    if all(voter in votes for voter in voters(record)):
        return _ended_long(asked)
    if seat in agreed:
        raise _refused(asked, "not_allowed", "common.long.agreed")
    return _table_only(asked, replace(record.sitting, end_votes=votes))


def _play_on(asked: Asked) -> _Made:
    """A person takes back the agreement to end a long game. Rules: common.long.agreed."""
    record, seat = asked.record, _seat(asked)
    votes = record.sitting.end_votes
    if seat not in votes:
        raise _refused(asked, "not_allowed", "common.long.agreed")
    mine = [one for one in votes if record.places[one].user_id == record.places[seat].user_id]
    return _table_only(asked, replace(record.sitting, end_votes=tuple([voter for voter in votes if voter not in mine])))


def _ended_long(asked: Asked) -> _Made:
    """The game ends by what each seat holds. Rules: common.long.agreed, common.long.computers."""
    step = asked.record.engine.end_long(asked.record.state)
    return _Made(step, replace(_fresh(asked, step), end_votes=()), {"type": END_LONG})


def _table_only(asked: Asked, sitting: Sitting) -> _Made:
    return _Made(Step(asked.record.state, ()), sitting)


# --- the clock and staff ---------------------------------------------------------------------------------------------


def _timeout(asked: Asked) -> _Made:
    """The clock of the seat to act has run out. While calls are collected it stands still.

    Rules: common.clock.expire, common.calls.block.
    """
    sitting = asked.record.sitting
    _require_due(asked, halt=None, at=None if sitting.collecting is not None else sitting.alarm)
    return _time_up(asked)


def _time_up(asked: Asked) -> _Made:
    step = asked.record.engine.timeout(asked.record.state, _seat(asked), asked.chance)
    return _Made(step, _fresh(asked, step, timed_out=asked.seat))


def _absent(asked: Asked) -> _Made:
    """As if the clock had run out, and then left. Rules: common.clock.absent."""
    if asked.record.sitting.halt is not None or asked.record.sitting.collecting is not None:
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
    """The next deal or game, or the calls that were collected are settled. Rules: common.reveal, common.calls.simultaneous."""
    engine, state, called = asked.record.engine, asked.record.state, asked.record.sitting.collecting
    _require_due(asked, halt=None, at=asked.record.sitting.alarm if called is None else called.until)
    due = engine.due(state)
    step = engine.proceed(state, asked.chance)
    sitting = _fresh(asked, step)
    return _Made(step, replace(sitting, more_used=()) if due is not None and due.what == "next_game" else sitting)


def _end_long(asked: Asked) -> _Made:
    """Computers alone still play a long game. Rules: common.long.computers."""
    if not is_long_for_computers(asked.record):
        raise _refused(asked, "not_allowed", "common.long.computers")
    return _ended_long(asked)


def is_long_for_computers(record: Record) -> bool:
    """Whether the game ends by itself now: it is long, and no person plays in it. Rules: common.long.computers."""
    is_halted = record.sitting.halt is not None or record.sitting.collecting is not None
    return not is_halted and record.engine.is_long(record.state) and not voters(record)


def _pause_is_over(asked: Asked) -> _Made:
    """Rules: common.pause."""
    sitting = asked.record.sitting
    _require_due(asked, halt="staff" if sitting.halt == "staff" else "pause", at=sitting.due_at)
    return _table_only(asked, waits.resumed(sitting, asked.now))


def _abandon(asked: Asked) -> _Made:
    """Nobody has come back. Rules: common.leave.bot."""
    _require_due(asked, halt="deserted", at=asked.record.sitting.due_at)
    return _close(asked)


def _close(asked: Asked) -> _Made:
    """The match ends by the table as it stands."""
    return _Made(asked.record.engine.abandon(asked.record.state), asked.record.sitting)


def _staff_pause(asked: Asked) -> _Made:
    """Staff stop clocks and computers; a pause that stands becomes theirs and begins anew. Rules: common.pause."""
    sitting = waits.resumed(asked.record.sitting, asked.now)
    return _table_only(asked, waits.halted(sitting, "staff", asked.now))


def _staff_resume(asked: Asked) -> _Made:
    """Staff end the pause that they began."""
    if asked.record.sitting.halt != "staff":
        raise _refused(asked, "not_allowed", "common.pause")
    return _table_only(asked, waits.resumed(asked.record.sitting, asked.now))


def _credit(asked: Asked) -> _Made:
    """Time in which the site did not answer is given back, once. Rules: common.clock.outage."""
    sitting, until = asked.record.sitting, float(asked.action["until"])
    if until <= sitting.credited:
        raise _refused(asked, "not_allowed", "common.clock.outage")
    return _table_only(asked, waits.credited(sitting, float(asked.action["seconds"]), until))


EARLY = 0.01  # seconds by which the server's own clock may be ahead of itself


def _require_due(asked: Asked, halt: str | None, at: float | None) -> None:
    if asked.record.sitting.halt != halt or at is None or asked.now < at - EARLY:
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
    ("person", "end_game"): _end_game,
    ("person", "play_on"): _play_on,
    ("bot", "let_stand"): _let_stand,
    ("clock", "timeout"): _timeout,
    ("clock", "absent"): _absent,
    ("clock", "proceed"): _proceed,
    ("clock", "resume"): _pause_is_over,
    ("clock", "abandon"): _abandon,
    ("clock", "credit"): _credit,
    ("clock", END_LONG): _end_long,
    ("staff", "close"): _close,
    ("staff", "pause"): _staff_pause,
    ("staff", "resume"): _staff_resume,
}


def is_table_action(by: By, kind: str) -> bool:
    """Whether an actor's action of this kind concerns the table and not the game."""
    return (by, kind) in _KINDS
