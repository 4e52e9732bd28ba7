"""The lists of the lobby: which tables stand there, by what filters, in how many queries."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from bluffsite.accounts.models import User
from games.play import listing
from games.play.listing import Filters, open_tables, read_filters, watchable_tables
from games.play.models import Table
from games.play.services import seats, tables
from tests.play.people import finished, guest, lobby, member, running, silent

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def anna() -> User:
    return guest("Anna")


def keys(filters: Filters, user: Any = NOBODY) -> list[str]:
    return [row.key for row in open_tables(user, filters)]


# --- which tables ------------------------------------------------------------------------------------------------------
def test_a_lobby_where_nobody_has_been_for_two_minutes_is_not_listed(anna: User) -> None:
    table = lobby(anna, is_public=True)
    silent(table, anna, 110)
    assert keys(Filters()) == [table.key]
    silent(table, anna, 130)
    assert keys(Filters()) == []


def test_a_lobby_that_its_host_closes_is_gone_from_the_list(anna: User) -> None:
    table = lobby(anna, is_public=True)
    tables.close_table(table=table, host=anna)
    assert keys(Filters()) == []
    assert Table.objects.get(pk=table.pk).phase == Table.Phase.CLOSED


def test_private_full_and_begun_tables_are_not_listed_to_sit_down_at(anna: User) -> None:
    lobby(anna)
    lobby(anna, guest("Ben"), size=2, is_public=True)
    begun = running(anna, is_public=True)
    finished(anna, is_public=True)
    assert keys(Filters()) == []
    assert [row.key for row in watchable_tables()] == [begun.key]


# --- filters -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(), ["calm", "fast", "bluffen", "plain"]),
        (Filters(games=("bluffen",)), ["bluffen"]),
        (Filters(games=("bluffen", "liars_dice")), ["calm", "fast", "bluffen", "plain"]),
        (Filters(games=("blef",)), []),
        (Filters(speeds=("calm",)), ["calm"]),
        (Filters(speeds=("fast",)), ["fast"]),
        (Filters(speeds=("normal",)), ["bluffen", "plain"]),
        (Filters(speeds=("calm", "fast")), ["calm", "fast"]),
        (Filters(size=4), ["fast", "plain"]),
        (Filters(size=7), ["calm"]),
        (Filters(rules="plain"), ["fast", "bluffen", "plain"]),
        (Filters(rules="house"), ["calm"]),
        (Filters(languages=("ne",)), ["fast"]),
        (Filters(languages=("ne", "de")), ["fast", "bluffen"]),
        (Filters(rated=True), []),
    ],
)
def test_each_filter_leaves_the_tables_that_fit(filters: Filters, found: list[str]) -> None:
    named = {
        "plain": lobby(guest("A", language="nl"), is_public=True, size=4),
        "bluffen": lobby(guest("B", language="de"), is_public=True, game="bluffen", size=5),
        "fast": lobby(guest("C", language="ne"), is_public=True, size=4, options={"turn_seconds": 15}),
        "calm": lobby(guest("D", language="nl"), is_public=True, size=8, options={"turn_seconds": 0, "loss": "one", "extra_set": True}),
    }
    assert keys(filters) == [named[name].key for name in found]


def test_filters_of_matches_are_the_same(anna: User) -> None:
    fast = running(anna, is_public=True, options={"turn_seconds": 15})
    running(anna, is_public=True)
    assert [row.key for row in watchable_tables(Filters(speeds=("fast",)))] == [fast.key]


def test_what_nobody_offers_is_no_filter() -> None:
    sent = {
        "game": ["blef", "chess", "a\x00"],
        "speed": ["fast", "?"],
        "lang": ["fr", "ne"],
        "size": ["4000"],
        "rules": ["x"],
        "rated": ["yes"],
    }
    assert read_filters(sent) == Filters(games=("blef",), speeds=("fast",), languages=("ne",))
    assert read_filters({"size": ["7", "2"], "rules": ["house"], "rated": ["1"]}) == Filters(size=7, rules="house", rated=True)
    assert read_filters({"game": [], "size": []}) == Filters()


def test_changed_options_change_what_a_filter_finds(anna: User) -> None:
    table = lobby(anna, is_public=True)
    tables.change_options(table=table, host=anna, options={"loss": "one"})
    assert (keys(Filters(rules="house")), keys(Filters(rules="plain"))) == ([table.key], [])
    tables.change_options(table=table, host=anna, options={"turn_seconds": 90, "bot_speed": "fast"})
    assert (keys(Filters(rules="house")), keys(Filters(rules="plain"))) == ([], [table.key])  # pace is no house rule


# --- what a row says ---------------------------------------------------------------------------------------------------
def test_a_row_says_what_the_table_is(anna: User) -> None:
    lena = member("Lena", language="de")
    table = lobby(lena, is_public=True, rated=True, options={"loss": "one"})
    with translation.override("nl"):
        seats.sit(table=table, user=member("Ben"))
    row = open_tables(NOBODY)[0]
    assert (row.game, row.size, row.persons, row.host, row.languages) == ("liars_dice", 4, ("Lena", "Ben"), "Lena", ("de", "nl"))
    assert (row.rated, row.is_quick, row.starts_at, row.house_rules) == (True, False, None, {"loss": "one"})


def test_a_seat_given_up_speaks_no_language(anna: User) -> None:
    table = lobby(member("Lena", language="de"), is_public=True)
    ben = member("Ben", language="ne")
    seats.sit(table=table, user=ben)
    seats.stand(table=table, user=ben)
    assert open_tables(NOBODY)[0].languages == ("de",)


# --- many --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("count", [1, 20])
@pytest.mark.parametrize("filters", [Filters(), Filters(speeds=("normal",), languages=("en", "nl"), rules="plain", size=4)])
def test_a_list_takes_two_queries_however_many_tables_there_are(
    count: int, filters: Filters, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    host = guest("Anna", language="nl")
    for _ in range(count):
        lobby(host, is_public=True)
        finished(host, is_public=True)
    with django_assert_num_queries(2):
        assert len(open_tables(guest_reader := NOBODY, filters)) == count, guest_reader
    with django_assert_num_queries(1):  # there are none
        watchable_tables(filters)


def test_the_list_is_read_from_open_tables_alone_not_from_all_there_ever_were() -> None:
    plan = listing.waiting_tables(NOBODY, Filters(), timezone.now())[: listing.MOST].explain()
    assert "TEMP B-TREE" not in plan  # as SQLite says that it sorts
    assert "sqlite_autoindex" not in plan


def test_a_list_has_an_end(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [lobby(anna, is_public=True) for _ in range(3)]
    assert [row.key for row in open_tables(NOBODY, most=2)] == [made[2].key, made[1].key]
    assert listing.MOST == 40
