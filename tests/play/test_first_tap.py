"""The first tap of a stranger, through the real pages: a guest, a seat, and nothing twice."""

import pytest
from django.test import Client
from django.urls import reverse

from bluffsite.accounts.models import User
from games.play.models import Seat, Table
from tests.play.people import GAME, guest, lobby, names

pytestmark = pytest.mark.django_db


def stranger() -> Client:
    """A browser that has looked at the home page: it has the CSRF cookie and no session."""
    client = Client(enforce_csrf_checks=True)
    client.get("/en/")
    assert "csrftoken" in client.cookies
    assert "sessionid" not in client.cookies
    return client


def tap(client: Client, secret: str, address: str, **fields: str) -> str:
    """One tap by a form; the address that it leads to. `secret`: the CSRF cookie that the browser had when the page was shown."""
    client.cookies["csrftoken"] = secret
    answer = client.post(address, {"csrfmiddlewaretoken": secret, **fields}, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 302, answer.content[:300]
    return str(answer.headers["Location"])


def test_looking_at_pages_makes_nobody() -> None:
    table = lobby(guest("Anna"), is_public=True)
    before = User.objects.count()
    client = stranger()
    for address in ("/en/", f"/tables/{table.key}/", f"/t/{table.code}", f"/en/play/{GAME}/"):
        assert client.get(address).status_code in (200, 302)
    assert User.objects.count() == before
    assert names(table) == ["Anna", "", "", ""]


def test_one_tap_on_play_now_is_a_guest_in_a_running_match() -> None:
    client = stranger()
    client.get(tap(client, client.cookies["csrftoken"].value, reverse("lobby:play_now"), game=GAME))
    assert User.objects.get().is_guest
    assert Table.objects.get().phase == Table.Phase.PLAYING


def test_two_taps_before_the_first_answer_leave_one_guest_and_one_table() -> None:
    client = stranger()
    secret = client.cookies["csrftoken"].value
    first = tap(client, secret, reverse("lobby:play_now"), game=GAME)
    del client.cookies["sessionid"]  # the second tap was sent before the answer came
    second = tap(client, secret, reverse("lobby:play_now"), game=GAME)
    assert first == second
    assert User.objects.count() == Table.objects.count() == 1
    assert client.get(second).status_code == 200


def test_one_tap_on_an_invitation_is_a_seat_and_two_taps_are_one() -> None:
    table = lobby(guest("Anna"))
    client = stranger()
    secret = client.cookies["csrftoken"].value
    tap(client, secret, reverse("play:sit", args=[table.key]), name="Ruby")
    del client.cookies["sessionid"]
    tap(client, secret, reverse("play:sit", args=[table.key]), name="Ruby")
    assert names(table) == ["Anna", "Ruby", "", ""]
    assert Seat.objects.filter(table=table, user__isnull=False).count() == User.objects.count() == 2
