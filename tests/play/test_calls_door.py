"""Calls out of turn at the one door: which play they name, how they are collected, what nobody else notices."""

import msgspec
import pytest

from games.core.chance import SecretChance
from games.play import announce, selectors
from games.play.models import LogEntry
from games.play.services import actions, deals
from games.play.services import record as records
from games.play.services.actions import CLOCK
from games.play.services.errors import Refused
from games.play.services.waits import remaining
from games.play.sockets.json_face import state_of
from tests.play.calls import GRACE, call, lay, right_of, table
from tests.play.matches import NOW, Sat, after_commit

pytestmark = pytest.mark.django_db


def refused(ask) -> Refused:
    with pytest.raises(Refused) as caught:
        ask()
    return caught.value


def seen(match: Sat, seat: int | None, since: int | None = None) -> str:
    """All that a program of this seat (None: a spectator's) is told over HTTP, but for the clock."""
    user = None if seat is None else match.seats[seat].user_id
    return state_of(match.id, user, since).rpartition(',"remaining_ms"')[0]


def others(match: Sat, *callers: int) -> list[int | None]:
    return [None, *(seat for seat in range(len(match.seats)) if seat not in callers)]


# --- which play a call names -----------------------------------------------------------------------------------------


@pytest.mark.rule("common.calls.simultaneous")
def test_a_call_is_collected_for_the_grace_and_settled_then():
    match = table()
    layer = lay(match)
    caller = right_of(match, layer, 2)
    version = match.version
    accepted = call(match, caller, NOW + 2)
    assert accepted.version == match.version == version
    assert match.record.due_at == pytest.approx(NOW + 2 + GRACE)
    assert match.ring(NOW + 2 + GRACE - 0.1) is False
    assert match.ring(NOW + 2 + GRACE) is True
    assert match.version == version + 1
    assert match.record.state.reveal.caller == caller
    assert match.kinds() == ["start", "lay", "call", "proceed"]


@pytest.mark.rule("common.calls.simultaneous")
def test_of_several_calls_that_of_the_seat_met_first_counts_whoever_came_first():
    match = table()
    layer = lay(match)
    near, far = right_of(match, layer, 2), right_of(match, layer, 3)
    version = match.version
    call(match, far, NOW + 2)
    call(match, near, NOW + 2.2, version=version)
    match.ring(NOW + 2 + GRACE)
    assert match.record.state.reveal.caller == near
    assert (match.version, len(match.log)) == (version + 1, 5)


@pytest.mark.rule("common.calls.block")
def test_the_seat_to_act_may_call_too_and_nothing_else():
    match = table()
    layer = lay(match)
    following = right_of(match, layer)
    version = match.version
    call(match, right_of(match, layer, 2), NOW + 2)
    for action in ({"type": "pass"}, {"type": "lay", "cards": [match.record.state.hands[following][0]]}):
        error = refused(lambda action=action: match.submit(following, action, match.person(following), NOW + 2.1))
        assert (error.code, error.rule, error.version) == ("call_pending", "common.calls.block", version)
    call(match, following, NOW + 2.2)
    match.ring(NOW + 2 + GRACE)
    assert match.record.state.reveal.caller == following


@pytest.mark.rule("common.calls.block")
def test_a_move_that_is_handled_first_makes_the_call_too_late():
    match = table()
    layer = lay(match)
    version = match.version
    match.act(right_of(match, layer), "pass", NOW + 2)
    error = refused(lambda: call(match, right_of(match, layer, 2), NOW + 2.1, version=version))
    assert (error.code, error.version) == ("call_too_late", version + 1)
    with_new = refused(lambda: call(match, right_of(match, layer, 2), NOW + 2.1))
    assert (with_new.code, with_new.rule) == ("illegal", "bluff_nepal.call.needs-claim")


def test_a_call_that_names_the_play_before_is_not_taken_for_one_on_the_newest():
    match = table()
    lay(match)
    version = match.version
    layer = lay(match, NOW + 2)
    error = refused(lambda: call(match, right_of(match, layer, 2), NOW + 3, version=version))
    assert error.code == "call_too_late"
    assert call(match, right_of(match, layer, 2), NOW + 3).version == version + 1


def test_a_call_names_its_play_whatever_the_table_did_since():
    """More time, a vote for a pause, a seat handed over: the play is still the newest."""
    match = table()
    layer = lay(match)
    version = match.version
    match.act(right_of(match, layer, 3), "pause", NOW + 2)
    match.act(layer, "leave", NOW + 2)
    assert call(match, right_of(match, layer, 2), NOW + 3, version=version).version == version + 2


@pytest.mark.rule("bluff_nepal.leave")
def test_a_call_names_its_play_also_when_another_seat_has_to_answer_it_now():
    match = table(leave_mode="remove")
    layer = lay(match)
    version = match.version
    match.act(right_of(match, layer), "leave", NOW + 20)
    assert match.to_act == right_of(match, layer, 2)
    assert match.record.due_at == pytest.approx(NOW + 20 + 45)
    call(match, right_of(match, layer, 3), NOW + 21, version=version)
    match.ring(NOW + 21 + GRACE)
    assert match.record.state.reveal.caller == right_of(match, layer, 3)


def test_without_grace_a_call_is_settled_at_once():
    match = table(call_grace_ms=0)
    layer = lay(match)
    version = match.version
    assert call(match, right_of(match, layer, 2), NOW + 2).version == version + 1
    assert match.record.state.reveal.caller == right_of(match, layer, 2)


def test_asking_again_with_the_same_token_gets_the_same_answer():
    match = table()
    layer = lay(match)
    caller, version = right_of(match, layer, 2), match.version
    first = call(match, caller, NOW + 2, token="same")
    again = call(match, caller, NOW + 2.1, version=version, token="same")
    match.ring(NOW + 2 + GRACE)
    later = call(match, caller, NOW + 5, version=version, token="same")
    assert first.version == again.version == later.version == version
    assert match.kinds().count("call") == 1


def test_another_process_finds_the_calls_that_it_did_not_see_come():
    match = table()
    layer = lay(match)
    before = records.current(match.id)
    call(match, right_of(match, layer, 2), NOW + 2)
    records.forget()
    records.keep(before)
    following = right_of(match, layer)
    error = refused(lambda: match.act(following, "pass", NOW + 2.1, version=before.version))
    assert error.code == "call_pending"
    records.forget()
    records.keep(before)
    call(match, right_of(match, layer, 3), NOW + 2.2, version=before.version)
    assert match.record.state.calls == (right_of(match, layer, 2), right_of(match, layer, 3))


# --- settled by whoever comes ----------------------------------------------------------------------------------------


@pytest.mark.rule("common.calls.simultaneous")
def test_whoever_acts_when_the_time_is_over_settles_first():
    match = table()
    layer = lay(match)
    version = match.version
    call(match, right_of(match, layer, 2), NOW + 2)
    error = refused(lambda: match.act(right_of(match, layer), "pass", NOW + 3, version=version))
    assert (error.code, match.version) == ("stale_version", version + 1)
    assert match.record.state.reveal.caller == right_of(match, layer, 2)


def test_whoever_looks_when_the_time_is_over_settles_first():
    match = table()
    layer = lay(match)
    call(match, right_of(match, layer, 2), NOW + 2)
    assert '"reveal":null' in seen(match, None)
    overdue = actions.settled(match.record, NOW + 2 + GRACE)
    assert overdue.version == match.version
    assert overdue.state.reveal is not None
    assert '"reveal":{' in seen(match, None)


def test_reading_settles_what_is_overdue_by_the_server_s_clock():
    match = table()
    layer = lay(match)
    call(match, right_of(match, layer, 2), NOW + 2)
    version = match.version
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(actions.time, "time", lambda: NOW + 2 + GRACE)
        after_commit(lambda: seen(match, None))
    assert match.version == version + 1


def test_it_is_settled_once_however_many_come():
    match = table()
    layer = lay(match)
    call(match, right_of(match, layer, 2), NOW + 2)
    before = match.record
    assert match.ring(NOW + 3) is True
    error = refused(lambda: match.submit(None, {"type": "proceed"}, CLOCK, NOW + 3, version=before.version))
    assert error.code == "stale_version"
    assert actions.settled(before, NOW + 3).version == match.version
    assert match.kinds().count("proceed") == 1


# --- what nobody notices ---------------------------------------------------------------------------------------------


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.rule("common.clock.out-of-turn")
def test_a_call_that_waits_changes_nothing_that_anybody_else_is_told():
    match = table()
    layer = lay(match)
    near, far = right_of(match, layer, 2), right_of(match, layer, 3)
    since = match.version - 1
    before = {seat: (seen(match, seat), seen(match, seat, since)) for seat in others(match)}
    row, clock = match.row, remaining(match.record, NOW + 10)
    call(match, far, NOW + 2)
    call(match, near, NOW + 2.1)
    for seat in others(match, near, far):
        assert (seen(match, seat), seen(match, seat, since)) == before[seat]
    for seat in (near, far):
        assert seen(match, seat) != before[seat][0]
        assert '"called":true' in seen(match, seat)
    now = match.row
    assert (now.version, now.waits_for, now.seating) == (row.version, row.waits_for, row.seating)
    assert remaining(match.record, NOW + 10) == clock
    assert seen(match, near) != seen(match, far)


@pytest.mark.rule("common.view.no-leak")
def test_afterwards_it_shows_to_nobody_how_many_called(monkeypatch):
    """Version, events and log are the same whether the call that did not count ever came."""
    monkeypatch.setattr(deals, "SecretChance", lambda secret, key, parts: SecretChance(secret, "same", parts))
    told = []
    for several in (False, True):
        match = table()
        layer = lay(match)
        near, far = right_of(match, layer, 2), right_of(match, layer, 3)
        call(match, near, NOW + 2)
        if several:
            call(match, far, NOW + 2.1)
        match.ring(NOW + 2 + GRACE)
        reader = right_of(match, layer)
        log = [msgspec.structs.replace(entry, at="") for entry in selectors.log_for(match.record, reader)]
        newest = selectors.log_for(match.record, reader, most=2)[0].number
        told.append((seen(match, reader, 0).replace(match.table.key, "KEY"), log, newest))
    assert told[0] == told[1]


def test_the_caller_s_own_log_has_the_call_and_nobody_else_s():
    match = table()
    layer = lay(match)
    caller = right_of(match, layer, 2)
    call(match, caller, NOW + 2)
    tags = {
        seat: [event.__struct_config__.tag for entry in selectors.log_for(match.record, seat) for event in entry.events]
        for seat in others(match)
    }
    assert tags[caller][-1] == "called"
    assert all("called" not in tags[seat] for seat in others(match, caller))


@pytest.mark.rule("common.view.no-leak")
def test_nobody_is_pinged_before_it_is_settled(monkeypatch):
    heard = []
    match = table()
    layer = lay(match)
    assert announce.flush()
    monkeypatch.setattr(announce._Publisher, "put", lambda self, change: heard.append(change.version))
    call(match, right_of(match, layer, 2), NOW + 2)
    assert heard == []
    match.ring(NOW + 2 + GRACE)
    assert heard == [match.version]


@pytest.mark.rule("common.calls.block")
def test_the_clock_stands_still_while_calls_are_collected():
    match = table()
    layer = lay(match)
    following = right_of(match, layer)
    deadline = match.record.due_at
    call(match, right_of(match, layer, 2), deadline - 0.1)
    assert match.record.due_at == pytest.approx(deadline - 0.1 + GRACE)
    for kind in ("timeout", "absent"):
        error = refused(lambda kind=kind: match.clock(kind, deadline + 0.05, following))
        assert error.code == "not_allowed"
    match.ring(deadline - 0.1 + GRACE)
    assert match.record.state.timeouts[following] == 0
    assert match.kinds()[-1] == "proceed"


def test_table_actions_stay_possible_and_keep_the_calls():
    match = table()
    layer = lay(match)
    version = match.version
    call(match, right_of(match, layer, 2), NOW + 2)
    match.act(layer, "pause", NOW + 2.1)
    match.act(layer, "resume", NOW + 2.15)
    assert match.version == version + 2
    call(match, right_of(match, layer, 3), NOW + 2.2, version=version)
    match.ring(NOW + 2 + GRACE)
    assert match.record.state.reveal.caller == right_of(match, layer, 2)
    assert match.version == version + 3


@pytest.mark.rule("common.clock.more")
def test_more_time_may_be_asked_as_if_nobody_had_called():
    match = table()
    layer = lay(match)
    following, since = right_of(match, layer), match.record.sitting.since
    call(match, right_of(match, layer, 2), since + 40)
    before = remaining(match.record, since + 40.1)
    match.act(following, "more_time", since + 40.1)
    assert remaining(match.record, since + 40.1) == pytest.approx(before + 15)


@pytest.mark.rule("common.pause")
def test_a_pause_stops_the_collecting_too():
    match = table()
    layer = lay(match)
    call(match, right_of(match, layer, 2), NOW + 2)
    for seat in range(4):
        match.act(seat, "pause", NOW + 2.1)
    assert match.ring(NOW + 3) is False
    assert actions.settled(match.record, NOW + 30).version == match.version
    match.act(layer, "resume", NOW + 62.1)
    assert match.record.due_at == pytest.approx(NOW + 62 + GRACE)
    match.ring(NOW + 62 + GRACE)
    assert match.record.state.reveal is not None


@pytest.mark.rule("common.leave.remove")
def test_the_clock_goes_on_where_the_only_call_leaves_with_its_caller():
    match = table(leave_mode="remove")
    layer = lay(match)
    caller, following = right_of(match, layer, 2), right_of(match, layer)
    deadline = match.record.due_at
    call(match, caller, NOW + 2)
    match.act(caller, "leave", NOW + 2.2)
    assert match.to_act == following
    assert match.record.due_at >= deadline
    match.act(following, "pass", NOW + 3)


def test_the_log_replays_calls_and_their_settlement():
    match = table()
    layer = lay(match)
    call(match, right_of(match, layer, 3), NOW + 2)
    call(match, right_of(match, layer, 2), NOW + 2.1)
    match.ring(NOW + 2 + GRACE)
    assert match.replayed().state == match.record.state
    numbers = list(LogEntry.objects.filter(match_id=match.id).order_by("number").values_list("number", "version", "is_quiet"))
    assert numbers == [(1, 1, False), (2, 2, False), (3, 2, True), (4, 2, True), (5, 3, False)]


def test_a_record_read_anew_knows_as_much_as_the_one_in_memory():
    match = table()
    layer = lay(match)
    call(match, right_of(match, layer, 2), NOW + 2)
    here = match.record
    records.forget()
    there = records.current(match.id)
    assert (there.version, there.quiet, there.number, there.sitting, there.state) == (
        here.version, here.quiet, here.number, here.sitting, here.state
    )  # fmt: skip
