"""The calendar file as a phone reads it, and the moments that people type on days when the clocks change."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar, Event

from bluffsite.accounts.models import User
from leagues.models import Entry, Fixture, League, Season
from leagues.play_forms import TimeForm
from leagues.services import deciding, ending, feeds, times
from tests.leagues.played import moment, new_season, open_round, people, play, players
from tests.play.matches import after_commit


@pytest.fixture
def season(db: None) -> Season:
    return new_season(4)


@pytest.fixture
def fixture(season: Season) -> Fixture:
    return open_round(season)[0]


def file_of(user: User) -> bytes:
    """What a program gets that knows the address and nothing else."""
    answer = Client().get(f"/calendar/{feeds.feed_of(user).key}.ics")
    assert answer.status_code == 200
    return answer.content


def event(user: User) -> Event:
    [found] = Calendar.from_ical(file_of(user)).walk("VEVENT")
    return found


def agree(fixture: Fixture, at: datetime) -> None:
    first, *others = players(fixture)
    made = after_commit(lambda: times.propose(fixture=fixture, user=first, at=at))
    for user in others:
        after_commit(lambda user=user: times.answer(fixture=fixture, user=user, proposal_id=made.pk, can=True))


def test_each_move_has_a_greater_sequence_and_the_same_uid(season: Season, fixture: Fixture) -> None:
    user, soon = people(season)[0], timezone.now() + timedelta(days=2)
    seen = [event(user)]
    agree(fixture, soon)
    seen.append(event(user))
    agree(fixture, soon + timedelta(hours=3))
    seen.append(event(user))
    times.cannot_after_all(fixture=fixture, user=user)
    seen.append(event(user))
    deciding.move_deadline(fixture=fixture, user=user, to=soon + timedelta(days=9), reason="Feast")
    seen.append(event(user))
    assert len({str(one["uid"]) for one in seen}) == 1
    assert [int(one["sequence"]) for one in seen] == [0, 1, 2, 3, 4]
    assert [one.decoded("dtstart") for one in seen[1:3]] == [
        at.replace(second=0, microsecond=0) for at in (soon, soon + timedelta(hours=3))
    ]
    assert int(event(user)["sequence"]) == 4  # looking moves nothing


def test_what_is_not_played_is_cancelled_and_newer_than_before(season: Season, fixture: Fixture) -> None:
    user = people(season)[0]
    assert (str(event(user)["status"]), int(event(user)["sequence"])) == ("CONFIRMED", 0)
    after_commit(lambda: ending.end_season(season=season))
    assert (str(event(user)["status"]), int(event(user)["sequence"])) == ("CANCELLED", 1)


def test_a_match_that_was_played_without_an_agreed_time_stands_where_it_ended(season: Season, fixture: Fixture) -> None:
    user = people(season)[0]
    assert "play before then" in str(event(user)["summary"])
    play(fixture)
    fixture.refresh_from_db()
    found = event(user)
    assert "play before then" not in str(found["summary"])
    assert found.decoded("dtend") == fixture.done_at.replace(microsecond=0)
    assert int(found["sequence"]) == 1


def test_names_of_all_kinds_come_through_whole_and_lines_stay_short(season: Season, fixture: Fixture) -> None:
    user, other, *_ = people(season)
    name, league = "Zoë, 🎲; \\ Ann" + "e" * 60, "Ours;\nthe 🂡 league, of राष्ट्र"
    User.objects.filter(pk=other.pk).update(display_name=name)
    League.objects.update(name=league)
    agree(fixture, timezone.now() + timedelta(days=1))
    raw = file_of(user)
    assert max(len(line) for line in raw.split(b"\r\n")) <= 75
    assert b"\n" not in raw.replace(b"\r\n", b"")
    summary = str(event(user)["summary"])
    assert summary.startswith(league)
    assert name in summary


@pytest.mark.parametrize("zone", ["Europe/Amsterdam", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"])
@pytest.mark.parametrize("wall", ["2027-03-13 19:30", "2027-03-14 19:30", "2027-10-02 19:30", "2027-10-03 19:30", "2027-11-07 09:00"])
def test_a_typed_time_is_the_same_moment_in_the_file(season: Season, fixture: Fixture, zone: str, wall: str) -> None:
    """Both sides of the changes of the clocks: the calendar shows the typed clock in that zone again."""
    user = people(season)[0]
    with timezone.override(ZoneInfo(zone)):
        form = TimeForm({"at": wall})
        assert form.is_valid()
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=form.cleaned_data["at"])
    begins = event(user).decoded("dtstart")
    assert begins.utcoffset() == timedelta(0)
    assert begins.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M") == wall


CHANGES = [
    ("Europe/Amsterdam", "2027-03-28T02:30", "does not exist"),
    ("Europe/Amsterdam", "2027-10-31T02:30", "comes twice"),
    ("America/New_York", "2027-03-14T02:00", "does not exist"),
    ("America/New_York", "2027-11-07T01:59", "comes twice"),
    ("Australia/Lord_Howe", "2027-10-03T02:15", "does not exist"),
    ("Australia/Lord_Howe", "2027-04-04T01:45", "comes twice"),
]


@pytest.mark.parametrize(("zone", "typed", "said"), CHANGES)
def test_a_time_that_the_clocks_leave_out_or_bring_twice_is_refused(zone: str, typed: str, said: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        form = TimeForm({"at": typed})
        assert said in str(form.errors)
        assert typed in str(form["at"])  # what was typed stays


@pytest.mark.parametrize(
    ("zone", "typed", "utc"),
    [
        ("Australia/Lord_Howe", "2027-10-03T02:30", "2027-10-02 15:30"),
        ("Australia/Lord_Howe", "2027-04-04T02:00", "2027-04-03 15:30"),
        ("Asia/Kathmandu", "2027-03-28T02:30", "2027-03-27 20:45"),
        ("Europe/Amsterdam", "2027-10-31T03:00", "2027-10-31 02:00"),
    ],
)
def test_the_first_minute_after_a_change_is_a_time_like_any_other(zone: str, typed: str, utc: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        form = TimeForm({"at": typed})
        assert form.is_valid()
    assert form.cleaned_data["at"] == moment(utc)


@pytest.mark.parametrize("typed", ["2027-05-31", "20270531", "2027-W22-1", "19:30"])
def test_a_day_without_a_time_is_not_taken_for_its_midnight(typed: str) -> None:
    assert "This is not a day and time" in str(TimeForm({"at": typed}).errors)


def test_who_leaves_withdraws_or_is_banned_has_the_match_no_more(season: Season, fixture: Fixture) -> None:
    left, withdrawn, banned, *_ = [user for user in people(season) if user != people(season)[0]]
    season.league.memberships.filter(user=left).update(state="left")
    season.league.memberships.filter(user=banned).update(state="banned")
    Entry.objects.filter(member__user=withdrawn).update(state="withdrawn")
    for user in (left, withdrawn, banned):
        assert Calendar.from_ical(file_of(user)).walk("VEVENT") == []
