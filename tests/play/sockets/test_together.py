"""What is asked of a function while it runs goes together the next time, and each gets its own answer."""

import asyncio
import threading

import pytest

from games.play.sockets.threads import Together


class Doubling:
    """A function that waits for leave, and notes what it was asked together. `begun` gets a mark at each call."""

    def __init__(self) -> None:
        self.leave = threading.Event()
        self.asked: list[list[int]] = []
        self.begun: asyncio.Queue[None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()

    def __call__(self, numbers):
        self.asked.append(list(numbers))
        self._loop.call_soon_threadsafe(self.begun.put_nowait, None)
        assert self.leave.wait(10)
        return [ValueError("thirteen") if number == 13 else 2 * number for number in numbers]


async def test_what_comes_meanwhile_goes_together_and_in_order():
    double = Doubling()
    together = Together(double, most=3, runs=1)
    first = asyncio.ensure_future(together(1))
    await double.begun.get()
    rest = [asyncio.ensure_future(together(number)) for number in (2, 3, 4, 5)]
    await asyncio.sleep(0)
    double.leave.set()
    assert await asyncio.gather(first, *rest) == [2, 4, 6, 8, 10]
    assert double.asked == [[1], [2, 3, 4], [5]]


async def test_no_more_than_so_many_run_at_once():
    double = Doubling()
    together = Together(double, most=8, runs=2)
    asked = []
    for number in (1, 2, 3, 4):
        asked.append(asyncio.ensure_future(together(number)))
        await (double.begun.get() if number < 3 else asyncio.sleep(0))
    double.leave.set()
    assert await asyncio.gather(*asked) == [2, 4, 6, 8]
    assert double.asked == [[1], [2], [3, 4]]


async def test_an_error_is_for_the_one_who_asked():
    double = Doubling()
    double.leave.set()
    found = await asyncio.gather(*map(Together(double, most=8, runs=1), (12, 13, 14)), return_exceptions=True)
    assert (found[0], found[2]) == (24, 28)
    assert isinstance(found[1], ValueError)


async def test_a_function_that_fails_fails_for_all_and_is_asked_again_by_the_next():
    calls = []

    def fails_once(numbers):
        calls.append(list(numbers))
        if len(calls) == 1:
            raise ConnectionError("gone")
        return numbers

    together = Together(fails_once, most=8, runs=1)
    found = await asyncio.gather(together(1), together(2), return_exceptions=True)
    assert [type(error) for error in found] == [ConnectionError, ConnectionError]
    assert await together(3) == 3


async def test_whoever_goes_away_holds_nobody_up():
    double = Doubling()
    together = Together(double, most=8, runs=1)
    gone, stays = asyncio.ensure_future(together(1)), asyncio.ensure_future(together(2))
    await double.begun.get()
    gone.cancel()
    double.leave.set()
    assert await stays == 4
    with pytest.raises(asyncio.CancelledError):
        await gone
