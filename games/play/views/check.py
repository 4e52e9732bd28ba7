"""Fair deals for people: the page that checks a match in the browser, and the page that explains how."""

from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games.play import selectors
from games.play.markdown import to_html

_EXPLAINED = settings.BASE_DIR / "bluffsite" / "docs" / "fair_deals.md"


@require_safe
def check_table(request: HttpRequest, key: str) -> HttpResponse:
    """The record of this table is fetched by the browser itself, which gets it only if it may. Rules: common.view.record."""
    if selectors.table_for(request.user, key) is None:
        raise Http404
    return _page(request, record=reverse("play:record", args=[key]), table=reverse("play:table", args=[key]))


@require_safe
def check_file(request: HttpRequest) -> HttpResponse:
    """The same without a table: for a record from one's own disk."""
    return _page(request)


def _page(request: HttpRequest, **addresses: str) -> HttpResponse:
    return render(
        request, "play/check.html", {"module": f"{settings.STATIC_URL}GAME/fairness.js", "explained": reverse("lobby:fair"), **addresses}
    )


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How deals are made and how to check them; for programmers, and in English."""
    return render(request, "play/fair.html", {"text": _explained()})


@cache
def _explained() -> SafeString:
    return mark_safe(to_html(_EXPLAINED.read_text(encoding="utf-8")))  # noqa: S308 (our own file)
