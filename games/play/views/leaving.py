"""Where a person stands with leaving early: the cool-down, why, and how to repair it."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bluffsite.accounts.models import User
from games.core.registry import game_named
from games.play.leaving import rule, services
from games.play.leaving.models import Ending

SHOWN = 20


@never_cache
@require_safe
def leaving(request: HttpRequest) -> HttpResponse:
    """For guests too. Nobody else sees it."""
    user = request.user if isinstance(request.user, User) else None
    now = datetime.now(UTC)
    standing = services.standing_of(user, now) if user else rule.standing([], now)
    until = max((one.until for one in standing.cool_downs), default=None)
    endings = Ending.objects.filter(user=user).select_related("match__table").order_by("-ended_at")[:SHOWN] if user else []
    context = {
        "until": until if until is not None and until > now else None,
        "step": standing.step,
        "steps": len(rule.STEPS),
        "to_repair": standing.to_repair,
        "repair": rule.REPAIR,
        "endings": [(one, game_named(one.match.game).words.title(_language())) for one in endings],
    }
    return render(request, "play/leaving.html", context)


def _language() -> str:
    return get_language() or "en"
