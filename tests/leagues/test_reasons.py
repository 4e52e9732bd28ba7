"""What the page says of a place, and what the file of results counts: the same sums, however a reader writes numbers."""

import csv
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from bluffsite.accounts.models import User
from leagues.models import Entry, Season, Standing
from leagues.services import results
from tests.leagues.played import free_match, new_season, people
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


def free_season(matches, count=3, **fields):
    """A season of free play with a match of all its members for each list of places."""
    season = new_season(count, format="free", **fields)
    for places in matches:
        after_commit(lambda places=places: results.take(match_id=free_match(people(season), places).pk))
    return season


def why(season: Season, user: User, language: str = "en") -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    with translation.override(language):
        address = reverse("leagues:why", args=[season.league.key, Entry.objects.get(member__user=user).pk])
    return client.get(address).content.decode()


def file_of(client: Client, season: Season) -> list[dict[str, str]]:
    file = client.get(reverse("leagues:results_file", args=[season.league.key])).content.decode()
    return list(csv.DictReader(StringIO(file.removeprefix("\ufeff"))))


@pytest.mark.parametrize(("language", "numbers"), [("en", "1.5 to 0"), ("nl", "1,5 tegen 0"), ("de", "1,5 zu 0"), ("ne", "१.५")])
def test_halves_in_a_reason_are_written_as_the_reader_writes_them_and_names_stay(language, numbers):
    season = free_season([[1, 1, 3]])
    first, _, last = people(season)
    User.objects.filter(pk=first.pk).update(display_name="R2D2")
    User.objects.filter(pk=last.pk).update(language=language, devanagari_digits=language == "ne")
    page = why(season, last, language)
    assert numbers in page
    assert "R2D2" in page


def test_who_stands_above_is_named_however_many_share_the_place():
    season = free_season([[1, 2, 2, 2, 2, 6]], count=6)
    for user in people(season)[1:5]:
        page = why(season, user)
        assert "Member 0 has more points: 5 to 2.5." in page
        assert page.count("the place is shared") == 2
        assert "Member 5 has fewer points: 0 to 2.5." in page


def test_of_those_who_share_the_better_place_the_nearest_in_the_table_stand_next():
    season = free_season([[1, 1, 1, 4]], count=4)
    Entry.objects.filter(seed=1).update(seed=9)  # last of the three
    page = why(season, people(season)[3])
    names = [f"Member {at} has more points" for at in (2, 0)]
    assert page.index(names[0]) < page.index(names[1])
    assert "Member 1 has" not in page


@pytest.mark.rule("common.league.best")
def test_what_does_not_count_is_in_brackets_with_its_game_points_and_marked_in_the_file():
    season = free_season([[1, 2, 3], [2, 1, 3], [3, 2, 1]], best=2)
    user = people(season)[1]
    assert "(1)</td>" in why(season, user).split("Every result")[-1]
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    void = season.results.first()
    season.results.filter(pk=void.pk).update(is_void=True)
    rows = file_of(client, season)
    assert {row["counts"] for row in rows if row["void"] == "yes"} == {"no"}
    assert len([row for row in rows if row["counts"] == "yes"]) == 6
    season.results.update(is_void=False)
    rows = file_of(client, season)
    for line in Standing.objects.all():
        own = [row for row in rows if row["member"] == str(line.entry_id)]
        assert [row["counts"] for row in own].count("no") == line.dropped == 1
        assert sum(float(row["points"]) for row in own if row["counts"] == "yes") == line.points
