"""Nobody goes by the name of somebody of the staff, or by a username that looks like another's."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from bluffsite.accounts import guests, refused_names
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused
from bluffsite.accounts.services import register

pytestmark = pytest.mark.django_db

PASSWORD = "plain tables 44"


@pytest.fixture
def moderator() -> User:
    user = User.objects.create_user("mira", display_name="Mira Vos")
    user.groups.add(Group.objects.create(name="some moderators"))
    return user


@pytest.mark.parametrize("name", ["Mira Vos", "mira vos", "Mіra  Vоs", "M1ra Vos", "MIRA"])
def test_a_name_that_looks_like_one_of_the_staff_is_refused(moderator: User, name: str) -> None:
    anna = User.objects.create_user("anna", display_name="Anna")
    with pytest.raises(NameRefused, match="reserved"):
        guests.rename(user=anna, name=name)


def test_a_guest_does_not_begin_as_one_of_the_staff(moderator: User) -> None:
    with pytest.raises(NameRefused, match="reserved"):
        guests.create_guest(language="en", name="M1ra Vos")
    assert guests.create_guest(language="en", name="Mara Vos").is_guest


@pytest.mark.parametrize("name", ["Mira", "Mira Vos"])
def test_staff_keep_their_own_names(moderator: User, name: str) -> None:
    assert guests.rename(user=moderator, name=name).display_name == name


def test_somebody_who_left_the_staff_blocks_nobodys_name(moderator: User) -> None:
    moderator.groups.clear()
    refused_names.check(user=User.objects.create_user("anna"), name="Mira Vos")


def test_the_page_says_why(moderator: User) -> None:
    client = Client()
    client.post("/en/register/", {"username": "Anna", "password": PASSWORD})
    response = client.post("/en/account/name/", {"name": "Mira Vos"})
    assert response.status_code == 422
    assert "could be taken for staff" in response.content.decode()


@pytest.mark.parametrize(("taken", "wanted"), [("oscar", "0scar"), ("Anna", "Аnna"), ("emma", "ernma"), ("lili", "l1l1"), ("jean", "jeàn")])
def test_a_username_that_looks_like_anothers_is_taken(taken: str, wanted: str) -> None:
    for name, status in ((taken, 302), (wanted, 422)):
        assert Client().post("/en/register/", {"username": name, "password": PASSWORD}).status_code == status


def test_usernames_that_can_be_told_apart_are_free() -> None:
    for name in ("anna", "anne", "anna2", "hanna"):
        user = register(user=guests.create_guest(language="en"), username=name, password=PASSWORD)
        assert user.username == name
