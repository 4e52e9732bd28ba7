"""A member disputes a result; an organiser lets it stay. To change it is a correction, which settles the dispute as well."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.forms import ReasonForm
from leagues.selectors import Seen, dispute_in, fixture_in, played_in
from leagues.services import disputes
from leagues.services.errors import LeagueError
from leagues.views.access import member_page, refuse
from leagues.views.organise import desk, organiser_page
from leagues.views.refusals import refuse_in_form


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def dispute(request: HttpRequest, seen: Seen, fixture: str) -> HttpResponse:
    """By one of those whose match it was; said once, it stands in the log."""
    found = fixture_in(seen.league, fixture)
    if found is None:
        return refuse(request, LeagueError("no_result"), to=reverse("leagues:home", args=[seen.league.key]))
    match = reverse("leagues:fixture", args=[seen.league.key, found.key])
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            disputes.dispute(fixture=found, user=request.user, reason=form.cleaned_data["reason"])
        except LeagueError as error:
            if error.code not in ("reason", "too_long"):
                return refuse(request, error, to=match)
            refuse_in_form(form, error, seen.league.game)
        else:
            messages.success(request, _("The organisers have been told. You hear what they decide."), extra_tags="good")
            return redirect(match)
    if not played_in(found, seen.member):
        return refuse(request, LeagueError("not_yours"), to=match)
    context = {"seen": seen, "here": "rounds", "form": form, "fixture": found}
    return render(request, "leagues/dispute.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page("results")
def answer(request: HttpRequest, seen: Seen, dispute_id: int) -> HttpResponse:
    """The result stays as it is, for a reason."""
    found = dispute_in(seen.league, dispute_id)
    if found is None:
        return refuse(request, LeagueError("already"), to=desk(seen))
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            disputes.uphold(dispute=found, user=request.user, reason=form.cleaned_data["reason"])
        except LeagueError as error:
            if error.code not in ("reason", "too_long"):
                return refuse(request, error, to=desk(seen))
            refuse_in_form(form, error, seen.league.game)
        else:
            messages.success(request, _("The result stays as it is. The member has been told."), extra_tags="good")
            return redirect(desk(seen))
    context = {"seen": seen, "here": "organise", "form": form, "dispute": found}
    return render(request, "leagues/answer.html", context, status=422 if form.errors else 200)
