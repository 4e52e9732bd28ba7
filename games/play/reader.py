"""What is known of a reader besides the seat: language and digits. Pages and sockets answer the same, so that no page mixes."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

View = Callable[..., HttpResponse]


def wants_devanagari(cookies: Mapping[str, str], user: Any) -> bool:
    """Whether this reader wants the digits ० to ९: by the cookie of `bluffsite.pages.look`, or by the person's own setting."""
    return "digits:ne" in cookies.get("look", "")[:200].split("|") or bool(getattr(user, "devanagari_digits", False))


def in_own_language(view: View) -> View:
    """For addresses without a language: the person's own choice, else the cookie's, else the browser's; as sockets have it."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        language = getattr(request.user, "language", "") or translation.get_language() or settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            return view(request, *args, **kwargs)

    return inner


def keeps_language(view: View) -> View:
    """For doors below a language that lead to a table: who came in through `/de/` stays in German there."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        language = translation.get_language_from_path(request.path)
        if request.method == "POST" and language and language != translation.get_language_from_request(request):
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                samesite=settings.LANGUAGE_COOKIE_SAMESITE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
            )
        return response

    return inner
