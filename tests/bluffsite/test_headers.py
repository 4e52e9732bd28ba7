"""Security headers on every kind of answer. Those of all pages are looked at in test_permissions.py; here are the others."""

import pytest
from django.conf import settings
from django.test import Client

from bluffsite.accounts.models import User
from tests.bluffsite.test_permissions import APPS, world  # noqa: F401  # `world` is a fixture
from tests.permissions.frame import World
from tests.permissions.safety import ALWAYS, faults


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/en/nothing", "/tables/aaaaaaaaaaaaaaaaaaaaaa/", "/api/v1/nothing", "/admin/login/"])
def test_errors_and_the_admins_door_are_safe(client: Client, path: str) -> None:
    assert faults(client.get(path)) == []


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/user/", "/admin/play/table/"])
def test_pages_of_the_admin_are_safe(client: Client, path: str) -> None:
    client.force_login(User.objects.create_superuser("root"))
    assert faults(client.get(path)) == []


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_safely() -> None:
    response = Client(enforce_csrf_checks=True).post("/en/settings/", {"theme": "dark"})
    assert response.status_code == 403
    assert faults(response) == []


def test_the_page_of_a_fault_is_safe(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bluffsite.pages.signs.static", lambda name: 1 / 0)
    client.raise_request_exception = False
    response = client.get("/manifest.webmanifest")
    assert response.status_code == 500
    assert faults(response) == []


def test_the_maintenance_page_is_safe(client: Client) -> None:
    settings.MAINTENANCE_FILE.touch()
    try:
        response = client.get("/en/")
    finally:
        settings.MAINTENANCE_FILE.unlink()
    assert response.status_code == 503
    policy = response["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "'sha256-" in policy
    assert {name: response.get(name) for name in ALWAYS} == ALWAYS


@pytest.mark.django_db
def test_no_script_can_read_a_cookie_that_knows_somebody(client: Client) -> None:
    client.get("/en/register/")
    client.post("/en/play/now/", {"game": "blef"})
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        assert client.cookies[name]["httponly"]
        assert client.cookies[name]["samesite"] == "Lax"


@pytest.mark.django_db
def test_every_form_of_the_site_needs_its_token(world: World) -> None:  # noqa: F811
    """Only the API takes a POST without one, where cookies count for nothing, and the link that a mail program presses."""
    open_doors = set()
    for app in APPS:
        for path in {row.path for row in app.ROWS if row.method == "POST"}:
            client = Client(enforce_csrf_checks=True)
            client.cookies[settings.SESSION_COOKIE_NAME] = world.cookies["member"]
            if client.post(world.fill(path)).status_code != 403:
                open_doors.add(path)
    assert {path for path in open_doors if not path.startswith(("/api/", "/en/notices/stop/"))} == set()
