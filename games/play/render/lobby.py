"""The waiting room: who sits where, what the table plays, and what its host may change."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.game import Game, Language
from games.core.registry import game_named
from games.play import new_table_form as sheet
from games.play.render.parts import page_of
from games.play.render.phases import LOBBY
from games.play.shown import ShownPlace, ShownSeat, ShownTable


def lobby_public(shown: ShownTable, game: Game, language: Language) -> dict[str, Any]:
    names = shown.names(language)
    plain = {field: getattr(game.options(), field) for field in shown.options}
    told = []
    for name, value in shown.options.items():
        if not sheet.means_something(game, name):
            continue
        label, meaning = game.words.option(name, value, language)
        told.append({"name": name, "label": label, "meaning": meaning, "differs": value != plain[name], "front": name in sheet.FRONT})
    return {
        "seats": [lobby_seat(place, names[place.index]) for place in shown.seats],
        "taken": sum(place.kind == "person" for place in shown.seats),
        "is_public": shown.is_public,
        "is_calm": shown.is_calm,
        "rated": shown.rated,
        "allows_text": shown.allows_text and not settings.CHILD_SAFE,
        "options": told,
        "differs": [option for option in told if option["differs"] and not option["front"]],
        "commitment": shown.commitment,
        "terms": page_of(shown.game).terms(language),
    }


def lobby_seat(place: ShownPlace, name: str) -> dict[str, Any]:
    return {
        "index": place.index,
        "person": place.kind == "person",
        "name": name,
        "host": place.is_host,
        "ready": place.is_ready,
        "away": place.is_away,
        "level": place.level or "normal",
    }


def lobby_own(shown: ShownTable, seat: ShownSeat | None, language: Language) -> dict[str, Any]:
    free = sum(place.kind != "person" for place in shown.seats)
    made: dict[str, Any] = {
        "banner": _lobby_banner(shown, seat, language),
        "closed": shown.phase == "closed",
        "can_sit": free > 0,
        "free": free,
        "is_host": seat is not None and seat.is_host and shown.phase == LOBBY,
        "ready": seat is not None and seat.is_ready,
        "rematch": None,
        "invite": reverse("play:invite", args=[shown.key]),
        "quick": _quick(shown, seat, free),
        "rated": shown.rated,
    }
    if made["is_host"]:
        game = game_named(shown.game)
        typed = {name: _as_sent(value) for name, value in shown.options.items()}
        made |= {
            "fields": sheet.options_of(game, language, typed),
            "sizes": sheet.sizes(game, shown.size, language),
            "is_public": shown.is_public,
            "one_phone": bool(shown.options.get("one_phone")),
            "allows_text": shown.allows_text,
            "child_safe": settings.CHILD_SAFE or bool(shown.options.get("one_phone")),
            "seats": [lobby_seat(place, place.name) for place in shown.seats],
        }
    return made


def _quick(shown: ShownTable, seat: ShownSeat | None, free: int) -> dict[str, Any] | None:
    """What quick match is doing, and what else the person can do (UX-204). Rules: common.quick.start."""
    if seat is None or (not shown.is_quick and seat.looks_until_ms is None):
        return None
    if shown.is_quick and free == 0:
        text, until = _("All seats are taken. It starts:"), shown.starts_at_ms
    elif shown.is_quick and shown.starts_at_ms is not None:
        text = ngettext("Looking for people. With %(n)s computer it starts:", "Looking for people. With %(n)s computers it starts:", free)
        text, until = text % {"n": free}, shown.starts_at_ms
    elif shown.is_quick:
        text, until = _("Looking for people. It starts when all seats are taken."), None
    elif seat.looks_until_ms:
        text = _("This is the best open table there is. If its host has not started by then, you play with computers:")
        until = seat.looks_until_ms
    else:
        text = _("This is the best open table there is. Its host starts the match; you may also look on, or play with computers.")
        until = None
    return {
        "text": text,
        "until": until,
        "own": shown.is_quick,
        "key": shown.key,
        "may_stay": not shown.is_quick and bool(seat.looks_until_ms),
    }


def _as_sent(value: Any) -> str:
    """An option's value as the sheet's form sends it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _lobby_banner(shown: ShownTable, seat: ShownSeat | None, language: Language) -> str:
    host = next((place.name for place in shown.seats if place.is_host), "")
    title = game_named(shown.game).words.title(language)
    if shown.phase == "closed":
        return _("This table is closed.")
    if seat is None:
        return (
            _("%(name)s invites you to %(game)s") % {"name": host, "game": title}
            if host
            else _("You are invited to %(game)s") % {"game": title}
        )
    if shown.is_quick:
        return _("Quick match: %(game)s") % {"game": title}
    if seat.is_host:
        return _("Your table is open. Start whenever you like.")
    return _("Waiting for %(name)s to start.") % {"name": host} if host else _("Waiting for the start.")
