"""The real stack for the tests that drive it from outside: `with RunningStack() as stack`, or the fixture `stack`.

Fixtures are in `tests/e2e/conftest.py`; they use no ORM: what a test needs it does as a person would, by HTTP or browser.
"""

import os
from pathlib import Path

from bluffsite.running.stack import DidNotStart, RunningStack

__all__ = ["DidNotStart", "RunningStack", "children_of", "chromium"]

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
SIGNS = (
    *(("bluffsite.running.web", "web"), ("bluffsite.demo", "demo"), ("celery", "worker")),
    *(("valkey", "valkey"), ("redis", "valkey")),
)
CHROMIUM_FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


def chromium() -> str | None:
    """The path of an installed Chromium (CHROMIUM overrides), or None."""
    import shutil

    asked = os.environ.get("CHROMIUM")
    if asked:
        return asked
    places = [*map(shutil.which, CHROMIUMS), "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]
    return next((place for place in places if place and Path(place).exists()), None)


def children_of(pid: int) -> dict[str, int]:
    """Process ids of the children of a supervisor by name: web, worker, valkey. Linux only."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (OSError, ValueError, IndexError):
            continue
        if parent == pid:
            found[_name_of(command)] = int(entry.name)
    return found


def _name_of(command: str) -> str:
    for sign, name in SIGNS:
        if sign in command:
            return name
    return command
