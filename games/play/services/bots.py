"""A computer's turn. It decides from what its seat was shown, and acts through the same door as everyone.

Rules: common.bot.view, common.bot.level, common.bot.calls.
"""

import logging
import os
from collections import OrderedDict
from random import Random
from threading import Lock
from typing import Any, NamedTuple, cast

import msgspec

from games.core.game import Level
from games.play.models import LogEntry
from games.play.services.actions import BOT, CLOCK, Accepted, submit_action
from games.play.services.errors import Refused
from games.play.services.record import Record

logger = logging.getLogger(__name__)
STAND_IN: Level = "normal"
"""How a computer plays for a person who is away."""
CAPACITY = 4096  # memories kept per process


class _Memory(NamedTuple):
    """What a seat remembers of the match up to the entry `number` of its log."""

    number: int
    value: Any


_memories: OrderedDict[tuple[int, int], _Memory] = OrderedDict()
_lock = Lock()


def play(record: Record, seat: int, now: float) -> Accepted:
    """The computer of this seat, which is waited for, decides and acts. Raises Refused when the match has moved on meanwhile.

    A computer that cannot decide, or only on what is not allowed, must not hold up the table: its seat then gets the move
    of a time-out.
    """
    try:
        action = as_sent(decide(record, seat))
    except Exception:
        logger.exception("a computer could not decide at match %s", record.match_id)
        return _time_out(record, seat, now)
    try:
        return submit_action(match_id=record.match_id, seat=seat, action=action, version=record.version, actor=BOT, now=now)
    except Refused as refused:
        if refused.code not in ("illegal", "bad_action"):
            raise
        logger.error("a computer was refused at match %s: %s", record.match_id, refused)
        return _time_out(record, seat, now)


def consider(record: Record, seat: int, now: float) -> Accepted:
    """The computer of this seat makes its one decision about the newest play. Raises Refused when the match has moved on.

    One that cannot decide, or only on what is not allowed, lets the play stand. Rules: common.bot.calls.
    """
    call = _call_of(record, seat)
    if call is not None:
        try:
            return submit_action(match_id=record.match_id, seat=seat, action=call, version=record.version, actor=BOT, now=now)
        except Refused as refused:
            if refused.code not in ("illegal", "bad_action", "call_pending"):
                raise
            logger.error("a computer was refused a call at match %s: %s", record.match_id, refused)
    stands = {"type": "let_stand"}
    return submit_action(match_id=record.match_id, seat=seat, action=stands, version=record.version, actor=BOT, now=now)


def as_sent(action: Any) -> dict[str, Any]:
    """The action as it would come from outside: with lists where it has tuples."""
    return cast(dict[str, Any], msgspec.json.decode(msgspec.json.encode(action)))


def _call_of(record: Record, seat: int) -> dict[str, Any] | None:
    """What the computer calls; None: nothing, or its call would not count any more."""
    engine = record.engine
    if seat not in engine.actors(record.state).may_act:
        return None
    try:
        view, memory = engine.view(record.state, seat), memory_of(record, seat)
        call = record.game.bots.call(view, memory, _level(record, seat), Random(os.urandom(16)))
        return None if call is None else as_sent(call)
    except Exception:
        logger.exception("a computer could not decide on a call at match %s", record.match_id)
        return None


def _time_out(record: Record, seat: int, now: float) -> Accepted:
    timeout = {"type": "timeout"}
    return submit_action(match_id=record.match_id, seat=seat, action=timeout, version=record.version, actor=CLOCK, now=now)


def decide(record: Record, seat: int) -> Any:
    """What the computer does. Its chance is its own: nothing in it comes from the secret of the match."""
    view = record.engine.view(record.state, seat)
    return record.game.bots.choose(view, memory_of(record, seat), _level(record, seat), Random(os.urandom(16)))


def _level(record: Record, seat: int) -> Level:
    place = record.places[seat]
    return STAND_IN if place.user_id is not None else cast(Level, place.level)


def memory_of(record: Record, seat: int) -> Any:
    """What the seat remembers: a fold over all that it was shown, continued from where this process had it."""
    key = (record.match_id, seat)
    with _lock:
        known = _memories.get(key)
    if known is None or known.number > record.number:
        known = _Memory(0, record.game.bots.new_memory(len(record.places), seat))
    value = known.value
    for event in _events_between(record, known.number):
        shown = record.engine.show(event, seat)
        if shown is not None:
            value = record.game.bots.remember(value, shown)
    with _lock:
        _memories[key] = _Memory(record.number, value)
        _memories.move_to_end(key)
        if len(_memories) > CAPACITY:
            _memories.popitem(last=False)
    return value


def forget() -> None:
    """Drop all memories of this process; they are made again from the log."""
    with _lock:
        _memories.clear()


def _events_between(record: Record, number: int) -> list[Any]:
    """All events after the entry `number` of the log, up to those of the record."""
    news = record.news_after(number)
    if news is not None:
        return [event for one in news for event in one.events]
    rows = LogEntry.objects.filter(match_id=record.match_id, number__gt=number, number__lte=record.number)
    texts = rows.order_by("number").values_list("events", flat=True)
    decoder = msgspec.json.Decoder(list[record.engine.Event])  # type: ignore[name-defined]
    return [event for text in texts for event in decoder.decode(text)]
