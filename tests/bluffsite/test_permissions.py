"""What each role gets at each address of the site: every URL has a row in tests/permissions/, and every row holds."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
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
from tests.permissions.safety import faults

APPS = (pages, accounts, play, talk, rulebook, leagues, moderation, api)
ADMIN = "admin:"
"""The admin's addresses are one group: `test_the_admin_is_for_staff`."""


REFUSED_TO = ("visitor", "superuser")
"""Who tries the methods that have no row: those who may least and most."""


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


def name_of(world: World, path: str) -> str:
    """Of the view at an address."""
    return resolve(world.fill(path).partition("?")[0]).view_name


def said(response: HttpResponse) -> Answer:
    if response.status_code == 302 and "/sign-in/" in response["Location"]:
        return SIGN_IN
    if response.status_code == 302 and "/register/" in response["Location"]:
        return REGISTER
    return response.status_code


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.__name__.rpartition(".")[2])
def test_every_role_gets_what_its_row_says(world: World, app: ModuleType) -> None:
    """And a method that has no row is refused; and every page is safe (`tests.permissions.safety`)."""
    wrong = []
    asked = getattr(app, "ROLES", [role for role in ROLES if role not in SPECIAL])
    with_row = defaultdict(set)
    for row in app.ROWS:
        with_row[name_of(world, row.path)].add(row.method)
    for path in sorted({row.path for row in app.ROWS}):
        rows = [row for row in app.ROWS if row.path == path]
        without = set(API_METHODS if path.startswith("/api/") else METHODS) - with_row[name_of(world, path)]
        for role in asked:
            for row in rows:
                response = ask(world, role, path, row.method, row)
                if (got := said(response)) != row.answer(role):
                    wrong.append(f"{row.method} {path} as {role}: {got} instead of {row.answer(role)}")
                if row.method == "GET":
                    wrong += [f"{path} as {role}: {fault}" for fault in faults(response)]
        for method, role in product(sorted(without), REFUSED_TO):
            if (got := said(ask(world, role, path, method))) not in REFUSED:
                wrong.append(f"{method} {path} as {role}: {got} although it has no row")
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
    tested = {name_of(world, path) for app in APPS for path in {row.path for row in app.ROWS}}
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
