"""Two real connections at one match. On PostgreSQL, since SQLite lets only one writer in anyway."""

import pytest
from django.db import connection, transaction

from games.play.models import Seat, Table
from games.play.services import lobby
from leagues.models import Fixture, Result, Round, Standing
from leagues.services import fixtures, results, rounds
from leagues.services.errors import LeagueError
from tests.leagues.played import begin, end, free_match, new_season, open_round, people, players
from tests.play.test_races import together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_the_last_two_who_come_at_the_same_moment_begin_one_match():
    [fixture] = open_round(new_season(4))
    *first, third, last = players(fixture)
    for user in first:
        fixtures.come(fixture=fixture, user=user)
    found = together(lambda: fixtures.come(fixture=fixture, user=third), lambda: fixtures.come(fixture=fixture, user=last))
    assert [one for one in found if isinstance(one, Table)] == [Table.objects.get()]
    assert Seat.objects.count() == 4


def test_one_member_of_two_fixtures_is_called_to_one_of_them():
    season = new_season(2, format="duels")
    [one] = open_round(season)
    [other] = open_round(season)
    a, b = people(season)
    for fixture in (one, other):
        fixtures.come(fixture=fixture, user=a)
    found = together(lambda: fixtures.come(fixture=one, user=b), lambda: fixtures.come(fixture=other, user=b))
    tables = [one for one in found if isinstance(one, Table)]
    assert len(tables) == 1, found
    assert Fixture.objects.filter(state="running").count() == 1
    assert all(one is None or isinstance(one, Table | LeagueError) for one in found)


def test_a_match_that_is_told_of_several_times_at_once_gives_one_result():
    season = new_season(4)
    [fixture] = open_round(season)
    match = end(begin(fixture), [1, 2, 3, 4])
    found = together(*[lambda: results.take(match_id=match.pk)] * 3)
    assert not [one for one in found if isinstance(one, Exception)], found
    assert Result.objects.count() == 1
    assert sorted(Standing.objects.values_list("points", flat=True)) == [0, 1, 2, 3]


def test_a_result_of_free_play_is_stored_while_a_seat_of_its_table_changes():
    """Who changes a seat holds the table and waits for the match; who stores the result holds the match and names the table."""
    season = new_season(4, format="free")
    match = free_match(people(season), [1, 2, 3, 4])
    with transaction.atomic():
        lobby.locked(match.table_id)
        [found] = together(lambda: within_a_second(lambda: results.take(match_id=match.pk)))
    assert isinstance(found, list), found
    assert Result.objects.get().match_id == match.pk


def within_a_second(call):
    """What it gives; an error of the database where it waits for a lock for longer."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '1s'")
    return call()


def test_two_sweeps_at_once_open_one_round():
    season = new_season(4)
    found = together(*[lambda: rounds.open_due(season_id=season.pk)] * 2)
    assert sorted(found, key=str) == [1, None]
    assert Round.objects.count() == 1
