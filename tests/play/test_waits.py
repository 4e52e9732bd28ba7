"""Pure times: the pace of computers, and what happens to a clock."""

from random import Random

import pytest

from games.core.options import CommonOptions
from games.play.services import waits
from games.play.services.saved import HALT_SECONDS, Sitting, pack, unpack


def paces(**asked):
    options = CommonOptions(bot_speed=asked.pop("speed", "normal"))
    rng = Random(1)
    return [waits.pace(options, rng=rng, **{"is_calm": False, "callers": False, **asked}) for _ in range(200)]


@pytest.mark.rule("common.bot.pace")
@pytest.mark.parametrize(
    ("asked", "about"),
    [
        ({}, 1.0),
        ({"speed": "calm"}, 2.0),
        ({"speed": "fast"}, 0.5),
        ({"callers": True}, 3.0),
        ({"callers": True, "speed": "fast"}, 1.5),
        ({"is_calm": True}, 2.0),
        ({"is_calm": True, "speed": "calm"}, 4.0),
    ],
)
def test_a_computer_takes_about_its_time_and_never_exactly_the_same(asked, about):
    found = paces(**asked)
    assert about <= min(found)
    assert max(found) <= about * 1.3
    assert len(set(found)) == len(found)


def test_a_pace_depends_on_nothing_but_the_options_and_chance():
    options = CommonOptions()
    one, other = [waits.pace(options, is_calm=False, callers=False, rng=Random(7)) for _ in range(2)]
    assert one == other


RUNNING = Sitting(position=3, since=100.0, alarm=145.0, deadline=145.0)


@pytest.mark.rule("common.pause")
def test_a_halted_clock_goes_on_with_the_time_it_had():
    halted = waits.halted(RUNNING, "pause", 120.0)
    assert halted.due_at == 120.0 + HALT_SECONDS
    resumed = waits.resumed(halted, 500.0)
    assert (resumed.halt, resumed.alarm, resumed.deadline, resumed.since) == (None, 525.0, 525.0, 480.0)


def test_a_clock_that_was_not_halted_is_not_resumed():
    assert waits.resumed(RUNNING, 500.0) == RUNNING


@pytest.mark.rule("common.clock.outage")
def test_an_outage_moves_the_alarm_and_is_remembered():
    credited = waits.credited(RUNNING, 30.0, until=140.0)
    assert (credited.alarm, credited.deadline, credited.since, credited.credited) == (175.0, 175.0, 100.0, 140.0)


@pytest.mark.rule("common.clock.outage")
def test_an_outage_during_a_halt_lengthens_the_halt_and_leaves_the_clock_its_time():
    halted = waits.halted(RUNNING, "deserted", 120.0)
    credited = waits.credited(halted, 30.0, until=200.0)
    assert credited.due_at == 150.0 + HALT_SECONDS
    assert waits.resumed(credited, 300.0).alarm == waits.resumed(halted, 300.0).alarm == 325.0


def test_a_wait_without_a_clock_stays_without_one():
    endless = Sitting(position=1, since=100.0)
    assert waits.credited(endless, 30.0, until=140.0).due_at is None
    assert waits.resumed(waits.halted(endless, "pause", 110.0), 200.0).due_at is None


@pytest.mark.rule("common.clock.more")
def test_added_time_is_fifteen_seconds_and_thirty_at_a_calm_table():
    assert waits.prolonged(RUNNING, 2, is_calm=False).alarm == 160.0
    calm = waits.prolonged(RUNNING, 2, is_calm=True)
    assert (calm.alarm, calm.more_used) == (175.0, (2,))


def test_a_sitting_is_saved_and_read_again():
    sitting = waits.halted(waits.prolonged(RUNNING, 1, is_calm=False), "pause", 120.0)
    saved = unpack(pack(b'{"state":[1,2]}', sitting))
    assert saved.sitting == sitting
    assert bytes(saved.engine) == b'{"state":[1,2]}'
