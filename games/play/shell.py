"""What the table page has around its fragments: invitation, settings, words for the script. Made once per page load."""

import secrets
from collections.abc import Iterable
from typing import Any, cast

import segno
from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from bluffsite.accounts import guests
from bluffsite.accounts.models import User
from games.core import card_words
from games.core.game import Language
from games.core.page import HELP, Page, Terms
from games.core.registry import game_named
from games.play import board as boards
from games.play import render as fragments
from games.play.reader import wants_devanagari
from games.play.selectors import ShownEntry
from games.play.shown import ShownDevice, ShownSeat, ShownTable

MODULES = ("table", "clock", "sound", "keys", "prefs", "said")
"""Scripts of every table page; a page with cards has `hand` besides."""

REFRESH_SECONDS = 5
"""How often a page without a script looks again."""


def context(
    request: HttpRequest, shown: ShownTable, seat: ShownSeat | None, entries: Iterable[ShownEntry], device: ShownDevice | None = None
) -> dict[str, Any]:
    """Everything that `play/table.html` prints. `device`: the reader has the one phone of the table; its log calls nobody "you"."""
    language, digits = cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user)
    game, page = game_named(shown.game), fragments.page_of(shown.game)
    index = None if seat is None else seat.index
    link = f"{settings.SITE_URL}{fragments.addresses(shown.key)['table']}"
    lines = fragments.log_lines(shown, entries, index if device is None else None, language, digits)
    user = request.user if isinstance(request.user, User) else None
    terms = page.terms(language)
    return {
        "key": shown.key,
        "slug": shown.game,
        "game_title": game.words.title(language),
        "title": fragments.title_of(shown, seat, language, device),
        "phase": "match" if shown.view is not None else "lobby",
        "is_over": shown.result is not None,
        "seated": seat is not None or device is not None,
        "may_pause": shown.may_pause,
        "one_phone": bool(shown.options.get("one_phone")),
        "public": mark_safe(fragments.public_html(shown, language, digits)),  # noqa: S308 - made by autoescaped templates
        "own": mark_safe(fragments.own_html(shown, seat, language, digits, device)),  # noqa: S308
        "log": mark_safe(fragments.log_html(lines, digits)),  # noqa: S308
        "art": art(shown.game, digits),
        "css": styles(shown.game),
        "kits": page.ASSETS.kits,
        "terms": terms,
        "commands": _commands(terms),
        "shortcuts": _shortcuts(terms),
        "suit_letters": bool(card_words.suit_letter("S", language)),
        "main_action": page.MAIN_ACTION,
        "now_ms": round(timezone.now().timestamp() * 1000),
        "token": secrets.token_urlsafe(16),
        "refresh_in": _refresh_in(shown, seat, device),
        "invite": _invite(shown, link) if shown.view is None and not shown.options.get("one_phone") else None,
        "offered_name": _offered(user, shown, index, language),
        "host_name": next((place.name for place in shown.seats if place.is_host), ""),
        "ask_known": user is not None
        and seat is not None
        and device is None
        and shown.view is not None
        and shown.game not in user.known_games,
        "hints": user is not None and user.known_games.get(shown.game) == "hints",
        "offer_account": user is not None and user.is_guest,
        "leave_text": _leave_text(shown),
        "config": _config(shown, page, language, digits) | {"refresh": _refresh_in(shown, seat, device)},
        "modules": _modules(page),
        "game_module": _game_module(shown.game),
        "board_url": boards.address(shown.key, signed=seat is not None or device is not None),
        "board": False,
        "text_mode": request.GET.get("text") == "1",
    }


def _refresh_in(shown: ShownTable, seat: ShownSeat | None, device: ShownDevice | None) -> int | None:
    """Seconds until a page without a script loads itself again; None where that would lose what somebody is choosing."""
    if shown.view is None:
        return None if seat is None else REFRESH_SECONDS
    if shown.result is not None and shown.rematch is None:
        return None
    if fragments.is_my_turn(shown, seat) or (device is not None and device.to is not None):
        return None if shown.remaining_ms is None else shown.remaining_ms // 1000 + 2
    return REFRESH_SECONDS


def art(slug: str, digits: bool) -> SafeString:
    """The sheets of drawings that the fragments use: those of the frame, of the kits, and the game's own."""
    d, assets = fragments.digits_of(digits), fragments.page_of(slug).ASSETS
    sheets = [fragments.macro("play/icons.jinja", "icons")()]
    sheets += [fragments.macro(f"play/{kit}.jinja", "symbols")(d) for kit in assets.kits]
    sheets += [fragments.macro(f"games/{slug}/symbols.jinja", "symbols")(d)] if assets.drawings else []
    return mark_safe("".join(map(str, sheets)))  # noqa: S308


def styles(slug: str) -> list[str]:
    """The style sheets of the kits that the game uses, then its own."""
    assets = fragments.page_of(slug).ASSETS
    return [static(f"css/{kit}.css") for kit in assets.kits] + [static(f"{slug}/{name}") for name in assets.css]


def _modules(page: Page) -> dict[str, str]:
    return {name: static(f"js/{name}.js") for name in (*MODULES, *(["hand"] if "cards" in page.ASSETS.kits else []))}


def _game_module(slug: str) -> str:
    return static(f"{slug}/{fragments.page_of(slug).ASSETS.script}")


def ahead(slug: str) -> list[str]:
    """What a table of this game loads besides the site's own styles and fonts: for pages that lead there in one tap (UX-005)."""
    modules = _modules(fragments.page_of(slug)).values()
    return [static("css/table.css"), *styles(slug), static("vendor/idiomorph.min.js"), *modules, _game_module(slug)]


def _shortcuts(terms: Terms) -> list[tuple[str, str]]:
    """Keys that somebody may change (UX-802), with what they do in this game."""
    named = [("call", terms.call), ("let", terms.let_go), ("pass", terms.pass_), ("picker", terms.picker)]
    return [(name, text) for name, text in named if text]


def _offered(user: User | None, shown: ShownTable, index: int | None, language: Language) -> str:
    """The name in the field: as shown at this table, else the person's own, else a guest's (UX-102)."""
    if index is not None:
        return shown.seats[index].name
    return user.display_name if user is not None else guests.offered_name(language)


def _invite(shown: ShownTable, link: str) -> dict[str, Any]:
    code = shown.code or ""
    picture = segno.make(link, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True)
    return {"link": link, "code": code, "spoken": " ".join(code), "qr": mark_safe(picture)}  # noqa: S308 - made of the address alone


def _leave_text(shown: ShownTable) -> str:
    """What leaving does (UX-312). Rules: common.leave.bot, common.leave.remove, common.one-phone."""
    who = _("This is for the player who has the phone now.") + " " if shown.options.get("one_phone") else ""
    others = sum(place.kind == "person" for place in shown.seats) > 1
    counts = others and (shown.is_public or shown.rated)
    after = " " + _("Who leaves at an open or rated table waits before the next one.") if counts else ""
    if shown.options.get("leave_mode") == "remove":
        gone = _("You are out of the match at once and cannot come back. You are placed as if you had been knocked out now.")
        return who + gone + after
    away = _("The computer will play for you, and you may come back at any time. If you are still away at the end, this counts as leaving.")
    return who + away + after


def _config(shown: ShownTable, page: Page, language: Language, digits: bool) -> dict[str, Any]:
    """What the script needs to know, in the reader's language."""
    known = page.script(language, shown.size)
    return {
        **known,
        "labels": in_digits(known.get("labels", {}), fragments.digits_of(digits)),
        "slug": shown.game,
        "sounds": page.SOUNDS,
        "socket": f"/ws{fragments.addresses(shown.key)['table']}",
        "build": fragments.build(),
        "version": shown.version,
        "remaining": shown.remaining_ms,
        "digits": "०१२३४५६७८९" if digits else "0123456789",
        "commands": {**page.COMMANDS, "help": HELP},
        "words": _words(page.terms(language)),
    }


def in_digits(texts: Any, d: fragments.Digits) -> Any:
    """Every text of a structure in the reader's digits; keys stay as they are."""
    if isinstance(texts, dict):
        return {key: in_digits(text, d) for key, text in texts.items()}
    if isinstance(texts, list | tuple):
        return [in_digits(text, d) for text in texts]
    return d(texts) if isinstance(texts, str) else texts


def _commands(terms: Terms) -> str:
    """All that may be typed, as examples."""
    return f"{terms.commands}, {_('help')}"


def _words(terms: Terms) -> dict[str, str]:
    return {
        "sending": _("Sending …"),
        "reconnecting": _("Reconnecting …"),
        "update": _("A short update begins within two minutes. Your game continues by itself afterwards, and no time is lost."),
        "lost": _("No connection. The page goes on by itself as soon as there is one."),
        "back": _("While you were away: %(text)s"),
        "elsewhere": _("You play in another tab."),
        "here": _("Play here"),
        "newer": _("There is a newer version of this page."),
        "reload": _("Reload"),
        "failed": _("That did not arrive. Look again, then try once more."),
        "ten": _("10 seconds"),
        "copied": _("Copied"),
        "hold": _("Hold a little longer"),
        "again": _("Press again to confirm"),
        "called": _("Called"),
        "unknown": _("I do not know that command. Try: %(commands)s.") % {"commands": _commands(terms)},
        "help": _("You may type: %(commands)s.") % {"commands": _commands(terms)},
        "no_turn": _("It isn't your turn yet."),
        "no_clock": _("There is no clock."),
        "left": _("%(time)s left"),
        "seconds": _("%(n)s s"),
        "signed_out": _("You are signed out. Reload the page."),
        "forbidden": _("This table is not open to you."),
        "gone": _("This table no longer exists."),
        "idle": _("The connection was closed after a long silence. Reload to go on."),
        "shut_out": _("Your account is suspended. Reload the page to read why and until when."),
        "flood": _("Too many messages or open tabs. Close some and reload."),
        "stopped": _("The connection was closed. Reload the page."),
        "mute": _("Mute"),
        "muted": _("%(name)s is muted: you no longer hear them, at any table."),
        "removed": _("Staff have removed this line."),
        "sounds_on": _("Sound on"),
        "sounds_off": _("Sound off"),
        "key_taken": _("This key is already used."),
    }
