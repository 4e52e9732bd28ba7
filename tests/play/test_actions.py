"""The one door: each guard with its code, and the same answer to the same token."""

import pytest

from games.play.models import Seat, Table
from games.play.services import journal
from games.play.services import record as records
from games.play.services.actions import BOT, CLOCK, Actor, leave_seat, submit_action
from games.play.services.errors import Refused
from tests.play.matches import NOW, Sat, new_match, new_table

pytestmark = pytest.mark.django_db


def refused(match: Sat, call) -> Refused:
    """The refusal of the call, which must have changed nothing."""
    before = (match.row.version, match.row.saved, len(match.log))
    with pytest.raises(Refused) as caught:
        call()
    assert (match.row.version, match.row.saved, len(match.log)) == before
    return caught.value


def test_an_action_is_accepted_as_the_next_version():
    match = new_match()
    seat = match.to_act
    accepted = match.bid(seat, 1, 2, token="t1")
    assert (accepted.version, accepted.token) == (2, "t1")
    assert accepted.record is not None
    assert accepted.record.version == match.version == 2
    assert match.to_act == 1 - seat


# --- guards, in their order -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [None, [], "bid", {}, {"type": 1}, {"type": None}, {"kind": "bid"}])
def test_bad_action_for_what_is_no_action_at_all(action):
    match = new_match()
    assert refused(match, lambda: match.submit(match.to_act, action, match.person(match.to_act), NOW)).code == "bad_action"


def test_unknown_match():
    with pytest.raises(Refused) as caught:
        submit_action(match_id=404, seat=0, action={"type": "challenge"}, version=1, actor=Actor.person(1), now=NOW)
    assert caught.value.code == "unknown_match"


def test_a_table_that_has_not_begun_has_no_match():
    with pytest.raises(Refused) as caught:
        submit_action(match_id=new_table().pk, seat=0, action={"type": "challenge"}, version=1, actor=Actor.person(1), now=NOW)
    assert caught.value.code == "unknown_match"


def test_not_your_seat_for_another_persons_seat():
    match = new_match()
    seat = match.to_act
    assert (
        refused(match, lambda: match.submit(seat, {"type": "bid", "count": 1, "face": 2}, match.person(1 - seat), NOW)).code
        == "not_your_seat"
    )


@pytest.mark.parametrize("seat", [None, -1, 2, 99])
def test_not_your_seat_where_there_is_none(seat):
    match = new_match()
    assert refused(match, lambda: match.submit(seat, {"type": "challenge"}, match.person(0), NOW)).code == "not_your_seat"


def test_not_your_seat_when_it_is_a_computers():
    match = new_match(persons=1, bots=["easy"])
    for user_id in (None, match.seats[0].user_id):
        assert (
            refused(match, lambda user_id=user_id: match.submit(1, {"type": "leave"}, Actor("person", user_id), NOW)).code
            == "not_your_seat"
        )


def test_not_your_seat_for_a_computer_at_a_persons_seat():
    match = new_match()
    assert refused(match, lambda: match.submit(match.to_act, {"type": "bid", "count": 1, "face": 1}, BOT, NOW)).code == "not_your_seat"


def test_not_controller_for_an_older_connection():
    match = new_match()
    seat = match.to_act
    older = Actor.person(match.seats[seat].user_id, "an older one")
    assert refused(match, lambda: match.submit(seat, {"type": "bid", "count": 1, "face": 2}, older, NOW)).code == "not_controller"
    newest = Actor.person(match.seats[seat].user_id, f"c{seat}")
    assert match.submit(seat, {"type": "bid", "count": 1, "face": 2}, newest, NOW + 1).version == 2


@pytest.mark.rule("common.action.binding")
def test_match_over_after_the_end():
    match = new_match()
    match.close(NOW + 5)
    assert refused(match, lambda: match.bid(0, 1, 2)).code == "match_over"
    assert refused(match, lambda: match.act(0, "leave")).code == "match_over"
    assert refused(match, lambda: match.close(NOW + 6)).code == "match_over"


@pytest.mark.rule("common.pause")
def test_paused_while_the_table_rests():
    match = new_match()
    seat = match.to_act
    match.act(0, "pause")
    match.act(1, "pause")
    assert refused(match, lambda: match.bid(seat, 1, 2)).code == "paused"
    assert refused(match, lambda: match.act(seat, "more_time", NOW + 40)).code == "paused"


@pytest.mark.rule("common.leave.bot")
def test_computer_plays_until_the_seat_is_taken_back():
    match = new_match(persons=3)
    seat = match.to_act
    match.act(seat, "leave")
    assert refused(match, lambda: match.bid(seat, 1, 2)).code == "computer_plays"
    assert refused(match, lambda: match.act(seat, "more_time", NOW + 40)).code == "computer_plays"
    match.act(seat, "rejoin")
    assert match.bid(seat, 1, 2).version == match.version


@pytest.mark.rule("common.action.order")
def test_stale_version_when_the_table_has_moved_on():
    match = new_match()
    first = match.to_act
    match.bid(first, 1, 2)
    match.bid(1 - first, 2, 2)
    assert refused(match, lambda: match.bid(first, 3, 3, version=1)).code == "stale_version"
    assert match.bid(first, 3, 3, version=3).version == 4


def test_stale_version_for_one_that_is_yet_to_come():
    match = new_match()
    assert refused(match, lambda: match.bid(match.to_act, 1, 2, version=7)).code == "stale_version"


def test_what_the_table_alone_did_does_not_make_an_action_stale():
    match = new_match()
    seat = match.to_act
    match.act(1 - seat, "pause")
    assert match.version == 2
    assert match.bid(seat, 1, 2, version=1).version == 3


@pytest.mark.rule("common.clock.expire")
def test_deadline_passed_when_the_clock_has_already_acted():
    match = new_match()
    seat = match.to_act
    match.clock("timeout", NOW + 45, seat)
    late = refused(match, lambda: match.bid(seat, 1, 2, NOW + 45.1, version=1))
    assert (late.code, late.rule, late.version) == ("deadline_passed", "common.clock.expire", 2)
    assert refused(match, lambda: match.bid(1 - seat, 1, 2, NOW + 45.1, version=1)).code == "stale_version"


@pytest.mark.rule("common.action.order")
def test_an_action_after_the_deadline_counts_if_the_clock_has_not_acted_yet():
    match = new_match()
    seat = match.to_act
    assert match.bid(seat, 1, 2, NOW + 45.2).version == 2
    assert match.ring(NOW + 45.3) is False


@pytest.mark.rule("common.action.reject")
def test_illegal_names_the_rule_and_the_clock_runs_on():
    match = new_match()
    seat = match.to_act
    due_at = match.row.due_at
    assert refused(match, lambda: match.bid(seat, 11, 2)).rule == "liars_dice.bid.count-limit"
    refusal = refused(match, lambda: match.act(seat, "challenge"))
    assert (refusal.code, refusal.rule, refusal.version) == ("illegal", "liars_dice.challenge.who", 1)
    assert refused(match, lambda: match.bid(1 - seat, 1, 2)).rule == "liars_dice.turn"
    assert match.row.due_at == due_at


@pytest.mark.parametrize(
    "action",
    [
        {"type": "bid"},
        {"type": "bid", "count": True, "face": 2},
        {"type": "bid", "count": "1", "face": 2},
        {"type": "bid", "count": 1.5, "face": 2},
        {"type": "bid", "count": None, "face": 2},
        {"type": "bid", "count": 1, "face": True},
        {"type": "bid", "count": 1, "face": 2, "extra": 1},
        {"type": "bid", "count": float("inf"), "face": 2},
        {"type": "bid", "count": float("nan"), "face": 2},
        {"type": "bid", "count": 2**31, "face": 2},
        {"type": "challenge", "x": []},
        {"type": "start"},
        {"type": "timeout"},
        {"type": "proceed"},
        {"type": "abandon"},
        {"type": "close"},
        {"type": "credit", "seconds": 1000, "until": 1},
        {"type": "\x00"},
    ],
)
def test_bad_action_for_what_the_game_does_not_know(action):
    match = new_match()
    assert refused(match, lambda: match.submit(match.to_act, action, match.person(match.to_act), NOW + 100)).code == "bad_action"


def test_only_staff_closes():
    match = new_match()
    for actor in (BOT, CLOCK):
        assert refused(match, lambda actor=actor: match.submit(0, {"type": "close"}, actor, NOW)).code in ("bad_action", "not_your_seat")
    match.close(NOW + 5)
    assert Table.objects.get(pk=match.id).phase == Table.Phase.CLOSED
    assert match.row.result["reason"] == "abandoned"


def test_the_first_guard_that_says_no_gives_the_code():
    """One action that is wrong in every way, mended one by one in the order of the guards."""
    match = new_match(persons=3)
    seat = match.to_act
    action = {"type": "bid", "count": 99, "face": 2}
    match.act(seat, "leave")
    for other in range(3):
        if other != seat:
            match.act(other, "pause")
    stranger, older = match.person((seat + 1) % 3), Actor.person(match.seats[seat].user_id, "older")
    owner = match.person(seat)

    def code(what, who) -> str:
        return refused(match, lambda: match.submit(seat, what, who, NOW + 2, version=0)).code

    assert code({"kind": "bid"}, stranger) == "bad_action"
    assert code(action, stranger) == "not_your_seat"
    assert code(action, older) == "not_controller"
    assert code(action, owner) == "paused"
    match.act((seat + 1) % 3, "resume", NOW + 3)
    assert code(action, owner) == "computer_plays"
    match.act(seat, "rejoin", NOW + 3.5)
    assert code(action, owner) == "stale_version"
    assert refused(match, lambda: match.submit(seat, action, owner, NOW + 4)).code == "illegal"
    match.close(NOW + 5)
    assert code(action, owner) == "match_over"


# --- leaving is always possible --------------------------------------------------------------------------------------


@pytest.mark.rule("common.leave.when")
def test_leaving_does_not_need_the_current_version():
    match = new_match(persons=3)
    leave_seat(match_id=match.id, seat=2, user_id=match.seats[2].user_id, now=NOW + 1)
    assert match.record.engine.away(match.record.state) == (2,)


def test_coming_back_to_an_own_seat_is_illegal_and_leaving_twice_is_answered_kindly():
    match = new_match(persons=3)
    assert refused(match, lambda: match.act(0, "rejoin")).rule == "common.leave.bot"
    match.act(0, "leave")
    again = refused(match, lambda: match.act(0, "leave"))
    assert (again.code, again.rule) == ("already_left", "common.leave.bot")


@pytest.mark.rule("common.leave.remove")
def test_who_was_removed_cannot_come_back():
    match = new_match(persons=3, options={"leave_mode": "remove"})
    match.act(0, "leave")
    assert refused(match, lambda: match.act(0, "rejoin")).rule == "common.leave.remove"


# --- the same token --------------------------------------------------------------------------------------------------


def test_the_same_token_gets_the_same_answer_and_acts_once():
    match = new_match()
    seat = match.to_act
    first = match.bid(seat, 1, 2, version=1, token="t1")
    match.bid(1 - seat, 2, 2, token="t1")
    again = match.bid(seat, 1, 2, version=1, token="t1")
    assert (again.version, again.token) == (first.version, first.token) == (2, "t1")
    assert match.kinds() == ["start", "bid", "bid"]


def test_the_same_token_gets_the_same_answer_from_a_new_process():
    match = new_match()
    seat = match.to_act
    match.bid(seat, 1, 2, version=1, token="t1")
    records.forget()
    assert match.bid(seat, 1, 2, version=1, token="t1").version == 2


def test_the_same_token_is_answered_after_the_end_of_the_match():
    match = new_match()
    seat = match.to_act
    match.bid(seat, 1, 2, version=1, token="t1")
    match.close(NOW + 2)
    assert match.bid(seat, 1, 2, version=1, token="t1").version == 2


def test_a_token_with_another_action_at_the_present_version_gets_the_old_answer():
    match = new_match()
    seat = match.to_act
    match.bid(seat, 1, 2, token="t1")
    match.bid(1 - seat, 2, 2)
    assert match.bid(seat, 3, 3, token="t1").version == 2
    assert match.kinds() == ["start", "bid", "bid"]


def test_a_repeated_request_for_a_pause_counts_once():
    match = new_match(persons=3)
    assert match.act(0, "pause", version=1, token="p").version == 2
    match.act(0, "resume", version=2, token="r")
    assert match.act(0, "pause", version=1, token="p").version == 2
    assert match.record.sitting.votes == ()


def test_a_token_tells_another_seat_nothing():
    match = new_match()
    seat = match.to_act
    match.bid(seat, 1, 2, version=1, token="t1")
    stranger = match.person(1 - seat)
    action = {"type": "bid", "count": 1, "face": 2}
    assert refused(match, lambda: match.submit(seat, action, stranger, NOW + 1, version=1, token="t1")).code == "not_your_seat"
    assert refused(match, lambda: match.bid(1 - seat, 1, 2, version=1, token="t1")).code == "stale_version"


def test_a_refused_token_may_be_used_again():
    match = new_match()
    seat = match.to_act
    refused(match, lambda: match.bid(seat, 11, 2, token="t1"))
    assert match.bid(seat, 1, 2, token="t1").version == 2


# --- memory and database ---------------------------------------------------------------------------------------------


def test_a_match_in_memory_that_is_behind_is_read_again():
    match = new_match()
    seat = match.to_act
    old = match.record
    match.bid(seat, 1, 2)
    records.forget()
    records.keep(old)
    assert match.bid(1 - seat, 2, 2).version == 3


def test_a_refusal_from_memory_counts_only_for_the_version_in_memory():
    match = new_match()
    seat = match.to_act
    old = match.record
    match.bid(seat, 1, 2)
    records.forget()
    records.keep(old)
    assert refused(match, lambda: match.bid(1 - seat, 1, 2, version=2)).rule == "liars_dice.bid.raise"


def test_a_seat_that_went_to_another_account_is_known_at_once():
    match = new_match()
    seat = match.to_act
    guest, old = match.person(seat), match.record
    member = new_match().seats[0].user_id
    Seat.objects.filter(table_id=match.id, index=seat).update(user_id=member)
    journal.reseat(match.id)
    records.forget()
    records.keep(old)
    action = {"type": "bid", "count": 1, "face": 2}
    assert refused(match, lambda: match.submit(seat, action, guest, NOW + 1)).code == "not_your_seat"
    records.forget()
    records.keep(old)
    assert match.submit(seat, action, Actor.person(member), NOW + 1).version == 2
