"""The pool of threads under the sockets: results, errors, broken connections, and calls that go together."""

import asyncio
import threading
from collections.abc import Sequence

import pytest
from django.db import OperationalError, connection

from games.play.sockets.threads import Together, in_thread, tell


async def test_results_and_errors_come_back() -> None:
    def fail() -> None:
        raise ValueError("no")

    assert await in_thread(divmod, 7, 2) == (3, 1)
    with pytest.raises(ValueError, match="no"):
        await in_thread(fail)
    assert await in_thread(threading.current_thread) is not threading.current_thread()


async def test_a_broken_connection_is_replaced_and_the_call_repeated_once() -> None:
    calls: list[int] = []

    def ask() -> int:
        calls.append(1)
        if len(calls) == 1:
            connection.close()  # as if the database had gone away
            raise OperationalError
        with connection.cursor() as cursor:
            cursor.execute("SELECT 7")
            return int(cursor.fetchone()[0])

    assert await in_thread(ask) == 7
    assert len(calls) == 2


async def test_what_is_told_comes_before_the_result() -> None:
    loop, order = asyncio.get_running_loop(), []

    def work() -> None:
        tell(loop, lambda: order.append("told"))

    await in_thread(work)
    order.append("result")
    assert order == ["told", "result"]


async def test_what_is_asked_meanwhile_goes_together() -> None:
    taken: list[list[int]] = []
    first_is_in, go_on = threading.Event(), threading.Event()

    def double(numbers: Sequence[int]) -> list[int | Exception]:
        taken.append(list(numbers))
        if not first_is_in.is_set():
            first_is_in.set()
            go_on.wait(10)
        return [number * 2 if number != 5 else KeyError("five") for number in numbers]

    together = Together(double, most=3, runs=1)
    asks = [asyncio.ensure_future(together(1))]
    await asyncio.to_thread(first_is_in.wait, 10)
    asks += [asyncio.ensure_future(together(number)) for number in (2, 3, 4, 5)]
    await asyncio.sleep(0)
    go_on.set()
    assert await asyncio.gather(*asks[:4]) == [2, 4, 6, 8]
    with pytest.raises(KeyError):
        await asks[4]
    assert taken == [[1], [2, 3, 4], [5]]


async def test_an_ask_at_the_very_end_of_a_run_is_not_forgotten() -> None:
    together = Together(list, most=4, runs=1)
    late: list[int] = []

    async def ask_again(number: int) -> None:
        """Whoever gets an answer asks at once, in the same turn of the loop in which the run ends."""
        late.append(await together(await together(number)))

    async with asyncio.timeout(10):
        for number in range(200):
            await ask_again(number)
            await asyncio.gather(*(ask_again(one) for one in range(3)))
    assert len(late) == 800
