"""Quick match: where it leads, when a table of its own begins, and how it is stopped."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.limits import Who
from bluffsite.accounts.models import User
from games.play.listing import Filters
from games.play.models import Match, Seat, Table
from games.play.services import lobby as lobbies
from games.play.services import quick, seats, tables
from games.play.services.errors import TableError
from games.play.talk.avoiding import avoid, avoided_by
from tests.play.people import GAME, guest, lobby, made_ago, member, seat, silent

pytestmark = pytest.mark.django_db
WHO = Who(None, "")


def look(user: User, wait: int | None = 20, filters: Filters = Filters(), game: str = GAME) -> Table:  # noqa: B008 - frozen
    table = quick.look(user=user, game=game, filters=filters, wait=wait, avoided=avoided_by(user.pk), who=WHO)
    return Table.objects.get(pk=table.pk)


def later(seconds: float) -> datetime:
    return timezone.now() + timedelta(seconds=seconds)


def begin(seconds: float) -> int:
    """What the sweep does in so many seconds; those who are there stay there."""
    now = later(seconds)
    Seat.objects.filter(user__isnull=False, is_connected=True).update(last_seen=now)
    return quick.begin_due(now=now)


def led(seconds: float) -> int:
    """The same for who waits for a host."""
    now = later(seconds)
    Seat.objects.filter(user__isnull=False, is_connected=True).update(last_seen=now)
    return quick.lead_on(now=now)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_running(table: Table) -> bool:
    return Match.objects.filter(pk=table.pk, ended_at=None).exists()


# --- where it leads ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.quick.table")
def test_on_an_empty_site_a_new_open_table_is_made() -> None:
    anna = guest("Anna")
    table = look(anna, game="blef")
    assert (table.game, table.is_public, table.is_quick, table.host_id, table.phase) == ("blef", True, True, anna.pk, Table.Phase.LOBBY)
    assert not table.has_house_rules
    assert not table.rated
    assert seat(table, anna).index == 0


@pytest.mark.rule("common.quick.table")
def test_on_a_busy_site_it_leads_to_a_table_that_is_there() -> None:
    opened = look(guest("Anna"))
    assert look(guest("Ben")).pk == opened.pk
    hosted = lobby(guest("Carla"), game="bluffen", is_public=True)
    assert look(guest("Dirk"), filters=Filters(games=("bluffen",))).pk == hosted.pk


@pytest.mark.rule("common.quick.table")
def test_the_best_table_is_plain_speaks_the_language_begins_by_itself_and_is_nearly_full() -> None:
    house = lobby(guest("A", language="nl"), is_public=True, options={"loss": "one"})
    foreign = lobby(guest("B", language="ne"), is_public=True)
    hosted = lobby(guest("C", language="nl"), guest("D", language="nl"), is_public=True, size=3)
    empty = lobby(guest("E", language="nl"), is_public=True)
    mine = look(guest("F", language="nl"), filters=Filters(games=("liars_dice",), size=2))  # none fits: it begins by itself
    assert mine.pk not in {house.pk, foreign.pk, hosted.pk, empty.pk}
    found = []
    for name in "GHIJKLMN":
        found.append(look(guest(name, language="nl")).pk)
    assert found[:2] == [mine.pk, hosted.pk]  # one seat was free at each
    assert found[2:5] == [empty.pk] * 3
    assert found[5:] == [foreign.pk] * 3
    assert look(guest("O", language="nl")).pk == house.pk


@pytest.mark.rule("common.quick.table")
def test_the_one_that_has_waited_longer_comes_first() -> None:
    younger = lobby(guest("Anna"), is_public=True)
    older = lobby(guest("Ben"), is_public=True)
    made_ago(older, 60)
    assert look(guest("Carla")).pk == older.pk != younger.pk


@pytest.mark.rule("common.quick.table")
@pytest.mark.parametrize("blocks", ["theirs", "mine"])
def test_it_never_leads_to_people_who_are_blocked_or_block(blocks: str) -> None:
    anna, ben = guest("Anna"), guest("Ben")
    opened = look(anna)
    one, other = (ben, anna) if blocks == "mine" else (anna, ben)
    avoid(user=one, other=other, name=other.display_name, is_block=False)
    assert avoided_by(ben.pk) == set()  # a mute keeps nobody away
    avoid(user=one, other=other, name=other.display_name, is_block=True)
    assert look(ben).pk != opened.pk


@pytest.mark.rule("common.quick.table")
def test_a_table_whose_host_is_away_is_passed_by() -> None:
    anna = guest("Anna")
    table = lobby(anna, is_public=True)
    silent(table, anna, 60)
    assert look(guest("Ben")).pk != table.pk


@pytest.mark.rule("common.quick.table")
def test_rated_tables_are_for_who_asks_for_them() -> None:
    rated = lobby(member("Anna"), is_public=True, rated=True)
    assert look(member("Ben")).pk != rated.pk
    assert look(member("Carla"), filters=Filters(rated=True)).pk == rated.pk
    with pytest.raises(TableError) as refused:
        look(guest("Dirk"), filters=Filters(rated=True))
    assert refused.value.code == "rated_members"


def test_a_private_table_or_a_full_one_is_never_led_to() -> None:
    private, full = lobby(guest("Anna")), lobby(guest("Ben"), guest("Carla"), size=2, is_public=True)
    assert look(guest("Dirk")).pk not in (private.pk, full.pk)


def test_a_new_table_is_as_the_filters_ask() -> None:
    table = look(guest("Anna"), filters=Filters(games=("bluffen",), speeds=("calm",), size=5))
    assert (table.game, table.size, table.options["turn_seconds"], table.options["bot_speed"]) == ("bluffen", 5, 90, "calm")
    other = look(guest("Ben"), filters=Filters(games=("blef", "bluffen"), speeds=("fast", "calm"), size=2), game="liars_dice")
    assert (other.game, other.size) == ("blef", 2)


def test_a_second_tap_finds_the_same_table_and_the_same_seat() -> None:
    anna = guest("Anna")
    table = look(anna)
    assert look(anna).pk == table.pk
    assert Table.objects.count() == 1
    assert Seat.objects.filter(user=anna).count() == 1


@pytest.mark.parametrize(("kind", "code"), [("cool_down", "cool_down"), ("timed_out", "shut_out"), ("banned", "shut_out")])
def test_who_cools_down_or_is_shut_out_is_told_so(kind: str, code: str) -> None:
    anna = member("Anna")
    lobby(guest("Ben"), is_public=True)
    marks.put(user=anna, kind=kind, ref="test:1", until=later(600))
    anna.refresh_from_db()
    with pytest.raises(TableError) as refused:
        look(anna)
    assert refused.value.code == code
    assert not Seat.objects.filter(user=anna).exists()


# --- when it begins ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.quick.start")
@pytest.mark.parametrize("wait", [5, 20, 60])
def test_after_the_chosen_wait_computers_fill_the_seats(wait: int) -> None:
    table = look(guest("Anna"), wait)
    assert begin(wait - 1) == 0
    assert not is_running(table)
    assert begin(wait + 0.1) == 1
    assert is_running(table)
    assert [bool(row.user_id) for row in Seat.objects.filter(table=table)] == [True, False, False, False]
    assert begin(wait + 1) == 0  # once


@pytest.mark.rule("common.quick.start")
def test_the_shortest_wait_at_the_table_counts() -> None:
    table = look(guest("Anna"), 60)
    look(guest("Ben"), 5)
    assert begin(4) == 0
    assert begin(5.1) == 1
    assert is_running(table)


@pytest.mark.rule("common.quick.start")
def test_two_seconds_after_the_last_seat_is_taken_it_begins() -> None:
    table = look(guest("Anna"), None, filters=Filters(size=2))
    assert table.starts_at is None
    ben = guest("Ben")
    assert look(ben, None).pk == table.pk
    assert begin(1) == 0
    assert begin(2.1) == 1
    assert [row.user_id is None for row in Seat.objects.filter(table=table)] == [False, False]


@pytest.mark.rule("common.quick.start")
def test_who_wants_people_only_never_gets_computers_unasked() -> None:
    table = look(guest("Anna"), None)
    assert begin(3600) == 0
    impatient = look(guest("Ben"), 5)
    assert impatient.pk != table.pk  # it would never begin in time
    assert look(guest("Carla"), None).pk == table.pk
    assert begin(3600) == 1  # Ben's
    assert not is_running(table)


@pytest.mark.rule("common.quick.start")
def test_where_somebody_leaves_a_full_table_the_wait_goes_on() -> None:
    ben = guest("Ben")
    table = look(guest("Anna"), None, filters=Filters(size=2))
    look(ben, None)
    tables.leave_table(table=table, user=ben)
    assert begin(10) == 0
    table.refresh_from_db()
    assert (table.starts_at, table.phase) == (None, Table.Phase.LOBBY)


@pytest.mark.rule("common.quick.start")
def test_who_is_away_at_the_start_loses_the_seat() -> None:
    anna, ben = guest("Anna"), guest("Ben")
    table = look(anna, 5)
    look(ben, 5)
    silent(table, anna, 60)
    assert begin(6) == 1
    table.refresh_from_db()
    assert [row.user_id for row in Seat.objects.filter(table=table)] == [None, ben.pk, None, None]
    assert table.host_id == ben.pk


@pytest.mark.rule("common.host.closes")
def test_a_quick_match_where_nobody_is_any_more_closes_instead() -> None:
    anna = guest("Anna")
    table = look(anna, 5)
    silent(table, anna, 60)
    assert begin(6) == 0
    table.refresh_from_db()
    assert table.phase == Table.Phase.CLOSED


def test_the_host_may_begin_before_the_wait_is_over() -> None:
    anna = guest("Anna")
    table = tables.start(table=look(anna, 60), user=anna)
    assert is_running(table)
    assert begin(61) == 0


@pytest.mark.rule("common.rated.members")
def test_who_is_barred_while_waiting_does_not_come_into_a_rated_match() -> None:
    anna, ben = member("Anna"), member("Ben")
    table = look(anna, 5, filters=Filters(rated=True))
    look(ben, 5, filters=Filters(rated=True))
    marks.put(user=anna, kind=marks.Kind.NO_RATED, ref="test:1")
    assert begin(6) == 1
    assert [row.user_id for row in Seat.objects.filter(table=table)][:2] == [None, ben.pk]


def test_at_a_table_with_a_host_nothing_begins_by_itself() -> None:
    table = lobby(guest("Anna"), is_public=True)
    assert look(guest("Ben"), 5).pk == table.pk
    assert begin(100) == 0


@pytest.mark.rule("common.quick.start")
def test_who_has_waited_for_a_host_as_long_as_they_chose_plays_with_computers() -> None:
    anna, ben = guest("Anna"), guest("Ben")
    table = lobby(anna, game="bluffen", is_public=True)
    assert look(ben, 5, game="bluffen").pk == table.pk
    assert led(4) == 0
    assert led(6) == 1
    mine = Table.objects.get(host=ben)
    assert is_running(mine)
    assert (mine.game, Seat.objects.filter(table=table, user=ben).exists()) == ("bluffen", False)
    assert led(7) == 0
    assert quick.go_on_alone(user=ben, table=table, who=WHO).pk == mine.pk  # the button, pressed a moment too late
    page = client_of(ben)
    assert page.get(f"/tables/{table.key}/").url == f"/tables/{mine.key}/"
    assert page.get(f"/tables/{table.key}/").status_code == 200  # from then on the table is there to be joined again
    assert client_of(anna).get(f"/tables/{table.key}/").status_code == 200


@pytest.mark.rule("common.quick.start")
def test_who_would_rather_wait_for_the_host_is_not_led_on() -> None:
    ben, eva = guest("Ben"), guest("Eva")
    table = lobby(guest("Anna"), is_public=True)
    assert {look(ben, 5).pk, look(eva, None).pk} == {table.pk}
    page = client_of(ben)
    assert "Wait for the host" in page.get(f"/tables/{table.key}/").text
    assert page.post("/en/play/quick/", {"stay": table.key}).url == f"/tables/{table.key}/"
    assert "Wait for the host" not in page.get(f"/tables/{table.key}/").text
    assert led(100) == 0
    assert Seat.objects.filter(table=table, user__isnull=False).count() == 3


@pytest.mark.rule("common.quick.start")
def test_who_has_become_the_host_meanwhile_begins_that_table() -> None:
    anna, ben, eva = guest("Anna"), guest("Ben"), guest("Eva")
    table = lobby(anna, is_public=True)
    look(ben, 5)
    look(eva, 20)
    tables.leave_table(table=table, user=anna)
    assert led(6) == 1
    assert is_running(table)
    assert Seat.objects.filter(table=table, user__in=[ben, eva]).count() == 2


def test_who_is_away_is_not_led_on() -> None:
    ben = guest("Ben")
    table = lobby(guest("Anna"), is_public=True)
    look(ben, 5)
    silent(table, ben, 60)
    assert quick.lead_on(now=later(6)) == 0


# --- how it is stopped -------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.host.closes")
def test_stopping_gives_the_seat_up_and_an_empty_table_closes() -> None:
    anna = guest("Anna")
    table = look(anna)
    tables.leave_table(table=table, user=anna)
    table.refresh_from_db()
    assert (table.phase, table.starts_at) == (Table.Phase.CLOSED, None)
    assert begin(100) == 0
    assert look(anna).pk != table.pk


@pytest.mark.rule("common.host.passes")
def test_where_others_look_on_the_table_stays_and_the_badge_moves() -> None:
    anna, ben = guest("Anna"), guest("Ben")
    table = look(anna)
    look(ben)
    tables.leave_table(table=table, user=anna)
    table.refresh_from_db()
    assert (table.phase, table.host_id) == (Table.Phase.LOBBY, ben.pk)


def test_looking_on_leaves_the_table_and_does_not_come_back_to_its_host() -> None:
    anna, ben = guest("Anna"), guest("Ben")
    hosted = lobby(anna, is_public=True)
    assert look(ben).pk == hosted.pk
    other = quick.look_on(user=ben, table=hosted, game=GAME, filters=Filters(), wait=20, avoided=(), who=WHO)
    assert other.pk != hosted.pk
    assert Seat.objects.filter(user=ben).count() == 1


def test_going_on_alone_begins_the_same_game_against_computers_at_once() -> None:
    ben = guest("Ben")
    hosted = lobby(guest("Anna"), game="bluffen", is_public=True)
    look(ben)
    alone = quick.go_on_alone(user=ben, table=hosted, who=WHO)
    assert (alone.game, is_running(alone)) == ("bluffen", True)
    assert [row.user_id for row in Seat.objects.filter(table=hosted)].count(ben.pk) == 0


def test_a_table_that_fills_between_the_look_and_the_seat_is_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lobby(guest("Anna"), is_public=True)
    before = seats.sit

    def too_late(**asked: Any) -> Seat:
        if asked["table"].pk == table.pk:
            raise TableError("full")
        return before(**asked)

    monkeypatch.setattr(seats, "sit", too_late)
    assert look(guest("Ben")).pk != table.pk


def test_who_is_blocked_and_sits_down_between_the_look_and_the_seat_is_not_met(monkeypatch: pytest.MonkeyPatch) -> None:
    table, ben, eva = lobby(guest("Anna"), is_public=True), guest("Ben"), guest("Eva")
    avoid(user=eva, other=ben, name="Eva", is_block=True)
    before = seats.sit

    def both(**asked: Any) -> Seat:
        if asked["table"].pk == table.pk:
            before(table=table, user=eva)
        return before(**asked)

    monkeypatch.setattr(seats, "sit", both)
    assert look(ben).pk != table.pk
    assert not Seat.objects.filter(table=table, user=ben).exists()


def test_a_seat_given_up_is_not_looked_from_any_more() -> None:
    anna, ben = guest("Anna"), guest("Ben")
    table = look(anna, 60)
    look(ben, 5)
    seats.stand(table=table, user=ben)
    table.refresh_from_db()
    assert table.starts_at is not None
    assert table.starts_at > later(50)
    assert lobbies.PEOPLE_ONLY.year == 9999
