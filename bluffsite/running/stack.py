"""Starts the real site as a person would (`manage.py serve`), on a data folder and port of its own: for bench and tests."""

import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"The site is at (http://\S+)/ ")


class DidNotStart(Exception):
    """`serve` ended, or stayed silent for too long; the text is all that it and its children said."""


class RunningStack:
    """A running copy of the site. A context manager: `with RunningStack() as stack: ... stack.url`.

    `environ` adds to the environment, e.g. DATABASE_URL. Without `data` a temporary folder is used and removed.
    """

    def __init__(
        self, *, data: Path | None = None, port: int = 0, environ: Mapping[str, str] | None = None, options: tuple[str, ...] = ()
    ) -> None:
        self._temporary = None if data else tempfile.TemporaryDirectory(prefix="bluffsite-stack-")
        self.data = data or Path(self._temporary.name if self._temporary else "")
        self.port = port
        self.url = ""
        self._environ = dict(environ or {})
        self._options = options
        self._lines: queue.Queue[str] = queue.Queue()
        self.said: list[str] = []
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "RunningStack":
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        if self._temporary:
            self._temporary.cleanup()

    @property
    def pid(self) -> int:
        """Of the supervisor."""
        assert self.process
        return self.process.pid

    def start(self, *, seconds: float = 180, healthy: bool = True) -> float:
        """Blocks until the address is told (and every part works); returns seconds until the address. Raises DidNotStart."""
        inherited = {key: value for key, value in os.environ.items() if key not in SETTINGS}
        command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(self.port), "--data", str(self.data), *self._options]
        began = time.monotonic()
        self.process = subprocess.Popen(
            command,
            env={**inherited, **self._environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._lines = queue.Queue()  # of this start: an earlier one may have left its last words
        threading.Thread(target=_listen, args=(self.process.stdout, self._lines), daemon=True).start()
        self.url = self._address(began + seconds)
        self.port = int(self.url.rsplit(":", 1)[1])
        took = time.monotonic() - began
        if healthy:
            self.wait_until_healthy(seconds=seconds)
        return took

    def _address(self, end: float) -> str:
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                line = ""
            self.said.append(line)
            if found := ADDRESS.match(line):
                return found[1]
            if not line:
                self.kill()
                raise DidNotStart("".join(self.said) + self.logs())

    def logs(self) -> str:
        """The ends of the children's logs."""
        files = sorted((self.data / "logs").glob("*.log"))
        return "".join(f"\n--- {path.name} ---\n{path.read_text(errors='replace')[-4000:]}" for path in files)

    def health(self) -> dict[str, Any]:
        """What /healthz says, healthy or not; empty while nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:  # noqa: S310  # our own http address
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            with error:
                return dict(json.load(error)) if error.code == 503 else {}
        except OSError:
            return {}

    def wait_until_healthy(self, *, seconds: float = 60) -> float:
        """Returns the seconds that it took. Raises DidNotStart."""
        began = time.monotonic()
        while self.health().get("status") != "ok":
            if time.monotonic() > began + seconds:
                raise DidNotStart(f"not healthy after {seconds} s: {self.health()}\n{''.join(self.said)}{self.logs()}")
            time.sleep(0.05)
        return time.monotonic() - began

    def stop(self, *, seconds: float = 40) -> int | None:
        """SIGTERM and wait; the return code of `serve`."""
        if not self.process:
            return None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def kill(self) -> None:
        """SIGKILL to the supervisor; its children see that it is gone and end."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def _listen(output: IO[str], lines: "queue.Queue[str]") -> None:
    """Collects what is said; an empty text is the end."""
    for line in output:
        lines.put(line)
    lines.put("")


SETTINGS = {
    *("BLUFFSITE_DATA", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS", "DEBUG"),
    *("DJANGO_SETTINGS_MODULE", "PROMETHEUS_MULTIPROC_DIR", "TEST_DATABASE_URL", "DATABASE_POOL"),
}
"""Variables of the caller that the copy must not inherit."""
