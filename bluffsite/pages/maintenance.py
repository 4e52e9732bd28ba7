"""Maintenance: while the file `maintenance` lies in the data folder, every page says so in four languages (503)."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

STILL_ANSWERED = ("/healthz", "/metrics", "/static/")
POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; frame-ancestors 'none'"  # it has a style of its own
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
    """The static page, read from the file: it needs no database, no cache and no translation."""
    page = (settings.BASE_DIR / "templates" / "maintenance.html").read_bytes()
    response = HttpResponse(page, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    response["Content-Security-Policy"] = POLICY
    return response
