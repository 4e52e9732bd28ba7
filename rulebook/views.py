"""Rule pages. A rule id is an address on the page of its game: `/<language>/rules/liars_dice/#liars_dice.bid.raise`.

The rules for every table stand on a page of their own, named `common`; their ids lead there from the page of each game too.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.core.errors import NotInThisGame
from games.core.registry import all_games, game_named
from rulebook.page import common_options, game_page
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
