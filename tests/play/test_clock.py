"""What the server does when time passes. Times are the test's own; nothing here waits."""

import time
from datetime import UTC, datetime

import pytest

from games.play.models import Match, Seat
from games.play.services import clock, moves
from games.play.services import record as records
from games.play.services.errors import Refused
from games.play.services.waits import remaining
from tests.play.matches import NOW, Sat, after_commit, new_match

pytestmark = pytest.mark.django_db


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def due_at(match: Sat) -> float | None:
    row = match.row
    return row.due_at.timestamp() if row.due_at else None


def here(match: Sat, seconds: float) -> None:
    """All persons are seen at this time."""
    Seat.objects.filter(table_id=match.id, user__isnull=False).update(last_seen=at(seconds), is_connected=True)


def not_allowed(call) -> Refused:
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.code == "not_allowed"
    return caught.value


# --- alarms ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.clock.start")
def test_each_decision_has_a_clock_of_its_own():
    match = new_match()
    assert due_at(match) == NOW + 45
    match.bid(match.to_act, 1, 2, NOW + 30)
    assert due_at(match) == NOW + 75
    assert match.row.waits_for == match.to_act


@pytest.mark.rule("common.clock.calm")
def test_all_times_are_doubled_at_a_calm_table():
    match = new_match(calm=True, options={"loss": "one"})
    assert due_at(match) == NOW + 90
    match.bid(match.to_act, 10, "*", NOW + 1)
    match.act(match.to_act, "challenge", NOW + 2)
    assert due_at(match) == pytest.approx(NOW + 2 + 5)


@pytest.mark.rule("common.reveal")
@pytest.mark.parametrize(("speed", "pause"), [("normal", 2.5), ("calm", 5.0), ("fast", 1.25)])
def test_the_next_deal_waits_after_a_reveal(speed, pause):
    match = new_match(options={"bot_speed": speed, "loss": "one"})
    match.bid(match.to_act, 10, "*", NOW + 1)
    match.act(match.to_act, "challenge", NOW + 2)
    assert due_at(match) == pytest.approx(NOW + 2 + pause)
    assert match.ring(NOW + 2 + pause - 0.1) is False
    assert match.ring(NOW + 2 + pause) is True
    assert match.kinds()[-1] == "proceed"
    assert match.record.state.round == 2


def test_without_a_clock_nothing_is_due_from_a_person():
    match = new_match(options={"turn_seconds": 0})
    assert (due_at(match), match.row.waits_for) == (None, match.to_act)
    assert match.ring(NOW + 10_000) is False


@pytest.mark.rule("common.bot.pace")
def test_a_computer_acts_after_its_pace_and_not_before():
    match = new_match(persons=1, bots=["normal"])
    if match.to_act == 0:
        match.bid(0, 1, 2, NOW)
    thinks_until = due_at(match)
    assert NOW + 1 <= thinks_until <= NOW + 1.3
    assert match.ring(thinks_until - 0.5) is False
    assert match.ring(thinks_until) is True
    assert match.log[-1].by == "bot"


# --- time-outs -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.clock.expire")
def test_when_the_time_is_up_the_move_of_the_rules_is_made():
    match = new_match()
    seat = match.to_act
    assert match.ring(NOW + 44.9) is False
    assert match.ring(NOW + 45) is True
    assert (match.log[-1].by, match.log[-1].seat) == ("clock", seat)
    state = match.record.state
    assert (state.bids[-1].count, state.bids[-1].face, state.timeouts[seat]) == (1, 1, 1)


@pytest.mark.rule("common.clock.expire")
def test_an_own_action_sets_the_count_of_time_outs_to_zero():
    match = new_match(persons=3, options={"loss": "one"})
    first = match.to_act
    match.ring(NOW + 45)
    match.bid(match.to_act, 2, 2, NOW + 50)
    match.bid(match.to_act, 3, 2, NOW + 55)
    assert match.record.state.timeouts[first] == 1
    match.bid(first, 4, 2, NOW + 60)
    assert match.record.state.timeouts[first] == 0


@pytest.mark.rule("common.clock.expire")
@pytest.mark.rule("common.leave.bot")
def test_repeated_time_outs_hand_the_seat_to_the_computer_and_the_person_takes_it_back():
    match = new_match(options={"max_timeouts": 1})
    seat = match.to_act
    match.ring(NOW + 45)
    assert match.record.engine.away(match.record.state) == (seat,)
    match.bid(1 - seat, 2, 2, NOW + 50)
    assert match.row.waits_for is None
    match.ring(NOW + 52)
    assert match.log[-1].by == "bot"
    match.act(seat, "rejoin", NOW + 53)
    assert match.record.engine.away(match.record.state) == ()
    assert match.person(seat).user_id == match.record.places[seat].user_id


@pytest.mark.rule("common.clock.out-of-turn")
def test_only_the_seat_to_act_is_timed_out():
    match = new_match()
    with pytest.raises(Refused) as caught:
        match.clock("timeout", NOW + 50, 1 - match.to_act)
    assert (caught.value.code, caught.value.rule) == ("illegal", "common.clock.out-of-turn")


def test_the_clock_does_nothing_before_its_time():
    match = new_match()
    for kind in ("timeout", "resume", "abandon"):
        not_allowed(lambda kind=kind: match.clock(kind, NOW + 10, match.to_act))


# --- the clock of a seat that changes hands --------------------------------------------------------------------------


@pytest.mark.rule("common.leave.bot")
def test_leaving_and_coming_back_does_not_lengthen_a_decision():
    match = new_match(persons=3)
    seat = match.to_act
    match.act(seat, "leave", NOW + 40)
    assert NOW + 41 <= due_at(match) <= NOW + 41.3
    match.act(seat, "rejoin", NOW + 40.5)
    assert due_at(match) == NOW + 45


@pytest.mark.rule("common.leave.bot")
def test_who_comes_back_while_the_computer_thinks_has_a_whole_clock():
    match = new_match(persons=3)
    first = match.to_act
    second = (first + 1) % 3
    match.act(second, "leave", NOW + 5)
    assert due_at(match) == NOW + 45
    match.bid(first, 1, 2, NOW + 10)
    match.act(second, "rejoin", NOW + 10.5)
    assert (due_at(match), match.row.waits_for) == (NOW + 55.5, second)


def test_anothers_leaving_leaves_the_clock_alone_where_play_goes_on():
    match = new_match(persons=3)
    match.act((match.to_act + 1) % 3, "leave", NOW + 20)
    assert due_at(match) == NOW + 45


@pytest.mark.rule("common.leave.remove")
def test_a_round_that_begins_anew_because_somebody_left_has_a_new_clock():
    match = new_match(persons=3, options={"leave_mode": "remove"})
    match.act((match.to_act + 1) % 3, "leave", NOW + 20)
    assert due_at(match) == NOW + 65


# --- more time -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.clock.more")
def test_more_time_in_the_last_third_and_once_a_game():
    match = new_match()
    seat = match.to_act
    assert not_allowed(lambda: match.act(seat, "more_time", NOW + 29.9)).rule == "common.clock.more"
    match.act(seat, "more_time", NOW + 30.1)
    assert due_at(match) == NOW + 60
    assert match.record.sitting.more_used == (seat,)
    not_allowed(lambda: match.act(seat, "more_time", NOW + 59))
    match.bid(seat, 1, 2, NOW + 59)
    match.bid(1 - seat, 2, 2, NOW + 60)
    not_allowed(lambda: match.act(seat, "more_time", NOW + 104))


@pytest.mark.rule("common.clock.more")
def test_more_time_is_for_the_seat_to_act_and_needs_a_clock():
    match = new_match()
    not_allowed(lambda: match.act(1 - match.to_act, "more_time", NOW + 40))
    endless = new_match(options={"turn_seconds": 0})
    not_allowed(lambda: endless.act(endless.to_act, "more_time", NOW + 40))


@pytest.mark.rule("common.clock.more")
def test_the_next_game_brings_new_time():
    match = new_match(options={"games": 2})
    seat = match.to_act
    match.act(seat, "more_time", NOW + 40)
    match.bid(seat, 10, "*", NOW + 41)
    now = NOW + 42
    while match.record.state.game == 1:
        if match.record.engine.due(match.record.state):
            now = match.record.due_at
            match.ring(now)
        elif match.record.state.bids:
            match.act(match.to_act, "challenge", now)
        else:
            match.bid(match.to_act, sum(match.record.state.counts), "*", now)
    assert match.record.sitting.more_used == ()


# --- pauses ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.pause")
def test_a_pause_begins_when_all_persons_agree_and_keeps_the_time():
    match = new_match(persons=2, bots=["easy"])
    while match.record.sitting.alarm is None or match.row.waits_for is None:
        match.ring(match.record.due_at)
    before, began = match.record, match.record.sitting.since
    match.act(0, "pause", began + 10)
    assert (match.record.sitting.votes, match.record.sitting.halt) == ((0,), None)
    assert due_at(match) == pytest.approx(began + 45, abs=1e-5)
    match.act(1, "pause", began + 20)
    assert (match.record.sitting.halt, match.record.sitting.votes) == ("pause", ())
    assert remaining(match.record, began + 400) == 25
    assert match.row.waits_for is None
    match.act(0, "resume", began + 420)
    assert due_at(match) == pytest.approx(began + 445, abs=1e-5)
    assert match.record.state == before.state


@pytest.mark.rule("common.pause")
def test_computers_stand_still_during_a_pause_and_it_ends_after_ten_minutes():
    match = new_match(persons=1, bots=["easy"])
    if match.to_act == 0:
        match.bid(0, 1, 2, NOW)
    thinks_until = due_at(match)
    match.act(0, "pause", NOW + 0.5)
    assert due_at(match) == NOW + 0.5 + 600
    assert match.ring(thinks_until + 100) is False
    assert match.ring(NOW + 600.5) is True
    assert due_at(match) == pytest.approx(thinks_until + 600)


@pytest.mark.rule("common.pause")
def test_agreement_can_be_taken_back_and_is_not_given_twice():
    match = new_match()
    match.act(0, "pause", NOW + 1)
    not_allowed(lambda: match.act(0, "pause", NOW + 2))
    match.act(0, "resume", NOW + 3)
    not_allowed(lambda: match.act(0, "resume", NOW + 4))
    match.act(1, "pause", NOW + 5)
    assert (match.record.sitting.votes, match.record.sitting.halt) == ((1,), None)


@pytest.mark.rule("common.pause")
def test_who_is_away_or_out_has_no_say_in_a_pause():
    match = new_match(persons=3)
    match.act(2, "leave", NOW + 1)
    match.act(0, "pause", NOW + 2)
    match.act(1, "pause", NOW + 3)
    assert match.record.sitting.halt == "pause"


@pytest.mark.rule("common.pause")
def test_leaving_during_a_pause_takes_the_vote_along_and_keeps_the_pause():
    match = new_match(persons=3)
    for seat in range(3):
        match.act(seat, "pause", NOW + 10)
    seat = match.to_act
    match.act(seat, "leave", NOW + 20)
    assert match.record.sitting.halt == "pause"
    match.act((seat + 1) % 3, "resume", NOW + 100)
    assert NOW + 101 <= due_at(match) <= NOW + 101.3


@pytest.mark.rule("common.pause")
def test_a_league_match_knows_no_pause():
    match = new_match(persons=1, bots=["easy"], ends_by=NOW + 86_400)
    not_allowed(lambda: match.act(0, "pause", NOW + 1))
    assert match.record.sitting.halt is None


# --- everybody away --------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.bot")
def test_computers_play_on_while_one_person_is_there():
    match = new_match(persons=2, bots=["easy"])
    match.act(0, "leave", NOW + 1)
    assert match.record.sitting.halt is None


@pytest.mark.rule("common.leave.bot")
def test_when_all_persons_are_away_computers_pause_and_after_ten_minutes_the_match_ends():
    match = new_match(persons=2, bots=["easy"])
    match.act(0, "leave", NOW + 1)
    match.act(1, "leave", NOW + 2)
    assert match.record.sitting.halt == "deserted"
    assert due_at(match) == NOW + 602
    assert match.ring(NOW + 601) is False
    assert match.ring(NOW + 602) is True
    assert (match.row.result["reason"], match.row.due_at) == ("abandoned", None)
    assert match.kinds()[-1] == "abandon"


@pytest.mark.rule("common.leave.bot")
def test_a_deserted_league_match_waits_until_its_deadline():
    match = new_match(persons=2, bots=["easy"], ends_by=NOW + 86_400)
    match.act(0, "leave", NOW + 1)
    match.act(1, "leave", NOW + 2)
    assert due_at(match) == NOW + 86_400
    assert match.ring(NOW + 700) is False
    assert match.ring(NOW + 86_400) is True
    assert match.row.result["reason"] == "abandoned"


@pytest.mark.rule("common.leave.bot")
def test_a_league_match_that_is_deserted_after_its_deadline_waits_ten_minutes():
    match = new_match(persons=2, ends_by=NOW - 60)
    match.act(0, "leave", NOW + 1)
    match.act(1, "leave", NOW + 2)
    assert due_at(match) == NOW + 602


@pytest.mark.rule("common.leave.bot")
def test_one_who_comes_back_in_time_finds_everything_as_it_was():
    match = new_match()
    seat = match.to_act
    match.act(1 - seat, "leave", NOW + 5)
    match.act(seat, "leave", NOW + 10)
    match.act(seat, "rejoin", NOW + 500)
    assert match.record.sitting.halt is None
    assert due_at(match) == NOW + 500 + 35


def test_a_table_of_computers_alone_plays_on():
    match = new_match(persons=1, bots=["easy", "easy"])
    Seat.objects.filter(table_id=match.id, index=0).update(user=None, bot_level="easy")
    Match.objects.filter(pk=match.id).update(seating=1)
    records.forget()
    match.play_out(NOW)
    assert match.row.result["reason"] == "played"


# --- absence ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.clock.absent")
@pytest.mark.parametrize("options", [{}, {"turn_seconds": 0}, {"max_timeouts": 0}, {"turn_seconds": 3600}])
def test_who_is_waited_for_without_a_connection_is_timed_out_and_leaves(options):
    match = new_match(persons=3, options=options)
    here(match, NOW)
    seat = match.to_act
    now = NOW + 119
    if options.get("turn_seconds") != 0:
        Match.objects.filter(pk=match.id).update(due_at=at(NOW + 5000))
    assert clock.send_away(now) == 0
    assert clock.send_away(NOW + 120) == 1
    assert match.kinds()[-1] == "absent"
    assert match.record.engine.away(match.record.state) == (seat,)
    assert match.record.state.bids[-1].seat == seat
    assert clock.send_away(NOW + 120) == 1, "the next one has not been seen either"


@pytest.mark.rule("common.clock.absent")
def test_a_person_who_never_came_counts_from_the_start_of_the_match():
    match = new_match(persons=3, options={"turn_seconds": 0})
    assert Seat.objects.filter(table_id=match.id, last_seen=None).count() == 3
    assert clock.send_away(NOW + 119) == 0
    assert clock.send_away(NOW + 120) == 1


@pytest.mark.rule("common.clock.absent")
def test_who_is_seen_or_not_waited_for_stays():
    match = new_match(persons=3, options={"turn_seconds": 0})
    seat = match.to_act
    Seat.objects.filter(table_id=match.id, index=seat).update(last_seen=at(NOW + 100))
    assert clock.send_away(NOW + 219) == 0
    assert match.version == 1


@pytest.mark.rule("common.clock.absent")
def test_the_last_time_out_allowed_and_absence_make_one_leaving():
    match = new_match(persons=3, options={"max_timeouts": 1, "turn_seconds": 0})
    seat = match.to_act
    assert clock.send_away(NOW + 120) == 1
    assert match.record.engine.away(match.record.state) == (seat,)
    assert match.replayed().state == match.record.state


# --- the sweep -------------------------------------------------------------------------------------------------------


def test_the_sweep_does_what_a_lost_countdown_has_left():
    match = new_match(persons=1, bots=["easy", "easy"])
    if match.to_act == 0:
        match.bid(0, 1, 2, NOW)
    here(match, NOW)
    thinks_until = due_at(match)
    match.sweep(thinks_until + 0.1)
    assert match.log[-1].by != "bot", "it is left to the countdown first"
    match.sweep(thinks_until + 0.4)
    assert match.log[-1].by == "bot"


def test_ringing_twice_acts_once():
    match = new_match()
    assert match.ring(NOW + 45) is True
    assert match.ring(NOW + 45) is False
    assert match.kinds() == ["start", "timeout"]


def test_a_ring_for_no_match_or_an_ended_one_is_harmless():
    assert clock.ring(4711, NOW) is False
    match = new_match()
    match.close(NOW + 1)
    assert match.ring(NOW + 100) is False


def test_one_broken_match_does_not_keep_the_others_waiting(caplog):
    broken, sound = new_match(), new_match()
    Match.objects.filter(pk=broken.id).update(saved="{}", version=9, due_at=at(NOW + 1))
    sound.sweep(NOW + 46)
    assert sound.kinds() == ["start", "timeout"]
    assert "could not be served" in caplog.text


def test_alarms_of_several_matches_are_served_at_once_each_as_if_alone():
    began = time.time() - 600
    dealt = [new_match(now=began, options={"loss": "one"}) for _ in range(3)]
    for match in dealt:
        match.bid(match.to_act, 10, "*", began + 1)
        match.act(match.to_act, "challenge", began + 2)
    timed_out, early, gone = new_match(now=began), new_match(now=time.time()), 4711
    for match in (*dealt, timed_out, early):
        records.read(match.id)
    served = [gone, dealt[0].id, early.id, timed_out.id, dealt[1].id, dealt[2].id]
    assert after_commit(lambda: clock.ring_all(served)) == 4
    assert [match.kinds()[-1] for match in dealt] == ["proceed"] * 3
    assert (timed_out.kinds()[-1], early.kinds()[-1]) == ("timeout", "start")
    assert after_commit(lambda: clock.ring_all(served)) == 0
    for match in dealt:
        assert match.replayed().state == match.record.state


def test_a_match_that_cannot_be_served_keeps_no_other_from_being(monkeypatch, caplog):
    began = time.time() - 600
    broken, sound, timed_out = [new_match(now=began, options={"loss": "one"}) for _ in range(3)]
    for match in (broken, sound):
        match.bid(match.to_act, 10, "*", began + 1)
        match.act(match.to_act, "challenge", began + 2)
    monkeypatch.setattr(moves, "make", lambda asked, make=moves.make: 1 / 0 if asked.record.match_id == broken.id else make(asked))
    assert after_commit(lambda: clock.ring_all([broken.id, sound.id, timed_out.id])) == 2
    assert (sound.kinds()[-1], timed_out.kinds()[-1]) == ("proceed", "timeout")
    assert "could not be served" in caplog.text
