"""Members come together: the match begins with the last one, and who does not come forfeits."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bluffsite.accounts.models import Notice
from games.play.models import Match, Table
from games.play.services import seats, tables
from games.play.services.errors import TableError
from leagues.models import Entry, Fixture, LogLine, Result, Season, Seating
from leagues.services import deciding, fixtures, playing_sweep, times
from leagues.services.errors import LeagueError
from tests.leagues.played import begin, end, member, new_season, open_round, people, players, seating, table_of
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


def refused(code, call, **arguments):
    with pytest.raises(LeagueError) as error:
        call(**arguments)
    assert error.value.code == code


def come(fixture, user):
    return after_commit(lambda: fixtures.come(fixture=fixture, user=user))


def decide(fixture, now):
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=now))
    fixture.refresh_from_db()


def here_again(fixture, users, now):
    Seating.objects.filter(fixture=fixture, entry__member__user__in=users).update(here_at=now)


@pytest.fixture
def fixture(db):
    return open_round(new_season(4))[0]


# --- coming ---------------------------------------------------------------------------------------------------------
def test_the_match_begins_when_the_last_one_has_come(fixture):
    *first, last = players(fixture)
    for user in first:
        assert come(fixture, user) is None
        assert come(fixture, user) is None  # said again and again while the page is open
    assert not Match.objects.exists()
    table = come(fixture, last)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.table, table.phase) == ("running", table, "playing")
    assert [seat.user for seat in table.seats.all()] == players(fixture)
    assert come(fixture, first[0]) == table
    assert Notice.objects.filter(kind="league_start", text_id="now").count() == 4


def test_the_table_is_an_ordinary_one_with_the_options_of_the_season():
    season = new_season(4, options={"loss": "one"}, league_is_public=True)
    [fixture] = open_round(season)
    table = begin(fixture)
    assert (table.options, table.game, table.size, table.is_public) == (season.options, "liars_dice", 4, True)
    assert table.ends_by == fixture.deadline
    with pytest.raises(TableError, match="started"):
        seats.sit(table=table, user=member("Stranger"))


def test_a_match_of_a_private_league_is_not_for_everyone(fixture):
    assert not begin(fixture).is_public


def test_here_holds_for_five_minutes(fixture):
    *first, last = players(fixture)
    for user in first:
        come(fixture, user)
    here_again(fixture, first[:1], timezone.now() - fixtures.HERE_FOR)
    assert come(fixture, last) is None
    assert come(fixture, first[0]) is not None


def test_who_goes_is_no_longer_waited_with(fixture):
    *first, last = players(fixture)
    for user in first:
        come(fixture, user)
    fixtures.go(fixture=fixture, user=first[0])
    assert come(fixture, last) is None


def test_only_its_members_come_to_a_fixture(fixture):
    refused("not_a_player", fixtures.come, fixture=fixture, user=member("Stranger"))
    other = new_season(4)
    refused("not_a_player", fixtures.come, fixture=fixture, user=people(other)[0])


def test_who_is_shut_out_does_not_come(fixture):
    user = players(fixture)[0]
    user.shut_out_until = timezone.now() + timedelta(days=1)
    user.save()
    refused("barred", fixtures.come, fixture=fixture, user=user)


@pytest.mark.parametrize(("state", "code"), [("finished", "decided"), ("not_played", "decided"), ("running", "begun")])
def test_nobody_comes_to_what_is_decided(fixture, state, code):
    Fixture.objects.filter(pk=fixture.pk).update(state=state)
    refused(code, fixtures.come, fixture=fixture, user=players(fixture)[0])


def test_nothing_begins_in_a_season_that_is_over(fixture):
    Season.objects.update(state="ended")
    refused("not_running", fixtures.come, fixture=fixture, user=players(fixture)[0])


# --- a running match ------------------------------------------------------------------------------------------------
def test_a_member_in_a_running_match_is_never_called_to_another(fixture):
    first, *others = players(fixture)
    for user in [first, *others[:-1]]:
        come(fixture, user)
    elsewhere = after_commit(lambda: tables.play_now(user=first, game="blef"))
    assert come(fixture, others[-1]) is None
    fixture.refresh_from_db()
    assert fixture.state == "open"
    refused("busy", fixtures.come, fixture=fixture, user=first)
    after_commit(lambda: tables.leave_table(table=elsewhere, user=first))
    assert come(fixture, first) is not None  # whoever has left it is free again


def test_who_has_a_match_elsewhere_counts_as_here_when_it_is_over(fixture):
    first, *others = players(fixture)
    elsewhere = after_commit(lambda: tables.play_now(user=first, game="liars_dice"))
    end(elsewhere, [1, 2, 3, 4])
    for user in others:
        come(fixture, user)
    assert come(fixture, first) is not None


def test_nobody_waits_for_a_member_who_has_withdrawn(fixture):
    gone, *others = players(fixture)
    Entry.objects.filter(member__user=gone).update(state="withdrawn")
    refused("not_a_player", fixtures.come, fixture=fixture, user=gone)
    for user in others[:-1]:
        assert come(fixture, user) is None
    table = come(fixture, others[-1])
    assert [seat.user for seat in table.seats.all()] == others
    assert [one.is_absent for one in fixtures.seatings_of(fixture)] == [True, False, False, False]


def test_who_alone_is_left_of_a_fixture_wins_it_by_coming():
    season = new_season(2, format="duels")
    [fixture] = open_round(season)
    gone, left = players(fixture)
    season.league.memberships.filter(user=gone).update(state="banned")
    assert come(fixture, left) is None
    fixture.refresh_from_db()
    assert (fixture.state, fixture.why) == ("finished", "alone")
    assert table_of(season)[0] == (1, left.display_name, 1.0)


# --- who does not come ----------------------------------------------------------------------------------------------
@pytest.mark.rule("common.league.forfeit")
def test_those_who_are_here_at_the_deadline_play_without_the_others(fixture):
    _late, *here = players(fixture)
    for user in here:
        come(fixture, user)
    decide(fixture, fixture.deadline - timedelta(minutes=1))
    assert fixture.state == "open"  # not yet
    now = fixture.deadline
    here_again(fixture, here, now)
    decide(fixture, now)
    assert fixture.state == "running"
    assert [seat.user for seat in fixture.table.seats.all()] == here
    assert [one.is_absent for one in fixtures.seatings_of(fixture)] == [True, False, False, False]


@pytest.mark.rule("common.league.forfeit")
def test_who_is_here_alone_wins_without_playing(fixture):
    *_late, here = players(fixture)
    here_again(fixture, [here], fixture.deadline)
    decide(fixture, fixture.deadline)
    assert (fixture.state, fixture.why) == ("finished", "alone")
    assert table_of(fixture.season)[0] == (1, here.display_name, 3.0)
    assert {points for _, _, points in table_of(fixture.season)[1:]} == {1.0}  # three share places 2 to 4
    assert Result.objects.get().kind == "forfeit"
    decide(fixture, fixture.deadline + timedelta(hours=1))
    assert Result.objects.count() == 1
    assert Notice.objects.filter(kind="league_result", text_id="alone").count() == 4


@pytest.mark.rule("common.league.forfeit")
def test_if_nobody_comes_the_fixture_is_not_played_and_earns_nobody_points(fixture):
    decide(fixture, fixture.deadline)
    assert (fixture.state, fixture.why) == ("not_played", "nobody")
    assert not Result.objects.filter(fixture=fixture).exists()
    assert {points for _, _, points in table_of(fixture.season)} == {0.0}


def test_after_an_agreed_time_the_others_are_waited_for_a_quarter_of_an_hour(fixture):
    users = players(fixture)
    at = timezone.now() + timedelta(hours=3)
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=at)
    here_again(fixture, users[:2], at + timedelta(minutes=13))
    assert fixture.pk not in fixtures.due(at + timedelta(minutes=14))
    decide(fixture, at + timedelta(minutes=14))
    assert fixture.state == "open"
    assert fixture.pk in fixtures.due(at + fixtures.GRACE)
    decide(fixture, at + fixtures.GRACE)
    assert fixture.state == "running"


def test_if_nobody_comes_at_the_agreed_time_there_is_still_the_deadline(fixture):
    at = timezone.now() - timedelta(minutes=16)
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=at)
    decide(fixture, timezone.now())
    assert fixture.state == "open"


# --- times ----------------------------------------------------------------------------------------------------------
def test_a_time_is_agreed_when_all_can(fixture):
    first, *others = players(fixture)
    at = timezone.now() + timedelta(days=1)
    proposal = times.propose(fixture=fixture, user=first, at=at)
    for user in others[:-1]:
        times.answer(fixture=fixture, user=user, proposal_id=proposal.pk, can=True)
    times.answer(fixture=fixture, user=others[-1], proposal_id=proposal.pk, can=False)
    fixture.refresh_from_db()
    assert fixture.planned_at is None
    times.answer(fixture=fixture, user=others[-1], proposal_id=proposal.pk, can=True)
    fixture.refresh_from_db()
    assert fixture.planned_at == at.replace(second=0, microsecond=0)
    assert Notice.objects.filter(text_id="proposed").count() == 3
    assert Notice.objects.filter(text_id="agreed").count() == 4


def test_two_who_propose_the_same_time_agree(fixture):
    at = timezone.now() + timedelta(days=1)
    for user in players(fixture):
        times.propose(fixture=fixture, user=user, at=at)
    fixture.refresh_from_db()
    assert fixture.planned_at is not None


def test_proposals_that_cannot_be(fixture):
    user, other, *_ = players(fixture)
    now = timezone.now()
    refused("past", times.propose, fixture=fixture, user=user, at=now - timedelta(minutes=1))
    refused("after_deadline", times.propose, fixture=fixture, user=user, at=fixture.deadline + timedelta(minutes=2))
    refused("not_a_player", times.propose, fixture=fixture, user=member("Stranger"), at=now + timedelta(hours=1))
    for hour in range(times.MOST_OPEN):
        proposal = times.propose(fixture=fixture, user=user, at=now + timedelta(hours=hour + 1))
    refused("too_many_times", times.propose, fixture=fixture, user=user, at=now + timedelta(hours=9))
    refused("unknown_time", times.take_back, fixture=fixture, user=other, proposal_id=proposal.pk)
    times.take_back(fixture=fixture, user=user, proposal_id=proposal.pk)
    refused("unknown_time", times.answer, fixture=fixture, user=other, proposal_id=proposal.pk, can=True)


def test_an_agreed_time_can_be_taken_back_until_an_hour_before(fixture):
    user = players(fixture)[0]
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=timezone.now() + timedelta(minutes=50))
    refused("too_near", times.cannot_after_all, fixture=fixture, user=user)
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=timezone.now() + timedelta(hours=2))
    times.cannot_after_all(fixture=fixture, user=user)
    fixture.refresh_from_db()
    assert fixture.planned_at is None
    assert Notice.objects.filter(text_id="cancelled").count() == 3


# --- stand-ins ------------------------------------------------------------------------------------------------------
def test_a_stand_in_plays_and_the_points_are_the_members():
    season = new_season(5, format="duels")
    fixture, *_ = open_round(season)
    mine, other = players(fixture)
    spare = next(user for user in people(season) if user not in (mine, other))
    entry = seating(fixture, mine).entry
    stand_in = season.league.memberships.get(user=spare)
    deciding.substitute(fixture=fixture, user=mine, entry_id=entry.pk, stand_in=stand_in, reason="On holiday")
    assert players(fixture) == [spare, other]
    refused("not_a_player", fixtures.come, fixture=fixture, user=mine)
    come(fixture, spare)
    table = come(fixture, other)
    match = end(table, [1, 2])
    from leagues.services import results

    after_commit(lambda: results.take(match_id=match.pk))
    points = {name: points for _, name, points in table_of(season)}
    assert points[mine.display_name] == 1.0
    assert LogLine.objects.get(kind="substitute").about == mine


def test_a_stand_in_has_not_agreed_to_what_the_member_agreed_to():
    season = new_season(5, format="duels")
    fixture, *_ = open_round(season)
    mine, other = players(fixture)
    spare = next(user for user in people(season) if user not in (mine, other))
    named = {"entry_id": seating(fixture, mine).entry_id, "stand_in": season.league.memberships.get(user=spare)}
    first, second = (times.propose(fixture=fixture, user=mine, at=timezone.now() + timedelta(hours=hours)) for hours in (3, 5))
    deciding.substitute(fixture=fixture, user=mine, **named, reason="On holiday")
    times.answer(fixture=fixture, user=other, proposal_id=first.pk, can=True)
    fixture.refresh_from_db()
    assert fixture.planned_at is None, "who plays now has said nothing yet"
    times.answer(fixture=fixture, user=spare, proposal_id=first.pk, can=True)
    fixture.refresh_from_db()
    assert fixture.planned_at == first.at
    deciding.substitute(fixture=fixture, user=mine, **{**named, "stand_in": None}, reason="I can after all")
    fixture.refresh_from_db()
    assert fixture.planned_at == first.at, "an agreed time stays: whoever comes in may say that they cannot"
    assert not second.answers.exists()


def test_a_stand_in_is_a_free_member_of_the_league(fixture):
    owner, *_ = people(fixture.season)
    mine, other, *_ = players(fixture)
    entry = seating(fixture, mine).entry
    league = fixture.season.league
    refused(
        "already",
        deciding.substitute,
        fixture=fixture,
        user=mine,
        entry_id=entry.pk,
        stand_in=league.memberships.get(user=other),
        reason="x",
    )
    foreign = new_season(2).league.memberships.first()
    refused("unknown_member", deciding.substitute, fixture=fixture, user=mine, entry_id=entry.pk, stand_in=foreign, reason="x")
    spare = league.memberships.create(user=member("Spare"))
    nobody = next(user for user in players(fixture) if user not in (owner, mine))
    refused("no_right", deciding.substitute, fixture=fixture, user=nobody, entry_id=entry.pk, stand_in=spare, reason="x")


# --- organisers -----------------------------------------------------------------------------------------------------
def test_an_organiser_moves_a_deadline_with_a_reason_that_all_can_read(fixture):
    owner, other, *_ = people(fixture.season)
    to = timezone.now() + timedelta(days=20)
    refused("no_right", deciding.move_deadline, fixture=fixture, user=other, to=to, reason="Holiday")
    refused("reason", deciding.move_deadline, fixture=fixture, user=owner, to=to, reason=" ")
    refused("past", deciding.move_deadline, fixture=fixture, user=owner, to=timezone.now(), reason="Holiday")
    refused("far", deciding.move_deadline, fixture=fixture, user=owner, to=timezone.now() + timedelta(days=365), reason="Holiday")
    deciding.move_deadline(fixture=fixture, user=owner, to=to, reason="Holiday")
    fixture.refresh_from_db()
    assert fixture.deadline == to
    line = LogLine.objects.get(kind="deadline")
    assert (line.reason, line.after) == ("Holiday", {"deadline": to.isoformat()})


@pytest.mark.rule("common.league.forfeit")
def test_an_organiser_decides_a_fixture_that_will_not_be_played(fixture):
    owner = people(fixture.season)[0]
    entries = [one.entry_id for one in fixtures.seatings_of(fixture)]
    refused("unknown_member", deciding.decide_without_match, fixture=fixture, user=owner, appeared=[0], reason="No show")
    after_commit(lambda: deciding.decide_without_match(fixture=fixture, user=owner, appeared=entries[:2], reason="No show"))
    assert sorted(points for _, _, points in table_of(fixture.season)) == [0.5, 0.5, 2.5, 2.5]
    refused("decided", deciding.decide_without_match, fixture=fixture, user=owner, appeared=[], reason="Again")


# --- the sweep ------------------------------------------------------------------------------------------------------
def test_the_sweep_opens_decides_reminds_and_closes():
    season = new_season(4, round_days=2)
    after_commit(playing_sweep.sweep)
    fixture = Fixture.objects.get(season=season)
    assert fixture.state == "open"
    soon = timezone.now() + timedelta(minutes=10)
    Fixture.objects.update(planned_at=soon, deadline=timezone.now() + timedelta(hours=2), created_at=timezone.now() - timedelta(days=3))
    for _ in range(2):
        after_commit(playing_sweep.sweep)
    assert Notice.objects.filter(text_id="near").count() == Notice.objects.filter(text_id="soon").count() == 4
    Fixture.objects.update(deadline=timezone.now() - timedelta(minutes=1), planned_at=None)
    for _ in range(2):
        after_commit(playing_sweep.sweep)
    fixture.refresh_from_db()
    assert fixture.state == "not_played"
    assert fixture.round.closed_at is not None
    assert not Table.objects.exists()
