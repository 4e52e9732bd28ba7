"""Pages of leagues: everyone gets what they may have, in a bounded number of queries."""

import pytest
from django.test import Client
from django.urls import reverse

from bluffsite.accounts.models import User
from tests.leagues.people import league, person

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_owner_opens_every_page(client: Client) -> None:
    owner, other = person("Anna"), person("Bob")
    made = league(owner, other)
    mine = signed_in(owner)
    for name in ("home", "log", "members", "me", "leave", "organise", "plan", "start", "call_off", "message", "change", "close"):
        answer = mine.get(reverse(f"leagues:{name}", args=[made.key]))
        assert answer.status_code == 200, name
    for address in (
        reverse("leagues:list"),
        reverse("leagues:choose"),
        reverse("leagues:new", args=["blef"]),
        reverse("leagues:season", args=[made.key, 1]),
        reverse("leagues:member", args=[made.key, made.memberships.get(user=other).pk]),
        reverse("leagues:organise_member", args=[made.key, made.memberships.get(user=other).pk]),
    ):
        assert mine.get(address).status_code == 200, address
    assert client.get(reverse("leagues:invitation", args=[made.invite_key])).status_code == 200
