"""What must hold for any match, whatever people, computers and the clock do, in whatever order (design: what must always hold)."""

from random import Random
from typing import Any

import msgspec
import pytest

from games.play.models import Heartbeat, Seat
from games.play.services import clock, outages
from games.play.services import record as records
from games.play.services.errors import Refused
from games.play.services.saved import HALT_SECONDS, unpack
from games.play.services.waits import remaining, waiting
from tests.play.matches import NOW, new_match

pytestmark = pytest.mark.django_db

TABLE = ("leave", "rejoin", "more_time", "pause", "resume", "end_game", "play_on")
CODES = {
    "match_over", "paused", "computer_plays", "already_left", "stale_version", "deadline_passed", "illegal", "not_allowed",
    "bad_action", "not_your_seat",
}  # fmt: skip


class Storm:
    """A match to which everything happens, at growing times; `rng` decides what. `codes` are the refusals that may come of it."""

    codes = CODES

    def __init__(self, rng: Random) -> None:
        self.rng, self.now = rng, NOW
        persons = rng.randint(1, 4)
        bots = [rng.choice(["easy", "normal", "hard"]) for _ in range(rng.randint(0 if persons > 1 else 1, 2))]
        options = {
            "turn_seconds": rng.choice([0, 5, 45]),
            "max_timeouts": rng.choice([0, 1, 3]),
            "leave_mode": rng.choice(["bot", "remove"]),
            "games": rng.choice([1, 2]),
            "loss": rng.choice(["one", "difference"]),
        }
        self.match = new_match(persons=persons, bots=bots, options=options, calm=rng.random() < 0.2)
        self.persons = persons

    def step(self) -> None:
        kind = self.rng.choices(("action", "table", "clock", "absent", "outage", "forget"), (6, 4, 6, 1, 1, 1))[0]
        try:
            getattr(self, f"_{kind}")()
        except Refused as refused:
            if refused.code not in self.codes:
                raise

    def _wait(self, most: float) -> None:
        self.now += self.rng.random() * most

    def _action(self) -> None:
        self._wait(3)
        seat = self.rng.randrange(self.persons)
        version = self.match.version - self.rng.choice([0, 0, 0, 1])
        self.match.submit(seat, self._some_action(), self.match.person(seat), self.now, version=version)

    def _some_action(self) -> dict[str, Any]:
        state = self.match.record.state
        if state.bids and self.rng.random() < 0.3:
            return {"type": "challenge"}
        count = state.bids[-1].count + 1 if state.bids else 1
        return {"type": "bid", "count": count, "face": self.rng.choice([1, 5, "*"])}

    def _table(self) -> None:
        self._wait(20)
        seat = self.rng.randrange(self.persons)
        self.match.act(seat, self.rng.choice(TABLE), self.now)

    def _clock(self) -> None:
        site_was_up_until(self.now)
        due_at = self.match.record.due_at
        if due_at is not None and self.rng.random() < 0.8:
            self.now = max(self.now, due_at)
            site_was_up_until(self.now)
        self.match.ring(self.now)

    def _absent(self) -> None:
        self._wait(10)
        Seat.objects.filter(table_id=self.match.id).update(last_seen=records.moment(self.now - self.rng.choice([0, 150])))
        site_was_up_until(self.now)
        clock.send_away(self.now)

    def _outage(self) -> None:
        site_was_up_until(self.now)
        self._wait(30)
        outages.beat("web", self.now)
        self.match.sweep(self.now)

    def _forget(self) -> None:
        records.forget()


def site_was_up_until(now: float) -> None:
    Heartbeat.objects.update_or_create(part="web", defaults={"at": records.moment(now)})


def check(storm: Storm) -> None:
    match, row = storm.match, storm.match.row
    record = match.record
    assert [entry.number for entry in match.log] == list(range(1, row.version + 1))
    assert record.engine.load(bytes(unpack(row.saved).engine)) == record.state == match.replayed().state
    wait = waiting(record, record.state)
    if row.ended_at is not None:
        assert (wait.who, row.due_at, row.waits_for) == ("nobody", None, None)
        return
    assert wait.who != "nobody"
    check_that_the_wait_ends(storm, record, row)
    if record.sitting.halt is not None:
        assert record.due_at - record.sitting.halted_at == pytest.approx(HALT_SECONDS)


def check_that_the_wait_ends(storm: Storm, record: Any, row: Any) -> None:
    """There is an alarm, or the table waits for a person without a clock, whose absence would be noticed."""
    wait = waiting(record, record.state)
    if row.due_at is None:
        assert (wait.who, row.waits_for, record.options.turn_seconds) == ("person", wait.seat, 0)
    else:
        assert row.due_at.timestamp() == pytest.approx(record.due_at, abs=1e-5)
    if wait.who == "person" and record.sitting.halt is None:
        assert row.waits_for == wait.seat
        left = remaining(record, storm.now)
        longest = (record.options.turn_seconds + 15) * (2 if record.is_calm else 1) + 60
        assert (left is None) == (record.options.turn_seconds == 0)
        assert left is None or 0 <= left <= longest


@pytest.mark.parametrize("seed", [*range(12), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 300)]])
def test_whatever_happens_the_log_is_whole_and_the_table_never_waits_for_ever(seed):
    storm = Storm(Random(seed))
    for _ in range(60):
        storm.step()
        check(storm)
    ended = end(storm)
    check(storm)
    assert sorted(msgspec.convert(ended["places"], list[int]))[0] == 1


def end(storm: Storm) -> dict[str, Any]:
    """Nobody does anything any more: the clock alone brings the match to its end."""
    match = storm.match
    for _ in range(3000):
        row = match.row
        if row.result is not None:
            return row.result
        if row.due_at is not None:
            storm.now = max(storm.now, row.due_at.timestamp())
            site_was_up_until(storm.now)
            match.ring(storm.now)
        if row.waits_for is not None:
            storm.now += 200
            site_was_up_until(storm.now)
            Seat.objects.filter(table_id=match.id).update(last_seen=records.moment(storm.now - 200))
            clock.send_away(storm.now)
    raise AssertionError("the match does not end")
