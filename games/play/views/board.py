"""The big screen of a table: the page of a spectator in large type, with a code to sit down (UX-605)."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.play import selectors, shell
from games.play.models import Table
from games.play.services.actions import look

LINES = 12
"""Lines of the log: older ones would not fit."""


@never_cache
@require_safe
def board(request: HttpRequest, key: str) -> HttpResponse:
    """The same whoever looks, also for somebody who sits at the table: a big screen is seen by all."""
    link = request.GET.get("link", "")
    table = selectors.board_table(key, link)
    if table is None or (table.phase == Table.Phase.CLOSED and not hasattr(table, "match")):
        raise Http404
    if hasattr(table, "match"):
        look(table.pk)
    sight = selectors.sight(table.pk)
    lines = selectors.log_for(sight.record, None, most=LINES) if sight.record is not None else []
    made = shell.context(request, sight.public, None, lines)
    made["config"] |= {"socket": f"/ws/tables/{key}/?board={link}"}
    made |= {"board": True, "offer_account": False, "site": settings.SITE_URL.split("://", 1)[-1]}
    return render(request, "play/board.html", made)
