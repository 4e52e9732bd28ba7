"""What a start needs once per version of the code: system checks, migrations, collected static files.

`is_done` asks without Django whether that has happened, so that an ordinary start loses no time; `python -m
bluffsite.running.prepare` does it, in a process of its own.
"""

import hashlib
import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ("bluffsite", "games", "leagues", "rulebook", "templates", "requirements.txt")
LEFT_OUT = {"__pycache__", "locale", "docs"}


# --- without Django ---------------------------------------------------------------------------------------------------
def files(root: Path) -> Iterator[Path]:
    """The files whose change may need a migration, a check or a new collection."""
    for name in CODE:
        if (root / name).is_file():
            yield root / name
        for folder, folders, names in os.walk(root / name):
            folders[:] = sorted(set(folders) - LEFT_OUT)
            yield from (Path(folder, file) for file in sorted(names))


def fingerprint(root: Path) -> str:
    """A hash over the names, sizes and times of those files and the version of Python."""
    seen = hashlib.sha256(sys.version.encode())
    for path in files(root):
        state = path.stat()
        seen.update(f"{path.relative_to(root)}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return seen.hexdigest()


def stamp_path(data: Path) -> Path:
    return data / "prepared.json"


def is_done(root: Path, data: Path, database: Path) -> bool:
    """Whether this code was prepared on this data folder and its SQLite database still has every migration of then."""
    try:
        stamp = json.loads(stamp_path(data).read_text())
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            applied = {f"{app}.{name}" for app, name in connection.execute("SELECT app, name FROM django_migrations")}
        return stamp["code"] == fingerprint(root) and set(stamp["migrations"]) == applied and (data / "static-collected").is_dir()
    except (OSError, ValueError, KeyError, TypeError, sqlite3.Error):
        return False


# --- with Django --------------------------------------------------------------------------------------------------------
def prepare(root: Path, data: Path) -> None:
    """Raises SystemCheckError, ImproperlyConfigured or DatabaseError."""
    import django
    from django.core.management import call_command
    from django.db import DEFAULT_DB_ALIAS, connections
    from django.db.migrations.recorder import MigrationRecorder

    code = fingerprint(root)
    stamp_path(data).unlink(missing_ok=True)
    django.setup()
    call_command("check", verbosity=0)
    call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
    call_command("collectstatic", interactive=False, verbosity=0, clear=True, skip_checks=True)
    applied = MigrationRecorder(connections[DEFAULT_DB_ALIAS]).applied_migrations()
    new = stamp_path(data).with_suffix(".new")
    new.write_text(json.dumps({"code": code, "migrations": sorted(f"{app}.{name}" for app, name in applied)}))
    new.replace(stamp_path(data))


def main() -> int:
    """0, or 1 with the reason on standard error in a few lines, without a traceback."""
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management.base import SystemCheckError
    from django.db import DatabaseError

    try:
        prepare(ROOT, Path(os.environ["BLUFFSITE_DATA"]))
    except (SystemCheckError, ImproperlyConfigured, DatabaseError) as error:
        print(str(error).strip(), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
