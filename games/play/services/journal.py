"""The one writer of matches and their log. A change takes effect only if the match is still as it was read.

On PostgreSQL a change is one prepared statement and one flush; on SQLite a short transaction. Nothing is told before commit.
"""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F
from msgspec.structs import replace

from games.core.registry import game_named
from games.play import announce
from games.play.models import LogEntry, Match, Seat, Table
from games.play.services import alarm, record, statements, waits
from games.play.services.deals import MatchChance
from games.play.services.record import News, Record
from games.play.services.saved import Sitting, pack
from games.play.signals import match_finished


class Entry(NamedTuple):
    """What the log keeps of a change besides its numbers and time. `kind` is the type of the `action`."""

    seat: int | None
    by: str
    token: str | None
    kind: str
    action: Any
    draws: Sequence[Any]
    events: tuple[Any, ...]


class RepeatedTokenError(Exception):
    """This seat's token was answered before; nothing was written."""


def write(before: Record, after: Record, entry: Entry, *, now: float, closes: bool = False) -> Record | None:
    """Store a change and, on commit, tell it. Returns `after` as written, or None: the match has moved on, nothing was stored.

    `after` is one version on, or quietly at the same version (`Match.quiet`): then only this process's own sockets of the
    seat that acted hear of it. If it has ended, its table is finished, or closed with `closes`. Raises RepeatedTokenError.
    """
    stored = store(before, after, entry, now=now, closes=closes)
    if stored is None:
        return None
    written, countdown = stored
    transaction.on_commit(lambda: _tell(written, countdown))
    return written


def note(before: Record, after: Record, *, now: float) -> Record | None:
    """Store what no log tells of, and nobody is told: a computer has decided not to call. None: the match has moved on.

    Rules: common.bot.calls.
    """
    planned = alarm.plan(before.armed_until, after.due_at, now)
    written = replace(after, armed_until=planned.armed_until)
    saved = pack(written.engine.dump(written.state), written.sitting)
    if not statements.note(before, written, saved, record.moment(written.due_at), record.moment(written.armed_until)):
        return None
    transaction.on_commit(lambda: _remember(written, planned.countdown))
    return written


MOST_AT_ONCE = statements.MOST


class Change(NamedTuple):
    """A change to be written: the match as it was read, as it is then, and what the log keeps; nothing if `is_silent`."""

    before: Record
    after: Record
    entry: Entry
    is_silent: bool = False


def write_all(changes: Sequence[Change], *, now: float) -> list[Record | None]:
    """`write` for several changes at once, of different matches none of which ends: in one transaction, in one flush.

    What does not go this way is None, and nothing of it stored; `write` says why: the match has moved on, or a token of
    somebody among them is repeated.
    """
    planned = [_planned(change.before, change.after, change.entry, now) for change in changes]
    rows = [
        statements.Change(change.before, one[0], _values(one[0], change.entry, now)) for change, one in zip(changes, planned, strict=True)
    ]
    try:
        stored = statements.store_all(rows)
    except IntegrityError:
        return [None] * len(changes)
    for written, countdown in planned:
        if written.match_id in stored:
            transaction.on_commit(partial(_tell, written, countdown))
    return [written if written.match_id in stored else None for written, _ in planned]


def store(before: Record, after: Record, entry: Entry, *, now: float, closes: bool = False) -> tuple[Record, float | None] | None:
    """The transaction of `write` alone, told to nobody: `after` as written, and the countdown in seconds that it needs."""
    written, countdown = _planned(before, after, entry, now)
    try:
        is_stored = statements.store(before, written, _values(written, entry, now), closes=closes)
    except IntegrityError as error:
        if entry.token is None:
            raise
        raise RepeatedTokenError from error
    return (written, countdown) if is_stored else None


def _planned(before: Record, after: Record, entry: Entry, now: float) -> tuple[Record, float | None]:
    """`after` with its news and its alarm, and the countdown that this needs."""
    planned = alarm.plan(before.armed_until, after.due_at, now)
    is_quiet = after.version == before.version
    news = News(after.number, after.version, entry.seat, entry.by, entry.kind, entry.events, is_quiet)
    return replace(after, armed_until=planned.armed_until, news=(*before.news[1 - record.NEWS_KEPT :], news)), planned.countdown


def begin(table: Table, *, seats: Sequence[Seat], parts: Sequence[str], now: float) -> Match:
    """The match of a table begins: its first log entry is the start. For a transaction of the caller, who holds the table.

    `seats` in order; a seat without a person is a computer's. `parts` are the random texts by seat. The caller has set
    the options and changes the table's phase. Raises IllegalOptions.
    """
    game = game_named(table.game)
    options = msgspec.convert(table.options, game.options)
    chance = MatchChance(table.pk, table.key, parts)
    step = game.engine.start(len(seats), options, chance)
    new = Record(
        match_id=table.pk,
        key=table.key,
        game=game,
        options=options,
        is_calm=table.is_calm,
        parts=tuple(parts),
        started_at=now,
        version=0,
        seating=0,
        state=step.state,
        sitting=Sitting(position=0, since=now, ends_by=None if table.ends_by is None else table.ends_by.timestamp()),
        armed_until=None,
        ended_at=None,
        places=record.places_of([(seat.user_id, seat.name, seat.bot_level, seat.controller) for seat in seats]),
    )
    first = replace(new, version=1, sitting=waits.begun(new, step.state, now=now, rng=Random()))
    planned = alarm.plan(None, first.due_at, now)
    action = {
        "type": "start",
        "seats": len(seats),
        "levels": [place.level for place in first.places],
        "options": msgspec.to_builtins(options),
        "parts": list(parts),
    }
    news = News(1, 1, None, "server", "start", step.events)
    written = replace(first, armed_until=planned.armed_until, news=(news,))
    match = Match.objects.create(
        table=table,
        game=game.slug,
        rules_version=game.rules_version,
        version=1,
        saved=pack(game.engine.dump(step.state), written.sitting),
        due_at=record.moment(written.due_at),
        armed_until=record.moment(written.armed_until),
        waits_for=_waits_for(written),
        parts=list(parts),
        started_at=record.moment(now),
    )
    LogEntry.objects.create(
        match=match,
        number=1,
        version=1,
        by=LogEntry.By.SERVER,
        action=_json(action),
        draws=_json(chance.draws),
        events=_json(step.events),
        at=record.moment(now),
    )
    transaction.on_commit(lambda: _tell(written, planned.countdown))
    return match


def reseat(match_id: int) -> None:
    """Who sits or controls where has changed: writes from memories that know the old seating no longer count.

    For the transaction that changes the seats. Harmless where there is no match.
    """
    Match.objects.filter(pk=match_id).update(seating=F("seating") + 1)


def rearm(known: Record, armed_until: float) -> bool:
    """Note that a countdown is now pending until `armed_until`; False when somebody else has noted one."""
    rows = Match.objects.filter(pk=known.match_id, version=known.version, quiet=known.quiet, armed_until=record.moment(known.armed_until))
    return bool(rows.update(armed_until=record.moment(armed_until)))


def answer_to(match_id: int, seat: int, token: str) -> int | None:
    """The version that an accepted action of this seat led to; None when the token is new."""
    answers = LogEntry.objects.filter(match_id=match_id, seat=seat, token=token)
    return answers.values_list("version", flat=True).first()


def _values(written: Record, entry: Entry, now: float) -> statements.Values:
    engine = written.engine
    return statements.Values(
        saved=pack(engine.dump(written.state), written.sitting),
        due_at=record.moment(written.due_at),
        armed_until=record.moment(written.armed_until),
        waits_for=_waits_for(written),
        ended_at=record.moment(written.ended_at),
        result=None if written.ended_at is None else _json(engine.result(written.state)),
        number=written.number,
        is_quiet=written.news[-1].is_quiet,
        seat=entry.seat,
        by=entry.by,
        token=entry.token,
        action=_json(entry.action),
        draws=_json(entry.draws),
        events=_json(entry.events),
        at=record.moment(now),
    )


def _waits_for(written: Record) -> int | None:
    """The seat whose person's absence would hold up the table. Rules: common.clock.absent."""
    wait = waits.apparent(written, written.state)
    return wait.seat if wait.who == "person" and written.sitting.halt is None else None


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _tell(written: Record, countdown: float | None) -> None:
    """After commit, in this order: memory, sockets, the alarm, and once per match its end."""
    record.keep(written)
    announce.announce(written.match_id, version=written.version, record=written, is_quiet=written.news[-1].is_quiet)
    if countdown is not None:
        alarm.send(written.match_id, countdown)
    if written.ended_at is not None:
        match_finished.send_robust(sender=Match, match_id=written.match_id)


def _remember(written: Record, countdown: float | None) -> None:
    record.keep(written)
    if countdown is not None:
        alarm.send(written.match_id, countdown)
