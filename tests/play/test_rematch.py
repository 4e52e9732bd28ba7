"""Another match of the same people (UX-502)."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bluffsite.accounts.models import User
from games.play.models import Match, Seat, Table
from games.play.services import rematch, tables
from games.play.services.errors import TableError
from games.play.services.record import read
from tests.play.people import finished, guest, lobby, names, running, seat, silent

pytestmark = pytest.mark.django_db

PART = "0123456789abcdef"
LATER = timedelta(seconds=21)


@pytest.fixture
def anna() -> User:
    return guest("Anna")


@pytest.fixture
def ben() -> User:
    return guest("Ben")


@pytest.fixture
def cleo() -> User:
    return guest("Cleo")


def code_of(call: Any, **arguments: Any) -> str:
    with pytest.raises(TableError) as refused:
        call(**arguments)
    return refused.value.code


def offered(table: Table) -> bool:
    return Table.objects.get(pk=table.pk).rematch_by is not None


def test_alone_against_computers_it_begins_at_once_as_before(anna: User) -> None:
    old = finished(anna, size=3, bot_levels={1: "hard"}, options={"loss": "one"}, is_public=True)
    new = rematch.offer(table=old, user=anna, part=PART)
    assert new is not None
    assert new.rematch_of == old
    assert new.phase == Table.Phase.PLAYING
    assert new.options == old.options
    assert new.is_public
    assert new.host_id == anna.pk
    assert [row.bot_level for row in Seat.objects.filter(table=new)] == ["", "hard", "normal"]
    assert names(new) == ["Anna", "", ""]
    assert Match.objects.get(pk=new.pk).parts == [PART, "", ""]
    assert (new.key, new.commitment) != (old.key, old.commitment)


def test_it_begins_when_all_persons_have_agreed_and_they_keep_their_seats(anna: User, ben: User) -> None:
    old = finished(anna, ben)
    assert rematch.offer(table=old, user=ben) is None
    assert offered(old)
    assert [row.rematch_answer for row in Seat.objects.filter(table=old)] == [None, True, None, None]
    new = rematch.answer(table=old, user=anna, agrees=True, part=PART)
    assert new is not None
    assert names(new) == ["Anna", "Ben", "", ""]
    assert new.host_id == anna.pk
    assert Match.objects.get(pk=new.pk).parts == [PART, "", "", ""]
    assert not offered(old)


def test_a_second_offer_is_a_yes(anna: User, ben: User) -> None:
    old = finished(anna, ben)
    rematch.offer(table=old, user=ben)
    assert rematch.offer(table=old, user=ben) is None
    new = rematch.offer(table=old, user=anna)
    assert new is not None
    assert rematch.offer(table=old, user=ben) == new
    assert rematch.answer(table=old, user=ben, agrees=False) == new
    assert Table.objects.filter(rematch_of=old).count() == 1


def test_after_twenty_seconds_it_begins_with_those_who_agreed(anna: User, ben: User, cleo: User) -> None:
    old = finished(anna, ben, cleo)
    rematch.offer(table=old, user=cleo)
    rematch.answer(table=old, user=ben, agrees=True)
    assert rematch.settle(now=timezone.now() + timedelta(seconds=18)) == 0
    assert rematch.settle(now=timezone.now() + LATER) == 1
    new = Table.objects.get(rematch_of=old)
    assert names(new) == ["", "Ben", "Cleo", ""]
    assert [place.level for place in read(new.pk).places] == ["normal", "", "", "normal"]
    assert new.host_id == ben.pk  # the old host did not come along
    assert rematch.settle(now=timezone.now() + LATER) == 0


def test_a_no_is_not_waited_for(anna: User, ben: User, cleo: User) -> None:
    old = finished(anna, ben, cleo)
    rematch.offer(table=old, user=anna, part=PART)
    assert rematch.answer(table=old, user=ben, agrees=False, part=PART) is None
    new = rematch.answer(table=old, user=cleo, agrees=True)
    assert new is not None
    assert names(new) == ["Anna", "", "Cleo", ""]
    assert Match.objects.get(pk=new.pk).parts == [PART, "", "", ""]


def test_a_yes_that_becomes_a_no_counts_as_a_no(anna: User, ben: User, cleo: User) -> None:
    old = finished(anna, ben, cleo)
    rematch.offer(table=old, user=anna)
    rematch.answer(table=old, user=ben, agrees=True, part=PART)
    rematch.answer(table=old, user=ben, agrees=False)
    new = rematch.answer(table=old, user=cleo, agrees=True)
    assert new is not None
    assert names(new) == ["Anna", "", "Cleo", ""]
    assert Match.objects.get(pk=new.pk).parts == ["", "", "", ""]


def test_a_person_who_has_gone_is_not_waited_for(anna: User, ben: User) -> None:
    old = finished(anna, ben)
    silent(old, ben, 60)
    new = rematch.offer(table=old, user=anna)
    assert new is not None
    assert names(new) == ["Anna", "", "", ""]


@pytest.mark.parametrize("goes", ["leaves", "says no", "is away when the time is up"])
def test_the_offer_dies_when_its_maker_goes(anna: User, ben: User, goes: str) -> None:
    old = finished(anna, ben)
    rematch.offer(table=old, user=ben)
    if goes == "leaves":
        tables.leave_table(table=old, user=ben)
    elif goes == "says no":
        rematch.answer(table=old, user=ben, agrees=False)
    else:
        silent(old, ben, 15)
        rematch.settle(now=timezone.now() + LATER)
    assert not offered(old)
    assert Match.objects.count() == 1
    assert [row.rematch_answer for row in Seat.objects.filter(table=old)] == [None] * 4
    assert code_of(rematch.answer, table=old, user=anna, agrees=True) == "no_offer"
    new = rematch.offer(table=old, user=anna)  # and another may be made
    assert new is None or new.rematch_of == old
    assert offered(old) or Match.objects.count() == 2


def test_who_leaves_without_having_offered_only_says_no(anna: User, ben: User) -> None:
    old = finished(anna, ben)
    rematch.offer(table=old, user=anna)
    tables.leave_table(table=old, user=ben)
    new = Table.objects.get(rematch_of=old)
    assert new.phase == Table.Phase.PLAYING
    assert names(new) == ["Anna", "", "", ""]


def test_leaving_where_nothing_is_offered_changes_nothing(anna: User, ben: User) -> None:
    old = finished(anna, ben)
    tables.leave_table(table=old, user=ben)
    assert seat(old, ben).rematch_answer is None
    assert not offered(old)


def test_the_commitment_is_there_before_the_start_and_the_table_cannot_be_joined(anna: User, ben: User) -> None:
    old = finished(anna, ben, is_public=True)
    rematch.offer(table=old, user=anna)
    waiting = Table.objects.get(rematch_of=old)
    assert len(waiting.commitment) == 64
    assert (waiting.phase, waiting.code, waiting.is_public) == (Table.Phase.LOBBY, None, False)
    assert tables.tidy_lobbies(now=timezone.now()) == 0
    new = rematch.answer(table=old, user=ben, agrees=True)
    assert new is not None
    assert new.commitment == waiting.commitment


def test_only_the_people_of_an_ended_match_have_a_rematch(anna: User, ben: User, cleo: User) -> None:
    old = finished(anna, ben)
    for call, more in [(rematch.offer, {}), (rematch.answer, {"agrees": True})]:
        assert code_of(call, table=old, user=cleo, **more) == "not_seated"
        assert code_of(call, table=running(cleo), user=cleo, **more) == "not_finished"
        assert code_of(call, table=lobby(cleo), user=cleo, **more) == "not_finished"
    assert code_of(rematch.answer, table=old, user=ben, agrees=True) == "no_offer"
    assert code_of(rematch.offer, table=old, user=ben, part="x") == "bad_part"
    assert not offered(old)


def test_a_rematch_has_a_rematch(anna: User) -> None:
    first = finished(anna)
    second = rematch.offer(table=first, user=anna)
    assert second is not None
    Table.objects.filter(pk=second.pk).update(phase=Table.Phase.FINISHED)
    third = rematch.offer(table=second, user=anna)
    assert third is not None
    assert third.rematch_of == second
