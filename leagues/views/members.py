"""Who is in a league, and one member's page: seasons, trophies, when they are free."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from leagues import shown
from leagues.models import Membership
from leagues.selectors import Seen, attendance_of, entries_of, matches_of, member_of, member_page
from leagues.services.rights import RIGHTS
from leagues.views.access import league_page
from leagues.views.free_times import weeks_words


@require_safe
@league_page
def members(request: HttpRequest, seen: Seen) -> HttpResponse:
    """Everybody, organisers first; with a field to look for a name. Who asks or is banned is seen by organisers alone."""
    q = request.GET.get("q", "")[:60].replace("\x00", "")
    state = request.GET.get("state", "")
    if state not in (Membership.State.ASKED, Membership.State.BANNED) or not seen.may("members"):
        state = Membership.State.IN
    context = {
        "seen": seen,
        "here": "members",
        "q": q,
        "state": state,
        "found": member_page(seen.league, q=q, page=request.GET.get("page", ""), state=state),
        "roles": shown.ROLES,
    }
    return render(request, "leagues/members.html", context)


@require_safe
@league_page
def member(request: HttpRequest, seen: Seen, member_id: int) -> HttpResponse:
    """UX-1006. When somebody is free is for the members of the league alone."""
    found = member_of(seen.league, member_id)
    if found is None or (found.state == Membership.State.BANNED and not seen.may("members")):
        return _nobody(request, seen)
    entries = entries_of(found)
    context: dict[str, Any] = {
        "seen": seen,
        "here": "members",
        "member": found,
        "role": shown.ROLES[found.role],
        "state": shown.STATES[found.state],
        "is_in": found.state == Membership.State.IN,
        "entries": [(entry, shown.CAME[entry.came]) for entry in entries],
        "attendance": attendance_of(found),
        "matches": matches_of(found),
        "trophies": [entry for entry in entries if entry.place is not None and entry.place <= 3 and entry.points],
        "free_times": weeks_words(found.free_times) if seen.member is not None else [],
        "may_manage": seen.may("members") and seen.member is not None and found.pk != seen.member.pk,
        "rights": [RIGHTS[right] for right in found.rights],
    }
    return render(request, "leagues/member.html", context)


def _nobody(request: HttpRequest, seen: Seen) -> HttpResponse:
    return render(request, "leagues/nobody.html", {"seen": seen, "here": "members"}, status=404)
