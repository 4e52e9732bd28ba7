"""The table page in pieces of HTML: the public part once per language, the own part per seat. For page views and sockets alike.

Templates are compiled once; there is no request and no context processor. Everything secret comes from `ShownSeat`, which
holds what its seat may know and nothing else. The game's own pieces are `games/<slug>/pieces.jinja` and `games.<slug>.page`.
"""

from django.utils import translation

from games.core.game import Language
from games.core.registry import game_named
from games.play.render.log import Line, log_html, log_lines
from games.play.render.own import Common, common, device_part, own
from games.play.render.parts import Digits, addresses, build, digits_of, macro, page_of, template
from games.play.render.phases import clock_text, hand_over, is_my_turn, your_turn
from games.play.render.public import public
from games.play.render.talk import talk_html, talk_lines
from games.play.shown import ShownDevice, ShownSeat, ShownTable

__all__ = [
    "Digits",
    "Line",
    "addresses",
    "build",
    "clock_text",
    "common",
    "digits_of",
    "hand_over",
    "is_my_turn",
    "log_html",
    "log_lines",
    "macro",
    "own_html",
    "own_part",
    "page_of",
    "public_html",
    "public_part",
    "talk_html",
    "talk_lines",
    "title_of",
]


def public_html(shown: ShownTable, language: Language, digits: bool) -> str:
    """`<div id="public">`: what everyone at the table and every spectator sees. `digits`: in Devanagari."""
    with translation.override(language):
        return public_part(shown, language, digits)


def public_part(shown: ShownTable, language: Language, digits: bool) -> str:
    """The same, where `language` is active."""
    return template("play/public.jinja", language, digits).render(public(shown, language, digits))


def own_html(shown: ShownTable, seat: ShownSeat | None, language: Language, digits: bool, device: ShownDevice | None = None) -> str:
    """`<div id="own">`: what one reader sees and may do. `seat` None: somebody who does not sit at the table.

    `device`: the reader has the one phone of the table; then `seat` is that of whoever said that they have it.
    """
    with translation.override(language):
        return own_part(shown, seat, language, digits, common(shown, language, digits), device)


def own_part(
    shown: ShownTable, seat: ShownSeat | None, language: Language, digits: bool, same: Common, device: ShownDevice | None = None
) -> str:
    """The same, where `language` is active; `same` is what `common` made of this table for these readers."""
    made = own(shown, seat, language, digits, same)
    if device is not None:
        made |= device_part(shown, seat, device, same.names, language)
    return template("play/own.jinja", language, digits).render(made)


def title_of(shown: ShownTable, seat: ShownSeat | None, language: Language, device: ShownDevice | None = None) -> str:
    """The title of the tab; a table that waits for the reader says so (UX-704)."""
    name = game_named(shown.game).words.title(language)
    if seat is None and device is not None and device.to is not None:
        return hand_over(shown.names(language)[device.to], language)
    return your_turn(name, language) if is_my_turn(shown, seat) else name
