"""Error pages: they say what happened and what exists instead. The 500 page needs neither database nor cache."""

from urllib.parse import urlsplit

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.middleware.csp import get_nonce
from django.shortcuts import render
from django.template import loader

log = structlog.get_logger(__name__)

NEVER_REPEATED = ("password", "csrfmiddlewaretoken")
SECRETS = ("old", "new", "code", "credential")
MOST_FIELDS, MOST_LETTERS = 60, 20_000


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404. A table's link gets its own words: it may be mistyped or no longer open; nothing says whether it ever was."""
    is_table = request.path.startswith(("/tables/", "/t/"))
    return render(request, "404.html", {"is_table": is_table}, status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, in the reader's language; should even that fail, in all four, from the same words as a file."""
    nonce = get_nonce(request)  # lazy: false until it is used
    try:
        page = loader.get_template("500.html").render({"nonce": "" if nonce is None else str(nonce)})
    except Exception:
        log.exception("the page for errors failed too")
        page = "<!doctype html><title>bluffsite</title><p>Something went wrong. Er ging iets mis. Etwas ging schief. केही गडबड भयो।"
    return HttpResponseServerError(page)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without its token, mostly a page left open too long. What was typed can be sent again by one tap.

    Only what came from a page of ours is offered again: a foreign page must not be able to prepare a form here.
    """
    fields = repeatable_fields(request) if is_ours(request) else None
    context = {"fields": fields, "can_repeat": fields is not None, "action": request.get_full_path()}
    return render(request, "403_csrf.html", context, status=403)


def is_ours(request: HttpRequest) -> bool:
    """Whether the form was sent by a page of this host, by Origin, else by Referer."""
    origin = request.headers.get("Origin") or request.headers.get("Referer") or ""
    return urlsplit(origin).netloc == request.get_host()


def repeatable_fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """The text fields of a form without passwords; None when there is too much to send along."""
    shown = {name: values for name, values in request.POST.lists() if not (name.startswith(NEVER_REPEATED) or name in SECRETS)}
    fields = [(name, value) for name, values in shown.items() for value in values]
    if len(fields) > MOST_FIELDS or sum(len(name) + len(value) for name, value in fields) > MOST_LETTERS:
        return None
    return fields
