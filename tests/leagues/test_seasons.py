"""Seasons: planned, signed up for, begun on their day or by hand, ended, and what follows from one to the next."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bluffsite.accounts.models import Notice, User
from games.play.services.errors import TableError
from leagues import notices
from leagues.models import Entry, League, LogLine, Season, Standing
from leagues.services import entering, making, roles, seasons, sweeping
from leagues.services.ending import end_season, final_tables, with_people
from leagues.services.errors import LeagueError
from leagues.services.joining import join
from tests.leagues.people import guest, league, member, person, plan, running

pytestmark = pytest.mark.django_db
State = Season.State


def refused(code: str) -> pytest.RaisesExc:
    return pytest.raises(LeagueError, match=f"^{code}$")


@pytest.fixture
def owner() -> User:
    return person("Anna")


# --- founding -------------------------------------------------------------------------------------------------------
def test_a_league_begins_with_its_owner_and_a_planned_season(owner: User) -> None:
    made = league(owner)
    season = made.seasons.get()
    assert (season.number, season.state, season.options["turn_seconds"]) == (1, State.PLANNED, 45)
    assert Entry.objects.get(season=season).member.user == owner
    assert list(made.log.order_by("pk").values_list("kind", flat=True))[:2] == ["founded", "season_planned"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": " \u200b "}, "empty_name"),
        ({"name": "x" * 10_000}, "too_long"),
        ({"name": "x" * 41}, "long_name"),
        ({"joining": "never"}, "bad_value"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone"),
        ({"about": "y" * 10_000}, "too_long"),
    ],
)
def test_a_league_that_cannot_be_is_not_founded(owner: User, fields: dict[str, str], code: str) -> None:
    with refused(code):
        making.create_league(**{"owner": owner, "name": "Tuesdays", "game": "blef", "plan": plan(), **fields})
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"starts_at": timezone.now() - timedelta(days=2)}, "past"),
        ({"starts_at": timezone.now() + timedelta(days=4000)}, "far"),
        ({"ends_at": timezone.now() + timedelta(days=1)}, "ends_first"),
        ({"ends_at": timezone.now() - timedelta(days=1)}, "past"),
        ({"format": "lottery"}, "bad_value"),
        ({"round_days": 0}, "bad_value"),
        ({"split": 0}, "bad_value"),
        ({"best": -1}, "bad_value"),
        ({"options": {"one_phone": True}}, "bad_value"),
    ],
)
def test_a_plan_is_checked_as_a_whole(owner: User, fields: dict[str, object], code: str) -> None:
    with refused(code):
        making.create_league(owner=owner, name="Tuesdays", game="blef", plan=plan(**fields))
    assert not Season.objects.exists()


def test_options_that_no_table_could_have_are_refused_with_their_rule(owner: User) -> None:
    with pytest.raises(TableError) as refusal:
        making.create_league(owner=owner, name="Tuesdays", game="bluffen", plan=plan(options={"decks": 2}))
    assert refusal.value.rule == "bluffen.options.conflicts"


@pytest.mark.rule("common.league.seats")
def test_duels_are_there_only_where_two_may_play(owner: User) -> None:
    duels = plan(format="duels", seats=2)
    assert making.create_league(owner=owner, name="Duels", game="blef", plan=duels).seasons.get().seats == 2
    with refused("no_duels"):
        making.create_league(owner=owner, name="Duels", game="bluffen", plan=duels)


def test_guests_found_nothing_and_nobody_owns_without_end(owner: User) -> None:
    with refused("members_only"):
        league(guest())
    for _ in range(making.MOST_OWNED):
        league(owner)
    with refused("too_many"):
        league(owner)


# --- signing up and starting ----------------------------------------------------------------------------------------
def test_a_season_begins_when_enough_have_signed_up(owner: User) -> None:
    made = league(owner, person())
    season = made.seasons.get()
    with refused("too_few"):
        seasons.start_season(season=season, user=owner)
    third = person()
    join(league=made, user=third)
    begun = seasons.start_season(season=season, user=owner)
    assert begun.state == State.RUNNING
    assert begun.starts_at <= begun.started_at
    assert Entry.objects.filter(season=season).exclude(division=None).count() == 3
    assert seasons.start_season(season=season, user=owner).started_at == begun.started_at, "a second tap changes nothing"
    with refused("not_planned"):
        seasons.change_season(season=season, user=owner, plan=plan(seats=3))


def test_the_sweep_begins_seasons_on_their_day_and_not_before(owner: User) -> None:
    made = league(owner, person(), person())
    sweeping.sweep()
    assert made.seasons.get().state == State.PLANNED
    Season.objects.update(starts_at=timezone.now() - timedelta(minutes=1))
    sweeping.sweep()
    sweeping.sweep()
    season = made.seasons.get()
    assert season.state == State.RUNNING
    assert made.log.filter(kind="season_started", user=None).count() == 1


def test_members_sign_up_and_withdraw_as_they_like_before_the_start(owner: User) -> None:
    bob = person("Bob")
    made = league(owner, bob)
    season = made.seasons.get()
    entering.withdraw(season=season, user=bob)
    assert not season.entries.filter(member__user=bob).exists()
    entering.enter(season=season, user=bob)
    entering.enter(season=season, user=bob)
    assert season.entries.filter(member__user=bob, state=Entry.State.IN).count() == 1
    with refused("not_member"):
        entering.enter(season=season, user=person())


def test_late_entry_counts_from_the_next_round_in_the_lowest_division(owner: User) -> None:
    season = running(owner, *[person() for _ in range(5)], split=2)
    Season.objects.filter(pk=season.pk).update(round=2)
    late = person("Late")
    join(league=season.league, user=late)
    entry = Entry.objects.get(season=season, member__user=late)
    assert (entry.from_round, entry.division.level) == (3, 2)
    Season.objects.filter(pk=season.pk).update(late_entry=False)
    later = person()
    join(league=season.league, user=later)
    assert not Entry.objects.filter(member__user=later).exists()
    with refused("no_late_entry"):
        entering.enter(season=Season.objects.get(pk=season.pk), user=later)


def test_an_organiser_takes_a_member_out_of_the_season_for_a_reason(owner: User) -> None:
    bob = person("Bob")
    season = running(owner, bob, person())
    entering.withdraw_member(season=season, user=owner, member_id=member(season.league, bob).pk, reason="Asked by mail")
    assert Entry.objects.get(season=season, member__user=bob).state == Entry.State.WITHDRAWN
    assert member(season.league, bob).state == "in"
    assert LogLine.objects.get(kind="withdrawn").reason == "Asked by mail"


# --- ending ---------------------------------------------------------------------------------------------------------
def stand(season: Season, *people: User) -> None:
    """The table as computed: in this order."""
    for place, user in enumerate(people, 1):
        entry = Entry.objects.get(season=season, member__user=user)
        Standing.objects.update_or_create(
            entry=entry, defaults={"season": season, "division": entry.division, "place": place, "points": 10.0 - place}
        )


def test_a_season_ends_with_its_places_and_winners_written(owner: User) -> None:
    bob, carla = person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    stand(season, carla, owner, bob)
    ended = end_season(season=season, user=owner, reason="Summer")
    assert ended.state == State.ENDED
    places = {entry.member.user.display_name: entry.place for entry in season.entries.all()}
    assert places == {"Carla": 1, "Anna": 2, "Bob": 3}
    line = LogLine.objects.get(kind="season_ended")
    assert (line.facts["people"], line.reason) == ({"winners": [carla.pk]}, "Summer")
    end_season(season=season, user=owner)
    assert LogLine.objects.filter(kind="season_ended").count() == 1
    notices.tell_season(season.pk)
    notices.tell_season(season.pk)
    assert Notice.objects.filter(kind="league_season", text_id="ended").count() == 3, "each is told once"


def test_the_sweep_tells_what_a_lost_task_left_untold(owner: User) -> None:
    bob = person("Bob")
    season = running(owner, bob, person())
    assert not Notice.objects.filter(kind="league_season").exists(), "the task has not run"
    sweeping.sweep()
    sweeping.sweep()
    assert Notice.objects.filter(kind="league_season", text_id="running").count() == 3
    assert Season.objects.get(pk=season.pk).told == State.RUNNING


def test_the_next_season_has_promotion_and_relegation_of_the_last(owner: User) -> None:
    people = [owner, *[person() for _ in range(5)]]
    season = running(*people, split=2)
    tables = final_tables(season)
    first, second = ([line.entry.member.user for line in with_people(table)] for _, table in tables)
    stand(season, *first)
    stand(season, *second)
    assert [line.goes for _, table in final_tables(season) for line in table] == ["", "", "down", "up", "", ""]
    end_season(season=season)
    following = seasons.plan_season(league=season.league, user=owner, plan=plan(split=2))
    for user in people:
        entering.enter(season=following, user=user)
    begun = seasons.start_season(season=following, user=owner)
    came = {entry.member.user: (entry.division.level, entry.came) for entry in begun.entries.select_related("division", "member__user")}
    assert came[second[0]] == (1, Entry.Came.PROMOTED)
    assert came[first[2]] == (2, Entry.Came.RELEGATED)
    assert came[first[0]] == (1, Entry.Came.STAYED)


def test_one_season_is_planned_and_one_runs_at_a_time(owner: User) -> None:
    season = running(owner, person(), person())
    following = seasons.plan_season(league=season.league, user=owner, plan=plan())
    with refused("season_planned"):
        seasons.plan_season(league=season.league, user=owner, plan=plan())
    with refused("season_running"):
        seasons.start_season(season=following, user=owner)
    with refused("season_running"):
        making.close_league(league=season.league, user=owner)
    seasons.call_off(season=following, user=owner, reason="Nobody has time")
    following.refresh_from_db()
    assert following.state == State.CALLED_OFF


def test_only_who_has_the_right_plans_starts_and_ends(owner: User) -> None:
    bob = person("Bob")
    season = running(owner, bob, person())
    with refused("no_right"):
        end_season(season=season, user=bob)
    roles.give_rights(league=season.league, user=owner, member_id=member(season.league, bob).pk, rights=["season"])
    assert end_season(season=season, user=bob).state == State.ENDED
    with refused("not_member"):
        seasons.plan_season(league=season.league, user=person(), plan=plan())


def test_a_closed_league_stays_readable_and_can_be_opened_again(owner: User) -> None:
    made = league(owner, person())
    making.close_league(league=made, user=owner)
    assert made.seasons.get().state == State.CALLED_OFF
    with refused("closed"):
        seasons.plan_season(league=made, user=owner, plan=plan())
    with refused("already"):
        making.close_league(league=made, user=owner)
    making.reopen_league(league=made, user=owner)
    assert seasons.plan_season(league=made, user=owner, plan=plan()).number == 2
