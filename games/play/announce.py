"""Telling that a table has changed, and nothing more: which table, and how far it is. Never a hand, a die or a state.

Sockets of this process hear it at once (`local_listeners`); those of other processes through the channel layer's group
of the table. Publishing is a background thread's work: whoever announces never waits for Redis, and a Redis that is away
costs a line in the log. A ping that is lost is healed by the sockets' slow poll.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from channels.layers import get_channel_layer

from games.play.services.record import Record

logger = logging.getLogger(__name__)
PUBLISH_SECONDS = 2.0  # longest wait for the channel layer


class Change(NamedTuple):
    """`version` counts the match's changes, `revision` the lobby's; None: not touched. `record` is the match as written here."""

    table_id: int
    version: int | None = None
    revision: int | None = None
    record: Record | None = None


local_listeners: list[Callable[[Change], None]] = []
"""Called in whatever thread wrote, after commit; they must not block and may know `Change.record`."""


def group_name(table_id: int) -> str:
    return f"table.{table_id}"


def announce(table_id: int, *, version: int | None = None, revision: int | None = None, record: Record | None = None) -> None:
    """Tell everyone, after commit. Never raises and never waits."""
    change = Change(table_id, version, revision, record)
    for listener in tuple(local_listeners):
        try:
            listener(change)
        except Exception:
            logger.exception("a listener failed")
    _publisher().put(change)


def flush(seconds: float = 5.0) -> bool:
    """Wait until all that was announced in this process has been published or given up; for tests and the end of a process."""
    return _publisher().idle.wait(seconds)


class _Publisher:
    """One thread with an event loop. Only the newest of several changes of one table is sent."""

    def __init__(self) -> None:
        self.idle = threading.Event()
        self.idle.set()
        self._waiting: dict[int, Change] = {}
        self._lock = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._layer: Any = get_channel_layer()
        threading.Thread(target=self._loop.run_forever, name="announce", daemon=True).start()

    def put(self, change: Change) -> None:
        with self._lock:
            is_first = not self._waiting
            before = self._waiting.get(change.table_id)
            self._waiting[change.table_id] = _newest(before, change) if before else change
            self.idle.clear()
        if is_first:
            self._loop.call_soon_threadsafe(lambda: self._loop.create_task(self._publish()))

    async def _publish(self) -> None:
        with self._lock:
            changes, self._waiting = list(self._waiting.values()), {}
        for change in changes:
            message = {"type": "table.changed", "table": change.table_id, "version": change.version, "revision": change.revision}
            try:
                await asyncio.wait_for(self._layer.group_send(group_name(change.table_id), message), PUBLISH_SECONDS)
            except Exception as error:  # each layer's client raises errors of its own
                logger.warning("a change was not published: %s", type(error).__name__)
        with self._lock:
            if not self._waiting:
                self.idle.set()


def _newest(before: Change, after: Change) -> Change:
    """Both in one: the greater version and revision."""
    version = max((n for n in (before.version, after.version) if n is not None), default=None)
    revision = max((n for n in (before.revision, after.revision) if n is not None), default=None)
    return Change(after.table_id, version, revision)


_made: dict[int, _Publisher] = {}  # by process id: a forked child makes its own
_making = threading.Lock()


def _publisher() -> _Publisher:
    with _making:
        return _made.get(os.getpid()) or _made.setdefault(os.getpid(), _Publisher())
