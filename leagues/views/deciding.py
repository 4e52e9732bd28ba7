"""What organisers do to a match: move its deadline, decide it without playing, correct its result. Each shows first what it does."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.models import Fixture
from leagues.play_forms import DeadlineForm, PlacesForm, ReasonForm
from leagues.readers import matches
from leagues.readers.matches import Shown
from leagues.selectors import Seen
from leagues.services import corrections, deciding
from leagues.services.corrections import Change
from leagues.services.errors import LeagueError
from leagues.services.shifts import Shift, shortened
from leagues.views.access import member_page, refuse
from leagues.views.fixtures import address


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def decide(request: HttpRequest, seen: Seen, fixture_key: str) -> HttpResponse:
    """An open match: another deadline, or who appeared. The latter shows first what it does to the table (UX-1009)."""
    found = matches.fixture_in(seen.league, fixture_key, request.user)
    if found is None or found.fixture.is_bye:
        return render(request, "leagues/no_match.html", {"seen": seen, "here": "matches"}, status=404)
    if not (seen.may("rounds") or seen.may("results")):
        return refuse(request, LeagueError("no_right"), to=address(seen, found.fixture))
    if found.fixture.state != Fixture.State.OPEN:
        return refuse(request, LeagueError("decided"), to=address(seen, found.fixture))
    do = request.POST.get("do", "")
    deadline = DeadlineForm(request.POST if do == "deadline" else None, initial={"to": found.fixture.deadline})
    appeared = ReasonForm(request.POST if do == "decide" else None, prefix="appeared")
    if request.method == "POST":
        done = _decided(request, seen, found, do, deadline, appeared)
        if done is not None:
            return done
    here = _appeared(request)
    foreseen = _foreseen(found, here, appeared) if do == "decide" and appeared.is_valid() else None
    shifts, more = (None, 0) if foreseen is None else shortened(foreseen, _entries(found))
    context = {
        "seen": seen,
        "here": "matches",
        "found": found,
        "fixture": found.fixture,
        "deadline_form": deadline,
        "decide_form": appeared,
        "chosen": here,
        "may_move": seen.may("rounds"),
        "may_decide": seen.may("results"),
        "shifts": shifts,
        "more": more,
        "chosen_key": _key_of(here),
        "names": matches.names_of(found.fixture.division) if shifts else {},
    }
    return render(request, "leagues/decide.html", context)


def _entries(found: Shown) -> set[int]:
    return {place.seat.entry_id for place in found.places}


def _appeared(request: HttpRequest) -> set[int]:
    return {int(one) for one in request.POST.getlist("appeared") if one.isdecimal() and len(one) < 19}


def _key_of(entries: set[int]) -> str:
    """Who was ticked when the table before and after was shown: it is decided only so."""
    return " ".join(str(entry) for entry in sorted(entries)) or "-"


def _foreseen(found: Shown, here: set[int], form: ReasonForm) -> list[Shift] | None:
    try:
        return deciding.foreseen(fixture=found.fixture, appeared=here)
    except LeagueError as error:
        form.add_error(None, error.sentence)
        return None


def _decided(request: HttpRequest, seen: Seen, found: Shown, do: str, deadline: DeadlineForm, appeared: ReasonForm) -> HttpResponse | None:
    """What the form asks for; None: show it again with what is wrong."""
    form = {"deadline": deadline, "decide": appeared}.get(do)
    here = _appeared(request)
    is_seen = bool(request.POST.get("sure")) and request.POST.get("seen") == _key_of(here)
    if form is None or not form.is_valid() or (do == "decide" and not is_seen):
        return None
    user: Any = request.user
    try:
        if do == "deadline":
            deciding.move_deadline(fixture=found.fixture, user=user, to=deadline.cleaned_data["to"], reason=deadline.cleaned_data["reason"])
        else:
            deciding.decide_without_match(fixture=found.fixture, user=user, appeared=here, reason=appeared.cleaned_data["reason"])
    except LeagueError as error:
        form.add_error(
            "to" if error.code in ("past", "far", "after_season") else "reason" if error.code == "reason" else None, error.sentence
        )
        return None
    messages.success(request, _("Done. It stands in the log of the league."), extra_tags="good")
    return redirect(address(seen, found.fixture))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def correct(request: HttpRequest, seen: Seen, fixture_key: str) -> HttpResponse:
    """A result: other places, void, or valid again. First the table before and after is shown, then it is done (UX-1009)."""
    found = matches.fixture_in(seen.league, fixture_key, request.user)
    if found is None or found.result is None:
        return render(request, "leagues/no_match.html", {"seen": seen, "here": "matches"}, status=404)
    if not seen.may("results"):
        return refuse(request, LeagueError("no_right"), to=address(seen, found.fixture))
    people = [(place.seat.entry_id, place.name, place.place or 1) for place in found.places]
    form = PlacesForm(request.POST or None, people=people)
    preview, change = None, Change("")
    if request.method == "POST" and form.is_valid():
        try:
            change = _change(request, form)
            if request.POST.get("sure") and request.POST.get("seen", "") == _places_key(change):
                reason = form.cleaned_data["reason"]
                corrections.correct(result=found.result, user=request.user, change=change, reason=reason)  # type: ignore[arg-type]
                messages.success(request, _("The result is corrected. It stands in the log of the league."), extra_tags="good")
                return redirect(address(seen, found.fixture))
            preview = corrections.preview(result=found.result, change=change)
        except LeagueError as error:
            form.add_error("reason" if error.code == "reason" else None, error.sentence)
    shifts, more = shortened(preview.shifts, _entries(found)) if preview is not None else ([], 0)
    context = {
        "seen": seen,
        "here": "matches",
        "found": found,
        "fixture": found.fixture,
        "form": form,
        "preview": preview,
        "shifts": shifts,
        "more": more,
        "names": matches.names_of(found.fixture.division) if preview is not None else {},
        "kind": request.POST.get("kind", ""),
        "seen_places": _places_key(change) if preview is not None else "",
        "is_bye": found.fixture.is_bye,
    }
    return render(request, "leagues/correct.html", context)


def _places_key(change: Change) -> str:
    """The places whose effect was shown: nothing else is done."""
    return " ".join(f"{entry}:{place}" for entry, place in sorted(change.places.items()))


def _change(request: HttpRequest, form: PlacesForm) -> Change:
    kind = request.POST.get("kind", "")
    if kind == "places":
        return Change(kind, form.places())
    if kind not in ("void", "restore"):
        raise LeagueError("bad_value")
    return Change(kind)
