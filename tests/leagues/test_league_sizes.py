"""A league of a thousand members: every page of people in few queries and little time, as many as there may be."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bluffsite.accounts.models import User
from leagues.models import Division, Entry, League, LogLine, Membership, Season, Standing
from tests.leagues.people import league, person
from tests.stopwatch import seconds

MEMBERS = 1000
MOST_QUERIES, MOST_SECONDS = 15, 0.1


@pytest.fixture(scope="module")
def large(django_db_setup: None, django_db_blocker) -> League:
    """Made once for the module; the tests only look."""
    with django_db_blocker.unblock():
        owner = person("Anna")
        made = league(owner, split=3)
        people = User.objects.bulk_create(User(username=f"large{number}", display_name=f"Member {number}") for number in range(MEMBERS - 1))
        members = Membership.objects.bulk_create(Membership(league=made, user=user) for user in people)
        season = made.seasons.get()
        divisions = Division.objects.bulk_create(Division(season=season, level=level) for level in (1, 2, 3))
        everybody = [made.memberships.get(user=owner), *members]
        Entry.objects.filter(season=season).delete()
        entries = Entry.objects.bulk_create(
            Entry(season=season, member=member, division=divisions[index % 3], seed=index, place=index // 3 + 1, points=1000 - index)
            for index, member in enumerate(everybody)
        )
        Standing.objects.bulk_create(
            Standing(entry=entry, season=season, division=entry.division, place=entry.place, points=entry.points) for entry in entries
        )
        Season.objects.filter(pk=season.pk).update(state="running", started_at=timezone.now())
        League.objects.filter(pk=made.pk).update(members=MEMBERS)
        LogLine.objects.bulk_create(
            LogLine(league=made, kind="joined", user=member.user, about=member.user, season=season) for member in everybody
        )
        League.objects.bulk_create(
            League(key=f"k{number:011}", invite_key=f"i{number:021}", name=f"League {number}", game="blef", is_public=True, joining="open")
            for number in range(300)
        )
        return made


def cleared(blocker) -> None:
    with blocker.unblock():
        for model in (Standing, Entry, Division, LogLine):
            model.objects.all().delete()
        Season.objects.all().delete()
        Membership.objects.all().delete()
        League.objects.all().delete()
        User.objects.all().delete()


@pytest.fixture(scope="module", autouse=True)
def _leave_nothing(django_db_setup: None, django_db_blocker, large: League):
    yield
    cleared(django_db_blocker)


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["list", "home", "members", "season", "log", "member", "me", "organise", "organise_member", "end"])
def test_a_page_costs_the_same_however_many_members(large: League, page: str) -> None:
    owner = Membership.objects.get(league=large, role="owner").user
    other = Membership.objects.filter(league=large, role="member").first()
    rest = {"season": [1], "member": [other.pk], "organise_member": [other.pk]}.get(page, [])
    address = reverse("leagues:list") if page == "list" else reverse(f"leagues:{page}", args=[large.key, *rest])
    client = Client()
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    client.get(address)  # templates are read
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200
    assert len(queries) < MOST_QUERIES, [query["sql"][:150] for query in queries]
    assert seconds(lambda: client.get(address), times=4) < MOST_SECONDS
