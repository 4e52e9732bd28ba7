"""Who may see what of a table, and that reading it costs the same for any number of seats."""

import time
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from bluffsite.accounts.models import User
from games.core.fairness import verify
from games.play import listing, selectors
from games.play.models import LogEntry, Match, Secret, Table
from games.play.services import bots, presence, rematch, seats, tables
from games.play.services.actions import CLOCK, STAFF, Actor, submit_action
from games.play.services.record import read
from games.play.services.waits import waiting
from games.play.shown import Sight
from tests.play.people import GAME, finished, guest, lobby, made_ago, running, seat, silent

pytestmark = pytest.mark.django_db

STRANGER = AnonymousUser()


@pytest.fixture
def anna() -> User:
    return guest("Anna")


@pytest.fixture
def ben() -> User:
    return guest("Ben")


@pytest.fixture
def dan() -> User:
    """Somebody with an account who sits elsewhere."""
    dan = guest("Dan")
    lobby(dan)
    return dan


def play(table: Table, steps: int) -> None:
    """So many changes of the match, by computers, the clock, and time-outs of persons."""
    for _ in range(steps):
        record = read(table.pk)
        wait = waiting(record, record.state)
        if record.sitting.halt is not None:  # every person has left
            return
        if wait.who == "computer" and wait.seat is not None:
            bots.play(record, wait.seat, time.time())
        elif wait.who != "nobody":
            kind = "timeout" if wait.who == "person" else "proceed"
            ask = {"match_id": table.pk, "seat": wait.seat, "action": {"type": kind}, "version": record.version}
            submit_action(**ask, actor=CLOCK, now=record.due_at)


def end(table: Table) -> Match:
    """Staff end the match, if it runs still."""
    if read(table.pk).ended_at is None:
        submit_action(match_id=table.pk, seat=None, action={"type": "close"}, version=read(table.pk).version, actor=STAFF)
    return Match.objects.get(pk=table.pk)


# --- who may see ----------------------------------------------------------------------------------------------------
MATRIX = [
    # phase, public, who -> sees the table
    ("lobby", False, {"stranger": True, "elsewhere": True, "player": True}),
    ("lobby", True, {"stranger": True, "elsewhere": True, "player": True}),
    ("playing", False, {"stranger": False, "elsewhere": False, "player": True}),
    ("playing", True, {"stranger": True, "elsewhere": True, "player": True}),
    ("finished", False, {"stranger": False, "elsewhere": False, "player": True}),
    ("finished", True, {"stranger": True, "elsewhere": True, "player": True}),
    ("given up", False, {"stranger": True, "elsewhere": True, "player": True}),
    ("ended by staff", False, {"stranger": False, "elsewhere": False, "player": True}),
]


@pytest.mark.rule("common.view.public")
@pytest.mark.parametrize(("phase", "is_public", "sees"), MATRIX)
def test_who_may_see_a_table(phase: str, is_public: bool, sees: dict[str, bool], anna: User, dan: User) -> None:
    make: dict[str, Any] = {"lobby": lobby, "playing": running, "finished": finished, "given up": lobby, "ended by staff": finished}
    table = make[phase](anna, is_public=is_public)
    if phase == "given up":
        tables.close_table(table=table)
    elif phase == "ended by staff":
        Table.objects.filter(pk=table.pk).update(phase=Table.Phase.CLOSED)
    people = {"stranger": STRANGER, "elsewhere": dan, "player": anna}
    for who, person in people.items():
        assert (selectors.table_for(person, table.key) == table) is sees[who], who


def test_unknown_and_hidden_tables_are_alike(anna: User, dan: User) -> None:
    hidden = running(anna)
    for person in (STRANGER, dan):
        for key in (hidden.key, "x" * 22, "", hidden.key.swapcase(), str(hidden.pk), hidden.key + "\x00"):
            assert selectors.table_for(person, key) is None


def test_a_table_made_for_an_offer_is_nobodys_until_it_begins(anna: User, ben: User) -> None:
    old = finished(anna, ben, is_public=True)
    rematch.offer(table=old, user=anna)
    key = Table.objects.get(rematch_of=old).key
    assert [selectors.table_for(person, key) for person in (anna, ben, STRANGER)] == [None, None, None]
    assert listing.open_tables(STRANGER) == []
    rematch.answer(table=old, user=ben, agrees=True)
    assert selectors.table_for(STRANGER, key) is not None


def test_somebody_removed_from_a_lobby_is_a_stranger_to_its_match(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    seats.remove_person(table=table, host=anna, index=1)
    tables.start(table=table, user=anna)
    assert selectors.table_for(ben, table.key) is None


# --- what is shown --------------------------------------------------------------------------------------------------
def text_of(*shown: Any) -> str:
    return msgspec.json.encode(shown).decode()


def test_a_lobby_is_shown_whole_and_without_anything_private(anna: User, ben: User) -> None:
    table = lobby(anna, ben, size=3, bot_levels={2: "hard"}, part="ab" * 8)
    sight, mine = selectors.lobby_snapshot(table, ben)
    public = sight.public
    assert mine == 1
    assert (public.key, public.code, public.phase, public.host, public.version) == (table.key, table.code, "lobby", 0, 0)
    assert [(place.kind, place.name, place.level, place.is_host, place.has_part) for place in public.seats] == [
        ("person", "Anna", "", True, True),
        ("person", "Ben", "", False, False),
        ("free", "", "hard", False, False),
    ]
    assert public.view is None
    assert sight.seat(1).choices == ()
    assert "ab" * 8 not in text_of(public)  # other browsers' parts stay theirs until the start
    assert bytes(Secret.objects.get(table=table).value).hex() not in text_of(public, sight.seat(1))


def test_computers_are_named_in_the_readers_language(anna: User) -> None:
    public = selectors.sight(running(anna, size=3).pk).public
    assert public.names("en") == ("Anna", "Emil", "Noor")
    assert public.names("ne") == ("Anna", "एमिल", "नोर")
    assert selectors.sight(lobby(anna, size=3).pk).public.names("de") == ("Anna", "", "")


@pytest.mark.rule("common.view.own")
@pytest.mark.rule("common.view.no-leak")
def test_the_public_part_has_a_spectators_view_and_each_seat_its_own(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    sight = selectors.sight(table.pk)
    engine, state = sight.record.engine, sight.record.state  # type: ignore[union-attr]
    assert sight.public.view == engine.view(state, None)
    assert sight.public.view.own is None
    for index in (0, 1):
        assert sight.seat(index).view == engine.view(state, index)
        assert len(sight.seat(index).view.own) == 5
        assert sight.seat(index).choices == engine.choices(state, index)


def test_parts_are_shown_once_they_can_no_longer_be_changed(anna: User) -> None:
    assert selectors.sight(running(anna, size=2, part="ab" * 8).pk).public.parts == ("ab" * 8, "")


def test_the_clock_is_shown_for_a_person_who_is_to_act_and_never_for_a_computer(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2, options={"turn_seconds": 30})
    public = selectors.sight(table.pk).public
    assert public.waited in (0, 1)
    assert public.turn_ms == 30_000
    assert public.remaining_ms is not None
    assert 25_000 < public.remaining_ms <= 30_000
    alone = running(anna, size=6)
    for _ in range(8):
        public = selectors.sight(alone.pk).public
        assert (public.remaining_ms is None) is (public.waited != 0)
        play(alone, 1)


def test_more_time_is_offered_to_the_seat_to_act_for_its_last_third(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2, options={"turn_seconds": 30})
    sight = selectors.sight(table.pk)
    waited = sight.public.waited
    assert waited is not None
    assert sight.seat(1 - waited).more_time_in_ms is None
    wait = sight.seat(waited).more_time_in_ms
    assert wait is not None
    assert 15_000 < wait <= 20_000
    later = selectors.sight(table.pk, now=timezone.now() + timezone.timedelta(seconds=25)).seat(waited)
    assert later.more_time_in_ms == 0
    action = {"match_id": table.pk, "seat": waited, "action": {"type": "more_time"}, "version": 1}
    submit_action(**action, actor=Actor.person([anna, ben][waited].pk), now=time.time() + 25)
    after = selectors.sight(table.pk)
    assert after.seat(waited).more_time_in_ms is None
    assert after.public.more_time_used == (waited,)


@pytest.mark.rule("common.clock.calm")
def test_a_calm_table_says_that_it_is_calm_and_not_for_whom(anna: User, ben: User) -> None:
    slow = selectors.sight(running(anna, guest("Slow", more_time=True), size=2, options={"turn_seconds": 30}).pk).public
    assert slow.is_calm
    assert slow.turn_ms == 60_000
    assert "more_time" not in text_of(slow.seats)


def test_a_seat_in_the_computers_hands_is_marked_and_its_person_sees_it(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    tables.leave_table(table=table, user=ben)
    sight = selectors.sight(table.pk)
    assert [place.is_handed_over for place in sight.public.seats] == [False, True]
    assert (sight.public.seats[1].kind, sight.public.seats[1].name, sight.public.seats[1].level) == ("person", "Ben", "normal")
    assert sight.seat(1).is_handed_over
    record = read(table.pk)
    submit_action(match_id=table.pk, seat=1, action={"type": "rejoin"}, version=record.version, actor=Actor.person(ben.pk))
    assert not selectors.sight(table.pk).seat(1).is_handed_over


def test_absence_is_shown_with_its_seconds(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    silent(table, ben, 20)
    places = selectors.sight(table.pk).public.seats
    assert places[0].away_seconds is None
    assert places[1].away_seconds in (20, 21)
    presence.seen(seat=seat(table, ben))
    assert selectors.sight(table.pk).public.seats[1].away_seconds is None


def test_a_pause_shows_its_votes_and_then_the_time_it_may_last(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    for person, index in ((anna, 0), (ben, 1)):
        record = read(table.pk)
        submit_action(match_id=table.pk, seat=index, action={"type": "pause"}, version=record.version, actor=Actor.person(person.pk))
        public = selectors.sight(table.pk).public
        if index == 0:
            assert (public.votes, public.halt) == ((0,), None)
            assert selectors.sight(table.pk).seat(0).has_voted
    assert public.halt == "pause"
    assert public.halt_ms is not None
    assert 590_000 < public.halt_ms <= 600_000
    assert public.remaining_ms is not None


def test_the_offer_of_a_rematch_is_shown_with_its_answers_and_then_the_new_table(anna: User, ben: User) -> None:
    old = finished(anna, ben, size=3)
    assert selectors.sight(old.pk).public.rematch is None
    rematch.offer(table=old, user=ben)
    offer = selectors.sight(old.pk).public.rematch
    assert offer is not None
    assert (offer.by, offer.answers, offer.key) == (1, (None, True, None), None)
    assert offer.remaining_ms is not None
    assert 15_000 < offer.remaining_ms <= 20_000
    new = rematch.answer(table=old, user=anna, agrees=True)
    offer = selectors.sight(old.pk).public.rematch
    assert new is not None
    assert offer is not None
    assert (offer.by, offer.key, offer.commitment) == (None, new.key, new.commitment)


def test_the_end_is_seen_from_the_match_before_rows_are_read_again(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2, options={"leave_mode": "remove"})
    before = selectors.facts(table.pk)
    tables.leave_table(table=table, user=ben)
    assert before.table.phase == "playing"
    assert Sight(before, read(table.pk), timezone.now()).public.phase == "finished"
    public = selectors.sight(table.pk).public
    assert (public.phase, public.result.places, public.waited) == ("finished", (1, 2), None)


@pytest.mark.parametrize("size", [2, 6])
def test_a_table_is_read_in_the_same_few_queries_for_any_size(size: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    people = [guest(f"P{number}") for number in range(size)]
    table = running(*people, size=size)
    read(table.pk)
    with django_assert_num_queries(3):  # table with match and rematch, seats, and whether the match is as remembered
        sight = selectors.sight(table.pk)
        assert sight.public.seats
        assert all(sight.seat(index).view for index in range(size))
    with django_assert_num_queries(0):
        selectors.shown(sight.facts, sight.record, now=timezone.now()).public.names("en")


# --- lists ----------------------------------------------------------------------------------------------------------
def test_open_tables_are_public_lobbies_with_a_free_seat_where_the_reader_does_not_sit(anna: User, ben: User) -> None:
    wanted = lobby(anna, size=4, bot_levels={3: "hard"}, is_public=True, options={"loss": "one", "turn_seconds": 45})
    lobby(anna)  # by link only
    lobby(anna, ben, size=2, is_public=True)  # full
    running(anna, is_public=True)
    closed = lobby(anna, is_public=True)
    tables.close_table(table=closed)
    rows = listing.open_tables(STRANGER)
    assert [row.key for row in rows] == [wanted.key]
    row = rows[0]
    assert (row.host, row.persons, row.computers, row.free, row.size) == ("Anna", ("Anna",), 1, 2, 4)
    assert row.house_rules == {"loss": "one"}
    assert listing.open_tables(anna) == []
    assert [row.key for row in listing.open_tables(ben)] == [wanted.key]
    assert listing.open_tables(ben, listing.Filters(games=("bluffen",))) == []
    assert listing.count_open_tables() == 2


def test_open_tables_say_which_languages_are_spoken_and_since_when_they_wait(ben: User) -> None:
    with translation.override("en"):
        table = lobby(guest("Lena", language="de"), guest("Anna", language="nl"), ben, is_public=True)
    made_ago(table, 90)
    row = listing.open_tables(STRANGER)[0]
    assert row.languages == ("de", "en", "nl")  # Ben has none of his own: that of the page where he sat down
    assert row.waiting_seconds in (90, 91)


def test_only_public_matches_can_be_watched(anna: User) -> None:
    running(anna)
    shown = running(anna, is_public=True)
    assert [row.key for row in listing.watchable_tables()] == [shown.key]


@pytest.mark.parametrize("count", [1, 12])
def test_lists_take_the_same_few_queries_for_any_number(count: int, anna: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(count):
        lobby(anna, guest("Ben"), is_public=True)
        running(anna, guest("Ben"))
    with django_assert_num_queries(2):  # tables, seats
        assert len(listing.open_tables(STRANGER)) == count
    with django_assert_num_queries(1):
        assert len(selectors.running_tables_of(anna)) == min(20, 2 * count)
    with django_assert_num_queries(0):
        assert selectors.running_tables_of(STRANGER) == []


def test_the_banner_says_whose_turn_it_is(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    waited = selectors.sight(table.pk).public.waited
    for index, person in enumerate((anna, ben)):
        (line,) = selectors.running_tables_of(person)
        assert (line.key, line.game, line.phase, line.is_my_turn) == (table.key, GAME, "playing", index == waited)
    finished(anna)
    assert len(selectors.running_tables_of(anna)) == 1


def test_history_and_the_offer_to_sign_up_begin_with_the_first_finished_match(anna: User) -> None:
    running(anna)
    assert not selectors.has_finished_a_match(anna)
    table = finished(anna)
    assert selectors.has_finished_a_match(anna)
    assert list(selectors.history_of(anna)) == [table]
    assert list(selectors.history_of(STRANGER)) == []
    assert not selectors.has_finished_a_match(STRANGER)


def test_play_now_offers_the_last_game_and_else_one_that_there_is(anna: User) -> None:
    assert selectors.first_game(STRANGER, "ne") in {game.slug for game in selectors.all_games()}
    anna.last_game = GAME
    assert selectors.first_game(anna, "nl") == GAME


# --- log and record -------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.view.no-leak")
def test_the_log_shows_each_seat_its_own_dice_only(anna: User, ben: User) -> None:
    table = running(anna, ben, size=3)
    record = read(table.pk)
    whole = next(event for event in msgspec.json.decode(LogEntry.objects.get(match_id=table.pk).events) if event["type"] == "rolled")
    for reader in (0, 1, None):
        (entry,) = selectors.log_for(record, reader)
        rolled = next(event for event in msgspec.json.decode(msgspec.json.encode(entry.events)) if event["type"] == "rolled")
        assert rolled["dice"] == [dice if index == reader else None for index, dice in enumerate(whole["dice"])]
        assert entry.number == 1


def test_the_log_goes_on_from_a_version_or_gives_the_newest(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    play(table, 6)
    record = read(table.pk)
    everything = selectors.log_for(record, 0)
    assert [entry.number for entry in everything] == sorted(entry.number for entry in everything)
    assert selectors.log_for(record, 0, since=3) == [entry for entry in everything if entry.number > 3]
    assert selectors.log_for(record, 0, most=2) == everything[-2:]
    assert selectors.log_for(record, 0, since=record.version) == []


def test_the_log_tells_nothing_that_came_after_the_position_it_stands_beside(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    before = read(table.pk)
    play(table, 2)
    assert read(table.pk).version == before.version + 2
    assert [entry.number for entry in selectors.log_for(before, 0)] == [1]


def test_the_log_names_what_the_table_did_and_not_its_draws_or_tokens(anna: User, ben: User) -> None:
    table = running(anna, ben, size=2)
    ask = {"match_id": table.pk, "seat": 0, "action": {"type": "pause"}, "version": 1, "token": "private-token"}
    submit_action(**ask, actor=Actor.person(anna.pk))
    entries = selectors.log_for(read(table.pk), 1)
    assert (entries[-1].table_action, entries[-1].seat, entries[-1].events) == ("pause", 0, ())
    assert "private-token" not in text_of(entries)
    assert "draws" not in text_of(entries)


@pytest.mark.rule("common.view.record")
def test_the_record_is_closed_while_the_match_runs_and_open_to_its_players_after_it(anna: User, ben: User, dan: User) -> None:
    table = running(anna, ben, is_public=True)
    match = Match.objects.get(pk=table.pk)
    assert [selectors.record_file(match, person) for person in (anna, ben, dan, STRANGER)] == [None] * 4
    match = end(table)
    assert selectors.record_file(match, anna) == selectors.record_file(match, ben) is not None
    assert [selectors.record_file(match, person) for person in (dan, STRANGER)] == [None] * 2


@pytest.mark.rule("common.view.record")
def test_the_record_of_a_match_can_be_checked_and_a_changed_byte_shows(anna: User, ben: User) -> None:
    table = running(anna, ben, size=4, part="ab" * 8)
    play(table, 40)
    record = selectors.record_file(end(table), anna)
    assert record is not None
    checks = verify(record)
    assert {check.what for check in checks} == {"seal", "promise", "draw", "replay", "result"}
    assert [check for check in checks if not check.ok] == []
    assert msgspec.json.decode(record)["names"] == ["Anna", "Ben", "Noor", "Kiran"]
    at = record.index(b'"Anna"') + 1
    assert not all(check.ok for check in verify(record[:at] + b"B" + record[at + 1 :]))


def test_the_record_is_read_in_the_same_few_queries_for_any_length(anna: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    table = running(anna)
    play(table, 30)
    match = end(table)
    with django_assert_num_queries(5):
        assert selectors.record_file(match, anna)
