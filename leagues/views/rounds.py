"""Pages of rounds and of the calendar, and the calendar file."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from leagues import sentences, shown
from leagues.models import Round, Season
from leagues.readers import matches, tables
from leagues.selectors import Seen, entry_of
from leagues.services import feeds, rounds
from leagues.services.errors import LeagueError
from leagues.views.access import league_page, member_page, refuse
from leagues.views.tables import no_season, season_asked


@require_safe
@league_page
def matches_page(request: HttpRequest, seen: Seen) -> HttpResponse:
    """The round that is played now; in free play the matches that were played, newest first."""
    season = season_asked(request, seen)
    if season is None:
        return no_season(request, seen, "matches")
    if rounds.has_rounds(season):
        return _round(request, seen, season, None)
    rows, number, before, after = matches.free_matches(season, request.user, page=request.GET.get("page", ""))
    context = {
        "seen": seen,
        "here": "matches",
        "season": season,
        "rows": [(row, sentences.state(row)) for row in rows],
        "found": {"number": number, "before": before, "after": after},
        "query": f"season={season.number}",
        "new_table": shown.new_table(season),
    }
    return render(request, "leagues/free_matches.html", context)


@require_safe
@league_page
def round_page(request: HttpRequest, seen: Seen, number: int) -> HttpResponse:
    """UX-1004, UX-1011."""
    season = season_asked(request, seen)
    if season is None:
        return no_season(request, seen, "matches")
    return _round(request, seen, season, number)


def _round(request: HttpRequest, seen: Seen, season: Season, number: int | None) -> HttpResponse:
    entry = entry_of(season, seen.member)
    divisions = list(season.divisions.all())
    division = tables.division_of(divisions, request.GET.get("division", ""), entry)
    opened = matches.rounds_of(division) if division is not None else []
    found = next((one for one in opened if one.number == number), opened[-1] if opened and number is None else None)
    if found is None or division is None:
        status = 404 if number is not None else 200
        return render(request, "leagues/not_begun.html", {"seen": seen, "here": "matches", "season": season}, status=status)
    length = rounds.length(season)
    page = matches.round_page(found, request.user, page=request.GET.get("page", ""))
    context = {
        "seen": seen,
        "here": "matches",
        "season": season,
        "division": division,
        "divisions": divisions if len(divisions) > 1 else [],
        "round": found,
        "rounds": opened,
        "length": length,
        "found": page,
        "rows": [(row, sentences.state(row)) for row in page.fixtures],
        "may_open": _may_open(seen, season, opened, length),
        "query": f"season={season.number}&division={division.level}",
    }
    return render(request, "leagues/round.html", context)


def _may_open(seen: Seen, season: Season, opened: list[Round], length: int) -> bool:
    return (
        seen.may("rounds")
        and season.state == Season.State.RUNNING
        and len(opened) < length
        and all(one.closed_at for one in opened)
        and rounds.has_time_left(season, timezone.now())
    )


@require_http_methods(["POST"])
@member_page
def open_next(request: HttpRequest, seen: Seen) -> HttpResponse:
    """An organiser opens the next round before its day."""
    season, to = season_asked(request, seen), reverse("leagues:matches", args=[seen.league.key])
    try:
        if season is None:
            raise LeagueError("not_running")
        number = rounds.open_next(season=season, user=request.user)  # type: ignore[arg-type]  # members only
    except LeagueError as error:
        return refuse(request, error, to=to)
    messages.success(request, _("Round %(round)s has begun.") % {"round": number}, extra_tags="good")
    return redirect(to)


# --- the calendar ---------------------------------------------------------------------------------------------------
@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def calendar(request: HttpRequest, seen: Seen) -> HttpResponse:
    """UX-1007: my matches in my own time zone, and the file to subscribe to. A POST makes its address worthless."""
    user = request.user
    if request.method == "POST":
        feeds.renew(user=user)  # type: ignore[arg-type]
        messages.success(request, _("The calendar has a new address. The old one does not work any more."), extra_tags="good")
        return redirect("leagues:calendar", key=seen.league.key)
    season = season_asked(request, seen)
    rows = matches.calendar_of(user, season) if season is not None else []
    to_come = sorted(
        [row for row in rows if row.fixture.done_at is None],
        key=lambda row: (row.fixture.planned_at or row.fixture.deadline, row.fixture.pk),
    )
    context = {
        "seen": seen,
        "here": "calendar",
        "season": season,
        "to_come": [(row, sentences.state(row)) for row in to_come],
        "done": [(row, sentences.state(row)) for row in rows if row.fixture.done_at is not None],
        "zone": timezone.get_current_timezone_name(),
        "webcal": "webcal://" + settings.SITE_URL.split("//")[-1],
        "feed": feeds.feed_of(user),  # type: ignore[arg-type]
    }
    return render(request, "leagues/calendar.html", context)


@require_safe
def calendar_file(request: HttpRequest, feed: str) -> HttpResponse:
    """What a calendar program fetches: whoever has the address has the file."""
    owner = feeds.owner_of(feed)
    if owner is None:
        return HttpResponse(status=404, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(feeds.calendar_file(owner), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="matches.ics"'
    answer["Cache-Control"] = "private, max-age=300"
    answer["X-Robots-Tag"] = "noindex"
    return answer
