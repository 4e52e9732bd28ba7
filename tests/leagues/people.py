"""Leagues and people for tests, made by the services."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from bluffsite.accounts.models import User
from leagues.models import League, Membership, Season
from leagues.services import joining, making, seasons
from leagues.services.plans import Plan

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
