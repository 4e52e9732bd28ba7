"""What a member decides about themselves in a league: when they are free, and which notices they get of it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from bluffsite.accounts.models import NoticeChoice
from bluffsite.accounts.notices import choose
from leagues import notices, shown
from leagues.forms import AvailabilityForm
from leagues.models import Membership
from leagues.selectors import Seen, notice_choices
from leagues.services.availability import say_when
from leagues.services.errors import LeagueError
from leagues.views.access import member_page
from leagues.views.free_times import week


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def me(request: HttpRequest, seen: Seen) -> HttpResponse:
    """One form for both; what cannot be read is shown again."""
    member = seen.member
    assert member is not None
    form = AvailabilityForm(
        request.POST if request.method == "POST" else None,
        initial={"away_until": member.away_until, "free_times": member.free_times},
    )
    if request.method == "POST" and form.is_valid():
        try:
            say_when(league=seen.league, user=request.user, **form.cleaned_data)
        except LeagueError as error:
            form.add_error("away_until" if error.code in ("past", "far") else None, error.sentence)
        else:
            keep_choices(request, seen)
            messages.success(request, _("Your settings are kept."), extra_tags="good")
            return redirect("leagues:me", key=seen.league.key)
    slots = request.POST.getlist("free_times") if request.method == "POST" else member.free_times
    context: dict[str, Any] = {
        "seen": seen,
        "here": "me",
        "form": form,
        "week": week(slots),
        "kinds": kinds(request, seen),
        "mails": NoticeChoice.Mail.choices,
        "role": shown.ROLES[member.role],
        "may_leave": member.role != Membership.Role.OWNER,
        "has_mail": bool(request.user.email),
    }
    return render(request, "leagues/me.html", context, status=422 if form.errors else 200)


def kinds(request: HttpRequest, seen: Seen) -> list[tuple[str, Any, bool, str]]:
    """Each kind of notice: key, title, whether on the page, and how by mail."""
    chosen = notice_choices(request.user, seen.league)
    return [(key, title, chosen[key].on_page, chosen[key].mail) for key, (title, _channels, _texts) in notices.KINDS.items()]


def keep_choices(request: HttpRequest, seen: Seen) -> None:
    """What the form says of each kind, where it differs from what holds now."""
    chosen = notice_choices(request.user, seen.league)
    for key in notices.KINDS:
        mail = request.POST.get(f"mail_{key}", chosen[key].mail)
        if mail not in NoticeChoice.Mail.values:
            continue
        on_page = f"page_{key}" in request.POST
        if (on_page, mail) != (chosen[key].on_page, chosen[key].mail):
            choose(user=request.user, kind=key, on_page=on_page, mail=mail, about=notices.about(seen.league))
