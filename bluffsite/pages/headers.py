"""What every answer says about itself to browsers and proxies, besides what Django's own middleware says."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

UNUSED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone", "payment", "usb")
"""What no page of the site ever asks a browser for."""
PERMISSIONS = ", ".join(f"{name}=()" for name in UNUSED)


class HeadersMiddleware:
    """Pages that depend on who looks are kept by that browser alone, and no other site may embed an answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if "Cache-Control" not in response and "cookie" in response.get("Vary", "").lower():
            response["Cache-Control"] = "private, no-cache"
        return response
