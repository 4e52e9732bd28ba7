"""Two real connections at one league. On PostgreSQL, since SQLite lets only one writer in anyway.

The first test shows the race that the lock of the league is there for; the others, that with it limits and rights hold.
"""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from leagues.models import League, Membership, Season
from leagues.services import joining, making, messages, owners, roles, seasons
from leagues.services.errors import LeagueError
from tests.leagues.people import league, member, person, plan, running
from tests.play.test_races import together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def codes(found: list[object]) -> list[str]:
    return sorted(one.code for one in found if isinstance(one, LeagueError))


def test_without_the_lock_two_joins_pass_the_limit_together() -> None:
    made = league(person())
    read = threading.Barrier(2)

    def look_and_join() -> int:
        counted = Membership.objects.filter(league=made, state="in").count()
        read.wait()
        return counted

    assert together(look_and_join, look_and_join) == [1, 1], "both see the last place free"


def test_the_last_place_goes_to_one_of_two_who_join_at_the_same_moment() -> None:
    made = league(person())
    for round_ in range(4):
        League.objects.filter(pk=made.pk).update(most_members=2 + round_)
        one, other = person(), person()
        found = together(lambda user=one: joining.join(league=made, user=user), lambda user=other: joining.join(league=made, user=user))
        assert codes(found) == ["full"], found
        made.refresh_from_db()
        assert made.members == made.memberships.filter(state="in").count() == 2 + round_


def test_one_person_who_taps_twice_is_one_member() -> None:
    made, bob = league(person()), person()
    found = together(*[lambda: joining.join(league=made, user=bob)] * 3)
    assert codes(found) == [], found
    made.refresh_from_db()
    assert made.members == 2
    assert Membership.objects.filter(league=made, user=bob).count() == 1


def test_a_right_that_is_taken_away_at_the_same_moment_is_used_before_or_not_at_all() -> None:
    owner, bob, carla = person(), person(), person()
    made = league(owner, bob, carla)
    organiser, target = member(made, bob), member(made, carla)
    roles.give_rights(league=made, user=owner, member_id=organiser.pk, rights=["members"])
    found = together(
        lambda: roles.give_rights(league=made, user=owner, member_id=organiser.pk, rights=[]),
        lambda: joining.remove(league=made, user=bob, member_id=target.pk, reason="why"),
    )
    lines = list(made.log.filter(kind__in=["role", "removed"]).order_by("pk").values_list("kind", flat=True))
    assert (codes(found), lines) in ((["no_right"], ["role", "role"]), ([], ["role", "removed", "role"]))


def test_nobody_founds_more_leagues_than_allowed_by_tapping_fast() -> None:
    owner = person()
    for _ in range(making.MOST_OWNED - 1):
        league(owner)
    found = together(*[lambda: making.create_league(owner=owner, name="One more", game="blef", plan=plan())] * 2)
    connection.close()
    assert codes(found) == ["too_many"], found


def test_a_form_that_is_sent_twice_founds_one_league() -> None:
    owner, coming = person(), plan()

    def found(name: str = "Tuesdays") -> League:
        return making.create_league(owner=owner, name=name, game="blef", plan=coming, once=True)

    made = together(found, found, found)
    assert len({one.pk for one in made}) == 1, made
    assert found("Wednesdays").pk != made[0].pk
    League.objects.update(created_at=timezone.now() - making.TWICE)
    assert found().pk != made[0].pk


def test_a_message_that_is_sent_twice_goes_out_once() -> None:
    owner = person()
    made = league(owner)
    sent = together(*[lambda: messages.write_to_members(league=made, user=owner, text="Tonight at eight.")] * 3)
    assert len({one.pk for one in sent}) == 1, sent
    assert made.log.filter(kind="message").count() == 1
    assert messages.write_to_members(league=made, user=owner, text="Tonight at nine.").pk != sent[0].pk


def test_a_season_that_two_start_at_once_starts_once() -> None:
    owner = person()
    made = league(owner, person(), person())
    season = made.seasons.get()
    found = together(*[lambda: seasons.start_season(season=season, user=owner)] * 2)
    assert all(isinstance(one, Season) for one in found), found
    assert made.log.filter(kind="season_started").count() == 1
    assert season.divisions.count() == 1


def test_an_owner_who_hands_the_league_over_while_the_sweep_gives_it_away_is_heard_first_or_not_at_all() -> None:
    owner, bob, carla = person(), person(), person()
    season = running(owner, bob, carla)
    made, heir = season.league, member(season.league, carla)
    roles.give_rights(league=made, user=owner, member_id=member(made, bob).pk, rights=["rounds"])
    long_ago = timezone.now() - timedelta(days=70)
    made.memberships.filter(user=owner).update(seen_on=long_ago.date(), changed_at=long_ago)
    found = together(
        lambda: roles.hand_over(league=made, user=owner, member_id=heir.pk),
        lambda: owners.replace(league_id=made.pk),
        lambda: owners.replace(league_id=made.pk),
    )
    lines = list(made.log.filter(kind__in=["handed_over", "took_over"]).values_list("kind", flat=True))
    now = made.memberships.get(role="owner").user
    assert (codes(found), lines, now) in (([], ["handed_over"], carla), (["owner_only"], ["took_over"], bob)), found
