"""A client of the real ASGI application: the handshake with its headers, frames as they come, and the close code."""

import json
from types import TracebackType
from typing import Any, Self

from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client as Browser

from bluffsite.accounts.models import User
from bluffsite.asgi import application
from games.play.sockets import hub

JSON = "bluffsite.v1+json"
ORIGIN = "http://testserver"
SECONDS = 5


class Closed(Exception):
    """The server closed the socket with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Client:
    """One socket. `raw` has every text frame in order."""

    def __init__(
        self,
        key: str,
        *,
        token: str | None = None,
        cookie: str | None = None,
        origin: str | None = ORIGIN,
        language: str = "en",
        speaks_json: bool = True,
        since: int | None = None,
        query: str = "",
        path: str | None = None,
        more_headers: tuple[tuple[bytes, bytes], ...] = (),
    ) -> None:
        headers = [(b"host", b"testserver"), (b"accept-language", language.encode()), *more_headers]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if token is not None:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        if cookie is not None:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode()))
        scope = {
            "type": "websocket",
            "path": path or f"/ws/tables/{key}/",
            "query_string": query.encode() if since is None else f"since={since}&{query}".encode(),
            "headers": headers,
            "subprotocols": [JSON] if speaks_json else [],
        }
        self._app = ApplicationCommunicator(application, scope)
        self.accepted: dict[str, Any] = {}
        self.raw: list[str] = []
        self._newest: dict[str, Any] | None = None

    async def __aenter__(self) -> Self:
        await self._app.send_input({"type": "websocket.connect"})
        self.accepted = await self._app.receive_output(SECONDS)
        assert self.accepted["type"] == "websocket.accept"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if not self._app.future.done():
            await self._app.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._app.wait(SECONDS)

    async def send(self, message: Any) -> None:
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str) -> None:
        await self._app.send_input({"type": "websocket.receive", "text": text})

    async def send_bytes(self, data: bytes) -> None:
        await self._app.send_input({"type": "websocket.receive", "bytes": data})

    async def receive(self, seconds: float = SECONDS) -> dict[str, Any]:
        """The next message. Raises Closed, and TimeoutError when none comes."""
        output = await self._app.receive_output(seconds)
        if output["type"] == "websocket.close":
            raise Closed(output["code"])
        self.raw.append(output["text"])
        message: dict[str, Any] = json.loads(output["text"])
        if message["type"] in ("view", "page"):
            self._newest = message
        return message

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types; what comes before is passed over."""
        while True:
            message = await self.receive()
            if message["type"] in kinds:
                return message

    async def view_at(self, version: int) -> dict[str, Any]:
        """The newest state message, if it has this version or a later one, else the first one to come that has."""
        while self._newest is None or self._newest["version"] < version:
            await self.next("view", "page")
        return self._newest

    async def closed(self) -> int:
        """The code with which the server closes, after whatever it still sends."""
        try:
            while True:
                await self.receive()
        except Closed as closed:
            return closed.code

    async def settle(self) -> None:
        """Read until nothing more is on its way: everybody's coming in has been told."""
        await self.view_at(0)
        while not await self.is_silent():
            await self.receive()

    async def is_silent(self) -> bool:
        """Whether nothing is on its way: the hub of this loop has nothing to do, and no frame waits to be read."""
        while await self._app.receive_nothing(0.02):
            busy = hub.current()
            if not busy._errands and all(one.is_settled for local in busy.tables.values() for one in local.sockets):
                return await self._app.receive_nothing(0.02)
        return False

    async def act(self, version: int, action: dict[str, Any], token: str = "t-1") -> dict[str, Any]:
        await self.send({"type": "act", "token": token, "version": version, "action": action})
        return await self.next("accepted", "refused")


def session_of(user: User) -> str:
    """The session cookie of a browser in which this user is signed in."""
    browser = Browser()
    browser.force_login(user)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


in_database = sync_to_async
