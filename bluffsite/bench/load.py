"""The load, in a process of its own: it makes the tables, seats their clients, and measures phase by phase.

`python -m bluffsite.bench.load PLAN` (JSON) prints a `Load` as JSON. Times are read in this one process; CPU times are
those of the server's processes, read from outside.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import django
import msgspec

from bluffsite.bench import machine
from bluffsite.bench.report import Echo, Fixed, Full, Share, Stage, Times, share_of, times_of

AT_ONCE = 32
"""Handshakes under way at one time."""
TOGETHER = 100
"""Tables that are made at one time: their people come before the clock could send them away."""
WARM_UP = 1.0
"""Seconds of play before anything is measured."""
SETTLING = 5.0
"""Seconds after the last action until everything that it led to is done."""
CALMING = 10.0
"""Seconds to wait until a server that has shown every table has little left to do."""
PATIENCE = 30.0
"""Seconds to wait for a server that is busy with other things."""
ATTEMPTS = 5
"""Handshakes that may fail before a client gives up: a server that was given more than it can take lets some go."""


class Plan(msgspec.Struct):
    """`roots` are the server's processes by name; `stages` numbers of tables, growing, of which `playing` play; at the first
    stage with so many tables `crowd` of them play, which is meant to keep the server as busy as it can be.
    """

    url: str
    face: str
    languages: list[str]
    core: int | None
    roots: dict[str, int]
    playing: int
    crowd: int
    stages: list[int]
    seconds: float
    idle_seconds: float


class Load(msgspec.Struct):
    echo: Echo
    fixed: Fixed
    full: Full
    stages: list[Stage]
    notes: list[str]


class Run:
    """Everything that the phases share."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        at = urlsplit(plan.url)
        self.address = (at.hostname or "127.0.0.1", at.port or 80)
        self.meter = machine.Meter(plan.roots)
        self.tables: list[Any] = []
        self.notes: list[str] = []
        self._failed_handshakes = 0

    async def everything(self) -> Load:
        echo = await self.echo()
        stages, fixed, full = [], None, None
        for number in self.plan.stages:
            stage = await self.stage(number)
            if fixed is None:
                fixed = await self.fixed(self.tables[: self.plan.playing])
            if full is None and number >= self.plan.crowd:
                full = await self.full(self.tables[: self.plan.crowd])
            if number == self.plan.stages[-1] and self.plan.idle_seconds:
                stage = msgspec.structs.replace(stage, idle_cpu=await self._idle())
            stages.append(stage)
        assert fixed is not None
        full = full or await self.full(self.tables)
        refused = sum(len(table.refused) for table in self.tables)
        if refused:
            self.notes.append(f"{refused} actions were refused, first: {next(t.refused[0] for t in self.tables if t.refused).decode()}")
        if self._failed_handshakes:
            self.notes.append(f"{self._failed_handshakes} handshakes failed and were tried again")
        return Load(echo, fixed, full, stages, self.notes)

    # --- the echo -----------------------------------------------------------------------------------------------------
    async def echo(self) -> Echo:
        from bluffsite.bench.asgi import PATH

        before = self._memory()
        number = max(4 * self.plan.playing, 4)
        sockets = await self._connect_all([PATH] * number, [()] * number)
        after = self._memory()
        echoes = [_Echo(socket) for socket in sockets[: self.plan.playing]]
        fixed = await _paced_echoes(echoes, min(self.plan.seconds, 4.0))
        self.meter.restart()
        began = time.perf_counter()
        count = await _fast_echoes(echoes, min(self.plan.seconds, 3.0))
        share = share_of(self.meter.spent(), count, time.perf_counter() - began)
        for socket in sockets:
            socket.abort()
        return Echo(fixed, share, None if before is None or after is None else (after - before) / number)

    # --- tables -------------------------------------------------------------------------------------------------------
    async def stage(self, number: int) -> Stage:
        """More tables, up to `number`: what it takes to join, what an open socket keeps, and play at some of the tables."""
        before = self._memory()
        connect, joined = await self._seat(number - len(self.tables))
        await self._calm()
        after = self._memory()
        playing = self.tables[: self.plan.playing]
        await self._play(playing, WARM_UP)
        full = await self._play(playing, self.plan.seconds)
        memory = (after - before) / joined if before and after and joined >= 1000 else None
        return Stage(tables=number, playing=len(playing), connect=connect, share=full.share, times=full.times, memory_bytes=memory)

    async def full(self, tables: Sequence[Any]) -> Full:
        """As many actions as the server can take, once the rounds of the tables end at different times: deals cost too."""
        await self._play(tables, WARM_UP)
        end = time.monotonic() + 2 * PATIENCE
        while any(table.rounds == 0 for table in tables) and time.monotonic() < end:
            await self._play(tables, WARM_UP)
        full = await self._play(tables, self.plan.seconds)
        if full.load_busy > 0.85:
            self.notes.append(f"the load kept its own core {full.load_busy:.0%} busy: the server may be faster than measured")
        if self.plan.roots and full.server_busy < 0.85:
            self.notes.append(
                f"the server kept its core only {full.server_busy:.0%} busy at saturation: others used it, or it waited for the disk"
            )
        return full

    def _memory(self) -> int | None:
        return machine.memory(self.plan.roots["web"]) if "web" in self.plan.roots else None

    async def _seat(self, number: int) -> tuple[Share, int]:
        """So many more tables with all their sockets; CPU per socket, and how many there are."""
        from bluffsite.bench.players import BIDS, Players
        from bluffsite.bench.seats import SEATS, make
        from games.play.sockets.json_face import PROTOCOL

        kind = () if self.plan.face == "html" else (f"Sec-WebSocket-Protocol: {PROTOCOL}",)
        spent: Counter[str] = Counter()
        took = 0.0
        for first in range(0, number, TOGETHER):
            made = await asyncio.to_thread(make, min(TOGETHER, number - first), self.plan.languages)
            tables = [Players(one, self.plan.face, first=1 + at % BIDS) for at, one in enumerate(made, len(self.tables))]
            self.meter.restart()
            began = time.perf_counter()
            for seat in range(SEATS):
                headers = [(f"Authorization: Bearer {one.tokens[seat]}", *kind) for one in made]
                await self._connect_all([f"/ws/tables/{one.key}/" for one in made], headers, [partial(table.add, seat) for table in tables])
            spent.update(self.meter.spent())
            took += time.perf_counter() - began
            self.tables += tables
        return share_of(spent, number * SEATS, took), number * SEATS

    async def _connect_all(self, paths: Sequence[str], headers: Sequence[tuple[str, ...]], use: Sequence[Any] | None = None) -> list[Any]:
        from bluffsite.bench.wire import connect

        gate = asyncio.Semaphore(AT_ONCE)

        async def one(at: int) -> Any:
            async with gate:
                failed = 0
                while True:
                    try:
                        return await connect(self.address, paths[at], headers=headers[at], use=use[at] if use is not None else None)
                    except (ConnectionError, TimeoutError):
                        failed += 1
                        if failed == ATTEMPTS:
                            raise
                    self._failed_handshakes += 1
                    await asyncio.sleep(failed)

        return await asyncio.gather(*(one(at) for at in range(len(paths))))

    async def _calm(self) -> None:
        """Until every seat was shown its table, and the server has nothing left to do."""
        end = time.monotonic() + 120
        while not all(min(table.shown) > 0 for table in self.tables) and time.monotonic() < end:  # noqa: ASYNC110  # they are not ours to signal
            await asyncio.sleep(0.2)
        if time.monotonic() >= end:
            self.notes.append("not every client was shown its table within two minutes")
        end = time.monotonic() + CALMING
        while time.monotonic() < end:
            self.meter.restart()
            await asyncio.sleep(0.5)
            if sum(self.meter.spent().values()) < 0.2:
                return
        self.notes.append(f"the server was still busy {CALMING:.0f} s after the last client had come")

    async def _idle(self) -> float:
        """Share of a core that the server needs while nobody acts, once the last deals are made."""
        await asyncio.sleep(SETTLING)
        self.meter.restart()
        began = time.perf_counter()
        await asyncio.sleep(self.plan.idle_seconds)
        return sum(self.meter.spent().values()) / (time.perf_counter() - began)

    async def fixed(self, tables: Sequence[Any]) -> Fixed:
        """Each table acts once a second, all at different moments."""
        from bluffsite.bench.players import quiet

        took: list[float] = []
        missed = 0
        end = time.monotonic() + PATIENCE
        while any(table.turn is None for table in tables) and time.monotonic() < end:  # noqa: ASYNC110  # the deals of the play before
            await asyncio.sleep(0.05)
        for table in tables:
            table.settled = took.append
        versions = _versions(tables)
        self.meter.restart()
        began = time.perf_counter()
        loop = asyncio.get_running_loop()
        start = loop.time()
        for number in range(int(self.plan.seconds) * len(tables)):
            await _until(start + number / len(tables))
            missed += not tables[number % len(tables)].act()
        await self._arrive(tables)
        share = share_of(self.meter.spent(), _versions(tables) - versions, time.perf_counter() - began)
        quiet(tables)
        return Fixed(len(tables), share, times_of(took), missed)

    async def _play(self, tables: Sequence[Any], seconds: float) -> Full:
        """All as fast as they can, each at least once; then until what is on its way has arrived."""
        from bluffsite.bench.players import quiet

        took: list[float] = []
        versions = _versions(tables)
        self.meter.restart()
        began, own = time.perf_counter(), time.process_time()
        for table in tables:
            table.settled, table.ready = took.append, _again
            table.act()
        await asyncio.sleep(seconds)
        while len(took) < len(tables) and time.perf_counter() - began < seconds + PATIENCE:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        wall = time.perf_counter() - began
        spent = self.meter.spent()
        share = share_of(spent, _versions(tables) - versions, wall)
        busy = (time.process_time() - own) / wall
        quiet(tables)
        await self._arrive(tables)
        return Full(tables=len(tables), share=share, times=times_of(took), load_busy=busy, server_busy=sum(spent.values()) / wall)

    async def _arrive(self, tables: Sequence[Any]) -> None:
        end = time.monotonic() + 5
        while any(table.is_waiting for table in tables) and time.monotonic() < end:  # noqa: ASYNC110  # they are not ours to signal
            await asyncio.sleep(0.01)
        lost = sum(table.is_waiting for table in tables)
        if lost:
            self.notes.append(f"{lost} actions had not reached their last seat after 5 s")


def _again(table: Any) -> None:
    table.act()


def _versions(tables: Sequence[Any]) -> int:
    return sum(table.version for table in tables)


async def _until(moment: float) -> None:
    pause = moment - asyncio.get_running_loop().time()
    if pause > 0:
        await asyncio.sleep(pause)


class _Echo:
    """A socket that sends again when its last text has come back."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.took: list[float] = []
        self.goes_on = False
        self._sent = 0.0
        socket.on_text = self._back

    def send(self) -> None:
        self._sent = time.perf_counter()
        self.socket.send(b'{"type":"act","token":"t1","version":1,"action":{"type":"bid","count":1,"face":1}}')

    def _back(self, text: bytes) -> None:
        self.took.append(time.perf_counter() - self._sent)
        if self.goes_on:
            self.send()


async def _paced_echoes(echoes: Sequence[_Echo], seconds: float) -> Times:
    start = asyncio.get_running_loop().time()
    for number in range(int(seconds * len(echoes))):
        await _until(start + number / len(echoes))
        echoes[number % len(echoes)].send()
    await asyncio.sleep(0.1)
    took = [one for echo in echoes for one in echo.took]
    for echo in echoes:
        echo.took.clear()
    return times_of(took)


async def _fast_echoes(echoes: Sequence[_Echo], seconds: float) -> int:
    for echo in echoes:
        echo.goes_on = True
        echo.send()
    await asyncio.sleep(seconds)
    for echo in echoes:
        echo.goes_on = False
    return sum(len(echo.took) for echo in echoes)


def main() -> None:
    plan = msgspec.json.decode(sys.argv[1], type=Plan)
    machine.pin(plan.core)
    django.setup()
    import uvloop

    load = uvloop.run(Run(plan).everything())
    sys.stdout.write(msgspec.json.encode(load).decode() + "\n")


if __name__ == "__main__":
    main()
