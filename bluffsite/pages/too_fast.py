"""The answer to whoever asks more often than `bluffsite.accounts.limits` allows: 429, when to try again, nothing lost."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bluffsite.accounts import limits
from bluffsite.accounts.limits import TooFast
from bluffsite.pages.errors import is_ours, repeatable_fields

UNUSABLE = 422
"""The status of a form that is shown again with what is wrong in it."""


class TooFastMiddleware:
    """Turns a `TooFast` that a view let pass into that answer, and gives the status to a form that tells of one itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        limits.refused_for.set(0)
        response = self.get_response(request)
        if response.status_code == UNUSABLE and (seconds := limits.refused_for.get()):
            response.status_code = 429
            response["Retry-After"] = str(seconds)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return too_fast(request, exception.seconds) if isinstance(exception, TooFast) else None


def too_fast(request: HttpRequest, seconds: int) -> HttpResponse:
    """A page with what was typed, ready to be sent again; for the script of a table one sentence."""
    if request.headers.get("X-Requested-With"):
        text = f"{_('That was too often.')} {wait(seconds)}"
        response = HttpResponse(text, status=429, content_type="text/plain; charset=utf-8")
    else:
        is_form = request.method == "POST" and is_ours(request)
        fields = repeatable_fields(request) if is_form else None
        context = {
            "wait": wait(seconds),
            "fields": fields,
            "can_repeat": fields is not None,
            "is_page": request.method in ("GET", "HEAD"),
            "action": request.get_full_path(),
        }
        response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response


def wait(seconds: int) -> str:
    """When the next try counts, as a sentence: seconds up to two minutes, then minutes."""
    if seconds <= 120:
        return ngettext("Try again in %(count)d second.", "Try again in %(count)d seconds.", seconds) % {"count": seconds}
    minutes = -(-seconds // 60)
    return ngettext("Try again in %(count)d minute.", "Try again in %(count)d minutes.", minutes) % {"count": minutes}
