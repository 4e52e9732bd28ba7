"""Which socket address is which application."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from games.play.sockets.app import table_socket
from games.play.sockets.codes import Close

_TABLE = re.compile(r"^/ws/tables/([A-Za-z0-9_-]{1,64})/?$")


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    """The one socket address is `/ws/tables/<key>/`; any other is answered like an unknown table."""
    found = _TABLE.match(scope["path"])
    if found:
        await table_socket(scope, receive, send, found[1])
        return
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": int(Close.UNKNOWN_TABLE)})
