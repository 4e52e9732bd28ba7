"""Daphne's WebSocket protocol with short ways for what nearly every message is; all else goes the usual way.

Autobahn dresses up several log lines for every frame, also where nobody logs, and Twisted asks the kernel twice to watch
a socket for each write. A whole text frame that comes alone, and one that the socket takes at once, need none of that:
a frame then costs a tenth. Whatever is not so simple (fragments, control frames, slow readers, TLS) is left to them.

And `send` waits here while a client does not read what it was sent, as ASGI allows and daphne does not do: the application
then keeps the newest state for it, instead of the server every frame.
"""

import asyncio
from typing import Any

from autobahn.exception import Disconnected
from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.tcp import Connection

_WHOLE_TEXT = 0x81  # the last frame of its message, and text
_SHORT, _MEDIUM = 125, 0xFFFF


class Room:
    """Whether a connection's socket takes more: what Twisted calls a push producer."""

    def __init__(self, transport: Any) -> None:
        self.is_there = asyncio.Event()
        self.is_there.set()
        transport.unregisterProducer()  # the HTTP connection that this was
        transport.registerProducer(self, True)

    def pauseProducing(self) -> None:  # noqa: N802  # Twisted's name
        """64 KB wait to be read."""
        self.is_there.clear()

    def resumeProducing(self) -> None:  # noqa: N802  # Twisted's name
        """They have been read."""
        self.is_there.set()

    def stopProducing(self) -> None:  # noqa: N802  # Twisted's name
        """The connection is lost: nobody need wait."""
        self.is_there.set()


class LeanProtocol(WebSocketProtocol):
    """One connection."""

    room: Room | None = None

    def onOpen(self) -> None:  # noqa: N802  # Autobahn's name
        """The handshake is done."""
        self.room = Room(self.transport)
        super().onOpen()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  # Twisted's name
        """Bytes from the client."""
        text = self._lone_text(data)
        if text is None:
            self._dataReceived(data)
        else:
            self.onMessage(text, False)

    def _lone_text(self, data: bytes) -> bytes | None:
        """The payload, if this is exactly one masked text frame and nothing is pending; None for all else."""
        if self.state != self.STATE_OPEN or self.data or self.current_frame is not None or self.inside_message:
            return None
        if self.autoPingTimeoutCall is not None or len(data) < 6 or data[0] != _WHOLE_TEXT:
            return None
        length, start = data[1] - 0x80, 6
        if length == 126 and len(data) > 8:
            length, start = int.from_bytes(data[2:4]), 8
            if length <= _SHORT:
                return None
        elif not 0 <= length <= _SHORT:
            return None
        if len(data) != start + length or 0 < self.maxMessagePayloadSize < length or 0 < self.maxFramePayloadSize < length:
            return None
        text = _unmasked(data[start:], data[start - 4 : start])
        try:
            text.decode()
        except UnicodeDecodeError:  # the usual way closes the connection with the right code
            return None
        return text

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802  # Daphne's name
        """A message of the application."""
        if binary or isinstance(content, bytes) or self.state != self.STATE_OPEN or self.send_queue:
            super().serverSend(content, binary)
            return
        payload = content.encode()
        if 0 < self.maxMessagePayloadSize < len(payload) or 0 < self.maxFramePayloadSize < len(payload):
            super().serverSend(content, binary)
            return
        _write(self.transport, _frame(payload))

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802  # Autobahn's name
        """Pings, and what else goes the usual way, without the log lines."""
        if self.state == self.STATE_OPEN and not sync and not chopsize and not self.send_queue:
            _write(self.transport, data)
        else:
            super().sendData(data, sync, chopsize)


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    length = len(payload)
    whole = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(payload) ^ int.from_bytes(whole)).to_bytes(length)


def _frame(payload: bytes) -> bytes:
    """A whole text frame, unmasked, as a server sends it (RFC 6455, section 5.2)."""
    length = len(payload)
    if length <= _SHORT:
        return bytes((_WHOLE_TEXT, length)) + payload
    if length <= _MEDIUM:
        return b"\x81\x7e" + length.to_bytes(2) + payload
    return b"\x81\x7f" + length.to_bytes(8) + payload


def _write(transport: Any, data: bytes) -> None:
    """Into the socket at once, if nothing waits before it and it takes all; what is left over waits for the reactor."""
    if isinstance(transport, Connection) and transport.connected and not transport.disconnecting:
        if not transport.dataBuffer and not transport._tempDataBuffer:  # nothing else says it
            sent = transport.writeSomeData(data)
            if sent == len(data):
                return
            if isinstance(sent, int) and sent > 0:
                data = data[sent:]
    transport.write(data)


class LeanServer(Server):
    """Daphne, whose `send` waits for room."""

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """A message of the application to one connection."""
        try:
            await super().handle_reply(protocol, message)
        except Disconnected as gone:  # ASGI wants an OSError for it
            raise OSError("the client went away") from gone
        room = getattr(protocol, "room", None)
        if room is not None and message["type"] == "websocket.send":
            await room.is_there.wait()


def install() -> None:
    """Daphne makes such connections from now on."""
    WebSocketFactory.protocol = LeanProtocol
    CommandLineInterface.server_class = LeanServer
