"""Computers that may call: how long they take, that each decides once for each play, and that nobody sees it decide not to."""

import itertools
from random import Random

import pytest
from msgspec.structs import replace

from games.bluff_nepal.engine import Call
from games.play import announce
from games.play.models import LogEntry
from games.play.services import alarm, bots, waits
from games.play.services import record as records
from games.play.services.actions import BOT, submit_action
from games.play.services.errors import Refused
from tests.play.calls import call, lay, right_of, table
from tests.play.matches import NOW, Sat, after_commit

pytestmark = pytest.mark.django_db


class Minds:
    """What the computers decide when they are asked about a call: by seat, else no. `asked` has who was, in order."""

    def __init__(self, monkeypatch) -> None:
        self.calls: set[int] = set()
        self.asked: list[int] = []
        self.levels: list[str] = []
        monkeypatch.setattr("games.bluff_nepal.bot.call", self.decide)

    def decide(self, view, memory, level, rng):
        self.asked.append(memory.seat)
        self.levels.append(level)
        return Call() if memory.seat in self.calls else None


@pytest.fixture
def minds(monkeypatch) -> Minds:
    return Minds(monkeypatch)


def with_a_person_to_lay(bots: tuple[str, ...] = ("easy", "hard", "normal"), **options) -> Sat:
    """A match of one person and three computers in which the person is to lay: seats are told apart by the lot of the dealer."""
    for _ in range(60):
        match = table(persons=1, bots=bots, **options)
        if match.to_act == 0:
            return match
    raise AssertionError("the person never leads")


def at_of(match: Sat) -> dict[int, float]:
    return {one.seat: one.at for one in match.record.sitting.thinking}


def ring_until(match: Sat, done, now: float = NOW, most: int = 30) -> float:
    """Let what is due be done, one after the other, until `done()`."""
    for _ in range(most):
        if done():
            return now
        now = match.record.due_at
        match.ring(now)
    raise AssertionError("it is never done")


# --- the pace --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.bot.calls")
@pytest.mark.rule("common.bot.pace")
@pytest.mark.parametrize(("speed", "factor"), [("normal", 1), ("calm", 2), ("fast", 0.5)])
def test_who_may_call_decides_after_about_a_second_and_a_small_delay(speed, factor):
    match = with_a_person_to_lay(bot_speed=speed)
    lay(match, NOW + 10)
    waited = match.to_act
    times = at_of(match)
    assert set(times) == {1, 2, 3} - {waited}
    assert all(factor <= at - NOW - 10 <= 1.8 * factor for at in times.values())
    assert len(set(times.values())) == 2


@pytest.mark.rule("common.bot.calls")
def test_the_delay_does_not_depend_on_the_cards():
    """It is drawn from the same chance whatever lies where."""
    match = with_a_person_to_lay()
    lay(match)
    record = match.record
    other = replace(record.state, hands=tuple(reversed(record.state.hands)))
    sittings = [waits.begun(record, state, now=NOW, rng=Random(5)) for state in (record.state, other)]
    assert sittings[0] == sittings[1]


@pytest.mark.rule("common.bot.pace")
@pytest.mark.parametrize(("persons", "computers", "least", "most"), [(2, 2, 3, 3.9), (1, 3, 1, 1.9)])
def test_a_computer_that_is_to_act_waits_longer_where_persons_may_call(minds, persons, computers, least, most):
    """About three seconds, else one; and always until the other computers have decided."""
    for _ in range(60):
        match = table(persons=persons, bots=("normal",) * computers)
        layer = match.to_act
        following = right_of(match, layer)
        wanted = layer < persons <= following and (persons == 1 or any(s not in (layer, following) for s in range(persons)))
        if wanted:
            break
    lay(match, NOW + 10)
    sitting = match.record.sitting
    assert least <= sitting.alarm - NOW - 10 <= most
    assert all(one.at < sitting.alarm for one in sitting.thinking)


@pytest.mark.rule("common.bot.pace")
def test_on_somebodys_last_cards_it_waits_longer_still(monkeypatch):
    match = table(persons=3, bots=("normal",))
    while right_of(match, match.to_act) != 3:
        match = table(persons=3, bots=("normal",))
    record = match.record
    seat = match.to_act
    hands = tuple([hand[:1] if owner == seat else hand for owner, hand in enumerate(record.state.hands)])
    records.keep(replace(record, quiet=record.quiet, state=replace(record.state, hands=hands, taken_out=record.state.hands[seat][1:])))
    match.act(seat, "lay", NOW + 10, version=record.version, cards=[hands[seat][0]], rank="7")
    assert match.record.engine.actors(match.record.state).on_last_cards
    assert 5 <= match.record.sitting.alarm - NOW - 10 <= 6.5


# --- one decision ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.bot.calls")
def test_each_computer_that_may_call_is_asked_once_for_each_play_before_the_next_move(minds):
    match = with_a_person_to_lay()
    lay(match)
    waited = match.to_act
    version = match.version
    ring_until(match, lambda: match.version > version)
    assert sorted(minds.asked) == sorted({1, 2, 3} - {waited})
    assert (match.log[2].by, match.log[2].seat) == ("bot", waited)


@pytest.mark.rule("common.bot.calls")
@pytest.mark.rule("common.view.no-leak")
def test_that_it_does_not_call_is_seen_by_nobody_and_in_no_log(minds, monkeypatch):
    heard = []
    match = with_a_person_to_lay()
    lay(match)
    waited = match.to_act
    assert announce.flush()
    monkeypatch.setattr(announce._Publisher, "put", lambda self, change: heard.append(change))
    monkeypatch.setattr(announce, "local_listeners", [heard.append])
    row, before = match.row, match.record
    ring_until(match, lambda: not match.record.sitting.thinking)
    now = match.row
    assert (now.version, now.waits_for, now.seating, len(match.log)) == (row.version, row.waits_for, row.seating, 2)
    assert (match.record.state, match.record.number) == (before.state, before.number)
    assert heard == []
    assert match.to_act == waited
    assert match.record.sitting.alarm == before.sitting.alarm


@pytest.mark.rule("common.bot.calls")
def test_a_computer_calls_through_the_same_door_and_waits_like_a_person(minds):
    match = with_a_person_to_lay()
    lay(match)
    caller = next(seat for seat in (1, 2, 3) if seat != match.to_act)
    minds.calls = {caller}
    ring_until(match, lambda: match.record.sitting.collecting is not None)
    entry = match.log[-1]
    assert (entry.by, entry.seat, entry.is_quiet, match.version) == ("bot", caller, True, 2)
    ring_until(match, lambda: match.version > 2)
    assert match.record.state.reveal.caller == caller


@pytest.mark.rule("common.calls.simultaneous")
def test_computers_and_persons_are_collected_together(minds):
    match = table(persons=2, bots=("normal", "normal"), call_grace_ms=1000)
    while right_of(match, match.to_act) not in (0, 1):
        match = table(persons=2, bots=("normal", "normal"), call_grace_ms=1000)
    layer = lay(match, NOW + 1)
    minds.calls = {2, 3}
    first = match.record.due_at
    ring_until(match, lambda: match.record.sitting.collecting is not None)
    caller = next((seat for seat in (0, 1) if seat not in (layer,)), None)
    call(match, caller, first + 0.01)
    ring_until(match, lambda: match.version > 2)
    meant = next(seat for step in (1, 2, 3) if (seat := right_of(match, layer, step)) in {caller, *minds.asked})
    assert match.record.state.reveal.caller == meant


def test_a_computer_that_cannot_decide_lets_the_play_stand(monkeypatch):
    def fail(view, memory, level, rng):
        raise RuntimeError("no idea")

    monkeypatch.setattr("games.bluff_nepal.bot.call", fail)
    match = with_a_person_to_lay()
    lay(match)
    ring_until(match, lambda: not match.record.sitting.thinking)
    assert (match.version, match.kinds()) == (2, ["start", "lay"])


@pytest.mark.parametrize("nonsense", [{"type": "dance"}, {"type": "pass"}])
def test_a_computer_that_calls_what_is_no_call_lets_the_play_stand(monkeypatch, nonsense):
    monkeypatch.setattr("games.bluff_nepal.bot.call", lambda *given: nonsense)
    match = with_a_person_to_lay()
    lay(match)
    ring_until(match, lambda: not match.record.sitting.thinking)
    assert (match.version, match.kinds()) == (2, ["start", "lay"])


# --- it survives -----------------------------------------------------------------------------------------------------


def test_doubled_tasks_ask_twice_and_decide_once(minds):
    match = with_a_person_to_lay()
    lay(match)
    seat = match.record.sitting.thinking[0].seat
    before = match.record
    minds.calls = {seat}
    now = match.record.due_at
    after_commit(lambda: bots.consider(before, seat, now))
    with pytest.raises(Refused) as caught:
        after_commit(lambda: bots.consider(before, seat, now))
    assert caught.value.code == "stale_version"
    assert match.record.state.calls == (seat,)


def test_a_decision_that_was_made_elsewhere_is_not_made_again(minds):
    match = with_a_person_to_lay()
    lay(match)
    seat = match.record.sitting.thinking[0].seat
    before, now = match.record, match.record.due_at
    match.ring(now)
    records.forget()
    records.keep(before)
    minds.calls = {seat}
    with pytest.raises(Refused):
        after_commit(lambda: bots.consider(before, seat, now))
    assert match.record.state.calls == ()


def test_a_worker_that_dies_leaves_the_decision_to_the_next(minds, monkeypatch):
    match = with_a_person_to_lay()
    lay(match)
    seat, now = match.record.sitting.thinking[0].seat, match.record.due_at
    with monkeypatch.context() as patch:
        patch.setattr("games.play.services.bots.submit_action", lambda **given: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            match.ring(now)
    records.forget()
    assert seat in at_of(match)
    match.sweep(now + 1)
    assert seat not in at_of(match)
    assert minds.asked.count(seat) == 2


@pytest.mark.rule("common.bot.calls")
def test_a_computer_that_has_decided_may_not_call_any_more(minds):
    match = with_a_person_to_lay()
    lay(match)
    seat = match.record.sitting.thinking[0].seat
    match.ring(match.record.due_at)
    with pytest.raises(Refused) as caught:
        after_commit(
            lambda: submit_action(match_id=match.id, seat=seat, action={"type": "call"}, version=match.version, actor=BOT, now=NOW + 3)
        )
    assert caught.value.code == "stale_version"


def test_a_countdown_is_asked_for_each_decision(minds, monkeypatch):
    sent = []
    monkeypatch.setattr(alarm, "send", lambda match_id, countdown: sent.append(countdown))
    match = with_a_person_to_lay()
    lay(match)
    sent.clear()
    first = match.record.due_at + 0.001
    match.ring(first)
    assert sent == [pytest.approx(match.record.due_at - first)]


@pytest.mark.rule("common.pause")
def test_a_pause_stops_their_thinking(minds):
    match = with_a_person_to_lay()
    lay(match, NOW + 1)
    before = at_of(match)
    match.act(0, "pause", NOW + 1.5)
    assert match.ring(NOW + 100) is False
    match.act(0, "resume", NOW + 101.5)
    assert at_of(match) == {seat: pytest.approx(at + 100) for seat, at in before.items()}


# --- seats that change hands -----------------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.bot")
@pytest.mark.rule("common.bot.calls")
def test_a_seat_that_is_taken_over_may_call_as_a_computer(minds):
    match = table()
    layer = lay(match)
    gone = right_of(match, layer, 2)
    assert at_of(match) == {}
    match.act(gone, "leave", NOW + 20)
    assert 1 <= at_of(match)[gone] - NOW - 20 <= 1.8
    minds.calls = {gone}
    match.ring(match.record.due_at)
    match.ring(match.record.due_at)
    assert match.record.state.reveal.caller == gone
    assert minds.levels == ["normal"]


@pytest.mark.rule("common.leave.bot")
def test_who_comes_back_decides_in_person(minds):
    match = table()
    layer = lay(match)
    gone = right_of(match, layer, 2)
    match.act(gone, "leave", NOW + 20)
    match.act(gone, "rejoin", NOW + 20.5)
    assert at_of(match) == {}
    call(match, gone, NOW + 21)
    assert match.record.state.calls == (gone,)


@pytest.mark.rule("common.bot.calls")
def test_whoever_leaves_and_comes_and_leaves_gets_one_decision_of_the_computer(minds):
    match = table()
    layer = lay(match)
    gone = right_of(match, layer, 2)
    match.act(gone, "leave", NOW + 20)
    match.ring(match.record.due_at)
    assert minds.asked == [gone]
    match.act(gone, "rejoin", NOW + 25)
    match.act(gone, "leave", NOW + 26)
    assert at_of(match) == {}


def test_a_computer_that_takes_over_the_seat_to_act_waits_for_those_that_may_call(minds):
    match = table()
    layer = lay(match)
    gone, following = right_of(match, layer, 2), right_of(match, layer)
    match.act(following, "leave", NOW + 20)
    alarm_before = match.record.sitting.alarm
    match.act(gone, "leave", alarm_before - 0.2)
    assert match.record.sitting.alarm > at_of(match)[gone] > alarm_before


# --- whole matches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"call_grace_ms": 0}, {"callers": "next"}, {"leave_mode": "remove", "jokers": True}])
def test_a_match_with_callers_goes_on_to_its_end(options):
    match = table(persons=1, bots=("easy", "normal", "hard"), **options)
    match.play_out(NOW, most=6000)
    assert match.row.result is not None
    replayed = match.replayed()
    assert replayed.state == match.record.state
    numbers = list(LogEntry.objects.filter(match_id=match.id).order_by("number").values_list("number", "version", "is_quiet"))
    assert [number for number, _, _ in numbers] == list(range(1, len(numbers) + 1))
    versions = [version for _, version, is_quiet in numbers if not is_quiet]
    assert versions == list(range(1, match.version + 1))
    assert all(quiet[1] == before[1] for before, quiet in itertools.pairwise(numbers) if quiet[2])
