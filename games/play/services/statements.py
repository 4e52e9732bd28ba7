"""The statement that stores one change of a match, or one change each of several, for each database. Only `journal.py` calls it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction

from games.play.models import Match, Table
from games.play.services.record import Record


class Values(NamedTuple):
    """Columns of the match and of its new log entry; texts are JSON where the models say so."""

    saved: str
    due_at: datetime | None
    armed_until: datetime | None
    waits_for: int | None
    ended_at: datetime | None
    result: str | None
    number: int
    is_quiet: bool
    seat: int | None
    by: str
    token: str | None
    action: str
    draws: str
    events: str
    at: datetime | None


def store(before: Record, written: Record, values: Values, *, closes: bool) -> bool:
    """Whether the match was still as `before`, and so is now as `written`. Raises IntegrityError for a repeated token."""
    phase = None
    if written.ended_at is not None:
        phase = Table.Phase.CLOSED if closes else Table.Phase.FINISHED
    if connection.vendor == "postgresql":
        return _store_postgresql(before, written, values, phase)
    return _store_portable(before, written, values, phase)


class Change(NamedTuple):
    """A change to store: the match as it was read, as it is to be, and the columns."""

    before: Record
    written: Record
    values: Values


MOST = 32
"""Changes that `store_all` takes at once. The statement tells the planner so, which else fears a hundred rows."""


def store_all(changes: Sequence[Change]) -> set[int]:
    """The ids of those matches that were still as they were read, and so are now as written; the others are left alone.

    At most MOST changes of different matches, none of which ends. One transaction: raises IntegrityError for a repeated
    token, and then nothing at all was stored.
    """
    if connection.vendor == "postgresql":
        return _store_all_postgresql(changes)
    with transaction.atomic():
        return {before.match_id for before, written, values in changes if _store_portable(before, written, values, None)}


def note(before: Record, written: Record, saved: str, due_at: datetime | None, armed_until: datetime | None) -> bool:
    """Store what no log tells of: whether the match was still as `before`, and so is now as `written`."""
    row = Match.objects.filter(pk=before.match_id, version=before.version, quiet=before.quiet, seating=before.seating, ended_at=None)
    return bool(row.update(quiet=written.quiet, saved=saved, due_at=due_at, armed_until=armed_until))


_CLOSE = "UPDATE play_table SET phase = %s, code = NULL, touched_at = %s WHERE id = %s"

# --- PostgreSQL: one statement ---------------------------------------------------------------------------------------

_MOVED = """WITH moved AS (
  UPDATE play_match SET version = %s::int, quiet = %s::int, saved = %s::text, due_at = %s::timestamptz, armed_until = %s::timestamptz,
    waits_for = %s::smallint, ended_at = %s::timestamptz, result = %s::jsonb
  WHERE table_id = %s::bigint AND version = %s::int AND quiet = %s::int AND seating = %s::int AND ended_at IS NULL
  RETURNING table_id, version)"""
_LOGGED = """
INSERT INTO play_logentry (match_id, version, number, is_quiet, seat, by, token, action, draws, events, at)
SELECT table_id, version, %s::int, %s::bool, %s::smallint, %s::text, %s::text, %s::text, %s::text, %s::text, %s::timestamptz FROM moved"""


_HELD = "SELECT 1 FROM play_table WHERE id = %s FOR UPDATE"


def _store_postgresql(before: Record, written: Record, values: Values, phase: str | None) -> bool:
    """The end of a match holds the table first, as every change of a table does, so that no two wait for each other.

    In a transaction (of a test, or of a caller with more to do) a savepoint keeps that one usable after a repeated token.
    """
    sql = _MOVED + _LOGGED
    params = (written.version, written.quiet, *values[:6], written.match_id, before.version, before.quiet, before.seating, *values[6:])
    if phase is None and not connection.in_atomic_block:
        with _prepared() as cursor:
            cursor.execute(sql, params)
            return bool(cursor.rowcount)
    with transaction.atomic(), _prepared() as cursor:
        if phase is not None:
            cursor.execute(_HELD, (written.match_id,))
        cursor.execute(sql, params)
        is_stored = bool(cursor.rowcount)
        if is_stored and phase is not None:
            cursor.execute(_CLOSE, (phase, values.at, written.match_id))
    return is_stored


_ALL = f"""WITH told AS MATERIALIZED (
  SELECT * FROM json_to_recordset(%s::json) AS one(match bigint, before int, before_quiet int, seating int, version int, quiet int,
    saved text, due_at timestamptz, armed_until timestamptz, waits_for smallint, number int, is_quiet bool, seat smallint, by text,
    token text, action text, draws text, events text, at timestamptz)
  LIMIT {MOST}),
held AS MATERIALIZED (
  SELECT table_id FROM play_match JOIN told ON table_id = match ORDER BY table_id FOR UPDATE OF play_match),
moved AS (
  UPDATE play_match SET version = told.version, quiet = told.quiet, saved = told.saved, due_at = told.due_at,
    armed_until = told.armed_until, waits_for = told.waits_for
  FROM told JOIN held ON held.table_id = told.match
  WHERE play_match.table_id = told.match AND play_match.version = told.before AND play_match.quiet = told.before_quiet
    AND play_match.seating = told.seating AND ended_at IS NULL
  RETURNING play_match.table_id)
INSERT INTO play_logentry (match_id, number, version, is_quiet, seat, by, token, action, draws, events, at)
SELECT match, number, version, is_quiet, seat, by, token, action, draws, events, at FROM told JOIN moved ON moved.table_id = match
RETURNING match_id"""  # noqa: S608  # a number of our own


def _store_all_postgresql(changes: Sequence[Change]) -> set[int]:
    """One statement and one flush for all. Rows are held in order of their ids, so that two such statements never wait for each other."""
    rows = [
        {
            "match": written.match_id,
            "before": before.version,
            "before_quiet": before.quiet,
            "seating": before.seating,
            "version": written.version,
            "quiet": written.quiet,
            **values._asdict(),
        }
        for before, written, values in changes
    ]
    parameters = (msgspec.json.encode(rows).decode(),)
    if not connection.in_atomic_block:
        with _prepared() as cursor:
            cursor.execute(_ALL, parameters)
            return {match_id for (match_id,) in cursor.fetchall()}
    with transaction.atomic(), _prepared() as cursor:
        cursor.execute(_ALL, parameters)
        return {match_id for (match_id,) in cursor.fetchall()}


def _prepared() -> Any:
    """A cursor whose statements PostgreSQL parses and plans once per connection: a third of the usual cost."""
    import psycopg  # only where PostgreSQL is: the portable way needs none of it

    connection.ensure_connection()
    connection.connection.prepare_threshold = 0
    cursor: Any = psycopg.Cursor(connection.connection)
    return connection.make_debug_cursor(cursor) if connection.queries_logged else connection.make_cursor(cursor)


# --- elsewhere: a short transaction ----------------------------------------------------------------------------------

_UPDATE = """UPDATE play_match SET version = %s, quiet = %s, saved = %s, due_at = %s, armed_until = %s, waits_for = %s, ended_at = %s,
result = %s
WHERE table_id = %s AND version = %s AND quiet = %s AND seating = %s AND ended_at IS NULL"""
_INSERT = """INSERT INTO play_logentry (match_id, version, number, is_quiet, seat, "by", token, action, draws, events, at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""


def _store_portable(before: Record, written: Record, values: Values, phase: str | None) -> bool:
    due_at, armed_until, ended_at, at = [_time(one) for one in (values.due_at, values.armed_until, values.ended_at, values.at)]
    with transaction.atomic(), connection.cursor() as cursor:
        match = (written.version, written.quiet, values.saved, due_at, armed_until, values.waits_for, ended_at, values.result)
        cursor.execute(_UPDATE, (*match, written.match_id, before.version, before.quiet, before.seating))
        if not cursor.rowcount:
            return False
        entry = (values.number, values.is_quiet, values.seat, values.by, values.token, values.action, values.draws, values.events, at)
        cursor.execute(_INSERT, (written.match_id, written.version, *entry))
        if phase is not None:
            cursor.execute(_CLOSE, (phase, at, written.match_id))
    return True


def _time(at: datetime | None) -> Any:
    return None if at is None else connection.ops.adapt_datetimefield_value(at)
