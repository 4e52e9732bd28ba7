"""Leagues are founded, changed, closed and opened again.

LeagueError codes: members_only, barred, too_many, too_fast, empty_name, long_name, too_long, bad_value, time_zone, and those
of `plans.checked`; TableError (unknown_game, options, bad_size) as `games.play` raises it.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from bluffsite.accounts import limits, marks
from bluffsite.accounts.models import User
from bluffsite.accounts.zones import is_zone
from leagues.models import League, Membership, Season
from leagues.services import log
from leagues.services.errors import LeagueError
from leagues.services.messages import NO_TEXT
from leagues.services.names import clean_text, clean_title
from leagues.services.plans import Plan, checked
from leagues.services.rights import OWNER, acting
from leagues.services.seasons import insert_season

MOST_OWNED = 12
"""Leagues that one person may own at a time."""

MOST_MEMBERS = 2000
"""No league is larger."""

TWICE = timedelta(minutes=1)
"""The same words sent again within this time were sent twice by mistake."""

_ABOUT = 2000


@transaction.atomic
def create_league(
    *,
    owner: User,
    name: str,
    game: str,
    plan: Plan,
    joining: str = League.Joining.LINK,
    time_zone: str = "UTC",
    languages: Sequence[str] = (),
    about: str = "",
    who: limits.Who | None = None,
    once: bool = False,
) -> League:
    """A league with its owner as the first member, and a first season that the owner takes part in.

    Leagues that people find by themselves (open, by request) are public; one that is joined by link is its members' own.
    `once`: the same again within a minute is a form that was sent twice, and gives the league that is there.
    """
    require_free(owner)
    if joining not in League.Joining.values:
        raise LeagueError("bad_value")
    fields = {"name": clean_title(name), "about": clean_text(about, _ABOUT), "languages": read_languages(languages)}
    require_voice(owner)
    plan = checked(plan, game)
    if not is_zone(time_zone):
        raise LeagueError("time_zone")
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # two taps at once do not pass the limit together
    twin = _founded_just_now(owner, game=game, joining=joining, time_zone=time_zone, **fields) if once else None
    if twin is not None:
        return twin
    if Membership.objects.filter(user=owner, role=Membership.Role.OWNER, league__closed_at=None).count() >= MOST_OWNED:
        raise LeagueError("too_many")
    if who is not None:
        spend("found league", who)
    league = League.objects.create(
        key=new_key(),
        invite_key=new_invitation(),
        game=game,
        joining=joining,
        is_public=joining != League.Joining.LINK,
        time_zone=time_zone,
        members=1,
        **fields,
    )
    member = Membership.objects.create(league=league, user=owner, role=Membership.Role.OWNER)
    log.write(league, "founded", user=owner)
    insert_season(league, plan, by=owner, first_member=member)
    return league


def _founded_just_now(owner: User, **fields: str) -> League | None:
    mine = League.objects.filter(memberships__user=owner, memberships__role=Membership.Role.OWNER, closed_at=None)
    return mine.filter(created_at__gt=timezone.now() - TWICE, **fields).first()


@transaction.atomic
def change_league(
    *,
    league: League,
    user: User,
    name: str,
    about: str,
    joining: str,
    is_public: bool,
    most_members: int,
    time_zone: str,
    languages: Sequence[str],
) -> League:
    """What the owner may change at any time, texts only while staff let them write. A smaller limit sends nobody away."""
    league = acting(league, user, OWNER).league
    if joining not in League.Joining.values or not 2 <= most_members <= MOST_MEMBERS:
        raise LeagueError("bad_value")
    if not is_zone(time_zone):
        raise LeagueError("time_zone")
    values: dict[str, Any] = {
        "name": clean_title(name),
        "about": clean_text(about, _ABOUT),
        "joining": joining,
        "is_public": is_public,
        "most_members": most_members,
        "time_zone": time_zone,
        "languages": read_languages(languages),
    }
    before = {field: getattr(league, field) for field, value in values.items() if getattr(league, field) != value}
    if not before:
        return league
    if before.keys() & {"name", "about"}:
        require_voice(user)
    for field, value in values.items():
        setattr(league, field, value)
    league.save(update_fields=list(values))
    log.write(league, "changed", user=user, before=before, after={field: values[field] for field in before})
    return league


@transaction.atomic
def close_league(*, league: League, user: User) -> None:
    """Nobody joins and nothing begins any more; everything stays to be read. Raises LeagueError: season_running, already."""
    league = acting(league, user, OWNER).league
    if league.closed_at is not None:
        raise LeagueError("already")
    if league.seasons.filter(state=Season.State.RUNNING).exists():
        raise LeagueError("season_running")
    league.seasons.filter(state=Season.State.PLANNED).update(state=Season.State.CALLED_OFF, ended_at=timezone.now())
    league.closed_at = timezone.now()
    league.save(update_fields=["closed_at"])
    log.write(league, "closed", user=user)


@transaction.atomic
def reopen_league(*, league: League, user: User) -> None:
    league = acting(league, user, OWNER).league
    if league.closed_at is None:
        raise LeagueError("already")
    league.closed_at = None
    league.save(update_fields=["closed_at"])
    log.write(league, "reopened", user=user)


@transaction.atomic
def renew_link(*, league: League, user: User) -> League:
    """The old invitation link opens nothing any more."""
    league = acting(league, user, "members").league
    league.invite_key = new_invitation()
    league.save(update_fields=["invite_key"])
    log.write(league, "link", user=user)
    return league


def require_free(user: User) -> None:
    """Whether this person may take part in leagues at all. Raises LeagueError: members_only, barred."""
    if not user.is_member:
        raise LeagueError("members_only")
    if marks.bars(user, *marks.SHUT_OUT) is not None:
        raise LeagueError("barred")


def require_voice(user: User) -> None:
    """Whether this person may write what others read. Raises LeagueError(barred)."""
    if marks.bars(user, *NO_TEXT) is not None:
        raise LeagueError("barred")


def read_languages(codes: Sequence[str]) -> str:
    """The languages of the site among them, in its order, as stored."""
    return " ".join(code for code, _ in settings.LANGUAGES if code in codes)


def spend(action: str, who: limits.Who) -> None:
    """Count it. Raises LeagueError(too_fast)."""
    try:
        limits.spend(action, who)
    except limits.TooFast:
        raise LeagueError("too_fast") from None


def new_key() -> str:
    """The address of a league: 60 random bits. It is no secret at a public league, and cannot be guessed at another."""
    return secrets.token_hex(6)


def new_invitation() -> str:
    return secrets.token_urlsafe(16)
