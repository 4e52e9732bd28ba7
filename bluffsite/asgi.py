"""HTTP goes to Django, WebSockets to the tables. Any ASGI server can run this."""

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bluffsite.settings")

from django.core.asgi import get_asgi_application

django_app = get_asgi_application()

from django.conf import settings
from django.urls import get_resolver

from games.play import heart
from games.play.sockets.routing import application as sockets

settings.SECRET_KEY  # noqa: B018  # a site without one does not start

get_resolver().url_patterns  # noqa: B018  # an error in any page shows now, and the first visitor does not wait

gc.collect()
gc.freeze()  # what is loaded stays: no later collection need look at it

if settings.WEB_HEART:  # last: from now on the site answers
    heart.start()

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
_pages: set[asyncio.Task[None]] = set()


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    """Django's answer, worked out to its end even if the server loses patience with it because the client has gone: only
    at its end does Django give its database connection back to the pool.
    """
    task = asyncio.get_running_loop().create_task(django_app(scope, receive, send))  # type: ignore[arg-type]
    _pages.add(task)
    task.add_done_callback(_pages.discard)
    await asyncio.shield(task)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """The whole site. Who may open a socket is decided in `games.play.sockets`."""
    if scope["type"] == "websocket":
        await sockets(scope, receive, send)
    elif scope["type"] == "http":
        await page(scope, receive, send)
    else:
        raise ValueError(f"this site does not speak {scope['type']}")
