"""Making a table: the sheet (`/<lang>/play/<game>/`) and what its button does."""

from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from bluffsite.accounts import guests, limits
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused
from bluffsite.templatetags.frame import in_devanagari
from games.core.errors import NotInThisGame
from games.core.game import LEVELS, Game, Language
from games.core.registry import game_named
from games.play import new_table_form as sheet
from games.play import render as fragments
from games.play.models import Table
from games.play.sentences import sentence
from games.play.services import tables
from games.play.services.errors import TableError

ONE_PHONE = {"one_phone": "yes"}
"""What the third door of the home page has chosen."""


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest, game: str) -> HttpResponse:
    """Show the sheet, with the options that a link names; a POST makes the table and goes there, or shows it again as it was.

    Rules: UX-205.
    """
    try:
        found = game_named(game)
    except NotInThisGame:
        raise Http404 from None
    if request.method != "POST":
        offered = {name: value for name, value in request.GET.items() if name in {*sheet.names_of(found), "open"}}
        is_one_phone = request.GET.get("one_phone", "no") not in ("", "no")  # links with all options name it too
        return render(request, "play/new_table.html", _context(request, found, ONE_PHONE if is_one_phone else offered))
    typed = {name: value for name, value in request.POST.items() if isinstance(value, str)}
    try:
        table = _create(request, found, typed)
    except (TableError, NameRefused, limits.TooFast) as error:
        return render(request, "play/new_table.html", _context(request, found, typed, error), status=422)
    return redirect("play:table", key=table.key)


def _create(request: HttpRequest, game: Game, typed: dict[str, str]) -> Table:
    """Raises TableError, NameRefused, TooFast. What the rules refuse is refused before a guest is made."""
    size = sheet.read_size(game, typed.get("size", ""))
    options = sheet.read_options(game, typed)
    if _is_one_phone(typed):
        return _begin_one_phone(request, game, size, {**options, **sheet.fixed_by_one_phone(game), "one_phone": True}, typed)
    tables.read_options(game, size, options)
    user = guests.ensure(request, name=typed.get("name") or None)
    name = typed.get("name") or None
    table = tables.create_table(
        host=user,
        game=game.slug,
        size=size,
        options=options,
        bot_levels=sheet.levels(size, typed),
        is_public=typed.get("open") == "public",
        rated=typed.get("rated") == "yes",
        allows_text=typed.get("talk") == "text",
        name=name,
        part=typed.get("part", ""),
        who=limits.who(request),
    )
    _keep_name(user, name)
    return table


def _is_one_phone(typed: dict[str, str]) -> bool:
    return typed.get("one_phone") == "yes"


def _begin_one_phone(request: HttpRequest, game: Game, size: int, options: dict[str, Any], typed: dict[str, str]) -> Table:
    """Nobody joins where one phone goes round: the match begins at once. Rules: common.one-phone. Raises as `_create`."""
    tables.read_options(game, size, options)
    people = sheet.read_people(size, typed)
    user = guests.ensure(request)
    with transaction.atomic():
        table = tables.create_table(
            host=user,
            game=game.slug,
            size=size,
            options=options,
            bot_levels={seat: level for seat in range(size) if (level := typed.get(f"level_{seat}", "normal"))},
            is_public=typed.get("open") == "public",
            people=people,
            part=typed.get("part", ""),
            who=limits.who(request),
        )
        return tables.start(table=table, user=user)


def _keep_name(user: User, name: str | None) -> None:
    """A guest's name is kept for the next table; a member changes it on the account page."""
    if name and user.is_guest and name != user.display_name:
        guests.rename(user=user, name=name)


def _context(request: HttpRequest, game: Game, typed: dict[str, str], error: Exception | None = None) -> dict[str, Any]:
    language = cast(Language, get_language())
    one_phone = _is_one_phone(typed)
    options = sheet.options_of(game, language, {"turn_seconds": "0", **typed} if one_phone else typed)
    fixed = sheet.fixed_by_one_phone(game) if one_phone else {}
    rules = [option for option in options if option.name not in (*sheet.FRONT, *fixed, *(["call_grace_ms"] if one_phone else []))]
    size = sheet.read_size(game, typed.get("size", "")) or (game.seats[0] if one_phone else game.default_seats)
    return {
        "game": game.slug,
        "game_title": game.words.title(language),
        "sizes": sheet.sizes(game, size, language),
        "front": [option for option in options if option.name in sheet.FRONT],
        "house_rules": rules,
        "fixed": [game.words.option(name, value, language)[1] for name, value in fixed.items()],
        "differing": sum(option.differs for option in rules),
        "summaries": [differences(count) for count in range(len(rules) + 1)],
        "levels": LEVELS,
        "level_rows": sheet.level_rows(game, typed),
        "size": size,
        "one_phone": one_phone,
        "terms": fragments.page_of(game.slug).terms(language),
        "people": sheet.people_rows(game, typed, _offered_player) if one_phone else [],
        "is_public": typed.get("open") == "public",
        "rated": typed.get("rated") == "yes",
        "may_be_rated": isinstance(request.user, User) and request.user.is_member,
        "allows_text": typed.get("talk") == "text",
        "child_safe": settings.CHILD_SAFE,
        "name": typed.get("name") or _name_of(request, language),
        **_refusal(game, error),
    }


def _offered_player(number: int) -> str:
    """A name to start with for a person around one phone."""
    name = _("Player %(n)s") % {"n": number}
    return in_devanagari(name) if get_language() == "ne" else name


def differences(count: int) -> str:
    """The live sentence above the house rules."""
    if count == 0:
        return _("This table plays standard rules.")
    return ngettext(
        "This table differs from the standard rules in %(count)s point.",
        "This table differs from the standard rules in %(count)s points.",
        count,
    ) % {"count": count}


def _name_of(request: HttpRequest, language: str) -> str:
    return request.user.display_name if request.user.is_authenticated else guests.offered_name(language)


def _refusal(game: Game, error: Exception | None) -> dict[str, str]:
    """What was refused, where on the sheet, and the clause that says so."""
    if error is None:
        return {}
    if isinstance(error, NameRefused):
        return {"name_error": error.sentence}
    code, rule = (error.code, error.rule) if isinstance(error, TableError) else ("too_fast", None)
    text = sentence(code, rule, game.slug)
    if code.startswith("name_"):
        return {"name_error": text}
    page = "common" if rule is not None and rule.startswith("common.") else game.slug
    return {"refusal": text, "refusal_rule": rule or "", "refusal_page": page}
