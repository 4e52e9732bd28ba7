"""Maintenance: while the file `maintenance` lies in the data folder, every page says so in four languages (503)."""

import base64
import hashlib
import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

STILL_ANSWERED = ("/healthz", "/metrics", "/static/")
RETRY_AFTER = 120  # seconds, for programs and search engines


class MaintenanceMiddleware:
    """Asks the file system once a request, so that an operator needs no restart: `touch var/maintenance`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.MAINTENANCE_FILE.exists() and not request.path.startswith(STILL_ANSWERED):
            return maintenance_page()
        return self.get_response(request)


def maintenance_page() -> HttpResponse:
    response = static_page("maintenance.html", status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def static_page(name: str, *, status: int) -> HttpResponse:
    """A page in all four languages, read from the file: it needs no database, no cache and no translation."""
    page = (settings.BASE_DIR / "templates" / name).read_bytes()
    styles = " ".join(_digest(style) for style in re.findall(rb"<style>(.*?)</style>", page, re.DOTALL))
    response = HttpResponse(page, status=status)
    response["Cache-Control"] = "no-store"
    response["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'self' {styles}; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return response


def _digest(style: bytes) -> str:
    """As a policy names a style that stands in the page itself."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style).digest()).decode()}'"
