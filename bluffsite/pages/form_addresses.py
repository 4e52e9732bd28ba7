"""A look at an address that only takes forms leads to the page above it, which has the form.

People come there by themselves: a refused form is shown at its own address, and they load it again or choose another language.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

NOT_ALLOWED = 405


class FormAddressesMiddleware:
    """Programs, which do not ask for a page, are told 405 as ever."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == NOT_ALLOWED and request.method in ("GET", "HEAD") and _wants_a_page(request):
            return HttpResponseRedirect(above(request.path))
        return response


def _wants_a_page(request: HttpRequest) -> bool:
    return "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")


def above(path: str) -> str:
    """`/en/account/name/` -> `/en/account/`; `/` stays."""
    return path.rstrip("/").rpartition("/")[0] + "/"
