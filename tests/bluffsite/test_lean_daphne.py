"""What our daphne does differently: `send` waits while a client does not read."""

import asyncio
from typing import Any

from daphne.server import Server

from bluffsite.running.lean_daphne import LeanServer, Room


class Transport:
    """As much of a Twisted transport as has to do with producers."""

    def __init__(self) -> None:
        self.producer: Any = "the HTTP connection"

    def unregisterProducer(self) -> None:
        self.producer = None

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        assert self.producer is None
        assert streaming
        self.producer = producer


class Connection:
    """A WebSocket connection that notes what it is told to send."""

    def __init__(self) -> None:
        self.transport, self.sent = Transport(), []
        self.room = Room(self.transport)

    def handle_reply(self, message: dict[str, Any]) -> None:
        self.sent.append(message)


def _server(connection: Connection) -> LeanServer:
    server = LeanServer.__new__(LeanServer)
    server.connections = {connection: {}}
    return server


async def test_send_waits_while_the_socket_is_full_and_close_does_not() -> None:
    connection = Connection()
    server, room = _server(connection), connection.transport.producer
    await server.handle_reply(connection, {"type": "websocket.send", "text": "1"})
    room.pauseProducing()
    waiting = asyncio.ensure_future(server.handle_reply(connection, {"type": "websocket.send", "text": "2"}))
    await asyncio.sleep(0)
    assert len(connection.sent) == 2
    assert not waiting.done()
    await server.handle_reply(connection, {"type": "websocket.close", "code": 4429})
    room.resumeProducing()
    await asyncio.wait_for(waiting, 1)
    assert len(connection.sent) == 3


async def test_a_lost_connection_lets_the_application_go() -> None:
    connection = Connection()
    server, room = _server(connection), connection.transport.producer
    room.pauseProducing()
    waiting = asyncio.ensure_future(server.handle_reply(connection, {"type": "websocket.send", "text": "1"}))
    await asyncio.sleep(0)
    room.stopProducing()
    await asyncio.wait_for(waiting, 1)


def test_it_is_daphnes_server_in_all_else() -> None:
    assert issubclass(LeanServer, Server)
