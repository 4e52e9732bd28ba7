"""Rule pages. A rule id is an address on the page of its game: `/<language>/rules/liars_dice/#liars_dice.bid.raise`.

The rules for every table stand on a page of their own, named `common`; there their ids are addresses.
"""

from typing import Any, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bluffsite.accounts import limits
from games.core.errors import NotInThisGame
from games.core.game import Language
from games.core.registry import all_games, game_named
from games.play import selectors
from games.play.new_table_form import options_of
from games.play.reader import wants_devanagari
from rulebook.compare import SEATS, Side, between_games, compared_with_plain, facts_told, options_told, read_number, side, within_one_game
from rulebook.conditions import sent
from rulebook.family import START, Found, answers_to, ask
from rulebook.lost import books, no_clause, no_language, no_version, number_named, read_version, unknown
from rulebook.page import common_changes, common_options, game_page
from rulebook.pdf import document
from rulebook.printables import address_of_game, card_source, score_source, summary_source
from rulebook.search import LONGEST, search
from rulebook.sheet import Sheet, sheet_of
from rulebook.source import COMMON, NoSuchVersion, annex_of, common_rules, game_rules, kept_versions, rules_of, versions_of
from rulebook.typeset import Style, paper_of, rules_source, sheet_source


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All rules, and with `?q=` what is found in them."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    if query:
        limits.spend("search", limits.who(request))
    found = search(query, _language()) if query else []
    return render(request, "rulebook/index.html", books() | {"query": query, "found": found})


def _language() -> Language:
    return cast(Language, get_language())


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, and where those for every table are."""
    language = get_language()
    try:
        chosen = game_named(slug)
    except NotInThisGame:
        return unknown(request, slug)
    page = game_page(slug, language)
    return render(
        request,
        "rulebook/game.html",
        {"game": chosen, "page": page, "rules": page.rules, "common": common_rules(language), "beside": settings.LANGUAGES}
        | {"older": kept_versions(slug)},
    )


@require_safe
def common(request: HttpRequest) -> HttpResponse:
    """The rules for every table."""
    language = _language()
    context = {"common": common_rules(language), "options": common_options(language), "beside": settings.LANGUAGES}
    context |= {"changes": common_changes(language), "older": kept_versions(COMMON)}
    return render(request, "rulebook/common.html", context)


@require_safe
def version(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Rules as an older version had them, by which matches of that time are played; today's have an address that stays."""
    language = _language()
    try:
        number = read_version(slug, version)
    except NotInThisGame:
        return unknown(request, slug)
    except NoSuchVersion:
        return no_version(request, slug, version)
    rules = rules_of(slug, language, number)
    if rules.version == rules_of(slug, language).version:
        return HttpResponseRedirect(_page_of(slug))
    is_common = slug == COMMON
    context = {"slug": slug, "rules": rules, "today": rules_of(slug, language), "page": _page_of(slug)}
    context["parts"] = [] if is_common else game_page(slug, language, number).parts
    context |= {"changes": common_changes(language, number)} if is_common else {"common": annex_of(rules, language)}
    return render(request, "rulebook/version.html", context)


@require_safe
def clause(request: HttpRequest, slug: str, name: str, version: str = "") -> HttpResponse:
    """An address for one clause, by its number or by a rule id, that leads to it; where there is none, the page tells which there are."""
    try:
        rules = rules_of(slug, _language(), read_version(slug, version) if version else 0)
    except NotInThisGame:
        return unknown(request, slug)
    except NoSuchVersion:
        return no_version(request, slug, version)
    page = reverse("rulebook:version", kwargs={"slug": slug, "version": rules.version}) if version else _page_of(slug)
    number = number_named(rules, name)
    if number is None:
        return no_clause(request, rules, name, page)
    return HttpResponseRedirect(f"{page}#{number}")


def _page_of(slug: str) -> str:
    return reverse("rulebook:common") if slug == COMMON else reverse("rulebook:game", kwargs={"slug": slug})


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
        page, chosen = game_page(step.slug, _language()), dict(step.options)
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
        return no_language(request, other, lambda code: reverse("rulebook:beside", kwargs={"slug": slug, "other": code}))
    try:
        mine, theirs = (rules_of(slug, cast(Language, language)) for language in (get_language(), other))
    except NotInThisGame:
        return unknown(request, slug)
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
    if request.GET:
        limits.spend("compare", limits.who(request))
    language = _language()
    slugs = [game.slug for game in all_games()]
    asked = (request.GET.get("a") or slugs[0], request.GET.get("b") or request.GET.get("a") or slugs[1])
    seats = read_number(request.GET.get("seats", ""), SEATS)
    try:
        one, other = (side(slug, _typed(request, key), seats, language) for key, slug in zip("ab", asked, strict=True))
    except NotInThisGame as error:
        return unknown(request, next((slug for slug in asked if slug not in slugs), str(error)))
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


@require_safe
def pdf(request: HttpRequest, slug: str, paper: str, version: str = "") -> HttpResponse:
    """The same rules as a document, for `a4` paper or a `phone`; or a `summary` on one page, or a sheet for the `score`.

    The address is that of the page with `a4.pdf` after it. Older versions have neither summary nor sheet. The sheet follows
    options, and `seats`, in the query.
    """
    is_sheet = paper in ("summary", "score") and slug != COMMON and not version
    style = _style(request, "a4" if is_sheet else paper)
    if style is None:
        return unknown(request, f"{paper}.pdf")
    try:
        if is_sheet:
            source = summary_source(slug, style) if paper == "summary" else _score(request, slug, style)
        else:
            source = rules_source(slug, style, read_version(slug, version) if version else 0)
    except NotInThisGame:
        return unknown(request, slug)
    except NoSuchVersion:
        return no_version(request, slug, version)
    response = _document(request, source, style, f"{slug}-{f'v{version}-' if version else ''}{style.language}-{paper}.pdf")
    patch_cache_control(response, private=True, max_age=600)
    return response


def _score(request: HttpRequest, slug: str, style: Style) -> str:
    """Raises NotInThisGame for an unknown game."""
    seats = read_number(request.GET.get("seats", ""), game_named(slug).seats[1])
    sheet = side(slug, request.GET.dict(), seats, style.language).sheet
    return score_source(sheet, address_of_game(slug), style)


def _style(request: HttpRequest, paper: str) -> Style | None:
    known = paper_of(paper)
    return known and Style(_language(), known, wants_devanagari(request.COOKIES, request.user))


def _document(request: HttpRequest, source: str, style: Style, name: str) -> HttpResponse:
    limits.spend("pdf", limits.who(request))
    response = HttpResponse(document(source, style), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@never_cache
@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one table, for all who may see it; with `?part=1` the sheet alone, to be shown within the match."""
    sheet, played, _code = _sheet(request, key)
    context = {"sheet": sheet, "key": key, "played": played, "is_part": request.GET.get("part") == "1"}
    context["today"] = rules_of(sheet.slug, "en").version
    context["compared"] = f"{reverse('rulebook:compare')}?{urlencode(compared_with_plain(sheet))}"
    return render(request, "rulebook/sheet_part.html" if context["is_part"] else "rulebook/sheet.html", context)


@never_cache
@require_safe
def table_pdf(request: HttpRequest, key: str, paper: str) -> HttpResponse:
    """The rules of one table as a document with a code that leads back to it; a `card` to stand on the table; a sheet for the `score`."""
    sheet, played, code = _sheet(request, key)
    style = _style(request, "a4" if paper in ("card", "score") else paper)
    if style is None:
        return unknown(request, f"{paper}.pdf")
    address = settings.SITE_URL + reverse("play:table", kwargs={"key": key})
    if paper == "card":
        source = card_source(sheet, address, code, style)
    else:
        source = score_source(sheet, address, style) if paper == "score" else sheet_source(sheet, address, played, style)
    return _document(request, source, style, f"{sheet.slug}-{key}-{style.language}-{paper}.pdf")


def _sheet(request: HttpRequest, key: str) -> tuple[Sheet, int, str]:
    """The rules of a table that this person may see, the version of its match, and its code while people may join. Raises Http404.

    A match keeps its version; of one whose texts are lost the sheet shows today's.
    """
    found = selectors.table_for(cast(selectors.Reader, request.user), key)
    if found is None:
        raise Http404("no such table")
    match = getattr(found, "match", None)
    today = rules_of(found.game, "en").version
    played = match.rules_version if match is not None else today
    shown = played if played in versions_of(found.game) else today
    return (
        sheet_of(found.game, _language(), found.options, found.size, shown, is_league=found.ends_by is not None),
        played,
        found.code or "",
    )
