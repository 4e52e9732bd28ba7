"""What must hold for a match with calls out of turn, whatever people, computers and the clock do, in whatever order."""

from random import Random
from typing import Any

import pytest

from bluffsite.accounts.models import User
from games.core.fairness import verify
from games.play import selectors
from games.play.models import LogEntry
from games.play.services.waits import is_collecting, waiting
from games.play.sockets.json_face import state_of
from tests.play.calls import table
from tests.play.matches import NOW, Sat, new_match
from tests.play.test_properties import CODES, Storm, end

pytestmark = pytest.mark.django_db
CALLING = CODES | {"call_pending", "call_too_late"}


class CallStorm(Storm):
    """The same at a table of Bluff (Nepal)."""

    codes = CALLING

    def __init__(self, rng: Random) -> None:
        self.rng, self.now = rng, NOW
        persons = rng.randint(1, 4)
        bots = [rng.choice(["easy", "normal", "hard"]) for _ in range(rng.randint(0 if persons > 1 else 1, 2))]
        options = {
            "turn_seconds": rng.choice([0, 5, 45]),
            "max_timeouts": rng.choice([0, 1, 3]),
            "leave_mode": rng.choice(["bot", "remove"]),
            "call_grace_ms": rng.choice([0, 300, 1000, 1000]),
            "games": rng.choice([1, 2]),
            "jokers": rng.choice([False, True]),
        }
        self.match = new_match(game="bluff_nepal", persons=persons, bots=bots, options=options, calm=rng.random() < 0.2)
        self.persons = persons

    def _action(self) -> None:
        """Whoever is to act lays or passes, or somebody else calls; sometimes a little late."""
        self._wait(0.4)
        state, calls = self.match.record.state, self.rng.random() < 0.5
        seat = self.rng.randrange(self.persons) if calls or state.to_act is None else state.to_act
        if self.match.seats[seat].user_id is None:
            seat = 0
        action = {"type": "call"} if calls else self._move(state)
        version = self.match.version - self.rng.choice([0, 0, 0, 0, 1])
        self.match.submit(seat, action, self.match.person(seat), self.now, version=version)

    def _move(self, state: Any) -> dict[str, Any]:
        if state.to_act is None or self.rng.random() < 0.2:
            return {"type": self.rng.choice(["pass", "let_go"])}
        return {"type": "lay", "cards": list(state.hands[state.to_act][:1]), "rank": state.rank or "7"}

    def _table(self) -> None:
        if self.rng.random() < 0.4:
            super()._table()


def seen(storm: CallStorm, seat: int | None) -> str:
    user = None if seat is None else storm.match.seats[seat].user_id
    return state_of(storm.match.id, user, None).rpartition(',"remaining_ms"')[0]


def check(storm: CallStorm, before: dict[int | None, str], quiet_before: int) -> None:
    match, row, record = storm.match, storm.match.row, storm.match.record
    entries = list(LogEntry.objects.filter(match_id=match.id).order_by("number").values_list("number", "version", "is_quiet", "seat"))
    assert [number for number, *_ in entries] == list(range(1, record.number + 1))
    assert [version for _, version, is_quiet, _ in entries if not is_quiet] == list(range(1, row.version + 1))
    calls = [(version, seat) for _, version, is_quiet, seat in entries if is_quiet]
    assert len(calls) == len(set(calls)) == record.sitting.hidden
    assert record.state == match.replayed().state
    assert (record.sitting.collecting is not None) == is_collecting(record, record.state)
    computers = {seat for seat in record.engine.actors(record.state).may_act if record.places[seat].user_id is None}
    if row.ended_at is None and record.sitting.collecting is None:
        assert computers <= {one.seat for one in record.sitting.thinking} | set(record.sitting.decided)
    assert not {one.seat for one in record.sitting.thinking} & set(record.sitting.decided)
    if waiting(record, record.state).who == "computer" and record.sitting.thinking and record.sitting.halt is None:
        assert record.sitting.alarm > record.sitting.thinking[-1].at
    if before and row.quiet > quiet_before:  # something quiet has happened since, and nothing else
        callers = () if record.sitting.collecting is None else record.sitting.collecting.callers
        for seat, told in before.items():
            assert seat in callers or seen(storm, seat) == told


@pytest.mark.parametrize("seed", [*range(4), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 200)]])
def test_whatever_happens_nothing_quiet_is_seen_and_the_log_is_whole(seed):
    storm = CallStorm(Random(seed))
    for _ in range(40):
        row = storm.match.row
        before = {seat: seen(storm, seat) for seat in (None, *range(storm.persons))} if row.ended_at is None else {}
        version = row.version
        storm.step()
        check(storm, before if storm.match.version == version else {}, row.quiet)
    end(storm)
    check(storm, {}, 0)
    assert storm.match.row.result is not None


def until_somebody_calls() -> tuple[Sat, float]:
    """A match in which a call was collected, and when. Not every one has any: its person never acts, and is soon away."""
    for _ in range(50):
        match, now = table(persons=1, bots=("easy", "normal", "hard")), NOW
        while match.row.ended_at is None:
            now = match.record.due_at
            match.ring(now)
            if LogEntry.objects.filter(match_id=match.id, is_quiet=True).exists():
                return match, now
    pytest.fail("fifty matches without a call")


def test_the_record_of_a_match_with_calls_can_be_verified():
    match, now = until_somebody_calls()
    match.play_out(now, most=6000)
    checks = verify(selectors.record_file(match.row, User.objects.get(pk=match.seats[0].user_id)))
    assert [check for check in checks if not check.ok] == []
    assert {check.what for check in checks} >= {"seal", "promise", "draw", "replay", "result"}
