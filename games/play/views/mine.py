"""The matches that a person has played: the way back to their result, review, log and to a report, also much later."""

from typing import Any, cast

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core.game import Language
from games.core.registry import game_named
from games.play import selectors
from games.play.models import Table

PER_PAGE = 30


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """For guests too. Nobody else sees it."""
    page = Paginator(selectors.history_of(cast(selectors.Reader, request.user)), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "play/mine.html", {"page": page, "rows": [_row(table, request.user.pk) for table in page]})


def _row(table: Table, user_id: int | None) -> dict[str, Any]:
    """`place` is None where several people had one phone, and where the match was not played out."""
    seats = list(table.seats.all())
    own = [seat.index for seat in seats if seat.user_id == user_id]
    places = (table.match.result or {}).get("places") or []
    return {
        "key": table.key,
        "game": game_named(table.game).words.title(cast(Language, get_language())),
        "ended_at": table.match.ended_at,
        "others": [seat.name for seat in seats if seat.user_id not in (None, user_id)],
        "place": places[own[0]] if places and len(own) == 1 else None,
        "of": len(places),
    }
