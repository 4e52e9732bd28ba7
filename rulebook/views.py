"""Rule pages. A rule id is an address on the page of its game: `/<language>/rules/liars_dice/#liars_dice.bid.raise`.

The rules for every table stand on a page of their own, named `common`; their ids lead there from the page of each game too.
"""

from typing import Any, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core.errors import NotInThisGame
from games.core.game import Language
from games.core.registry import all_games, game_named
from games.play import selectors
from games.play.new_table_form import options_of
from games.play.reader import wants_devanagari
from rulebook.compare import SEATS, Side, between_games, compared_with_plain, facts_told, options_told, read_number, side, within_one_game
from rulebook.conditions import sent
from rulebook.family import START, Found, answers_to, ask
from rulebook.page import common_options, game_page
from rulebook.pdf import document
from rulebook.printables import card_source, printable_of, printable_source
from rulebook.search import LONGEST, search
from rulebook.sheet import Sheet, sheet_of
from rulebook.source import COMMON, Document, common_rules, game_rules
from rulebook.typeset import Style, paper_of, rules_source, sheet_source


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All rules, and with `?q=` what is found in them."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    found = search(query, cast(Language, get_language())) if query else []
    return render(request, "rulebook/index.html", _books() | {"query": query, "found": found})


def _books() -> dict[str, Any]:
    language = cast(Language, get_language())
    books = [(game.slug, game_rules(game.slug, language)) for game in all_games()]
    return {"books": books, "common": common_rules(language)}


def _unknown(request: HttpRequest, asked: str) -> HttpResponse:
    """404 for rules that there are not, with those that there are."""
    return render(request, "rulebook/unknown.html", _books() | {"asked": asked}, status=404)


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, and where those for every table are."""
    language = get_language()
    try:
        chosen = game_named(slug)
    except NotInThisGame:
        return _unknown(request, slug)
    page = game_page(slug, language)
    return render(
        request,
        "rulebook/game.html",
        {"game": chosen, "page": page, "rules": page.rules, "common": common_rules(language), "beside": settings.LANGUAGES},
    )


@require_safe
def common(request: HttpRequest) -> HttpResponse:
    """The rules for every table."""
    language = get_language()
    return render(
        request,
        "rulebook/common.html",
        {"common": common_rules(language), "options": common_options(language), "beside": settings.LANGUAGES},
    )


@require_safe
def which(request: HttpRequest) -> HttpResponse:
    """Which bluff does my family play? One question a page; at the end a game with its options, ready to play."""
    answered = request.GET.get("so", "")[:LONGEST]
    try:
        told, step = ask(answered)
    except KeyError:
        told, step, answered = [], START, ""
    context: dict[str, Any] = {"told": told, "back": told[-2][0] if len(told) > 1 else ""}
    if isinstance(step, Found):
        page, chosen = game_page(step.slug, cast(Language, get_language())), dict(step.options)
        options = [
            (option.label, value.meaning) for option in page.options for value in option.values if chosen.get(option.name) == value.value
        ]
        context |= {"slug": step.slug, "rules": page.rules, "options": options, "query": urlencode(step.options)}
    else:
        context |= {"question": step.text, "answers": answers_to(step, answered)}
    return render(request, "rulebook/which.html", context)


@require_safe
def beside(request: HttpRequest, slug: str, other: str) -> HttpResponse:
    """The clauses in the reader's language, and beside each the same clause in another one."""
    languages = dict(settings.LANGUAGES)
    if other not in languages:
        return _unknown(request, other)
    try:
        mine, theirs = (_rules(slug, cast(Language, language)) for language in (get_language(), other))
    except NotInThisGame:
        return _unknown(request, slug)
    sections = [
        (section.heading, beside.heading, list(zip(section.clauses, beside.clauses, strict=True)))
        for section, beside in zip(mine.sections, theirs.sections, strict=True)
    ]
    choices = [(code, name) for code, name in languages.items() if code != get_language()]
    context = {"slug": slug, "rules": mine, "theirs": theirs, "other": other, "sections": sections, "choices": choices}
    return render(request, "rulebook/beside.html", context)


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two sides, `a` and `b`: a game each, with options as `a_<option>`; what is missing is as in the plain game."""
    language = cast(Language, get_language())
    slugs = [game.slug for game in all_games()]
    asked = (request.GET.get("a") or slugs[0], request.GET.get("b") or request.GET.get("a") or slugs[1])
    seats = read_number(request.GET.get("seats", ""), SEATS)
    try:
        one, other = (side(slug, _typed(request, key), seats, language) for key, slug in zip("ab", asked, strict=True))
    except NotInThisGame as unknown:
        return _unknown(request, next((slug for slug in asked if slug not in slugs), str(unknown)))
    context = {
        "games": [(slug, game_rules(slug, language).title) for slug in slugs],
        "sides": [_side_shown(each, key, language) for key, each in (("a", one), ("b", other))],
        "seats": seats,
        "is_one_game": one.game is other.game,
    }
    if one.game is other.game:
        differing, same = within_one_game(one, other)
        context |= {"told": [row for row in options_told(one, other, language) if row.differs], "differing": differing, "same": same}
        context["told_heading"] = _("Options that differ")
    else:
        context |= {"told": facts_told(one, other), "topics": between_games(one, other), "told_heading": _("At a glance")}
    return render(request, "rulebook/compare.html", context)


def _typed(request: HttpRequest, key: str) -> dict[str, str]:
    return {name[2:]: value for name, value in request.GET.items() if name.startswith(f"{key}_")}


def _side_shown(each: Side, key: str, language: Language) -> dict[str, Any]:
    options = options_of(each.game, language, {name: sent(value) for name, value in each.chosen.items()})
    page = reverse("rulebook:game", kwargs={"slug": each.game.slug})
    shown = {"key": key, "slug": each.game.slug, "title": each.sheet.rules.title, "page": page}
    return shown | {"refusal": each.refusal, "options": options}


def _rules(slug: str, language: Language) -> Document:
    return common_rules(language) if slug == COMMON else game_rules(slug, language)


@require_safe
def pdf(request: HttpRequest, slug: str, paper: str) -> HttpResponse:
    """The same rules as a document, for `a4` paper or a `phone`; or a `summary` on one page, or a sheet for the `score`.

    The address is that of the page with `a4.pdf` after it.
    """
    kind = printable_of(paper) if slug != COMMON else None
    style = _style(request, "a4" if kind else paper)
    if style is None:
        return _unknown(request, f"{paper}.pdf")
    try:
        source = printable_source(slug, kind, style) if kind else rules_source(slug, style)
    except NotInThisGame:
        return _unknown(request, slug)
    response = _document(source, style, f"{slug}-{style.language}-{paper}.pdf")
    patch_cache_control(response, private=True, max_age=600)
    return response


def _style(request: HttpRequest, paper: str) -> Style | None:
    known = paper_of(paper)
    return known and Style(cast(Language, get_language()), known, wants_devanagari(request.COOKIES, request.user))


def _document(source: str, style: Style, name: str) -> HttpResponse:
    response = HttpResponse(document(source, style), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@never_cache
@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one table, for all who may see it; with `?part=1` the sheet alone, to be shown within the match."""
    sheet, played, _code = _sheet(request, key)
    context = {"sheet": sheet, "key": key, "played": played, "is_part": request.GET.get("part") == "1"}
    context["compared"] = f"{reverse('rulebook:compare')}?{urlencode(compared_with_plain(sheet))}"
    return render(request, "rulebook/sheet_part.html" if context["is_part"] else "rulebook/sheet.html", context)


@never_cache
@require_safe
def table_pdf(request: HttpRequest, key: str, paper: str) -> HttpResponse:
    """The rules of one table as a document with a code that leads back to it, or a `card` that stands on the table."""
    sheet, played, code = _sheet(request, key)
    style = _style(request, "a4" if paper == "card" else paper)
    if style is None:
        return _unknown(request, f"{paper}.pdf")
    address = settings.SITE_URL + reverse("play:table", kwargs={"key": key})
    source = card_source(sheet, address, code, style) if paper == "card" else sheet_source(sheet, address, played, style)
    return _document(source, style, f"{sheet.slug}-{key}-{style.language}-{paper}.pdf")


def _sheet(request: HttpRequest, key: str) -> tuple[Sheet, int, str]:
    """The rules of a table that this person may see, the version of its match, and its code while people may join. Raises Http404."""
    found = selectors.table_for(cast(selectors.Reader, request.user), key)
    if found is None:
        raise Http404("no such table")
    sheet = sheet_of(found.game, cast(Language, get_language()), found.options, found.size)
    match = getattr(found, "match", None)
    return sheet, match.rules_version if match is not None else sheet.rules.version, found.code or ""
