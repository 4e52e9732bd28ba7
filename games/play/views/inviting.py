"""Inviting a member to one's waiting table. The answer is the same whether or not anybody has that name."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from bluffsite.accounts import limits
from bluffsite.accounts.models import User
from games.play import selectors
from games.play.sentences import sentence
from games.play.services import inviting, presence
from games.play.services.errors import TableError


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """For those who sit at the table; everybody else gets what an unknown table gets. Who is here is still at the table."""
    table = selectors.table_for(cast(selectors.Reader, request.user), key)
    seat = None if table is None else selectors.seat_of(request.user, table)
    if table is None or seat is None:
        raise Http404
    presence.seen(seat=seat)
    if request.method != "POST":
        return render(request, "play/invite.html", {"key": key})
    limits.spend("invite", limits.who(request))
    context = {"key": key, "typed": request.POST.get("username", "")[:150]}
    try:
        inviting.invite(table=table, user=cast(User, request.user), username=request.POST.get("username", ""))
    except TableError as refused:
        return render(request, "play/invite.html", context | {"error": sentence(refused.code)}, status=422)
    messages.success(request, _("If somebody has this username and wants your invitations, they have been told."), extra_tags="good")
    return redirect("play:invite", key=key)
