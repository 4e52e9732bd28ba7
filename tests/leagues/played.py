"""Leagues, seasons and matches for the tests of what is played: made by rows and services, ended without being played out."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from django.utils import timezone

from bluffsite.accounts.models import User
from games.core.registry import game_named
from games.play.models import Match, Seat, Table
from leagues.models import Division, Entry, Fixture, League, Membership, Result, Round, Season, Seating, Standing
from leagues.services import fixtures, results, rounds
from tests.play.matches import after_commit, new_table

_numbers = iter(range(10**9))


def member(name: str, **fields: Any) -> User:
    number = next(_numbers)
    return User.objects.create(username=f"m{number}", display_name=name, **fields)


def new_season(count: int = 4, *, format: str = "round_robin", game: str = "liars_dice", **fields: Any) -> Season:
    """A running season with `count` members in one division; the first is the owner. `league_...` fields are the league's."""
    number = next(_numbers)
    of_league = {name.removeprefix("league_"): fields.pop(name) for name in list(fields) if name.startswith("league_")}
    league = League.objects.create(key=f"L{number}", invite_key=f"I{number}", name=f"League {number}", game=game, **of_league)
    options = msgspec.to_builtins(game_named(game).options(**fields.pop("options", {})))
    now = timezone.now()
    values = {"starts_at": now - timedelta(hours=1), "started_at": now, "state": Season.State.RUNNING, "seats": 4, **fields}
    season = Season.objects.create(league=league, number=1, format=format, options=options, **values)
    division = Division.objects.create(season=season, level=1)
    users = User.objects.bulk_create(User(username=f"p{number}-{at}", display_name=f"Member {at}") for at in range(count))
    members = Membership.objects.bulk_create(
        Membership(league=league, user=user, role="owner" if at == 0 else "member") for at, user in enumerate(users)
    )
    Entry.objects.bulk_create(Entry(season=season, division=division, member=one, seed=at) for at, one in enumerate(members, 1))
    League.objects.filter(pk=league.pk).update(members=count)
    season.refresh_from_db()
    return season


def people(season: Season) -> list[User]:
    """Those who take part, the owner first."""
    return [entry.member.user for entry in season.entries.select_related("member__user").order_by("pk")]


def open_round(season: Season) -> list[Fixture]:
    """The next round, at once; its matches without byes."""
    last = Round.objects.filter(division__season=season).order_by("-number").first()
    now = timezone.now() if last is None else last.deadline
    number = after_commit(lambda: rounds.open_due(season_id=season.pk, now=now))
    return list(Fixture.objects.filter(season=season, round__number=number, is_bye=False).select_related("season__league", "round"))


def players(fixture: Fixture) -> list[User]:
    return [fixtures.player(seating) for seating in fixtures.seatings_of(fixture)]


def begin(fixture: Fixture) -> Table:
    """All come, and the match begins."""
    table = None
    for user in players(fixture):
        table = after_commit(lambda user=user: fixtures.come(fixture=fixture, user=user))
    assert table is not None
    return table


def end(table: Table, places: list[int], totals: list[float] | None = None, *, phase: str = "finished") -> Match:
    """The match of the table has ended so, by seat; nobody has been told."""
    match = Match.objects.filter(pk=table.pk).first()
    assert match is not None
    points = totals or [float(len(places) - place) for place in places]
    result = {"reason": "played", "places": places, "totals": points, "games": [places]}
    Match.objects.filter(pk=table.pk).update(ended_at=timezone.now(), result=result, due_at=None, waits_for=None)
    Table.objects.filter(pk=table.pk).update(phase=phase)
    match.refresh_from_db()
    return match


def play(fixture: Fixture, order: list[User] | None = None) -> Result:
    """The fixture is played; `order` is the order of places."""
    table = begin(fixture)
    seats = {seat.user_id: seat.index for seat in Seat.objects.filter(table=table)}
    wanted = order or players(fixture)
    places = [0] * len(seats)
    for place, user in enumerate(wanted, 1):
        places[seats[user.pk]] = place
    match = end(table, places)
    [result] = after_commit(lambda: results.take(match_id=match.pk))
    return result


def free_match(users: list[User], places: list[int], *, bots: int = 0, game: str = "liars_dice", **options: Any) -> Match:
    """An ended match of an ordinary table of these people."""
    table = new_table(persons=len(users), bots=["easy"] * bots, options=options, game=game)
    for seat, user in zip(table.seats.all(), users, strict=False):
        Seat.objects.filter(pk=seat.pk).update(user=user)
    Match.objects.create(table=table, game=game, rules_version=1, saved="", started_at=timezone.now())
    return end(table, places)


def table_of(season: Season) -> list[tuple[int, str, float]]:
    """(place, name, points) of each line as stored."""
    lines = Standing.objects.filter(season=season).select_related("entry__member__user")
    return [(line.place, line.entry.member.user.display_name, line.points) for line in lines]


def seating(fixture: Fixture, user: User) -> Seating:
    return next(one for one in fixtures.seatings_of(fixture) if fixtures.player(one).pk == user.pk)


def moment(text: str) -> datetime:
    """`2027-03-27 18:00` in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
