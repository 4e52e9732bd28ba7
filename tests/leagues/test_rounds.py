"""Rounds: who is paired, until when, what is done twice, and when a season is over."""

from datetime import date, timedelta
from itertools import combinations
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from bluffsite.accounts.models import Notice, User
from games.play.talk.avoiding import avoid
from leagues.models import Entry, Fixture, LogLine, Membership, Result, Round, Season, Seating, Standing
from leagues.services import rounds, telling
from leagues.services.days import deadline
from leagues.services.errors import LeagueError
from tests.leagues.played import moment, new_season, open_round, people, play, players
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


# --- opening --------------------------------------------------------------------------------------------------------
def test_a_round_seats_everybody_and_what_is_left_over_has_a_bye():
    season = new_season(9, seats=4)
    opened = open_round(season)
    assert [len(players(fixture)) for fixture in opened] == [3, 3, 3]  # nine: tables of three leave nobody out
    season = new_season(10, seats=4, format="duels")
    assert len(open_round(season)) == 5
    season = new_season(11, seats=4, format="swiss")
    assert [len(players(fixture)) for fixture in open_round(season)] == [5, 5]


@pytest.mark.rule("common.league.bye")
def test_a_bye_is_a_result_from_the_beginning_of_the_round():
    season = new_season(11, format="swiss")
    open_round(season)
    [bye] = Result.objects.filter(season=season, kind="bye")
    assert (bye.size, bye.fixture.is_bye, bye.fixture.state) == (5, True, "finished")
    assert Standing.objects.get(season=season, place=1).points == 2.0
    assert Standing.objects.get(season=season, place=1).byes == 1


def test_a_round_is_opened_once_and_only_when_its_day_has_come():
    season = new_season(6, round_days=7)
    assert after_commit(lambda: rounds.open_due(season_id=season.pk)) == 1
    assert rounds.open_due(season_id=season.pk) is None
    end = Round.objects.get(division__season=season).deadline
    assert rounds.open_due(season_id=season.pk, now=end - timedelta(minutes=1)) is None
    assert after_commit(lambda: rounds.open_due(season_id=season.pk, now=end)) == 2
    season.refresh_from_db()
    assert season.round == 2
    assert list(LogLine.objects.filter(kind="round_opened").values_list("facts__round", flat=True)) == [1, 2]


@pytest.mark.parametrize("state", ["planned", "ended", "called_off"])
def test_no_round_in_a_season_that_does_not_run(state):
    season = new_season(4)
    Season.objects.filter(pk=season.pk).update(state=state)
    assert rounds.open_due(season_id=season.pk) is None


def test_there_are_no_rounds_in_free_play():
    season = new_season(4, format="free")
    assert rounds.open_due(season_id=season.pk) is None
    assert not rounds.is_over(season)


def test_too_few_members_open_no_round():
    season = new_season(3, game="blufpoker")
    Entry.objects.filter(seed=1).update(state="withdrawn")
    with pytest.raises(LeagueError, match="too_few"):
        rounds.open_due(season_id=season.pk)
    assert not Round.objects.exists()


def test_who_is_late_withdrawn_away_shut_out_or_no_longer_a_member_is_not_paired():
    season = new_season(9, round_days=7)
    users = people(season)
    Entry.objects.filter(member__user=users[0]).update(from_round=2)
    Entry.objects.filter(member__user=users[1]).update(state="withdrawn")
    Membership.objects.filter(user=users[2]).update(away_until=date.today() + timedelta(days=9))
    User.objects.filter(pk=users[3].pk).update(shut_out_until=timezone.now() + timedelta(days=30))
    Membership.objects.filter(user=users[4]).update(state="left")
    after_commit(lambda: rounds.open_due(season_id=season.pk))
    seated = set(Seating.objects.values_list("entry__member__user", flat=True))
    assert seated == {user.pk for user in users[5:]}


def test_who_is_away_for_a_part_of_the_round_only_is_paired():
    season = new_season(4, round_days=7)
    Membership.objects.filter(user=people(season)[0]).update(away_until=date.today() + timedelta(days=2))
    after_commit(lambda: rounds.open_due(season_id=season.pk))
    assert Seating.objects.count() == 4


def test_who_enters_late_has_no_claim_to_the_next_byes():
    season = new_season(5, format="duels")
    for _ in range(2):
        open_round(season)
    late = season.league.memberships.create(user=User.objects.create(username="late", display_name="Late"))
    Entry.objects.create(season=season, division=season.divisions.get(), member=late, seed=9, from_round=3)
    Entry.objects.create(
        season=season,
        division=season.divisions.get(),
        member=season.league.memberships.create(user=User.objects.create(username="l2", display_name="L2")),
        seed=10,
        from_round=3,
    )
    open_round(season)
    byes = Seating.objects.filter(fixture__is_bye=True, fixture__round__number=3)
    assert byes.count() == 1


def test_divisions_are_paired_each_for_itself():
    season = new_season(8)
    low = season.divisions.create(level=2)
    Entry.objects.filter(season=season, seed__gt=4).update(division=low)
    first, second = open_round(season)
    assert {first.division_id, second.division_id} == {division.pk for division in season.divisions.all()}
    assert {one.entry.division_id for one in Seating.objects.select_related("entry").filter(fixture=second)} == {second.division_id}


def test_nobody_meets_twice_in_a_season_of_duels_and_the_season_is_over_after_the_last_round():
    season = new_season(4, format="duels")
    assert rounds.length(season) == 3
    met = set()
    for _ in range(3):
        for fixture in open_round(season):
            pair = frozenset(user.pk for user in players(fixture))
            assert pair not in met
            met.add(pair)
            play(fixture)
        assert not rounds.is_over(season)
        rounds.close_decided()
    assert len(met) == len(list(combinations(range(4), 2)))
    assert rounds.is_over(season)
    assert open_round(season) == []


def test_matches_that_were_not_played_do_not_count_as_meetings():
    season = new_season(4, format="duels")
    fixture, _ = open_round(season)
    Fixture.objects.filter(pk=fixture.pk).update(state="not_played")
    met, _, _ = rounds.history(season.divisions.get())
    assert len(met) == 1


# --- by an organiser ------------------------------------------------------------------------------------------------
def test_an_organiser_opens_the_next_round_early_when_all_is_decided():
    season = new_season(3)
    owner, other, _ = people(season)
    [fixture] = open_round(season)
    with pytest.raises(LeagueError, match="no_right"):
        rounds.open_next(season=season, user=other)
    with pytest.raises(LeagueError, match="round_open"):
        rounds.open_next(season=season, user=owner)
    play(fixture)
    rounds.close_decided()
    assert after_commit(lambda: rounds.open_next(season=season, user=owner)) == 2


# --- deadlines ------------------------------------------------------------------------------------------------------
def test_a_round_ends_at_the_end_of_a_day_of_the_leagues_own_zone():
    season = new_season(4, round_days=7, league_time_zone="Asia/Kathmandu", starts_at=moment("2027-01-03 18:15"))
    # midnight of 4 January in Kathmandu, UTC+5:45; a week later, a minute before midnight
    assert deadline(season, 1) == moment("2027-01-10 18:14")
    assert deadline(season, 2) == moment("2027-01-17 18:14")
    assert deadline(season, 1).astimezone(ZoneInfo("Asia/Kathmandu")).strftime("%d %H:%M") == "10 23:59"


def test_days_are_days_across_the_change_of_the_clocks():
    # Amsterdam goes to summer time on 28 March 2027: that week has an hour less
    season = new_season(4, round_days=7, league_time_zone="Europe/Amsterdam", starts_at=moment("2027-03-22 19:00"))
    assert deadline(season, 1) == moment("2027-03-29 18:00")
    assert deadline(season, 1).astimezone(ZoneInfo("Europe/Amsterdam")).strftime("%a %H:%M") == "Mon 20:00"
    assert deadline(season, 1).astimezone(ZoneInfo("Asia/Kathmandu")).strftime("%a %H:%M") == "Mon 23:45"
    assert deadline(season, 2) - deadline(season, 1) == timedelta(days=7)


def test_a_round_that_is_opened_late_gets_a_later_end():
    season = new_season(4, round_days=7)
    late = deadline(season, 1) - timedelta(days=1)
    after_commit(lambda: rounds.open_due(season_id=season.pk, now=late))
    assert Round.objects.get().deadline == deadline(season, 2)


# --- telling --------------------------------------------------------------------------------------------------------
def test_everybody_in_a_round_hears_of_it_once():
    season = new_season(7, format="duels")
    after_commit(lambda: rounds.open_due(season_id=season.pk))
    telling.tell_round(season.pk, 1)
    telling.tell_round(season.pk, 1)
    told = Notice.objects.filter(kind="league_round")
    assert sorted(told.values_list("text_id", flat=True)) == ["bye", *["opened"] * 6]
    assert Round.objects.get().told_at is not None


def test_a_block_between_two_members_keeps_them_apart_in_a_round_and_says_so_nowhere():
    season = new_season(8)
    one, other, *_ = people(season)
    avoid(user=one, other=other, name=other.display_name, is_block=True)
    entries = rounds.available(season.divisions.get(), 1, timezone.now())
    assert rounds.apart(entries) == {frozenset(season.entries.filter(member__user__in=(one, other)).values_list("pk", flat=True))}
    for fixture in open_round(season):
        assert not {one, other} <= set(players(fixture))


def test_a_mute_keeps_nobody_apart():
    season = new_season(4)
    one, other, *_ = people(season)
    avoid(user=one, other=other, name=other.display_name, is_block=False)
    assert rounds.apart(rounds.available(season.divisions.get(), 1, timezone.now())) == set()


def test_a_season_has_no_fewer_rounds_than_were_begun_and_over_it_has_those():
    season = new_season(7, seats=3)
    while season.round < rounds.length(season):
        for fixture in open_round(season):
            play(fixture)
        season.refresh_from_db()
    begun = season.round
    season.entries.filter(pk=season.entries.last().pk).update(state="withdrawn")
    assert rounds.length(season) == begun
    season.state = Season.State.ENDED
    assert rounds.length(season) == begun
