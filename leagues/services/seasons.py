"""Seasons are planned, changed, called off, started and ended.

LeagueError codes: not_member, no_right, closed, season_planned, season_running, not_planned, not_running, too_few, reason, and
those of `plans.checked`; TableError as `games.play` raises it for options.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from random import SystemRandom
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from bluffsite.accounts.models import User
from games.play.services.making import game_called
from leagues import notices
from leagues.divisions import allot
from leagues.models import Division, Entry, League, Membership, Season
from leagues.services import log, standing
from leagues.services.errors import LeagueError
from leagues.services.names import clean_reason
from leagues.services.plans import Plan, checked, table_sizes
from leagues.services.rights import acting, locked

State = Season.State
FIELDS = ("format", "options", "seats", "rounds", "round_days", "best", "up", "down", "split", "late_entry", "starts_at", "ends_at")
"""What a Plan says of a Season."""


@transaction.atomic
def plan_season(*, league: League, user: User, plan: Plan) -> Season:
    """The next season, for which members can sign up from now on. The one who plans it takes part."""
    act = acting(league, user, "season")
    if act.league.closed_at is not None:
        raise LeagueError("closed")
    if act.league.seasons.filter(state=State.PLANNED).exists():
        raise LeagueError("season_planned")
    season = insert_season(act.league, checked(plan, league.game), by=user, first_member=act.member)
    transaction.on_commit(partial(notices.ask_to_tell_season, season.pk))
    return season


def insert_season(league: League, plan: Plan, *, by: User, first_member: Membership | None) -> Season:
    """Inside the caller's transaction; `plan` has been checked."""
    number = (league.seasons.aggregate(last=Max("number"))["last"] or 0) + 1
    season = Season.objects.create(league=league, number=number, **_values(plan))
    log.write(league, "season_planned", user=by, season=season)
    if first_member is not None:
        Entry.objects.create(season=season, member=first_member, seed=1)
    return season


@transaction.atomic
def change_season(*, season: Season, user: User, plan: Plan) -> Season:
    """Another plan for a season that has not begun. Rules: common.options.fixed."""
    act = acting(season.league, user, "season")
    season = Season.objects.get(pk=season.pk)
    if season.state != State.PLANNED:
        raise LeagueError("not_planned")
    values = _values(checked(plan, act.league.game, keep_start=season.starts_at))
    before = {field: _plain(getattr(season, field)) for field, value in values.items() if getattr(season, field) != value}
    if not before:
        return season
    for field, value in values.items():
        setattr(season, field, value)
    season.save(update_fields=list(values))
    after = {field: _plain(values[field]) for field in before}
    log.write(act.league, "season_changed", user=user, season=season, before=before, after=after)
    return season


@transaction.atomic
def call_off(*, season: Season, user: User, reason: str) -> None:
    """A season that has not begun will not be."""
    act = acting(season.league, user, "season")
    season = Season.objects.get(pk=season.pk)
    if season.state != State.PLANNED:
        raise LeagueError("not_planned")
    season.state, season.ended_at = State.CALLED_OFF, timezone.now()
    season.save(update_fields=["state", "ended_at"])
    log.write(act.league, "season_called_off", user=user, season=season, reason=clean_reason(reason))
    transaction.on_commit(partial(notices.ask_to_tell_season, season.pk))


# --- starting -------------------------------------------------------------------------------------------------------
def least_entries(season: Season) -> int:
    """Fewer members than one table in each division needs cannot begin it."""
    return _least_in_division(season) * season.split


def _least_in_division(season: Season) -> int:
    return max(2, table_sizes(game_called(season.league.game), season.format)[0])


@transaction.atomic
def start_season(*, season: Season, user: User | None = None) -> Season:
    """The season begins: its rules are fixed, and everybody who signed up gets a division. `user=None` is the site, on its day.

    Started before its day it counts from the beginning of today, in the league's time zone. A second call changes nothing.
    Raises LeagueError: not_planned, season_running, too_few, closed, ends_first.
    """
    league = acting(season.league, user, "season").league if user is not None else locked(season.league_id)
    season = Season.objects.select_related("league").get(pk=season.pk)
    if season.state == State.RUNNING:
        return season
    _require_startable(league, season)
    now = timezone.now()
    entries = list(season.entries.filter(state=Entry.State.IN).select_related("member"))
    if len(entries) < least_entries(season):
        raise LeagueError("too_few")
    _divide(season, entries)
    season.starts_at = min(season.starts_at, beginning_of_day(now, league))
    season.state, season.started_at = State.RUNNING, now
    season.save(update_fields=["state", "starts_at", "started_at"])
    standing.recompute(season_id=season.pk)
    log.write(league, "season_started", user=user, season=season, facts={"members": len(entries)})
    transaction.on_commit(partial(notices.ask_to_tell_season, season.pk))
    return season


def _require_startable(league: League, season: Season) -> None:
    if season.state != State.PLANNED:
        raise LeagueError("not_planned")
    if league.closed_at is not None:
        raise LeagueError("closed")
    if league.seasons.filter(state=State.RUNNING).exists():
        raise LeagueError("season_running")
    if season.ends_at is not None and season.ends_at <= timezone.now():
        raise LeagueError("ends_first")


def _divide(season: Season, entries: Sequence[Entry]) -> None:
    """Divisions from the final tables of the season before; newcomers by lot, as everybody in a first season."""
    by_member = {entry.member_id: entry for entry in entries}
    before, rules = _last_tables(season)
    signed_up = list(by_member)
    SystemRandom().shuffle(signed_up)
    placed = allot(before, signed_up, split=season.split, least=_least_in_division(season), **rules)
    levels = {level: Division.objects.create(season=season, level=level) for level in sorted({each.level for each in placed})}
    for seed, each in enumerate(placed, 1):
        entry = by_member[each.member]  # type: ignore[index]
        entry.division, entry.came, entry.seed = levels[each.level], each.came, seed
    Entry.objects.bulk_update(entries, ["division", "came", "seed"], batch_size=500)


def _last_tables(season: Season) -> tuple[list[list[int]], dict[str, int]]:
    """The members of each division of the last season that ended, best first, and how many go up and down by its rules."""
    last = season.league.seasons.filter(state=State.ENDED, number__lt=season.number).order_by("-number").first()
    if last is None:
        return [], {"up": 0, "down": 0}
    tables: dict[int, list[int]] = {}
    ranked = last.entries.exclude(place=None).select_related("division").order_by("division__level", "place", "seed")
    for entry in ranked:
        if entry.division is not None:
            tables.setdefault(entry.division.level, []).append(entry.member_id)
    return [tables[level] for level in sorted(tables)], {"up": last.up, "down": last.down}


def beginning_of_day(at: datetime, league: League) -> datetime:
    """Midnight before this moment where the league lives."""
    return at.astimezone(ZoneInfo(league.time_zone)).replace(hour=0, minute=0, second=0, microsecond=0)


def _values(plan: Plan) -> dict[str, Any]:
    return {field: getattr(plan, field) for field in FIELDS}


def _plain(value: Any) -> Any:
    return value.isoformat(timespec="minutes") if isinstance(value, datetime) else value
