"""Leagues and people for tests, made by the services."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from bluffsite.accounts.models import User
from leagues import ledger
from leagues.models import Entry, Fixture, League, Membership, Result, Season, Seating
from leagues.services import joining, making, seasons
from leagues.services.plans import Plan
from leagues.standings import Part

_numbers = count(1)


def person(name: str = "", **fields: Any) -> User:
    """A member of the site."""
    number = next(_numbers)
    return User.objects.create(username=f"person{number}", display_name=name or f"Person {number}", **fields)


def guest(name: str = "Gast") -> User:
    return User.objects.create(username=f"guest-{next(_numbers)}", display_name=name, is_guest=True)


def plan(**fields: Any) -> Plan:
    """A round robin of four that begins next week, unless told otherwise."""
    return Plan(**{"format": "round_robin", "starts_at": timezone.now() + timedelta(days=7), "options": {}, **fields})


def league(owner: User, *others: User, game: str = "blef", joining_by: str = "open", **fields: Any) -> League:
    """A league with these people in it."""
    made = making.create_league(owner=owner, name="Tuesdays", game=game, plan=plan(**fields), joining=joining_by)
    for other in others:
        joining.join(league=made, user=other, invitation=made.invite_key)
    made.refresh_from_db()
    return made


def running(owner: User, *others: User, **fields: Any) -> Season:
    """The first season of such a league, begun."""
    made = league(owner, *others, **fields)
    return seasons.start_season(season=made.seasons.get(), user=owner)


def member(made: League, user: User) -> Membership:
    return Membership.objects.get(league=made, user=user)


def at(year: int, month: int, day: int, hour: int = 0) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


def played(season: Season, *people: User) -> Fixture:
    """A match of the season with its result: these members, the first of them first."""
    entries = [Entry.objects.get(season=season, member__user=user) for user in people]
    fixture = Fixture.objects.create(key=f"f{next(_numbers):011}", season=season, division=entries[0].division, state="finished")
    Seating.objects.bulk_create(Seating(fixture=fixture, entry=entry, index=index) for index, entry in enumerate(entries))
    parts = ledger.stored([Part(entry.pk, place) for place, entry in enumerate(entries, 1)])
    Result.objects.create(
        fixture=fixture, season=season, division=fixture.division, kind="match", size=len(parts), parts=parts, made_at=timezone.now()
    )
    return fixture
