"""What a person whom staff have shut out still gets: their decisions, appeals, rules, account and data. Never tables and leagues.

Sockets and the API have doors of their own (`games/play/sockets/door.py`, `games/play/api/dispatch.py`).
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from bluffsite.accounts import limits, networks
from bluffsite.accounts.marks import is_shut_out
from bluffsite.accounts.models import User
from bluffsite.moderation.decisions.views import shut_out

OPEN = frozenset({"accounts", "pages", "rulebook", "moderation", "conduct", "desk", ""})
"""Namespaces that stay open; the site's own signs have none, and the desk has a door of its own."""

CLOSED_NAMES = frozenset({"accounts:rename"})
_SAFE = ("GET", "HEAD", "OPTIONS")
View = Callable[..., HttpResponse]


class Gate:
    """Runs once the address is known. Also notes from which network those come who do something (`accounts.networks`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, args: list[Any], kwargs: dict[str, Any]) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or match.route.startswith("api/") or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        reads, stays_open = request.method in _SAFE, is_open(match.namespace.split(":")[0], match.view_name)
        if reads and stays_open:  # nobody is asked for: such a page may not need to know who reads it
            return None
        user = request.user
        if not isinstance(user, User):
            return None
        if not reads:
            networks.note(user=user, address=limits.address_of(request.META))
        return None if stays_open or not is_shut_out(user) else shut_out(request)


def is_open(namespace: str, name: str) -> bool:
    """Whether a page is there for people who are shut out, too."""
    return namespace in OPEN and name not in CLOSED_NAMES
