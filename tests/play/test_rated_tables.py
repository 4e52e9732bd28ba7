"""Rated tables: only members sit there, the host says so before the match, and nothing of it happens by mistake."""

from typing import Any

import pytest

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from games.play.models import Seat, Table
from games.play.ratings.models import RatedMatch
from games.play.services import rematch, seats, tables
from games.play.services.errors import TableError
from tests.play.people import finished, guest, lobby, member, running

pytestmark = [pytest.mark.django_db, pytest.mark.rule("common.rated.members")]


@pytest.fixture
def anna() -> User:
    return member("Anna")


def code_of(call: Any, **arguments: Any) -> str:
    """The code of the refusal, which must have changed nothing."""
    before = list(Table.objects.values()), list(Seat.objects.values())
    with pytest.raises(TableError) as refused:
        call(**arguments)
    assert (list(Table.objects.values()), list(Seat.objects.values())) == before
    return refused.value.code


def barred(user: User) -> User:
    marks.put(user=user, kind=marks.Kind.NO_RATED, ref=f"test:{user.pk}")
    return user


def test_a_table_is_not_rated_unless_its_host_says_so(anna: User) -> None:
    assert not lobby(anna).rated
    assert lobby(anna, rated=True).rated


def test_a_guest_cannot_make_a_rated_table() -> None:
    assert code_of(tables.create_table, host=guest("Ben"), game="blef", rated=True) == "rated_members"


def test_a_member_whom_staff_have_barred_cannot_either() -> None:
    assert code_of(tables.create_table, host=barred(member("Ben")), game="blef", rated=True) == "rated_barred"


def test_only_members_sit_down_at_a_rated_table(anna: User) -> None:
    table = lobby(anna, rated=True)
    assert code_of(seats.sit, table=table, user=guest("Ben")) == "rated_members"
    assert code_of(seats.sit, table=table, user=barred(member("Carla"))) == "rated_barred"
    assert seats.sit(table=table, user=member("Dirk")).index == 1
    table = lobby(member("Eva"))
    assert seats.sit(table=table, user=guest("Fred")).index == 1  # at others nobody asks


def test_a_table_where_a_guest_sits_cannot_be_made_rated(anna: User) -> None:
    table = lobby(anna, guest("Ben"))
    assert code_of(tables.change_options, table=table, host=anna, options={}, rated=True) == "rated_members"
    seats.stand(table=table, user=Seat.objects.get(table=table, index=1).user)  # type: ignore[arg-type]
    tables.change_options(table=table, host=anna, options={}, rated=True)
    assert Table.objects.get(pk=table.pk).rated


def test_the_host_may_take_it_back_before_the_match(anna: User) -> None:
    table = lobby(anna, rated=True)
    tables.change_options(table=table, host=anna, options={"loss": "one"})
    assert Table.objects.get(pk=table.pk).rated  # other changes leave it
    tables.change_options(table=table, host=anna, options={}, rated=False)
    assert not Table.objects.get(pk=table.pk).rated
    tables.start(table=table, user=anna)
    assert code_of(tables.change_options, table=table, host=anna, options={}, rated=True) == "options_fixed"
    assert not RatedMatch.objects.exists()


@pytest.mark.rule("common.one-phone")
def test_one_phone_for_all_is_never_rated(anna: User) -> None:
    asked = {"host": anna, "game": "blef", "size": 2, "options": {"one_phone": True}, "people": {0: "A", 1: "B"}, "rated": True}
    assert code_of(tables.create_table, **asked) == "options"


def test_a_rated_match_is_entered_when_it_begins(anna: User) -> None:
    table = running(anna, member("Ben"), rated=True)
    assert list(RatedMatch.objects.values_list("pk", "is_counted")) == [(table.pk, False)]


def test_it_does_not_begin_with_somebody_who_was_barred_meanwhile(anna: User) -> None:
    ben = member("Ben")
    table = lobby(anna, ben, rated=True)
    barred(ben)
    assert code_of(tables.start, table=table, user=anna) == "rated_barred"


def test_a_rematch_of_a_rated_match_is_rated_where_all_still_may(anna: User) -> None:
    ben, carla = member("Ben"), member("Carla")
    for person, is_rated in ((ben, True), (carla, False)):
        table = finished(anna, person, size=2, rated=True)
        if not is_rated:
            barred(person)
        rematch.offer(table=table, user=anna)
        begun = rematch.answer(table=table, user=person, agrees=True)
        assert begun is not None
        assert Table.objects.get(pk=begun.pk).rated is is_rated
        assert RatedMatch.objects.filter(pk=begun.pk).exists() is is_rated
