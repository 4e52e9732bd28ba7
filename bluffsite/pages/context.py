"""What the frame of every page needs: look, languages, addresses in other languages, running matches, the operator."""

from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, get_language_from_path

from bluffsite.accounts.notices import unread_count
from bluffsite.pages.about import titles
from bluffsite.pages.look import read_look
from games.core.game import Language
from games.core.registry import game_named
from games.play.selectors import running_tables_of


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor for every Django template."""
    return {
        "look": read_look(request),
        "languages": settings.LANGUAGES,
        "site_url": settings.SITE_URL,
        "canonical": settings.SITE_URL + request.path,
        "alternates": alternates(request.path),
        "about_pages": titles(),
        "unread_notices": SimpleLazyObject(lambda: unread(request)),
        "running": SimpleLazyObject(lambda: running(request)),
        "operator": {"name": settings.OPERATOR_NAME, "address": settings.OPERATOR_ADDRESS, "mail": settings.OPERATOR_MAIL},
    }


def unread(request: HttpRequest) -> int:
    """How many notices the reader has not read."""
    user = getattr(request, "user", None)
    return unread_count(user) if user is not None and user.is_authenticated else 0


def alternates(path: str) -> list[tuple[str, str]]:
    """(language code, whole address) of a public page in every language; empty for addresses without a language."""
    if not get_language_from_path(path):
        return []
    found = [(code, settings.SITE_URL + translate_url(path, code)) for code, _ in settings.LANGUAGES]
    return [*found, ("x-default", dict(found)["en"])]


def running(request: HttpRequest) -> list[dict[str, Any]]:
    """The tables where the reader sits, elsewhere than on this page (UX-207): the three newest, those with a turn first."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    tables = [table for table in running_tables_of(user) if f"/tables/{table.key}/" not in request.path]
    tables.sort(key=lambda table: not table.is_my_turn)
    language = cast(Language, get_language())
    return [
        {
            "key": table.key,
            "title": game_named(table.game).words.title(language),
            "is_my_turn": table.is_my_turn,
            "is_waiting": table.phase == "lobby",
        }
        for table in tables[:3]
    ]
