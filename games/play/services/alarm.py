"""The countdown task that makes the clock prompt: at most one is pending per match, and losing it only costs a second.

Alarms asked for within a moment of each other that ring within a moment of each other are one task: of a task's cost
nearly all is its own, not the match's.

`Match.due_at` is the truth and the sweep enforces it. A countdown is asked for only where the alarm is near and none is
pending that fires in time: most persons act long before their time is up, and the sweep asks for the countdowns of those
who do not. One that fires early arms itself again. Sending is a background thread's work: nobody waits for the broker.
"""

import logging
import os
import queue
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from celery import current_app

logger = logging.getLogger(__name__)
SOON = 3.0
"""Seconds to an alarm from which on it has a countdown; computers and deals nearly always do at once, persons hardly ever."""
ENOUGH = 0.05  # a pending countdown that fires this much after the alarm is in time
TOGETHER = 0.1  # seconds over which alarms are gathered into one task, and by which the first of them may ring late
URGENT = 0.5  # a countdown this short waits for no others
MOST = 32  # alarms of one task
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
        _sender().waiting.put_nowait(Alarm(match_id, time.monotonic() + countdown))
    except queue.Full:
        logger.warning("too many countdowns wait for the broker")


def flush() -> None:
    """Wait until all that was asked for in this process has been sent or given up; for tests."""
    _sender().waiting.join()


class Alarm(NamedTuple):
    """When a match's alarm rings, by this process's monotonic clock in seconds."""

    match_id: int
    rings_at: float


def together(alarms: Sequence[Alarm]) -> list[list[Alarm]]:
    """The alarms in the order in which they ring, in groups within which the first waits at most TOGETHER for the last."""
    groups: list[list[Alarm]] = []
    for one in sorted(alarms, key=lambda one: one.rings_at):
        if groups and one.rings_at - groups[-1][0].rings_at <= TOGETHER:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


class _Sender:
    """One thread with a connection of its own, which does not try again: by then the sweep has done the work."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[Alarm] = queue.Queue(QUEUED)
        self._connection: Any = None
        threading.Thread(target=self._send_all, name="alarm", daemon=True).start()

    def _send_all(self) -> None:
        while True:
            alarms = self._gathered()
            try:
                for group in together(alarms):
                    self._send(group)
            except Exception as error:  # whatever the broker's client raises
                logger.warning("a countdown was not sent: %s", type(error).__name__)
                self._give_up()
            finally:
                for _ in alarms:
                    self.waiting.task_done()

    def _gathered(self) -> list[Alarm]:
        """The next alarm, with those that come right after it if none of them is urgent."""
        alarms = [self.waiting.get()]
        until = time.monotonic() + TOGETHER
        while len(alarms) < MOST and alarms[-1].rings_at > time.monotonic() + URGENT:
            try:
                alarms.append(self.waiting.get(timeout=max(0.0, until - time.monotonic())))
            except queue.Empty:
                break
        return alarms

    def _send(self, group: Sequence[Alarm]) -> None:
        if self._connection is None:
            self._connection = current_app.connection_for_write(transport_options=_ONE_TRY)
        match_ids, countdown = tuple([one.match_id for one in group]), max(0.0, group[-1].rings_at - time.monotonic())
        current_app.send_task(TASK, match_ids, countdown=countdown, connection=self._connection, retry=False, ignore_result=True)

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
