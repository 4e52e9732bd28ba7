"""What happens at the edges: matches that end around the end of a season, results that staff take back, divisions too small."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bluffsite.accounts import marks
from games.play.models import Match, Seat, Void
from games.play.services import staff
from leagues.models import Correction, Entry, Fixture, Looked, Result, Round, Season, Standing
from leagues.readers import tables
from leagues.selectors import rows_of
from leagues.services import corrections, ending, entering, fixtures, joining, playing_sweep, results, roles, seasons, standing
from leagues.services.corrections import Change
from leagues.services.errors import LeagueError
from tests.leagues import people as made_people
from tests.leagues.played import begin, end, free_match, member, new_season, open_round, people, play, table_of
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


def take(match):
    return after_commit(lambda: results.take(match_id=match.pk))


def end_now(season):
    return after_commit(lambda: ending.end_season(season=season, user=people(season)[0], reason="Summer"))


def places(season):
    return {entry.member.user.display_name: entry.place for entry in season.entries.select_related("member__user")}


# --- around the end -------------------------------------------------------------------------------------------------
def test_what_was_not_played_is_not_played_any_more_from_the_moment_the_season_ends():
    season = new_season(4)
    [fixture] = open_round(season)
    Fixture.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    fixture.seatings.filter(index=0).update(here_at=timezone.now())
    end_now(season)
    after_commit(playing_sweep.sweep)  # one is here, and the deadline has passed
    fixture.refresh_from_db()
    assert (fixture.state, fixture.why) == ("not_played", "season")
    assert not Result.objects.exists()
    assert not Round.objects.filter(closed_at=None).exists()
    [row] = rows_of(people(season)[0])
    assert row.deadline is None


def test_nothing_is_decided_in_a_season_that_has_ended():
    [fixture] = open_round(new_season(4))
    Season.objects.update(state="ended")
    fixtures.decide(fixture_id=fixture.pk, now=fixture.deadline)
    fixture.refresh_from_db()
    assert fixture.state == "open"


def test_a_match_that_was_running_when_the_season_ended_counts_and_the_places_follow():
    season = new_season(4)
    [fixture] = open_round(season)
    table = begin(fixture)
    end_now(season)
    take(end(table, [4, 3, 2, 1]))
    first = Seat.objects.get(table=table, index=3).user
    assert places(season)[first.display_name] == 1
    assert sorted(places(season).values()) == [1, 2, 3, 4]


def test_the_result_of_a_match_that_ended_in_time_counts_though_it_was_taken_late():
    season = new_season(3, format="free")
    match = free_match(people(season), [2, 1, 3])
    end_now(season)
    after = free_match(people(season), [2, 1, 3])
    assert len(take(match)) == 1
    assert places(season)["Member 1"] == 1
    assert take(after) == []


def test_free_play_waits_for_the_last_table_and_not_for_ever():
    now = timezone.now()
    season = new_season(3, format="free", ends_at=now - timedelta(minutes=1))
    match = free_match(people(season), [1, 2, 3])
    Match.objects.filter(pk=match.pk).update(ended_at=None, started_at=now - timedelta(minutes=30))
    match.table.phase = "playing"
    match.table.save()
    after_commit(lambda: playing_sweep.end_seasons(now))
    season.refresh_from_db()
    assert season.state == "running"
    after_commit(lambda: playing_sweep.end_seasons(now + playing_sweep.LAST_TABLES))
    season.refresh_from_db()
    assert season.state == "ended"


def test_free_play_does_not_wait_for_tables_that_do_not_count():
    now = timezone.now()
    season = new_season(3, format="free", ends_at=now - timedelta(minutes=1))
    match = free_match([*people(season)[:2], member("Stranger")], [1, 2, 3])
    Match.objects.filter(pk=match.pk).update(ended_at=None, started_at=now - timedelta(minutes=30))
    match.table.phase = "playing"
    match.table.save()
    after_commit(lambda: playing_sweep.end_seasons(now))
    season.refresh_from_db()
    assert season.state == "ended"


def test_a_planned_season_whose_last_day_has_passed_does_not_begin():
    season = made_people.league(made_people.person(), made_people.person(), made_people.person(), format="free").seasons.get()
    Season.objects.update(starts_at=timezone.now() - timedelta(days=9), ends_at=timezone.now() - timedelta(days=2))
    with pytest.raises(LeagueError, match="ends_first"):
        seasons.start_season(season=season)


# --- a result is whole or not there ---------------------------------------------------------------------------------
def test_a_result_is_not_there_without_the_table_that_follows_from_it(monkeypatch):
    season = new_season(3, format="free")
    match = free_match(people(season), [1, 2, 3])
    with monkeypatch.context() as patched:
        patched.setattr(standing, "recompute", lambda season_id: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            take(match)
    assert not Result.objects.exists()
    assert not Looked.objects.exists()
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(minutes=1))
    after_commit(results.take_missed)
    assert table_of(season)[0] == (1, "Member 0", 2.0)


# --- void by staff --------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.league.void")
def test_a_match_that_staff_declared_void_before_its_result_was_taken_counts_for_nothing():
    season = new_season(3, format="free")
    match = free_match(people(season), [1, 2, 3])
    staff.set_void(table_id=match.pk, is_void=True)
    [result] = take(match)
    assert result.is_void
    assert {points for _, _, points in table_of(season)} == {0.0}
    staff.set_void(table_id=match.pk, is_void=False)
    corrections.heed_void(match_id=match.pk, is_void=False, reason="Looked at again")
    assert table_of(season)[0][2] == 2.0


@pytest.mark.rule("common.league.void")
def test_organisers_do_not_let_count_what_staff_declared_void():
    season = new_season(4)
    result = play(open_round(season)[0])
    Void.objects.create(match=result.match)
    corrections.heed_void(match_id=result.match_id, is_void=True, reason="Two accounts")
    with pytest.raises(LeagueError, match="void_by_staff"):
        corrections.correct(result=result, user=people(season)[0], change=Change("restore"), reason="I want it")
    assert Correction.objects.count() == 1


def test_what_organisers_declared_void_stays_so_when_staff_take_theirs_back():
    season = new_season(4)
    result = play(open_round(season)[0])
    corrections.correct(result=result, user=people(season)[0], change=Change("void"), reason="Wrong options")
    assert corrections.heed_void(match_id=result.match_id, is_void=True, reason="Two accounts") == 0
    assert corrections.heed_void(match_id=result.match_id, is_void=False, reason="It was one") == 0
    result.refresh_from_db()
    assert result.is_void


# --- the table from the first day -----------------------------------------------------------------------------------
def test_the_standings_have_everybody_from_the_start_and_whoever_comes_late():
    season = made_people.running(made_people.person("A"), made_people.person("B"), made_people.person("C"), format="free")
    assert [place for place, _, _ in table_of(season)] == [1, 1, 1]
    late = made_people.person("D")
    joining.join(league=season.league, user=late)
    assert len(table_of(season)) == 4
    entry = Entry.objects.get(season=season, member__user=late)
    before = Standing.objects.get(entry=entry).place
    standing.recompute(season_id=season.pk)
    assert Standing.objects.get(entry=entry).place == before == 1
    entering.withdraw(season=season, user=late)
    entering.enter(season=season, user=late)
    assert Standing.objects.filter(entry=entry).count() == 1


def test_a_late_member_stands_where_recomputing_puts_them():
    season = new_season(4, format="free")
    take(free_match(people(season)[:3], [1, 2, 3]))
    late = season.entries.create(member=season.league.memberships.create(user=member("Late")), division=season.divisions.get(), seed=9)
    standing.add(late)
    before = [(place, name) for place, name, _ in table_of(season)]
    standing.recompute(season_id=season.pk)
    assert [(place, name) for place, name, _ in table_of(season)] == before


def test_the_line_of_promotion_is_drawn_where_the_end_draws_it():
    season = new_season(6, format="free", split=2, up=1, down=1)
    high, low = season.divisions.get(), season.divisions.create(level=2)
    entries = list(season.entries.order_by("pk"))
    for entry in entries[3:]:
        Entry.objects.filter(pk=entry.pk).update(division=low)
    for entry, seed in zip(entries, (3, 2, 1, 9, 8, 7), strict=True):
        Entry.objects.filter(pk=entry.pk).update(seed=seed)
    standing.recompute(season_id=season.pk)  # all share the first place
    pages = [tables.table_page(season, division, divisions=[high, low], page="", entry=None) for division in (high, low)]
    drawn = {row.standing.entry_id: row.goes for page in pages for row in page.rows}
    final = {line.entry.pk: line.goes for _, lines in ending.final_tables(season) for line in lines}
    assert drawn == final
    assert sorted(final.values()) == ["", "", "", "", "down", "up"]
    mine = Entry.objects.get(pk=entries[0].pk)
    assert tables.table_page(season, high, divisions=[high, low], page="", entry=mine).my_page == 1


# --- divisions that can play ----------------------------------------------------------------------------------------
def test_a_season_begins_only_when_each_division_can_fill_a_table():
    owner, *others = [made_people.person() for _ in range(5)]
    made = made_people.league(owner, *others, game="liars_dice", split=2)
    with pytest.raises(LeagueError, match="too_few"):
        seasons.start_season(season=made.seasons.get(), user=owner)
    joining.join(league=made, user=made_people.person())
    season = seasons.start_season(season=made.seasons.get(), user=owner)
    assert [division.entries.count() for division in season.divisions.all()] == [3, 3]


# --- owners ---------------------------------------------------------------------------------------------------------
def test_nobody_whom_staff_shut_out_becomes_the_owner_and_the_reason_is_not_told():
    owner, banned, other = made_people.person(), made_people.person(), made_people.person()
    made = made_people.league(owner, banned, other)
    marks.put(user=banned, kind="banned", ref="case")
    with pytest.raises(LeagueError, match="heir") as error:
        roles.hand_over(league=made, user=owner, member_id=made_people.member(made, banned).pk)
    assert "measure" not in error.value.sentence
    heir = roles.follow_owner(made)
    assert heir is not None
    assert heir.user == other
