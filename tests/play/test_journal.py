"""What is stored of a match, in how many statements, and when it is told."""

import msgspec
import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.core.game import Result
from games.play import announce
from games.play.models import LogEntry, Match, Table
from games.play.services import journal
from games.play.services import record as records
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import Refused
from games.play.services.saved import unpack
from games.play.signals import match_finished
from tests.play.matches import NOW, SECRET, Sat, new_match, new_table
from tests.triggers import without_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
def told():
    """What sockets of this process hear."""
    heard: list[announce.Change] = []
    announce.local_listeners.append(heard.append)
    yield heard
    announce.local_listeners.remove(heard.append)


@pytest.fixture
def finished():
    heard: list[int] = []

    def hear(match_id, **_):
        heard.append(match_id)

    match_finished.connect(hear)
    yield heard
    match_finished.disconnect(hear)


def engine_state(match: Sat):
    return match.record.engine.load(bytes(unpack(match.row.saved).engine))


@pytest.mark.rule("common.random.server")
def test_the_start_is_the_first_entry_with_its_options_parts_and_draws():
    match = new_match(persons=2, bots=["hard"], options={"games": 2})
    (start,) = match.log
    action = msgspec.json.decode(start.action)
    assert (start.number, start.seat, start.by, match.row.version) == (1, None, "server", 1)
    assert (action["type"], action["seats"], action["levels"]) == ("start", 3, ["", "", "hard"])
    assert action["options"]["games"] == 2
    assert action["parts"] == match.row.parts == [f"{0:032x}", f"{1:032x}", ""]
    assert [draw[0] for draw in msgspec.json.decode(start.draws)] == ["match / opener", "game 1 / round 1 / roll"]


def test_each_version_has_one_entry_without_a_gap():
    match = new_match(persons=1, bots=["easy", "normal"])
    match.play_out(NOW)
    assert [entry.number for entry in match.log] == list(range(1, match.version + 1))


@pytest.mark.parametrize(
    "table",
    [
        {"persons": 1, "bots": ["easy", "normal", "hard"], "options": {"games": 2}},
        {"persons": 3, "bots": ["easy"], "options": {"leave_mode": "remove", "max_timeouts": 2, "games": 2}},
        {"persons": 2, "options": {"max_timeouts": 1}},
    ],
)
def test_the_log_replays_to_the_saved_state_without_the_secret(table):
    match = new_match(**table)
    match.play_out(NOW)
    played = match.replayed()
    assert played.state == engine_state(match) == match.record.state
    assert played.result == msgspec.convert(match.row.result, Result)
    assert [msgspec.json.encode(events).decode() for events in played.events] == [entry.events for entry in match.log]


def test_a_log_with_every_kind_of_table_action_replays():
    match = new_match(persons=3)
    first = match.to_act
    match.act(first, "more_time", NOW + 40)
    match.act(first, "leave", NOW + 41)
    match.act(first, "rejoin", NOW + 41.5)
    for seat in range(3):
        match.act(seat, "pause", NOW + 42)
    match.act(first, "resume", NOW + 50)
    match.clock("absent", NOW + 60, match.to_act)
    match.close(NOW + 70)
    assert match.kinds() == ["start", "more_time", "leave", "rejoin", "pause", "pause", "pause", "resume", "absent", "close"]
    assert match.replayed().state == engine_state(match)


def test_a_change_is_told_after_commit_and_not_before(told):
    match = new_match()
    told.clear()
    user_id = match.seats[match.to_act].user_id
    action = {"type": "bid", "count": 1, "face": 2}
    submit_action(match_id=match.id, seat=match.to_act, action=action, version=1, actor=Actor.person(user_id), now=NOW + 1)
    assert told == []


def test_what_is_told_is_how_far_the_match_is(told):
    match = new_match()
    accepted = match.bid(match.to_act, 1, 2)
    assert [(change.table_id, change.version) for change in told] == [(match.id, 1), (match.id, 2)]
    assert told[-1].record == accepted.record


def test_a_listener_that_fails_keeps_nobody_from_hearing(told):
    def fails(change):
        raise RuntimeError("a socket broke")

    announce.local_listeners.insert(0, fails)
    try:
        match = new_match()
    finally:
        announce.local_listeners.remove(fails)
    assert [change.version for change in told] == [1]
    assert match.version == 1


def test_the_end_is_stored_with_the_last_change_and_signalled_once(finished):
    match = new_match(persons=1, bots=["easy"])
    ended = match.play_out(NOW)
    row, table = match.row, Table.objects.get(pk=match.id)
    result = msgspec.convert(row.result, Result)
    assert sorted(result.places) == [1, 2]
    assert (row.due_at, row.waits_for) == (None, None)
    assert row.ended_at.timestamp() == pytest.approx(ended)
    assert (table.phase, table.code) == (Table.Phase.FINISHED, None)
    assert finished == [match.id]


def test_an_ended_match_takes_no_further_entry():
    match = new_match()
    before = match.record
    match.close(NOW + 1)
    after = msgspec.structs.replace(before, version=3)
    entry = journal.Entry(0, "person", None, "bid", {"type": "bid"}, [], ())
    ended = msgspec.structs.replace(before, version=2)
    assert journal.write(ended, after, entry, now=NOW + 2) is None
    assert len(match.log) == 2


@pytest.mark.parametrize("changed", ["version", "seating"])
def test_a_change_of_a_match_that_has_moved_on_is_not_stored(changed):
    match = new_match()
    before = match.record
    Match.objects.filter(pk=match.id).update(**{changed: 7})
    after = msgspec.structs.replace(before, version=2)
    entry = journal.Entry(0, "person", None, "bid", {"type": "bid"}, [], ())
    assert journal.write(before, after, entry, now=NOW + 1) is None
    assert len(match.log) == 1


def test_a_repeated_token_stores_nothing_and_leaves_the_transaction_usable():
    match = new_match()
    match.bid(match.to_act, 1, 2, token="t")
    before = match.record
    after = msgspec.structs.replace(before, version=3)
    entry = journal.Entry(match.log[-1].seat, "person", "t", "bid", {"type": "bid"}, [], ())
    with pytest.raises(journal.RepeatedTokenError):
        journal.write(before, after, entry, now=NOW + 1)
    assert (match.version, len(match.log)) == (2, 2)


def statements(call) -> list[str]:
    """The statements of the call but for savepoints, which only a test's own transaction needs."""
    with CaptureQueriesContext(
        connection,
    ) as context:
        call()
    return [query["sql"] for query in context if "SAVEPOINT" not in query["sql"]]


def test_an_action_on_a_match_in_memory_takes_one_change_of_each_table():
    match = new_match()
    seat, person = match.to_act, match.person(match.to_act)
    action = {"type": "bid", "count": 1, "face": 2}
    made = statements(lambda: submit_action(match_id=match.id, seat=seat, action=action, version=1, token="t", actor=person, now=NOW + 1))
    if connection.vendor == "postgresql":
        assert len(made) == 1
    else:
        assert [sql.split()[0] for sql in made] == ["UPDATE", "INSERT"]


def test_a_deal_reads_the_secret_and_nothing_more():
    match = new_match(options={"loss": "one"})
    match.bid(match.to_act, 10, "*")
    match.act(match.to_act, "challenge")
    known = match.record
    now = known.due_at
    made = statements(lambda: match.clock("proceed", now))
    assert sum("play_secret" in sql for sql in made) == 1


def test_a_stale_action_on_a_match_in_memory_takes_one_look_for_its_token():
    match = new_match()
    seat, person = match.to_act, match.person(match.to_act)
    match.bid(seat, 1, 2)
    action = {"type": "bid", "count": 1, "face": 2}

    def stale():
        with pytest.raises(Refused):
            submit_action(match_id=match.id, seat=seat, action=action, version=1, token="t", actor=person, now=NOW + 2)

    assert len(statements(stale)) == 1


def test_what_this_process_wrote_is_read_from_memory():
    match = new_match(persons=4)
    match.bid(match.to_act, 1, 2)
    assert statements(lambda: records.current(match.id)) == []


def test_the_secret_is_neither_in_the_match_nor_in_its_log():
    match = new_match(persons=1, bots=["normal"])
    match.play_out(NOW)
    text = match.row.saved + "".join(entry.action + entry.draws + entry.events for entry in match.log)
    assert SECRET.hex() not in text
    assert "secret" not in text


def test_news_reach_back_as_far_as_memory_does():
    match = new_match()
    for step in range(3):
        match.bid(match.to_act, 1 + step, 2)
    record = records.current(match.id)
    assert [one.number for one in record.news_after(2)] == [3, 4]
    assert record.news_after(4) == ()
    records.forget()
    assert records.current(match.id).news_after(2) is None


def test_a_start_that_is_rolled_back_leaves_nothing_in_memory():
    table = new_table()
    seats = list(table.seats.all())
    journal.begin(table, seats=seats, parts=["", ""], now=NOW)
    with without_triggers():
        Match.objects.filter(pk=table.pk).delete()
    with pytest.raises(Refused):
        records.current(table.pk)


@pytest.mark.parametrize("statement", ["UPDATE play_logentry SET events = '[]'", "DELETE FROM play_logentry", "TRUNCATE play_logentry"])
def test_the_database_refuses_to_change_what_was_logged(statement):
    match = new_match()
    if statement.startswith("TRUNCATE") and connection.vendor == "sqlite":
        statement = "DELETE FROM play_logentry WHERE number = 1"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert LogEntry.objects.filter(match_id=match.id).exclude(events="[]").exists()
