"""What everybody may read about moderation, and what a person may about themselves: rule, reason, evidence, end, appeal (UX-1105)."""

from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from bluffsite.accounts import limits, marks
from bluffsite.accounts.models import User
from bluffsite.moderation.conduct import CLAUSES, RULES
from bluffsite.moderation.desk import appeals, figures
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.forms import ACTS, AppealForm
from bluffsite.moderation.desk.models import Sanction


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    return render(request, "conduct/conduct.html", {"clauses": CLAUSES})


@require_safe
def numbers(request: HttpRequest) -> HttpResponse:
    """What was reported, decided and appealed in the last twelve months (UX-1108)."""
    found = figures.months()
    acts = [(act, title) for act, title in ACTS.items() if any(month.acts.get(act) for month in found)]
    rows = [(month, [figures.rough(month.acts.get(act, 0)) for act, _title in acts], figures.rough(month.overturned)) for month in found]
    year = figures.total(found)
    sums = [figures.rough(year.acts.get(act, 0)) for act, _title in acts]
    context = {"rows": rows, "acts": acts, "year": year, "sums": sums, "overturned": figures.rough(year.overturned)}
    return render(request, "conduct/figures.html", context)


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Every decision about the reader, the newest first."""
    found = _of(request).select_related("appeal").order_by("-given_at") if isinstance(request.user, User) else []
    return render(request, "conduct/decisions.html", {"rows": [_row(sanction) for sanction in found]})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def decision(request: HttpRequest, key: str) -> HttpResponse:
    """One decision about the reader, and their appeal. Nobody else's is ever there."""
    if not isinstance(request.user, User) or len(key) > 16 or not key.isprintable():
        raise Http404
    sanction = _of(request).select_related("appeal").filter(key=key).first()
    if sanction is None:
        raise Http404
    form = AppealForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            limits.spend("appeal", limits.who(request))
            appeals.file(sanction=sanction, person=request.user, words=form.cleaned_data["words"], language=(get_language() or "en")[:2])
        except DeskError as error:
            form.add_error(None, error.sentence)
        else:
            messages.success(
                request, _("Your appeal has arrived. Somebody who had no part in the decision looks at it."), extra_tags="good"
            )
            return redirect("conduct:decision", key=key)
    return render(request, "conduct/decision.html", _row(sanction) | {"form": form}, status=422 if form.errors else 200)


@never_cache
def shut_out(request: HttpRequest) -> HttpResponse:
    """Instead of a page that is closed to the reader: why, until when, and what they still can do."""
    mark = marks.bars(cast(User, request.user), *marks.SHUT_OUT)
    key = mark.ref.removeprefix("sanction:") if mark is not None else ""
    sanction = _of(request).select_related("appeal").filter(key=key).first()
    context: dict[str, Any] = {"mark": mark} | (_row(sanction) if sanction is not None else {})
    return render(request, "conduct/shut_out.html", context, status=403)


def _of(request: HttpRequest) -> Any:
    """Only what counts or has counted: a proposal is nobody's business yet."""
    return Sanction.objects.filter(person=request.user.pk).exclude(given_at=None)


def _row(sanction: Sanction) -> dict[str, Any]:
    return {
        "sanction": sanction,
        "act": ACTS[Sanction.Act(sanction.act)],
        "rule": RULES.get(sanction.rule),
        "appeal": getattr(sanction, "appeal", None),
        "may_appeal": appeals.may_appeal(sanction),
        "lasts": sanction.act in appeals.sanctions.MARKS and sanction.act != Sanction.Act.WARN,
    }
