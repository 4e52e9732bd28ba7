"""A new league: first the game, then five questions that are answered already. Two taps are enough (UX-1010)."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bluffsite.accounts import limits
from bluffsite.accounts.zones import is_zone
from games.core.errors import NotInThisGame
from games.core.game import Game
from games.core.registry import all_games, game_named
from games.play import new_table_form as sheet
from games.play.services.errors import TableError
from leagues import shown
from leagues.forms import FORMATS, JOINING, FoundingForm
from leagues.models import League, Season
from leagues.services.errors import LeagueError
from leagues.services.making import create_league
from leagues.services.plans import formats_of, table_sizes
from leagues.views.access import ask_to_register
from leagues.views.refusals import refuse_in_form

ZONES = {"nl": "Europe/Amsterdam", "de": "Europe/Berlin", "ne": "Asia/Kathmandu"}
"""Where readers of a language mostly live, until the browser or they themselves say otherwise."""


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Which game?"""
    games = [(game.slug, game.words.title(shown.language()), game.seats) for game in all_games()]
    return render(request, "leagues/choose.html", {"games": games})


@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest, game: str) -> HttpResponse:
    """The form; a POST founds the league and shows its invitation. What is refused is shown again as it was."""
    try:
        chosen = game_named(game)
    except NotInThisGame:
        raise Http404 from None
    if not getattr(request.user, "is_member", False):
        return ask_to_register(request, back=reverse("leagues:new", args=[game]))
    if request.method != "POST":
        return _page(request, chosen, FoundingForm(game=chosen, initial=_offered(request, chosen)), {})
    typed = {name: value for name, value in request.POST.items() if isinstance(value, str)}
    form = FoundingForm(request.POST, game=chosen)
    refusal: dict[str, Any] = {}
    if form.is_valid():
        try:
            league = _create(request, chosen, form, typed)
        except (LeagueError, TableError) as error:
            refusal = refuse_in_form(form, error, game)
        else:
            messages.success(request, _("Your league is there. Invite the others."), extra_tags="good")
            return redirect("leagues:home", key=league.key)
    return _page(request, chosen, form, typed, refusal)


def _create(request: HttpRequest, game: Game, form: FoundingForm, typed: dict[str, str]) -> League:
    data = form.cleaned_data
    return create_league(
        owner=request.user,
        name=data["name"],
        game=game.slug,
        plan=form.plan(sheet.read_options(game, typed), data["time_zone"]),
        joining=data["joining"],
        time_zone=data["time_zone"],
        languages=[get_language() or "en"],
        who=limits.who(request),
        once=True,
    )


def _offered(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The answers that are there already."""
    zone = request.user.time_zone if is_zone(request.user.time_zone) else ZONES.get(get_language() or "", "UTC")
    least, most = table_sizes(game, Season.Format.ROUND_ROBIN)
    return {
        "name": _("League of %(name)s") % {"name": request.user.display_name},
        "joining": League.Joining.LINK,
        "format": Season.Format.ROUND_ROBIN,
        "first_day": next_monday(timezone.now().astimezone(ZoneInfo(zone)).date()),
        "time_zone": zone,
        "seats": min(max(4, least), most),
        "round_days": 7,
        "rounds": 0,
        "best": 0,
        "split": 1,
        "up": 1,
        "down": 1,
        "late_entry": True,
    }


def next_monday(today: date) -> date:
    """A Monday at least three days away: time enough to invite the others."""
    soon = today + timedelta(days=3)
    return soon + timedelta(days=-soon.weekday() % 7)


def _page(
    request: HttpRequest, game: Game, form: FoundingForm, typed: dict[str, str], refusal: dict[str, Any] | None = None
) -> HttpResponse:
    context = {
        "form": form,
        "game": game.slug,
        "game_title": game.words.title(shown.language()),
        "formats": [(value, *FORMATS[value]) for value in formats_of(game)],
        "ways": [(value, *words) for value, words in JOINING.items()],
        "options": sheet.options_of(game, shown.language(), typed),
        "guesses_zone": not request.user.time_zone and request.method != "POST",
        **(refusal or {}),
    }
    return render(request, "leagues/new.html", context, status=422 if form.errors or refusal else 200)
