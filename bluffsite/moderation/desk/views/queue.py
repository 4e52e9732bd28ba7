"""The queue, the case, and deciding it."""

from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bluffsite.accounts.models import User
from bluffsite.moderation.desk import cases, claims, looks, moments, queue, sanctions, wordings
from bluffsite.moderation.desk.access import may_decide_about, moderators_only
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.forms import KINDS, REASONS, RULE_OF, DecisionForm, NoteForm
from bluffsite.moderation.desk.models import Sanction
from bluffsite.moderation.models import Report
from bluffsite.moderation.reports import ReportError
from games.core.game import Language
from games.play import shell
from games.play.reader import wants_devanagari

LANGUAGES = ("nl", "de", "en", "ne")


@moderators_only
@require_safe
def open_cases(request: HttpRequest) -> HttpResponse:
    """The severest first, then the oldest; empty, it says so and shows the last week (UX-1101, UX-1108)."""
    staff, asked = cast(User, request.user), {name: request.GET.get(name, "") for name in ("kind", "reason", "language", "league", "mine")}
    filters = {name: asked[name].replace("\0", "") for name in ("kind", "reason", "language", "league")}
    found = queue.open_reports(staff, **filters, is_mine=bool(asked["mine"]))
    page = queue.page_of(found, request.GET.get("page"))
    context = {
        "page": page,
        "asked": asked,
        "is_filtered": any(asked.values()),
        "counters": queue.counters(staff),
        "week": queue.last_week(),
        "kinds": KINDS.items(),
        "reasons": REASONS.items(),
        "leagues": queue.leagues_reported(staff),
        "rows": [_row(report, staff) for report in page],
    }
    return render(request, "desk/queue.html", context)


def _row(report: Any, staff: User) -> dict[str, Any]:
    claimed = report.claimed_by is not None and report.claimed_until is not None and claims.holds(report, report.claimed_by)
    return {
        "report": report,
        "kind": KINDS[report.kind],
        "reason": REASONS[report.reason],
        "is_mine": claims.holds(report, staff),
        "by": report.claimed_by.display_name if claimed else "",
    }


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, key: str) -> HttpResponse:
    """Everything about one report on one screen; who has taken it also decides here (UX-1102, UX-1104)."""
    staff, report = cast(User, request.user), cases.report_for(key)
    if report is None or report.target_id == staff.pk:
        raise Http404
    if report.reporter_id != staff.pk and claims.is_concerned(report, staff):  # who reported them, and why, is not theirs to know
        raise Http404
    if request.method != "POST":
        return _case(request, report, staff)
    decision, note = DecisionForm(), NoteForm()
    do = request.POST.get("do")
    if do in ("dismiss", "settle", "reporter"):
        note = NoteForm(request.POST)
    elif do == "decide":
        decision = DecisionForm(request.POST)
    try:
        if do in ("decide", "dismiss", "settle", "name") and report.claimed_by_id == staff.pk and report.state != report.State.CLOSED:
            claims.claim(report=report, by=staff)  # their time had run out, and nobody else has taken it
        match do:
            case "claim":
                claims.claim(report=report, by=staff)
                return redirect("desk:case", key=key)
            case "release":
                claims.release(report=report, by=staff)
                return redirect("desk:queue")
            case "dismiss":
                if note.is_valid():
                    sanctions.dismiss(report=report, by=staff, note=note.cleaned_data["note"], also=_keys(request))
                    return _next(request, report, _("Closed: no breach."))
            case "settle":
                if note.is_valid():
                    sanctions.settle(report=report, by=staff, note=note.cleaned_data["note"], also=_keys(request))
                    return _next(request, report, _("Closed: dealt with."))
            case "reporter":
                if note.is_valid():
                    sanctions.report_reporter(report=report, by=staff, words=note.cleaned_data["note"])
                    messages.success(request, _("There is a case about these words now. A colleague decides it."), extra_tags="good")
                    return redirect("desk:case", key=key)
            case "name":
                sanctions.name_person(report=report, by=staff, person=_person(request, report))
                return redirect("desk:case", key=key)
            case "decide":
                if decision.is_valid() and (told := _decide(request, report, staff, decision)):
                    return _next(request, report, told)
            case _:
                raise Http404
    except (DeskError, ReportError) as error:
        form = note if note.is_bound else decision
        if not form.is_bound:
            messages.error(request, error.sentence, extra_tags="bad")
            return redirect("desk:case", key=key)
        form.add_error(None, error.sentence)
    return _case(request, report, staff, decision=decision, note=note, status=422)


def _person(request: HttpRequest, report: Report) -> User:
    """Whom the case is about, by the choice on the page. Raises DeskError(no_person)."""
    found = {str(person.pk): person for person in cases.people_of(report)}.get(request.POST.get("person", ""))
    if found is None:
        raise DeskError("no_person")
    return found


def _decide(request: HttpRequest, report: Report, staff: User, form: DecisionForm) -> str:
    """What to say about it. Raises DeskError."""
    data = form.cleaned_data
    reason = data["reason"].strip() or wordings.text_for(data["rule"], data["language"])
    made = sanctions.decide(
        report=report,
        by=staff,
        acts=form.acts(),
        rule=data["rule"],
        reason=reason,
        language=data["language"],
        until=form.until(),
        endless=data["end"] == "never",
        lines=[int(number) for number in request.POST.getlist("line") if number.isascii() and number.isdigit() and len(number) < 10],
        also=_keys(request),
    )
    if any(sanction.state == sanction.State.WAITING for sanction in made):
        return _("Proposed. A colleague has to agree before it counts.")
    return _("Decided. The person and the reporter have been told.")


def _keys(request: HttpRequest) -> list[str]:
    """Of the other reports that are to be closed too."""
    return [key for key in request.POST.getlist("also") if key.isprintable()]


def _next(request: HttpRequest, report: Report, told: str) -> HttpResponse:
    """On to the next case."""
    messages.success(request, told, extra_tags="good")
    _before, after = queue.neighbours(report, cast(User, request.user))
    return HttpResponseRedirect(reverse("desk:case", args=[after]) if after else reverse("desk:queue"))


def _case(
    request: HttpRequest,
    report: Report,
    staff: User,
    *,
    decision: DecisionForm | None = None,
    note: NoteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    is_mine = claims.holds(report, staff)
    is_open = report.state != Report.State.CLOSED
    before, after = queue.neighbours(report, staff)
    is_typed = (decision is not None and decision.is_bound) or (note is not None and note.is_bound)
    language = _language_for(report)
    texts = {code: wordings.all_texts(code) for code in LANGUAGES} if is_mine or is_typed else {}
    rule = RULE_OF[Report.Reason(report.reason)]
    initial = {"rule": rule, "language": language, "reason": texts[language][rule] if texts else "", "end": "7"}
    holder = report.claimed_by
    context = {
        "report": report,
        "kind": KINDS[report.kind],
        "reason": REASONS[report.reason],
        "case": cases.case(report),
        "is_mine": is_mine,
        "is_open": is_open,
        "is_concerned": claims.is_concerned(report, staff),
        "waits": is_open and report.sanctions.filter(state=Sanction.State.WAITING).exists(),
        "decides": is_open and (is_mine or is_typed),
        "may_decide": report.target is not None and may_decide_about(staff, report.target),
        "candidates": cases.people_of(report) if is_open and is_mine else [],
        "holder": holder.display_name if holder is not None and not is_mine and claims.holds(report, holder) else "",
        "decision": decision if decision is not None and decision.is_bound else DecisionForm(initial=initial),
        "note": note or NoteForm(),
        "texts": texts,
        "marked": request.POST.getlist("line"),
        "also": _keys(request),
        "before": before,
        "after": after,
        "counters": queue.counters(staff),
        "decided": report.sanctions.select_related("person", "by").order_by("created_at"),
        **_moment(request, report, staff, is_mine=is_mine),
    }
    return render(request, "desk/case.html", context, status=status)


def _language_for(report: Report) -> str:
    """That of the person; unknown, that in which they wrote, else in which it was reported."""
    target = report.target
    written = [line["language"] for line in report.evidence.get("lines", ()) if line["user"] == report.target_id]
    found = [target.language if target is not None else "", *written[-1:], report.language]
    return next((one for one in found if one in LANGUAGES), "en")


def _moment(request: HttpRequest, report: Report, staff: User, *, is_mine: bool) -> dict[str, Any]:
    """The match as a spectator saw it then: for who has taken the case, and noted as a look."""
    table = report.table
    if table is None or not is_mine:
        return {}
    looks.look(table=table, by=staff, version=report.evidence.get("version"))
    language, digits = cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user)
    found = moments.moment(table, report.evidence.get("version"), language, digits=digits)
    if found is None:
        return {}
    return {
        "moment": found,
        "picture": mark_safe(found.picture),  # noqa: S308 - made by templates that escape
        "art": shell.art(table.game, digits),
        "css": shell.styles(table.game),
    }
