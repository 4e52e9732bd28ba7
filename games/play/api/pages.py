"""What the API says about itself: OpenAPI, the message reference, the example, and one page for people with all of it."""

import json
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.play.api.dispatch import language_of, problem
from games.play.api.endpoints import ENDPOINTS
from games.play.api.openapi import document
from games.play.api.problems import ApiError
from games.play.markdown import to_html

DOCS = settings.BASE_DIR / "bluffsite" / "docs"


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(_openapi_text(), content_type="application/json")
    response["Access-Control-Allow-Origin"] = "*"  # public, and the same for everyone
    return response


@cache
def _openapi_text() -> bytes:
    return json.dumps(document(), ensure_ascii=False, indent=1).encode()


@require_safe
def protocol(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_text("protocol.md"), content_type="text/markdown; charset=utf-8")


@require_safe
def client_example(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_text("client_example.py"), content_type="text/plain; charset=utf-8")


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The page for people who write clients."""
    context = {"endpoints": _rows(), "protocol": _protocol_html(), "example": _text("client_example.py")}
    return render(request, "api/reference.html", context)


@csrf_exempt
def nothing(request: HttpRequest) -> HttpResponse:
    """Any other address below the API."""
    language = language_of(request)
    with translation.override(language):
        return problem(ApiError("not_found"), language)


def _rows() -> list[dict[str, object]]:
    """The endpoints as the page lists them."""
    return [
        {
            "method": endpoint.method,
            "path": f"/api/v1/{endpoint.path}",
            "summary": endpoint.summary,
            "description": " ".join((endpoint.view.__doc__ or "").split()),
            "body": getattr(endpoint.body, "__name__", ""),
            "signed_in": endpoint.signed_in,
            "status": endpoint.status,
        }
        for endpoint in ENDPOINTS
    ]


@cache
def _text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@cache
def _protocol_html() -> SafeString:
    return mark_safe(to_html(_text("protocol.md")))  # noqa: S308 (our own file, escaped all the same)
