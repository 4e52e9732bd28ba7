"""Addresses that only take forms: who looks at one is led to the page with the form."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


@pytest.mark.parametrize(
    ("path", "page"),
    [("/look/", "/"), ("/en/play/now/", "/en/play/"), ("/tables/abcdefgh/sit/", "/tables/abcdefgh/")],
)
def test_a_browser_is_led_to_the_page_above(client: Client, path: str, page: str) -> None:
    answer = client.get(path, headers=BROWSER)
    assert (answer.status_code, answer["Location"]) == (302, page)


def test_a_refused_form_can_be_seen_in_another_language(client: Client) -> None:
    client.post("/en/register/", {"username": "Anna", "password": "plain tables 44"})
    assert client.post("/en/account/name/", {"name": "admin"}).status_code == 422
    answer = client.post("/language/", {"language": "nl", "next": "/en/account/name/"}, headers=BROWSER, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, "/nl/account/")


def test_programs_are_told_that_the_method_is_wrong(client: Client) -> None:
    assert client.get("/en/play/now/").status_code == 405
    assert client.get("/api/v1/games/x/join", headers=BROWSER).status_code in (404, 405)
    assert client.post("/robots.txt", headers=BROWSER).status_code == 405
    assert client.post("/en/account/data/", headers=BROWSER).status_code == 302, "to sign in, as for every visitor"
