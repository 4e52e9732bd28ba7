"""HTTP goes to Django, WebSockets to `games.play.sockets.routing.application` once it is known who is there."""

import os
from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bluffsite.settings")

from django.core.asgi import get_asgi_application

django_app = get_asgi_application()

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.module_loading import import_string

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

SessionStore = import_string(f"{settings.SESSION_ENGINE}.SessionStore")


def header(scope: Scope, name: bytes) -> str:
    """The value of a header, empty when it is missing or sent twice."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[0].decode("latin-1") if len(values) == 1 else ""


def may_come_from(origin: str, host: str) -> bool:
    """Whether a page of `origin` may open a socket at `host`: our own pages only, port included."""
    if not origin or origin == "null":
        return False
    if origin == settings.SITE_URL:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc == host


def session_key(scope: Scope) -> str | None:
    try:
        morsel = SimpleCookie(header(scope, b"cookie")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    return morsel.value if morsel else None


def user_of(key: str | None) -> Any:
    """The user of a live session, else an AnonymousUser."""
    if not key:
        return AnonymousUser()
    request = HttpRequest()
    request.session = SessionStore(key)
    return get_user(request)


async def sockets(scope: Scope, receive: Receive, send: Send) -> None:
    """Sets `scope["user"]` and hands on. A foreign or missing Origin is refused with 403.

    A program that signs in by `Authorization: Bearer` needs no Origin; its cookies count for nothing, and the user is
    looked up by the token behind this door: `scope["user"]` is anonymous, `scope["bearer"]` the token.
    """
    kind, _, token = header(scope, b"authorization").partition(" ")
    if kind.lower() == "bearer" and token:
        await routed({**scope, "user": AnonymousUser(), "bearer": token.strip()}, receive, send)
        return
    if not may_come_from(header(scope, b"origin"), header(scope, b"host")):
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": "foreign origin"})
        return
    user = await database_sync_to_async(user_of, thread_sensitive=False)(session_key(scope))
    await routed({**scope, "user": user, "bearer": None}, receive, send)


async def routed(scope: Scope, receive: Receive, send: Send) -> None:
    from games.play.sockets.routing import application as table_sockets

    await table_sockets(scope, receive, send)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """The whole site, for any ASGI server."""
    if scope["type"] == "websocket":
        await sockets(scope, receive, send)
    elif scope["type"] == "http":
        await django_app(scope, receive, send)  # type: ignore[arg-type]
    else:
        raise ValueError(f"this site does not speak {scope['type']}")
