"""The home of a league: the reader's next act first (UX-1002); and its public log."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import Context
from django.views.decorators.http import require_safe

from bluffsite.templatetags.frame import digits
from leagues import shown
from leagues.forms import AskForm
from leagues.models import Entry, Membership, Season
from leagues.readers import matches, tables
from leagues.readers.waiting import waiting
from leagues.selectors import Seen, current, entry_of, log_lines, seasons_of, waiting_count
from leagues.services import rounds
from leagues.services.errors import LeagueError
from leagues.services.joining import obstacle
from leagues.services.rights import membership
from leagues.services.seasons import least_entries
from leagues.views.access import league_page


@require_safe
@league_page
def home(request: HttpRequest, seen: Seen) -> HttpResponse:
    seasons = seasons_of(seen.league)
    season = current(seasons)
    entry = entry_of(season, seen.member)
    context: dict[str, Any] = {
        "seen": seen,
        "here": "home",
        "game_title": shown.game_title(seen.league.game),
        "joining": shown.joining(seen.league),
        "languages_here": shown.languages_of(seen.league),
        "season": season,
        "entry": entry,
        "takes_part": entry is not None and entry.state == Entry.State.IN,
        **_way_in(request, seen),
        "ask_form": AskForm(),
        "message": seen.league.messages.select_related("user").order_by("-pk").first() if seen.member else None,
        "older": [each for each in seasons if season is None or each.pk != season.pk][:8],
        "may_invite": seen.may("members") and seen.league.closed_at is None,
        "may_start": season is not None and season.state == Season.State.PLANNED and seen.may("season"),
        "may_plan": _may_plan(seen, season),
        "waiting": waiting_count(seen.league) if seen.may("members") else 0,
    }
    if season is not None:
        counts = rounds.sizes(season)
        context |= _season(season, _takers(season, counts)) | _played(request, season, entry, counts)
    return render(request, "leagues/home.html", context)


def _played(request: HttpRequest, season: Season, entry: Entry | None, counts: Sequence[int]) -> dict[str, Any]:
    """My next match, or what comes instead of it; and the top of the table with my own line."""
    own = entry.division if entry is not None else None
    division = own or season.divisions.first()
    next_match = matches.next_of(request.user, season)
    takes_part = entry is not None and entry.state == Entry.State.IN and next_match is None and season.state == Season.State.RUNNING
    is_free = season.format == Season.Format.FREE
    return {
        "next_match": next_match,
        "may_play_freely": takes_part and is_free,
        "new_table": shown.new_table(season) if takes_part and is_free else "",
        "waiting_for": waiting(season, entry, counts) if takes_part and entry is not None and not is_free else None,
        "top": tables.top(division, entry) if division is not None else [],
    }


def _may_plan(seen: Seen, season: Season | None) -> bool:
    """Nothing runs and nothing is planned: somebody has to."""
    return (season is None or season.state == Season.State.ENDED) and seen.may("season") and seen.league.closed_at is None


def _way_in(request: HttpRequest, seen: Seen) -> dict[str, Any]:
    """For those who are not in: whether they ask already, or why they cannot, in a sentence. Who has no account registers first."""
    if seen.member is not None:
        return {}
    found = membership(seen.league, request.user)
    code = obstacle(seen.league, request.user, found)
    return {
        "has_asked": found is not None and found.state == Membership.State.ASKED,
        "no_way": LeagueError(code).sentence if code not in ("", "members_only") else "",
    }


def _takers(season: Season, counts: Sequence[int]) -> int:
    """How many take part; of a season that is over how many have a line of its table, those who withdrew among them."""
    if season.state in (Season.State.PLANNED, Season.State.RUNNING):
        return sum(counts)
    return season.entries.exclude(state=Entry.State.RESERVE).count()


def _season(season: Season, signed_up: int) -> dict[str, Any]:
    return {
        "season_state": shown.SEASON_STATES[season.state],
        "format_name": shown.format_of(season)[0],
        "rules": shown.rules_of(season),
        "house_rules": shown.house_rules(season.league.game, season.options),
        "signed_up": signed_up,
        "missing": max(0, least_entries(season) - signed_up) if season.state == Season.State.PLANNED else 0,
    }


@require_safe
@league_page
def log(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Everything that organisers and members did: who, what, why, before and after."""
    asked = request.GET.get("before", "")
    lines = log_lines(seen.league, before=int(asked) if asked.isdecimal() and len(asked) < 19 else None, most=51)
    context = {
        "seen": seen,
        "here": "log",
        "lines": shown.told(lines[:50], partial(digits, Context({"request": request}))),
        "after": lines[49].pk if len(lines) > 50 else None,
    }
    return render(request, "leagues/log.html", context)
