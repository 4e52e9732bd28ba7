"""The triggers that keep logs as they were written hold in tests too, except where this says otherwise."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations


@contextmanager
def without_triggers() -> Iterator[None]:
    """For what a test does to the database that nobody may do: a log that was tampered with, tables that are emptied."""
    connection.ensure_connection()
    is_sqlite = connection.vendor == "sqlite"

    def switch(*, on: bool) -> None:
        if is_sqlite:
            connection.connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, on)
        else:
            with connection.cursor() as cursor:
                cursor.execute(f"SET session_replication_role = {'DEFAULT' if on else 'replica'}")

    switch(on=False)
    try:
        yield
    finally:
        switch(on=True)


_flush = BaseDatabaseOperations.execute_sql_flush


def _flush_all(self: BaseDatabaseOperations, sql_list: Any) -> None:
    with without_triggers():
        _flush(self, sql_list)


def let_flushes_pass() -> None:
    """Tests that run without a transaction of their own leave empty tables behind."""
    BaseDatabaseOperations.execute_sql_flush = _flush_all  # type: ignore[method-assign]
