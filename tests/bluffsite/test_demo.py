"""`serve --demo`: people who play at public tables, and an admin whose password is told once."""

import pytest
from django.contrib.auth import authenticate

from bluffsite import demo, demo_league
from bluffsite.accounts.models import Notice, User
from bluffsite.demo import THINKS, Player
from games.play.models import Match, Seat, Table
from games.play.services import clock, seats
from games.play.services import record as records
from leagues.models import Fixture, Result, Standing
from leagues.services import fixtures

pytestmark = pytest.mark.django_db(transaction=True)


def test_admin_gets_a_new_password_at_each_start():
    first = demo.new_admin_password()
    assert authenticate(username=demo.ADMIN, password=first) is not None
    second = demo.new_admin_password()
    assert authenticate(username=demo.ADMIN, password=first) is None
    admin = authenticate(username=demo.ADMIN, password=second)
    assert admin.is_superuser
    assert len(second) >= 16


def test_player_begins_a_public_match_against_computers():
    player = Player("Mila", "nl")
    player.tick(0)
    table = Table.objects.get()
    assert (table.phase, table.is_public) == (Table.Phase.PLAYING, True)
    persons = Seat.objects.filter(table=table, user__isnull=False)
    assert [(seat.user.username, seat.is_connected) for seat in persons] == [("demo-mila", True)]
    assert not Seat.objects.filter(table=table, user=None, bot_level="").exists()


def test_player_decides_after_some_thought_when_the_table_waits_for_it():
    player = Player("Mila", "nl")
    player.tick(0)
    match, mine = Match.objects.get(), Seat.objects.get(user=player.user).index
    now = 1_000.0
    for _ in range(200):
        record = records.read(match.pk)
        if record.engine.actors(record.state).waited == mine and record.engine.due(record.state) is None:
            break
        clock.ring(match_id=match.pk, now=record.due_at)
    player.asked_at = (-1, 0.0)  # where the player leads, it has thought since the start
    player.tick(now)
    assert records.read(match.pk).version == record.version
    player.tick(now + THINKS)
    after = records.read(match.pk)
    assert after.version == record.version + 1
    assert (match.log.last().seat, match.log.last().by) == (mine, "person")


def test_player_of_an_earlier_start_takes_up_its_table_again():
    Player("Mila", "nl").tick(0)
    Player("Mila", "nl").tick(0)
    assert Table.objects.count() == 1
    assert User.objects.filter(username="demo-mila").count() == 1


def test_waiting_player_starts_when_every_visitor_is_ready():
    host = Player("Asha", "ne", waits=True)
    host.tick(0)
    table = Table.objects.get()
    assert table.phase == Table.Phase.LOBBY
    host.tick(1)
    visitor = User.objects.create(username="visitor", display_name="Visitor", is_guest=True)
    seats.sit(table=table, user=visitor)
    host.tick(2)
    table.refresh_from_db()
    assert table.phase == Table.Phase.LOBBY
    seats.set_ready(table=table, user=visitor)
    host.tick(3)
    table.refresh_from_db()
    assert table.phase == Table.Phase.PLAYING


def test_player_opens_a_new_table_some_time_after_the_end():
    player = Player("Jonas", "de")
    player.tick(0)
    Table.objects.update(phase=Table.Phase.FINISHED)
    player.tick(10)
    player.tick(11 + demo.BREAK)
    player.tick(12 + demo.BREAK)
    assert Table.objects.filter(phase=Table.Phase.PLAYING).count() == 1
    assert Table.objects.count() == 2


def test_the_league_is_mid_season_with_results_and_a_match_to_play_now():
    owner = demo.admin_user()
    league = demo_league.make_league(owner)
    assert demo_league.make_league(owner) == league
    assert Result.objects.filter(season__league=league, kind="match").count() == 4
    assert Standing.objects.filter(season__league=league).count() == 8
    fixture = Fixture.objects.get(season__league=league, state="open", seatings__entry__member__user=owner)
    assert fixture.proposals.count() == 1
    unread = Notice.objects.filter(user=owner, read_at=None)
    assert [notice.params.get("round") for notice in unread] == [3]  # the proposal; nothing of matches that are over
    assert Notice.objects.filter(user=owner, text_id="opened").count() >= 2
    people = demo_league.members(Player)
    for person in people:
        person.tick(0)
    assert not Table.objects.filter(phase="playing").exists()  # nobody waits for them yet
    fixtures.come(fixture=fixture, user=owner)
    for person in people:
        person.tick(demo_league.LOOKS_EVERY)
    fixture.refresh_from_db()
    assert fixture.state == "running"
    assert Seat.objects.filter(table=fixture.table, user=owner).exists()
