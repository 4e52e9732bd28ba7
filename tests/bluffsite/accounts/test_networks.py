"""Networks: two people who share one are seen to, no address is kept, and old days are forgotten."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from bluffsite.accounts import networks
from bluffsite.accounts.models import Network, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create(username=name, display_name=name) for name in ("Mia", "Tom", "Ann")]


def test_people_of_one_network_are_seen_to_share_it(people):
    mia, tom, ann = people
    networks.note(user=mia, address="203.0.113.7")
    networks.note(user=tom, address="203.0.113.7")
    networks.note(user=ann, address="203.0.113.8")
    assert networks.shared(mia, tom) == 1
    assert networks.shared(mia, ann) == 0


def test_one_household_is_one_network(people):
    networks.note(user=people[0], address="2001:db8:1:2::5")
    networks.note(user=people[1], address="2001:db8:1:2:ffff::9")
    networks.note(user=people[2], address="2001:db8:1:3::5")
    assert networks.shared(people[0], people[1]) == 1
    assert networks.shared(people[0], people[2]) == 0


def test_a_day_is_kept_once_and_without_the_address(people, django_assert_num_queries):
    networks.note(user=people[0], address="203.0.113.7")
    with django_assert_num_queries(0):
        networks.note(user=people[0], address="203.0.113.7")
    cache.clear()
    networks.note(user=people[0], address="203.0.113.7")
    (row,) = Network.objects.all()
    assert "203.0.113" not in row.digest
    networks.note(user=people[0], address="")
    assert Network.objects.count() == 1


def test_another_secret_gives_another_digest(settings):
    before = networks.digest_of("203.0.113.7")
    settings.SECRET_KEY = "another"
    assert networks.digest_of("203.0.113.7") != before


def test_what_is_old_counts_no_more_and_goes(people):
    for person in people[:2]:
        networks.note(user=person, address="203.0.113.7")
    Network.objects.update(day=timezone.now().date() - networks.KEPT + timedelta(days=1))
    assert networks.shared(*people[:2]) == 1
    assert networks.forget() == 0
    Network.objects.update(day=timezone.now().date() - networks.KEPT)
    assert networks.shared(*people[:2]) == 0
    assert networks.forget() == 2
