"""The countdown: one pending at most, asked for only where it is needed, and nothing lost without the broker."""

import threading
import time

import pytest
from celery import current_app

from games.play.services import alarm
from games.play.tasks import ring, sweep
from tests.play.matches import NOW, new_match


def test_a_first_alarm_needs_a_countdown():
    assert alarm.plan(None, NOW + 2, NOW) == alarm.Plan(NOW + 2, 2)


def test_nothing_due_needs_none():
    assert alarm.plan(NOW + 5, None, NOW) == alarm.Plan(NOW + 5, None)


def test_a_pending_countdown_that_fires_in_time_is_enough():
    assert alarm.plan(NOW + 1, NOW + 2, NOW) == alarm.Plan(NOW + 1, None)


def test_an_earlier_alarm_needs_an_earlier_countdown():
    assert alarm.plan(NOW + 25, NOW + 1, NOW) == alarm.Plan(NOW + 1, 1)


def test_a_countdown_that_has_fired_is_not_pending():
    assert alarm.plan(NOW, NOW + 2, NOW) == alarm.Plan(NOW + 2, 2)


def test_a_long_wait_needs_none_yet():
    assert alarm.plan(None, NOW + alarm.SOON + 0.1, NOW) == alarm.Plan(None, None)
    assert alarm.plan(NOW + 1, NOW + 3600, NOW) == alarm.Plan(NOW + 1, None)


def test_what_is_overdue_is_asked_for_at_once():
    assert alarm.plan(None, NOW - 5, NOW) == alarm.Plan(NOW, 0)


def test_alarms_that_ring_within_a_moment_are_one_task_and_none_rings_early():
    asked = [alarm.Alarm(match_id, at) for match_id, at in ((1, 5.0), (2, 3.0), (3, 3.08), (4, 3.11), (5, 3.2))]
    assert [[one.match_id for one in group] for group in alarm.together(asked)] == [[2, 3], [4, 5], [1]]


def test_alarms_asked_for_at_the_same_time_are_sent_as_one_task_that_rings_with_the_last(monkeypatch):
    sent = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args, *, countdown, **_: sent.append((name, args, countdown)))
    monkeypatch.setattr(alarm, "_made", {})
    monkeypatch.setattr(alarm, "TOGETHER", 5.0)
    monkeypatch.setattr(alarm, "MOST", 3)
    for match_id in (7, 8, 9):
        alarm.send(match_id, 60 + match_id / 100)
    alarm.flush()
    ((name, args, countdown),) = sent
    assert (name, args) == ("games.play.ring", (7, 8, 9))
    assert 55 < countdown <= 60.09


def test_a_short_countdown_waits_for_no_others(sent, monkeypatch):
    monkeypatch.setattr(alarm, "TOGETHER", 3600.0)
    alarm.send(7, 0.4)
    alarm.flush()
    assert [args for _, args, _ in sent] == [(7,)]


@pytest.fixture
def sent(monkeypatch):
    """Tasks as they are handed to the broker, without waiting for others to join them."""
    tasks: list[tuple[str, tuple[int, ...], float]] = []

    def send_task(name, args, *, countdown, **_):
        tasks.append((name, args, round(countdown, 1)))

    monkeypatch.setattr(current_app, "send_task", send_task)
    monkeypatch.setattr(alarm, "TOGETHER", 0.0)
    return tasks


@pytest.mark.django_db
def test_actions_do_not_queue_tasks(sent):
    match = new_match(options={"turn_seconds": 60})
    for step in range(8):
        match.bid(match.to_act, 1 + step, 2, NOW + 1 + step)
    alarm.flush()
    assert sent == []


@pytest.mark.django_db
def test_the_sweep_asks_for_the_countdown_of_a_wait_that_is_nearly_over_and_only_once(sent):
    match = new_match()
    for second in range(40, 45):
        match.sweep(NOW + second)
    alarm.flush()
    assert sent == [("games.play.ring", (match.id,), 3.0)]
    assert match.row.armed_until.timestamp() == NOW + 45
    assert match.ring(NOW + 45) is True


@pytest.mark.django_db
def test_a_countdown_that_fires_early_arms_itself_again_and_only_once(sent):
    match = new_match()
    match.sweep(NOW + 42)
    match.act(match.to_act, "more_time", NOW + 43)
    match.ring(NOW + 45)
    match.sweep(NOW + 58)
    assert match.ring(NOW + 59) is False
    alarm.flush()
    assert sorted(countdown for _, _, countdown in sent) == [2.0, 3.0]
    assert match.row.armed_until.timestamp() == NOW + 60


@pytest.mark.django_db
def test_a_countdown_left_over_from_a_longer_wait_starts_no_second_chain(sent):
    match = new_match(options={"loss": "one"})
    match.sweep(NOW + 42.5)
    match.bid(match.to_act, 10, "*", NOW + 43)
    match.act(match.to_act, "challenge", NOW + 44)
    match.ring(NOW + 45)
    match.ring(NOW + 46.5)
    alarm.flush()
    assert sorted(countdown for _, _, countdown in sent) == [1.5, 2.5]
    assert match.kinds()[-1] == "proceed"


@pytest.mark.django_db
def test_a_broker_that_hangs_and_breaks_neither_breaks_nor_delays_anything(monkeypatch):
    answers = threading.Event()

    def send_task(*args, **kwargs):
        answers.wait(10)
        raise ConnectionError("no broker")

    monkeypatch.setattr(current_app, "send_task", send_task)
    match = new_match(options={"loss": "one"})
    match.bid(match.to_act, 10, "*", NOW + 1)
    match.act(match.to_act, "challenge", NOW + 2)
    assert match.version == 3
    answers.set()
    alarm.flush()
    match.sweep(NOW + 5)
    assert match.kinds()[-1] == "proceed"


def test_a_broker_that_is_not_there_is_given_up_at_once(monkeypatch, caplog):
    monkeypatch.setattr(alarm, "_made", {})
    monkeypatch.setattr(current_app.conf, "broker_url", "redis+socket:///nowhere.sock?virtual_host=1")
    monkeypatch.setattr(current_app.conf, "broker_write_url", "redis+socket:///nowhere.sock?virtual_host=1")
    for match_id in range(1000):
        alarm.send(match_id, 5.0)
    alarm.flush()
    assert "was not sent" in caplog.text


@pytest.mark.django_db
def test_the_tasks_are_named_like_their_services_and_take_ids_only():
    assert (ring.name, sweep.name) == ("games.play.ring", "games.play.sweep")
    match = new_match(now=time.time() - 100)
    ring(match.id)
    assert match.kinds() == ["start", "timeout"]
    sweep()
    assert match.version == 2 or match.kinds()[-1] == "absent"
