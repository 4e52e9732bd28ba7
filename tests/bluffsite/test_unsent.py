"""What somebody typed whose session had ended waits behind the sign-in."""

import html
import re

import pytest
from django.core.cache import cache
from django.test import Client

from bluffsite.accounts.models import User
from leagues.models import League

pytestmark = pytest.mark.django_db

ANNA = {"username": "Anna", "password": "plain tables 44"}


@pytest.fixture
def signed_out() -> Client:
    """The browser of a member who was signed out from another device."""
    client = Client()
    client.post("/en/register/", ANNA)
    client.session.flush()
    return client


def typed_again(page: str) -> dict[str, str]:
    """The fields that the page offers to send."""
    return {name: html.unescape(value) for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)}


def test_a_form_waits_until_its_sender_has_signed_in(signed_out: Client) -> None:
    asked = signed_out.post("/en/account/name/", {"name": 'Quiet "Bob"'}, follow=True)
    assert asked.request["PATH_INFO"] == "/en/sign-in/"
    assert "What you typed is kept" in asked.text
    offered = signed_out.post("/en/sign-in/", {**ANNA, "next": "/en/unsent/"}, follow=True)
    assert 'action="/en/account/name/"' in offered.text
    fields = typed_again(offered.text)
    assert signed_out.post("/en/account/name/", fields).status_code == 302
    assert User.objects.get().display_name == 'Quiet "Bob"'


def test_the_form_of_a_league_waits_behind_the_registration(client: Client) -> None:
    asked = client.post("/en/leagues/new/blef/", {"name": "Tuesdays", "joining": "link", "format": "free"}, follow=True)
    assert asked.request["PATH_INFO"] == "/en/register/"
    offered = client.post("/en/register/", {**ANNA, "next": "/en/unsent/"}, follow=True)
    assert typed_again(offered.text)["name"] == "Tuesdays"
    assert not League.objects.exists(), "nothing is sent by itself"


def test_passwords_never_wait_and_nothing_typed_is_nothing_kept(signed_out: Client) -> None:
    for path, typed in (("/en/account/password/", {"old": "plain tables 44", "new": "other tables 55"}), ("/en/account/keep/", {})):
        asked = signed_out.post(path, typed)
        assert asked["Location"] == "/en/sign-in/?next=%2Fen%2Faccount%2F"
    assert signed_out.get("/en/unsent/")["Location"] == "/en/"


def test_what_waits_is_for_this_browser_and_a_quarter_of_an_hour(signed_out: Client) -> None:
    signed_out.post("/en/account/name/", {"name": "Quiet Bob"})
    assert signed_out.get("/en/unsent/")["Location"] == "/en/sign-in/?next=%2Fen%2Funsent%2F"
    other = Client()
    other.post("/en/sign-in/", ANNA)
    assert other.get("/en/unsent/")["Location"] == "/en/"
    cache.clear()
    assert signed_out.get("/en/unsent/")["Location"] == "/en/"
