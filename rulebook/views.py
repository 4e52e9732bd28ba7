"""Rule pages. A rule id is an address on the page of its game: `/<language>/rules/liars_dice/#liars_dice.bid.raise`."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.core.errors import NotInThisGame
from games.core.registry import all_games, game_named
from rulebook.source import common_rules, game_rules


def index(request: HttpRequest) -> HttpResponse:
    language = get_language()
    books = [(game.slug, game_rules(game.slug, language)) for game in all_games()]
    return render(request, "rulebook/index.html", {"books": books, "common": common_rules(language)})


def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, followed by the rules for every table."""
    language = get_language()
    try:
        chosen = game_named(slug)
    except NotInThisGame as error:
        raise Http404("no such game") from error
    return render(request, "rulebook/game.html", {"game": chosen, "rules": game_rules(slug, language), "common": common_rules(language)})
