"""One phone goes round: who may act, what each page and message holds, and how such a table is made. Rules: common.one-phone."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone, translation

from bluffsite.accounts.models import User
from games.liars_dice import page_words
from games.play import selectors
from games.play.models import LogEntry, Match, Seat, Table
from games.play.people import export
from games.play.services import one_phone, presence, rematch, seats, tables
from games.play.services import record as records
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import Refused, TableError
from games.play.services.record import Record
from tests.play.people import GAME, guest, lobby, member, running, silent

pytestmark = [pytest.mark.django_db, pytest.mark.rule("common.one-phone")]

SHEET = "/en/play/liars_dice/"
NAMES = {0: "Asha Rai", 1: "Bob"}


def table_of(host: User, *, size: int = 2, people: dict[int, str] | None = None, **options: Any) -> Table:
    """One phone of the host, with the match begun."""
    names = NAMES if people is None else people
    made = tables.create_table(host=host, game=GAME, size=size, people=names, options={"one_phone": True, **options})
    return tables.start(table=made, user=host)


def record_of(table: Table) -> Record:
    return records.read(table.pk)


def to_act(table: Table) -> int:
    seat = one_phone.next_seat(record_of(table), range(table.size))
    assert seat is not None
    return seat


def act(table: Table, user: User, seat: int, action: dict[str, Any]) -> Any:
    return submit_action(match_id=table.pk, seat=seat, action=action, version=record_of(table).version, actor=Actor.person(user.pk))


def bid(table: Table, user: User) -> None:
    act(table, user, to_act(table), {"type": "bid", "count": 1 + len(view(table).bids), "face": 5})


def view(table: Table) -> Any:
    record = record_of(table)
    return record.engine.view(record.state, None)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def own_dice(html: str) -> list[str]:
    """The dice of the hand on a page, in order."""
    hand = re.search(r'<ul class="ld-hand".*?</ul>', html, re.DOTALL)
    return re.findall(r"#die-(\w+)", hand[0]) if hand else []


def dice_of(table: Table, seat: int) -> list[str]:
    record = record_of(table)
    return [{"*": "star"}.get(str(face), str(face)) for face in record.engine.view(record.state, seat).own]


# --- making ---------------------------------------------------------------------------------------------------------
def test_people_around_the_phone_and_computers_in_the_other_seats() -> None:
    host = guest("Host")
    table = table_of(host, size=4, people={0: "Asha Rai", 2: "Bob"})
    rows = list(table.seats.all())
    assert [(row.user_id, row.name, row.is_held) for row in rows] == [
        *((host.pk, "Asha Rai", True), (None, "", False)),
        *((host.pk, "Bob", True), (None, "", False)),
    ]
    assert record_of(table).persons == (0, 2)
    assert table.options["turn_seconds"] == 0, "nobody is hurried, unless they ask for it"
    assert table_of(host, turn_seconds=30).options["turn_seconds"] == 30


def test_one_person_still_has_one_seat_where_people_join() -> None:
    anna, ben = guest("Anna"), guest("Ben")
    table = lobby(anna, ben)
    seats.sit(table=table, user=ben, index=3)
    assert Seat.objects.filter(table=table, user=ben).count() == 1


@pytest.mark.parametrize(
    ("people", "code"),
    [
        ({}, "nobody_seated"),
        ({0: "Anna", 5: "Ben"}, "bad_seat"),
        ({0: "Anna", 1: "anna"}, "name_look_alike"),
        ({0: "A\u202eb"}, "name_hidden_signs"),
    ],
)
def test_names_are_checked_as_everywhere(people: dict[int, str], code: str) -> None:
    with pytest.raises(TableError) as refused:
        table_of(guest("Host"), people=people)
    assert refused.value.code == code


def test_nobody_else_joins_watches_or_finds_the_table() -> None:
    host, other = guest("Host"), guest("Other")
    made = tables.create_table(host=host, game=GAME, size=3, people=NAMES, options={"one_phone": True})
    assert made.code is None
    assert selectors.table_for(other, made.key) is None
    for user in (host, other):
        with pytest.raises(TableError) as refused:
            seats.sit(table=made, user=user)
        assert (refused.value.code, refused.value.rule) == ("options", "common.one-phone")
    tables.start(table=made, user=host)
    assert selectors.table_for(other, made.key) is None
    assert browser(other).get(f"/tables/{made.key}/").status_code == 404
    assert browser(host).get(f"/tables/{made.key}/").status_code == 200


def test_an_open_table_conflicts_and_the_rule_says_so() -> None:
    host = guest("Host")
    with pytest.raises(TableError) as at_making:
        tables.create_table(host=host, game=GAME, people=NAMES, options={"one_phone": True}, is_public=True)
    made = tables.create_table(host=host, game=GAME, size=2, people=NAMES, options={"one_phone": True})
    with pytest.raises(TableError) as at_changing:
        tables.change_options(table=made, host=host, options={"one_phone": True}, is_public=True)
    with pytest.raises(TableError) as turned_off:
        tables.change_options(table=made, host=host, options={})
    with pytest.raises(TableError) as turned_on:
        tables.change_options(table=lobby(guest("Anna")), host=User.objects.get(display_name="Anna"), options={"one_phone": True})
    for refused in (at_making, at_changing, turned_off, turned_on):
        assert (refused.value.code, refused.value.rule) == ("options", "common.one-phone")


# --- the door -------------------------------------------------------------------------------------------------------
def test_the_holder_acts_for_the_held_seats_and_nobody_else_does() -> None:
    host, other = guest("Host"), guest("Other")
    table = table_of(host, size=2)
    for user, seat in ((other, to_act(table)), (other, 0), (host, 2), (host, -1)):
        with pytest.raises(Refused) as refused:
            act(table, user, seat, {"type": "bid", "count": 1, "face": 5})
        assert refused.value.code == "not_your_seat"
    first = to_act(table)
    bid(table, host)
    assert to_act(table) == 1 - first
    act(table, host, 1 - first, {"type": "challenge"})
    assert view(table).reveal is not None
    assert [entry.seat for entry in LogEntry.objects.filter(match_id=table.pk, by="person")] == [first, 1 - first]


def test_a_computers_seat_is_not_held() -> None:
    host = guest("Host")
    table = table_of(host, size=3, people={0: "Asha Rai"})
    for seat in (1, 2):
        with pytest.raises(Refused) as refused:
            act(table, host, seat, {"type": "leave"})
        assert refused.value.code == "not_your_seat"


def test_taking_is_for_the_seat_to_act_and_ends_with_the_turn() -> None:
    host = guest("Host")
    table = table_of(host)
    record, first = record_of(table), to_act(table)
    with pytest.raises(Refused) as refused:
        one_phone.take(record, (0, 1), 1 - first)
    assert refused.value.code == "not_your_seat"
    taken = one_phone.take(record, (0, 1), first)
    assert one_phone.open_seat(record, (0, 1), taken) == first
    assert one_phone.open_seat(record, (0, 1), None) is None
    assert one_phone.acting_seat(record, (0, 1), taken, "bid", None) == first
    bid(table, host)
    assert one_phone.open_seat(record_of(table), (0, 1), taken) is None
    with pytest.raises(Refused) as late:
        one_phone.acting_seat(record_of(table), (0, 1), taken, "challenge", None)
    assert late.value.code == "not_taken"
    act(table, host, 0, {"type": "pause"})
    assert one_phone.next_seat(record_of(table), (0, 1)) is None


def test_the_device_pauses_for_all_around_it() -> None:
    host = guest("Host")
    table = table_of(host, size=3, people={0: "Asha Rai", 1: "Bob", 2: "Cem"})
    act(table, host, one_phone.acting_seat(record_of(table), (0, 1, 2), None, "pause", None), {"type": "pause"})
    assert record_of(table).sitting.halt == "pause"


def test_who_left_is_played_by_the_computer_and_comes_back() -> None:
    host = guest("Host")
    table = table_of(host)
    gone = to_act(table)
    act(table, host, gone, {"type": "leave"})
    sight = selectors.sight(table.pk)
    device = sight.device(host.pk)
    assert device is not None
    assert device.gone == (gone,)
    assert one_phone.acting_seat(record_of(table), (0, 1), None, "rejoin", gone) == gone
    act(table, host, gone, {"type": "rejoin"})
    assert selectors.sight(table.pk).device(host.pk).gone == ()  # type: ignore[union-attr]


def test_the_presence_of_the_device_is_that_of_all_its_seats() -> None:
    host = guest("Host")
    table = table_of(host)
    rows = list(table.seats.all())
    silent(table, host, 300)
    presence.connected(seat_id=rows[0].pk, connection="phone")
    assert {(row.is_connected, row.controller) for row in table.seats.all()} == {(True, "phone")}
    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            submit_action(match_id=table.pk, seat=seat, action={"type": "leave"}, version=1, actor=Actor.person(host.pk, "an older tab"))
        assert refused.value.code == "not_controller"
    presence.disconnected(seat_id=rows[1].pk, connection="phone")
    assert {row.is_connected for row in table.seats.all()} == {False}


def test_a_rematch_keeps_names_and_seats() -> None:
    host = guest("Host")
    table = table_of(host, size=3, people={0: "Asha Rai", 2: "Bob"}, turn_seconds=30)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)
    again = rematch.offer(table=table, user=host)
    assert again is not None
    assert [(row.name, row.is_held) for row in again.seats.all()] == [("Asha Rai", True), ("", False), ("Bob", True)]
    assert again.options == table.options


def test_lists_name_the_table_once() -> None:
    host = member("Host")
    table = table_of(host)
    assert [(row.key, row.is_my_turn) for row in selectors.running_tables_of(host)] == [(table.key, True)]
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)
    assert [row.key for row in selectors.history_of(host)] == [table.key]


# --- pages without a script -------------------------------------------------------------------------------------------
def test_a_page_shows_a_hand_only_after_it_was_taken_and_only_that_one() -> None:
    """UX-601, UX-602."""
    host = guest("Host")
    table = table_of(host)
    client, address = browser(host), f"/tables/{table.key}/"
    for _ in range(3):
        seat = to_act(table)
        covered = client.get(address).content.decode()
        assert 'id="cover"' in covered
        assert NAMES[seat] in covered
        assert not own_dice(covered)
        assert 'id="moves"' not in covered
        client.post(f"{address}take/", {"seat": 1 - seat})
        assert not own_dice(client.get(address).content.decode()), "not theirs to look at"
        client.post(f"{address}take/", {"seat": seat})
        opened = client.get(address).content.decode()
        assert sorted(own_dice(opened)) == sorted(dice_of(table, seat))
        assert 'id="cover"' not in opened
        sent = {
            "do": "bid",
            "count": 1 + len(view(table).bids),
            "face": "5",
            "version": record_of(table).version,
            "token": f"t{record_of(table).version}",
        }
        client.post(f"{address}act/", sent)
        assert to_act(table) == 1 - seat


def test_without_taking_it_a_form_does_nothing() -> None:
    host = guest("Host")
    table = table_of(host)
    client, before = browser(host), record_of(table).version
    sent = {"do": "bid", "count": 1, "face": "5", "version": before}
    answered = client.post(f"/tables/{table.key}/act/", sent, headers={"X-Requested-With": "table"})
    assert answered.status_code == 422
    assert "Say first who has the phone" in answered.content.decode()
    assert record_of(table).version == before


def test_who_left_comes_back_by_their_own_button() -> None:
    host = guest("Host")
    table = table_of(host)
    gone = to_act(table)
    act(table, host, gone, {"type": "leave"})
    client, address = browser(host), f"/tables/{table.key}/"
    page = client.get(address).content.decode()
    assert f"{NAMES[gone]} is back" in page
    client.post(f"{address}act/?seat={gone}", {"do": "rejoin", "version": record_of(table).version})
    assert not record_of(table).engine.away(record_of(table).state)


def test_after_the_match_the_page_offers_a_rematch_and_the_record() -> None:
    host = guest("Host")
    table = table_of(host)
    while record_of(table).ended_at is None:
        if view(table).reveal is not None:
            now = record_of(table).due_at
            submit_action(
                match_id=table.pk, seat=None, action={"type": "proceed"}, version=record_of(table).version, actor=Actor("clock"), now=now
            )
        elif view(table).bids:
            act(table, host, to_act(table), {"type": "challenge"})
        else:
            act(table, host, to_act(table), {"type": "bid", "count": view(table).in_play, "face": 5})
    page = browser(host).get(f"/tables/{table.key}/").content.decode()
    assert 'id="rematch"' in page
    assert 'id="record"' in page
    assert 'id="cover"' not in page
    assert browser(host).get(f"/tables/{table.key}/record.json").status_code == 200


# --- the third door ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("language", "name"), [("en", "Player 1"), ("nl", "Speler 1"), ("de", "Spieler 1"), ("ne", "खेलाडी १")])
def test_the_third_door_leads_to_a_sheet_with_offered_names(client: Client, language: str, name: str) -> None:
    home = client.get(f"/{language}/").content.decode()
    assert f"/{language}/play/{selectors.first_game(AnonymousUser(), language)}/?one_phone=1" in home
    page = client.get(f"/{language}/play/liars_dice/?one_phone=1").content.decode()
    assert f'value="{name}"' in page
    assert 'name="one_phone" value="yes"' in page
    assert 'name="open"' not in page


def test_the_sheet_begins_the_match_at_once(client: Client) -> None:
    sent = {
        "one_phone": "yes",
        "size": "3",
        "person_0": "Asha Rai",
        "person_1": "",
        "person_2": "Bob",
        "person_3": "beyond",
        "level_1": "hard",
    }
    answered = client.post(SHEET, sent)
    table = Table.objects.get()
    assert answered["Location"] == f"/tables/{table.key}/"
    assert table.phase == Table.Phase.PLAYING
    assert [(row.name, row.bot_level) for row in table.seats.all()] == [("Asha Rai", "normal"), ("", "hard"), ("Bob", "normal")]


@pytest.mark.parametrize("changes", [{"open": "public"}, {"person_1": "Asha Rai"}, {"person_0": "", "person_1": ""}, {"size": "1"}])
def test_what_the_sheet_refuses_keeps_what_was_typed(client: Client, changes: dict[str, str]) -> None:
    answered = client.post(SHEET, {"one_phone": "yes", "size": "2", "person_0": "Asha Rai", "person_1": "Bob", **changes})
    assert answered.status_code == 422
    assert not Table.objects.exists()
    page = answered.content.decode()
    assert 'name="one_phone" value="yes"' in page
    assert f'value="{changes.get("person_1", "Bob")}"' in page
    assert 'role="alert"' in page


def test_play_now_does_not_mistake_a_phone_that_goes_round_for_a_second_tap() -> None:
    host = guest("Host")
    table = table_of(host, size=2)
    assert tables.play_now(user=host, game=GAME).pk != table.pk
    assert running(guest("Anna")).pk != table.pk


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_the_cover_is_in_the_readers_language(language: str) -> None:
    host = guest("Host", language=language)
    page = browser(host).get(f"/tables/{table_of(host).key}/").content.decode()
    with translation.override(language):
        kind = translation.gettext("One phone, pass it round")
    assert (language == "en") is (kind == "One phone, pass it round")
    assert kind in page
    assert page_words.terms(language).cover in page


def test_who_lends_the_phone_reads_nobodys_moves_in_their_own_data_before_the_end() -> None:
    host = member("Asha")
    table = table_of(host)
    bid(table, host)
    moves = [seat["actions"] for seat in export(host)["seats"]]
    assert moves == [[], []]
    Match.objects.filter(table=table).update(ended_at=timezone.now())
    assert [len(seat["actions"]) for seat in export(host)["seats"]].count(1) == 1
