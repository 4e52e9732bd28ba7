"""Mail addresses: confirmed from themselves, changed with a yes from both, and never told to anybody else."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from bluffsite.accounts import addresses, letters
from bluffsite.accounts.models import User
from tests.bluffsite.accounts.mailbox import deliver, link, newest

pytestmark = pytest.mark.django_db

PASSWORD = "plain tables 44"
OLD, NEW = "old@example.org", "new@example.org"


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user("Anna", password=PASSWORD, display_name="Anna")
    EmailAddress.objects.create(user=user, email=OLD, verified=True, primary=True)
    return user


def signed_in(name: str = "Anna") -> Client:
    client = Client()
    client.post("/en/sign-in/", {"username": name, "password": PASSWORD})
    return client


def ask_for(client: Client, **form: str) -> None:
    """As a person does: the password is asked in between, and the form goes on by itself."""
    response = client.post("/en/account/email/", form)
    if "/again/" in response["Location"]:
        client.post(response["Location"], {"password": PASSWORD, "next": "/en/account/email/"})


def test_an_address_given_when_registering_opens_nothing_before_it_is_confirmed(client: Client) -> None:
    client.post("/en/register/", {"username": "Bob", "password": PASSWORD, "email": NEW})
    bob = User.objects.get(username="Bob")
    assert letters.confirmed_address(bob) == ""
    path = link(NEW)
    Client().get(path)
    assert letters.confirmed_address(bob) == ""
    Client().post(path)
    assert letters.confirmed_address(bob) == NEW


@pytest.mark.parametrize("first", ["old", "new"])
def test_a_change_needs_a_yes_from_both_addresses_in_any_order(anna: User, first: str) -> None:
    ask_for(signed_in(), email=NEW, action_add="")
    yes = {"old": lambda: Client().post(link(OLD), {"yes": ""}), "new": lambda: Client().post(link(NEW))}
    yes.pop(first)()
    assert letters.confirmed_address(anna) == OLD
    next(iter(yes.values()))()
    assert letters.confirmed_address(anna) == NEW
    assert list(EmailAddress.objects.values_list("email", "verified")) == [(NEW, True)]
    anna.refresh_from_db()
    assert anna.email == NEW


def test_looking_at_the_link_changes_nothing_and_no_stops_it(anna: User) -> None:
    ask_for(signed_in(), email=NEW, action_add="")
    old, new = link(OLD), link(NEW)
    assert Client().get(old).status_code == 200
    Client().post(old, {"no": ""})
    Client().post(new)
    assert letters.confirmed_address(anna) == OLD
    assert Client().get(old).status_code == 404


def test_no_name_becomes_a_link_in_a_strangers_mailbox(client: Client) -> None:
    client.post("/en/register/", {"username": "win.example", "password": PASSWORD, "email": NEW})
    letter = newest(NEW)
    assert "win.\u2060example on bluffsite gave this address" in letter.body
    assert "win.example" not in letter.body + letter.alternatives[0][0]


def test_an_address_that_was_mistyped_is_replaced_by_another_that_the_account_page_shows(client: Client) -> None:
    client.post("/en/register/", {"username": "Many", "password": PASSWORD, "email": "tpyo@example.org"})
    client.post("/en/account/again/", {"password": PASSWORD})
    client.post("/en/account/email/", {"email": NEW, "action_add": ""})
    page = client.get("/en/account/").content.decode()
    assert NEW in page
    assert "not confirmed" in page
    assert "tpyo@example.org" not in page


def test_a_strangers_mailbox_is_not_filled_by_many_who_register_with_it() -> None:
    for number in range(8):
        Client().post("/en/register/", {"username": f"Many{number}", "password": PASSWORD, "email": NEW})
    assert len([letter for letter in deliver() if letter.to == [NEW]]) == 6


def test_the_owner_stops_the_change(anna: User) -> None:
    client = signed_in()
    ask_for(client, email=NEW, action_add="")
    new = link(NEW)
    client.post("/en/account/email/keep/")
    Client().post(new)
    assert letters.confirmed_address(anna) == OLD


def test_an_address_goes_only_with_its_own_yes(anna: User) -> None:
    ask_for(signed_in(), email=OLD, action_remove="")
    assert letters.confirmed_address(anna) == OLD
    Client().post(link(OLD), {"yes": ""})
    assert letters.confirmed_address(anna) == ""


def test_a_change_that_was_not_asked_with_the_password_is_not_begun(anna: User) -> None:
    response = signed_in().post("/en/account/email/", {"email": NEW, "action_add": ""})
    assert "/account/again/" in response["Location"]
    assert addresses.waiting(anna) is None
    assert deliver() == []


def test_nobody_learns_that_an_address_belongs_to_somebody(anna: User, client: Client) -> None:
    """The same page, and a letter to the address itself, whoever has it already."""
    pages = []
    for name, email in (("Bob", OLD), ("Eve", "free@example.org")):
        response = Client().post("/en/register/", {"username": name, "password": PASSWORD, "email": email})
        pages.append((response.status_code, response["Location"]))
    assert pages[0] == pages[1]
    Client().post(link(OLD))
    assert letters.confirmed_address(anna) == OLD
    assert letters.confirmed_address(User.objects.get(username="Bob")) == ""


@pytest.mark.parametrize("email", ["no mail", "a" * 300 + "@example.org", "", "x@y\x00.org"])
def test_a_bad_address_is_explained(anna: User, email: str) -> None:
    client = signed_in()
    response = client.post("/en/account/email/", {"email": email, "action_add": ""})
    assert response.status_code == 422
    assert 'class="error"' in response.content.decode()


def test_letters_are_in_the_language_of_the_person(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="nl")
    ask_for(signed_in(), email=NEW, action_add="")
    assert newest(OLD).subject == "Klopt de wijziging van je e-mailadres?"
    assert "/nl/account/email/old/" in link(OLD)


def test_a_letter_that_cannot_be_sent_waits(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise OSError

    letters.write("account/email/password_changed", to=OLD, person=anna)
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.EmailMultiAlternatives.send", broken)
        deliver()
    assert mail.outbox == []
    assert newest(OLD).subject == "Your password was changed"
    assert len(deliver()) == 1
