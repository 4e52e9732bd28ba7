"""Error pages say what happened and what to do; none of them needs what may just have broken."""

import pytest
from django.conf import settings
from django.test import Client

from bluffsite.pages import errors

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/en/nothing", "/nothing", "/en/play/no_such_game/", "/tables/aaaaaaaaaaaaaaaaaaaaaa/"])
def test_not_found_offers_what_exists(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    page = response.content.decode()
    assert 'name="robots" content="noindex"' in page
    assert 'href="/en/"' in page


@pytest.mark.django_db
def test_a_dead_table_link_is_told_apart_from_a_dead_page(client: Client) -> None:
    assert "There is no such table" in client.get("/tables/aaaaaaaaaaaaaaaaaaaaaa/").content.decode()
    assert "This page does not exist" in client.get("/en/nothing").content.decode()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_of_a_fault_needs_no_database(rf, code: str) -> None:
    """No database mark: touching it would fail this test."""
    from django.utils import translation

    with translation.override(code):
        response = errors.server_error(rf.get(f"/{code}/"))
    assert response.status_code == 500
    assert f'<html lang="{code}">' in response.content.decode()


def test_a_fault_in_the_page_of_a_fault_still_answers(rf, monkeypatch) -> None:
    monkeypatch.setattr(errors.loader, "get_template", lambda name: 1 / 0)
    response = errors.server_error(rf.get("/en/"))
    assert response.status_code == 500
    assert "Something went wrong" in response.content.decode()


def test_a_fault_shows_no_detail_to_the_visitor(client: Client, monkeypatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("secret dice 3 3 5")

    monkeypatch.setattr("bluffsite.pages.signs.static", broken)
    client.raise_request_exception = False
    response = client.get("/manifest.webmanifest")
    assert response.status_code == 500
    assert "secret dice" not in response.content.decode()
    assert "Content-Security-Policy" in response


# --- a form whose safety mark is out of date ------------------------------------------------------------------------
def send_without_token(data: dict[str, str], origin: str = "http://testserver", path: str = "/en/settings/"):
    client = Client(enforce_csrf_checks=True, headers={"origin": origin} if origin else None)
    return client, client.post(path, data)


@pytest.mark.django_db
def test_what_was_typed_can_be_sent_again_by_one_tap() -> None:
    client, response = send_without_token({"theme": "dark", "digits": "ne"})
    page = response.content.decode()
    assert response.status_code == 403
    assert '<input type="hidden" name="theme" value="dark">' in page
    token = page.split('name="csrfmiddlewaretoken" value="')[-1].split('"')[0]
    again = client.post("/en/settings/", {"theme": "dark", "digits": "ne", "csrfmiddlewaretoken": token})
    assert again.status_code == 302
    assert client.cookies["look"].value == "theme:dark|digits:ne"


@pytest.mark.django_db
def test_passwords_are_not_repeated() -> None:
    _, response = send_without_token({"username": "anna", "password": "very secret"}, path="/en/sign-in/")
    page = response.content.decode()
    assert 'value="anna"' in page
    assert "very secret" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
def test_a_foreign_page_cannot_prepare_a_form_here(origin: str) -> None:
    _, response = send_without_token({"theme": "dark"}, origin=origin)
    assert response.status_code == 403
    assert 'value="dark"' not in response.content.decode().split("<main")[1].split("</main>")[0]


@pytest.mark.django_db
def test_a_flood_of_fields_is_not_repeated() -> None:
    _, response = send_without_token({f"field{number}": "x" for number in range(errors.MOST_FIELDS + 1)})
    assert "field3" not in response.content.decode()


@pytest.mark.django_db
def test_repeated_fields_are_text_and_never_markup() -> None:
    _, response = send_without_token({"name": '"><script>alert(1)</script>'})
    assert "<script>alert" not in response.content.decode()


# --- maintenance ----------------------------------------------------------------------------------------------------
@pytest.fixture
def under_maintenance():
    settings.MAINTENANCE_FILE.touch()
    yield
    settings.MAINTENANCE_FILE.unlink()


def test_maintenance_speaks_all_languages_and_needs_nothing(client: Client, under_maintenance) -> None:
    response = client.get("/de/settings/")
    page = response.content.decode()
    assert response.status_code == 503
    assert response["Retry-After"] == "120"
    assert all(f'<section lang="{code}">' in page for code in LANGUAGES)
    assert "default-src 'none'" in response["Content-Security-Policy"]


@pytest.mark.django_db
def test_health_is_answered_during_maintenance(client: Client, under_maintenance) -> None:
    assert client.get("/healthz").status_code != 503 or "lang=" not in client.get("/healthz").content.decode()


@pytest.mark.django_db
def test_pages_are_back_when_the_file_is_gone(client: Client) -> None:
    assert client.get("/en/").status_code == 200


# --- without a network ----------------------------------------------------------------------------------------------
def test_what_is_shown_without_a_network_speaks_all_languages_and_knows_nobody(client: Client) -> None:
    """UX-1505."""
    response = client.get("/offline/")
    assert response.status_code == 200
    assert all(f'<section lang="{code}">' in response.content.decode() for code in LANGUAGES)
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert not response.cookies
    assert "http-equiv" not in response.content.decode()


def test_the_worker_lies_at_the_root_and_asks_for_copies_without_a_cookie(client: Client) -> None:
    response = client.get("/offline.js")
    script = response.content.decode()
    assert response["Content-Type"].startswith("text/javascript")
    assert "no-cache" in response["Cache-Control"]
    assert script.count("fetch(path,") == script.count('fetch(path, { credentials: "omit" })') == 1
    assert 'new Request(PAGE, { credentials: "omit" })' in script
