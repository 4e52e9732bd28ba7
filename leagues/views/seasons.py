"""One season: sign-up before it begins; who plays where; at the end the final table, winners, records, and the next one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bluffsite.accounts import limits
from leagues import shown
from leagues.models import Entry, Season
from leagues.selectors import Seen, entry_of, records_of, season_numbered, season_table, winners_of
from leagues.services import entering
from leagues.services.errors import LeagueError
from leagues.views.access import league_page, member_page, refuse

State = Season.State


@require_safe
@league_page
def season(request: HttpRequest, seen: Seen, number: int) -> HttpResponse:
    """UX-1008. The archive of a league is its seasons' pages."""
    found = season_numbered(seen.league, number)
    if found is None:
        return render(request, "leagues/no_season.html", {"seen": seen, "here": "season"}, status=404)
    entry = entry_of(found, seen.member)
    following = seen.league.seasons.filter(number__gt=number).exclude(state=State.CALLED_OFF).order_by("number").first()
    in_next = entry_of(following, seen.member)
    context: dict[str, Any] = {
        "seen": seen,
        "here": "season",
        "season": found,
        "season_state": shown.SEASON_STATES[found.state],
        "format_name": shown.format_of(found)[0],
        "rules": shown.rules_of(found),
        "house_rules": shown.house_rules(seen.league.game, found.options),
        "entry": entry,
        "takes_part": entry is not None and entry.state == Entry.State.IN,
        "tables": season_table(found, page=request.GET.get("page", "")),
        "winners": winners_of(found),
        "records": [(shown.RECORDS[record.what], record) for record in records_of(found)] if found.state == State.ENDED else [],
        "came": shown.CAME,
        "next": following,
        "in_next": in_next is not None and in_next.state == Entry.State.IN,
        "before": seen.league.seasons.filter(number__lt=number).exclude(state=State.CALLED_OFF).order_by("-number").first(),
    }
    return render(request, "leagues/season.html", context)


@require_POST
@member_page
def enter(request: HttpRequest, seen: Seen, number: int) -> HttpResponse:
    """Sign up, or enter late."""
    return _act(request, seen, number, entering.enter, _("You take part."))


@require_POST
@member_page
def withdraw(request: HttpRequest, seen: Seen, number: int) -> HttpResponse:
    """Take no further part; may be taken back as long as members may enter."""
    return _act(request, seen, number, entering.withdraw, _("You no longer take part. What you played still counts."))


def _act(request: HttpRequest, seen: Seen, number: int, act: Any, done: str) -> HttpResponse:
    found = season_numbered(seen.league, number)
    home = reverse("leagues:home", args=[seen.league.key])
    try:
        if found is None:
            raise LeagueError("no_season")
        limits.spend("enter season", limits.who(request))
        act(season=found, user=request.user)
    except LeagueError as error:
        return refuse(request, error, to=home)
    messages.success(request, done, extra_tags="good")
    return redirect(home)
