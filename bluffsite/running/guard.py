"""`python guard.py FD COMMAND ...` runs a command that ends when the other end of the pipe FD is closed.

For systems without PR_SET_PDEATHSIG: the supervisor holds the other end, so the command cannot outlive it.
"""

import os
import signal
import subprocess
import sys
import threading

PATIENCE = 10.0
"""Seconds from SIGTERM to SIGKILL."""


def end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()


def watch(fd: int, process: "subprocess.Popen[bytes]") -> None:
    """Blocks until the pipe is closed: nobody ever writes to it."""
    while os.read(fd, 1):
        pass
    end(process)


def main(fd: int, command: "list[str]") -> int:
    """The command's own return code, or 128 + n where signal n ended it."""
    inherited = [int(name) for name in os.listdir("/dev/fd") if int(name) > 2 and int(name) != fd and _is_open(int(name))]
    process = subprocess.Popen(command, pass_fds=inherited)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    threading.Thread(target=watch, args=(fd, process), daemon=True).start()
    code = process.wait()
    return code if code >= 0 else 128 - code


def _is_open(fd: int) -> bool:
    try:
        return os.get_inheritable(fd)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
