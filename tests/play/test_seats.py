"""Sitting down and what goes with a seat; seats that move when a guest signs in; two people on one seat."""

import re
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from bluffsite.accounts.models import User
from bluffsite.accounts.services import merge_on_sign_in
from games.play.models import Match, Seat, Table
from games.play.services import lobby as lobby_services
from games.play.services import seats, tables
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import Refused, TableError
from games.play.services.record import current
from tests.play.people import finished, guest, lobby, member, names, running, seat

PART = "0123456789abcdef"


@pytest.fixture
def anna(db: None) -> User:
    return guest("Anna")


@pytest.fixture
def ben(db: None) -> User:
    return guest("Ben")


def code_of(call: Any, **arguments: Any) -> str:
    with pytest.raises(TableError) as refused:
        call(**arguments)
    return refused.value.code


# --- sitting --------------------------------------------------------------------------------------------------------
def test_one_tap_gives_the_first_free_seat(anna: User, ben: User) -> None:
    table = lobby(anna, bot_levels={1: "hard"})
    assert seats.sit(table=table, user=ben).index == 2
    assert names(table) == ["Anna", "", "Ben", ""]


def test_computers_give_way_when_no_other_seat_is_free(anna: User, ben: User) -> None:
    table = lobby(anna, size=2, bot_levels={1: "hard"})
    assert seats.sit(table=table, user=ben).index == 1
    seats.stand(table=table, user=ben)
    assert seat(table, 1).bot_level == "hard"


def test_a_second_tap_keeps_the_seat(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    assert seats.sit(table=table, user=ben).index == 1
    assert names(table) == ["Anna", "Ben", "", ""]


def test_another_free_seat_is_moved_to_with_all_that_belongs_to_the_person(anna: User, ben: User) -> None:
    table = lobby(anna)
    seats.sit(table=table, user=ben, part=PART)
    seats.set_ready(table=table, user=ben)
    assert seats.sit(table=table, user=ben, index=3).index == 3
    assert names(table) == ["Anna", "", "", "Ben"]
    assert (seat(table, 3).part, seat(table, 3).is_ready) == (PART, True)
    assert (seat(table, 1).part, seat(table, 1).is_ready, seat(table, 1).user_id) == ("", False, None)


def test_a_seat_is_refused_with_a_clear_code(anna: User, ben: User) -> None:
    table = lobby(anna, ben, size=2)
    dan = guest("Dan")
    assert code_of(seats.sit, table=table, user=dan) == "full"
    assert code_of(seats.sit, table=table, user=dan, index=1) == "seat_taken"
    assert code_of(seats.sit, table=table, user=dan, index=2) == "bad_seat"
    assert code_of(seats.sit, table=table, user=dan, index=-1) == "bad_seat"
    assert code_of(seats.sit, table=running(anna), user=dan) == "started"
    assert code_of(seats.sit, table=finished(anna), user=dan) == "started"
    closed = lobby(anna)
    tables.close_table(table=closed)
    assert code_of(seats.sit, table=closed, user=dan) == "closed"
    assert code_of(seats.sit, table=Table(pk=10**6), user=dan) == "unknown_table"
    assert not Seat.objects.filter(user=dan).exists()


def test_one_person_may_sit_at_several_tables(anna: User, ben: User) -> None:
    lobby(anna, ben)
    lobby(ben)
    assert Seat.objects.filter(user=ben).count() == 2


# --- names at a table -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["Anna", "anna", "Аnna", "ＡＮＮＡ", "A.n.n.a"])
def test_a_typed_name_that_looks_like_anothers_is_refused(anna: User, ben: User, name: str) -> None:
    assert code_of(seats.sit, table=lobby(anna), user=ben, name=name) == "name_look_alike"


@pytest.mark.parametrize(
    ("name", "code"), [("", "empty"), ("a" * 10_000, "too_long"), ("\u202eneB", "hidden_signs"), ("🎲", "no_letter"), ("bot", "reserved")]
)
def test_a_hostile_name_is_refused_and_nobody_sits(anna: User, ben: User, name: str, code: str) -> None:
    table = lobby(anna)
    assert code_of(seats.sit, table=table, user=ben, name=name) == f"name_{code}"
    assert names(table) == ["Anna", "", "", ""]


def test_html_in_a_name_is_text(anna: User, ben: User) -> None:
    table = lobby(anna)
    seats.sit(table=table, user=ben, name="<img src=x>")
    assert seat(table, ben).name == "<img src=x>"


def test_own_name_gets_a_number_where_somebody_has_it(anna: User) -> None:
    table = lobby(anna)
    for other in (guest("Anna"), guest("Аnna"), guest("ANNA")):
        seats.sit(table=table, user=other)
    assert names(table) == ["Anna", "Anna 2", "Аnna 3", "ANNA 4"]


def test_a_form_that_repeats_the_own_name_is_one_tap_too(anna: User) -> None:
    table = lobby(anna)
    seats.sit(table=table, user=guest("Anna"), name="Anna")
    assert names(table)[:2] == ["Anna", "Anna 2"]


def test_an_offered_guest_name_gives_way_instead_of_being_refused(anna: User, ben: User) -> None:
    table = lobby(guest("Guest 27"))
    for name in ["Guest 27", "Gast 27", "अतिथि २७", "अतिथि २७"]:
        if Seat.objects.filter(table=table, user=None).exists():
            seats.sit(table=table, user=guest("X"), name=name)
    shown = names(table)
    assert shown[0] == "Guest 27"
    assert shown[1].startswith("Guest ")
    assert shown[2] == "Gast 27"
    assert len(set(shown)) == 4


def test_a_long_name_with_a_number_stays_short_enough(anna: User) -> None:
    table = lobby(guest("a" * 24))
    seats.sit(table=table, user=guest("a" * 24))
    assert names(table)[1] == "a" * 20 + " 2"


def test_renaming_at_the_table_follows_the_same_rules(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    seats.rename(table=table, user=ben, name="Bea")
    assert names(table)[1] == "Bea"
    assert code_of(seats.rename, table=table, user=ben, name="Аnna") == "name_look_alike"
    assert code_of(seats.rename, table=table, user=guest("Dan"), name="Dan") == "not_seated"
    ben.refresh_from_db()
    assert ben.display_name == "Ben"


# --- standing, ready, computers, parts ------------------------------------------------------------------------------
def test_who_stands_up_leaves_nothing_on_the_seat(anna: User, ben: User) -> None:
    table = lobby(anna)
    seats.sit(table=table, user=ben, part=PART)
    seats.stand(table=table, user=ben)
    left = seat(table, 1)
    assert (left.user_id, left.name, left.part, left.controller, left.is_ready, left.is_connected, left.sat_at) == (
        None, "", "", "", False, False, None,
    )  # fmt: skip
    assert code_of(seats.stand, table=table, user=ben) == "not_seated"


def test_the_host_takes_a_person_from_the_table(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    seats.remove_person(table=table, host=anna, index=1)
    assert names(table) == ["Anna", "", "", ""]
    assert code_of(seats.remove_person, table=table, host=anna, index=1) == "nobody_there"
    assert code_of(seats.remove_person, table=table, host=anna, index=4) == "bad_seat"
    assert code_of(seats.remove_person, table=table, host=anna, index=0) == "yourself"
    assert code_of(seats.sit, table=table, user=ben) == "removed"
    other = lobby(anna)
    seats.sit(table=other, user=ben)
    assert names(other)[:2] == ["Anna", "Ben"]


def test_the_host_removes_the_person_they_see_and_nobody_who_has_the_seat_by_then(anna: User, ben: User) -> None:
    table, cleo = lobby(anna, ben), guest("Cleo")
    client = Client()
    client.force_login(anna)
    wanted = re.search(r'name="remove" value="([^"]+)"', client.get(f"/tables/{table.key}/").text)
    assert wanted is not None
    seats.stand(table=table, user=ben)
    seats.sit(table=table, user=cleo, index=1)
    client.post(f"/tables/{table.key}/remove/", {"remove": wanted[1]})
    assert names(table) == ["Anna", "Cleo", "", ""]
    client.post(f"/tables/{table.key}/remove/", {"remove": "1 Cleo"})
    assert names(table) == ["Anna", "", "", ""]
    for nonsense in ("", "x", "1", "99 Anna", "-1 Anna", "0 Anna"):
        assert client.post(f"/tables/{table.key}/remove/", {"remove": nonsense}, headers={"X-Requested-With": "table"}).status_code == 422


@pytest.mark.rule("common.bot.level")
def test_the_host_chooses_the_computer_of_an_empty_seat(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    for level in ("hard", "easy", "normal", ""):
        seats.set_bot(table=table, host=anna, index=2, level=level)
        assert seat(table, 2).bot_level == level
    assert code_of(seats.set_bot, table=table, host=anna, index=2, level="brilliant") == "bad_level"
    assert code_of(seats.set_bot, table=table, host=anna, index=1, level="easy") == "seat_taken"
    assert code_of(seats.set_bot, table=table, host=anna, index=9, level="easy") == "bad_seat"


def test_nothing_of_a_lobby_can_be_changed_in_a_match(anna: User, ben: User) -> None:
    table = running(anna, ben)
    for call, more in [
        (seats.stand, {"user": ben}),
        (seats.set_ready, {"user": ben}),
        (seats.set_part, {"user": ben, "part": PART}),
        (seats.rename, {"user": ben, "name": "Bea"}),
        (seats.set_bot, {"host": anna, "index": 2, "level": "hard"}),
        (seats.remove_person, {"host": anna, "index": 1}),
    ]:
        assert code_of(call, table=table, **more) == "started"


@pytest.mark.parametrize("part", ["0123456789abcde", "a" * 65, "0123456789ABCDEF", "g" * 16, " " * 16, "0123456789abcde\n", "०" * 16])
def test_a_part_is_16_to_64_hexadecimal_signs(anna: User, part: str) -> None:
    table = lobby(anna)
    for call in (seats.sit, seats.set_part, seats.set_ready):
        assert code_of(call, table=table, user=anna, part=part) == "bad_part"
    assert seat(table, anna).part == ""


def test_the_last_part_before_the_start_counts(anna: User, ben: User) -> None:
    table = lobby(anna, ben, part="a" * 64)
    seats.set_part(table=table, user=ben, part=PART)
    seats.set_ready(table=table, user=ben, part="b" * 16)
    seats.set_ready(table=table, user=ben)
    tables.start(table=table, user=anna)
    assert Match.objects.get(pk=table.pk).parts == ["a" * 64, "b" * 16, "", ""]


# --- signing in -----------------------------------------------------------------------------------------------------
def test_signing_in_moves_seats_and_hosted_tables(anna: User, ben: User) -> None:
    lena = member("Lena")
    tables_of_anna = [lobby(anna, ben), running(anna, ben), finished(anna)]
    merged = merge_on_sign_in(guest=anna, member=lena)
    assert (merged.moved, merged.refused) == (3, [])
    for table in tables_of_anna:
        table.refresh_from_db()
        assert table.host_id == lena.pk
        assert seat(table, lena).index == 0
        assert seat(table, lena).name == "Anna"  # as the others know the player
    assert not Seat.objects.filter(user=anna).exists()
    assert merge_on_sign_in(guest=anna, member=lena).moved == 0


def test_where_both_sit_the_guests_seat_stays(anna: User) -> None:
    lena = member("Lena")
    shared, own = lobby(anna, lena), lobby(anna)
    merged = merge_on_sign_in(guest=anna, member=lena)
    assert (merged.moved, merged.refused) == (1, [shared.key])
    assert seat(shared, 0).user_id == anna.pk
    assert seat(shared, 1).user_id == lena.pk
    assert seat(own, 0).user_id == lena.pk


def test_a_running_match_knows_its_new_person_and_no_longer_the_old(anna: User, ben: User) -> None:
    lena = member("Lena")
    table = running(anna, ben, size=2)
    version = current(table.pk).version  # the old seating is in memory now
    merge_on_sign_in(guest=anna, member=lena)
    mine = {"match_id": table.pk, "seat": 0, "action": {"type": "pause"}, "version": version}
    with pytest.raises(Refused, match="not_your_seat"):
        submit_action(**mine, actor=Actor.person(anna.pk))
    assert submit_action(**mine, actor=Actor.person(lena.pk)).version == version + 1


# --- races ----------------------------------------------------------------------------------------------------------
def together(*calls: Callable[[], Any]) -> list[str]:
    """What each call came to, all of them at the same moment on connections of their own: `ok` or the code of the refusal."""
    line, outcomes = threading.Barrier(len(calls)), [""] * len(calls)

    def run(number: int, call: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            line.wait(10)
            call()
            outcomes[number] = "ok"
        except TableError as refused:
            outcomes[number] = refused.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number, call)) for number, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes


def sit(table: Table, *people: User, **more: Any) -> list[Callable[[], Any]]:
    return [partial(seats.sit, table=table, user=user, **more) for user in people]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_without_the_lock_on_the_table_two_people_get_one_seat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the tests below are about: each reads the seat as free before the other has written."""
        table, both_have_read, take = lobby(guest("Anna")), threading.Barrier(2), seats._take

        def take_late(*arguments: Any) -> None:
            both_have_read.wait(10)
            take(*arguments)

        monkeypatch.setattr(lobby_services, "locked", lambda table: Table.objects.get(pk=table.pk))
        monkeypatch.setattr(seats, "_take", take_late)
        assert together(*sit(table, guest("Ben"), guest("Cleo"), index=2)) == ["ok", "ok"]

    def test_of_two_people_one_gets_the_seat(self) -> None:
        for _ in range(5):
            table, one, two = lobby(guest("Anna")), guest("Ben"), guest("Cleo")
            outcomes = together(*sit(table, one, two, index=2))
            assert sorted(outcomes) == ["ok", "seat_taken"]
            assert seat(table, 2).user_id == (one if outcomes[0] == "ok" else two).pk

    def test_one_person_gets_one_seat(self) -> None:
        for _ in range(5):
            table, ben = lobby(guest("Anna")), guest("Ben")
            outcomes = together(*(partial(seats.sit, table=table, user=ben, index=index) for index in (1, 2, 3)))
            assert outcomes == ["ok", "ok", "ok"]  # each moves on from the seat of the one before
            assert Seat.objects.filter(table=table, user=ben).count() == 1

    def test_five_people_find_the_three_free_seats(self) -> None:
        table = lobby(guest("Anna"))
        outcomes = together(*sit(table, *(guest(name) for name in ("Ben", "Cleo", "Dan", "Eva", "Finn"))))
        assert sorted(outcomes) == ["full", "full", "ok", "ok", "ok"]
        assert all(names(table))

    def test_look_alikes_that_sit_down_together_do_not_both(self) -> None:
        table = lobby(guest("Zed"))
        outcomes = together(*sit(table, guest("x"), name="Anna"), *sit(table, guest("y"), name="Аnna"))
        assert sorted(outcomes) == ["name_look_alike", "ok"]

    def test_two_taps_on_start_begin_one_match(self) -> None:
        anna = guest("Anna")
        table = lobby(anna)
        assert together(*[partial(tables.start, table=table, user=anna)] * 2) == ["ok", "ok"]
        assert Match.objects.get(pk=table.pk).log.count() == 1

    def test_who_sits_down_as_the_match_begins_sits_in_it_or_is_told(self) -> None:
        for _ in range(5):
            anna, ben = guest("Anna"), guest("Ben")
            table = lobby(anna)
            outcomes = together(partial(tables.start, table=table, user=anna), *sit(table, ben))
            assert outcomes[0] == "ok"
            assert outcomes[1] == ("ok" if Seat.objects.filter(table=table, user=ben).exists() else "started")
            assert (current(table.pk).seat_of(ben.pk) is not None) is (outcomes[1] == "ok")

    def test_two_taps_on_play_now_leave_one_table(self) -> None:
        anna = guest("Anna")
        assert together(*[partial(tables.play_now, user=anna, game="liars_dice")] * 3) == ["ok"] * 3
        assert Table.objects.count() == 1
