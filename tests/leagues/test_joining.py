"""Who comes into a league and who goes, under rights that count at the moment of the act."""

import pytest

from bluffsite.accounts import marks
from bluffsite.accounts.models import Notice, User
from games.play.talk.avoiding import avoid
from leagues.models import Entry, League, Membership
from leagues.services import joining, making, roles
from leagues.services.errors import LeagueError
from leagues.services.messages import write_to_members
from leagues.services.rights import RIGHTS
from tests.leagues.people import guest, league, member, person, running

pytestmark = pytest.mark.django_db
State, Role = Membership.State, Membership.Role


@pytest.fixture
def owner() -> User:
    return person("Anna")


def refused(code: str) -> pytest.RaisesExc:
    return pytest.raises(LeagueError, match=f"^{code}$")


def test_an_open_league_lets_in_at_once_and_enters_for_the_season(owner: User) -> None:
    made, bob = league(owner), person("Bob")
    assert joining.join(league=made, user=bob).state == State.IN
    made.refresh_from_db()
    assert made.members == 2
    assert Entry.objects.filter(season__league=made, member__user=bob).count() == 1
    joining.join(league=made, user=bob)
    made.refresh_from_db()
    assert made.members == 2, "a second tap changes nothing"


def test_by_request_one_asks_and_is_in_only_when_let_in(owner: User) -> None:
    made, bob = league(owner, joining_by="request"), person("Bob")
    asked = joining.join(league=made, user=bob, words="  Hello\n there ")
    assert (asked.state, asked.words) == (State.ASKED, "Hello there")
    assert not Entry.objects.filter(member=asked).exists()
    assert Notice.objects.filter(user=owner, text_id="asked").count() == 1
    joining.join(league=made, user=bob)
    assert Notice.objects.filter(user=owner, text_id="asked").count() == 1, "asking twice is asking once"
    joining.accept(league=made, user=owner, member_id=asked.pk)
    made.refresh_from_db()
    assert member(made, bob).state == State.IN
    assert made.members == 2
    assert Notice.objects.filter(user=bob, text_id="accepted").exists()


def test_who_is_declined_may_ask_again(owner: User) -> None:
    made, bob = league(owner, joining_by="request"), person("Bob")
    asked = joining.join(league=made, user=bob)
    joining.decline(league=made, user=owner, member_id=asked.pk)
    assert member(made, bob).state == State.LEFT
    assert joining.join(league=made, user=bob).state == State.ASKED


def test_a_league_by_link_needs_its_link_and_an_old_one_opens_nothing(owner: User) -> None:
    made, bob = league(owner, joining_by="link"), person("Bob")
    with refused("not_open"):
        joining.join(league=made, user=bob)
    old = made.invite_key
    making.renew_link(league=made, user=owner)
    with refused("not_open"):
        joining.join(league=made, user=bob, invitation=old)
    made.refresh_from_db()
    assert joining.join(league=made, user=bob, invitation=made.invite_key).state == State.IN


def test_guests_and_people_shut_out_do_not_join(owner: User) -> None:
    made, bob = league(owner), person("Bob")
    with refused("members_only"):
        joining.join(league=made, user=guest())
    marks.put(user=bob, kind="timed_out", ref="test")
    with refused("barred"):
        joining.join(league=made, user=bob)
    marks.lift(ref="test")
    assert joining.join(league=made, user=bob).state == State.IN


def test_whom_the_owner_blocks_is_asked_about_even_where_all_may_join(owner: User) -> None:
    made, bob, carla = league(owner), person("Bob"), person("Carla")
    avoid(user=owner, other=bob, name="Bob", is_block=True)
    assert joining.join(league=made, user=bob, invitation=made.invite_key).state == State.ASKED
    assert joining.join(league=made, user=carla).state == State.IN


def test_the_last_place_is_taken_once(owner: User) -> None:
    made = league(owner)
    League.objects.filter(pk=made.pk).update(most_members=2)
    joining.join(league=made, user=person())
    with refused("full"):
        joining.join(league=made, user=person())
    made.refresh_from_db()
    assert made.members == made.memberships.filter(state=State.IN).count() == 2


def test_who_leaves_frees_a_place_and_may_come_back(owner: User) -> None:
    bob = person("Bob")
    made = league(owner, bob)
    joining.leave(league=made, user=bob)
    made.refresh_from_db()
    assert (made.members, member(made, bob).state) == (1, State.LEFT)
    assert not Entry.objects.filter(member__user=bob).exists(), "a season that has not begun forgets the sign-up"
    with refused("not_member"):
        joining.leave(league=made, user=bob)
    assert joining.join(league=made, user=bob).state == State.IN
    with refused("owner_stays"):
        joining.leave(league=made, user=owner)


def test_who_leaves_a_running_season_keeps_what_was_played(owner: User) -> None:
    bob = person("Bob")
    season = running(owner, bob, person())
    joining.leave(league=season.league, user=bob)
    entry = Entry.objects.get(season=season, member__user=bob)
    assert entry.state == Entry.State.WITHDRAWN
    assert entry.withdrawn_at is not None
    joining.join(league=season.league, user=bob)
    entry.refresh_from_db()
    assert entry.state == Entry.State.IN, "late entry takes the old place up again"


def test_banned_people_do_not_come_back_until_the_ban_is_lifted(owner: User) -> None:
    bob = person("Bob")
    made = league(owner, bob)
    with refused("reason"):
        joining.ban(league=made, user=owner, member_id=member(made, bob).pk, reason="  ")
    assert member(made, bob).state == State.IN
    joining.ban(league=made, user=owner, member_id=member(made, bob).pk, reason="Insults")
    made.refresh_from_db()
    assert made.members == 1
    with refused("banned"):
        joining.join(league=made, user=bob, invitation=made.invite_key)
    joining.unban(league=made, user=owner, member_id=member(made, bob).pk, reason="Time is over")
    assert joining.join(league=made, user=bob).state == State.IN
    kinds = list(made.log.filter(about=bob).order_by("pk").values_list("kind", "reason"))
    assert ("banned", "Insults") in kinds
    assert ("unbanned", "Time is over") in kinds


def test_a_right_that_was_taken_away_counts_no_more(owner: User) -> None:
    bob, carla = person("Bob"), person("Carla")
    made = league(owner, bob, carla)
    organiser = member(made, bob)
    with refused("no_right"):
        joining.remove(league=made, user=bob, member_id=member(made, carla).pk, reason="why")
    roles.give_rights(league=made, user=owner, member_id=organiser.pk, rights=["members"])
    assert member(made, bob).role == Role.ORGANISER
    with refused("no_right"):
        write_to_members(league=made, user=bob, text="Hello")
    roles.give_rights(league=made, user=owner, member_id=organiser.pk, rights=[])
    assert member(made, bob).role == Role.MEMBER
    with refused("no_right"):
        joining.remove(league=made, user=bob, member_id=member(made, carla).pk, reason="why")
    assert member(made, carla).state == State.IN


def test_who_is_shut_out_of_the_site_organises_nothing_but_may_leave(owner: User) -> None:
    bob, carla = person("Bob"), person("Carla")
    made = league(owner, bob, carla)
    roles.give_rights(league=made, user=owner, member_id=member(made, bob).pk, rights=["members"])
    marks.put(user=bob, kind="timed_out", ref="test")
    bob.refresh_from_db()
    with refused("barred"):
        joining.remove(league=made, user=bob, member_id=member(made, carla).pk, reason="why")
    joining.leave(league=made, user=bob)
    assert member(made, bob).state == State.LEFT


def test_organisers_have_no_power_over_the_owner_or_each_other(owner: User) -> None:
    bob, carla = person("Bob"), person("Carla")
    made = league(owner, bob, carla)
    for user in (bob, carla):
        roles.give_rights(league=made, user=owner, member_id=member(made, user).pk, rights=list(RIGHTS))
    for other in (owner, carla):
        with refused("owner_only"):
            joining.remove(league=made, user=bob, member_id=member(made, other).pk, reason="why")
    with refused("not_yourself"):
        joining.remove(league=made, user=bob, member_id=member(made, bob).pk, reason="why")
    with refused("owner_only"):
        roles.give_rights(league=made, user=bob, member_id=member(made, carla).pk, rights=[])
    with refused("owner_only"):
        roles.hand_over(league=made, user=bob, member_id=member(made, bob).pk)


def test_the_league_is_handed_over_and_the_old_owner_may_leave(owner: User) -> None:
    bob = person("Bob")
    made = league(owner, bob)
    roles.hand_over(league=made, user=owner, member_id=member(made, bob).pk)
    assert member(made, bob).role == Role.OWNER
    assert member(made, owner).role == Role.ORGANISER
    with refused("owner_only"):
        making.close_league(league=made, user=owner)
    joining.leave(league=made, user=owner)
    assert member(made, owner).rights == []


def test_members_of_another_league_are_nobody_here(owner: User) -> None:
    made, other = league(owner), league(person("Eve"), person("Fay"))
    foreign = other.memberships.filter(role=Role.MEMBER).get()
    with refused("unknown_member"):
        joining.remove(league=made, user=owner, member_id=foreign.pk, reason="why")
    with refused("not_member"):
        joining.remove(league=other, user=owner, member_id=foreign.pk, reason="why")
