"""What is answered where there are no such rules, language, version or clause: 404, with what there is."""

from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from games.core.game import Language
from games.core.registry import all_games
from games.play.reader import in_own_language
from rulebook.source import Document, NoSuchVersion, common_rules, game_rules, versions_of

LONGEST = 80
"""Signs that are repeated of what was asked for."""


def books() -> dict[str, Any]:
    """The rules that there are."""
    language = cast(Language, get_language())
    return {"books": [(game.slug, game_rules(game.slug, language)) for game in all_games()], "common": common_rules(language)}


def unknown(request: HttpRequest, asked: str) -> HttpResponse:
    """No such game or document."""
    return _page(request, asked, {})


def no_version(request: HttpRequest, slug: str, asked: str) -> HttpResponse:
    """No such version of rules that there are."""
    return _page(request, asked, {"slug": slug, "versions": versions_of(slug)})


def no_clause(request: HttpRequest, rules: Document, asked: str, page: str) -> HttpResponse:
    """No such clause of rules that stand at `page`."""
    sections = [(section.heading, [clause.number for clause in section.clauses]) for section in rules.sections]
    return _page(request, asked, {"rules": rules, "sections": sections, "page": page})


def no_language(request: HttpRequest, asked: str, address: Callable[[str], str]) -> HttpResponse:
    """No such language; `address` of each that there is leads to the same page."""
    return _page(request, asked, {"choices": [(code, name, address(code)) for code, name in settings.LANGUAGES]})


@require_safe
@in_own_language
def tongue(request: HttpRequest, tongue: str, rest: str) -> HttpResponse:
    """Rule pages below a language that the site does not speak."""
    return no_language(request, tongue, lambda code: _existing(code, rest))


def _existing(code: str, rest: str) -> str:
    """The page in this language, or else all rules in it."""
    index = f"/{code}/rules/"
    try:
        with override(code):  # a language in an address is known only where it is the reader's
            resolve(index + rest)
    except Resolver404:
        return index
    return index + rest


def _page(request: HttpRequest, asked: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, "rulebook/unknown.html", books() | context | {"asked": asked[:LONGEST]}, status=404)


def read_version(slug: str, asked: str) -> int:
    """A version whose texts there are. Raises NotInThisGame, NoSuchVersion."""
    found = versions_of(slug)
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 6 and int(asked) in found):
        raise NoSuchVersion(asked)
    return int(asked)


def number_named(rules: Document, name: str) -> str | None:
    """The number of the clause that has this number, or states this rule."""
    clauses = [clause for section in rules.sections for clause in section.clauses]
    return next((clause.number for clause in clauses if name.upper() == clause.number or name in clause.rules), None)
