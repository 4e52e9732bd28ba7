"""A form sent by somebody whose session has ended meanwhile, or who has no account: what was typed waits behind the sign-in.

Doors that ask for an account mark the request (`bluffsite.accounts.doors.ask`); the form then waits in the cache for a quarter
of an hour, known to this browser's session alone, and is offered again after the sign-in. Passwords never wait.
"""

import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

import redis
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bluffsite.accounts import limits
from bluffsite.pages.errors import repeatable_fields

KEY = "unsent"
SECONDS = 900


class UnsentMiddleware:
    """Keeps the form where a door has just led its sender to the sign-in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and getattr(request, "was_asked_to_sign_in", False) and _keep(request):
            messages.warning(
                request, _("You are not signed in, so nothing has happened yet. What you typed is kept: you can send it right after.")
            )
            door = urlsplit(response["Location"]).path
            response["Location"] = f"{door}?{urlencode({'next': reverse('pages:unsent')})}"
        return response


def _keep(request: HttpRequest) -> bool:
    """Whether there was something to keep, and it is kept."""
    fields = [(name, value) for name, value in repeatable_fields(request) or () if name != "next"]
    if not any(value.strip() for _name, value in fields):
        return False
    token = secrets.token_urlsafe(16)
    try:
        limits.spend("unsent", limits.who(request))
        cache.set(f"{KEY}:{token}", (request.get_full_path(), fields), SECONDS)
    except (limits.TooFast, redis.RedisError, OSError):
        return False
    request.session[KEY] = token
    return True


@never_cache
@require_safe
def unsent(request: HttpRequest) -> HttpResponse:
    """Send it now? Where nothing waits any more, home."""
    kept = _kept(request)
    if kept is None:
        return redirect("pages:home")
    if not getattr(request.user, "is_member", False):
        return redirect(f"{reverse('accounts:sign_in')}?{urlencode({'next': request.path})}")
    action, fields = kept
    return render(request, "pages/unsent.html", {"action": action, "fields": fields})


def _kept(request: HttpRequest) -> Any:
    token = request.session.get(KEY)
    try:
        return cache.get(f"{KEY}:{token}") if token else None
    except (redis.RedisError, OSError):
        return None
