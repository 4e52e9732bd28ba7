"""Inviting a member by username: told only who wants it, and nobody learns who that is."""

import pytest
from django.test import Client

from bluffsite.accounts.models import Notice, User
from bluffsite.accounts.names import skeleton
from games.play.models import Table
from games.play.services import inviting
from games.play.services.errors import TableError
from games.play.talk.models import Avoidance
from tests.play.people import guest, lobby, member, running

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def anna() -> User:
    return member("Anna")


@pytest.fixture
def table(anna: User) -> Table:
    return lobby(anna)


def told(table: Table, by: User, whom: User) -> bool:
    inviting.invite(table=table, user=by, username=whom.username)
    return Notice.objects.filter(user=whom, kind=inviting.NOTICE).exists()


def test_a_member_is_told_once_with_the_way_to_the_table(anna: User, table: Table) -> None:
    bob = member("Bob")
    for name in (" bob ", "BOB"):
        inviting.invite(table=table, user=anna, username=name)
    notice = Notice.objects.get(user=bob)
    assert notice.url == f"/tables/{table.key}/"
    assert notice.params == {"who": "Anna", "game": table.game}


def test_capitals_of_all_scripts_make_no_difference(anna: User, table: Table) -> None:
    users = [member(name, skeleton=skeleton(name)) for name in ("Özil", "Анна", "राम")]
    for name in ("öZIL", "аННА", "राम"):
        inviting.invite(table=table, user=anna, username=name)
    assert Notice.objects.filter(kind=inviting.NOTICE, user__in=users).count() == 3


@pytest.mark.parametrize(("invited_by", "by_member", "by_guest"), [("all", True, True), ("members", True, False), ("nobody", False, False)])
def test_everybody_chooses_who_may_invite_them(anna: User, table: Table, invited_by: str, by_member: bool, by_guest: bool) -> None:
    hank = guest("Hank")
    bob, eve = (member(name, invited_by=invited_by) for name in ("Bob", "Eve"))
    assert told(table, anna, bob) == by_member
    assert told(lobby(hank), hank, eve) == by_guest


def test_who_blocks_the_other_is_not_brought_together(anna: User, table: Table) -> None:
    bob = member("Bob")
    Avoidance.objects.create(user=bob, other=anna, is_block=True)
    assert not told(table, anna, bob)


def test_the_answer_is_the_same_for_nobody_somebody_and_oneself(anna: User, table: Table) -> None:
    member("Bob")
    member("Shy", invited_by="nobody")
    client = Client()
    client.force_login(anna, backend=BACKEND)
    path = f"/tables/{table.key}/invite/"
    answers = set()
    for name in ("bob", "shy", "nobody", "anna", "", "x\x00" * 9000):
        response = client.post(path, {"username": name})
        answers.add((response.status_code, response["Location"], client.get(path).content.decode().count("they have been told")))
    assert answers == {(302, path, 1)}


def test_only_who_sits_at_a_waiting_table_invites(anna: User, table: Table) -> None:
    bob, eve = member("Bob"), member("Eve")
    with pytest.raises(TableError, match="not_seated"):
        inviting.invite(table=table, user=eve, username="bob")
    with pytest.raises(TableError, match="started"):
        inviting.invite(table=running(eve), user=eve, username="bob")
    client = Client()
    client.force_login(eve, backend=BACKEND)
    assert client.get(f"/tables/{table.key}/invite/").status_code == 404
    assert Client().get(f"/tables/{table.key}/invite/").status_code == 404
    assert Client().post(f"/tables/{table.key}/invite/", {"username": "bob"}).status_code == 404
    assert not bob.notices.exists()


def test_the_waiting_room_leads_there(anna: User, table: Table) -> None:
    client = Client()
    client.force_login(anna, backend=BACKEND)
    assert f"/tables/{table.key}/invite/" in client.get(f"/tables/{table.key}/").content.decode()


def test_who_invites_is_still_at_the_table(anna: User, table: Table, client: Client) -> None:
    """UX-206: the page asks again and again, so a host who types a name keeps the badge; a look of strangers says nothing."""
    address = f"/tables/{table.key}/invite/"
    seat = table.seats.get(user=anna)
    seat_of_anna = table.seats.filter(pk=seat.pk)
    seat_of_anna.update(is_connected=False)
    client.force_login(member("Bob"), backend=BACKEND)
    assert client.head(address).status_code == 404
    assert not seat_of_anna.get().is_connected
    client.force_login(anna, backend=BACKEND)
    assert "data-here" in client.get(address).text
    seat_of_anna.update(is_connected=False)
    assert client.head(address).status_code == 200
    assert seat_of_anna.get().is_connected


def test_a_name_that_cannot_be_invited_any_more_stays_typed(anna: User, table: Table, client: Client) -> None:
    client.force_login(anna, backend=BACKEND)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.PLAYING)
    refused = client.post(f"/tables/{table.key}/invite/", {"username": "Bob"})
    assert refused.status_code == 422
    assert 'value="Bob"' in refused.text
