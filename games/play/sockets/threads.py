"""A small pool of threads for the database work of sockets. Each keeps its connection open between calls.

Not `database_sync_to_async`: that opens or borrows a connection for every call. Nor an executor of the standard library:
its futures cost more than a call's way through the loop. A broken connection is closed, and the call repeated once:
everything called here is harmless when done twice (reads, or writes under a token or version).

What the call tells the loop by `tell` comes there together with its result: one wake-up instead of two.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Barrier, Lock, Thread, local
from typing import Any, NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

Call = Callable[[], Any]


class Job(NamedTuple):
    """A call, and whose future gets its result."""

    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    call: Call


_jobs: SimpleQueue[Job] = SimpleQueue()
_starting = Lock()
_threads: list[Thread] = []
_here = local()


async def in_thread[**P, T](function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of the function, run in one of the pool's threads. Errors of the function are passed on."""
    if len(_threads) < settings.SOCKET_THREADS:
        _start()
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    _jobs.put(Job(loop, future, partial(function, *args, **kwargs)))
    return await future


class Together[A, R]:
    """A function of many arguments at once, asked with one at a time: what is asked while it runs goes together next.

    It takes at most `most` at once and runs at most `runs` times at once, each time in one of the pool's threads; its
    answers are in order, an exception among them is raised to who asked. One per event loop.
    """

    def __init__(self, function: Callable[[Sequence[A]], Sequence[R | Exception]], *, most: int, runs: int) -> None:
        self._function, self._most, self._runs = function, most, runs
        self._waiting: deque[tuple[A, asyncio.Future[R]]] = deque()
        self._running = 0
        self._tasks: set[asyncio.Task[None]] = set()  # a loop holds its tasks weakly

    async def __call__(self, argument: A) -> R:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[R] = loop.create_future()
        self._waiting.append((argument, future))
        if self._running < self._runs:
            self._running += 1
            task = loop.create_task(self._run())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await future

    async def _run(self) -> None:
        """Nothing happens between the look that finds nobody waiting and the end: who asks after it starts another run."""
        try:
            while self._waiting:
                await self._answer_some()
        finally:
            self._running -= 1

    async def _answer_some(self) -> None:
        taken = [self._waiting.popleft() for _ in range(min(self._most, len(self._waiting)))]
        try:
            answers = await in_thread(self._function, [argument for argument, _ in taken])
        except Exception as error:
            answers = [error] * len(taken)
        for (_, future), answer in zip(taken, answers, strict=True):
            _answer(future, answer)


def _answer[R](future: asyncio.Future[R], answer: R | Exception) -> None:
    if future.done():  # whoever asked has gone
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def tell(loop: asyncio.AbstractEventLoop, call: Call) -> None:
    """Have the loop do something soon. From any thread; in one of this pool together with the result of its job."""
    told: list[Call] | None = getattr(_here, "told", None)
    if told is not None and _here.loop is loop:
        told.append(call)
    else:
        loop.call_soon_threadsafe(call)


def _start() -> None:
    with _starting:
        while len(_threads) < settings.SOCKET_THREADS:
            thread = Thread(target=_work, name=f"sockets-{len(_threads)}", daemon=True)
            _threads.append(thread)
            thread.start()


def _work() -> None:
    """One thread, for as long as the process lives."""
    while True:
        loop, future, call = _jobs.get()
        told: list[Call] = []
        _here.told, _here.loop = told, loop
        result, error = None, None
        try:
            result = _with_live_connection(call)
        except BaseException as raised:  # whoever waits for the result gets it
            error = raised
        _here.told = None
        with suppress(RuntimeError):  # the loop has closed: nobody waits any more
            loop.call_soon_threadsafe(_finish, told, future, result, error)
        del call, future, result, error, told


def _finish(told: list[Call], future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """In the loop: first what was told, then the result."""
    for call in told:
        call()
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


def _with_live_connection(call: Call) -> Any:
    try:
        return call()
    except (OperationalError, InterfaceError):
        connection = connections["default"]
        if connection.in_atomic_block or (connection.connection is not None and connection.is_usable()):
            raise
        connection.close()
        return call()


def close_connections() -> None:
    """Every thread of the pool gives its connection back. Waits for calls that are running."""
    together = Barrier(len(_threads) + 1)

    async def close_all() -> None:
        await asyncio.gather(*(in_thread(close) for _ in range(together.parties - 1)))

    def close() -> None:
        connections.close_all()
        together.wait(10)

    if _threads:
        runner = Thread(target=lambda: asyncio.run(close_all()))
        runner.start()
        together.wait(10)
        runner.join()
