"""Looking back on an ended match: for its players, and through a link that one of them shares. Rules: common.view.record."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bluffsite.accounts import limits
from bluffsite.accounts.models import User
from games.core.game import Language
from games.play import render as fragments
from games.play import review, selectors, shell
from games.play.models import Share, Table
from games.play.reader import wants_devanagari
from games.play.sentences import sentence
from games.play.services import sharing
from games.play.services.errors import TableError


@never_cache
@require_safe
def of_table(request: HttpRequest, key: str) -> HttpResponse:
    """The review for those who played."""
    table = _mine(request, key)
    own = selectors.share_of(cast(selectors.Reader, request.user), table)
    return _page(request, table, reverse("play:review", args=[key]), hands=True, own={"share": _address_of(own), "key": key})


@never_cache
@require_safe
def shared(request: HttpRequest, key: str) -> HttpResponse:
    """The review for anyone with the link. One that was taken back is answered like one that never was."""
    table = selectors.shared(key)
    if table is None:
        return render(request, "play/no_review.html", status=404)
    return _page(request, table, reverse("play:shared", args=[key]), hands=False)


@require_POST
def share(request: HttpRequest, key: str) -> HttpResponse:
    """One tap makes the link, or takes it back."""
    table = _mine(request, key)
    user = cast(User, request.user)
    try:
        if request.POST.get("do") == "revoke":
            sharing.revoke(table=table, user=user)
        else:
            sharing.share(table=table, user=user, who=limits.who(request))
    except TableError as error:
        messages.error(request, sentence(error.code))
    return HttpResponseRedirect(f"{reverse('play:review', args=[key])}#share")


def _mine(request: HttpRequest, key: str) -> Table:
    table = selectors.reviewed_by(cast(selectors.Reader, request.user), key)
    if table is None:
        raise Http404
    return table


def _address_of(link: Share | None) -> str:
    return "" if link is None else f"{settings.SITE_URL}{reverse('play:shared', args=[link.key])}"


def _page(request: HttpRequest, table: Table, address: str, *, hands: bool, own: dict[str, Any] | None = None) -> HttpResponse:
    language, digits = cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user)
    asked = request.GET.get("hands")
    hands = hands if asked not in ("0", "1") else asked == "1"
    number = request.GET.get("page", "1")
    made = review.page(table, int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1, language, hands=hands)
    template = fragments.template("play/review.jinja", language, digits)
    picture = f"{table.game}/preview.png"
    return render(
        request,
        "play/review.html",
        {
            "review": made,
            "slug": table.game,
            "steps": mark_safe(template.render(review=made, slug=table.game, d=fragments.digits_of(digits))),  # noqa: S308 - autoescaped
            "art": shell.art(table.game, digits),
            "css": shell.styles(table.game),
            "picture": f"{settings.SITE_URL}{static(picture if finders.find(picture) else 'preview.png')}",
            "pages": [
                {"number": one, "href": _at(address, one, hands=asked), "is_here": one == made["page"]}
                for one in range(1, made["pages"] + 1)
            ],
            "before": _at(address, made["page"] - 1, hands=asked) if made["page"] > 1 else "",
            "after": _at(address, made["page"] + 1, hands=asked) if made["page"] < made["pages"] else "",
            "toggle": _at(address, made["page"], hands="0" if hands else "1"),
            "own": own,
        },
    )


def _at(address: str, number: int, *, hands: str | None) -> str:
    query = [f"page={number}"] + ([f"hands={hands}"] if hands in ("0", "1") else [])
    return f"{address}?{'&'.join(query)}#steps"
