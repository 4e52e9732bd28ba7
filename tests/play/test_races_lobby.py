"""Two real connections at once in the lobby and at the ratings. On PostgreSQL, since SQLite lets only one writer in anyway."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from bluffsite.accounts.limits import Who
from games.play.listing import ANYTHING
from games.play.models import Match, Seat, Table
from games.play.ratings import services as ratings
from games.play.ratings.models import Rating, Receipt
from games.play.services import quick, rematch, tables
from tests.play.people import GAME, finished, guest, lobby, member, running
from tests.play.test_races import together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def look(user: object) -> Table:
    return quick.look(user=user, game=GAME, filters=ANYTHING, wait=20, who=Who(None, ""))  # type: ignore[arg-type]


@pytest.mark.rule("common.quick.table")
def test_of_two_who_are_led_to_the_last_seat_one_gets_it_and_the_other_a_seat_elsewhere() -> None:
    for number in range(4):
        table = lobby(guest(f"Host {number}"), size=2, is_public=True)
        one, other = guest(f"One {number}"), guest(f"Other {number}")
        found = together(partial(look, one), partial(look, other))
        assert all(isinstance(result, Table) for result in found), found
        assert Seat.objects.filter(user__in=[one, other]).count() == 2
        assert Seat.objects.filter(table=table, user__isnull=False).count() == 2
        Table.objects.update(phase=Table.Phase.CLOSED)


def test_a_double_tap_over_two_connections_gives_one_seat_at_one_table() -> None:
    anna = guest("Anna")
    found = together(partial(look, anna), partial(look, anna))
    assert found[0].pk == found[1].pk
    assert (Table.objects.count(), Seat.objects.filter(user=anna).count()) == (1, 1)


@pytest.mark.rule("common.quick.start")
def test_two_sweeps_begin_a_quick_match_once() -> None:
    table = look(guest("Anna"))
    later = timezone.now() + timedelta(seconds=21)
    Seat.objects.update(last_seen=later)
    found = together(*[partial(quick.begin_due, now=later)] * 2)
    assert sorted(found) == [0, 1]
    assert Match.objects.filter(pk=table.pk).count() == 1


@pytest.mark.rule("common.quick.start")
def test_who_is_led_on_as_the_host_starts_plays_at_one_of_the_two_tables() -> None:
    for number in range(4):
        anna, ben = guest(f"Anna {number}"), guest(f"Ben {number}")
        table = lobby(anna, is_public=True)
        assert look(ben).pk == table.pk
        later = timezone.now() + timedelta(seconds=21)
        Seat.objects.update(last_seen=later)
        found = together(
            partial(quick.lead_on, now=later), partial(tables.start, table=table, user=anna), partial(quick.lead_on, now=later)
        )
        assert not [one for one in found if isinstance(one, Exception)], found
        assert Seat.objects.filter(user=ben, table__phase=Table.Phase.PLAYING).count() == 1
        assert Match.objects.filter(pk=table.pk).exists()
        Seat.objects.filter(user__in=[anna, ben]).update(user=None)


def test_five_who_tap_twice_at_once_have_one_rematch_and_who_leaves_at_that_moment_may_be_missing() -> None:
    persons = [guest(f"P{number}") for number in range(5)]
    table = finished(*persons, size=5)
    taps = [partial(rematch.offer, table=table, user=person) for person in persons[:4] * 2]
    together(*taps, partial(rematch.offer, table=table, user=persons[4]), partial(rematch.leave, table=table, user=persons[4]))
    rematch.settle(now=timezone.now() + timedelta(seconds=21))
    begun = Table.objects.get(rematch_of=table)
    assert Match.objects.filter(pk=begun.pk).count() == 1
    seated = set(Seat.objects.filter(table=begun, user__isnull=False).values_list("user", flat=True))
    assert {person.pk for person in persons[:4]} <= seated


@pytest.mark.rule("common.rated.order")
def test_matches_that_are_counted_at_once_count_once_each_and_in_order() -> None:
    people = [member(name) for name in ("Anna", "Ben", "Carla")]
    matches = []
    for number in range(3):
        table = running(people[0], *people[1:], size=3, rated=True)
        places = [1 + (number + seat) % 3 for seat in range(3)]
        result = {"reason": "played", "places": places, "totals": [0, 0, 0], "games": [places]}
        Match.objects.filter(pk=table.pk).update(ended_at=timezone.now() - timedelta(minutes=number), result=result)
        Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)
        matches.append(table.pk)
    found = together(*[partial(ratings.count, match_id=pk) for pk in (*matches, *matches)])
    assert sorted(found) == [False] * 3 + [True] * 3
    assert (Receipt.objects.count(), Rating.objects.count()) == (9, 3)
    assert ratings.differences(game=GAME) == []
