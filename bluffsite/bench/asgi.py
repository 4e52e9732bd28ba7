"""The site with `/ws/echo/` beside it: a socket that sends back each text. Served only by `manage.py bench`."""

from typing import Any

from bluffsite.asgi import Receive, Scope, Send
from bluffsite.asgi import application as site

PATH = "/ws/echo/"


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """What a message costs where nothing is done with it: the floor under every socket on this server."""
    if scope["type"] != "websocket" or scope["path"] != PATH:
        await site(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        answer: dict[str, Any] = {"type": "websocket.send", "text": event["text"]}
        await send(answer)
