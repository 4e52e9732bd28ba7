"""Seasons at the organisers' desk: plan, change, start, call off, end. Each shows first what it leads to."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.play import new_table_form as sheet
from games.play.services.errors import TableError
from leagues import shown
from leagues.forms import FORMATS, ReasonForm, SeasonForm, initial_of
from leagues.models import Entry, Season
from leagues.selectors import Seen, season_in, seasons_of
from leagues.services import seasons
from leagues.services.ending import Final, end_season, final_tables, with_people
from leagues.services.errors import LeagueError
from leagues.services.plans import formats_of
from leagues.views.access import refuse
from leagues.views.founding import next_monday
from leagues.views.organise import desk, organiser_page
from leagues.views.refusals import refuse_in_form

State = Season.State
SHOWN = 12
"""Lines of a final table that are shown before the end, besides those that go up or down."""


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page("season")
def plan(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Plan the next season, or change the one that is planned; a new one begins as the last one was."""
    league, game = seen.league, shown.game_of(seen.league)
    planned = season_in(league, State.PLANNED)
    zone = ZoneInfo(league.time_zone)
    typed = {name: value for name, value in request.POST.items() if isinstance(value, str)}
    refusal: dict[str, Any] = {}
    if request.method == "POST":
        form = SeasonForm(request.POST, game=game)
        if form.is_valid():
            try:
                _keep(request, seen, planned, form, sheet.read_options(game, typed))
            except (LeagueError, TableError) as error:
                refusal = refuse_in_form(form, error, league.game)
            else:
                messages.success(request, _("The season is planned."), extra_tags="good")
                return redirect(desk(seen))
    else:
        before = planned or next(iter(seasons_of(league)), None)
        form = SeasonForm(game=game, initial=_initial(before, planned, zone))
        typed = _typed(before)
    context = {
        "seen": seen,
        "here": "organise",
        "form": form,
        "planned": planned,
        "game": game.slug,
        "formats": [(value, *FORMATS[value]) for value in formats_of(game)],
        "options": sheet.options_of(game, shown.language(), typed),
        **refusal,
    }
    return render(request, "leagues/plan.html", context, status=422 if form.errors or refusal else 200)


def _keep(request: HttpRequest, seen: Seen, planned: Season | None, form: SeasonForm, options: dict[str, Any]) -> None:
    plan = form.plan(options, seen.league.time_zone)
    if planned is None:
        seasons.plan_season(league=seen.league, user=request.user, plan=plan)
    else:
        seasons.change_season(season=planned, user=request.user, plan=plan)


def _initial(before: Season | None, planned: Season | None, zone: ZoneInfo) -> dict[str, Any]:
    if planned is not None:
        return initial_of(planned, zone)
    values = initial_of(before, zone) if before is not None else {"round_days": 7, "late_entry": True, "split": 1, "up": 1, "down": 1}
    return {**values, "first_day": next_monday(timezone.now().astimezone(zone).date()), "last_day": None}


def _typed(season: Season | None) -> dict[str, str]:
    """The options of a season as the sheet of options has them."""
    options = season.options if season is not None else {}
    return {name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) for name, value in options.items()}


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page("season")
def start(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Who would play; then the season begins."""
    season = season_in(seen.league, State.PLANNED)
    if season is None:
        return refuse(request, LeagueError("no_season"), to=desk(seen))
    if request.method == "POST":
        try:
            seasons.start_season(season=season, user=request.user)
        except LeagueError as error:
            return refuse(request, error, to=desk(seen))
        messages.success(request, _("The season has begun."), extra_tags="good")
        return redirect("leagues:home", key=seen.league.key)
    entries = list(season.entries.filter(state=Entry.State.IN).select_related("member__user").order_by("pk")[:200])
    context = {
        "seen": seen,
        "here": "organise",
        "season": season,
        "count": season.entries.filter(state=Entry.State.IN).count(),
        "entries": entries,
        "least": seasons.least_entries(season),
        "runs": season_in(seen.league, State.RUNNING),
        "may_invite": seen.may("members"),
        "rules": shown.rules_of(season),
        "house_rules": shown.house_rules(seen.league.game, season.options),
    }
    return render(request, "leagues/start.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page("season")
def call_off(request: HttpRequest, seen: Seen) -> HttpResponse:
    """A planned season will not be, for a reason."""
    season = season_in(seen.league, State.PLANNED)
    if season is None:
        return refuse(request, LeagueError("no_season"), to=desk(seen))
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            seasons.call_off(season=season, user=request.user, reason=form.cleaned_data["reason"])
        except LeagueError as error:
            refuse_in_form(form, error, seen.league.game)
        else:
            messages.success(request, _("The season is called off."), extra_tags="good")
            return redirect(desk(seen))
    context = {"seen": seen, "here": "organise", "season": season, "form": form}
    return render(request, "leagues/call_off.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page("season")
def end(request: HttpRequest, seen: Seen) -> HttpResponse:
    """The final table as it would be, who goes up and down, what is still open; then the season ends, for a reason."""
    season = season_in(seen.league, State.RUNNING)
    if season is None:
        return refuse(request, LeagueError("not_running"), to=desk(seen))
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            end_season(season=season, user=request.user, reason=form.cleaned_data["reason"])
        except LeagueError as error:
            refuse_in_form(form, error, seen.league.game)
        else:
            messages.success(request, _("The season has ended."), extra_tags="good")
            return redirect("leagues:season", key=seen.league.key, number=season.number)
    context = {
        "seen": seen,
        "here": "organise",
        "season": season,
        "form": form,
        "tables": [(division, shown_lines(table)) for division, table in final_tables(season)],
        "open": season.fixtures.filter(state__in=["open", "running"], is_bye=False).count(),
    }
    return render(request, "leagues/end.html", context, status=422 if form.errors else 200)


def shown_lines(table: list[Final]) -> list[Final]:
    """The best of a final table, and whoever goes up or down."""
    return with_people([line for at, line in enumerate(table) if at < SHOWN or line.goes])
