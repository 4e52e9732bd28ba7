"""Times that may suit the members of a match, by what each has said of when they are mostly free."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues.models import Membership, TimeProposal
from leagues.services import deciding
from leagues.services.availability import say_when
from leagues.suggesting import Free, Suggestion, suggested
from tests.leagues import played

pytestmark = pytest.mark.django_db

AMSTERDAM, KATHMANDU = ZoneInfo("Europe/Amsterdam"), ZoneInfo("Asia/Kathmandu")
MONDAY = datetime(2027, 3, 1, 8, tzinfo=UTC)  # a Monday, nine in Amsterdam, a quarter to two in Kathmandu
NEXT_MONDAY = MONDAY + timedelta(days=7)
EVENINGS = frozenset(f"{day}e" for day in range(7))


def times(*people: Free, now: datetime = MONDAY, until: datetime = NEXT_MONDAY) -> list[Suggestion]:
    return suggested(people, now=now, until=until, zone=AMSTERDAM)


def free(name: str, *slots: str, zone: ZoneInfo = AMSTERDAM, away_until: date | None = None) -> Free:
    return Free(name, frozenset(slots), zone, away_until)


def test_the_next_times_at_which_most_are_free_at_the_usual_hour_of_that_part_of_the_day() -> None:
    found = times(free("Anna", "2e", "4e", "5m"), free("Bob", "2e", "5m"), free("Carla", "4e", "5m"), free("Dan"))
    assert found == [Suggestion(datetime(2027, 3, 6, 10, tzinfo=AMSTERDAM), ("Anna", "Bob", "Carla"))], (
        "Saturday suits all who said anything"
    )
    assert [one.at.day for one in times(free("Anna", "2e", "4e"), free("Bob", "2e", "4e"))] == [3, 5]
    assert all(one.at.hour == 20 for one in times(free("Anna", "2e", "4e"), free("Bob", "2e", "4e")))


def test_of_one_alone_nothing_follows() -> None:
    assert times(free("Anna", "2e"), free("Bob"), free("Carla")) == []
    assert times(free("Anna", "2e"), free("Bob", "3e")) == [], "never both"


def test_everybody_is_asked_by_their_own_clock() -> None:
    kathmandu = free("Sita", *EVENINGS, zone=KATHMANDU)
    assert times(kathmandu, free("Bob", *EVENINGS)) == [], "their evenings never meet"
    [first, *_] = times(kathmandu, free("Bob", *(f"{day}a" for day in range(7))))
    assert (first.at.hour, first.at.astimezone(KATHMANDU).strftime("%H:%M")) == (14, "18:45")


def test_nothing_while_somebody_is_away_after_the_deadline_or_at_once() -> None:
    two = free("Anna", *EVENINGS), free("Bob", *EVENINGS)
    assert [one.at.day for one in times(*two)] == [1, 2, 3]
    assert [one.at.day for one in times(*two, free("Carla", away_until=date(2027, 3, 2)))] == [3, 4, 5], "who is away has said so"
    assert [one.at.day for one in times(*two, until=datetime(2027, 3, 2, 19, tzinfo=AMSTERDAM))] == [1, 2]
    assert times(*two, until=datetime(2027, 3, 2, 19, tzinfo=AMSTERDAM))[1].at.hour == 19, "an hour before the usual one is left"
    assert [one.at.day for one in times(*two, now=datetime(2027, 3, 1, 20, 30, tzinfo=AMSTERDAM))] == [2, 3, 4]


def test_the_page_of_a_match_suggests_a_time_that_is_proposed_in_one_tap(client: Client) -> None:
    season = played.new_season(3, league_time_zone="Asia/Kathmandu")
    [fixture] = played.open_round(season)
    people = played.people(season)
    address = reverse("leagues:fixture", args=[season.league.key, fixture.key])
    client.force_login(people[0])
    assert "Times that may suit" not in client.get(address).content.decode()
    for user in people[:2]:
        say_when(league=season.league, user=user, free_times=sorted(EVENINGS), away_until=None)
    response = client.get(address)
    one = response.context["suggested"][0]
    assert timezone.localtime(one.at, KATHMANDU).hour in (18, 19, 20, 21, 22)
    assert sorted(one.free) == ["Member 0", "Member 1"]
    page = response.content.decode()
    assert "Times that may suit" in page
    text = timezone.localtime(one.at, KATHMANDU).strftime("%Y-%m-%dT%H:%M")
    assert f'name="at" value="{text}"' in page
    client.post(address, {"do": "propose", "at": text})
    assert TimeProposal.objects.get().at == one.at
    assert one.at not in [each.at for each in client.get(address).context["suggested"]], "it is proposed already"


def test_of_a_stand_in_counts_what_the_stand_in_said(client: Client) -> None:
    season = played.new_season(7)
    fixture = played.open_round(season)[0]
    first, second, *_ = players = played.players(fixture)
    stand_in = next(user for user in played.people(season) if user not in players)
    say_when(league=season.league, user=first, free_times=["0m", "3m"], away_until=None)
    say_when(league=season.league, user=second, free_times=["0e"], away_until=None)
    say_when(league=season.league, user=stand_in, free_times=["3m"], away_until=timezone.localdate())
    deciding.substitute(
        fixture=fixture,
        user=second,
        entry_id=played.seating(fixture, second).entry_id,
        stand_in=Membership.objects.get(league=season.league, user=stand_in),
        reason="Away",
    )
    client.force_login(first)
    context = client.get(reverse("leagues:fixture", args=[season.league.key, fixture.key])).context
    name = stand_in.display_name
    assert [(who, member.free_times) for who, member in context["free_times"]] == [(name, ["3m"])]
    assert [who for who, _ in context["away"]] == [name]
    assert {one.at.weekday() for one in context["suggested"]} <= {3}
