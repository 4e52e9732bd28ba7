"""The statement that stores one change of a match, for each database. Only `journal.py` calls it."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.play.models import Table
from games.play.services.record import Record


class Values(NamedTuple):
    """Columns of the match and of its new log entry; texts are JSON where the models say so."""

    saved: str
    due_at: datetime | None
    armed_until: datetime | None
    waits_for: int | None
    ended_at: datetime | None
    result: str | None
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


_CLOSE = "UPDATE play_table SET phase = %s, code = NULL, touched_at = %s WHERE id = %s"

# --- PostgreSQL: one statement ---------------------------------------------------------------------------------------

_MOVED = """WITH moved AS (
  UPDATE play_match SET version = %s::int, saved = %s::text, due_at = %s::timestamptz, armed_until = %s::timestamptz,
    waits_for = %s::smallint, ended_at = %s::timestamptz, result = %s::jsonb
  WHERE table_id = %s::bigint AND version = %s::int AND seating = %s::int AND ended_at IS NULL
  RETURNING table_id, version)"""
_LOGGED = """
INSERT INTO play_logentry (match_id, number, seat, by, token, action, draws, events, at)
SELECT table_id, version, %s::smallint, %s::text, %s::text, %s::text, %s::text, %s::text, %s::timestamptz FROM moved"""


_HELD = "SELECT 1 FROM play_table WHERE id = %s FOR UPDATE"


def _store_postgresql(before: Record, written: Record, values: Values, phase: str | None) -> bool:
    """The end of a match holds the table first, as every change of a table does, so that no two wait for each other.

    In a transaction (of a test, or of a caller with more to do) a savepoint keeps that one usable after a repeated token.
    """
    sql = _MOVED + _LOGGED
    params = (written.version, *values[:6], written.match_id, before.version, before.seating, *values[6:])
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


def _prepared() -> Any:
    """A cursor whose statements PostgreSQL parses and plans once per connection: a third of the usual cost."""
    import psycopg  # only where PostgreSQL is: the portable way needs none of it

    connection.ensure_connection()
    connection.connection.prepare_threshold = 0
    cursor: Any = psycopg.Cursor(connection.connection)
    return connection.make_debug_cursor(cursor) if connection.queries_logged else connection.make_cursor(cursor)


# --- elsewhere: a short transaction ----------------------------------------------------------------------------------

_UPDATE = """UPDATE play_match SET version = %s, saved = %s, due_at = %s, armed_until = %s, waits_for = %s, ended_at = %s, result = %s
WHERE table_id = %s AND version = %s AND seating = %s AND ended_at IS NULL"""
_INSERT = """INSERT INTO play_logentry (match_id, number, seat, "by", token, action, draws, events, at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"""


def _store_portable(before: Record, written: Record, values: Values, phase: str | None) -> bool:
    due_at, armed_until, ended_at, at = [_time(one) for one in (values.due_at, values.armed_until, values.ended_at, values.at)]
    with transaction.atomic(), connection.cursor() as cursor:
        match = (written.version, values.saved, due_at, armed_until, values.waits_for, ended_at, values.result)
        cursor.execute(_UPDATE, (*match, written.match_id, before.version, before.seating))
        if not cursor.rowcount:
            return False
        entry = (values.seat, values.by, values.token, values.action, values.draws, values.events, at)
        cursor.execute(_INSERT, (written.match_id, written.version, *entry))
        if phase is not None:
            cursor.execute(_CLOSE, (phase, at, written.match_id))
    return True


def _time(at: datetime | None) -> Any:
    return None if at is None else connection.ops.adapt_datetimefield_value(at)
