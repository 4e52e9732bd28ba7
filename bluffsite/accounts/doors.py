"""Who may open a page of people, and how often: decorators of views. "Is a member" is the only check there is."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from bluffsite.accounts import limits

View = Callable[Concatenate[HttpRequest, ...], HttpResponseBase]


def members_only(view: View) -> View:
    """Others are asked to sign in, and come back afterwards."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "is_member", False):
            return view(request, *args, **kwargs)
        return ask(
            request, "accounts:sign_in", request.get_full_path() if request.method in ("GET", "HEAD") else reverse("accounts:account")
        )

    return checked


def ask(request: HttpRequest, door: str, back: str) -> HttpResponseRedirect:
    """Lead to the sign-in or the registration, and `back` from there. A form that was sent is kept: `bluffsite.pages.unsent`."""
    request.was_asked_to_sign_in = True  # type: ignore[attr-defined]
    return HttpResponseRedirect(f"{reverse(door)}?{urlencode({'next': back})}")


def with_account(view: View) -> View:
    """Members and guests: whoever has a row here. Visitors are asked to sign in."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs) if request.user.is_authenticated else members_only(view)(request, *args, **kwargs)

    return checked


def guest_aside(view: View) -> View:
    """A guest counts as a visitor in this view, and stays signed in: it is `request.guest`, and the reader of the page again."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if not getattr(user, "is_guest", False):
            return view(request, *args, **kwargs)
        request.guest, request.user = user, AnonymousUser()  # type: ignore[attr-defined, misc]
        response = view(request, *args, **kwargs)
        if not request.user.is_authenticated:
            request.user = user
        return response

    return asked


def as_visitor(view: View) -> View:
    """For doors that lead in: members are in already, and a guest counts as a visitor there until the door opens."""
    asked = guest_aside(view)

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "is_member", False):
            return redirect(next_page(request))
        return asked(request, *args, **kwargs)

    return checked


def limited(action: str) -> Callable[[View], View]:
    """Each POST counts as one of the actions of `limits.LIMITS`; one too many raises TooFast, which becomes a page."""

    def decorate(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method == "POST":
                limits.spend(action, limits.who(request))
            return view(request, *args, **kwargs)

        return counted

    return decorate


def next_page(request: HttpRequest) -> str:
    """Where to go afterwards: an address of ours in `next`, else the home page."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    return address if is_ours(request, address) else reverse("pages:home")


def is_ours(request: HttpRequest, address: str) -> bool:
    """Whether one may be led there from here: a page of this very site."""
    return url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}, require_https=request.is_secure())
