"""The lesson of a game: steps and answers are in the address, so nothing is kept and nobody is made (UX-106)."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.core.errors import NotInThisGame
from games.core.game import Language
from games.core.registry import game_named
from games.play import render as fragments
from games.play import selectors, shell
from games.play.reader import wants_devanagari


@require_safe
def lesson(request: HttpRequest, game: str) -> HttpResponse:
    """One step: `?step=2&answer=3x5`; `table` is where the reader came from and goes back to."""
    module = _lesson_of(game)
    language, digits = cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user)
    asked = request.GET.get("step", "1")
    step = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 1
    shown = module.page_of(step, request.GET.get("answer", ""), language)
    key = request.GET.get("table", "")
    back = selectors.table_for(cast(selectors.Reader, request.user), key) if key else None
    keep = {"table": key} if back is not None else {}
    content = fragments.macro(f"games/{game}/lesson.jinja", "lesson")(shown, fragments.digits_of(digits))
    return render(
        request,
        "play/lesson.html",
        {
            "lesson": shown,
            "content": mark_safe(str(content)),  # noqa: S308 - made by an autoescaped template
            "art": shell.art(game, digits),
            "slug": game,
            "css": shell.styles(game),
            "back": fragments.addresses(key)["table"] if back is not None else "",
            "answers": [
                {"label": label, "href": _address(game, shown["step"], answer, keep), "is_chosen": answer == shown["answer"]}
                for answer, label in shown["answers"]
            ],
            "next": _address(game, shown["step"] + 1, "", keep) if shown["step"] < shown["steps"] else "",
        },
    )


def _lesson_of(game: str) -> Any:
    try:
        game_named(game)
    except NotInThisGame:
        raise Http404 from None
    if find_spec(f"games.{game}.lesson") is None:
        raise Http404
    return import_module(f"games.{game}.lesson")


def _address(game: str, step: int, answer: str, keep: dict[str, str]) -> str:
    query = {"step": str(step)} | ({"answer": answer} if answer else {}) | keep
    return f"{reverse('lobby:lesson', args=[game])}?{urlencode(query)}#lesson"
