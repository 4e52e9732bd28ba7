"""All addresses. Pages of people are `/<lang>/...`; tables, the API and the site's own signs have no language.

Each app offers `urlpatterns` (below the language; named `app_name:name`) and, where it has any, `bare_urlpatterns`
(without one).
"""

from importlib import import_module

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, URLResolver, include, path
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request

from bluffsite.health import healthz, metrics

_APPS = (
    "bluffsite.pages.urls",
    "bluffsite.accounts.urls",
    "bluffsite.accounts.allauth_urls",
    "games.play.urls",
    "rulebook.urls",
    "leagues.urls",
    "bluffsite.moderation.urls",
    "bluffsite.moderation.decisions.urls",
    "bluffsite.moderation.desk.urls",
)
APPS = [import_module(name) for name in _APPS]


def to_language(request: HttpRequest) -> HttpResponse:
    """`/` leads to the home page in the language of the cookie or the browser."""
    response = HttpResponseRedirect(f"/{get_language_from_request(request)}/")
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


urlpatterns: list[URLPattern | URLResolver] = [
    path("", to_language),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("api/v1/", include("games.play.api.urls")),
    *(pattern for app in APPS for pattern in getattr(app, "bare_urlpatterns", [])),
    *i18n_patterns(*(path("", include(app)) for app in APPS), prefix_default_language=True),
]

handler400 = "bluffsite.pages.errors.bad_request"
handler403 = "bluffsite.pages.errors.forbidden"
handler404 = "bluffsite.pages.errors.not_found"
handler500 = "bluffsite.pages.errors.server_error"
