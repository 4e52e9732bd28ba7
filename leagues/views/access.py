"""What every page of a league begins with: the league, what the reader is in it, and the reader's time zone.

Unknown leagues and those that are not open to the reader are the same page, and the same answer to a form.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bluffsite.accounts.doors import ask
from leagues.selectors import Seen, seen
from leagues.services import owners
from leagues.services.errors import LeagueError
from leagues.times import zone_of

View = Callable[..., HttpResponse]


def league_page(view: View) -> View:
    """`view(request, seen, ...)` for an address with `key`, in the reader's own time zone (UX-1001: "my zone").

    A LeagueError that the view lets through becomes its sentence on the home of the league.
    """

    @wraps(view)
    def opened(request: HttpRequest, key: str, **rest: Any) -> HttpResponse:
        found = seen(request.user, key)
        if found is None:
            return unknown(request)
        if found.member is not None:
            owners.note([found.member])
        with timezone.override(zone_of(request.user, found.league)):
            return view(request, found, **rest)

    return opened


def member_page(view: View) -> View:
    """The same for members of the league alone; people without an account are asked to register, and come back."""

    @league_page
    @wraps(view)
    def opened(request: HttpRequest, found: Seen, **rest: Any) -> HttpResponse:
        if found.member is not None:
            return view(request, found, **rest)
        if not getattr(request.user, "is_member", False):
            return ask_to_register(request, back=reverse("leagues:home", args=[found.league.key]))
        return refuse(request, LeagueError("not_member"), to=reverse("leagues:home", args=[found.league.key]))

    return opened


def unknown(request: HttpRequest) -> HttpResponse:
    """404 in words: whether there is such a league is nobody's business."""
    return render(request, "leagues/unknown.html", {"back": request.get_full_path()}, status=404)


def ask_to_register(request: HttpRequest, back: str) -> HttpResponse:
    """Leagues are for members: register (or sign in), and come back here."""
    return ask(request, "accounts:register", back)


FORBIDDEN = frozenset({"no_right", "owner_only", "not_member", "members_only"})
"""Refusals for what somebody is, not for what they asked: 403."""


def refuse(request: HttpRequest, error: LeagueError, to: str) -> HttpResponse:
    """Why something was not done: on a page of its own where it is nothing for this person, else on the page that shows
    what can be done instead."""
    if error.code in FORBIDDEN:
        return render(request, "leagues/refused.html", {"sentence": error.sentence, "back": to}, status=403)
    messages.error(request, error.sentence, extra_tags="bad")
    return redirect(to)
