"""Nobody waits for somebody who is gone, and no date is promised that another one takes away."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bluffsite.accounts.models import Notice
from leagues.models import Fixture, Membership, Round, Season
from leagues.services import deciding, entering, fixtures, joining, playing_sweep, rounds, times
from leagues.services.errors import LeagueError
from tests.leagues.played import new_season, open_round, people, players
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


@pytest.fixture
def fixture(db):
    return open_round(new_season(4))[0]


def membership(fixture, user):
    return Membership.objects.get(league=fixture.season.league, user=user)


def all_but_last_agree(fixture):
    """The last of the players has not answered; who that is."""
    *others, last = players(fixture)
    for user in others:
        times.propose(fixture=fixture, user=user, at=timezone.now() + timedelta(days=1))
    fixture.refresh_from_db()
    assert fixture.planned_at is None
    return last


# --- a time that only one who is gone has not agreed to -------------------------------------------------------------
def leaves(fixture, user):
    if membership(fixture, user).role == "owner":
        entering.withdraw(season=fixture.season, user=user)
    else:
        joining.leave(league=fixture.season.league, user=user)


def withdraws(fixture, user):
    entering.withdraw(season=fixture.season, user=user)


@pytest.mark.parametrize("go", [leaves, withdraws])
def test_a_time_that_all_the_others_can_play_is_agreed_when_the_last_one_goes(fixture, go):
    last = all_but_last_agree(fixture)
    go(fixture, last)
    fixture.refresh_from_db()
    assert fixture.planned_at is not None
    assert Notice.objects.filter(text_id="agreed").exclude(user=last).count() == 3


def test_a_time_is_not_agreed_for_a_member_who_goes_while_a_stand_in_plays(fixture):
    last = all_but_last_agree(fixture)
    spare = membership_of_new(fixture.season)
    entry = fixture.seatings.get(entry__member__user=last).entry
    deciding.substitute(fixture=fixture, user=last, entry_id=entry.pk, stand_in=spare, reason="away")
    entering.withdraw(season=fixture.season, user=last)
    fixture.refresh_from_db()
    assert fixture.planned_at is None, "the stand-in has not answered"
    joining.leave(league=fixture.season.league, user=spare.user)
    fixture.refresh_from_db()
    assert fixture.planned_at is not None


def membership_of_new(season):
    from tests.leagues.played import member

    return Membership.objects.create(league=season.league, user=member("Spare"))


def test_an_agreed_time_stays_when_another_one_goes(fixture):
    at = timezone.now() + timedelta(days=2)
    for user in players(fixture):
        times.propose(fixture=fixture, user=user, at=at)
    *others, last = players(fixture)
    for user in others:
        times.propose(fixture=fixture, user=user, at=at - timedelta(hours=3))
    entering.withdraw(season=fixture.season, user=last)
    fixture.refresh_from_db()
    assert fixture.planned_at == at.replace(second=0, microsecond=0)


def test_who_stands_in_hears_the_agreed_time_and_not_the_deadline(fixture):
    at = timezone.now() + timedelta(days=1)
    first, *_ = everyone = players(fixture)
    for user in everyone:
        times.propose(fixture=fixture, user=user, at=at)
    spare = membership_of_new(fixture.season)
    fixture.refresh_from_db()
    entry = fixture.seatings.get(entry__member__user=first).entry
    deciding.substitute(fixture=fixture, user=first, entry_id=entry.pk, stand_in=spare, reason="away")
    notice = Notice.objects.get(user=spare.user)
    assert notice.text_id == "substitute_at"
    assert notice.params["time_at"] == fixture.planned_at.isoformat()


# --- an agreed time and a deadline ----------------------------------------------------------------------------------
def test_an_agreed_time_holds_though_the_deadline_was_moved_before_it(fixture):
    now = timezone.now()
    at = now + timedelta(hours=5)
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=at, deadline=now + timedelta(hours=1))
    assert fixtures.due(now + timedelta(hours=2)) == []
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=now + timedelta(hours=2)))
    fixture.refresh_from_db()
    assert fixture.state == "open"
    over = at + fixtures.GRACE
    assert fixtures.due(over) == [fixture.pk]
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=over))
    fixture.refresh_from_db()
    assert (fixture.state, fixture.why) == ("not_played", "nobody")


def test_who_plays_at_the_last_minute_has_the_quarter_of_an_hour_as_everybody(fixture):
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=fixture.deadline)
    assert fixtures.due(fixture.deadline + timedelta(minutes=14)) == []
    assert fixtures.due(fixture.deadline + fixtures.GRACE) == [fixture.pk]


# --- the end of the season ------------------------------------------------------------------------------------------
def test_no_match_has_a_deadline_after_the_end_of_its_season():
    ends = timezone.now() + timedelta(days=4)
    season = new_season(4, round_days=7, ends_at=ends)
    [fixture] = open_round(season)
    assert fixture.deadline <= ends
    owner = people(season)[0]
    with pytest.raises(LeagueError) as error:
        deciding.move_deadline(fixture=fixture, user=owner, to=ends + timedelta(hours=1), reason="more time")
    assert error.value.code == "after_season"
    deciding.move_deadline(fixture=fixture, user=owner, to=ends - timedelta(hours=2), reason="less time")


def test_no_round_begins_in_the_last_hour_of_a_season():
    season = new_season(4, round_days=2, ends_at=timezone.now() + timedelta(days=9))
    open_round(season)
    Round.objects.update(closed_at=timezone.now())
    Season.objects.update(ends_at=timezone.now() + timedelta(minutes=50))
    assert rounds.open_due(season_id=season.pk, now=timezone.now() + timedelta(minutes=10)) is None
    with pytest.raises(LeagueError) as error:
        rounds.open_next(season=season, user=people(season)[0])
    assert error.value.code == "no_round"


# --- too few left ---------------------------------------------------------------------------------------------------
def left_with(count, season):
    """The first round is over, and but so many members have withdrawn. Its end."""
    fixtures_of_round = open_round(season)
    for user in people(season)[count:]:
        entering.withdraw(season=season, user=user)
    Fixture.objects.filter(pk__in=[one.pk for one in fixtures_of_round]).update(state="not_played", done_at=timezone.now())
    Round.objects.update(closed_at=timezone.now())
    return Round.objects.get().deadline


def sweep_at(moment, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: moment)
    after_commit(playing_sweep.sweep)


def test_a_season_in_which_too_few_are_left_ends_when_its_next_round_would_have(monkeypatch):
    season = new_season(4, round_days=7)
    end = left_with(2, season)
    sweep_at(end + timedelta(days=6), monkeypatch)
    season.refresh_from_db()
    assert season.state == "running", "somebody may still come"
    sweep_at(end + timedelta(days=7, hours=1), monkeypatch)
    season.refresh_from_db()
    assert season.state == "ended"
    assert season.entries.exclude(place=None).count() == 4


def test_a_season_with_members_who_are_away_waits_for_them(monkeypatch):
    season = new_season(4, round_days=7)
    end = left_with(3, season)
    Membership.objects.update(away_until=(end + timedelta(days=40)).date())
    sweep_at(end + timedelta(days=7, hours=1), monkeypatch)
    season.refresh_from_db()
    assert season.state == "running"
