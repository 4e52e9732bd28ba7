"""What each role gets at each address of the site: every URL has a row in tests/permissions/, and every row holds."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import ModuleType

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from games.play.services import record
from tests.permissions import accounts, api, leagues, moderation, pages, play, rulebook, talk
from tests.permissions.frame import API_METHODS, METHODS, REFUSED, REGISTER, ROLES, SIGN_IN, SPECIAL, Answer, Row, World

APPS = (pages, accounts, play, talk, rulebook, leagues, moderation, api)
ADMIN = "admin:"
"""The admin's addresses are one group: `test_the_admin_is_for_staff`."""


class Undone(Exception):
    """Raised to roll back what a request did."""


@pytest.fixture
def world(db: None) -> World:
    """One world for all rows of an app; each request is undone."""
    made = World()
    for app in APPS:
        before = dict(made.words)
        app.furnish(made)
        assert before.items() <= made.words.items(), f"{app.__name__} uses a word that stands for something else"
    for role, user in made.people.items():
        client = Client()
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
        made.cookies[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert {"visitor", *made.people} == set(ROLES)
    return made


def ask(world: World, role: str, path: str, method: str, row: Row | None = None) -> HttpResponse:
    """The answer to one request of a role, with nothing left behind."""
    filled, is_api = world.fill(path), path.startswith("/api/")
    client = Client(headers={"X-Requested-With": "table"} if row and row.script else None)
    if is_api and role in world.tokens:
        client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {world.tokens[role]}"
    elif not is_api and role in world.cookies:
        client.cookies[settings.SESSION_COOKIE_NAME] = world.cookies[role]
    data = world.fill_form(row) if row else {}
    body = {} if method == "GET" else {"data": json.dumps(data), "content_type": "application/json"} if is_api else {"data": data}
    with suppress(Undone), transaction.atomic():
        response = getattr(client, method.lower())(filled, **body)
        raise Undone
    record.forget()
    return response


def said(response: HttpResponse) -> Answer:
    if response.status_code == 302 and "/sign-in/" in response["Location"]:
        return SIGN_IN
    if response.status_code == 302 and "/register/" in response["Location"]:
        return REGISTER
    return response.status_code


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.__name__.rpartition(".")[2])
def test_every_role_gets_what_its_row_says(world: World, app: ModuleType) -> None:
    """And a method that has no row is refused to everyone."""
    wrong = []
    asked = getattr(app, "ROLES", [role for role in ROLES if role not in SPECIAL])
    for path in sorted({row.path for row in app.ROWS}):
        rows = [row for row in app.ROWS if row.path == path]
        without = set(API_METHODS if path.startswith("/api/") else METHODS) - {row.method for row in rows}
        for role in asked:
            cases: list[tuple[str, Row | None, Sequence[Answer]]] = [(row.method, row, [row.answer(role)]) for row in rows]
            cases += [(method, None, REFUSED) for method in sorted(without)]
            for method, row, expected in cases:
                got = said(ask(world, role, path, method, row))
                if got not in expected:
                    wrong.append(f"{method} {path} as {role}: {got} instead of {expected[0]}")
        cache.clear()  # what was counted for the limits
    assert not wrong, "\n".join(wrong)


def names(patterns: Sequence[URLPattern | URLResolver], before: tuple[str, ...] = ()) -> Iterator[str]:
    """The name of every address, as `resolve` gives it."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns, (*before, pattern.namespace) if pattern.namespace else before)
        else:
            yield ":".join((*before, pattern.name or pattern.lookup_str))


def test_every_address_has_a_row(world: World) -> None:
    tested = {resolve(world.fill(path).partition("?")[0]).view_name for app in APPS for path in {row.path for row in app.ROWS}}
    missing = {name for name in names(get_resolver().url_patterns) if not name.startswith(ADMIN)} - tested
    assert not missing, f"add rows in tests/permissions/ for {sorted(missing)}"


def test_the_admin_is_for_staff(world: World) -> None:
    """Its login page asks others to sign in; that is all they get."""
    for path in ("/admin/", "/admin/accounts/user/", "/admin/play/table/"):
        for role in ROLES:
            response = ask(world, role, path, "GET")
            if role == "superuser":
                assert response.status_code == 200, path
            else:
                assert response.status_code in (302, 403), f"{path} as {role}: {response.status_code}"
                assert response.status_code == 403 or "/sign-in/" in response["Location"] or "/login/" in response["Location"]
