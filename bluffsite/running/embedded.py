"""The data folder of `serve` and what belongs to one running copy: lock, secret key, listening socket, environment."""

import contextlib
import fcntl
import ipaddress
import os
import secrets
import shutil
import socket
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

RUNTIME_PREFIX = "bluffsite-run-"
GONE_SECONDS = 15.0
"""How long the children of a copy that was killed may take to end: they do so by themselves."""
ANY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104  # recognised, not bound


class Refused(Exception):
    """`serve` cannot start; the text is the one sentence to print."""


class PortTaken(Refused):
    """Something else listens on the port."""


# --- data folder ----------------------------------------------------------------------------------------------------
def open_folder(folder: Path) -> IO[str]:
    """Makes the data folder and takes its lock; the lock lasts as long as the file is open here or in a child.

    Raises Refused while another copy runs on it. What is left of one that was killed gets some seconds to be gone.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "serve.lock").open("a+")
    except OSError as error:
        raise Refused(f"The data folder {folder} cannot be used: {error.strerror}.") from error
    end = time.monotonic() + GONE_SECONDS
    while not _lock(lock):
        lock.seek(0)
        holder = lock.read().strip()
        if _is_alive(holder) or time.monotonic() > end:
            lock.close()
            raise Refused(f"The site already runs on the data folder {folder} (process {holder}). Stop it, or choose another with --data.")
        time.sleep(0.05)
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def is_left_behind(folder: Path) -> bool:
    """Whether a copy that runs no more still holds the folder, by children that are about to end."""
    try:
        with (folder / "serve.lock").open("r+") as lock:
            return not _lock(lock) and not _is_alive(lock.read().strip())
    except OSError:
        return False


def _lock(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_alive(pid: str) -> bool:
    if not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def secret_key(folder: Path) -> str:
    """The site's SECRET_KEY, made at the first start; nobody else may read the file."""
    path = folder / "secret-key"
    with contextlib.suppress(FileExistsError):
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "w") as file:
            file.write(secrets.token_urlsafe(64))
    key = path.read_text().strip()
    if len(key) < 50:
        raise Refused(f"The file {path} holds no secret key. Delete it to get a new one (everybody is then signed out).")
    return key


# --- runtime folder -------------------------------------------------------------------------------------------------
@dataclass
class Runtime:
    """A short-named temporary folder: the private Valkey's socket (unix sockets allow about 100 bytes of path), counters."""

    folder: Path
    lock: IO[str]

    @property
    def socket(self) -> Path:
        return self.folder / "valkey.sock"

    @property
    def counters(self) -> Path:
        """Where the processes share what they count (PROMETHEUS_MULTIPROC_DIR)."""
        return self.folder / "counters"

    def forget_process(self, pid: int) -> None:
        """What a dead process had open is open no more; what it counted stays counted."""
        for path in self.counters.glob(f"gauge_live*_{pid}.db"):
            path.unlink(missing_ok=True)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.lock.close()


def new_runtime() -> Runtime:
    sweep()
    folder = Path(tempfile.mkdtemp(prefix=RUNTIME_PREFIX))
    if len(os.fsencode(folder)) > 80:  # a long TMPDIR, as on macOS
        folder.rmdir()
        folder = Path(tempfile.mkdtemp(prefix=RUNTIME_PREFIX, dir="/tmp"))  # mkdtemp makes it private
    lock = (folder / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    runtime = Runtime(folder, lock)
    runtime.counters.mkdir()
    return runtime


def sweep() -> None:
    """Removes our own runtime folders whose copy was killed: nobody holds their lock any more."""
    for place in {Path(tempfile.gettempdir()), Path("/tmp")}:  # noqa: S108
        for folder in place.glob(f"{RUNTIME_PREFIX}*"):
            with contextlib.suppress(OSError):
                if folder.lstat().st_uid == os.geteuid() and _is_abandoned(folder):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_abandoned(folder: Path) -> bool:
    try:
        with (folder / "lock").open() as lock:
            return _lock(lock)
    except FileNotFoundError:
        return time.time() - folder.lstat().st_mtime > 60


# --- address --------------------------------------------------------------------------------------------------------
def listen(host: str, port: int) -> socket.socket:
    """A listening socket that children inherit: a restarted web process finds the waiting visitors. Raises Refused."""
    if not 0 <= port <= 65535:
        raise Refused(f"There is no port {port}: choose one from 1 to 65535 with --port.")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        raise Refused(f"There is no address {host} on this machine.") from error
    listener = socket.socket(family, kind)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(512)
    except PermissionError as error:
        raise Refused(f"This user may not open port {port}. Choose one above 1023 with --port.") from error
    except OSError as error:
        listener.close()
        if error.errno in (98, 48):  # EADDRINUSE on Linux and macOS
            raise PortTaken(f"Port {port} is taken by another program. Choose another with --port.") from error
        raise Refused(f"{host}:{port} cannot be opened: {error.strerror}.") from error
    return listener


def require_redis(url: str, *, seconds: float = 5) -> None:
    """Raises Refused unless somebody listens at an outside REDIS_URL. The sentence holds no password."""
    parts = urlsplit(url)
    unix = parts.scheme == "unix"
    place = parts.path if unix else f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
    if parts.scheme not in ("unix", "redis", "rediss"):
        raise Refused("REDIS_URL must begin with redis://, rediss:// or unix://.")
    try:
        if unix:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(seconds)
                probe.connect(place)
        else:
            socket.create_connection((parts.hostname or "localhost", parts.port or 6379), seconds).close()
    except OSError as error:
        raise Refused(f"Nobody answers at the REDIS_URL {place}: {error.strerror or error}.") from error


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def network_address() -> str | None:
    """This machine's address in its own network, as a phone beside it would reach it. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of documentation: only the route is looked up
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


def site_url(host: str, port: int) -> str:
    """The address to give to people, for a host that was bound."""
    shown = (network_address() or "127.0.0.1") if host in ANY_ADDRESS else host
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def allowed_hosts(host: str, url_host: str) -> list[str]:
    """Names under which this copy may be asked: loopback, the bound host and, for a network, this machine's names."""
    names = ["localhost", "127.0.0.1", "[::1]", url_host]
    if host in ANY_ADDRESS:
        here = socket.gethostname().lower()
        names += [here, f"{here}.local", network_address() or ""]
    return list(dict.fromkeys(name for name in names if name))
