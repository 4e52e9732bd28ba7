"""Profiles, and what one chooses about them: at first nobody else sees anything."""

import pytest
from django.test import Client

from bluffsite.accounts import registry
from bluffsite.accounts.models import User
from bluffsite.accounts.selectors import may_invite
from tests.play.people import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("Anna", display_name="Anna K.")


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("Bob", display_name="Bob")


def as_(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="bluffsite.accounts.backends.MemberBackend")
    return client


@pytest.mark.parametrize(
    ("shown_to", "visitor", "guest", "member"), [("nobody", 404, 404, 404), ("members", 404, 404, 200), ("all", 200, 200, 200)]
)
def test_who_sees_a_profile(anna: User, bob: User, shown_to: str, visitor: int, guest: int, member: int) -> None:
    User.objects.filter(pk=anna.pk).update(shown_to=shown_to)
    path = f"/en/people/{anna.profile_key}/"
    hank = User.objects.create(username="guest-x", display_name="Hank", is_guest=True)
    assert [as_(who).get(path).status_code for who in (None, hank, bob)] == [visitor, guest, member]
    assert as_(anna).get(path).status_code == 200


def test_a_hidden_profile_and_one_that_does_not_exist_are_the_same_page(anna: User, bob: User) -> None:
    client = as_(bob)
    pages = [client.get(f"/en/people/{key}/").content.decode().replace(key, "") for key in (anna.profile_key, "x" * 12)]
    nonce = pages[0].split('nonce="')[1].split('"')[0] if 'nonce="' in pages[0] else ""
    assert "Anna" not in pages[0]
    assert len(pages[0].replace(nonce, "")) == len(pages[1].replace(nonce, ""))


def test_the_address_of_a_profile_does_not_hold_the_sign_in_name(anna: User) -> None:
    page = as_(anna).get(f"/en/people/{anna.profile_key}/").content.decode()
    assert "Anna K." in page
    assert anna.username not in page.replace("Anna K.", "")


def test_a_profile_tells_how_many_matches_and_which_places(anna: User, bob: User) -> None:
    finished(anna, bob)
    page = as_(anna).get(f"/en/people/{anna.profile_key}/").content.decode()
    assert "1 match" in page
    assert "1 time in place" in page


def test_a_profile_takes_few_queries_however_many_matches(anna: User, bob: User, django_assert_max_num_queries: object) -> None:
    for _number in range(3):
        finished(anna, bob)
    client = as_(anna)
    client.get(f"/en/people/{anna.profile_key}/")
    with django_assert_max_num_queries(15):  # type: ignore[operator]
        client.get(f"/en/people/{anna.profile_key}/")


def test_privacy_is_chosen_on_its_page(anna: User, bob: User) -> None:
    as_(anna).post("/en/account/privacy/", {"shown_to": "all", "invited_by": "nobody"})
    anna.refresh_from_db()
    assert as_(None).get(f"/en/people/{anna.profile_key}/").status_code == 200
    assert not may_invite(bob, anna)
    assert as_(anna).post("/en/account/privacy/", {"shown_to": "everyone!", "invited_by": ""}).status_code == 422


def test_panels_of_apps_are_on_the_page_only_where_they_have_something(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "profile_panels", [])
    registry.register_panel("one", "First panel", lambda person, viewer: {"ratings": []}, "play/ratings_panel.html")
    registry.register_panel("two", "Second panel", lambda person, viewer: None, "play/ratings_panel.html")
    page = as_(anna).get(f"/en/people/{anna.profile_key}/").content.decode()
    assert "First panel" in page
    assert "Second panel" not in page
