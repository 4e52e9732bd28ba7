"""A light WebSocket client (RFC 6455) for the load: whole text frames, one callback per message, no extensions."""

import asyncio
import base64
import os
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Socket(asyncio.Protocol):
    """One connection. `on_text` gets each message as bytes; `opened` is done with the handshake, `closed` at the end."""

    def __init__(self, path: str, *, host: str, headers: tuple[str, ...] = ()) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            f"Sec-WebSocket-Key: {key}",
            *headers,
        )
        self._request = "\r\n".join((*lines, "", "")).encode()
        self._mask = os.urandom(4)
        self._buffer = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self.close_code: int | None = None
        self.on_text: Callable[[bytes], None] = lambda text: None

    # --- the protocol -------------------------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]
        transport.write(self._request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._is_open:
            buffer = self._handshake(buffer)
        at, end = 0, len(buffer)
        while self._is_open and end - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif length == 127:
                length, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if start > end or start + length > end:
                break
            self._frame(buffer[at] & 15, buffer[start : start + length])
            at = start + length
        self._buffer = buffer[at:]

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"closed in the handshake: {error}"))
        if not self.closed.done():
            self.closed.set_result(None)

    def _handshake(self, buffer: bytes) -> bytes:
        head, found, rest = buffer.partition(b"\r\n\r\n")
        if not found:
            return buffer
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(head.split(b"\r\n", 1)[0].decode("latin-1")))
            self.abort()
            return b""
        self._is_open = True
        if not self.opened.done():
            self.opened.set_result(None)
        return rest

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.on_text(payload)
        elif kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.close_code = int.from_bytes(payload[:2]) if payload else 1005
            self.abort()

    # --- for the user -------------------------------------------------------------------------------------------------
    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        size = bytes((0x80 | length,)) if length < 126 else b"\xfe" + length.to_bytes(2)
        mask = (self._mask * (length // 4 + 1))[:length]
        body = (int.from_bytes(payload) ^ int.from_bytes(mask)).to_bytes(length) if length else b""
        if self._transport is not None:
            self._transport.write(bytes((0x80 | kind,)) + size + self._mask + body)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


async def connect(
    address: tuple[str, int], path: str, *, headers: tuple[str, ...] = (), use: Callable[[Socket], None] | None = None
) -> Socket:
    """An open socket; `use` gets it before its first message. Raises ConnectionError when the server refuses, TimeoutError after 60 s."""
    host = f"{address[0]}:{address[1]}"
    loop = asyncio.get_running_loop()

    def made() -> Socket:
        socket = Socket(path, host=host, headers=headers)
        if use is not None:
            use(socket)
        return socket

    _, socket = await loop.create_connection(made, *address)
    async with asyncio.timeout(60):
        await socket.opened
    return socket
