"""What a start prepares, and when it need not."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from bluffsite.running import prepare


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small project."""
    for name in ("bluffsite/settings.py", "games/play/migrations/0001_initial.py", "templates/base.html", "requirements.txt"):
        (tmp_path / "root" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "root" / name).write_text("x")
    return tmp_path / "root"


@pytest.fixture
def data(tmp_path: Path, root: Path) -> Path:
    """A data folder on which that project was prepared."""
    folder = tmp_path / "data"
    (folder / "static-collected").mkdir(parents=True)
    with sqlite3.connect(folder / "db") as connection:
        connection.execute("CREATE TABLE django_migrations (app, name)")
        connection.execute("INSERT INTO django_migrations VALUES ('play', '0001_initial')")
    stamp = {"code": prepare.fingerprint(root), "migrations": ["play.0001_initial"]}
    prepare.stamp_path(folder).write_text(json.dumps(stamp))
    return folder


def is_done(root: Path, data: Path) -> bool:
    return prepare.is_done(root, data, data / "db")


def test_same_code_on_the_same_data_is_done(root, data):
    assert is_done(root, data)


@pytest.mark.parametrize("name", ["bluffsite/settings.py", "templates/base.html", "requirements.txt", "games/new_game/engine.py"])
def test_any_change_of_the_code_is_prepared(root, data, name):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("other")
    assert not is_done(root, data)


def test_change_of_time_alone_counts_as_a_change(root, data):
    os.utime(root / "bluffsite/settings.py", (1, 1))
    assert not is_done(root, data)


def test_compiled_files_and_catalogs_are_no_change(root, data):
    for name in ("bluffsite/__pycache__/settings.pyc", "bluffsite/locale/nl/LC_MESSAGES/django.mo"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("x")
    assert is_done(root, data)


def test_older_database_put_back_is_migrated(root, data):
    with sqlite3.connect(data / "db") as connection:
        connection.execute("DELETE FROM django_migrations")
    assert not is_done(root, data)


@pytest.mark.parametrize("missing", ["db", "prepared.json"])
def test_missing_file_is_prepared(root, data, missing):
    (data / missing).unlink()
    assert not is_done(root, data)
    assert not (data / missing).exists()


def test_missing_static_files_are_collected(root, data):
    (data / "static-collected").rmdir()
    assert not is_done(root, data)


@pytest.mark.parametrize("stamp", ["", "[]", "{}", "null", '{"code": 1}'])
def test_broken_stamp_counts_as_none(root, data, stamp):
    prepare.stamp_path(data).write_text(stamp)
    assert not is_done(root, data)
