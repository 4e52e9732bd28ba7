"""An owner who stays away is followed by somebody who is there; who comes back is an organiser."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from bluffsite.accounts import marks
from bluffsite.accounts.models import Notice, User
from leagues.models import League, Membership, Season
from leagues.models.people import today
from leagues.services import joining, making, owners, results, roles
from leagues.services.departing import forget
from leagues.services.errors import LeagueError
from leagues.services.log import sentence
from leagues.tasks import sweep
from tests.leagues.people import member, person, running
from tests.leagues.played import free_match, new_season, people
from tests.play.matches import after_commit

pytestmark = [pytest.mark.django_db, pytest.mark.rule("common.league.owner")]
Role = Membership.Role


def away(made: League, user: User, days: int) -> None:
    """Not seen for so many days, and what they are for at least as long."""
    since = timezone.now() - timedelta(days=days)
    Membership.objects.filter(league=made, user=user).update(seen_on=since.date(), changed_at=since)


def owner_of(made: League) -> User:
    return Membership.objects.get(league=made, role=Role.OWNER).user


def told(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user, kind="league_people").order_by("pk").values_list("text_id", flat=True))


@pytest.fixture
def four() -> list[User]:
    return [person("Anna"), person("Bob"), person("Carla"), person("Dirk")]


@pytest.fixture
def season(four: list[User]) -> Season:
    return running(*four)


def organise(season: Season, *users: User) -> None:
    for user in users:
        roles.give_rights(league=season.league, user=owner_of(season.league), member_id=member(season.league, user).pk, rights=["rounds"])


def test_after_sixty_days_the_organiser_who_has_been_in_longest_follows_and_not_a_day_before(season: Season, four: list[User]) -> None:
    anna, bob, carla, dirk = four
    organise(season, dirk, carla)
    away(season.league, anna, 60)
    owners.sweep()
    assert owner_of(season.league) == anna
    away(season.league, anna, 61)
    owners.sweep()
    assert owner_of(season.league) == carla
    before = member(season.league, anna)
    assert (before.role, before.state, len(before.rights)) == (Role.ORGANISER, "in", 5)
    assert (told(carla)[-1], told(anna)[-1], told(dirk)[-1], told(bob)) == ("took_over", "passed", "new_owner", [])
    [line] = season.league.log.filter(kind="took_over")
    assert sentence(line) == "The owner had not been seen for 60 days; Carla is the owner now."


def test_a_second_sweep_changes_nothing_and_the_new_owner_has_sixty_days_of_their_own(season: Season, four: list[User]) -> None:
    anna, bob, *_ = four
    away(season.league, anna, 90)
    sweep()
    assert owner_of(season.league) == bob
    lines, notices_ = season.league.log.count(), Notice.objects.count()
    sweep()
    assert (season.league.log.count(), Notice.objects.count()) == (lines, notices_)
    assert owners.replace(league_id=season.league_id) is None


def test_an_organiser_who_is_away_as_well_does_not_follow_and_a_member_must_have_been_there_lately(
    season: Season, four: list[User]
) -> None:
    anna, bob, carla, dirk = four
    organise(season, bob)
    away(season.league, anna, 70)
    away(season.league, bob, 61)
    away(season.league, carla, 15)
    away(season.league, dirk, 15)
    owners.sweep()
    assert owner_of(season.league) == anna, "nobody is there"
    away(season.league, dirk, 14)
    owners.sweep()
    assert owner_of(season.league) == dirk
    away(season.league, dirk, 61)
    away(season.league, bob, 60)
    owners.sweep()
    assert owner_of(season.league) == bob, "an organiser needs to be there less often"


def test_who_is_shut_out_does_not_follow(season: Season, four: list[User]) -> None:
    anna, bob, carla, _ = four
    marks.put(user=bob, kind="timed_out", ref="test", until=timezone.now() + timedelta(days=1))
    away(season.league, anna, 61)
    owners.sweep()
    assert owner_of(season.league) == carla


@pytest.mark.parametrize("state", ["planned", "ended"])
def test_without_a_running_season_nobody_needs_another_owner(season: Season, four: list[User], state: str) -> None:
    Season.objects.update(state=state)
    away(season.league, four[0], 400)
    owners.sweep()
    assert owner_of(season.league) == four[0]


def test_a_closed_league_keeps_its_owner(season: Season, four: list[User]) -> None:
    Season.objects.update(state="ended")
    making.close_league(league=season.league, user=four[0])
    Season.objects.update(state="running")
    away(season.league, four[0], 61)
    owners.sweep()
    assert owner_of(season.league) == four[0]


def test_who_was_handed_the_league_has_the_whole_time_however_long_they_were_away(season: Season, four: list[User]) -> None:
    anna, bob, *_ = four
    away(season.league, bob, 80)
    roles.hand_over(league=season.league, user=anna, member_id=member(season.league, bob).pk)
    owners.sweep()
    assert owner_of(season.league) == bob


def test_a_sweep_that_found_the_owner_away_looks_again_when_the_league_is_locked(season: Season, four: list[User]) -> None:
    anna, _, carla, _ = four
    away(season.league, anna, 61)
    roles.hand_over(league=season.league, user=anna, member_id=member(season.league, carla).pk)
    assert owners.replace(league_id=season.league_id) is None
    assert owner_of(season.league) == carla
    away(season.league, carla, 61)
    owners.note([member(season.league, carla)])
    assert owners.replace(league_id=season.league_id) is None


def test_the_owner_is_warned_once_ten_days_before(season: Season, four: list[User]) -> None:
    anna = four[0]
    away(season.league, anna, 50)
    owners.sweep()
    assert told(anna) == []
    away(season.league, anna, 51)
    owners.sweep()
    owners.sweep()
    [notice] = Notice.objects.filter(user=anna, text_id="away")
    assert notice.params["days"] == 51
    last = timezone.datetime.fromisoformat(notice.params["until_at"])
    assert last.date() == today() + timedelta(days=10)


@pytest.mark.parametrize("language", ["nl", "de", "en", "ne"])
def test_each_language_says_what_happened(season: Season, four: list[User], language: str) -> None:
    away(season.league, four[0], 61)
    owners.sweep()
    with translation.override(language):
        [line] = season.league.log.filter(kind="took_over")
        assert {"60", "Bob"} <= set(sentence(line).replace(";", " ").replace(".", " ").replace("।", " ").split())


def test_a_page_of_the_league_and_a_match_that_counts_are_signs_of_life(season: Season, four: list[User]) -> None:
    made, anna = season.league, four[0]
    away(made, anna, 70)
    changed = member(made, anna).changed_at
    client = Client()
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    client.get(reverse("leagues:table", args=[made.key]))
    assert (member(made, anna).seen_on, member(made, anna).changed_at) == (today(), changed)
    owners.sweep()
    assert owner_of(made) == anna

    free = new_season(3, format="free")
    founder = people(free)[0]
    away(free.league, founder, 70)
    after_commit(lambda: results.take(match_id=free_match(people(free), [1, 2, 3]).pk))
    assert member(free.league, founder).seen_on == today()


def test_a_visit_is_written_down_once_a_day(season: Season, four: list[User], django_assert_num_queries) -> None:
    away(season.league, four[0], 1)
    mine = member(season.league, four[0])
    with django_assert_num_queries(1):
        owners.note([mine])
    mine = member(season.league, four[0])
    with django_assert_num_queries(0):
        owners.note([mine])


def test_an_owner_who_is_erased_is_followed_by_somebody_who_is_there_else_by_anybody(season: Season, four: list[User]) -> None:
    anna, bob, carla, dirk = four
    away(season.league, bob, 30)
    forget(anna)
    assert owner_of(season.league) == carla
    assert told(carla) == ["owner"]
    away(season.league, dirk, 30)
    forget(carla)
    assert owner_of(season.league) == bob, "nobody is there, and the league is not left alone"


def test_on_return_the_owner_of_before_does_what_organisers_do(season: Season, four: list[User]) -> None:
    anna, bob, *_ = four
    away(season.league, anna, 61)
    owners.sweep()
    with pytest.raises(LeagueError, match=r"^owner_only$"):
        roles.hand_over(league=season.league, user=anna, member_id=member(season.league, anna).pk)
    joining.remove(league=season.league, user=anna, member_id=member(season.league, four[3]).pk, reason="Asked for it")
    roles.hand_over(league=season.league, user=bob, member_id=member(season.league, anna).pk)
    assert owner_of(season.league) == anna


def test_members_and_the_owner_read_the_rule(season: Season, four: list[User]) -> None:
    client = Client()
    client.force_login(four[0], backend="django.contrib.auth.backends.ModelBackend")
    for name in ("members", "organise"):
        page = client.get(reverse(f"leagues:{name}", args=[season.league.key])).content.decode()
        assert "has not been seen in the league for 60 days" in page, name
        address = reverse("rulebook:clause", args=["common", "common.league.owner"])
        assert address in page, name
    assert client.get(address).url.endswith("#J.8")
