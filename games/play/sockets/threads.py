"""A small pool of threads for the database work of sockets. Each keeps its connection open between calls.

Not `database_sync_to_async`: that opens or borrows a connection for every call. A broken connection is closed, and
the call repeated once: everything called here is harmless when done twice (reads, or writes under a token or version).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

_pool = ThreadPoolExecutor(settings.SOCKET_THREADS, thread_name_prefix="sockets")


async def in_thread[**P, T](function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of the function, run in one of the pool's threads. Errors of the function are passed on."""
    call = partial(_with_live_connection, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_pool, call)


def _with_live_connection[**P, T](function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return function(*args, **kwargs)
    except (OperationalError, InterfaceError):
        connection = connections["default"]
        if connection.in_atomic_block or connection.is_usable():
            raise
        connection.close()
        return function(*args, **kwargs)


def close_connections() -> None:
    """Every thread of the pool gives its connection back. Waits for calls that are running."""
    together = Barrier(settings.SOCKET_THREADS)

    def close() -> None:
        together.wait()
        connections.close_all()

    for done in [_pool.submit(close) for _ in range(settings.SOCKET_THREADS)]:
        done.result()
