"""One table of the API's addresses: the URLs, the checks before a view runs and the OpenAPI text all come from it.

A view is a function `(call) -> answer`; it raises `ApiError`, or an error of the services that `problems.answer_to` knows.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from bluffsite.accounts.limits import Who
from bluffsite.accounts.models import User
from games.core.game import Language

Method = Literal["GET", "POST", "PATCH", "DELETE"]


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """What a view gets: the request, who asks (`user` None: a stranger), the language, and body and query as typed."""

    request: HttpRequest
    user: User | None
    who: Who
    language: Language
    body: Any
    query: Any

    @property
    def reader(self) -> User | AnonymousUser:
        """Who reads: the user, or a stranger."""
        return self.user or AnonymousUser()

    @property
    def person(self) -> User:
        """The signed-in user of an endpoint that needs one."""
        assert isinstance(self.user, User)
        return self.user


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one address. `rate` is as `django-ratelimit` spells it: requests per period."""

    method: Method
    path: str
    name: str
    summary: str
    answer: Any
    view: Callable[..., Any]
    body: Any = None
    query: type[msgspec.Struct] | None = None
    status: int = 200
    signed_in: bool = True
    rate: str = "60/m"
    problems: tuple[int, ...] = ()


ENDPOINTS: list[Endpoint] = []


def endpoint(method: Method, path: str, summary: str, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter the decorated view into the table. `path` is as in Django's `path()`, below `/api/v1/`."""

    def enter(view: Callable[..., Any]) -> Callable[..., Any]:
        ENDPOINTS.append(Endpoint(method=method, path=path, name=view.__name__, summary=summary, view=view, **more))
        return view

    return enter
