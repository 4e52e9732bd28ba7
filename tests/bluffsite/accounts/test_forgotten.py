"""Forgotten passwords: a link to a confirmed address, once, and the same answer for everybody."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from bluffsite.accounts.models import Letter, User
from tests.bluffsite.accounts.mailbox import deliver, link, newest

pytestmark = pytest.mark.django_db

PASSWORD = "plain tables 44"
OTHER = "other tables 55"
EMAIL = "anna@example.org"


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user("Anna", password=PASSWORD, display_name="Anna")
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    return user


def ask(email: str = EMAIL) -> None:
    response = Client().post("/en/password/forgotten/", {"email": email})
    assert response["Location"] == "/en/password/forgotten/sent/"


def signs_in(password: str) -> bool:
    return Client().post("/en/sign-in/", {"username": "Anna", "password": password}).status_code == 302


def test_the_link_leads_to_a_new_password(anna: User) -> None:
    ask()
    client = Client()
    page = client.get(link(EMAIL), follow=True)
    assert "set-password" in page.request["PATH_INFO"]
    client.post(page.request["PATH_INFO"], {"new": OTHER})
    assert signs_in(OTHER)
    assert not signs_in(PASSWORD)


def test_nobody_can_have_a_mailbox_filled(anna: User) -> None:
    for _number in range(9):
        ask()
        deliver()
    letters = len([letter for letter in deliver() if letter.to == [EMAIL]])
    assert letters == 6
    client = Client()
    client.post(client.get(link(EMAIL))["Location"], {"new": OTHER})
    assert signs_in(OTHER), "the link that came is as good as ever"


def test_a_link_works_once(anna: User) -> None:
    ask()
    path = link(EMAIL)
    client = Client()
    client.post(client.get(path)["Location"], {"new": OTHER})
    late = Client()
    assert "This link no longer works" in late.get(path, follow=True).content.decode()
    assert late.post(path, {"new": PASSWORD}).status_code == 200
    assert signs_in(OTHER)


def test_every_other_device_is_signed_out_by_it(anna: User) -> None:
    device = Client()
    device.post("/en/sign-in/", {"username": "Anna", "password": PASSWORD})
    ask()
    client = Client()
    client.post(client.get(link(EMAIL))["Location"], {"new": OTHER})
    assert device.get("/en/account/").status_code == 302


def test_a_guest_who_opens_the_link_stays_at_the_table(anna: User) -> None:
    client = Client()
    client.post("/en/settings/", {"more_time": "on"})
    guest = client.session["_auth_user_id"]
    ask()
    client.post(client.get(link(EMAIL))["Location"], {"new": OTHER})
    assert client.session["_auth_user_id"] == guest


def test_asking_for_an_unknown_address_does_and_says_the_same(anna: User) -> None:
    """One row each, before anybody looks who has the address (UX-1307)."""
    ask()
    known = Letter.objects.values_list("is_reset", "text", "subject").get()
    Letter.objects.all().delete()
    ask("nobody@example.org")
    assert Letter.objects.values_list("is_reset", "text", "subject").get() == known
    assert deliver() == []


def test_an_address_that_was_never_confirmed_opens_nothing(anna: User) -> None:
    EmailAddress.objects.update(verified=False)
    ask()
    assert deliver() == []


def test_a_weak_password_is_explained_and_the_link_stays_good(anna: User) -> None:
    ask()
    client = Client()
    path = client.get(link(EMAIL))["Location"]
    response = client.post(path, {"new": "short"})
    assert response.status_code == 422
    assert "Use at least 8 characters." in response.content.decode()
    assert client.post(path, {"new": OTHER}).status_code == 302


def test_the_letter_names_the_username_and_speaks_the_persons_language(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    ask()
    assert newest(EMAIL).subject == "Ein neues Passwort"
    assert "Anna" in newest(EMAIL).body


def test_signing_in_by_the_address(anna: User) -> None:
    sign_in = {"username": EMAIL.upper(), "password": PASSWORD}
    assert Client().post("/en/sign-in/", {**sign_in, "password": OTHER}).status_code == 422
    assert Client().post("/en/sign-in/", sign_in).status_code == 302
