"""Two real web processes of one site: daphne as `serve` runs it, one database, one Valkey, real WebSockets."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit, urlunsplit

import pytest
import websockets
from django.conf import settings
from django.db import connection

from games.play.sockets.codes import Close
from games.play.sockets.limits import MESSAGE_BYTES
from tests.play.sockets.clients import JSON, in_database
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]
SECONDS = 60
BID = {"type": "bid", "count": 2, "face": 3}


def _database_url() -> str:
    """The test database, as another process names it."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlunsplit(urlsplit(os.environ["TEST_DATABASE_URL"])._replace(path=f"/{name}"))


def _start(port: int) -> subprocess.Popen[bytes]:
    environ = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "bluffsite.settings",
        "DATABASE_URL": _database_url(),
        "REDIS_URL": settings.REDIS_URL,
        "BLUFFSITE_DATA": str(settings.DATA_DIR),
        "SITE_URL": f"http://127.0.0.1:{port}",
        "SECRET_KEY": settings.SECRET_KEY,
        "LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, "-m", "bluffsite.running.web", "--bind", "127.0.0.1", "--port", str(port)]
    return subprocess.Popen(command, cwd=settings.BASE_DIR, env=environ)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _wait_until_it_answers(port: int) -> None:
    for _ in range(SECONDS * 20):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt", timeout=SECONDS).close()
        except (URLError, OSError):
            asyncio.run(asyncio.sleep(0.05))
        else:
            return
    raise AssertionError("the web process does not answer")


@pytest.fixture
def ports(transactional_db: None, valkey_server: Path) -> Iterator[list[int]]:
    """Two web processes on these ports of this machine."""
    chosen = _free_ports(2)
    processes = [_start(port) for port in chosen]
    try:
        for port in chosen:
            _wait_until_it_answers(port)
        yield chosen
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(SECONDS)


class Remote:
    """A seat's socket at one of the processes."""

    def __init__(self, connected: Any) -> None:
        self.connected = connected

    async def next(self, kind: str, is_it: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        async with asyncio.timeout(SECONDS):
            while True:
                message: dict[str, Any] = json.loads(await self.connected.recv())
                if message["type"] == kind and is_it(message):
                    return message

    async def act(self, version: int, action: dict[str, Any]) -> None:
        await self.connected.send(json.dumps({"type": "act", "token": f"t{version}", "version": version, "action": action}))


async def _connect(stack: AsyncExitStack, port: int, key: str, token: str) -> Remote:
    opened = websockets.connect(
        f"ws://127.0.0.1:{port}/ws/tables/{key}/", subprotocols=[JSON], additional_headers={"Authorization": f"Bearer {token}"}
    )
    return Remote(await stack.enter_async_context(opened))


async def test_a_table_spread_over_two_processes(ports: list[int], party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with AsyncExitStack() as stack:
        mine = await _connect(stack, ports[0], table.table.key, table.tokens[seat])
        other = await _connect(stack, ports[1], table.table.key, table.tokens[1 - seat])
        await mine.next("view")
        await other.next("view")
        for version in range(1, 7):
            actor = mine if version % 2 else other
            await actor.act(version, {**BID, "count": version + 1})
            for socket_ in (mine, other):
                seen = await socket_.next("view", lambda message, at=version + 1: message["version"] == at)
                assert seen["events"][-1]["event"]["count"] == version + 1


async def test_the_newest_connection_plays_wherever_it_is(ports: list[int], party: Make) -> None:
    table = await in_database(party)(2)
    async with AsyncExitStack() as stack:
        older = await _connect(stack, ports[0], table.table.key, table.tokens[0])
        await older.next("control", lambda message: message["yours"])
        newer = await _connect(stack, ports[1], table.table.key, table.tokens[0])
        await newer.next("control", lambda message: message["yours"])
        await older.next("control", lambda message: not message["yours"])


async def test_real_close_codes_of_the_real_server(ports: list[int], party: Make) -> None:
    table = await in_database(party)(2)
    address = f"ws://127.0.0.1:{ports[0]}/ws/tables/{table.table.key}/"
    token = {"Authorization": f"Bearer {table.tokens[0]}"}
    for headers, origin, expected in (
        ({}, None, Close.FORBIDDEN),
        ({}, "http://evil.example", Close.FORBIDDEN),
        ({"Authorization": "Bearer nonsense"}, None, Close.SIGNED_OUT),
    ):
        async with websockets.connect(address, additional_headers=headers, origin=origin) as opened:
            assert await _close_code(opened) == expected
    async with asyncio.timeout(SECONDS), websockets.connect(address, subprotocols=[JSON], additional_headers=token) as opened:
        assert opened.subprotocol == JSON
        await opened.send(" " * (MESSAGE_BYTES + 1))
        while (message := json.loads(await opened.recv()))["type"] != "error":
            pass
        assert message["code"] == "too_large"
        await opened.send("x" * 200_000)  # more than the server takes at all
        assert await _close_code(opened) in (1006, 1009)


async def test_who_does_not_read_is_waited_for_and_then_gets_the_newest_state(ports: list[int], party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with AsyncExitStack() as stack:
        mine = await _connect(stack, ports[0], table.table.key, table.tokens[seat])
        await mine.next("control", lambda message: message["yours"])
        slow = await _connect(stack, ports[0], table.table.key, table.tokens[1 - seat])
        await slow.next("control", lambda message: message["yours"])
        slow.connected.transport.pause_reading()
        await mine.act(1, BID)
        await mine.next("view", lambda message: message["version"] == 2)
        slow.connected.transport.resume_reading()
        assert (await slow.next("view", lambda message: message["version"] == 2))["events"][-1]["event"]["count"] == 2


async def _close_code(opened: Any) -> int | None:
    async with asyncio.timeout(SECONDS):
        try:
            while True:
                await opened.recv()
        except websockets.ConnectionClosed:
            return opened.close_code
