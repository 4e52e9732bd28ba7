"""Who is there, and which connection may act."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from bluffsite.accounts.models import User
from games.play.models import Seat, Table
from games.play.services import presence, seats
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import Refused, TableError
from games.play.services.record import current
from tests.play.people import guest, lobby, running, seat, silent

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return guest("Anna")


@pytest.fixture
def ben() -> User:
    return guest("Ben")


def revision(table: Table) -> int:
    return Table.objects.get(pk=table.pk).revision


def is_away(table: Table, user: User, at: datetime | None = None) -> bool:
    """By the function and by the condition on rows, which must agree."""
    now = at or timezone.now()
    row = seat(table, user)
    by_row = not Seat.objects.filter(presence.present(now), pk=row.pk).exists()
    assert presence.is_away(row, now) is by_row
    return by_row


def test_the_newest_connection_controls_the_seat(anna: User) -> None:
    table = lobby(anna)
    mine = seat(table, anna)
    presence.connected(seat_id=mine.pk, connection="one")
    presence.connected(seat_id=mine.pk, connection="two")
    assert seat(table, anna).controller == "two"
    presence.take_control(seat_id=mine.pk, connection="one")
    assert seat(table, anna).controller == "one"


def test_each_change_of_control_is_told_once(anna: User) -> None:
    table = lobby(anna)
    mine, before = seat(table, anna), revision(table)
    presence.connected(seat_id=mine.pk, connection="one")
    presence.take_control(seat_id=mine.pk, connection="two")
    presence.take_control(seat_id=mine.pk, connection="two")
    assert revision(table) == before + 2


def test_the_end_of_the_controlling_connection_makes_a_person_away(anna: User) -> None:
    table = lobby(anna)
    mine = seat(table, anna)
    presence.connected(seat_id=mine.pk, connection="one")
    assert not is_away(table, anna)
    presence.disconnected(seat_id=mine.pk, connection="one")
    assert is_away(table, anna)
    assert seat(table, anna).controller == ""


def test_the_end_of_an_older_connection_changes_nothing(anna: User) -> None:
    table = lobby(anna)
    mine = seat(table, anna)
    presence.connected(seat_id=mine.pk, connection="one")
    presence.connected(seat_id=mine.pk, connection="two")
    before = revision(table)
    presence.disconnected(seat_id=mine.pk, connection="one")
    assert seat(table, anna).controller == "two"
    assert not is_away(table, anna)
    assert revision(table) == before


def test_the_next_beat_of_a_tab_that_is_left_brings_the_person_back(anna: User) -> None:
    table = lobby(anna)
    mine = seat(table, anna)
    presence.connected(seat_id=mine.pk, connection="one")
    presence.disconnected(seat_id=mine.pk, connection="one")
    presence.beat(seat_ids=[mine.pk])
    assert not is_away(table, anna)


def test_a_connection_without_beats_is_lost_after_two_and_a_half(anna: User) -> None:
    table = lobby(anna)
    presence.beat(seat_ids=[seat(table, anna).pk])
    seen = seat(table, anna).last_seen
    assert seen is not None
    assert not is_away(table, anna, seen + timedelta(seconds=2.4 * presence.BEAT))
    assert is_away(table, anna, seen + timedelta(seconds=2.6 * presence.BEAT))


def test_beats_of_many_seats_are_as_many_queries_as_of_one(
    anna: User, ben: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mine = [seat(lobby(anna, ben), anna).pk for _ in range(10)]
    for some in (mine[:1], mine):
        with django_assert_num_queries(4):  # a savepoint around two statements
            presence.beat(seat_ids=some)


def test_beats_reach_no_seat_that_has_been_left(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    left = seat(table, ben).pk
    seats.stand(table=table, user=ben)
    presence.beat(seat_ids=[left])
    assert not Seat.objects.get(pk=left).is_connected


def test_absence_is_counted_from_the_last_sign(anna: User) -> None:
    table = lobby(anna)
    silent(table, anna, 100)
    assert presence.absent_for(seat(table, anna), timezone.now()) == pytest.approx(100, abs=5)
    silent(table, anna, 5)
    assert presence.absent_for(seat(table, anna), timezone.now()) == pytest.approx(5, abs=4)
    silent(table, anna, 5, connected=True)
    assert presence.absent_for(seat(table, anna), timezone.now()) == 0


def test_computers_and_free_seats_are_never_away(anna: User) -> None:
    table = running(anna)
    assert not presence.is_away(seat(table, 1), timezone.now())
    assert not presence.is_away(seat(lobby(anna), 1), timezone.now())


def test_a_page_without_a_socket_shows_that_its_person_is_there(anna: User) -> None:
    table = lobby(anna)
    silent(table, anna, 60)
    before = revision(table)
    presence.seen(seat=seat(table, anna))
    assert not is_away(table, anna)
    assert revision(table) == before + 1  # the others see it
    silent(table, anna, 10, connected=True)
    presence.seen(seat=seat(table, anna))
    assert presence.absent_for(seat(table, anna), timezone.now() + timedelta(seconds=30)) == 0
    assert revision(table) == before + 1  # nothing new for them


def test_a_seat_without_a_person_has_no_connection(anna: User) -> None:
    free = seat(lobby(anna), 1).pk
    for pk in (free, 10**6):
        with pytest.raises(TableError, match="not_seated"):
            presence.connected(seat_id=pk, connection="one")
        with pytest.raises(TableError, match="not_seated"):
            presence.take_control(seat_id=pk, connection="one")


def test_a_running_match_obeys_the_new_controller_only(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    mine = seat(table, anna).pk
    presence.connected(seat_id=mine, connection="one")
    version = current(table.pk).version
    presence.take_control(seat_id=mine, connection="two")
    pause = {"match_id": table.pk, "seat": 0, "action": {"type": "pause"}, "version": version}
    with pytest.raises(Refused, match="not_controller"):
        submit_action(**pause, actor=Actor.person(anna.pk, "one"))
    assert submit_action(**pause, actor=Actor.person(anna.pk, "two")).version == version + 1
