"""People who go for good leave no name behind, and leagues go on without them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import Notice, User
from leagues import persons
from leagues.models import Dispute, Entry, League, LogLine, Membership
from leagues.services import disputes, joining, making, roles
from leagues.services.availability import say_when
from leagues.services.departing import forget
from leagues.services.errors import LeagueError
from leagues.services.messages import write_to_members
from tests.bluffsite.accounts.unsaid import unsaid
from tests.leagues.people import league, member, person, played, running

pytestmark = pytest.mark.django_db
Role, State = Membership.Role, Membership.State


def refused(code: str) -> pytest.RaisesExc:
    return pytest.raises(LeagueError, match=f"^{code}$")


def test_when_the_owner_is_erased_the_organiser_follows_and_the_season_goes_on() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    made = season.league
    roles.give_rights(league=made, user=owner, member_id=member(made, carla).pk, rights=["rounds"])
    write_to_members(league=made, user=owner, text="Secret plans")
    say_when(league=made, user=owner, free_times=["0e"], away_until=None)
    forget(owner)
    forget(owner)
    assert member(made, carla).role == Role.OWNER
    gone = member(made, owner)
    assert (gone.state, gone.role, gone.free_times) == (State.LEFT, Role.MEMBER, [])
    assert Entry.objects.get(season=season, member=gone).state == Entry.State.WITHDRAWN
    assert not made.messages.exists()
    made.refresh_from_db()
    assert made.members == 2


def test_a_league_whose_last_member_is_erased_is_closed() -> None:
    owner = person()
    made = league(owner)
    forget(owner)
    made.refresh_from_db()
    assert made.closed_at is not None
    assert made.members == 0


def test_a_ban_of_the_site_without_end_takes_seasons_and_ownership_and_one_with_an_end_does_not() -> None:
    owner, bob = person("Anna"), person("Bob")
    season = running(owner, bob, person())
    marks.put(user=owner, kind="banned", ref="short", until=timezone.now() + timedelta(days=2))
    persons.on_mark(owner.pk, "banned")
    assert member(season.league, owner).role == Role.OWNER
    marks.put(user=owner, kind="banned", ref="long")
    persons.on_mark(owner.pk, "banned")
    assert member(season.league, owner).role == Role.ORGANISER
    assert Entry.objects.get(season=season, member__user=owner).state == Entry.State.WITHDRAWN


def test_the_profile_shows_public_leagues_and_those_in_common_alone() -> None:
    owner, stranger, mate = person("Anna"), person("Eve"), person("Bob")
    league(owner)
    hidden = league(owner, mate, joining_by="link")
    League.objects.filter(pk=hidden.pk).update(name="Hidden")
    shown = persons.panel(owner, stranger)
    assert shown is not None
    assert [each.league.name for each in shown["memberships"]] == ["Tuesdays"]
    assert {each.league.name for each in persons.panel(owner, mate)["memberships"]} == {"Tuesdays", "Hidden"}
    assert persons.panel(stranger, owner) is None


def test_the_download_has_everything_of_oneself_and_nothing_of_others() -> None:
    owner, bob = person("Anna"), person("Bob")
    made = league(owner, bob)
    joining.ban(league=made, user=owner, member_id=member(made, bob).pk, reason="Insults")
    write_to_members(league=made, user=owner, text="About Bob")
    [mine] = persons.export(bob)
    assert (mine["league"], mine["state"]) == ("Tuesdays", "banned")
    assert {"kind": "banned", "reason": "Insults"}.items() <= mine["log"][-1].items()
    assert "About Bob" not in str(mine)
    assert unsaid("leagues", mine) == set()


# --- disputes -------------------------------------------------------------------------------------------------------
@pytest.fixture
def three() -> list[User]:
    return [person("Anna"), person("Bob"), person("Carla")]


def test_a_member_disputes_a_result_once_and_is_answered_in_public(three: list[User]) -> None:
    owner, bob, carla = three
    season = running(*three)
    fixture = played(season, owner, bob)
    with refused("not_yours"):
        disputes.dispute(fixture=fixture, user=carla, reason="why")
    with refused("reason"):
        disputes.dispute(fixture=fixture, user=bob, reason=" ")
    made = disputes.dispute(fixture=fixture, user=bob, reason="I was first")
    with refused("disputed"):
        disputes.dispute(fixture=fixture, user=bob, reason="Really")
    with refused("no_right"):
        disputes.uphold(dispute=made, user=bob, reason="Mine")
    answered = disputes.uphold(dispute=made, user=owner, reason="The log says otherwise")
    assert (answered.state, answered.answer) == (Dispute.State.UPHELD, "The log says otherwise")
    assert Notice.objects.get(user=bob, text_id="upheld").url.endswith(f"/matches/{fixture.key}/"), "what stands is on the match"
    with refused("already"):
        disputes.uphold(dispute=made, user=owner, reason="Again")
    assert list(LogLine.objects.filter(kind__in=["disputed", "upheld"]).values_list("kind", flat=True)) == ["disputed", "upheld"]


def test_a_corrected_result_answers_its_disputes(three: list[User]) -> None:
    owner, bob, _ = three
    fixture = played(running(*three), owner, bob)
    made = disputes.dispute(fixture=fixture, user=bob, reason="I was first")
    disputes.settle(fixture.result, owner, "Bob was first")
    made.refresh_from_db()
    assert made.state == Dispute.State.CHANGED
    assert Notice.objects.get(user=bob, text_id="changed").url.endswith(f"/matches/{fixture.key}/")


def test_who_may_write_no_text_disputes_nothing(three: list[User]) -> None:
    owner, bob, _ = three
    fixture = played(running(*three), owner, bob)
    marks.put(user=bob, kind="no_text", ref="test")
    with refused("barred"):
        disputes.dispute(fixture=fixture, user=bob, reason="I was first")


def test_messages_to_all_are_few_and_not_from_who_is_muted(three: list[User]) -> None:
    owner = three[0]
    made = league(*three)
    with refused("empty_text"):
        write_to_members(league=made, user=owner, text=" \n ")
    for day in ("Monday", "Tuesday", "Wednesday"):
        write_to_members(league=made, user=owner, text=f"Hello on {day}")
    with refused("too_fast"):
        write_to_members(league=made, user=owner, text="Hello again")
    other = league(owner)
    marks.put(user=owner, kind="muted", ref="test")
    with refused("barred"):
        write_to_members(league=other, user=owner, text="Hello")


def test_who_is_muted_gives_no_league_a_text_and_may_change_the_rest(three: list[User]) -> None:
    owner, bob, _ = three
    made, asked = league(owner), league(bob, joining_by="request")
    marks.put(user=owner, kind="no_text", ref="test")
    now = {"name": made.name, "about": "", "joining": "open", "is_public": True, "most_members": 20, "time_zone": "UTC", "languages": []}
    for texts in ({"name": "Rude"}, {"about": "Rude"}):
        with refused("barred"):
            making.change_league(league=made, user=owner, **(now | texts))
    assert making.change_league(league=made, user=owner, **now).most_members == 20
    with refused("barred"):
        league(owner)
    with refused("barred"):
        joining.join(league=asked, user=owner, words="Let me in, fool")
    assert joining.join(league=asked, user=owner).state == "asked"
