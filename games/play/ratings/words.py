"""What a rated match did to somebody's rating, in words: on the result card, on the page of ratings and in a profile."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.ratings.models import Rating, Receipt
from games.play.ratings.reckoning import points


def receipt_words(receipt: Receipt) -> dict[str, str]:
    """Before, after, how much and why. Points are whole numbers; what follows the sign of plus and minus is the doubt."""
    before, after = points(receipt.mu_before), points(receipt.mu_after)
    return {
        "before": with_doubt(receipt.mu_before, receipt.sigma_before),
        "after": with_doubt(receipt.mu_after, receipt.sigma_after),
        "change": f"{after - before:+d}".replace("-", "−") if after != before else "±0",
        "why": why(receipt),
    }


def with_doubt(mu: float, sigma: float) -> str:
    """`1018 ± 322`."""
    return f"{points(mu)} ± {points(sigma)}"


def why(receipt: Receipt) -> str:
    """The place that moved the rating. Rules: common.rated.order, common.leave.place."""
    values = {"place": receipt.place, "of": receipt.of}
    if receipt.has_left:
        return _("You had left, which counts as place %(place)s of the %(of)s members at the table.") % values
    if receipt.shared_by > 1:
        return _("You shared place %(place)s of the %(of)s members at the table.") % values
    return _("Place %(place)s of the %(of)s members at the table.") % values


def rating_words(rating: Rating) -> dict[str, Any]:
    return {
        "points": with_doubt(rating.mu, rating.sigma),
        "matches": ngettext("%(n)s rated match", "%(n)s rated matches", rating.matches) % {"n": rating.matches},
    }


def own_receipt(*, is_counted: bool, receipt: Receipt | None) -> dict[str, Any]:
    """For who sat at a rated match that is over."""
    if receipt is not None:
        return {"receipt": receipt_words(receipt), "waits": False}
    return {"receipt": None, "waits": not is_counted}
