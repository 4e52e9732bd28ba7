"""Pages of the table: standings, why somebody stands there, who met whom, and the table as files."""

from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.template import Context
from django.views.decorators.http import require_safe

from bluffsite.templatetags.frame import digits
from leagues import csv_files, sentences, shown
from leagues.models import Division, Entry, Season
from leagues.readers import tables
from leagues.selectors import Seen, entry_of, last_begun, season_now, season_numbered
from leagues.services import rounds
from leagues.views.access import league_page


def season_asked(request: HttpRequest, seen: Seen) -> Season | None:
    """The season of `?season=`, else the one the league is about now, or the one before while that is only planned."""
    asked = request.GET.get("season", "")
    if asked.isdecimal() and len(asked) < 6:
        found = season_numbered(seen.league, int(asked))
    else:
        found = season_now(seen.league)
        if found is not None and found.started_at is None:
            found = last_begun(seen.league)
    if found is not None:
        found.league = seen.league
    return found if found is not None and found.started_at is not None else None


class Asked(NamedTuple):
    """A division of a season, and the reader's own entry there."""

    season: Season
    entry: Entry | None
    divisions: list[Division]
    division: Division


def part_asked(request: HttpRequest, seen: Seen) -> Asked | None:
    """What `?season=` and `?division=` ask for; None before anything was played."""
    season = season_asked(request, seen)
    if season is None:
        return None
    entry, divisions = entry_of(season, seen.member), list(season.divisions.all())
    division = tables.division_of(divisions, request.GET.get("division", ""), entry)
    return Asked(season, entry, divisions, division) if division is not None else None


def no_season(request: HttpRequest, seen: Seen, here: str, *, status: int = 200) -> HttpResponse:
    """Nothing has been played yet, or there is no such season."""
    status = 404 if request.GET.get("season") else status
    return render(request, "leagues/not_begun.html", {"seen": seen, "here": here}, status=status)


@require_safe
@league_page
def table(request: HttpRequest, seen: Seen) -> HttpResponse:
    """UX-1003. `?division=` and `?page=` choose the part that is shown."""
    asked = part_asked(request, seen)
    if asked is None:
        return no_season(request, seen, "table")
    season, entry, divisions, division = asked
    context: dict[str, Any] = {
        "seen": seen,
        "here": "table",
        "season": season,
        "division": division,
        "divisions": divisions if len(divisions) > 1 else [],
        "tables": tables.table_page(season, division, divisions=divisions, page=request.GET.get("page", ""), entry=entry),
        "columns": tables.columns(season, shown.language()),
        "meanings": sentences.MEANINGS,
        "entry": entry,
        "length": rounds.length(season),
        "query": f"season={season.number}&division={division.level}",
    }
    return render(request, "leagues/table.html", context)


@require_safe
@league_page
def why(request: HttpRequest, seen: Seen, entry_id: int) -> HttpResponse:
    """ "Why am I third?": every result of one member, and what decides between them and their neighbours."""
    entry = Entry.objects.select_related("season", "division", "member__user").filter(pk=entry_id, season__league=seen.league).first()
    found = None
    if entry is not None:
        entry.season.league = seen.league
        found = tables.why(entry.season, entry)
    if entry is None or found is None:
        return render(request, "leagues/not_begun.html", {"seen": seen, "here": "table"}, status=404)
    in_digits = partial(digits, Context({"request": request}))
    context = {
        "seen": seen,
        "here": "table",
        "season": entry.season,
        "entry": entry,
        "why": found,
        "is_me": seen.member is not None and entry.member_id == seen.member.pk,
        "neighbours": [(one, sentences.neighbour(found, one, in_digits)) for one in found.neighbours],
        "columns": tables.columns(entry.season, shown.language()),
        "meanings": sentences.MEANINGS,
    }
    return render(request, "leagues/why.html", context)


@require_safe
@league_page
def cross(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Who met whom. Of a large league a piece at a time: `?down=` and `?right=` are its pages."""
    asked = part_asked(request, seen)
    if asked is None:
        return no_season(request, seen, "table")
    season, _entry, divisions, division = asked
    down, right = (_page(request.GET.get(name, "")) for name in ("down", "right"))
    context = {
        "seen": seen,
        "here": "table",
        "season": season,
        "division": division,
        "divisions": divisions if len(divisions) > 1 else [],
        "cross": tables.cross(division, row_page=down, column_page=right),
        "down": down,
        "right": right,
    }
    return render(request, "leagues/cross.html", context)


def _page(typed: str) -> int:
    return int(typed) if typed.isdecimal() and 0 < len(typed) < 6 else 1


@require_safe
@league_page
def table_file(request: HttpRequest, seen: Seen) -> HttpResponse | StreamingHttpResponse:
    return _file(request, seen, "table")


@require_safe
@league_page
def results_file(request: HttpRequest, seen: Seen) -> HttpResponse | StreamingHttpResponse:
    return _file(request, seen, "results")


def _file(request: HttpRequest, seen: Seen, what: str) -> HttpResponse | StreamingHttpResponse:
    season = season_asked(request, seen)
    if season is None:
        return no_season(request, seen, "table", status=404)  # no file is a page
    names = [column.name for column in tables.columns(season, "en")]
    lines = csv_files.table(season, names) if what == "table" else csv_files.results(season, names)
    answer = HttpResponse("".join(lines), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{seen.league.key}-{season.number}-{what}.csv"'
    answer["Cache-Control"] = "private, no-store"
    return answer
