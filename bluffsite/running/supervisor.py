"""Keeps a few processes running: starts what dies, gives up on what keeps dying, and leaves nobody behind.

A child gets a session of its own, so that Ctrl-C reaches only the supervisor. It dies with the supervisor however that
ends: on Linux by PR_SET_PDEATHSIG, elsewhere through `guard`, which watches an inherited pipe. All spawning happens in
the main thread, since the kernel ties that signal to the thread that forked.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

BACKOFF = (0.1, 0.5, 1.0, 2.0, 4.0)
"""Seconds to wait before the first, second, ... restart within a minute."""
GIVE_UP_AFTER = 5
WINDOW = 60.0
PATIENCE = 10.0
"""Seconds that a child has to stop after SIGTERM."""
HAS_DEATH_SIGNAL = sys.platform.startswith("linux")


@dataclass
class Child:
    """One process to keep running. `before` runs before each start; `log` gets all that it prints."""

    name: str
    command: Sequence[str]
    log: Path
    before: Callable[[], None] = lambda: None
    pass_fds: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    deaths: deque[float] = field(default_factory=deque)
    due: float | None = None  # when it is to be started again (monotonic seconds)


def death_signal() -> Callable[[], None] | None:
    """What a child runs before exec so that it gets SIGTERM when its parent dies. None where the kernel has no such thing."""
    if not HAS_DEATH_SIGNAL:
        return None
    libc, parent = ctypes.CDLL(None, use_errno=True), os.getpid()

    def ask() -> None:
        libc.prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return ask


class Supervisor:
    """Starts children in order and watches them. `tell` prints what a person at the terminal should know; `after_death`
    gets the process id of a child that died."""

    def __init__(
        self, environ: Mapping[str, str], tell: Callable[[str], None], after_death: Callable[[int], None] = lambda pid: None
    ) -> None:
        self.environ = dict(environ)
        self.tell = tell
        self.after_death = after_death
        self.children: list[Child] = []
        self.stopping = False
        self._ask = death_signal()
        self._alive, self._held = os.pipe()  # the write end closes when we die: `guard` sees it
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)

    # --- signals ------------------------------------------------------------------------------------------------------
    def listen(self) -> None:
        """Ctrl-C, SIGTERM and a closed terminal stop everything; a dead child wakes the loop."""
        signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.ask_to_stop())
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def ask_to_stop(self) -> None:
        self.stopping = True

    def sleep(self, seconds: float) -> None:
        """Waits, less if a signal comes."""
        ready, _, _ = select.select([self._wake_read], [], [], max(0.0, seconds))
        if ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wake_read, 4096)

    # --- children -----------------------------------------------------------------------------------------------------
    def add(self, child: Child) -> None:
        self.children.append(child)
        self._start(child)

    def _start(self, child: Child) -> None:
        child.due = None
        child.before()
        command, fds = list(child.command), list(child.pass_fds)
        if self._ask is None:
            command = [sys.executable, str(Path(__file__).with_name("guard.py")), str(self._alive), *command]
            fds.append(self._alive)
        with child.log.open("ab") as log:
            child.process = subprocess.Popen(
                command,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=self._ask,  # noqa: PLW1509  # there are no threads here
                pass_fds=fds,
            )

    def watch(self, tick: Callable[[], float] = lambda: 1.0) -> int:
        """Runs until asked to stop (0) or until a child died too often (1). `tick` says when (s) it wants its next turn."""
        while not self.stopping:
            if not all(self.check(child) for child in self.children):
                return 1
            pause = tick()
            waits = [child.due - time.monotonic() for child in self.children if child.due is not None]
            self.sleep(min([1.0, pause, *waits]))
        return 0

    def check(self, child: Child) -> bool:
        """Starts a dead child again once its wait is over. False: it has died too often."""
        now = time.monotonic()
        if child.due is None and child.process and child.process.poll() is not None:
            kill_group(child.process.pid)  # what it started itself and left behind
            self.after_death(child.process.pid)
            child.deaths.append(now)
            while child.deaths[0] < now - WINDOW:
                child.deaths.popleft()
            if len(child.deaths) > GIVE_UP_AFTER:
                self.tell(f"The {child.name} died {len(child.deaths)} times within a minute: giving up. See {child.log}")
                return False
            child.due = now + BACKOFF[len(child.deaths) - 1]
            self.tell(f"The {child.name} stopped ({reason(child.process.returncode)}); starting it again. See {child.log}")
        if child.due is not None and child.due <= now:
            self._start(child)
        return True

    def stop(self) -> None:
        """Ends the children, the last one started first, except that what was added first (the store) goes last."""
        for child in reversed(self.children):
            if child.process is None:
                continue
            end(child.process)
            child.process = None
        self.children.clear()
        for fd in (self._alive, self._held):
            with contextlib.suppress(OSError):
                os.close(fd)


def reason(code: int) -> str:
    """A return code in words: `code 1`, `SIGKILL`."""
    if code >= 0:
        return f"code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def end(process: subprocess.Popen[bytes], patience: float = PATIENCE) -> None:
    """SIGTERM, some patience, then SIGKILL to all that is left of its group."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(patience)
    kill_group(process.pid)
    process.wait()


def kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
