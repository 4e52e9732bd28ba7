"""What the forms of a table have in common: which table is meant, and how its page or its script is answered."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from games.play import selectors
from games.play.models import Table
from games.play.render import addresses


def table_of(request: HttpRequest, key: str) -> Table:
    """The table, if this person may see it. Raises Http404."""
    found = selectors.table_for(cast(selectors.Reader, request.user), key)
    if found is None:
        raise Http404
    return found


def number(sent: str) -> int:
    """A whole number as a form sends it; 0 for text that is none."""
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else 0


def wants_json(request: HttpRequest) -> bool:
    """Whether the page's script asks: it gets a bare answer, and the news by its socket."""
    return request.headers.get("X-Requested-With") == "table"


def done(request: HttpRequest, key: str, *, anchor: str = "") -> HttpResponse:
    """Back to the table."""
    if wants_json(request):
        return HttpResponse(status=204, headers={"X-Table": key})
    return HttpResponseRedirect(addresses(key)["table"] + anchor)


def refused(request: HttpRequest, key: str, text: str) -> HttpResponse:
    """Back to the table, with a sentence that says why nothing has changed."""
    if wants_json(request):
        return HttpResponse(text, status=422, content_type="text/plain; charset=utf-8")
    messages.error(request, text)
    return HttpResponseRedirect(addresses(key)["table"])
