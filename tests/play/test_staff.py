"""What staff may do to a table goes through the one door, and nobody at the table can undo it before its time."""

from typing import Any

import pytest
from django.utils import translation

from bluffsite.accounts.models import User
from games.play import selectors
from games.play.models import Match, StaffLook, Table, Void
from games.play.render import own_html, public_html
from games.play.services import clock, staff
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import Refused, TableError
from games.play.services.record import read
from games.play.signals import match_voided
from tests.play import people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mia() -> User:
    return people.member("Mia")


@pytest.fixture
def tom() -> User:
    return people.member("Tom")


def act(table: Table, seat: int, user: User, kind: str) -> None:
    action = {"type": kind}
    submit_action(match_id=table.pk, seat=seat, action=action, version=read(table.pk).version, actor=Actor.person(user.pk))


def test_a_pause_by_staff_stops_the_match_and_no_person_ends_it(mia, tom):
    table = people.running(mia, tom)
    staff.pause_match(table_id=table.pk)
    assert read(table.pk).sitting.halt == "staff"
    with pytest.raises(Refused, match="staff_pause"):
        act(table, 0, mia, "resume")
    staff.resume_match(table_id=table.pk)
    assert read(table.pk).sitting.halt is None


def test_a_pause_by_staff_ends_by_itself_after_ten_minutes(mia, tom):
    table = people.running(mia, tom)
    staff.pause_match(table_id=table.pk)
    halted = read(table.pk).sitting.halted_at
    clock.ring(table.pk, now=halted + 599)
    assert read(table.pk).sitting.halt == "staff"
    clock.ring(table.pk, now=halted + 601)
    assert read(table.pk).sitting.halt is None


def test_a_pause_of_the_players_becomes_one_of_staff(mia, tom):
    table = people.running(mia, tom)
    act(table, 0, mia, "pause")
    act(table, 1, tom, "pause")
    staff.pause_match(table_id=table.pk)
    assert read(table.pk).sitting.halt == "staff"


def test_leaving_and_coming_back_does_not_end_a_pause_by_staff(mia, tom):
    table = people.running(mia, tom)
    staff.pause_match(table_id=table.pk)
    for seat, user in ((0, mia), (1, tom)):
        act(table, seat, user, "leave")
    act(table, 0, mia, "rejoin")
    assert read(table.pk).sitting.halt == "staff"


def test_staff_do_not_end_a_pause_of_the_players(mia, tom):
    table = people.running(mia, tom)
    act(table, 0, mia, "pause")
    act(table, 1, tom, "pause")
    with pytest.raises(Refused, match="not_allowed"):
        staff.resume_match(table_id=table.pk)


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_the_table_says_who_paused_and_who_closed(mia, tom, language):
    table = people.running(mia, tom)
    staff.pause_match(table_id=table.pk)
    sight = selectors.sight(table.pk)
    said = {"en": "Staff", "nl": "team", "de": "Team", "ne": "टोली"}[language]
    assert said in own_html(sight.public, sight.seat(0), language, False)
    staff.close_table(table_id=table.pk)
    with translation.override(language):
        assert said in public_html(selectors.sight(table.pk).public, language, False)


def test_a_lobby_is_closed(mia):
    table = people.lobby(mia)
    staff.close_table(table_id=table.pk)
    table.refresh_from_db()
    assert (table.phase, table.code) == (Table.Phase.CLOSED, None)


def test_a_running_match_is_ended_and_its_table_is_not_finished(mia, tom):
    table = people.running(mia, tom)
    staff.close_table(table_id=table.pk)
    assert Match.objects.get(pk=table.pk).ended_at is not None
    table.refresh_from_db()
    assert table.phase == Table.Phase.CLOSED
    with pytest.raises(TableError, match="closed"):
        staff.close_table(table_id=table.pk)


@pytest.mark.rule("common.league.void")
def test_void_is_told_once_and_can_be_taken_back(mia, tom):
    heard: list[tuple[int, bool]] = []

    def hear(sender: Any, match_id: int, is_void: bool, **more: Any) -> None:
        heard.append((match_id, is_void))

    table = people.finished(mia, tom)
    match_voided.connect(hear)
    try:
        assert staff.set_void(table_id=table.pk, is_void=True)
        assert not staff.set_void(table_id=table.pk, is_void=True)
        assert Void.objects.filter(pk=table.pk).exists()
        assert staff.set_void(table_id=table.pk, is_void=False)
        assert not Void.objects.exists()
    finally:
        match_voided.disconnect(hear)
    assert heard == [(table.pk, True), (table.pk, False)]


def test_a_running_match_cannot_be_void_yet(mia, tom):
    table = people.running(mia, tom)
    with pytest.raises(TableError, match="not_finished"):
        staff.set_void(table_id=table.pk, is_void=True)


def test_a_look_is_kept_only_where_the_table_is_not_open_to_all(mia, tom):
    hidden, shown = people.running(mia, tom), people.running(mia, tom, is_public=True)
    assert staff.note_look(table=shown, version=3) is None
    assert staff.note_look(table=hidden, version=3) is not None
    assert StaffLook.objects.get().table == hidden


def test_renaming_reaches_tables_of_the_past_and_keeps_names_apart(mia, tom):
    past = people.finished(mia, tom)
    now = people.running(mia, people.member("Guest 12"))
    staff.rename(user=mia, name="Guest 12")
    assert people.names(past)[:2] == ["Guest 12", "Tom"]
    assert people.names(now)[:2] == ["Guest 12 2", "Guest 12"]
    assert read(now.pk).places[0].name == "Guest 12 2"
