"""Second pairs of eyes, decisions that stand, and appeals."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bluffsite.accounts.models import User
from bluffsite.moderation.conduct import title_of
from bluffsite.moderation.desk import appeals, claims, queue, sanctions
from bluffsite.moderation.desk.access import moderators_only
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.forms import ACTS, AnswerForm, NoteForm
from bluffsite.moderation.desk.models import Appeal, Sanction


@moderators_only
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """Bans over thirty days that nobody else has looked at yet, and open appeals."""
    staff = cast(User, request.user)
    context = {
        "waiting": [(one, ACTS[Sanction.Act(one.act)], title_of(one.rule)) for one in queue.waiting(staff)[:100]],
        "appeals": [(one, ACTS[Sanction.Act(one.sanction.act)], claims.holds(one, staff)) for one in queue.open_appeals(staff)[:100]],
        "counters": queue.counters(staff),
    }
    return render(request, "desk/waiting.html", context)


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def decision(request: HttpRequest, key: str) -> HttpResponse:
    """One decision: agree, do not agree, or take it back. An appeal against it is decided here too."""
    staff = cast(User, request.user)
    sanction = _sanction(key, staff)
    note, answer = NoteForm(), AnswerForm()
    if request.method == "POST":
        do = request.POST.get("do", "")
        note = NoteForm(request.POST) if do in ("refuse", "lift") else note
        answer = AnswerForm(request.POST) if do in ("uphold", "overturn") else answer
        try:
            if told := _do(do, sanction, staff, note, answer):
                messages.success(request, told, extra_tags="good")
                return redirect("desk:decision", key=key)
        except DeskError as error:
            form = note if note.is_bound else answer
            if not form.is_bound:
                messages.error(request, error.sentence, extra_tags="bad")
                return redirect("desk:decision", key=key)
            form.add_error(None, error.sentence)
    return _page(request, sanction, staff, note, answer)


def _do(do: str, sanction: Sanction, staff: User, note: NoteForm, answer: AnswerForm) -> str:
    """What to say about it; "" where the form is not whole. Raises DeskError."""
    if (note.is_bound and not note.is_valid()) or (answer.is_bound and not answer.is_valid()):
        return ""
    appeal = Appeal.objects.select_related("sanction").filter(sanction=sanction).first()
    if do == "confirm":
        sanctions.confirm(sanction=sanction, by=staff)
        return _("It counts from now on.")
    if do == "refuse":
        sanctions.refuse(sanction=sanction, by=staff, note=note.cleaned_data["note"])
        return _("Nothing comes of it.")
    if do == "lift":
        sanctions.lift(sanction=sanction, by=staff, note=note.cleaned_data["note"])
        return _("The decision is taken back.")
    if appeal is None or do not in ("claim", "uphold", "overturn"):
        raise Http404
    if do == "claim":
        claims.claim_appeal(appeal=appeal, by=staff)
        return _("You have taken the appeal.")
    if appeal.claimed_by_id == staff.pk and appeal.decided_at is None:
        claims.claim_appeal(appeal=appeal, by=staff)  # their time had run out, and nobody else has taken it
    appeals.decide(appeal=appeal, by=staff, overturns=do == "overturn", answer=answer.cleaned_data["answer"])
    return _("The appeal is decided. The person has been told.")


def _page(request: HttpRequest, sanction: Sanction, staff: User, note: NoteForm, answer: AnswerForm) -> HttpResponse:
    appeal = Appeal.objects.select_related("decided_by", "claimed_by").filter(sanction=sanction).first()
    had_part = claims.had_part(sanction, staff)
    context = {
        "sanction": sanction,
        "act": ACTS[Sanction.Act(sanction.act)],
        "rule": title_of(sanction.rule),
        "appeal": appeal,
        "had_part": had_part,
        "may_take": appeal is not None and appeal.decided_at is None and not had_part,
        "is_mine": appeal is not None and claims.holds(appeal, staff),
        "note": note,
        "answer": answer,
        "counters": queue.counters(staff),
    }
    return render(request, "desk/decision.html", context, status=422 if note.errors or answer.errors else 200)


def _sanction(key: str, staff: User) -> Sanction:
    """Nobody sees a decision about themselves here: they have it at `/decisions/`, once it counts."""
    if len(key) > 16 or not key.isprintable():
        raise Http404
    found = Sanction.objects.select_related("person", "by", "second", "report").filter(key=key).exclude(person=staff).first()
    if found is None:
        raise Http404
    return found
