"""The doors of the home page: play now, and the table of a spoken code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from bluffsite.accounts import guests, limits
from games.play.sentences import sentence
from games.play.services import tables
from games.play.services.errors import TableError


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One tap from home to the first decision: a guest is made if need be, and the match has begun. Rules: UX-101."""
    try:
        user = guests.ensure(request)
        table = tables.play_now(user=user, game=request.POST.get("game", ""), part=request.POST.get("part", ""), who=limits.who(request))
    except (TableError, limits.TooFast) as error:
        return render(request, "play/refused.html", {"reason": sentence(error.code)}, status=_status(error.code))
    return redirect("play:table", key=table.key)


@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The code field of the home page. Looking up is a POST, so that nobody's codes end in an address or a log."""
    if request.method != "POST":
        return render(request, "play/code.html")
    return _to_table(request, request.POST.get("code", ""))


@require_http_methods(["GET", "HEAD", "POST"])
def code_link(request: HttpRequest, code: str) -> HttpResponse:
    """`/t/<code>`: the code as a short address, for those who would rather type one."""
    return _to_table(request, code)


def _to_table(request: HttpRequest, code: str) -> HttpResponse:
    try:
        table = tables.table_by_code(code=code, who=limits.who(request))
    except TableError as error:
        context = {"code": code[:20], "code_error": sentence(error.code)}
        return render(request, "play/code.html", context, status=_status(error.code))
    return redirect("play:table", key=table.key)


def _status(code: str) -> int:
    return {"too_fast": 429, "unknown_code": 404, "unknown_game": 404}.get(code, 422)
