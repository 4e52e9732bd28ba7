"""What all tests share: a real Valkey per process, the markers, and which tests go where.

`e2e` tests run in a process of their own (Playwright's loop and the async tests cannot share one); `long` ones only with
`--long`; `postgres` ones where the database is PostgreSQL. See `python3 manage.py test`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from bluffsite.running import valkey
from tests.settings import FOLDER

TESTS = Path(__file__).parent
E2E = TESTS / "e2e"
PURE = TESTS / "games"
SOCKET = FOLDER / "valkey.sock"

settings.register_profile("bluffsite", settings.get_profile("ci"))  # how long an example takes says nothing on a busy machine
settings.load_profile("bluffsite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(E2E):
            item.add_marker(pytest.mark.e2e)
    unwanted = {item for item in items if not _is_wanted(item, config)}
    apart = {item for item in items if item.get_closest_marker("e2e")}
    if "e2e" not in config.getoption("markexpr") and len(apart) < len(items):
        unwanted |= apart
    items[:] = [item for item in items if item not in unwanted]
    config.hook.pytest_deselected(items=list(unwanted))


def _is_wanted(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("long") and not config.getoption("long"):
        return False
    return not item.get_closest_marker("postgres") or bool(os.environ.get("TEST_DATABASE_URL"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI nothing may be skipped: a missing browser or server is a failure there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        reporter.write_line("Tests were skipped, and CI is set: that counts as a failure.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[Path]:
    """A real Valkey at the settings' REDIS_URL; yields the path of its socket."""
    folder = FOLDER / "valkey"
    folder.mkdir()
    process = subprocess.Popen(valkey.arguments(SOCKET, folder=folder, durable=False), stdout=subprocess.DEVNULL)
    assert valkey.wait_until_ready(SOCKET), "Valkey did not start"
    yield SOCKET
    process.terminate()
    process.wait(10)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Between tests the logs are emptied past the triggers that keep them."""
    from tests.triggers import let_flushes_pass

    let_flushes_pass()


@pytest.fixture(autouse=True)
def _no_language_stays() -> Iterator[None]:
    """A request leaves its language active in the test's thread; the next test begins without one."""
    yield
    if "django.utils.translation" in sys.modules:
        from django.utils import translation

        translation.deactivate()


@pytest.fixture(autouse=True)
def _clean_valkey(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test outside `tests/games` finds an empty Valkey; the pure ones start none."""
    if request.path.is_relative_to(PURE) or request.node.get_closest_marker("e2e"):
        yield
        return
    socket = request.getfixturevalue("valkey_server")
    yield
    import redis

    with redis.Redis(unix_socket_path=str(socket)) as client:
        client.flushall()
