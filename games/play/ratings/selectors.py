"""The readers of ratings, for the people whose ratings they are."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.models import User
from games.core.game import Language
from games.core.registry import game_named
from games.play.ratings.models import RatedMatch, Rating, Receipt
from games.play.ratings.reckoning import points
from games.play.ratings.words import rating_words

PAGE = 50
"""Receipts on a page."""


def receipts_of(match_id: int) -> dict[int, Receipt] | None:
    """What a match did, by user; None as long as it is not counted."""
    if not RatedMatch.objects.filter(pk=match_id, is_counted=True).exists():
        return None
    return {receipt.user_id: receipt for receipt in Receipt.objects.filter(match=match_id)}


def ratings_of(user: User) -> list[Rating]:
    """Where this person stands at each game, the most played first."""
    return list(Rating.objects.filter(user=user).order_by("-matches", "game"))


class Page(NamedTuple):
    """Receipts, newest first; `older` is what to ask for to go on, None at the end."""

    receipts: Sequence[Receipt]
    older: int | None


def receipts_page(user: User, *, game: str | None = None, before: int | None = None) -> Page:
    """A person's receipts, each with its match and table. `before`: only those of earlier matches, by number."""
    found = Receipt.objects.filter(user=user).select_related("match", "match__match__table").defer("match__match__saved")
    if game is not None:
        found = found.filter(match__game=game)
    if before is not None:
        found = found.filter(_earlier_than(before))
    rows = list(found.order_by("-match__ended_at", "-match")[: PAGE + 1])
    return Page(rows[:PAGE], rows[PAGE - 1].match_id if len(rows) > PAGE else None)


def _earlier_than(match_id: int) -> Q:
    ended_at = RatedMatch.objects.filter(pk=match_id).values_list("ended_at", flat=True).first()
    if ended_at is None:
        return Q(pk=None)
    return Q(match__ended_at__lt=ended_at) | Q(match__ended_at=ended_at, match__lt=match_id)


WORDS = {
    "ratings": _("Ratings"),
    "receipts": _("Every change"),
    "strength": _("Strength"),
    "doubt": _("Doubt"),
    "rated_matches": _("Rated matches"),
    "left": _("Left early"),
    "before": _("Before"),
    "after": _("After"),
}
SAID: dict[str, Callable[[Any], Any]] = {"strength": points, "doubt": points}


def exported(user: User) -> dict[str, object]:
    """Ratings and receipts as data, for the person's own download."""
    return {
        "ratings": [{"game": one.game, "strength": one.mu, "doubt": one.sigma, "rated_matches": one.matches} for one in ratings_of(user)],
        "receipts": [
            {
                "table": one.match.match.table.key,
                "game": one.match.game,
                "ended_at": one.match.ended_at.isoformat() if one.match.ended_at else None,
                "place": one.place,
                "of": one.of,
                "left": one.has_left,
                "before": {"strength": one.mu_before, "doubt": one.sigma_before},
                "after": {"strength": one.mu_after, "doubt": one.sigma_after},
            }
            for one in Receipt.objects.filter(user=user)
            .select_related("match", "match__match__table")
            .defer("match__match__saved")
            .order_by("match__ended_at", "match")
        ],
    }


def panel(person: User, viewer: object) -> dict[str, object] | None:
    """For a profile; whether the viewer may see it is decided there."""
    rows = ratings_of(person)
    if not rows:
        return None
    language = cast(Language, get_language())
    ratings = [rating_words(one) | {"title": game_named(one.game).words.title(language)} for one in rows]
    return {"ratings": ratings, "is_own": getattr(viewer, "pk", None) == person.pk}
