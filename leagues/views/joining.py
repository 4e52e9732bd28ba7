"""Coming in and going out, by the person. Without an account one is asked to register first, and comes back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from bluffsite.accounts import limits
from leagues import shown
from leagues.forms import AskForm
from leagues.models import League, Membership
from leagues.selectors import Seen, asked_in, invited, season_now
from leagues.services import joining
from leagues.services.errors import LeagueError
from leagues.services.rights import membership
from leagues.times import zone_of
from leagues.views.access import ask_to_register, league_page, refuse, unknown


@require_POST
@league_page
def join(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Join, or ask to join, a public league."""
    home = reverse("leagues:home", args=[seen.league.key])
    if not getattr(request.user, "is_member", False):
        return ask_to_register(request, back=home)
    form = AskForm(request.POST)
    words = form.cleaned_data["words"] if form.is_valid() else ""
    try:
        member = joining.join(league=seen.league, user=request.user, words=words, who=limits.who(request))
    except LeagueError as error:
        return refuse(request, error, to=home)
    return _welcome(request, member)


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """What an invitation link opens: the league in a few words, and one button. Looking at it changes nothing."""
    league = invited(invitation)
    if league is None:
        return unknown(request)
    if membership_in(request, league):
        return redirect("leagues:home", key=league.key)
    here = reverse("leagues:invitation", args=[invitation])
    if request.method == "POST":
        if not getattr(request.user, "is_member", False):
            return ask_to_register(request, back=here)
        try:
            member = joining.join(league=league, user=request.user, invitation=invitation, who=limits.who(request))
        except LeagueError as error:
            messages.error(request, error.sentence, extra_tags="bad")
            return redirect(here)
        return _welcome(request, member)
    season = season_now(league)
    with timezone.override(zone_of(request.user, league)):
        context = {
            "league": league,
            "game_title": shown.game_title(league.game),
            "season": season,
            "rules": shown.rules_of(season) if season else [],
            "house_rules": shown.house_rules(league.game, season.options) if season else [],
            "here": here,
            "no_way": _no_way(request, league, invitation),
        }
        return render(request, "leagues/invitation.html", context)


def _no_way(request: HttpRequest, league: League, invitation: str) -> str:
    """Why the link does not let this person in, in a sentence. Who has no account registers on the way."""
    code = joining.obstacle(league, request.user, membership(league, request.user), invitation)
    return LeagueError(code).sentence if code not in ("", "members_only") else ""


def membership_in(request: HttpRequest, league: League) -> bool:
    found = membership(league, request.user)
    return found is not None and found.state == Membership.State.IN


def _welcome(request: HttpRequest, member: Membership) -> HttpResponse:
    if member.state == Membership.State.IN:
        messages.success(request, _("Welcome! You are a member of this league."), extra_tags="good")
        return redirect("leagues:home", key=member.league.key)
    messages.success(request, _("You have asked to join. The organisers will decide."), extra_tags="good")
    return redirect("leagues:home", key=member.league.key) if member.league.is_public else redirect("leagues:list")


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """A look asks first and says what stays; the POST leaves.

    A request to join is taken back the same way, also in a league that is not open to the person yet.
    """
    asked = asked_in(request.user, key) if request.method == "POST" else None
    if asked is None:
        return _leave(request, key=key)
    joining.leave(league=asked.league, user=asked.user)
    messages.success(request, _("You no longer ask to join."), extra_tags="good")
    return redirect("leagues:list")


@league_page
def _leave(request: HttpRequest, seen: Seen) -> HttpResponse:
    home = reverse("leagues:home", args=[seen.league.key])
    if request.method != "POST":
        if seen.member is None:
            return refuse(request, LeagueError("not_member"), to=home)
        return render(request, "leagues/leave.html", {"seen": seen, "is_owner": seen.member.role == Membership.Role.OWNER})
    if not request.user.is_authenticated:
        return ask_to_register(request, back=home)
    try:
        joining.leave(league=seen.league, user=request.user)
    except LeagueError as error:
        return refuse(request, error, to=home)
    messages.success(request, _("You have left the league."), extra_tags="good")
    return redirect("leagues:list")
