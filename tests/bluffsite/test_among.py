"""The lookup `among` finds what `in` finds, in one parameter however long the list is."""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bluffsite.accounts.models import User


@pytest.fixture
def people(db):
    return [User.objects.create_user(username=f"person-{number}") for number in range(3)]


@pytest.mark.postgres
@pytest.mark.django_db
def test_numbers_and_text_are_found_on_postgresql(people):
    _numbers_and_text_are_found(people)


def test_numbers_and_text_are_found(people):
    _numbers_and_text_are_found(people)


def _numbers_and_text_are_found(people):
    one, two, _three = (person.pk for person in people)
    found = User.objects.filter(pk__among=[two, one, 0]).order_by("pk").values_list("pk", flat=True)
    assert list(found) == [one, two]
    Session.objects.create(session_key="it's", session_data="", expire_date=timezone.now())
    assert Session.objects.filter(pk__among={"it's", "other"}).count() == 1
    assert not User.objects.filter(pk__among=[]).exists()


def test_a_long_list_is_one_parameter(people):
    with CaptureQueriesContext(connection) as seen:
        assert User.objects.filter(pk__among=range(100_000)).count() == len(people)
    assert len(seen) == 1
