"""Nobody learns from an answer who exists: the same words, and the same work for the server (UX-1307).

The dear part of signing in is the fingerprint of the password; what is counted here is how often one is made.
"""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from bluffsite.accounts import guests, leaving
from bluffsite.accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "plain tables 44"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every fingerprint that is made while a request runs."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str, *rest: object) -> str:
        done.append(password)
        return encode(self, password, salt, *rest)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return done


@pytest.fixture
def people() -> None:
    anna = User.objects.create_user("Anna", password=PASSWORD, display_name="Anna")
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    guests.create_guest(language="en", username="guest-abc")
    gone = User.objects.create_user("Gone", password=PASSWORD, display_name="Gone")
    leaving.erase(gone.pk)
    User.objects.create_user("Shut", password=PASSWORD, display_name="Shut", is_active=False)


def ask(name: str, made: list[str]) -> tuple[int, int, str]:
    made.clear()
    response = Client().post("/en/sign-in/", {"username": name, "password": "something else"})
    page = response.content.decode().split("<main")[1]
    return response.status_code, len(made), page.split('role="alert">')[1].split("</div>")[0]


@pytest.mark.parametrize("name", ["Anna", "guest-abc", "Gone", "Shut"])
def test_a_name_that_exists_and_one_that_does_not_cost_and_say_the_same(people: None, made: list[str], name: str) -> None:
    assert ask(name, made) == ask("Nobody", made)


def test_the_same_goes_for_addresses(people: None, made: list[str]) -> None:
    assert ask("anna@example.org", made) == ask("nobody@example.org", made)
    assert ask("anna@example.org", made)[1] >= 1


def test_how_many_merely_typed_an_address_does_not_tell_whether_somebody_has_it(people: None, made: list[str]) -> None:
    for number, email in enumerate(["anna@example.org", "anna@example.org", "nobody@example.org", "nobody@example.org"]):
        EmailAddress.objects.create(user=User.objects.create_user(f"Eve{number}", password=PASSWORD), email=email)
    assert ask("anna@example.org", made) == ask("nobody@example.org", made)


def test_nor_does_the_password_that_is_asked_once_more(people: None, made: list[str]) -> None:
    work = []
    for name, email in [("Eve", "anna@example.org"), ("Ivy", "nobody@example.org")]:
        user = User.objects.create_user(name, password=PASSWORD, email=email)
        EmailAddress.objects.create(user=user, email=email, primary=True)
        client = Client()
        client.force_login(user, backend="bluffsite.accounts.backends.MemberBackend")
        made.clear()
        assert client.post("/en/account/delete/", {"password": "something else"}).status_code == 422
        work.append(len(made))
    assert work[0] == work[1]


def test_an_address_that_is_not_confirmed_signs_nobody_in(people: None) -> None:
    EmailAddress.objects.create(user=User.objects.create_user("Eve", password=PASSWORD), email="eve@example.org")
    answer = Client().post("/en/sign-in/", {"username": "eve@example.org", "password": PASSWORD})
    assert "Name or password is wrong." in answer.content.decode()


def test_a_closed_account_shows_itself_only_to_who_knows_its_password(people: None) -> None:
    right = Client().post("/en/sign-in/", {"username": "Shut", "password": PASSWORD})
    assert right["Location"] == "/en/sign-in/closed/"
