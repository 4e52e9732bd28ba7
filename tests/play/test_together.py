"""Actions that arrive at the same moment are stored in one transaction, and answered as if each had come alone."""

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games.play import announce
from games.play.models import LogEntry
from games.play.services import journal, statements
from games.play.services import record as records
from games.play.services.actions import STAFF, Accepted, Actor, Ask, submit_action, submit_together
from games.play.services.errors import Refused
from tests.play.matches import Sat, after_commit, new_match
from tests.play.test_races import together

pytestmark = pytest.mark.django_db


def ask(
    match: Sat, token: str | None = "t", *, count: int = 1, face: int | str = 2, version: int | None = None, seat: int | None = None
) -> Ask:
    at = match.to_act if seat is None else seat
    action: dict[str, Any] = {"type": "bid", "count": count, "face": face}
    return Ask(match.id, at, action, match.version if version is None else version, token, match.person(at))


def submit(*asks: Ask) -> list[Accepted | Exception]:
    return after_commit(lambda: submit_together(asks))


def code(answer: Accepted | Exception) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def versions(answers: list[Accepted | Exception]) -> list[int]:
    assert all(isinstance(answer, Accepted) for answer in answers), answers
    return [answer.version for answer in answers if isinstance(answer, Accepted)]


def test_each_of_several_matches_moves_on_by_its_own_action():
    matches = [new_match() for _ in range(5)]
    assert versions(submit(*(ask(match, f"t{at}", count=at + 1) for at, match in enumerate(matches)))) == [2] * 5
    for at, match in enumerate(matches):
        assert [entry.token for entry in match.log] == [None, f"t{at}"]
        assert match.record.state.bids[-1].count == at + 1
        assert match.replayed().state == match.record.state


def test_what_is_stored_together_is_what_would_be_stored_alone():
    alone, first, second = new_match(), new_match(), new_match()
    submit(ask(alone)), submit(ask(first), ask(second))
    columns = [[getattr(match.log[-1], name) for name in ("number", "by", "token", "action", "draws")] for match in (alone, first, second)]
    assert columns[0] == columns[1] == columns[2]
    assert {(row.version, row.waits_for is None, row.ended_at, row.result) for row in (alone.row, first.row, second.row)} == {
        (2, False, None, None)
    }
    records.forget()
    assert records.read(first.id).state == first.replayed().state


@pytest.mark.postgres
def test_all_of_them_take_one_statement():
    matches = [new_match() for _ in range(4)]
    asks = [ask(match) for match in matches]
    with CaptureQueriesContext(connection) as queries:
        submit(*asks)
    assert sum("play_match" in query["sql"] for query in queries) == 1


def test_everybody_is_told_and_only_after_commit(django_capture_on_commit_callbacks):
    heard: list[announce.Change] = []
    matches = [new_match(), new_match()]
    announce.local_listeners.append(heard.append)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            submit_together([ask(match) for match in matches])
            assert heard == []
    finally:
        announce.local_listeners.remove(heard.append)
    assert [(change.table_id, change.version) for change in heard] == [(match.id, 2) for match in matches]


def test_a_repeated_token_among_them_gets_its_old_answer_and_holds_nobody_up():
    again, other = new_match(), new_match()
    mine = ask(again, "same")
    assert versions(submit(mine)) == [2]
    assert versions(submit(mine, ask(other))) == [2, 2]
    later = ask(again, "same", seat=mine.seat, version=2)
    assert [answer.version if isinstance(answer, Accepted) else answer.code for answer in submit(later, ask(other, "next", count=2))] == [
        2,
        3,
    ]
    assert LogEntry.objects.filter(match_id=again.id, token="same").count() == 1


def test_a_token_that_the_database_knows_and_memory_does_not():
    """The statement for all fails on it; each is then stored alone."""
    again, other = new_match(options={"max_timeouts": 0}), new_match()
    seat = again.to_act
    submit(ask(again, "old"))
    for count in range(2, 12):
        if again.to_act == seat:
            break
        submit(ask(again, f"t{count}", count=count))
    answers = submit(ask(again, "old", count=12 - 2, face="*"), ask(other, "new"))
    assert versions(answers) == [2, 2]
    assert [entry.token for entry in other.log] == [None, "new"]


def test_the_second_action_of_one_match_sees_the_first():
    match, other = new_match(), new_match()
    first, second = ask(match, "a"), ask(match, "b", count=3)
    taken, late, beside = submit(first, second, ask(other))
    assert versions([taken, beside]) == [2, 2]
    assert code(late) == "stale_version"
    assert match.version == 2


def test_a_refusal_is_for_the_one_who_asked():
    stranger, fine, mute = new_match(), new_match(), new_match()
    asks = [
        ask(stranger)._replace(actor=Actor.person(10**9)),
        ask(fine),
        ask(mute)._replace(action={"type": "bid", "count": 99, "face": 2}),
        ask(fine, "b")._replace(action={"nothing": 1}),
        ask(fine, "c")._replace(match_id=10**9),
    ]
    answers = submit(*asks)
    assert [answer.version if isinstance(answer, Accepted) else code(answer) for answer in answers] == [
        "not_your_seat",
        2,
        "illegal",
        "bad_action",
        "unknown_match",
    ]


def test_a_match_that_has_moved_on_elsewhere_is_read_again():
    behind, fine = new_match(), new_match()
    known = records.current(behind.id)
    submit(ask(behind))
    records.forget(behind.id)
    records.keep(known)  # this process has heard nothing of it
    late = Ask(behind.id, known.engine.actors(known.state).waited, {"type": "bid", "count": 2, "face": 2}, 1, "late", behind.person(0))
    late = late._replace(actor=behind.person(late.seat or 0))
    answers = submit(late, ask(fine))
    assert code(answers[0]) == "stale_version"
    assert isinstance(answers[1], Accepted)
    assert [entry.token for entry in behind.log] == [None, "t"]


def test_the_end_of_a_match_goes_its_own_way():
    ending, other = new_match(), new_match()
    by_staff = Ask(ending.id, None, {"type": "close"}, 1, None, STAFF)
    assert versions(submit(by_staff, ask(other))) == [2, 2]
    assert ending.row.ended_at is not None
    ending.table.refresh_from_db()
    assert ending.table.phase == "closed"


def test_more_than_fit_are_all_answered(monkeypatch):
    monkeypatch.setattr(journal, "MOST_AT_ONCE", 2)
    matches = [new_match() for _ in range(5)]
    assert versions(submit(*map(ask, matches))) == [2] * 5


def test_a_broken_connection_is_the_callers_business(monkeypatch):
    matches = [new_match(), new_match()]
    asks = [ask(match) for match in matches]

    def broken(*_: Any) -> set[int]:
        raise OperationalError("gone")

    monkeypatch.setattr(statements, "store_all", broken)
    with pytest.raises(OperationalError):
        submit(*asks)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_processes_store_overlapping_batches_and_nobody_wins_twice():
    matches = [new_match() for _ in range(8)]
    for turn in range(6):
        asks = [ask(match, count=turn + 1) for match in matches]
        mine, theirs = [one._replace(token=f"a{turn}") for one in asks], [one._replace(token=f"b{turn}") for one in asks[::-1]]
        first, second = together(lambda mine=mine: submit_together(mine), lambda theirs=theirs: submit_together(theirs))
        for one, other in zip(first, second[::-1], strict=True):
            assert sorted(isinstance(answer, Accepted) for answer in (one, other)) == [False, True]
        assert [match.version for match in matches] == [turn + 2] * 8


def test_submitting_alone_is_the_same_door():
    match = new_match()
    one = ask(match)
    assert one.submit().version == 2
    with pytest.raises(Refused):
        submit_action(**ask(match, "b", version=1, seat=one.seat)._asdict())
