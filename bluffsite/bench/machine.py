"""Cores, CPU times and memory, read from /proc. Where there is none (macOS), what cannot be read is None."""

import os
import resource
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


def cores() -> tuple[int, int] | None:
    """A core for the server and another one for the load; None where there is but one, or no choice."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    usable = sorted(os.sched_getaffinity(0))
    return (usable[0], usable[-1]) if len(usable) > 1 else None


def pin(core: int | None) -> None:
    """This process, and every one that it starts from now on, runs on this core alone."""
    if core is not None:
        os.sched_setaffinity(0, {core})


def can_measure() -> bool:
    return (PROC / "self" / "stat").exists()


def load_average() -> float | None:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def allow_files(number: int) -> int:
    """Ask for so many open files; returns how many there may be. Processes started later inherit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < number:
        wanted = number if hard in (unlimited,) or hard >= number else hard
        for ceiling in (max(number, hard), hard):  # root may lift the hard limit too
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (number if ceiling >= number else wanted, ceiling))
                break
            except (ValueError, OSError):
                continue
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return number if soft == unlimited else soft


# --- processes --------------------------------------------------------------------------------------------------------
def _stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat from the state on; None when the process is gone."""
    try:
        return (PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return None


def parents() -> dict[int, int]:
    """The parent of every process."""
    pids = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]
    return {pid: int(stat[1]) for pid in pids if (stat := _stat(pid)) is not None}


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for child, parent in parents().items():
        children.setdefault(parent, []).append(child)
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def command(pid: int) -> str:
    try:
        return (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def environment(pid: int) -> dict[str, str]:
    """The variables that a process of ours was started with."""
    pairs = (PROC / str(pid) / "environ").read_bytes().decode(errors="replace").split("\0")
    return dict(pair.split("=", 1) for pair in pairs if "=" in pair)


def parent_of(pid: int) -> int | None:
    stat = _stat(pid)
    return None if stat is None else int(stat[1])


def children_named(pid: int, sign: str) -> int | None:
    """The child of `pid` whose command line holds `sign`."""
    mine = [child for child, parent in parents().items() if parent == pid]
    return next((child for child in mine if sign in command(child)), None)


def cpu_seconds(pid: int) -> float:
    """CPU time of a process, of all that descend from it, and of those of them that have ended."""
    total = 0
    for one in family(pid):
        stat = _stat(one)
        if stat is not None:
            total += sum(int(stat[at]) for at in (11, 12, 13, 14))  # utime, stime, and the same of ended children
    return total / TICKS


def memory(pid: int) -> int | None:
    """Bytes of memory that a process has, its share of what is shared."""
    try:
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), None)


class Meter:
    """CPU seconds of named groups of processes since the last `restart`. `roots` maps a name to its first process."""

    def __init__(self, roots: dict[str, int]) -> None:
        self.roots = roots
        self._before: dict[str, float] = {}
        self.restart()

    def restart(self) -> None:
        self._before = {name: cpu_seconds(pid) for name, pid in self.roots.items()}

    def spent(self) -> dict[str, float]:
        return {name: cpu_seconds(pid) - self._before[name] for name, pid in self.roots.items()}
