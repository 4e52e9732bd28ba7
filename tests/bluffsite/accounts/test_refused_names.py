"""A name that staff have taken from a person does not come back, whatever it is dressed up as; others may have it."""

import pytest

from bluffsite.accounts import guests, refused_names
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused
from bluffsite.accounts.services import merge_on_sign_in
from games.play.services import seats
from games.play.services.errors import TableError
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def mia() -> User:
    user = people.member("Mia")
    refused_names.refuse(user=user, name="Nasty Name")
    return user


@pytest.mark.parametrize("name", ["Nasty Name", "nasty  name", "Nаsty Name"])
def test_the_name_and_what_looks_like_it_are_refused(mia, name):
    with pytest.raises(NameRefused, match="refused"):
        guests.rename(user=mia, name=name)
    assert guests.rename(user=mia, name="Mia M").display_name == "Mia M"


def test_it_is_refused_at_a_table_too(mia):
    with pytest.raises(TableError, match="name_refused"):
        seats.sit(table=people.lobby(people.member("Tom")), user=mia, name="Nasty Name")


def test_others_may_have_it(mia):
    assert guests.rename(user=people.member("Tom"), name="Nasty Name").display_name == "Nasty Name"


def test_it_can_be_allowed_again(mia):
    refused_names.allow_again(user=mia)
    assert guests.rename(user=mia, name="Nasty Name").display_name == "Nasty Name"


def test_signing_in_takes_it_along(mia):
    guest = people.guest("Guest 12")
    refused_names.refuse(user=guest, name="Other")
    refused_names.refuse(user=guest, name="Nasty Name")
    merge_on_sign_in(guest=guest, member=mia)
    with pytest.raises(NameRefused):
        guests.rename(user=mia, name="Other")
