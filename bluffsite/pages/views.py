"""Home, settings and the pages about the site."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bluffsite.accounts import guests, registry, services
from bluffsite.accounts.retention import kept
from bluffsite.accounts.zones import modern, zone_of
from bluffsite.pages.about import ABOUT, template_of
from bluffsite.pages.choices import choose
from bluffsite.pages.forms import SettingsForm
from bluffsite.pages.look import COOKIE, changed, keep_look, read_look
from games.core.game import Game, Language
from games.core.registry import all_games, game_named
from games.play.listing import open_tables
from games.play.reader import wants_devanagari
from games.play.rows import open_html
from games.play.selectors import first_game
from games.play.shell import ahead
from leagues.readers.matches import next_of

MOST_OPEN_TABLES = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Three doors, the games, and a field for a spoken code. Rules of the page: UX-101, UX-104."""
    first = first_game(request.user, str(get_language()))
    context = {
        "now_ms": round(timezone.now().timestamp() * 1000),
        "games": [card(game) for game in all_games()],
        "first": first,
        "ahead": ahead(first),
        "league_match": next_of(request.user) if getattr(request.user, "is_member", False) else None,
        "first_title": game_named(first).words.title(cast(Language, get_language())),
        "open_tables": mark_safe(_open_tables(request)),  # noqa: S308 - made by an autoescaped template
    }
    with timezone.override(zone_of(request.user)):
        return render(request, "pages/home.html", context)


def _open_tables(request: HttpRequest) -> str:
    """The newest tables that wait, as the lobby shows them."""
    found = open_tables(request.user, most=MOST_OPEN_TABLES)
    is_member = request.user.is_authenticated and request.user.is_member
    return open_html(found, cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user), is_member=is_member)


def card(game: Game) -> dict[str, Any]:
    """What the list of games says of one."""
    least, most = game.seats
    return {
        "slug": game.slug,
        "title": game.words.title(cast(Language, get_language())),
        "teaser": f"games/{game.slug}/teaser.html",
        "seats": _("%(least)s–%(most)s players") % {"least": least, "most": most},
        "minutes": ngettext("%(count)s minute", "%(count)s minutes", game.minutes) % {"count": game.minutes},
    }


@require_safe
def about(request: HttpRequest, page: str) -> HttpResponse:
    """One of the pages of `ABOUT` in the language of the address."""
    if page not in ABOUT:
        raise Http404
    context = {
        "page": page,
        "page_title": ABOUT[page],
        "body": template_of(page, get_language()),
        "is_complete": bool(settings.OPERATOR_NAME),
        "kept": sorted(kept, key=lambda entry: entry.days),
        "cookie_names": {"session": settings.SESSION_COOKIE_NAME, "csrf": settings.CSRF_COOKIE_NAME},
    }
    return render(request, "pages/about.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Look, sound, digits and more time. The look goes into the cookie, the rest to the person (a guest is made if need be)."""
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=saved_settings(request))
    if request.method != "POST" or not form.is_valid():
        return render(request, "pages/settings.html", {"form": form, "pages": registry.settings_pages}, status=422 if form.errors else 200)
    chosen = form.cleaned_data
    keep_personal(request, more_time=chosen["more_time"], devanagari=chosen["digits"] == "ne", time_zone=chosen["time_zone"])
    language = chosen["language"] or get_language() or settings.LANGUAGE_CODE
    with translation.override(language):
        messages.success(request, _("Your settings are kept."), extra_tags="good")
        response = redirect("pages:settings")
    if chosen["language"]:
        choose(request, response, language)
    keep_look(response, changed(read_look(request), {name: chosen[name] for name in form.LOOK}))
    return response


def saved_settings(request: HttpRequest) -> dict[str, Any]:
    look = read_look(request)
    digits = "ne" if wants_devanagari(request.COOKIES, request.user) else ""
    more_time = getattr(request.user, "more_time", False)
    own = {"language": get_language(), "time_zone": getattr(request.user, "time_zone", "")}
    return {**{name: getattr(look, name) for name in SettingsForm.LOOK}, "digits": digits, "more_time": more_time, **own}


def keep_personal(request: HttpRequest, *, more_time: bool, devanagari: bool, time_zone: str) -> None:
    """What follows the person to every device. Nothing is made for a visitor who asks for nothing."""
    if not request.user.is_authenticated and not more_time:
        return
    user = guests.ensure(request)
    user.more_time, user.devanagari_digits = more_time, devanagari
    user.time_zone = modern(time_zone) or user.time_zone
    user.save(update_fields=["more_time", "devanagari_digits", "time_zone"])


@require_http_methods(["GET", "HEAD", "POST"])
def clear_device(request: HttpRequest) -> HttpResponse:
    """Forget this person on this device: session and cookies go. A guest is told before what that means (UX-1305)."""
    if request.method != "POST":
        return render(request, "pages/clear.html")
    services.sign_out(request=request)
    response = redirect("pages:home")
    for name in (COOKIE, settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        response.delete_cookie(name, samesite="Lax")
    response["Clear-Site-Data"] = '"cache", "storage"'
    messages.success(request, _("The data on this device is gone."), extra_tags="good")
    return response
