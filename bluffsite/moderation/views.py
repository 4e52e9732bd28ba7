"""Reporting, for anybody: the form, the receipt, and what became of it. Nobody else's report is ever there."""

from collections.abc import Sequence
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from bluffsite.accounts import guests, limits
from bluffsite.accounts.limits import TooFast
from bluffsite.accounts.models import User
from bluffsite.moderation import reports, targets
from bluffsite.moderation.models import Report
from bluffsite.moderation.reports import REASONS as REASONS
from bluffsite.moderation.targets import Target


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """One thing, named by `kind` and `key`; looking makes nobody a guest. What was typed is never lost."""
    sent = request.POST if request.method == "POST" else request.GET
    reader = cast(targets.Reader, request.user)
    target = targets.target_of(reader, sent.get("kind", ""), sent.get("key", ""), proof=request.POST.get("proof", ""))
    if target is None:
        raise Http404
    context = {
        "target": target,
        "proof": targets.proof_of(reader, target),
        "about": targets.sentence_about(target),
        "people": [(mark, name) for mark, (_person, name) in target.people.items()],
        "reasons": REASONS.items(),
        "words": sent.get("words", ""),
        "reason": sent.get("reason", ""),
        "who": sent.get("who", ""),
        "most": reports.MOST_WORDS,
    }
    if request.method != "POST":
        return render(request, "moderation/report.html", context)
    try:
        filed = _file(request, target)
    except reports.ReportError as error:
        return render(request, "moderation/report.html", context | {"refusal": error.sentence, "code": error.code}, status=422)
    except TooFast:
        return render(request, "moderation/report.html", context | {"refusal": str(reports.SENTENCES["too_many"])}, status=429)
    return redirect("moderation:receipt", key=filed.key)


def _file(request: HttpRequest, target: Target) -> Report:
    """Raises ReportError, TooFast."""
    person = targets.person_of(target, request.POST.get("who", ""))
    return reports.file_report(
        reporter=guests.ensure(request),
        kind=target.kind,
        target=person,
        about=target.about,
        label=target.label,
        reason=request.POST.get("reason", ""),
        words=request.POST.get("words", ""),
        language=(get_language() or "en")[:2],
        table=target.table,
        evidence=targets.evidence_of(target._replace(person=person)),
        who=limits.who(request),
    )


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Every report that this person has made, newest first."""
    found: Sequence[Report] = []
    if isinstance(request.user, User):
        found = Report.objects.filter(reporter=request.user).select_related("table").order_by("-created_at")[:100]
    return render(request, "moderation/reports.html", {"reports": [(one, targets.called(one)) for one in found]})


@never_cache
@require_safe
def receipt(request: HttpRequest, key: str) -> HttpResponse:
    """One report and its state, for who made it; the same answer for everybody else as for an unknown one."""
    found = Report.objects.filter(key=key, reporter=request.user.pk).first() if request.user.pk is not None and key.isprintable() else None
    if found is None:
        raise Http404
    return render(request, "moderation/receipt.html", {"report": found, "called": targets.called(found), "reason": REASONS[found.reason]})
