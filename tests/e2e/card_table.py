"""A page with a hand of cards, made of the frame and the card kit as a game's page is, but of no game: to look at and to press.

The page comes from memory. Of the table's script only what the kit asks of it is played: morphing, a bubble, a press.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.utils import translation
from playwright.sync_api import Page, Route

from bluffsite.jinja import for_readers
from games.core import card_page, card_words
from games.core.game import Language
from games.core.page import Around, Seat, Terms
from games.play import render
from games.play.render import parts

HOST = "http://cards.test"
WORDS = ("sending", "reconnecting", "lost", "back", "hold", "again", "called", "no_turn", "no_clock", "left", "ten", "failed", "unknown")
STATIC = Path(__file__).parents[2] / "bluffsite" / "static"
NAMES = ("Anna", "Bob", "Ram", "You", "Ruby", "Theo")

PIECES = """
{% from "play/cards.jinja" import back, backs, fan, hand as cards_hand, pile, rank_picker, suit, suit_picker with context %}
{% from "play/call.jinja" import call_button with context %}
{% macro seat_open(game, seat, d) %}{% endmacro %}
{% macro middle(game, d) %}<p>{{ pile(9, d, "Pile") }}</p>{% endmacro %}
{% macro claim(mine, d) %}{% if mine.open %}<div id="reveal">{{ fan(mine.open, d) }}</div>{% else %}
<p>Anna: <b>{{ mine.claim }}</b> {{ backs(2, d) }}</p>{% endif %}{% endmacro %}
{% macro call(mine, d) %}{{ call_button(mine.call, "liars_dice", d) }}{% endmacro %}
{% macro hand(mine, d) %}{{ cards_hand(mine.cards, d, mine.label, {"max": mine.most}, by=mine.by) }}{% endmacro %}
{% macro moves(mine, d) %}
{% if mine.kind == "suit" %}{{ suit_picker(mine.suits, d, "liars_dice") }}
{% else %}{{ rank_picker(mine.ranks, d, "liars_dice", mine.off) }}{% endif %}
<div class="c-row"><button class="button" id="pass" form="act" name="do" value="pass" data-key="pass">Pass</button>
<button class="button primary t-main" id="lay" form="act" name="do" value="lay" data-key="go">Play</button></div>
{% endmacro %}
"""

TABLE = """
const keeps = [];
export const keep = (test) => keeps.push(test);
export const config = JSON.parse(document.getElementById("table-config").textContent);
export const latin = (text) => text.replace(/[०-९]/g, (digit) => "०१२३४५६७८९".indexOf(digit));
export const bubble = (text) => { document.getElementById("said").textContent = typeof text === "string" ? text : text.textContent; };
export const press = (button) => button?.setAttribute("data-pressed", "1");
window.show = (html) => {
  const callbacks = { beforeNodeMorphed: (old, fresh) => !keeps.some((test) => test(old, fresh)) };
  Idiomorph.morph(document.getElementById("own"), html, { morphStyle: "outerHTML", callbacks });
  document.dispatchEvent(new CustomEvent("table:changed"));
};
"""


def own(cards: Sequence[str], language: Language = "en", *, kind: str = "rank", most: int = 4, **mine: Any) -> str:
    """The own part with this hand."""
    environment = for_readers(language, False)
    with translation.override(language):
        pieces: Any = environment.from_string(PIECES).module
        shown = {
            "reveal": None, "open": None, "spoken": card_page.spoken(cards, language), "hint": "", "position": "1", "waits": 3,
            "kind": kind,
            "claim": card_words.counted(2, "7", language), "label": "Your cards", "cards": card_page.hand(cards, language, by=kind),
            "most": most, "by": kind, "ranks": card_page.ranks(language), "suits": card_page.suits(language), "off": {},
            "call": {"type": "call", "label": "Call bluff on Anna's two sevens", "off": None, "let_go": {"label": "Let it go"}},
        } | mine  # fmt: skip
        return environment.get_template("play/own.jinja").render(
            version=1, build="", phase="playing", slug="liars_dice", d=str, seat=3, my_turn=True, post={}, at_zero="At 0 you pass.",
            cover=None,
            clock={"left": 24000, "all": 45000, "text": "24", "hurry": False, "stopped": False}, device=None, halted="", may_resume=False,
            banner="Your turn: add one to four sevens, call, or pass.", terms=TERMS, mine=shown, pieces=pieces,
            moves=pieces.moves(shown, str),
            votes="", may_vote=False, long=None, window=3000, given_up=False, playing=True, more_time_in=None,
        )  # fmt: skip


TERMS = Terms(
    claim="Last claim", reveal="What lay there", hand="Your cards", call="Call bluff", call_by="To call", read_hand="Read my cards",
    watching="", cover="", one_phone="", fair_title="", fair="", sounds={}, keys=(), command="", commands="",
)  # fmt: skip


def public(seats: int, language: Language = "en") -> str:
    environment = for_readers(language, False)
    counts = [8, 11, 6, 7, 10, 9]
    around = Around(
        order=tuple(range(seats)),
        direction="anticlockwise",
        seats=tuple(Seat(counts=(card_page.count(counts[seat], language),), mark="passed" if seat == 2 else "") for seat in range(seats)),
    )
    players = [
        parts.Player(
            seat=seat, name=NAMES[seat], level="", computer=False, away=False, acting=seat == 3 % seats, next=seat == 0, out=False,
            left=False, place=None, mark=around.seats[seat].mark, counts=around.seats[seat].counts, winner=False,
        )
        for seat in range(seats)
    ]  # fmt: skip
    rows = [parts.player_row(player, "", language, False) for player in players]
    with translation.override(language):
        pieces = environment.from_string(PIECES).module
        return environment.get_template("play/public.jinja").render(
            version=1, phase="playing", slug="liars_dice", d=str, rows=rows, around=around, game={"reveal": None}, pieces=pieces,
            board="", games=1, game_number=1, totals=(),
        )  # fmt: skip


CONFIG = {
    "socket": "/ws",
    "version": 1,
    "build": "",
    "remaining": None,
    "digits": "0123456789",
    "labels": {},
    "commands": {},
    "sounds": {},
    "names": card_page.names(),
}
AROUND = (
    '<div id="net" hidden><p id="net-text"></p><button id="net-button"></button><a id="net-plain"></a></div><div id="sending" hidden></div>'
    '<div class="t-bubble" id="bubble" role="status" hidden><p id="bubble-text"></p><button id="bubble-close">Close</button></div>'
    '<div class="unseen" id="polite" aria-live="polite"></div><div class="unseen" id="assertive" aria-live="assertive"></div>'
    f'<script type="application/json" id="table-config">{json.dumps(CONFIG | {"words": {word: word for word in WORDS}})}</script>'
)
"""What the script of the table finds around its parts."""


def document(
    cards: Sequence[str], language: Language = "en", *, seats: int = 4, look: str = "", script: bool = True, live: bool = False, **mine: Any
) -> str:
    """The whole page. `look`: attributes of the root, such as `data-theme="dark"`. `live`: with the whole script of the table."""
    with translation.override(language):
        art = f"{render.macro('play/icons.jinja', 'icons')()}{render.macro('play/cards.jinja', 'symbols')(str)}"
    modules = {f"table/{name}": f"/static/js/{name}.js" for name in ("table", "hand", "prefs", "clock", "keys", "said", "sound")}
    if not live:
        modules["table/table"] = "/table-stub.js"
    scripts = (
        f'<script>document.documentElement.classList.add("js")</script><script type="importmap">{json.dumps({"imports": modules})}</script>'
        '<script defer src="/static/vendor/idiomorph.min.js"></script>'
        '<script type="module">import "table/hand"; import { apply } from "table/prefs"; apply();</script>'
    )
    styles = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("tokens", "site", "table", "cards"))
    return (
        f'<!doctype html><html lang="{language}" {look}><head><meta charset="utf-8"><title>Cards</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{styles}{scripts if script else ""}</head>'
        f'<body class="table-page match"><main id="main">{art}<form id="act" method="get" action="/sent"></form>'
        f'<div class="t-grid" id="table">'
        f'{own(cards, language, **mine)}{public(seats, language)}</div><p id="said" role="status"></p></main>{AROUND}'
        '<header class="t-head"><p class="t-title">Cards</p></header></body></html>'
    )


def open_table(page: Page, cards: Sequence[str], language: Language = "en", **options: Any) -> list[str]:
    """Show it on this page. The list gets the addresses of forms that were sent."""
    sent: list[str] = []
    html = document(cards, language, **options)

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST).split("?")[0]
        if path == "/":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif path == "/table-stub.js":
            route.fulfill(body=TABLE, content_type="text/javascript")
        elif path.startswith("/static/"):
            route.fulfill(path=STATIC / path.removeprefix("/static/"))
        else:
            sent.append(route.request.url)
            route.fulfill(body="<!doctype html><title>Sent</title>", content_type="text/html")

    page.route(f"{HOST}/**", answer)
    page.goto(f"{HOST}/?plain=1")
    return sent
