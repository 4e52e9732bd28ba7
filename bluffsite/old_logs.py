"""The log files of `serve`: put aside once a day, gone after `DAYS`. Elsewhere the journal of the machine does that.

They hold no addresses of people and no names (`logs.py`), and are kept short all the same.
"""

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

DAYS = 14
_ASIDE = re.compile(r"[a-z]+\.(\d{4}-\d\d-\d\d)\.log")


def forget(then: datetime, folder: Path, now: datetime | None = None) -> int:
    """Removes files put aside before `then`, and puts aside today's for the first time. Returns how many are gone."""
    gone = 0
    for path in sorted(folder.glob("*.log")):
        aside = _ASIDE.fullmatch(path.name)
        if (aside and aside[1] < then.strftime("%Y-%m-%d")) or (path.name.endswith(".old.log") and _changed(path) < then):
            path.unlink(missing_ok=True)
            gone += 1
        elif "." not in path.stem:
            _put_aside(path, now or datetime.now(UTC))
    return gone


def _put_aside(path: Path, now: datetime) -> None:
    """The process that writes the file keeps it open and appends: it is copied and emptied, never moved away."""
    aside = path.with_name(f"{path.stem}.{now:%Y-%m-%d}.log")
    if path.stat().st_size and not aside.exists():
        shutil.copy2(path, aside)
        with path.open("r+b") as file:
            file.truncate()


def _changed(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
