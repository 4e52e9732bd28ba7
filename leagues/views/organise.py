"""The desk of the organisers (UX-1009). Every act asks first, shows what it changes, and is in the public log.

Who lacks a right sees neither the act nor its page: the answer is the same as to anybody else, with the reason in words.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues import shown
from leagues.forms import JOINING, ChangeForm, MessageForm
from leagues.models import Season
from leagues.selectors import Seen, asking, may_organise, open_disputes, season_in, season_now, seasons_of
from leagues.services import making
from leagues.services import messages as talking
from leagues.services.errors import LeagueError
from leagues.services.rights import OWNER, RIGHTS
from leagues.views.access import member_page, refuse
from leagues.views.refusals import refuse_in_form

View = Callable[..., HttpResponse]


def organiser_page(right: str) -> Callable[[View], View]:
    """For members with this right. The service asks again at the moment of the act."""

    def wrap(view: View) -> View:
        @member_page
        @wraps(view)
        def opened(request: HttpRequest, seen: Seen, **rest: Any) -> HttpResponse:
            if not seen.may(right):
                code = "owner_only" if right == OWNER else "no_right"
                return refuse(request, LeagueError(code), to=reverse("leagues:home", args=[seen.league.key]))
            return view(request, seen, **rest)

        return opened

    return wrap


def desk(seen: Seen) -> str:
    return reverse("leagues:organise", args=[seen.league.key])


@require_safe
@member_page
def organise(request: HttpRequest, seen: Seen) -> HttpResponse:
    """What this organiser may do, with what waits on top."""
    if not may_organise(seen.member):
        return refuse(request, LeagueError("no_right"), to=reverse("leagues:home", args=[seen.league.key]))
    season = season_now(seen.league)
    context: dict[str, Any] = {
        "seen": seen,
        "here": "organise",
        "season": season,
        "season_state": shown.SEASON_STATES[season.state] if season else "",
        "next_season": season_in(seen.league, Season.State.PLANNED),
        "this_season": season_in(seen.league, Season.State.RUNNING),
        "asking": asking(seen.league) if seen.may("members") else [],
        "disputes": open_disputes(seen.league) if seen.may("results") else [],
        "joining": shown.joining(seen.league),
        "rights": {right: seen.may(right) for right in RIGHTS},
        "is_owner": seen.may(OWNER),
        "seasons": seasons_of(seen.league),
    }
    return render(request, "leagues/organise.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page("message")
def message(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Write to all members."""
    form = MessageForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            talking.write_to_members(league=seen.league, user=request.user, text=form.cleaned_data["text"])
        except LeagueError as error:
            refuse_in_form(form, error, seen.league.game)
        else:
            messages.success(request, _("Your message is on its way to all members."), extra_tags="good")
            return redirect(desk(seen))
    context = {"seen": seen, "here": "organise", "form": form, "most": talking.MOST_A_DAY, "count": seen.league.members - 1}
    return render(request, "leagues/message.html", context, status=422 if form.errors else 200)


@require_POST
@organiser_page("members")
def link(request: HttpRequest, seen: Seen) -> HttpResponse:
    """A new invitation link."""
    try:
        making.renew_link(league=seen.league, user=request.user)
    except LeagueError as error:
        return refuse(request, error, to=desk(seen))
    messages.success(request, _("There is a new invitation link. The old one opens nothing any more."), extra_tags="good")
    return redirect(desk(seen))


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page(OWNER)
def change(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Name, who may join, limits, zone."""
    league = seen.league
    names = ("name", "about", "joining", "is_public", "most_members", "time_zone")
    initial = {**{name: getattr(league, name) for name in names}, "languages": league.languages.split()}
    form = ChangeForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            making.change_league(league=league, user=request.user, **form.cleaned_data)
        except LeagueError as error:
            refuse_in_form(form, error, league.game)
        else:
            messages.success(request, _("The league is changed."), extra_tags="good")
            return redirect(desk(seen))
    ways = [(value, *words) for value, words in JOINING.items()]
    context = {"seen": seen, "here": "organise", "form": form, "ways": ways}
    return render(request, "leagues/change.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page(OWNER)
def close(request: HttpRequest, seen: Seen) -> HttpResponse:
    """A look asks first; the POST closes the league, or opens it again."""
    if request.method != "POST":
        return render(request, "leagues/close.html", {"seen": seen, "here": "organise"})
    act = making.reopen_league if seen.league.closed_at else making.close_league
    try:
        act(league=seen.league, user=request.user)
    except LeagueError as error:
        return refuse(request, error, to=desk(seen))
    done = _("The league is open again.") if seen.league.closed_at else _("The league is closed. It stays to be read.")
    messages.success(request, done, extra_tags="good")
    return redirect(desk(seen))
