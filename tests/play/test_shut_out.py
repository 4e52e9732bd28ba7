"""Staff shut a person out: their seats go to the computer, lobbies are left, and nothing lets them back in before the end."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from games.play.api.tokens import make_token
from games.play.models import Table
from games.play.services import rematch, seats, shut_out, tables
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import Refused, TableError
from games.play.services.record import read
from tests.play import people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mia() -> User:
    return people.member("Mia")


@pytest.fixture
def tom() -> User:
    return people.member("Tom")


def ban(user: User, **more: Any) -> None:
    marks.put(user=user, kind="banned", ref=f"ban of {user.pk}", **more)
    user.refresh_from_db()


def is_away(table: Table, index: int) -> bool:
    record = read(table.pk)
    return index in record.engine.away(record.state)


def test_seats_of_running_matches_go_to_the_computer(mia, tom):
    table = people.running(mia, tom)
    assert not is_away(table, 0)
    ban(mia)
    assert is_away(table, 0)
    assert not is_away(table, 1)


def test_a_mute_leaves_the_seat(mia, tom):
    table = people.running(mia, tom)
    marks.put(user=mia, kind="muted", ref="a")
    assert not is_away(table, 0)


def test_who_is_shut_out_cannot_take_the_seat_back_until_it_ends(mia, tom):
    table = people.running(mia, tom)
    ban(mia)

    def rejoin() -> None:
        action = {"type": "rejoin"}
        submit_action(match_id=table.pk, seat=0, action=action, version=read(table.pk).version, actor=Actor.person(mia.pk))

    with pytest.raises(Refused, match="shut_out"):
        rejoin()
    marks.lift(ref=f"ban of {mia.pk}")
    rejoin()
    assert not is_away(table, 0)


def test_lobbies_are_left_and_the_badge_moves_on(mia, tom):
    table = people.lobby(mia, tom)
    ban(mia)
    table.refresh_from_db()
    assert table.host == tom
    assert people.names(table) == ["", "Tom", "", ""]
    assert table.phase == Table.Phase.LOBBY


def test_a_lobby_where_nobody_else_sits_closes(mia):
    table = people.lobby(mia)
    ban(mia)
    table.refresh_from_db()
    assert table.phase == Table.Phase.CLOSED


def test_all_seats_of_one_phone_are_left(mia):
    table = tables.create_table(host=mia, game="liars_dice", size=3, options={"one_phone": True}, people={0: "Mia", 1: "Ben"})
    tables.start(table=table, user=mia)
    ban(mia)
    assert is_away(table, 0)
    assert is_away(table, 1)


def test_an_offer_of_a_rematch_dies(mia, tom):
    table = people.finished(mia, tom)
    rematch.offer(table=table, user=mia)
    ban(mia)
    table.refresh_from_db()
    assert table.rematch_by is None


def test_doing_it_again_changes_nothing(mia, tom):
    table = people.running(mia, tom)
    ban(mia)
    version = read(table.pk).version
    assert shut_out.take_seats(user_id=mia.pk) == 0
    assert read(table.pk).version == version


def test_no_seat_and_no_table_for_who_is_shut_out(mia, tom):
    ban(mia)
    table = people.lobby(tom)
    with pytest.raises(TableError, match="shut_out"):
        seats.sit(table=table, user=mia)
    with pytest.raises(TableError, match="shut_out"):
        tables.create_table(host=mia, game="liars_dice")
    with pytest.raises(TableError, match="shut_out"):
        tables.play_now(user=mia, game="liars_dice")


def test_a_time_out_ends_by_itself(mia, tom):
    marks.put(user=mia, kind="timed_out", ref="a", until=timezone.now() + timedelta(hours=1))
    User.objects.update(shut_out_until=timezone.now() - timedelta(seconds=1))  # an hour later
    mia.refresh_from_db()
    assert seats.sit(table=people.lobby(tom), user=mia).name == "Mia"


def test_a_token_stops_with_a_reason_and_works_again_afterwards(mia, client):
    token, _ = make_token(user=mia)
    headers = {"Authorization": f"Bearer {token}"}
    assert client.get("/api/v1/tables", headers=headers).status_code == 200
    ban(mia)
    refused = client.get("/api/v1/tables", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "shut_out")
    marks.lift(ref=f"ban of {mia.pk}")
    assert client.get("/api/v1/tables", headers=headers).status_code == 200
