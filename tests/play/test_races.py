"""Two real connections at one match. On PostgreSQL, since SQLite lets only one writer in anyway.

The first test shows the race that the version condition is there for; the others, that with it nobody wins twice.
"""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections, transaction
from msgspec.structs import replace

from games.play.models import LogEntry, Match, Outage, Seat, Table
from games.play.services import clock, journal, outages
from games.play.services import record as records
from games.play.services.actions import Accepted, Actor, submit_action
from games.play.services.errors import Refused
from tests.play.matches import NOW, Sat, new_match

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TRIES = 12


def together(*calls: Callable[[], Any]) -> list[Any]:
    """The results (or errors) of the calls, each run in a thread and connection of its own, begun at the same moment."""
    start, found = threading.Barrier(len(calls)), [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        connection.ensure_connection()
        start.wait()
        try:
            found[index] = call()
        except Exception as error:
            found[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def bid(match: Sat, version: int, count: int, token: str | None = None) -> Callable[[], Accepted]:
    seat = match.to_act
    person, action = match.person(seat), {"type": "bid", "count": count, "face": 2}
    return lambda: submit_action(match_id=match.id, seat=seat, action=action, version=version, token=token, actor=person, now=NOW + 1)


def test_without_the_version_condition_two_writers_both_win():
    match = new_match()
    read = threading.Barrier(2)

    def write() -> int:
        version = Match.objects.get(pk=match.id).version
        read.wait()
        return Match.objects.filter(pk=match.id).update(version=version + 1)

    assert together(write, write) == [1, 1]
    assert match.version == 2, "two changes were reported as done, and one of them is lost"


@pytest.mark.rule("common.action.order")
def test_of_two_actions_at_once_one_takes_effect():
    match = new_match()
    for _ in range(TRIES):
        version, count = match.version, len(match.log)
        if match.record.state.bids and match.record.state.bids[-1].count >= 9:
            break
        higher = 1 + (match.record.state.bids[-1].count if match.record.state.bids else 0)
        found = together(bid(match, version, higher), bid(match, version, higher))
        accepted = [one for one in found if isinstance(one, Accepted)]
        refused = [one for one in found if isinstance(one, Refused)]
        assert (len(accepted), len(refused)) == (1, 1), found
        assert refused[0].code == "stale_version"
        assert (match.version, len(match.log)) == (version + 1, count + 1)


def test_two_processes_with_memories_of_their_own_never_both_win():
    """Each thread computes on the same remembered match, as two processes would, and only one is stored."""
    match = new_match()
    remembered = match.record
    seat = match.to_act
    entry = journal.Entry(seat, "person", None, "bid", {"type": "bid"}, [], ())
    after = replace(remembered, version=2)
    found = together(*[lambda: journal.write(remembered, after, entry, now=NOW + 1)] * 4)
    assert sum(one is not None for one in found) == 1
    assert len(match.log) == 2


def test_the_same_token_twice_at_once_is_one_action_with_one_answer():
    match = new_match()
    for number in range(1, TRIES):
        version = match.version
        if match.record.state.bids and match.record.state.bids[-1].count >= 9:
            break
        twice = bid(match, version, number, token=f"t{number}")
        first, second = together(twice, twice)
        assert isinstance(first, Accepted), first
        assert isinstance(second, Accepted), second
        assert first.version == second.version == version + 1
        assert match.version == version + 1


def test_many_votes_at_once_are_all_counted_and_versions_have_no_gap():
    match = new_match(persons=6)
    calls = [
        lambda seat=seat: submit_action(
            match_id=match.id, seat=seat, action={"type": "pause"}, version=1, token=f"p{seat}", actor=match.person(seat), now=NOW + 1
        )
        for seat in range(6)
    ]
    found = together(*calls)
    assert sorted(one.version for one in found) == [2, 3, 4, 5, 6, 7]
    assert match.record.sitting.halt == "pause"
    assert [entry.number for entry in match.log] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("common.clock.expire")
def test_time_runs_out_once_however_many_notice():
    match = new_match(options={"max_timeouts": 0})
    for turn in range(1, 5):
        if match.record.engine.due(match.record.state):
            break
        due_at = match.record.due_at
        found = together(*[partial(clock.ring, match.id, due_at)] * 3)
        assert found.count(True) == 1
        assert match.version == turn + 1


def test_the_clock_and_a_person_at_the_last_moment_do_not_both_act():
    match = new_match()
    due_at = match.record.due_at
    acted, rang = together(bid(match, 1, 3), lambda: clock.ring(match.id, due_at))
    assert match.version == 2
    assert isinstance(acted, Accepted) != rang
    if rang:
        assert acted.code == "deadline_passed"


@pytest.mark.rule("common.bot.view")
def test_a_computers_turn_that_two_workers_take_is_played_once():
    match = new_match(persons=3)
    seat = match.to_act
    match.act(seat, "leave", NOW + 1)
    due_at = match.record.due_at
    found = together(*[partial(clock.ring, match.id, due_at)] * 3)
    assert found.count(True) == 1
    assert LogEntry.objects.filter(match_id=match.id, by="bot").count() == 1


def test_a_credit_is_given_once_by_two_sweeps():
    match = new_match()
    outages.beat("web", NOW + 10)
    outages.beat("web", NOW + 30)
    together(*[lambda: clock.give_back(NOW + 30.5)] * 3)
    assert match.kinds() == ["start", "credit"]
    assert match.record.due_at == NOW + 65


def test_two_web_processes_that_come_back_at_once_note_one_outage():
    outages.beat("web", NOW)
    together(*[lambda: outages.beat("web", NOW + 60)] * 3)
    assert Outage.objects.count() == 1


def test_a_seat_that_changes_hands_while_its_old_person_acts_is_safe():
    """Either the action was first, or it is refused: never both the new owner and the old one's action after it."""
    match = new_match()
    seat, stranger = match.to_act, new_match().seats[0].user_id

    def hand_over() -> None:
        with transaction.atomic():
            Seat.objects.filter(table_id=match.id, index=seat).update(user_id=stranger)
            journal.reseat(match.id)

    act = bid(match, 1, 1)
    hand_over()
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == "not_your_seat"
    new = Actor.person(stranger)
    assert submit_action(match_id=match.id, seat=seat, action={"type": "bid", "count": 1, "face": 2}, version=1, actor=new, now=NOW + 1)


def test_the_end_of_a_match_and_a_change_of_its_table_do_not_wait_for_each_other():
    """Both hold the table's row first."""
    match = new_match()
    inside, ending = threading.Event(), threading.Event()

    def change() -> None:
        with transaction.atomic():
            Table.objects.select_for_update().get(pk=match.id)
            inside.set()
            ending.wait(5)
            journal.reseat(match.id)

    def end() -> Accepted:
        inside.wait(5)
        ending.set()
        return match.close(NOW + 5)

    changed, ended = together(change, end)
    assert changed is None
    assert isinstance(ended, Accepted), ended
    assert match.row.ended_at is not None


def test_a_process_killed_between_storing_and_telling_loses_nothing(monkeypatch):
    """What was to happen on commit does not: another process finds the change in the database, and the clock goes on."""

    class Killed(BaseException):
        pass

    def die(*args, **kwargs):
        raise Killed

    match = new_match(options={"loss": "one"})
    match.bid(match.to_act, 10, "*", NOW + 1)
    seat, person = match.to_act, match.person(match.to_act)
    monkeypatch.setattr(journal, "_tell", die)
    with pytest.raises(Killed):
        submit_action(match_id=match.id, seat=seat, action={"type": "challenge"}, version=2, token="t", actor=person, now=NOW + 2)
    monkeypatch.undo()
    records.forget()
    assert match.kinds() == ["start", "bid", "challenge"]
    again = submit_action(match_id=match.id, seat=seat, action={"type": "challenge"}, version=2, token="t", actor=person, now=NOW + 3)
    assert again.version == 3
    clock.sweep(NOW + 5)
    assert match.kinds() == ["start", "bid", "challenge", "proceed"]
