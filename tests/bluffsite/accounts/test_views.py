"""Registering, signing in and out, and the account page, as a browser does it; hostile twins beside."""

import pytest
from django.test import Client

from bluffsite.accounts.models import User
from tests.play.people import lobby

pytestmark = pytest.mark.django_db

GOOD = {"username": "Anna", "password": "plain tables 44"}
UNKNOWN = "Name or password is wrong."


def registered(client: Client, **changes: str) -> User:
    client.post("/en/register/", {**GOOD, **changes})
    return User.objects.get(username=changes.get("username", GOOD["username"]))


def as_guest(client: Client) -> User:
    """A visitor who has become a guest by wanting more time."""
    client.post("/en/settings/", {"more_time": "on"})
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_registering_makes_a_member_who_is_signed_in(client: Client) -> None:
    response = client.post("/en/register/", {**GOOD, "email": "anna@example.org", "next": "/en/settings/"})
    user = User.objects.get()
    assert response["Location"] == "/en/settings/"
    assert (user.is_member, user.email, user.display_name) == (True, "anna@example.org", "Anna")
    assert client.session["_auth_user_id"] == str(user.pk)


def test_a_guest_who_registers_keeps_row_seat_and_chosen_name(client: Client) -> None:
    guest = as_guest(client)
    User.objects.filter(pk=guest.pk).update(display_name="Quiet Bob")
    guest.refresh_from_db()
    table = lobby(guest)
    user = registered(client)
    assert user.pk == guest.pk
    assert user.display_name == "Quiet Bob"
    assert table.seats.get(index=0).user_id == user.pk


def test_a_guest_is_told_truly_what_is_kept(client: Client) -> None:
    """A name that was offered gives way to the username; one that was chosen stays, and the page names it."""
    guest = as_guest(client)
    assert guest.display_name not in client.get("/en/register/").text
    assert "You keep your seats and your finished games." in client.get("/en/register/").text
    User.objects.filter(pk=guest.pk).update(display_name="Quiet Bob")
    assert "You keep your name “Quiet Bob”" in client.get("/en/register/").text


def test_rules_of_a_field_are_told_in_the_readers_digits(client: Client) -> None:
    """UX-1404: hints, and what is wrong."""
    client.cookies["look"] = "digits:ne"
    text = client.post("/ne/register/", {**GOOD, "username": "ab", "password": "x"}).text
    assert "३ देखि ३०" in text
    assert "कम्तीमा ८ अक्षर राख्नुहोस्" in text
    client.cookies["look"] = ""
    assert "3 देखि 30" in client.post("/ne/register/", {**GOOD, "username": "ab"}).text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"username": "a b"}, "Use 3 to 30 letters, digits or the signs . _ -"),
        ({"username": "ab"}, "Use 3 to 30 letters, digits or the signs . _ -"),
        ({"username": "admin"}, "could be taken for staff"),
        ({"username": "x" * 31}, "This is too long."),
        ({"password": "short"}, "Use at least 8 characters."),
        ({"password": "password1"}, "Very many people use this password."),
        ({"email": "no mail"}, "not a whole email address"),
        ({"email": "a@" + "İ" * 60 + "." + "İ" * 60 + "." + "İ" * 60 + ".org"}, "This is too long."),
        ({"username": ""}, "Please fill this in."),
        ({"username": "annabel", "password": "annabel1"}, "too much like your name"),
    ],
)
def test_a_refused_registration_says_why_and_keeps_what_was_typed(client: Client, changes: dict[str, str], sentence: str) -> None:
    response = client.post("/en/register/", {**GOOD, "email": "anna@example.org", **changes})
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert GOOD["password"] not in page
    if "email" not in changes:
        assert 'value="anna@example.org"' in page
    assert not User.objects.filter(is_guest=False).exists()


def test_all_that_is_wrong_is_said_at_once(client: Client) -> None:
    page = client.post("/en/register/", {"username": "a b", "password": "short", "email": "no mail"}).content.decode()
    for sentence in ("Use 3 to 30 letters", "Use at least 8 characters.", "not a whole email address"):
        assert sentence in page


def test_a_taken_username_is_refused_whatever_its_case(client: Client) -> None:
    registered(client)
    response = Client().post("/en/register/", {**GOOD, "username": "aNNa"})
    assert "Somebody has this username already" in response.content.decode()


def test_a_member_has_nothing_to_register(client: Client) -> None:
    registered(client)
    assert client.get("/en/register/")["Location"] == "/en/account/"


def test_signing_in_by_name_of_any_case(client: Client) -> None:
    registered(client)
    other = Client()
    response = other.post("/en/sign-in/", {"username": " anna ", "password": GOOD["password"]})
    assert response["Location"] == "/en/"
    assert other.session["_auth_user_id"] == client.session["_auth_user_id"]


@pytest.mark.parametrize("username", ["Anna", "Nobody", "guest-123", "a\x00b", "x" * 5000, "<script>"])
def test_an_unknown_name_and_a_wrong_password_read_the_same(client: Client, username: str) -> None:
    """Errors do not tell who exists (UX-1307)."""
    registered(Client())
    response = client.post("/en/sign-in/", {"username": username[:150], "password": "something else"})
    page = response.content.decode()
    assert response.status_code == 422
    assert UNKNOWN in page or "signs that cannot be used" in page
    assert "<script>" not in page.split("<main")[1]


def test_too_many_attempts_are_stopped(client: Client) -> None:
    registered(Client())
    attempts = range(42)  # more than twice the rate of a minute: one minute that ends meanwhile changes nothing
    pages = [client.post("/en/sign-in/", {"username": "Anna", "password": "wrong"}).content.decode() for _ in attempts]
    assert UNKNOWN in pages[0]
    assert any("Too many attempts" in page for page in pages)


def test_signing_in_brings_the_seat_of_the_guest_along(client: Client) -> None:
    member = registered(Client())
    guest = as_guest(client)
    table = lobby(guest)
    response = client.post("/en/sign-in/", GOOD, follow=True)
    assert table.seats.get(index=0).user_id == member.pk
    assert "1 seat from before is now yours." in response.content.decode()


def test_signing_in_speaks_the_members_language_from_then_on(client: Client) -> None:
    member = registered(Client())
    User.objects.filter(pk=member.pk).update(language="nl")
    response = client.post("/en/sign-in/", {**GOOD, "next": "/en/settings/?a=1"})
    assert response["Location"] == "/nl/settings/?a=1"


@pytest.mark.parametrize("page", ["/en/sign-in/", "/en/register/"])
@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "http://[", "//[", "/\\evil.example"])
def test_signing_in_leads_to_pages_of_ours_only(client: Client, page: str, target: str) -> None:
    assert client.get(page, {"next": target}).status_code == 200
    if "sign-in" in page:
        registered(Client())
    assert client.post(page, {**GOOD, "next": target})["Location"] == "/en/"


def test_signing_out_asks_first(client: Client) -> None:
    registered(client)
    assert client.get("/en/sign-out/").status_code == 200
    assert "_auth_user_id" in client.session
    client.post("/en/sign-out/")
    assert "_auth_user_id" not in client.session


def test_a_guest_is_told_what_signing_out_costs(client: Client) -> None:
    as_guest(client)
    assert "you cannot come back to your seats" in client.get("/en/sign-out/").content.decode()


@pytest.mark.parametrize("path", ["/en/account/", "/en/account/name/", "/en/account/password/"])
@pytest.mark.parametrize("make_guest", [True, False])
def test_the_account_is_for_members(client: Client, path: str, make_guest: bool) -> None:
    if make_guest:
        as_guest(client)
    looks = path.endswith("account/")
    response = client.get(path) if looks else client.post(path, {"name": "Eve"})
    assert response["Location"] == f"/en/sign-in/?next={'%2Fen%2Faccount%2F' if looks else '%2Fen%2Funsent%2F'}"


def test_a_member_changes_the_name(client: Client) -> None:
    registered(client)
    client.post("/en/account/name/", {"name": "  Anna   K. "})
    assert User.objects.get().display_name == "Anna K."


@pytest.mark.parametrize("name", ["Moderator", "\u202eanna", "x" * 25, "   ", "a" * 10_000])
def test_a_refused_name_is_explained_and_shown_again(client: Client, name: str) -> None:
    registered(client)
    response = client.post("/en/account/name/", {"name": name})
    assert response.status_code == 422
    assert 'class="error"' in response.content.decode()
    assert User.objects.get().display_name == "Anna"


def test_a_new_password_needs_the_present_one(client: Client) -> None:
    registered(client)
    wrong = client.post("/en/account/password/", {"old": "guess guess", "new": "other tables 55"})
    assert "This is not your present password." in wrong.content.decode()
    assert client.post("/en/account/password/", {"old": GOOD["password"], "new": "other tables 55"}).status_code == 302
    assert User.objects.get().check_password("other tables 55")


@pytest.mark.parametrize(("path", "typed"), [("name", {"name": "admin"}), ("password", {"old": "guess guess", "new": "x"})])
def test_the_top_of_the_page_says_that_something_below_was_refused(client: Client, path: str, typed: dict[str, str]) -> None:
    registered(client)
    page = client.post(f"/en/account/{path}/", typed).content.decode()
    assert page.count('role="alert"') == 1
    assert page.index('role="alert"') < page.index("My profile")


def test_changing_the_password_signs_other_devices_out(client: Client) -> None:
    registered(client)
    other = Client()
    other.post("/en/sign-in/", GOOD)
    client.post("/en/account/password/", {"old": GOOD["password"], "new": "other tables 55"})
    assert client.get("/en/account/").status_code == 200
    assert other.get("/en/account/").status_code == 302


def test_the_language_chosen_on_a_page_is_kept_for_the_member(client: Client) -> None:
    registered(client)
    client.post("/language/", {"language": "de", "next": "/en/"})
    assert User.objects.get().language == "de"
