"""Tables, people, the audit trail and the templates of reasons."""

from datetime import UTC, datetime
from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from bluffsite.moderation.conduct import CLAUSES
from bluffsite.moderation.desk import audit, leagues, looks, moments, queue, trail, wordings
from bluffsite.moderation.desk.access import moderators_only
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.forms import ACTS, NoteForm, WordingForm
from bluffsite.moderation.desk.models import AuditEntry, Sanction
from games.core.game import Language
from games.core.registry import game_named
from games.play import shell
from games.play.models import Void
from games.play.reader import wants_devanagari


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, key: str) -> HttpResponse:
    """A table as its spectators see it, and what staff can do to it. Looking is noted."""
    staff, found = cast(User, request.user), looks.table_for(key)
    if found is None:
        raise Http404
    note = NoteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and note.is_valid():
        try:
            looks.act(table=found, by=staff, act=request.POST.get("do", ""), note=note.cleaned_data["note"])
        except DeskError as error:
            note.add_error(None, error.sentence)
        else:
            messages.success(request, _("Done, and noted."), extra_tags="good")
            return redirect("desk:table", key=key)
    looks.look(table=found, by=staff, version=None)
    language, digits = cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user)
    seen = moments.moment(found, None, language, digits=digits)
    context = {
        "table": found,
        "title": game_named(found.game).words.title(language),
        "moment": seen,
        "picture": mark_safe(seen.picture) if seen else "",  # noqa: S308 - made by templates that escape
        "art": shell.art(found.game, digits) if seen else "",
        "css": shell.styles(found.game) if seen else [],
        "is_league": looks.counts_in_a_league(found),
        "is_void": Void.objects.filter(pk=found.pk).exists(),
        "note": note,
        "people": User.objects.filter(seats__table=found).distinct().order_by("pk"),
        "counters": queue.counters(staff),
    }
    return render(request, "desk/table.html", context, status=422 if note.errors else 200)


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def league(request: HttpRequest, key: str) -> HttpResponse:
    """What people typed in a league, and what staff take away of it."""
    staff, found = cast(User, request.user), leagues.league_for(key)
    if found is None:
        raise Http404
    note = NoteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and note.is_valid():
        try:
            sent = request.POST.get("do", ""), request.POST.get("what", "")
            leagues.act(league=found, by=staff, act=sent[0], note=note.cleaned_data["note"], what=sent[1])
        except DeskError as error:
            note.add_error(None, error.sentence)
        else:
            messages.success(request, _("Done, and noted."), extra_tags="good")
            return redirect("desk:league", key=key)
    leagues.look(league=found, by=staff)
    context = {"league": found, "texts": leagues.texts(found), "note": note, "counters": queue.counters(staff)}
    return render(request, "desk/league.html", context, status=422 if note.errors else 200)


@moderators_only
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Search by the name of today or by username."""
    words = request.GET.get("q", "").strip()[:100].replace("\0", "")
    found = User.objects.filter(Q(username__icontains=words) | Q(display_name__icontains=words)).order_by("-pk")[:50] if words else []
    return render(request, "desk/people.html", {"words": words, "people": found, "counters": queue.counters(cast(User, request.user))})


@moderators_only
@require_safe
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """What there is about one person: marks in force, decisions, reports."""
    staff, found = cast(User, request.user), get_object_or_404(User, pk=pk)
    decided, reported = found.sanctions, found.reports_about
    if found == staff:  # about oneself one knows here what one is told, too
        decided, reported = decided.exclude(given_at=None), reported.none()
    context = {
        "person": found,
        "marks": marks.in_force(found).order_by("-began_at"),
        "decisions": [(one, ACTS[Sanction.Act(one.act)]) for one in decided.select_related("by").order_by("-created_at")[:50]],
        "reports": reported.order_by("-created_at")[:50],
        "counters": queue.counters(staff),
    }
    return render(request, "desk/person.html", context)


@moderators_only
@require_safe
def entries(request: HttpRequest) -> HttpResponse:
    """The audit trail, searched."""
    asked = {name: request.GET.get(name, "") for name in ("q", "act", "since", "until")}
    staff = cast(User, request.user)
    page = Paginator(_asked(asked, staff), trail.PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "asked": asked, "acts": AuditEntry.Act.values, "counters": queue.counters(staff)}
    return render(request, "desk/audit.html", context)


@moderators_only
@require_POST
def export(request: HttpRequest) -> StreamingHttpResponse:
    """The same as a file; that it was made is an act too."""
    asked = {name: request.POST.get(name, "") for name in ("q", "act", "since", "until")}
    staff, filters = cast(User, request.user), {name: text for name, text in asked.items() if text}
    with transaction.atomic():
        audit.write(actor=staff, act=audit.Act.EXPORT, thing="audit", **filters)
    response = StreamingHttpResponse(trail.as_csv(_asked(asked, staff)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="audit-{timezone.now():%Y-%m-%d}.csv"'
    return response


def _asked(asked: dict[str, str], reader: User) -> Any:
    since, until = (_day(asked[name]) for name in ("since", "until"))
    return trail.entries(reader=reader, words=asked["q"], act=asked["act"].replace("\0", ""), since=since, until=until)


def _day(text: str) -> datetime | None:
    """The beginning of a day; None for what is no date."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def templates(request: HttpRequest) -> HttpResponse:
    """What a person reads about each rule, in each language."""
    staff, forms = cast(User, request.user), {}
    sent = request.POST.get("rule", ""), request.POST.get("language", "")
    if request.method == "POST":
        form = WordingForm(request.POST)
        if sent[0] not in wordings.FIRST or sent[1] not in wordings.LANGUAGES:
            raise Http404
        if form.is_valid():
            wordings.change(by=staff, rule=sent[0], language=sent[1], text=form.cleaned_data["text"])
            messages.success(request, _("The template is changed."), extra_tags="good")
            return redirect("desk:wordings")
        forms[sent] = form
    rows = [
        (clause, [(code, forms.get((clause.key, code)) or _wording(clause.key, code)) for code in wordings.LANGUAGES]) for clause in CLAUSES
    ]
    context = {"rows": rows, "counters": queue.counters(staff)}
    return render(request, "desk/wordings.html", context, status=422 if forms else 200)


def _wording(rule: str, language: str) -> WordingForm:
    return WordingForm(initial={"text": wordings.text_for(rule, language)}, auto_id=f"id_{rule}_{language}_%s")
