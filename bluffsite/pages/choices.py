"""The two switches of every page: language and look. Both are a POST and lead back to the same page and query."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import translate_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST

from bluffsite.pages.look import changed, keep_look, read_look


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language in a cookie (and for members in the account), and show the same page in it."""
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES) or not check_for_language(language):
        return HttpResponseRedirect(back(request))
    response = HttpResponseRedirect(translate_url(back(request), language))
    choose(request, response, language)
    return response


def choose(request: HttpRequest, response: HttpResponse, language: str) -> None:
    """Keep the language in the browser, and for whoever has a row here with the person."""
    keep_language(response, language)
    if request.user.is_authenticated and request.user.language != language:
        request.user.language = language
        request.user.save(update_fields=["language"])


@require_POST
def choose_look(request: HttpRequest) -> HttpResponse:
    """Change the parts of the look that are given, keep the others."""
    response = HttpResponseRedirect(back(request))
    keep_look(response, changed(read_look(request), request.POST.dict()))
    return response


def keep_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )


def back(request: HttpRequest) -> str:
    """The address in `next` if it is one of ours, else the home page."""
    address = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return address
    return "/"
