"""What a start does inside Django before the first visitor: catalogs, migrations, static files. Fast when nothing changed."""

import hashlib
import os
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from bluffsite.running.catalogs import catalogs, compile_stale


def prepare() -> None:
    """Everything, in order. Raises django.db.utils.OperationalError when the database cannot be reached."""
    root = Path(__file__).resolve().parents[2]
    compile_stale(catalogs(root))
    django.setup()
    migrate()
    collect()
    connections.close_all()


def migrate() -> bool:
    """Brings the database up to date; False where it was."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    call_command("migrate", interactive=False, verbosity=0)
    return True


def collect() -> bool:
    """Collects the static files, unless the same ones have been; False where they had."""
    stamp, now = Path(settings.STATIC_ROOT) / ".collected", fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return False
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(now)
    return True


def fingerprint() -> str:
    """A hash over names, sizes and times of all static files and over the way they are stored."""
    from django.contrib.staticfiles.finders import get_finders

    seen = hashlib.sha256(repr((settings.STORAGES["staticfiles"], django.VERSION)).encode())
    for finder in get_finders():
        for name, storage in finder.list(None):
            state = os.stat(storage.path(name))
            seen.update(f"{name}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return seen.hexdigest()
