"""Time in which the site itself was away is given back. Times are the test's own; nothing here waits."""

from datetime import UTC, datetime

import pytest

from games.play.models import Heartbeat, Outage, Seat
from games.play.services import clock, outages
from tests.play.matches import NOW, Sat, new_match

pytestmark = pytest.mark.django_db


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def due_at(match: Sat) -> float | None:
    row = match.row
    return row.due_at.timestamp() if row.due_at else None


def here(match: Sat, seconds: float) -> None:
    """All persons are seen at this time."""
    Seat.objects.filter(table_id=match.id, user__isnull=False).update(last_seen=at(seconds), is_connected=True)


@pytest.mark.rule("common.clock.outage")
def test_no_persons_time_runs_out_while_the_site_is_silent():
    match = new_match()
    outages.beat("web", NOW + 20)
    match.sweep(NOW + 46)
    match.sweep(NOW + 500)
    assert match.kinds() == ["start"]


@pytest.mark.rule("common.clock.outage")
def test_the_time_of_an_outage_is_given_back_once():
    match = new_match()
    here(match, NOW + 300)
    outages.beat("web", NOW + 20)
    assert outages.beat("web", NOW + 120) is True
    for now in (NOW + 120.2, NOW + 120.4, NOW + 121):
        match.sweep(now)
    assert match.kinds() == ["start", "credit"]
    assert due_at(match) == NOW + 145
    outages.beat("web", NOW + 121)
    match.sweep(NOW + 122)
    assert due_at(match) == NOW + 145
    outages.beat("web", NOW + 124)
    match.sweep(NOW + 145.5)
    assert match.kinds() == ["start", "credit"], "silent again since 124"
    outages.beat("web", NOW + 145)
    match.sweep(NOW + 145.5)
    assert due_at(match) == NOW + 145 + 21


@pytest.mark.rule("common.clock.outage")
def test_only_the_part_of_an_outage_that_fell_into_the_wait_is_given_back():
    match = new_match(now=NOW)
    outages.beat("web", NOW - 60)
    outages.beat("web", NOW + 10)
    match.sweep(NOW + 10.2)
    assert due_at(match) == NOW + 55


@pytest.mark.rule("common.clock.outage")
def test_the_countdown_itself_gives_back_before_it_times_out():
    match = new_match()
    outages.beat("web", NOW + 20)
    outages.beat("web", NOW + 46)
    assert match.ring(NOW + 46.1) is True
    assert match.kinds() == ["start", "credit"]
    assert due_at(match) == NOW + 45 + 26


@pytest.mark.rule("common.clock.outage")
def test_giving_back_goes_on_where_it_was_broken_off():
    first, second = new_match(), new_match()
    outages.beat("web", NOW + 20)
    outages.beat("web", NOW + 40)
    assert first.ring(NOW + 45) is True
    assert Outage.objects.get().is_credited is False
    first.sweep(NOW + 45.1)
    assert (due_at(first), due_at(second)) == (NOW + 65, NOW + 65)
    assert first.kinds() == second.kinds() == ["start", "credit"]
    assert Outage.objects.get().is_credited is True


@pytest.mark.rule("common.clock.outage")
def test_an_action_after_the_outage_is_not_made_stale_by_the_credit():
    match = new_match()
    outages.beat("web", NOW + 20)
    outages.beat("web", NOW + 40)
    match.sweep(NOW + 40.2)
    assert match.bid(match.to_act, 1, 2, NOW + 41, version=1).version == 3


@pytest.mark.rule("common.clock.outage")
def test_nobody_is_absent_because_the_site_was_away():
    match = new_match(options={"turn_seconds": 0})
    here(match, NOW)
    outages.beat("web", NOW + 10)
    assert clock.send_away(NOW + 200) == 0
    outages.beat("web", NOW + 200)
    assert clock.send_away(NOW + 200.5) == 0
    outages.beat("web", NOW + 200 + 109)
    Outage.objects.filter(began__gt=at(NOW + 100)).delete()
    assert clock.send_away(NOW + 200 + 109) == 0
    assert clock.send_away(NOW + 200 + 110.1) == 1


@pytest.mark.rule("common.clock.outage")
def test_a_deserted_table_waits_longer_for_those_who_could_not_come_back():
    match = new_match()
    match.act(0, "leave", NOW)
    match.act(1, "leave", NOW)
    outages.beat("web", NOW + 100)
    outages.beat("web", NOW + 400)
    match.sweep(NOW + 400.2)
    assert due_at(match) == NOW + 900


def test_short_silences_and_the_clocks_own_are_no_outage():
    outages.beat("web", NOW)
    outages.beat("clock", NOW)
    assert outages.beat("web", NOW + 2.9) is False
    assert outages.beat("clock", NOW + 500) is False
    assert Outage.objects.count() == 0


def test_a_beat_that_comes_late_does_not_turn_the_clock_back():
    outages.beat("web", NOW + 10)
    assert outages.beat("web", NOW + 5) is False
    assert Heartbeat.objects.get(part="web").at == at(NOW + 10)


def test_old_outages_are_forgotten():
    outages.beat("web", NOW)
    outages.beat("web", NOW + 10)
    outages.beat("web", NOW + 10 + 4 * 86400)
    assert Outage.objects.count() == 1


def test_missed_time_is_where_a_wait_and_outages_meet():
    spans = [outages.Span(10, 20), outages.Span(30, 50)]
    assert outages.missed(spans, 0, 100) == 30
    assert outages.missed(spans, 15, 35) == 10
    assert outages.missed(spans, 20, 30) == 0
