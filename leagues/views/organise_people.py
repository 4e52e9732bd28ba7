"""One person at the organisers' desk: let in or decline, rights, hand over, remove, ban; each with its consequence in words."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from leagues import shown
from leagues.forms import ReasonForm, RightsForm
from leagues.models import Entry, Membership
from leagues.selectors import Seen, any_member, open_entries
from leagues.services import entering, joining, roles
from leagues.services.errors import LeagueError
from leagues.services.rights import OWNER
from leagues.views.access import refuse
from leagues.views.organise import desk, organiser_page
from leagues.views.refusals import refuse_in_form

State = Membership.State

REASONED: dict[str, tuple[Promise, Promise]] = {
    "remove": (
        gettext_lazy("Remove from the league"),
        gettext_lazy("Results stay. Matches that are still to be played go on without this member, who may join again."),
    ),
    "ban": (
        gettext_lazy("Ban from the league"),
        gettext_lazy("As removing; and this person cannot come back until the ban is lifted."),
    ),
    "unban": (gettext_lazy("Lift the ban"), gettext_lazy("This person may join again as others do.")),
    "withdraw": (
        gettext_lazy("Take out of the season"),
        gettext_lazy("Results stay. Matches that are still to be played go on without this member, who stays in the league."),
    ),
}
"""Acts that need a reason: title, and what they lead to."""

DONE: dict[str, Promise] = {
    "accept": gettext_lazy("Let in."),
    "decline": gettext_lazy("Not let in."),
    "rights": gettext_lazy("The rights are changed."),
    "hand_over": gettext_lazy("The league is handed over."),
    "remove": gettext_lazy("Removed."),
    "ban": gettext_lazy("Banned."),
    "unban": gettext_lazy("The ban is lifted."),
    "withdraw": gettext_lazy("Taken out of the season."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page("members")
def member(request: HttpRequest, seen: Seen, member_id: int) -> HttpResponse:
    """What can be done about this person now; a POST names the act."""
    found = any_member(seen.league, member_id)
    if found is None:
        return refuse(request, LeagueError("unknown_member"), to=desk(seen))
    act = request.POST.get("act", "")
    reason_form, rights_form = ReasonForm(), RightsForm(initial={"rights": found.rights})
    if request.method == "POST":
        if act in REASONED:
            reason_form = ReasonForm(request.POST)
        if act == "rights":
            rights_form = RightsForm(request.POST)
        form = rights_form if act == "rights" else reason_form
        if act not in DONE:
            return refuse(request, LeagueError("bad_value"), to=desk(seen))
        if act not in (*REASONED, "rights") or form.is_valid():
            try:
                _do(act, request, seen, found, form)
            except LeagueError as error:
                if error.code != "reason":
                    return refuse(request, error, to=desk(seen))
                refuse_in_form(form, error, seen.league.game)
            else:
                messages.success(request, DONE[act], extra_tags="good")
                return redirect("leagues:home" if act == "hand_over" else "leagues:organise", key=seen.league.key)
    context: dict[str, Any] = {
        "seen": seen,
        "here": "organise",
        "member": found,
        "role": shown.ROLES[found.role],
        "state": shown.STATES[found.state],
        "asks": found.state == State.ASKED,
        "is_in": found.state == State.IN,
        "is_self": seen.member is not None and found.pk == seen.member.pk,
        "may_change": seen.may(OWNER) or found.role == Membership.Role.MEMBER,
        "is_owner": seen.may(OWNER),
        "acts": [(key, *REASONED[key]) for key in acts_for(seen, found)],
        "chosen": act,
        "reason_form": reason_form,
        "rights_form": rights_form,
        "entries": open_entries(found),
    }
    return render(request, "leagues/organise_member.html", context, status=422 if reason_form.errors or rights_form.errors else 200)


def acts_for(seen: Seen, member: Membership) -> list[str]:
    """The acts with a reason that are possible now."""
    if member.state == State.BANNED:
        return ["unban"]
    if member.state == State.IN:
        takes_part = any(entry.state != Entry.State.WITHDRAWN for entry in open_entries(member))
        return [*(["withdraw"] if takes_part and seen.may("season") else []), "remove", "ban"]
    return ["ban"]


def _do(act: str, request: HttpRequest, seen: Seen, member: Membership, form: Any) -> None:
    league, user = seen.league, request.user
    simple: dict[str, Callable[..., object]] = {"accept": joining.accept, "decline": joining.decline, "hand_over": roles.hand_over}
    reasoned: dict[str, Callable[..., object]] = {"remove": joining.remove, "ban": joining.ban, "unban": joining.unban}
    if act in simple:
        simple[act](league=league, user=user, member_id=member.pk)
    elif act == "rights":
        roles.give_rights(league=league, user=user, member_id=member.pk, rights=form.cleaned_data["rights"])
    elif act == "withdraw":
        for entry in open_entries(member):
            entering.withdraw_member(season=entry.season, user=user, member_id=member.pk, reason=form.cleaned_data["reason"])
    else:
        reasoned[act](league=league, user=user, member_id=member.pk, reason=form.cleaned_data["reason"])
