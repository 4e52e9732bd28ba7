"""The countdown task that makes the clock prompt: at most one is pending per match, and losing it only costs a second.

`Match.due_at` is the truth and the sweep enforces it. A countdown is asked for only where the alarm is near and none is
pending that fires in time: most persons act long before their time is up, and the sweep asks for the countdowns of those
who do not. One that fires early arms itself again. Sending is a background thread's work: nobody waits for the broker.
"""

import logging
import os
import queue
import threading
from contextlib import suppress
from typing import Any, NamedTuple

from celery import current_app

logger = logging.getLogger(__name__)
SOON = 3.0
"""Seconds to an alarm from which on it has a countdown; computers and deals nearly always do at once, persons hardly ever."""
ENOUGH = 0.05  # a pending countdown that fires this much after the alarm is in time
QUEUED = 10_000  # countdowns that may wait for the broker in one process
TASK = "games.play.ring"
_ONE_TRY = {"max_retries": 0, "connect_retries_timeout": 1}


class Plan(NamedTuple):
    """`armed_until` for the match's row; `countdown` in seconds of the task to send, None: none is needed."""

    armed_until: float | None
    countdown: float | None


def plan(armed_until: float | None, due_at: float | None, now: float) -> Plan:
    """What an alarm at `due_at` needs where a countdown is pending until `armed_until` (None or past: none is)."""
    if due_at is None or due_at - now > SOON:
        return Plan(armed_until, None)
    fires_at = max(due_at, now)
    if armed_until is not None and now < armed_until <= fires_at + ENOUGH:
        return Plan(armed_until, None)
    return Plan(fires_at, fires_at - now)


def send(match_id: int, countdown: float) -> None:
    """Ask for the countdown. Never raises and never waits."""
    try:
        _sender().waiting.put_nowait((match_id, countdown))
    except queue.Full:
        logger.warning("too many countdowns wait for the broker")


def flush() -> None:
    """Wait until all that was asked for in this process has been sent or given up; for tests."""
    _sender().waiting.join()


class _Sender:
    """One thread with a connection of its own, which does not try again: by then the sweep has done the work."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[tuple[int, float]] = queue.Queue(QUEUED)
        self._connection: Any = None
        threading.Thread(target=self._send_all, name="alarm", daemon=True).start()

    def _send_all(self) -> None:
        while True:
            match_id, countdown = self.waiting.get()
            try:
                self._send(match_id, countdown)
            except Exception as error:  # whatever the broker's client raises
                logger.warning("a countdown was not sent: %s", type(error).__name__)
                self._give_up()
            finally:
                self.waiting.task_done()

    def _send(self, match_id: int, countdown: float) -> None:
        if self._connection is None:
            self._connection = current_app.connection_for_write(transport_options=_ONE_TRY)
        current_app.send_task(TASK, (match_id,), countdown=countdown, connection=self._connection, retry=False, ignore_result=True)

    def _give_up(self) -> None:
        """What waits behind a broker that is away would only come late."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.release()
        with suppress(queue.Empty):
            while True:
                self.waiting.get_nowait()
                self.waiting.task_done()


_made: dict[int, _Sender] = {}  # by process id: a forked child makes its own
_making = threading.Lock()


def _sender() -> _Sender:
    with _making:
        return _made.get(os.getpid()) or _made.setdefault(os.getpid(), _Sender())
