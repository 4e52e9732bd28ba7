"""What the table's page has for talking: the newest lines, the phrases, and whether the reader may write."""

from typing import Any, cast

from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from bluffsite.accounts.models import User
from games.core.game import Language
from games.play import render as fragments
from games.play.models import Table
from games.play.reader import wants_devanagari
from games.play.render.talk import TalkLine
from games.play.sentences import sentence
from games.play.shown import Facts
from games.play.talk import selectors, services
from games.play.talk.phrases import PHRASES


def with_talk(context: dict[str, Any], request: HttpRequest, facts: Facts) -> dict[str, Any]:
    """The context of `play/table.html` with `talk`, and what its script needs where there is any talk."""
    table, reader = facts.table, request.user.pk
    persons = {seat.user_id for seat in facts.seats if seat.user_id is not None}
    said = selectors.lines_for(reader, table.pk, most=selectors.LINES_SHOWN)
    has_talk = selectors.has_talk(table, len(persons))
    talk: dict[str, Any] = {
        "is_on": has_talk or bool(said),
        "can_say": has_talk and reader in persons,
        "has_others": bool(persons - {reader}),
    }
    context["talk"] = talk
    if not talk["is_on"]:
        return context
    language, digits = cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user)
    lines = fragments.talk_lines(said, reader, table.key, language)
    talk["lines"] = mark_safe(fragments.talk_html(lines, table.key, language, digits))  # noqa: S308 - made by autoescaped templates
    talk["phrases"] = [(number, str(text)) for number, text in enumerate(PHRASES, 1)]
    talk |= _voice(request, table) if talk["can_say"] else {}
    context["config"] |= {"talk": said[-1].number if said else 0}  # of those that the reader hears
    context["modules"] |= {"talk": static("js/talk.js")}
    return context


def _voice(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Whether the reader may write freely, and if not, why, where that is worth a word."""
    user = cast(User, request.user)
    code = services.text_refusal(table, user)
    mark = selectors.is_barred(user, text=True) if code is None else None
    if code is not None or mark is not None:
        return {"may_write": False, "why_not": "" if code == "phrases_only" else sentence(code or "talk_barred")}
    return {"may_write": True, "is_new": user.membership < services.NEW}


def whole(request: HttpRequest, table: Table) -> list[TalkLine]:
    """Every line that the reader hears, oldest first: for the log on a plain page."""
    said = selectors.lines_for(request.user.pk, table.pk)
    return fragments.talk_lines(said, request.user.pk, table.key, cast(Language, get_language()))[::-1]
