"""A private PostgreSQL: a cluster in a temporary folder, on a unix socket there, gone afterwards. For tests and bench.

Where we are root it runs as user `postgres`, since the server refuses root.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NoPostgres(Exception):
    """There is no usable PostgreSQL server on this machine."""


def program(name: str) -> str:
    """The path of a PostgreSQL program of the newest installed version. Raises NoPostgres."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    places = [*versions, Path("/opt/homebrew/opt/postgresql/bin"), Path("/usr/local/opt/postgresql/bin")]
    for place in places:
        if (place / name).is_file():
            return str(place / name)
    found = shutil.which(name)
    if not found:
        raise NoPostgres(f"PostgreSQL is not installed here ({name} was not found).")
    return found


def _as_server_user() -> list[str]:
    if os.geteuid() != 0:
        return []
    if not shutil.which("runuser"):
        raise NoPostgres("PostgreSQL does not run as root and there is no runuser.")
    return ["runuser", "-u", "postgres", "--"]


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[str]:
    """The URL of the database `postgres` of a new cluster. `durable`: a commit waits for the disk, as in production.

    Raises NoPostgres.
    """
    initdb, server, prefix = program("initdb"), program("postgres"), _as_server_user()
    folder = Path(tempfile.mkdtemp(prefix="bluffsite-pg-"))
    process = None
    try:
        if prefix:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"
        command = [*prefix, initdb, "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        made = subprocess.run(command, check=False, capture_output=True, text=True, cwd="/")
        if made.returncode:
            raise NoPostgres(f"PostgreSQL could not make a cluster: {made.stderr.strip()}")
        options = ["-k", str(folder), "-c", "listen_addresses=", "-c", "max_connections=300", "-c", f"fsync={'on' if durable else 'off'}"]
        process = subprocess.Popen(
            [*prefix, server, "-D", str(data), *options],
            stdout=subprocess.DEVNULL,
            stderr=(log := folder.joinpath("log").open("w")),
            cwd="/",
            start_new_session=True,
        )
        log.close()
        _wait(program("pg_isready"), folder, process)
        yield f"postgres://postgres@/postgres?host={folder}"
    finally:
        if process:
            _stop(process, folder / "data")
        shutil.rmtree(folder, ignore_errors=True)


def _wait(isready: str, folder: Path, process: subprocess.Popen[bytes], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while subprocess.run([isready, "-q", "-h", str(folder)], check=False).returncode:
        if process.poll() is not None or time.monotonic() > end:
            raise NoPostgres(f"PostgreSQL did not start: {(folder / 'log').read_text().strip()}")
        time.sleep(0.05)


def _stop(process: subprocess.Popen[bytes], data: Path) -> None:
    """SIGINT to the server itself (`fast`): clients are dropped; runuser ends with it."""
    pid_file = data / "postmaster.pid"
    try:
        os.kill(int(pid_file.read_text().split()[0]), signal.SIGINT)
    except (OSError, ValueError, IndexError):
        process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
