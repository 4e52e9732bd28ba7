"""`manage.py serve`: the whole site by one command, supervised. See `main` for the order of things.

`manage.py` calls it before Django reads its settings, since they depend on the data folder. This process never loads
Django: it stays small and starts at once.
"""

import argparse
import http.client
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from bluffsite.running import embedded, prepare, valkey
from bluffsite.running.catalogs import catalogs, compile_stale
from bluffsite.running.embedded import Refused
from bluffsite.running.supervisor import Child, Supervisor

ROOT = Path(__file__).resolve().parents[2]
SLOW = 5.0
"""Seconds after which the worker is started even if the web process does not answer yet."""
LARGEST_LOG = 5_000_000
"""Bytes of a log file that is put aside at the next start."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 lets phones in the same network in")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=ROOT / "var", help="the folder of database, secret key and logs (default: var)")
    parser.add_argument("--demo", action="store_true", help="fill it with games against computers and an admin")


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def environment(options: argparse.Namespace, folder: Path, runtime: embedded.Runtime) -> dict[str, str]:
    """The variables of this copy. What the operator has set already wins."""
    url = os.environ.get("SITE_URL") or embedded.site_url(options.host, options.port)
    hosts = embedded.allowed_hosts(options.host, urlsplit(url).netloc.rsplit(":", 1)[0] if urlsplit(url).port else urlsplit(url).netloc)
    ours = {
        "SITE_URL": url,
        "ALLOWED_HOSTS": ",".join(hosts),
        "SECRET_KEY": os.environ.get("SECRET_KEY") or embedded.secret_key(folder),
        "DJANGO_SETTINGS_MODULE": "bluffsite.settings",
        "PROMETHEUS_MULTIPROC_DIR": str(runtime.counters),
        "REDIS_URL": f"unix://{runtime.socket}",
    }
    return {**ours, **{key: value for key, value in os.environ.items() if value}, "BLUFFSITE_DATA": str(folder)}


def log_file(folder: Path, name: str) -> Path:
    """Where a child writes; a large old log is put aside."""
    logs = folder / "logs"
    logs.mkdir(exist_ok=True)
    path = logs / f"{name}.log"
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_suffix(".old.log"))
    return path


def store(folder: Path, runtime: embedded.Runtime, lock_fd: int) -> Child:
    """The private Valkey. It holds the lock of the data folder too: nobody else may write its files while it stops."""
    files = folder / "valkey"
    files.mkdir(exist_ok=True)
    command = valkey.arguments(runtime.socket, folder=files)
    log = log_file(folder, "valkey")
    return Child("valkey", command, log, before=lambda: runtime.socket.unlink(missing_ok=True), pass_fds=[lock_fd])


def web(folder: Path, listener: socket.socket, lock_fd: int) -> Child:
    command = [sys.executable, "-m", "bluffsite.running.web"]
    if listener.family == socket.AF_INET6:
        command += ["--endpoint", f"fd:fileno={listener.fileno()}:domain=INET6"]
    else:
        command += ["--fd", str(listener.fileno())]
    return Child("web", command, log_file(folder, "web"), pass_fds=[listener.fileno(), lock_fd])


def worker(folder: Path, lock_fd: int) -> Child:
    command = [
        *(sys.executable, "-m", "celery", "--quiet", "-A", "bluffsite", "worker", "--loglevel", "WARNING"),
        *("--pool", "threads", "--concurrency", "4", "--beat", "--scheduler", "celery.beat:Scheduler"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]
    return Child("worker", command, log_file(folder, "worker"), pass_fds=[lock_fd])


def demo(folder: Path, lock_fd: int) -> Child:
    return Child("demo", [sys.executable, "-m", "bluffsite.demo", "play"], log_file(folder, "demo"), pass_fds=[lock_fd])


class Opening:
    """The first seconds: `late` children start once the web process answers (or is slow), and the address is told."""

    def __init__(self, supervisor: Supervisor, late: Sequence[Child], url: str, opened: Callable[[], None]) -> None:
        self.supervisor, self.late, self.url, self.opened = supervisor, list(late), url, opened
        self.since = time.monotonic()
        self.is_open = False

    def tick(self) -> float:
        if not self.is_open and answers(self.url):
            self.is_open = True
            self.opened()
        waited = time.monotonic() - self.since
        while self.late and (self.is_open or waited > SLOW):
            self.supervisor.add(self.late.pop(0))
        return 1.0 if self.is_open else 0.02


def answers(url: str) -> bool:
    """Whether the web process answers at all: what it says about the worker comes a moment later."""
    try:
        with urllib.request.urlopen(url, timeout=2):  # noqa: S310  # our own http address
            return True
    except urllib.error.HTTPError:
        return True
    except (OSError, http.client.HTTPException):
        return False


def own_address(listener: socket.socket) -> str:
    """Where this machine itself reaches the listening socket."""
    host, port = listener.getsockname()[:2]
    if host in embedded.ANY_ADDRESS:
        host = "::1" if listener.family == socket.AF_INET6 else "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def announce(options: argparse.Namespace, environ: Mapping[str, str], listener: socket.socket) -> None:
    """One line with the address, one for phones where they can reach it, and with --demo one with the admin."""
    near, url = own_address(listener), environ["SITE_URL"]
    if options.demo:
        subprocess.run([sys.executable, "-m", "bluffsite.demo", "admin"], env=environ, cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
    if embedded.is_loopback(options.host):
        print(f"The site is at {url if embedded.is_loopback(urlsplit(url).hostname or '') else near}/  (Ctrl-C stops it)", flush=True)
        return
    print(f"The site is at {near}/  (Ctrl-C stops it)", flush=True)
    print(f"Phones and computers in the same network reach it at {url}/", flush=True)


def prepare_site(environ: Mapping[str, str], folder: Path) -> None:
    """Catalogs and, after a change of the code, checks, migrations and static files. Raises Refused with the reason."""
    compile_stale(catalogs(ROOT))
    if "DATABASE_URL" not in environ and prepare.is_done(ROOT, folder, folder / "bluffsite.sqlite3"):
        return
    command = [sys.executable, "-m", "bluffsite.running.prepare"]
    once = {**environ, "DATABASE_POOL": "0"}  # a pool waits long for a server that is not there
    done = subprocess.run(command, env=once, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"The site cannot start.\n{done.stderr.strip()}")


def claim(options: argparse.Namespace, folder: Path) -> tuple[socket.socket, IO[str]]:
    """The listening socket and the lock of the data folder. Raises Refused; before anything is made if the port is taken.

    Children of a copy that was killed a moment ago hold both a little longer.
    """
    try:
        listener = embedded.listen(options.host, options.port)
    except embedded.PortTaken:
        if not embedded.is_left_behind(folder):
            raise
        lock = embedded.open_folder(folder)
        return embedded.listen(options.host, options.port), lock
    return listener, embedded.open_folder(folder)


def run(options: argparse.Namespace) -> int:
    """Lock, port, Valkey, database, static files, web, worker; then watch. Raises Refused before anything was started."""
    folder = options.data.expanduser().resolve()
    if outside := os.environ.get("REDIS_URL"):
        embedded.require_redis(outside)
    listener, lock = claim(options, folder)
    options.port = listener.getsockname()[1]
    runtime, own_store = embedded.new_runtime(), not outside
    supervisor = None
    try:
        supervisor = Supervisor(environment(options, folder, runtime), tell, runtime.forget_process)
        supervisor.listen()
        for fd in (listener.fileno(), lock.fileno()):
            os.set_inheritable(fd, True)
        if own_store:
            supervisor.add(store(folder, runtime, lock.fileno()))
        prepare_site(supervisor.environ, folder)
        if own_store and not supervisor.stopping and not valkey.wait_until_ready(runtime.socket):
            raise Refused(f"Valkey did not start. See {folder / 'logs' / 'valkey.log'}")
        if supervisor.stopping:
            return 0
        supervisor.add(web(folder, listener, lock.fileno()))
        late = [worker(folder, lock.fileno()), *([demo(folder, lock.fileno())] if options.demo else [])]
        opening = Opening(
            supervisor,
            late,
            f"{own_address(listener)}/healthz",
            lambda: announce(options, supervisor.environ, listener),
        )
        return supervisor.watch(opening.tick)
    finally:
        if supervisor:
            stop(supervisor)
        runtime.remove()
        listener.close()
        lock.close()


def stop(supervisor: Supervisor) -> None:
    """Web first, then the worker, the store last: nobody loses what it still has to write."""
    order = {"valkey": 0, "worker": 1, "demo": 2, "web": 3}
    supervisor.children.sort(key=lambda child: order[child.name])
    supervisor.stop()


def main(argv: Sequence[str]) -> int:
    """Returns the exit code: 0 stopped by a person, 1 gave up, 2 refused to start."""
    parser = argparse.ArgumentParser(prog="manage.py serve", description="Runs the whole site on this machine.")
    add_arguments(parser)
    try:
        return run(parser.parse_args(argv))
    except (Refused, valkey.NoValkey) as error:
        tell(str(error))
        return 2
