"""Rule pages. A rule id is an address on the page of its game: `/<language>/rules/liars_dice/#liars_dice.bid.raise`.

The rules for every table stand on a page of their own, named `common`; their ids lead there from the page of each game too.
"""

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core.errors import NotInThisGame
from games.core.game import Language
from games.core.registry import all_games, game_named
from games.play import selectors
from rulebook.page import common_options, game_page
from rulebook.sheet import sheet_of
from rulebook.source import common_rules, game_rules


def index(request: HttpRequest) -> HttpResponse:
    language = get_language()
    books = [(game.slug, game_rules(game.slug, language)) for game in all_games()]
    return render(request, "rulebook/index.html", {"books": books, "common": common_rules(language)})


def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, and where those for every table are."""
    language = get_language()
    try:
        chosen = game_named(slug)
    except NotInThisGame as error:
        raise Http404("no such game") from error
    page = game_page(slug, language)
    return render(request, "rulebook/game.html", {"game": chosen, "page": page, "rules": page.rules, "common": common_rules(language)})


def common(request: HttpRequest) -> HttpResponse:
    """The rules for every table."""
    language = get_language()
    return render(request, "rulebook/common.html", {"common": common_rules(language), "options": common_options(language)})


@never_cache
@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one table, for all who may see it; with `?part=1` the sheet alone, to be shown within the match."""
    found = selectors.table_for(cast(selectors.Reader, request.user), key)
    if found is None:
        raise Http404("no such table")
    sheet = sheet_of(found.game, cast(Language, get_language()), found.options, found.size)
    match = getattr(found, "match", None)
    played = match.rules_version if match is not None else sheet.rules.version
    context = {"sheet": sheet, "key": key, "played": played, "is_part": request.GET.get("part") == "1"}
    return render(request, "rulebook/sheet_part.html" if context["is_part"] else "rulebook/sheet.html", context)
