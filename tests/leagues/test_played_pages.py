"""Pages of what is played: what they show to whom, in few queries however many members there are."""

import csv
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from bluffsite.accounts.models import User
from leagues.csv_files import read_results, text
from leagues.models import CalendarFeed, Correction, Entry, Fixture, League, LogLine, Result, Season, Standing, TimeProposal
from leagues.play_forms import TimeForm
from leagues.readers.own import export_matches
from leagues.services import fixtures, results, rounds, standing
from leagues.services.departing import forget
from leagues.services.ending import end_season
from leagues.standings import standings
from tests.bluffsite.accounts.unsaid import unsaid
from tests.leagues.played import begin, free_match, member, moment, new_season, open_round, people, play, players, seating, table_of
from tests.play.matches import after_commit
from tests.stopwatch import seconds

pytestmark = pytest.mark.django_db


def as_(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def url(name, season, *args):
    return reverse(f"leagues:{name}", args=[season.league.key, *args])


def get(user, name, season, *args, status=200, query=None):
    answer = as_(user).get(url(name, season, *args), query)
    assert answer.status_code == status, answer.content[:500]
    return answer.content.decode()


@pytest.fixture
def season(db):
    """Four members; one round played, the second open."""
    season = new_season(4)
    play(open_round(season)[0], people(season))
    open_round(season)
    return season


@pytest.fixture
def fixture(season):
    return Fixture.objects.select_related("season__league", "round").get(season=season, state="open")


# --- the table ------------------------------------------------------------------------------------------------------
def test_the_table_shows_every_line_and_what_decides(season):
    page = get(people(season)[1], "table", season)
    assert all(f"Member {at}" in page for at in range(4))
    assert "the place" in page
    assert "First places" in page
    assert "CSV" in page


def test_why_am_i_second_opens_the_calculation(season):
    _, me, *_ = people(season)
    entry = Entry.objects.get(member__user=me)
    page = get(me, "why", season, entry.pk)
    assert "Why am I at place 2?" in page
    assert "Member 0 has more points: 3 to 2." in page
    assert "Member 2 has fewer points: 1 to 2." in page
    assert "Why is Member 0 at place 1?" in get(me, "why", season, Entry.objects.get(seed=1).pk)
    other = new_season(2)
    get(me, "why", season, other.entries.first().pk, status=404)


def test_equal_members_read_what_puts_one_before_the_other():
    season = new_season(3, format="free")
    a, b, c = people(season)
    for places in ([1, 3, 2], [3, 2, 1], [2, 1, 3]):
        after_commit(lambda places=places: results.take(match_id=free_match([a, b, c], places).pk))
    assert {place for place, _, _ in table_of(season)} == {1}
    entry = Entry.objects.get(member__user=b)
    assert "is equal in all of them: the place is shared" in get(b, "why", season, entry.pk)


def test_counts_of_the_game_have_a_column():
    season = new_season(3, game="blufpoker", seats=3)
    open_round(season)
    Standing.objects.filter(place=1).update(tallies={"penalties": 4})
    page = get(people(season)[0], "table", season)
    assert "Penalty points" in page
    assert "Knocked out" not in page


def test_before_anything_is_played_the_table_says_so(season):
    planned = new_season(2, state="planned", started_at=None)
    assert "Nothing here yet" in get(people(planned)[0], "table", planned)
    get(people(planned)[0], "table_file", planned, status=404)
    get(people(season)[0], "table", season, status=404, query={"season": "7"})
    get(people(season)[0], "round", season, 9, status=404)


def test_the_cross_table_leads_to_matches(season):
    page = get(people(season)[0], "cross", season)
    key = Fixture.objects.get(state="finished").key
    assert page.count(url("fixture", season, key)) == 12
    assert "1:2" in page


# --- files ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.league.order")
def test_the_file_of_results_recomputes_to_the_table():
    season = new_season(11, format="swiss", game="blufpoker", seats=4, best=2)
    for _ in range(3):
        for fixture in open_round(season)[:2]:
            play(fixture)
    Result.objects.filter(kind="match").first().delete()
    result = Result.objects.filter(kind="match").first()
    result.is_void = True
    result.save()
    standing.recompute(season_id=season.pk)
    file = get(people(season)[0], "results_file", season)
    lines = standings(read_results(file.splitlines(), ["penalties"]), Entry.objects.values_list("pk", flat=True), season.best)
    stored = Standing.objects.filter(season=season)
    assert [(line.place, line.member, line.points, line.firsts, line.game_points) for line in lines] == [
        (one.place, one.entry_id, one.points, one.firsts, one.game_points) for one in stored
    ]
    table = list(csv.DictReader(StringIO(get(people(season)[0], "table_file", season).removeprefix("\ufeff"))))
    assert [(int(row["place"]), float(row["points"])) for row in table] == [(one.place, one.points) for one in stored]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])
def test_no_cell_is_a_formula(name):
    assert text(name)[0] == "'"
    assert text("Anna") == "Anna"


def test_names_in_files_are_text(season):
    User.objects.filter(pk=people(season)[0].pk).update(display_name='=HYPERLINK("http://x")')
    assert "'=HYPERLINK" in get(people(season)[1], "table_file", season)
    assert '"=HYPERLINK' not in get(people(season)[1], "results_file", season)


# --- rounds and matches ---------------------------------------------------------------------------------------------
def test_a_round_shows_matches_their_state_and_the_rule_of_not_coming(season, fixture):
    page = get(people(season)[0], "matches", season)
    assert "Round 2 of 3" in page
    assert "No time agreed yet" in page
    assert "comes last; if nobody appears, nobody gets points" in page
    assert "Finished" in get(people(season)[0], "round", season, 1)
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=moment("2031-05-06 10:00"))
    assert "Planned for Tuesday 6 May, 10:00 (2031)" in get(people(season)[0], "matches", season)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"state": "not_played", "why": "nobody"}, "Nobody appeared by the deadline."),
        ({"state": "not_played", "why": "organiser", "reason": "The site was down"}, "The site was down"),
        ({"state": "running"}, "Running"),
    ],
)
def test_a_round_says_why_a_match_was_not_played(season, fixture, fields, says):
    Fixture.objects.filter(pk=fixture.pk).update(**fields)
    assert says in get(people(season)[0], "matches", season)


def test_in_free_play_matches_are_listed_newest_first():
    season = new_season(3, format="free")
    after_commit(lambda: results.take(match_id=free_match(people(season), [1, 2, 3]).pk))
    page = get(people(season)[0], "matches", season)
    assert page.count('class="card match is-mine"') == 1
    assert "Create a table" in page
    assert "&amp;loss=" in page  # the options of the season are on its sheet


# --- the page of a match --------------------------------------------------------------------------------------------
def post(user, fixture, status=302, **data):
    answer = as_(user).post(url("fixture", fixture.season, fixture.key), data)
    assert answer.status_code == status, answer.content[:300]
    return answer


def test_i_am_here_begins_the_match_with_the_last_and_leads_to_the_table(season, fixture):
    *first, last = players(fixture)
    for user in first:
        assert post(user, fixture, do="here").url == url("fixture", season, fixture.key)
    assert post(last, fixture, do="here").url.startswith("/tables/")
    assert "To the table" in get(first[0], "fixture", season, fixture.key)


def test_the_script_gets_the_piece_that_changes_and_then_the_way_to_the_table(season, fixture):
    *first, last = players(fixture)
    asked = {"X-Requested-With": "fixture"}
    address = url("fixture", season, fixture.key)
    answer = as_(first[0]).post(address, {"do": "here"}, headers=asked).json()
    assert "is here" in answer["html"]
    begin(fixture)
    assert as_(last).post(address, {"do": "here"}, headers=asked).json()["to"].startswith("/tables/")


def test_people_outside_do_nothing_on_the_page_of_a_match(season, fixture):
    owner = people(season)[0]
    spare = member("Spare")
    season.league.memberships.create(user=spare)
    for do in ("here", "go", "propose", "can", "cannot", "take_back", "cannot_after_all", "", "x" * 100):
        post(spare, fixture, do=do, at="2031-01-01T10:00")
    assert not TimeProposal.objects.exists()
    assert not any(one.here_at for one in fixtures.seatings_of(fixture))
    assert as_(member("Stranger")).get(url("fixture", season, fixture.key)).status_code == 404
    other = new_season(2)
    get(people(other)[0], "fixture", other, fixture.key, status=404)
    assert get(owner, "fixture", season, fixture.key)


def test_times_are_typed_and_read_in_ones_own_zone(season, fixture):
    first, second, *_ = players(fixture)
    User.objects.filter(pk=first.pk).update(time_zone="Asia/Kathmandu")
    User.objects.filter(pk=second.pk).update(time_zone="Europe/Amsterdam")
    tomorrow = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%d")
    post(first, fixture, do="propose", at=f"{tomorrow}T19:30")
    [proposal] = TimeProposal.objects.all()
    assert proposal.at == datetime.fromisoformat(f"{tomorrow}T13:45+00:00")  # +5:45
    assert "19:30" in get(first, "fixture", season, fixture.key)
    shown = get(second, "fixture", season, fixture.key)
    assert timezone.localtime(proposal.at, timezone.get_default_timezone()).strftime("%H:%M") == "13:45"
    assert "14:45" in shown or "15:45" in shown  # winter or summer in Amsterdam


def test_a_time_that_the_clocks_leave_out_is_refused_and_what_was_typed_stays():
    from zoneinfo import ZoneInfo

    with timezone.override(ZoneInfo("Europe/Amsterdam")):
        gap = TimeForm({"at": "2027-03-28T02:30"})
        assert not gap.is_valid()
        assert "The clocks change" in str(gap.errors)
        assert TimeForm({"at": "2027-03-28T03:30"}).is_valid()
    for typed in ("", "tomorrow", "2027-99-99T10:00", "2027-03-28T02:30+02:00", "1" * 5000):
        assert not TimeForm({"at": typed}).is_valid()


def test_when_members_can_play_and_who_is_there_is_for_members_alone(season, fixture):
    League.objects.update(is_public=True)
    post(players(fixture)[0], fixture, do="propose", at=(timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M"))
    post(players(fixture)[0], fixture, do="here")
    inside = get(players(fixture)[1], "fixture", season, fixture.key)
    assert ("Can:" in inside, "is-here" in inside) == (True, True)
    page = Client().get(url("fixture", season, fixture.key)).content.decode()
    assert players(fixture)[0].display_name in page
    assert not any(words in page for words in ("Can:", "is-here", "When?", "Nobody has proposed"))


def test_a_bad_time_is_shown_again_with_a_sentence(season, fixture):
    page = post(players(fixture)[0], fixture, status=200, do="propose", at="2020-13-40T10:00").content.decode()
    assert "This is not a day and time" in page
    assert "2020-13-40T10:00" in page
    page = post(players(fixture)[0], fixture, status=200, do="propose", at="2021-01-01T10:00").content.decode()
    assert "This date has passed" in page


def test_a_stand_in_is_named_by_the_member_alone_or_an_organiser(season, fixture):
    spare = season.league.memberships.create(user=member("Spare"))
    mine = next(user for user in players(fixture) if user != people(season)[0])
    entry = seating(fixture, mine).entry
    address = url("stand_in", season, fixture.key, entry.pk)
    other = next(user for user in players(fixture) if user not in (mine, people(season)[0]))
    assert as_(other).get(address).status_code == 403
    assert "Spare" in as_(mine).get(address).content.decode()
    assert as_(mine).post(address, {"stand_in": spare.pk, "reason": ""}).status_code == 200
    assert as_(mine).post(address, {"stand_in": spare.pk, "reason": "Away"}).status_code == 302
    assert "for " + mine.display_name in get(mine, "fixture", season, fixture.key)
    assert "for " + mine.display_name in get(people(season)[0], "decide", season, fixture.key), "the table there names the member"
    [playing, *_] = [user for user in players(fixture) if user.display_name != "Spare"]
    assert "for " + mine.display_name in get(playing, "home", season)


# --- organisers -----------------------------------------------------------------------------------------------------
def test_a_correction_shows_before_and_after_first(season):
    owner, other, *_ = people(season)
    result = Result.objects.get(kind="match")
    address = url("correct", season, result.fixture.key)
    assert as_(other).get(address).status_code == 403
    entries = Entry.objects.order_by("seed").values_list("pk", flat=True)
    data = {f"place_{entry}": 4 - at for at, entry in enumerate(entries)} | {"reason": "Wrong way round", "kind": "places"}
    page = as_(owner).post(address, data).content.decode()
    assert "Before and after" in page
    assert not Correction.objects.exists()
    assert as_(owner).post(address, data | {"sure": "1"}).status_code == 200  # what was not shown is not done
    assert not Correction.objects.exists()
    shown = " ".join(f"{entry}:{4 - at}" for at, entry in enumerate(entries))
    assert f'name="seen" value="{shown}"' in page
    assert as_(owner).post(address, data | {"sure": "1", "seen": shown}).status_code == 302
    assert table_of(season)[0][1] == "Member 3"
    assert "Wrong way round" in get(other, "fixture", season, result.fixture.key)
    assert "This is how it stands already" in as_(owner).post(address, data).content.decode()
    assert as_(owner).post(address, {**data, f"place_{entries[0]}": "99"}).status_code == 200


def test_an_organiser_decides_and_moves_on_a_page(season, fixture):
    owner, other, *_ = people(season)
    address = url("decide", season, fixture.key)
    assert as_(other).post(address, {"do": "decide"}).status_code == 403
    late = (timezone.now() + timedelta(days=12)).strftime("%Y-%m-%dT%H:%M")
    assert as_(owner).post(address, {"do": "deadline", "to": late, "reason": "Holiday"}).status_code == 302
    assert as_(owner).post(address, {"do": "deadline", "to": "never", "reason": "Holiday"}).status_code == 200
    entries = [one.entry_id for one in fixtures.seatings_of(fixture)]
    data = {"do": "decide", "appeared": entries[:1], "appeared-reason": "Nobody else came"}
    page = as_(owner).post(address, data).content.decode()
    assert "Before and after" in page
    assert f'name="seen" value="{entries[0]}"' in page
    assert as_(owner).post(address, data | {"sure": "1", "seen": str(entries[1])}).status_code == 200  # others were ticked then
    fixture.refresh_from_db()
    assert fixture.state == "open"
    assert as_(owner).post(address, data | {"sure": "1", "seen": str(entries[0])}).status_code == 302
    fixture.refresh_from_db()
    [line] = LogLine.objects.filter(kind="forfeit")
    assert set(line.before) == set(line.after)
    assert str(players(fixture)[0].pk) in line.after
    assert players(fixture)[0].display_name in get(other, "log", season)
    assert (fixture.state, fixture.why, fixture.reason) == ("finished", "organiser", "Nobody else came")


def test_the_next_round_is_opened_by_who_may(season, fixture):
    owner, other, *_ = people(season)
    assert as_(other).post(url("open_next", season)).status_code == 403
    as_(owner).post(url("open_next", season))
    season.refresh_from_db()
    assert season.round == 2  # matches are still open
    play(fixture)
    rounds.close_decided()
    assert "Open the next round now" in get(owner, "matches", season)
    as_(owner).post(url("open_next", season))
    season.refresh_from_db()
    assert season.round == 3


# --- the calendar ---------------------------------------------------------------------------------------------------
def test_the_calendar_file_has_my_matches_at_the_right_moment(season, fixture):
    user = people(season)[0]
    page = get(user, "calendar", season)
    feed = CalendarFeed.objects.get(user=user)
    assert f"/calendar/{feed.key}.ics" in page
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=moment("2027-03-28 13:45"))  # 19:30 in Kathmandu, summer time in Amsterdam
    answer = Client().get(f"/calendar/{feed.key}.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    [planned] = [event for event in events if fixture.key in str(event["uid"])]
    assert planned.decoded("dtstart") == moment("2027-03-28 13:45")
    assert season.league.name in str(planned["summary"])
    assert fixture.key in str(planned["url"])
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=None)
    events = Calendar.from_ical(Client().get(f"/calendar/{feed.key}.ics").content).walk("VEVENT")
    [open_one] = [event for event in events if fixture.key in str(event["uid"])]
    assert open_one.decoded("dtend") == fixture.deadline.replace(microsecond=0)


def test_a_new_address_makes_the_old_one_worthless(season):
    user = people(season)[0]
    get(user, "calendar", season)
    old = CalendarFeed.objects.get(user=user).key
    as_(user).post(url("calendar", season))
    assert Client().get(f"/calendar/{old}.ics").status_code == 404
    assert Client().get("/calendar/unknown.ics").status_code == 404
    assert Client().get(f"/calendar/{CalendarFeed.objects.get(user=user).key}.ics").status_code == 200


def test_who_left_a_league_has_its_matches_no_more(season):
    user = people(season)[1]
    get(user, "calendar", season)
    season.league.memberships.filter(user=user).update(state="left")
    feed = CalendarFeed.objects.get(user=user)
    assert not Calendar.from_ical(Client().get(f"/calendar/{feed.key}.ics").content).walk("VEVENT")


# --- home -----------------------------------------------------------------------------------------------------------
def test_the_home_of_a_league_begins_with_my_next_match(season, fixture):
    page = get(people(season)[2], "home", season)
    assert page.index("Your next match") < page.index("All standings")
    assert "Propose a time" in page


# --- a thousand members ---------------------------------------------------------------------------------------------
@pytest.fixture
def large(db):
    season = new_season(1000, format="swiss", seats=4)
    open_round(season)
    return season


def test_every_page_takes_few_queries_with_a_thousand_members(large, django_assert_max_num_queries):
    user = people(large)[500]
    fixture = Fixture.objects.filter(season=large, state="open", seatings__entry__member__user=user).get()
    entry = Entry.objects.get(member__user=user)
    client = as_(user)
    for name, *args in (
        ("table",),
        ("why", entry.pk),
        ("cross",),
        ("matches",),
        ("round", 1),
        ("fixture", fixture.key),
        ("calendar",),
        ("home",),
        ("stand_in", fixture.key, entry.pk),
    ):
        client.get(url(name, large, *args))
        with django_assert_max_num_queries(14):
            assert client.get(url(name, large, *args)).status_code == 200, name


def test_lists_read_no_more_of_members_than_they_show(large):
    client = as_(people(large)[500])
    for name in ("table", "cross", "matches", "home", "calendar"):
        with CaptureQueriesContext(connection) as asked:
            client.get(url(name, large))
        of_members = [one["sql"] for one in asked if "display_name" in one["sql"] and "leagues_entry" in one["sql"]]
        assert of_members, name
        assert not any("email" in sql or "password" in sql for sql in of_members), name


def test_ones_own_match_stands_first_in_a_round_of_many_pages(large):
    for at in (0, 500, 999):
        user = people(large)[at]
        [own] = Fixture.objects.filter(season=large, seatings__entry__member__user=user)
        first = get(user, "matches", large).split('<li class="card match')[1]
        assert first.startswith(" is-mine")
        assert url("fixture", large, own.key) in first
    stranger = member("Spare")
    large.league.memberships.create(user=stranger)
    assert "is-mine" not in get(stranger, "matches", large)


def test_pages_are_made_within_a_tenth_of_a_second_of_work(large):
    client = as_(people(large)[500])
    for name in ("table", "matches", "cross", "calendar", "home"):
        address = url(name, large)
        assert seconds(lambda address=address: client.get(address)) < 0.1, name


@pytest.mark.long
def test_standings_of_a_thousand_members_and_twenty_thousand_results_are_recomputed_within_a_second():
    from random import Random

    from leagues import ledger
    from leagues.standings import Part

    season, rng = new_season(1000, format="free"), Random(1)
    division = season.divisions.get()
    entries = list(season.entries.values_list("pk", flat=True))
    fixtures_ = Fixture.objects.bulk_create(
        Fixture(key=f"k{at}", season=season, division=division, state="finished", done_at=timezone.now()) for at in range(20_000)
    )
    Result.objects.bulk_create(
        Result(
            fixture=one,
            season=season,
            division=division,
            kind="match",
            size=4,
            made_at=timezone.now(),
            parts=ledger.stored([Part(entry, place, 4.0 - place) for place, entry in enumerate(rng.sample(entries, 4), 1)]),
        )
        for one in fixtures_
    )
    assert seconds(lambda: standing.recompute(season_id=season.pk), times=2) < 1
    assert Standing.objects.filter(season=season).count() == 1000


# --- my own data ----------------------------------------------------------------------------------------------------
def test_my_matches_are_in_my_data_without_the_others(season, fixture):
    me, other, *_ = people(season)
    post(me, fixture, do="propose", at=(timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M"))
    done, to_play = export_matches(me)
    assert (done["place"], done["points"], done["round"]) == (1, 3.0, 1)
    assert (to_play["place"], len(to_play["proposed_times"])) == (None, 1)
    assert other.display_name not in str(export_matches(me))
    assert unsaid("league_matches", export_matches(me)) == set()


def test_points_in_ones_own_data_are_written_as_the_reader_does(season):
    user = people(season)[0]
    Entry.objects.filter(member__user=user).update(place=1, points=3.0)
    other = new_season(2)
    Entry.objects.filter(member=other.league.memberships.first()).update(place=1, points=1.5)
    other.league.memberships.filter(user=people(other)[0]).update(user=user)
    page = as_(user).get("/nl/account/data/").content.decode()
    assert ("<bdi>1,5</bdi>" in page, "<bdi>3</bdi>" in page, "3,0" in page) == (True, True, False)


def test_who_deletes_their_account_has_no_calendar_and_stands_in_for_nobody(season, fixture):
    me = people(season)[1]
    spare = member("Spare")
    season.league.memberships.create(user=spare)
    seating(fixture, me)
    fixture.seatings.filter(entry__member__user=me).update(stand_in=spare)
    get(spare, "calendar", season)
    forget(spare)
    assert not CalendarFeed.objects.exists()
    assert me in players(fixture)


def test_a_season_that_is_over_stays_in_reach_while_the_next_one_is_planned(season):
    owner = people(season)[0]
    play(Fixture.objects.get(season=season, state="open"), people(season))
    end_season(season=season)
    Season.objects.create(league=season.league, number=2, format="round_robin", state="planned", starts_at=timezone.now(), options={})
    for name in ("table", "matches", "cross"):
        page = get(owner, name, season)
        assert "Nothing here yet" not in page, name
    for name in ("table_file", "results_file"):
        assert "<html" not in get(owner, name, season), name
    archive = get(owner, "season", season, season.number)
    for name in ("table", "matches", "cross"):
        assert f'href="{url(name, season)}?season={season.number}"' in archive
