"""The page of a match: who plays, when, "I am here", and what came of it. Works without a script; with one it renews itself."""

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from bluffsite.accounts import limits
from bluffsite.accounts.models import User
from games.play.selectors import may_see
from games.play.sentences import sentence as table_sentence
from games.play.services.errors import TableError
from leagues import sentences, shown
from leagues.models import Fixture, Membership
from leagues.play_forms import SubstituteForm, TimeForm
from leagues.readers import matches, tables
from leagues.readers.matches import Shown
from leagues.selectors import Seen, dispute_of
from leagues.services import deciding, fixtures, times
from leagues.services.disputes import is_over
from leagues.services.errors import LeagueError
from leagues.suggesting import Free, Suggestion, suggested
from leagues.times import zone_of
from leagues.views.access import league_page, refuse

SCRIPT = "fixture"
"""What `X-Requested-With` says when the page's own script asks."""
OVER = frozenset({"decided", "begun", "not_running", "not_a_player"})
"""Refusals after which an open page of a match is out of date."""


@require_http_methods(["GET", "HEAD", "POST"])
@league_page
def fixture(request: HttpRequest, seen: Seen, fixture_key: str) -> HttpResponse:
    found = matches.fixture_in(seen.league, fixture_key, request.user)
    if found is None:
        return render(request, "leagues/no_match.html", {"seen": seen, "here": "matches"}, status=404)
    if request.method == "POST":
        return _act(request, seen, found)
    return _page(request, seen, found)


def address(seen: Seen, found: Fixture) -> str:
    return reverse("leagues:fixture", args=[seen.league.key, found.key])


def _page(request: HttpRequest, seen: Seen, found: Shown, *, time_form: TimeForm | None = None) -> HttpResponse:
    return render(request, "leagues/fixture.html", _context(request, seen, found) | {"time_form": time_form or TimeForm()})


def _context(request: HttpRequest, seen: Seen, found: Shown) -> dict[str, Any]:
    table = found.fixture.table
    me = next((place for place in found.places if place.is_me), None)
    own = next((place for place in found.places if seen.member and place.seat.member_id == seen.member.pk), None)
    disputed = dispute_of(found.result, seen.member) if own is not None and found.result is not None else None
    is_open = found.fixture.state == Fixture.State.OPEN and not found.fixture.is_bye
    proposals = matches.proposals(found) if is_open and seen.member is not None else []
    return {
        "seen": seen,
        "here": "matches",
        "found": found,
        "fixture": found.fixture,
        "state": sentences.state(found),
        "is_open": is_open,
        "me": me,
        "own": own,
        "here_count": sum(place.is_here for place in found.places),
        "proposals": proposals,
        "clashes": matches.clashing(request.user, found.fixture) if me is not None and is_open else [],
        "table_key": table.key if table is not None and may_see(request.user, table) else "",
        "was_played": found.result is not None and found.result.match_id is not None,
        "own_dispute": disputed,
        "may_dispute": own is not None and disputed is None and found.result is not None and not is_over(found.fixture.season),
        "corrections": list(found.result.corrections.all()) if found.result is not None else [],
        "columns": tables.columns(found.fixture.season, shown.language()),
        "may_decide": seen.may("rounds") or seen.may("results"),
        **(_when(found, {one.proposal.at for one in proposals}) if is_open and me is not None else {}),
    }


def _when(found: Shown, proposed: Collection[datetime]) -> dict[str, Any]:
    """When the others can mostly play, as each said in their own time zone, who is away, and what times would suit."""
    people = matches.free_times(found)
    others = [(place, member) for place, member in people if not place.is_me]
    today = timezone.localdate()
    return {
        "free_times": [(place.stand_in or place.name, member) for place, member in others if member.free_times],
        "away": [(place.stand_in or place.name, member) for place, member in others if (member.away_until or date.min) >= today],
        "suggested": [one for one in _suggested(found, people) if one.at not in proposed],
    }


def _suggested(found: Shown, people: Sequence[tuple[matches.Place, Membership]]) -> list[Suggestion]:
    """Nothing where a time is agreed already."""
    if found.fixture.planned_at is not None or found.fixture.deadline is None:
        return []
    said = [
        Free(
            place.stand_in or place.name, frozenset(member.free_times), zone_of(member.user, found.fixture.season.league), member.away_until
        )
        for place, member in people
    ]
    return suggested(said, now=timezone.now(), until=found.fixture.deadline, zone=timezone.get_current_timezone())


# --- acts -----------------------------------------------------------------------------------------------------------
def _act(request: HttpRequest, seen: Seen, found: Shown) -> HttpResponse:
    """One act of one who plays here. Which one says the button that was pressed."""
    if not isinstance(request.user, User) or not any(place.is_me for place in found.places):
        return refuse(request, LeagueError("not_a_player"), to=address(seen, found.fixture))
    act = _ACTS.get(request.POST.get("do", ""))
    if act is None:
        return refuse(request, LeagueError("bad_value"), to=address(seen, found.fixture))
    try:
        return act(request, seen, found)
    except LeagueError as error:
        if request.headers.get("X-Requested-With") == SCRIPT:
            is_other_page = error.code in OVER  # what came of it stands on the page as it is now
            return JsonResponse({"to": address(seen, found.fixture)} if is_other_page else {"said": error.sentence})
        return refuse(request, error, to=address(seen, found.fixture))
    except TableError as error:
        messages.error(request, table_sentence(error.code, error.rule, seen.league.game), extra_tags="bad")
        return redirect(address(seen, found.fixture))


def _come(request: HttpRequest, seen: Seen, found: Shown) -> HttpResponse:
    """The script says it again while the page is open, and gets the piece of the page that changes, or the way to the table."""
    table = fixtures.come(fixture=found.fixture, user=request.user)  # type: ignore[arg-type]  # see `_act`
    to = reverse("play:table", args=[table.key]) if table is not None else address(seen, found.fixture)
    if request.headers.get("X-Requested-With") != SCRIPT:
        return redirect(to)
    if table is not None:
        return JsonResponse({"to": to})
    fresh = matches.fixture_in(seen.league, found.fixture.key, request.user)
    context = _context(request, seen, fresh or found)
    return JsonResponse({"html": render_to_string("leagues/gathering.html", context, request)})


def _go(request: HttpRequest, seen: Seen, found: Shown) -> HttpResponse:
    fixtures.go(fixture=found.fixture, user=request.user)  # type: ignore[arg-type]
    return redirect(address(seen, found.fixture))


def _propose(request: HttpRequest, seen: Seen, found: Shown) -> HttpResponse:
    form = TimeForm(request.POST)
    if form.is_valid():
        try:
            limits.spend("propose time", limits.who(request))
            times.propose(fixture=found.fixture, user=request.user, at=form.cleaned_data["at"])  # type: ignore[arg-type]
        except LeagueError as error:
            form.add_error("at", error.sentence)
        else:
            messages.success(request, _("Your proposal is made. The others are told."), extra_tags="good")
            return redirect(address(seen, found.fixture))
    return _page(request, seen, found, time_form=form)


def _answering(do: Callable[..., object], **fixed: Any) -> Callable[[HttpRequest, Seen, Shown], HttpResponse]:
    """An act on the proposal that the form names."""

    def act(request: HttpRequest, seen: Seen, found: Shown) -> HttpResponse:
        named = request.POST.get("proposal", "")
        proposal = int(named) if named.isdecimal() and len(named) < 19 else 0
        do(fixture=found.fixture, user=request.user, proposal_id=proposal, **fixed)
        return redirect(address(seen, found.fixture))

    return act


def _cannot_after_all(request: HttpRequest, seen: Seen, found: Shown) -> HttpResponse:
    limits.spend("propose time", limits.who(request))
    times.cannot_after_all(fixture=found.fixture, user=request.user)  # type: ignore[arg-type]
    messages.success(request, _("The time is no longer agreed. The others are told."), extra_tags="good")
    return redirect(address(seen, found.fixture))


_ACTS: dict[str, Callable[[HttpRequest, Seen, Shown], HttpResponse]] = {
    "here": _come,
    "go": _go,
    "propose": _propose,
    "can": _answering(times.answer, can=True),
    "cannot": _answering(times.answer, can=False),
    "take_back": _answering(times.take_back),
    "cannot_after_all": _cannot_after_all,
}


# --- a stand-in -----------------------------------------------------------------------------------------------------
@require_http_methods(["GET", "HEAD", "POST"])
@league_page
def stand_in(request: HttpRequest, seen: Seen, fixture_key: str, entry_id: int) -> HttpResponse:
    """Who plays for a member: named by the member or by an organiser; the one who was named may refuse."""
    found = matches.fixture_in(seen.league, fixture_key, request.user)
    place = next((one for one in found.places if one.seat.entry_id == entry_id), None) if found is not None else None
    if found is None or place is None:
        return render(request, "leagues/no_match.html", {"seen": seen, "here": "matches"}, status=404)
    is_own = seen.member is not None and place.seat.member_id == seen.member.pk
    refuses = not is_own and place.seat.stand_in_id is not None and place.seat.stand_in_id == request.user.pk
    if not (is_own or refuses or seen.may("rounds")):
        return refuse(request, LeagueError("no_right" if seen.member else "not_member"), to=address(seen, found.fixture))
    people = [] if refuses else matches.possible_stand_ins(found)
    form = SubstituteForm(request.POST or None, people=people, initial={"stand_in": ""})
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data["stand_in"]
        named = Membership.objects.filter(pk=chosen, league=seen.league).select_related("user").first() if chosen else None
        reason = form.cleaned_data["reason"]
        limits.spend("name substitute", limits.who(request))
        try:
            deciding.substitute(fixture=found.fixture, user=request.user, entry_id=entry_id, stand_in=named, reason=reason)  # type: ignore[arg-type]
        except LeagueError as error:
            form.add_error("reason" if error.code == "reason" else None, error.sentence)
        else:
            return redirect(address(seen, found.fixture))
    context = {"seen": seen, "here": "matches", "found": found, "fixture": found.fixture, "place": place, "form": form}
    return render(request, "leagues/stand_in.html", context | {"is_own": is_own, "refuses": refuses})
