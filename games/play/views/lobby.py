"""The lobby: tables that wait for players, matches to watch, and quick match. Works without a script; with one the list is live."""

import hashlib
from typing import Any, cast

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bluffsite.accounts import guests, limits
from bluffsite.accounts.models import User
from games.core.game import Language
from games.core.registry import all_games
from games.play import listing, rows, selectors
from games.play.listing import Filters, OpenTable
from games.play.reader import wants_devanagari
from games.play.sentences import sentence
from games.play.services import admission, quick
from games.play.services.errors import TableError
from games.play.talk.avoiding import avoided_by

REFRESH_SECONDS = 2
"""How often a list asks again, at most (UX-203)."""

PEOPLE_ONLY = "people"
WAIT = "quick_wait"
"""Where a session keeps how long its person waits for people."""


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The tables that wait, with filters and quick match. Rules: UX-201, UX-202, UX-1501."""
    filters = _filters(request)
    return render(request, "play/lobby.html", _context(request, filters, watch=False))


@never_cache
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """The public matches that run."""
    return render(request, "play/lobby.html", _context(request, _filters(request), watch=True))


@require_safe
def rows_only(request: HttpRequest) -> HttpResponse:
    """The rows alone, for the page's script; 304 where nothing has changed but the time."""
    limits.spend("lobby", limits.who(request))
    watches = request.GET.get("tab") == "watch"
    found = _found(request, _filters(request), watch=watches)
    barred = _barred(request)
    tag = f'"{_digest(request, found, barred, watch=watches)}"'
    if request.headers.get("If-None-Match") == tag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(_rows(request, found, barred, watch=watches))
    response["ETag"], response["Cache-Control"], response["X-Robots-Tag"] = tag, "private, no-cache", "noindex"
    return response


@require_POST
def quick_match(request: HttpRequest) -> HttpResponse:
    """Sit down at the best open table, or at a new one; `from` names a table to leave first, `alone` one to leave for computers,
    `stay` one whose host the person would rather wait for.

    Rules: common.quick.table, common.quick.start; UX-204.
    """
    limits.spend("quick match", limits.who(request))
    wait = _wait(request.POST.get("wait", ""), request)
    try:
        table = _quick(request, wait)
    except TableError as error:
        return _refused(request, sentence(error.code, error.rule))
    request.session[WAIT] = PEOPLE_ONLY if wait is None else wait
    if is_script(request):
        return HttpResponse(status=204, headers={"X-Table": table.key})
    return redirect("play:table", key=table.key)


def _refused(request: HttpRequest, text: str) -> HttpResponse:
    if is_script(request):
        return HttpResponse(text, status=422, content_type="text/plain; charset=utf-8")
    messages.error(request, text)
    return redirect("lobby:tables")


def is_script(request: HttpRequest) -> bool:
    """Whether a table's script asks, which goes to the table by itself."""
    return request.headers.get("X-Requested-With") == "table"


def _quick(request: HttpRequest, wait: int | None) -> Any:
    filters = _filters(request, sent="POST")
    user, who = guests.ensure(request), limits.who(request)
    game = selectors.first_game(user, str(get_language()))
    avoided = avoided_by(user.pk, or_muted=True)
    named = [request.POST.get(name, "") for name in ("from", "alone", "stay")]
    before = selectors.table_for(user, next(filter(None, named), ""))
    if before is not None and request.POST.get("stay"):
        quick.wait_on(user=user, table=before)
        return before
    if before is not None and request.POST.get("alone"):
        return quick.go_on_alone(user=user, table=before, part=request.POST.get("part", ""), who=who)
    if before is None or selectors.seat_of(user, before) is None:
        return quick.look(user=user, game=game, filters=filters, wait=wait, avoided=avoided, part=request.POST.get("part", ""), who=who)
    filters = filters if filters.are_set else Filters(games=(before.game,), rated=before.rated)
    return quick.look_on(user=user, table=before, game=before.game, filters=filters, wait=wait, avoided=avoided, who=who)


def _wait(sent: str, request: HttpRequest) -> int | None:
    """How long this person waits for people; what was chosen last where the form does not say."""
    chosen = sent or str(request.session.get(WAIT, ""))
    if chosen == PEOPLE_ONLY:
        return None
    return int(chosen) if chosen in map(str, quick.WAITS) else quick.DEFAULT_WAIT


def _filters(request: HttpRequest, sent: str = "GET") -> Filters:
    return listing.read_filters({name: [str(value) for value in values] for name, values in getattr(request, sent).lists()})


def _found(request: HttpRequest, filters: Filters, *, watch: bool) -> list[OpenTable]:
    return listing.watchable_tables(filters) if watch else listing.open_tables(cast(listing.Reader, request.user), filters)


def _rows(request: HttpRequest, found: list[OpenTable], barred: str, *, watch: bool) -> str:
    language, digits = cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user)
    if watch:
        return rows.watch_html(found, language, digits)
    return rows.open_html(found, language, digits, is_member=_is_member(request), barred=barred)


def _digest(request: HttpRequest, found: list[OpenTable], barred: str, *, watch: bool) -> str:
    """What the rows depend on, as a text: whole minutes of waiting, and who reads."""
    seen = [msgspec.structs.replace(table, waiting_seconds=table.waiting_seconds // 60) for table in found]
    reader = (get_language(), wants_devanagari(request.COOKIES, request.user), watch, _is_member(request), barred)
    return hashlib.blake2b(msgspec.json.encode([reader, seen]), digest_size=12).hexdigest()


def _is_member(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_member


def _barred(request: HttpRequest) -> str:
    """Why this person may not sit down with others now, in words (UX-208)."""
    code = admission.refusal(request.user) if isinstance(request.user, User) else None
    return sentence(code) if code is not None else ""


def _context(request: HttpRequest, filters: Filters, *, watch: bool) -> dict[str, Any]:
    language = cast(Language, get_language())
    found = _found(request, filters, watch=watch)
    wait, barred = _wait("", request), _barred(request)
    return {
        "watch": watch,
        "filters": filters,
        "query": request.GET.urlencode(),
        "count": len(found),
        "rows": mark_safe(_rows(request, found, barred, watch=watch)),  # noqa: S308 - made by an autoescaped template
        "is_short": len(found) == listing.MOST,
        "barred": barred,
        "is_cooling": barred == sentence("cool_down"),
        "games": [(game.slug, game.words.title(language), game.slug in filters.games) for game in all_games()],
        "speeds": [(speed, name, speed in filters.speeds) for speed, name in rows.speed_names().items()],
        "spoken": [(code, name, code in filters.languages) for code, name in rows.NATIVE.items()],
        "sizes": [(size, size == listing.SIZES[-1], size == filters.size) for size in listing.SIZES],
        "waits": [(seconds, seconds == wait) for seconds in quick.WAITS],
        "people_only": wait is None,
        "first": filters.games[0] if filters.games else selectors.first_game(cast(selectors.Reader, request.user), language),
        "now_ms": round(timezone.now().timestamp() * 1000),
        "every_ms": REFRESH_SECONDS * 1000,
    }
