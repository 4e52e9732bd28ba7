"""A member's own ratings: where they stand at each game, and a receipt for every change."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bluffsite.accounts.models import User
from games.core.game import Language
from games.core.registry import all_games, game_named
from games.play.ratings import selectors
from games.play.ratings.models import Rating, Receipt
from games.play.ratings.words import rating_words, receipt_words


@never_cache
@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Nobody else sees this page; what a profile shows of it is the member's choice."""
    if not isinstance(request.user, User) or request.user.is_guest:
        return render(request, "play/ratings.html", {"is_member": False})
    slugs = [game.slug for game in all_games()]
    game = request.GET.get("game") if request.GET.get("game") in slugs else None
    before = request.GET.get("before", "")
    number = int(before) if before.isascii() and before.isdecimal() and len(before) < 18 else None
    page = selectors.receipts_page(request.user, game=game, before=number)
    context = {
        "is_member": True,
        "game": game,
        "ratings": [rating_row(rating) for rating in selectors.ratings_of(request.user)],
        "receipts": [_receipt_row(receipt) for receipt in page.receipts],
        "older": page.older,
    }
    return render(request, "play/ratings.html", context)


def rating_row(rating: Rating) -> dict[str, Any]:
    """A rating in words, with its game's title."""
    return rating_words(rating) | {"title": _title(rating.game)}


def _receipt_row(receipt: Receipt) -> dict[str, Any]:
    found = receipt_words(receipt)
    return found | {"title": _title(receipt.match.game), "key": receipt.match.match.table.key, "ended_at": receipt.match.ended_at}


def _title(slug: str) -> str:
    return game_named(slug).words.title(cast(Language, get_language()))
