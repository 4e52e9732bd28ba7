"""How long work takes, for tests with a limit: CPU time of this thread, as on the machine for which the limits are meant.

Absolute times fail where a machine is slower or its caches are shared. So a fixed piece of Python is timed beside the work, and
a machine that is slower at that is forgiven as much; a quicker one gets no credit. What other tests have left in memory is put
out of the collector's sight meanwhile, as a server does with what it has loaded.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import thread_time
from typing import Any

USUAL = 0.0043
"""Seconds of the yardstick on that machine (see `bluffsite/docs/speed.md`), when it is idle."""


def seconds(work: Callable[[], Any], *, times: int = 5, before: Callable[[], Any] = lambda: None) -> float:
    """The quickest of several runs. `before` comes ahead of each, and does not count."""
    with undisturbed():
        yards, took = [timed(_yardstick)], []
        for _ in range(times):
            before()
            took.append(timed(work))
            yards.append(timed(_yardstick))
    return min(took) / max(1.0, min(yards) / USUAL)


def decides_in_time(times: Sequence[float]) -> bool:
    """Whether first thoughts of a computer, in seconds of this thread, are short enough: 50 ms at most, 10 ms for 99 of 100."""
    ordered, slow = sorted(times), max(1.0, min(timed(_yardstick) for _ in range(5)) / USUAL)
    return ordered[-1] < 0.050 * slow and ordered[len(ordered) * 99 // 100] < 0.010 * slow


@contextmanager
def undisturbed() -> Iterator[None]:
    """The collector leaves alone what other tests have heaped up."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def timed(work: Callable[[], Any]) -> float:
    """CPU seconds of one run, as they are."""
    began = thread_time()
    work()
    return thread_time() - began


def _yardstick() -> int:
    """What pages and engines are made of: small objects, texts, looking things up."""
    found: dict[str, tuple[int, str]] = {}
    for number in range(12_000):
        key = f"{number % 997}-{number % 13}"
        found[key] = (number, found.get(key, (0, ""))[1][-8:] + key)
    return sum(len(text) for _, text in sorted(found.values()))
