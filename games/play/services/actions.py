"""The one door: every change of a match, whoever makes it, goes through `submit_action`.

The guards stand in the order in which they are tried, each with one code (see `errors.py`). They are tried on the match
as this process knows it. A change then takes effect only if the database still has that match; otherwise it is read
again and the guards decide anew, so no lock is held while rules are computed and two processes can never both win.

Calls out of turn (common.calls.*): a call names the newest play, by a version since that. The first one makes the match
collect further ones; all of them are stored quietly, at the version that everybody knows, and whoever finds their time
over settles them first.
"""

import time
from collections.abc import Sequence
from random import SystemRandom
from typing import Any, NamedTuple

import msgspec
from django.db import InterfaceError, OperationalError

from bluffsite.accounts.marks import is_shut_out_id
from games.play.metrics import count_together, counted
from games.play.services import journal, moves
from games.play.services import record as records
from games.play.services.deals import MatchChance
from games.play.services.errors import Refused
from games.play.services.journal import Change, Entry, RepeatedTokenError
from games.play.services.moves import Asked, By, Move
from games.play.services.reading import check_action
from games.play.services.record import Record
from games.play.services.waits import is_computer

ATTEMPTS = 8
_RANDOM = SystemRandom()  # for the pace of computers
_ANY_TIME = frozenset({"leave", "rejoin", "pause", "resume", "end_game", "play_on"})
"""What a person may ask for whatever has happened since they looked. Rules: common.leave.when."""
_OLD = frozenset({"stale_version", "deadline_passed", "call_too_late"})
_HELD_BY_PERSON = frozenset({"rejoin", "resume"})
"""What a person may ask for while a computer plays the seat, or leave to the rules to refuse."""


class Actor(msgspec.Struct, frozen=True):
    """Who acts. Of a person: the user, and the connection if it is one that could lose control (`Seat.controller`)."""

    by: By
    user_id: int | None = None
    connection: str | None = None

    @classmethod
    def person(cls, user_id: int, connection: str | None = None) -> "Actor":
        return cls("person", user_id, connection)


BOT, CLOCK, STAFF = Actor("bot"), Actor("clock"), Actor("staff")


class Accepted(msgspec.Struct, frozen=True):
    """The action took effect as this version, or quietly at it. `record` is the match after it.

    None when the answer is an old one repeated, and where nobody is to know that anything happened.
    """

    version: int
    token: str | None = None
    record: Record | None = None


@counted
def submit_action(
    *,
    match_id: int,
    seat: int | None,
    action: dict[str, Any],
    version: int,
    token: str | None = None,
    actor: Actor,
    now: float | None = None,
) -> Accepted:
    """Do what is asked, or raise Refused and change nothing. On commit everyone is told.

    `version` is the one the actor saw. `token` (at most 36 letters, new for each action) makes it safe to ask again: an
    accepted action gets the same answer again. `now` is seconds since the epoch (default: the server's clock).
    """
    check_action(action)
    at = time.time() if now is None else now
    record, is_fresh = records.current(match_id), False
    for _ in range(ATTEMPTS):
        if action["type"] != "proceed":  # which settles them itself
            record = settled(record, at)
        try:
            accepted = _attempt(record, seat, action, version, token, actor, at)
            if accepted is not None:
                return accepted
        except Refused as refused:
            if is_fresh or _is_certain(refused, record, version):
                raise
        record, is_fresh = records.read(match_id), True
    raise Refused("stale_version", "common.action.order", record.version)


def _attempt(
    record: Record, seat: int | None, action: dict[str, Any], version: int, token: str | None, actor: Actor, now: float
) -> Accepted | None:
    """One try on the match as `record` has it; None when the database has moved on. Raises Refused."""
    guard_seat(record, seat, actor)
    try:
        _guard_match(record, seat, action["type"], version, actor)
        return _perform(record, seat, action, token, actor, now)
    except (Refused, RepeatedTokenError):
        number = journal.answer_to(record.match_id, seat, token) if seat is not None and token is not None else None
        if number is None:
            raise
        return Accepted(number, token)


def look(match_id: int) -> Record:
    """The match as it is now, for whoever shows it. Raises Refused(unknown_match)."""
    return settled(records.read(match_id), time.time())


def settled(record: Record, now: float) -> Record:
    """The match once the calls are settled whose time is over: whoever reads a match does that first.

    Rules: common.calls.simultaneous.
    """
    sitting = record.sitting
    if record.ended_at is not None or sitting.halt is not None or sitting.collecting is None or now < sitting.collecting.until:
        return record
    try:
        accepted = _perform(record, None, {"type": "proceed"}, None, CLOCK, now)
    except Refused:
        accepted = None
    return records.read(record.match_id) if accepted is None or accepted.record is None else accepted.record


def _perform(record: Record, seat: int | None, action: dict[str, Any], token: str | None, actor: Actor, now: float) -> Accepted | None:
    change = _made(record, seat, action, token, actor, now)
    if change.is_silent:
        noted = journal.note(change.before, change.after, now=now)
        return None if noted is None else Accepted(noted.version, token)
    written = journal.write(change.before, change.after, change.entry, now=now, closes=actor.by == "staff")
    return None if written is None else Accepted(written.version, token, written)


def _made(record: Record, seat: int | None, action: dict[str, Any], token: str | None, actor: Actor, now: float) -> Change:
    chance = MatchChance(record.match_id, record.key, record.parts)
    move: Move = moves.make(Asked(record, seat, action, actor.by, chance, _RANDOM, now))
    kind = move.action["type"] if isinstance(move.action, dict) else action["type"]
    entry = Entry(seat, actor.by, token, kind, move.action, chance.draws, move.events)
    return Change(record, move.record, entry, move.is_silent)


def _is_certain(refused: Refused, record: Record, version: int) -> bool:
    """Whether a refusal holds even if the match in memory is behind the database.

    An ended match stays ended and an old version old. Who sits where may have changed without a new version, and calls may
    have come or been settled. All else counts if the actor saw the very version in memory.
    """
    if refused.code == "match_over" or (refused.code in _OLD and version < record.version):
        return True
    return version == record.version and refused.code not in ("not_your_seat", "not_controller", "call_pending")


def leave_seat(*, match_id: int, seat: int, user_id: int, now: float | None = None) -> Accepted:
    """A person leaves a running match, whatever its version. Raises Refused. Rules: common.leave.when."""
    person = Actor.person(user_id)
    return submit_action(match_id=match_id, seat=seat, action={"type": "leave"}, version=0, actor=person, now=now)


# --- several at once -------------------------------------------------------------------------------------------------


class Ask(NamedTuple):
    """The arguments of `submit_action`."""

    match_id: int
    seat: int | None
    action: dict[str, Any]
    version: int
    token: str | None
    actor: Actor

    def submit(self) -> Accepted:
        """Alone. Raises Refused."""
        return submit_action(**self._asdict())


def submit_together(asks: Sequence[Ask]) -> list[Accepted | Exception]:
    """`submit_action` for actions that arrive at the same time: what has nothing against it is stored in one transaction.

    Whatever is refused, ends a match, comes second in its match or finds it changed goes through `submit_action` after
    all, which has the last word. The answers are in order; an exception is what `submit_action` raised.
    """
    answers: dict[int, Accepted | Exception] = _stored_together(asks) if len(asks) > 1 else {}
    return [answers[at] if at in answers else _alone(ask) for at, ask in enumerate(asks)]


def _stored_together(asks: Sequence[Ask]) -> dict[int, Accepted | Exception]:
    """Those of the actions that could be stored at once, by their place among all."""
    began, now = time.perf_counter(), time.time()
    changes: dict[int, Change] = {}
    seen: set[int] = set()
    for at, ask in enumerate(asks):
        if ask.match_id not in seen and len(changes) < journal.MOST_AT_ONCE and (change := _unopposed(ask, now)) is not None:
            changes[at] = change
        seen.add(ask.match_id)
    if len(changes) < 2:
        return {}
    written = journal.write_all(list(changes.values()), now=now)
    accepted = {
        at: Accepted(record.version, asks[at].token, record) for at, record in zip(changes, written, strict=True) if record is not None
    }
    count_together(((one.record, asks[at].actor.by) for at, one in accepted.items()), time.perf_counter() - began)
    return dict(accepted)


def _unopposed(ask: Ask, now: float) -> Change | None:
    """The change, if nothing in memory speaks against it and the match goes on."""
    try:
        check_action(ask.action)
        record = records.current(ask.match_id)
        if record.sitting.collecting is not None:
            return None
        guard_seat(record, ask.seat, ask.actor)
        _guard_match(record, ask.seat, ask.action["type"], ask.version, ask.actor)
        change = _made(record, ask.seat, ask.action, ask.token, ask.actor, now)
    except Exception:  # alone it gets its answer, or its own error
        return None
    is_told = change.after.version > record.version
    return change if is_told and change.after.ended_at is None else None


def _alone(ask: Ask) -> Accepted | Exception:
    """Raises OperationalError, InterfaceError: the caller knows how to get a new connection."""
    try:
        return ask.submit()
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        return error


# --- guards ----------------------------------------------------------------------------------------------------------


def guard_seat(record: Record, seat: int | None, actor: Actor) -> None:
    """Raises Refused: not_your_seat, not_controller. The clock and staff have no seat of their own."""
    if actor.by not in ("person", "bot"):
        return
    if seat is None or not 0 <= seat < len(record.places):
        raise Refused("not_your_seat", version=record.version)
    place = record.places[seat]
    is_theirs = place.user_id == actor.user_id if actor.by == "person" else is_computer(record, record.state, seat)
    if not is_theirs or (actor.by == "person" and place.user_id is None):
        raise Refused("not_your_seat", version=record.version)
    if actor.connection is not None and actor.connection != place.controller:
        raise Refused("not_controller", version=record.version)


def _guard_match(record: Record, seat: int | None, kind: str, version: int, actor: Actor) -> None:
    """Raises Refused: match_over, paused, shut_out, already_left, computer_plays, deadline_passed, call_too_late, stale_version."""
    if record.ended_at is not None:
        raise Refused("match_over", version=record.version)
    concerns_table = moves.is_table_action(actor.by, kind)
    if record.sitting.halt is not None and not (concerns_table and kind != "more_time"):
        raise Refused("paused", "common.leave.bot" if record.sitting.halt == "deserted" else "common.pause", record.version)
    if kind == "rejoin" and actor.user_id is not None and is_shut_out_id(actor.user_id):
        raise Refused("shut_out", version=record.version)
    if actor.by != "person":
        if version != record.version or (actor.by == "bot" and not _has_to_decide(record, seat)):
            raise Refused("stale_version", version=record.version)
        return
    if seat is not None and is_computer(record, record.state, seat):
        if kind == "leave":
            raise Refused("already_left", "common.leave.bot", record.version)
        if kind not in _HELD_BY_PERSON:
            raise Refused("computer_plays", "common.leave.bot", record.version)
    if not (concerns_table and kind in _ANY_TIME):
        _guard_version(record, seat, kind, version)


def _has_to_decide(record: Record, seat: int | None) -> bool:
    """Whether the computer of this seat is waited for, or has not decided yet about the newest play. Rules: common.bot.calls."""
    return record.engine.actors(record.state).waited == seat or any(one.seat == seat for one in record.sitting.thinking)


def _guard_version(record: Record, seat: int | None, kind: str, version: int) -> None:
    """A person's action answers what lies on the table, and a call the newest play; what the table alone did since then
    (a pause asked for, time added) does not matter, nor who called before. Rules: common.action.order, common.calls.block.
    """
    sitting, is_call = record.sitting, kind in record.game.calls
    since = sitting.called_since if is_call else sitting.position
    if since <= version <= record.version:
        return
    if sitting.timed_out == seat and version < sitting.position:
        raise Refused("deadline_passed", "common.clock.expire", record.version)
    if is_call and version < since:
        raise Refused("call_too_late", "common.action.order", record.version)
    raise Refused("stale_version", "common.action.order", record.version)
