"""Who left which match: from its log, once, never for a drop that came back and never for an outage of the site."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.formats import date_format

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, Notice, User
from games.play.leaving import rule, services
from games.play.leaving.models import Ending
from games.play.models import Match, Outage, Table
from games.play.services import seats, staff
from games.play.services.errors import TableError
from tests.play import people
from tests.play.matches import Sat, new_table

pytestmark = pytest.mark.django_db


def now() -> float:
    return datetime.now(UTC).timestamp() - 600


def match(*, persons: int = 2, bots: int = 0, is_public: bool = True, **options: Any) -> Sat:
    """A match of one game that began ten minutes ago, at an open table unless told otherwise."""
    table = new_table(persons=persons, bots=["easy"] * bots, options={"games": 1, "turn_seconds": 15, **options})
    Table.objects.filter(pk=table.pk).update(is_public=is_public)
    table.is_public = is_public
    return Sat(table, now())


def end(sat: Sat, at: float | None = None) -> None:
    """By the clock: whoever is there bids and doubts by time-out; then the match is noted."""
    sat.play_out(now() + 1 if at is None else at)
    assert Match.objects.get(pk=sat.id).ended_at
    services.note_ended()


def hows(sat: Sat) -> dict[int, str]:
    users = {seat.user_id: seat.index for seat in sat.seats}
    return {users[user]: how for user, how in Ending.objects.filter(match=sat.id).values_list("user", "how")}


def user(sat: Sat, seat: int) -> User:
    found = sat.seats[seat].user
    assert found is not None
    return User.objects.get(pk=found.pk)


def test_who_is_away_at_the_end_has_left_and_who_came_back_has_stayed():
    sat = match(max_timeouts=0)
    sat.act(0, "leave", now() + 1)
    sat.act(0, "rejoin", now() + 2)
    sat.act(1, "leave", now() + 3)
    end(sat, now() + 4)
    assert hows(sat) == {0: "stayed", 1: "left"}
    assert marks.bars(user(sat, 0), Mark.Kind.COOL_DOWN) is None
    mark = marks.bars(user(sat, 1), Mark.Kind.COOL_DOWN)
    assert mark is None or mark.until is not None


def test_the_cool_down_begins_with_the_end_of_the_match_and_is_told_once():
    sat = match(max_timeouts=0)
    sat.act(1, "leave", now() + 3)
    end(sat, now() + 4)
    ended = datetime.now(UTC)
    Match.objects.filter(pk=sat.id).update(ended_at=ended)
    Ending.objects.update(ended_at=ended)
    services.settle(user=user(sat, 1))
    services.settle(user=user(sat, 1))
    (mark,) = Mark.objects.filter(user=user(sat, 1), lifted_at=None)
    assert mark.until == ended + timedelta(minutes=5)
    assert Notice.objects.filter(user=user(sat, 1), kind="leaving").count() == 1
    assert not services.note(match_id=sat.id)  # once per match


def test_an_outage_of_the_site_excuses():
    sat = match(max_timeouts=0)
    sat.act(1, "leave", now() + 200)
    began, ended = (datetime.fromtimestamp(now() + moment, UTC) for moment in (100, 110))
    Outage.objects.create(began=began, ended=ended)
    end(sat, now() + 201)
    assert hows(sat) == {0: "stayed", 1: "excused"}


def test_an_outage_at_another_time_excuses_nobody():
    sat = match(max_timeouts=0)
    sat.act(1, "leave", now() + 200)
    began, ended = (datetime.fromtimestamp(now() + moment, UTC) for moment in (-3610, -3600))
    Outage.objects.create(began=began, ended=ended)
    end(sat, now() + 201)
    assert hows(sat) == {0: "stayed", 1: "left"}


def test_who_is_knocked_out_may_go():
    sat = match(persons=3, max_timeouts=0)
    moment = now() + 1
    while 0 not in sat.record.state.counts:
        moment = max(moment, sat.record.due_at or moment)
        sat.ring(moment)
    gone = sat.record.state.counts.index(0)
    assert Match.objects.get(pk=sat.id).ended_at is None
    sat.act(gone, "leave", moment)
    end(sat, moment)
    assert hows(sat) == {0: "stayed", 1: "stayed", 2: "stayed"}


def test_only_open_and_rated_tables_of_several_people_count_but_friends_repair():
    alone = match(persons=1, bots=2, max_timeouts=0)
    end(alone)
    assert hows(alone) == {}
    friends = match(is_public=False, max_timeouts=0)
    friends.act(1, "leave", now() + 1)
    end(friends, now() + 2)
    assert hows(friends) == {0: "stayed"}
    rated = match(is_public=False, max_timeouts=0)
    Table.objects.filter(pk=rated.id).update(rated=True)
    rated.act(1, "leave", now() + 1)
    end(rated, now() + 2)
    assert hows(rated) == {0: "stayed", 1: "left"}


def test_a_match_that_staff_close_counts_for_nobody():
    sat = match(max_timeouts=0)
    sat.act(1, "leave", now() + 1)
    sat.close(now() + 2)
    services.note_ended()
    assert hows(sat) == {}
    assert Match.objects.get(pk=sat.id).leavers_noted


def test_a_voided_match_takes_its_cool_down_back(django_capture_on_commit_callbacks):
    sat = match(max_timeouts=0)
    sat.act(1, "leave", now() + 1)
    end(sat, now() + 2)
    Ending.objects.update(ended_at=datetime.now(UTC))
    services.settle(user=user(sat, 1))
    assert marks.bars(user(sat, 1), Mark.Kind.COOL_DOWN)
    with django_capture_on_commit_callbacks(execute=True):
        staff.set_void(table_id=sat.id, is_void=True)
    assert marks.bars(user(sat, 1), Mark.Kind.COOL_DOWN) is None
    assert hows(sat) == {}


def test_all_can_be_reckoned_again_from_the_log():
    sat = match(max_timeouts=0)
    sat.act(1, "leave", now() + 1)
    end(sat, now() + 2)
    before = hows(sat)
    Ending.objects.all().delete()
    Match.objects.update(leavers_noted=False)
    assert services.note_ended() == 1
    assert hows(sat) == before
    assert services.rebuild() == 2


# --- what a cool-down does ------------------------------------------------------------------------------------------
def cooling(name: str) -> User:
    person = people.guest(name)
    marks.put(user=person, kind=Mark.Kind.COOL_DOWN, ref=name, until=datetime.now(UTC) + timedelta(minutes=5))
    return person


def test_open_tables_wait_and_friends_do_not():
    anna, bob = people.guest("Anna"), cooling("Bob")
    with pytest.raises(TableError, match="cool_down"):
        seats.sit(table=people.lobby(anna, is_public=True), user=bob)
    with pytest.raises(TableError, match="cool_down"):
        people.lobby(bob, is_public=True)
    assert seats.sit(table=people.lobby(anna), user=bob)
    mine = people.lobby(bob)
    with pytest.raises(TableError, match="cool_down"):
        people.tables.change_options(table=mine, host=bob, options={}, is_public=True)
    marks.lift(ref="Bob")
    assert seats.sit(table=people.lobby(anna, is_public=True), user=bob)


def test_the_page_says_until_when_why_and_what_helps():
    sat = match(max_timeouts=0)
    sat.act(1, "leave", now() + 1)
    end(sat, now() + 2)
    Ending.objects.update(ended_at=datetime.now(UTC))
    browser = Client()
    assert "All is well" in browser.get("/en/play/leaving/").text
    browser.force_login(user(sat, 1))
    page = browser.get("/en/play/leaving/").text
    assert "are closed to you until" in page
    ended = Ending.objects.get(user=user(sat, 1)).ended_at.astimezone(ZoneInfo("Asia/Kathmandu"))
    type(user(sat, 1)).objects.filter(pk=user(sat, 1).pk).update(time_zone="Asia/Kathmandu")
    here = browser.get("/en/play/leaving/").text
    for at in (ended, ended + rule.STEPS[0]):
        assert date_format(at, "DATETIME_FORMAT") in here
    assert "You stand at step 1 of 5. Play 3 more matches" in page
    assert "left early" in page
    browser.force_login(user(sat, 0))
    page = browser.get("/en/play/leaving/").text
    assert "All is well" in page
    assert "played to the end" in page


def test_the_command_finds_and_mends_what_is_not_as_the_log_says(capsys: pytest.CaptureFixture[str]):
    sat = match(max_timeouts=0)
    sat.act(1, "leave", now() + 1)
    end(sat, now() + 2)
    call_command("leavers", "--check")
    Ending.objects.filter(how="left").update(how="stayed")
    with pytest.raises(SystemExit):
        call_command("leavers", "--check")
    assert "stayed instead of left" in capsys.readouterr().out
    call_command("leavers", "--rebuild")
    assert hows(sat) == {0: "stayed", 1: "left"}
    Ending.objects.filter(how="left").update(how="excused")  # by an outage that is no longer remembered
    call_command("leavers", "--check")
    call_command("leavers", "--rebuild")
    assert hows(sat) == {0: "stayed", 1: "excused"}
