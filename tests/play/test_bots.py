"""Computers at a table: through the same door, from what their seat was shown."""

import msgspec
import pytest

from games.play.services import bots
from games.play.services import record as records
from games.play.services.errors import Refused
from tests.play.matches import NOW, Sat, new_match

pytestmark = pytest.mark.django_db


def until_a_computer_is_waited_for(match: Sat, now: float = NOW) -> int:
    while match.row.waits_for is not None:
        match.act(match.to_act, "challenge", now) if match.record.state.bids else match.bid(match.to_act, 1, 1, now)
        while match.record.engine.due(match.record.state):
            match.ring(match.record.due_at)
    return match.to_act


def fresh_memory(match: Sat, seat: int):
    """The memory of a seat folded anew from the stored log."""
    engine, value = match.record.engine, match.record.game.bots.new_memory(len(match.seats), seat)
    for entry in match.log:
        for event in msgspec.json.decode(entry.events, type=list[engine.Event]):
            shown = engine.show(event, seat)
            value = value if shown is None else match.record.game.bots.remember(value, shown)
    return value


def test_a_match_against_computers_goes_on_to_its_end():
    match = new_match(persons=1, bots=["easy", "normal", "hard"])
    match.play_out(NOW)
    assert match.row.result is not None
    assert {entry.by for entry in match.log} >= {"server", "bot", "clock"}


@pytest.mark.rule("common.bot.view")
def test_memory_kept_from_turn_to_turn_is_that_of_the_whole_log():
    match = new_match(persons=1, bots=["hard", "hard", "hard"])
    for _ in range(25):
        if match.row.ended_at:
            break
        match.ring(match.record.due_at)
        for seat in (1, 2, 3):
            assert bots.memory_of(match.record, seat) == fresh_memory(match, seat)


@pytest.mark.rule("common.bot.view")
def test_another_process_remembers_the_same():
    match = new_match(persons=1, bots=["hard", "hard"])
    for _ in range(15):
        match.ring(match.record.due_at)
    here = bots.memory_of(match.record, 1)
    bots.forget()
    records.forget()
    assert bots.memory_of(match.record, 1) == here


@pytest.mark.rule("common.bot.view")
def test_a_computer_is_asked_with_its_own_view_and_nothing_else(monkeypatch):
    match = new_match(persons=1, bots=["hard", "normal"])
    seat = until_a_computer_is_waited_for(match)
    asked = []
    real = match.record.game.bots.choose

    def choose(view, memory, level, rng):
        asked.append((view, level))
        return real(view, memory, level, rng)

    monkeypatch.setattr(match.record.game.bots, "choose", choose)
    state = match.record.state
    match.ring(match.record.due_at)
    ((view, level),) = asked
    assert view == match.record.engine.view(state, seat)
    assert level == match.seats[seat].bot_level


@pytest.mark.rule("common.leave.bot")
def test_a_seat_whose_person_is_away_is_played_at_the_normal_level(monkeypatch):
    match = new_match(persons=3)
    seat = match.to_act
    match.act(seat, "leave", NOW + 1)
    levels = []
    real = match.record.game.bots.choose

    def choose(view, memory, level, rng):
        levels.append(level)
        return real(view, memory, level, rng)

    monkeypatch.setattr(match.record.game.bots, "choose", choose)
    match.ring(NOW + 3)
    assert levels == ["normal"]
    assert (match.log[-1].by, match.log[-1].seat) == ("bot", seat)


def test_an_answer_that_comes_too_late_is_dropped():
    match = new_match(persons=3)
    seat = match.to_act
    match.act(seat, "leave", NOW + 1)
    before = match.record
    match.act(seat, "rejoin", NOW + 1.5)
    with pytest.raises(Refused) as caught:
        bots.play(before, seat, NOW + 2)
    assert caught.value.code in ("stale_version", "not_your_seat")
    assert match.kinds() == ["start", "leave", "rejoin"]


@pytest.mark.parametrize("choice", [RuntimeError("no idea"), "nonsense", "too high"])
def test_a_computer_that_cannot_decide_does_not_hold_up_the_table(monkeypatch, choice):
    match = new_match(persons=1, bots=["easy", "easy"])
    seat = until_a_computer_is_waited_for(match)
    wrong = {"nonsense": {"type": "dance"}, "too high": {"type": "bid", "count": 99, "face": 2}}

    def choose(view, memory, level, rng):
        if isinstance(choice, Exception):
            raise choice
        return wrong[choice]

    monkeypatch.setattr(match.record.game.bots, "choose", choose)
    version = match.version
    assert match.ring(match.record.due_at) is True
    last = match.log[-1]
    assert (match.version, last.seat, last.by) == (version + 1, seat, "clock")
    assert msgspec.json.decode(last.action) == {"type": "timeout"}


def test_the_chance_of_computers_is_not_that_of_the_match():
    """Two computers in the very same position do not always do the same."""
    match = new_match(persons=1, bots=["easy", "easy"])
    seat = until_a_computer_is_waited_for(match)
    chosen = {msgspec.json.encode(bots.decide(match.record, seat)) for _ in range(200)}
    assert len(chosen) > 1
