"""The table page of any game from memory: real fragments, styles and the game's script, without a server."""

import json
from pathlib import Path
from typing import Any

from django.utils import translation
from playwright.sync_api import Page, Route

from games.core.game import Language
from games.play import render, shell
from games.play.shown import ShownDevice
from tests.play.shown_tables import shown_seat, shown_table

HOST = "http://staged.test"
HOUSE = Path(__file__).parents[2]
NAMES = ("Anna", "Wilhelmina", "Carla", "Deepa", "Emil", "Fenna", "Gita", "Hari", "Ines", "Jonas")

TABLE = """
export const config = JSON.parse(document.getElementById("table-config").textContent);
export const keep = () => {}, press = () => {};
export const latin = (text) => text.replace(/[०-९]/g, (digit) => "०१२३४५६७८९".indexOf(digit));
export const bubble = (why) => { document.getElementById("said").textContent = why.textContent; };
export const reasonOf = (control) => bubble(document.getElementById(control.getAttribute("aria-describedby")));
export const act = (action) => { window.sent = action; };
window.taught = {};
export const teach = (name, make) => { window.taught[name] = make; };
"""


def document(
    slug: str,
    state: Any,
    seat: int | None,
    language: Language,
    look: str = "",
    *,
    mine: dict[str, Any] | None = None,
    device: ShownDevice | None = None,
    board: bool = False,
    devanagari: bool = False,
    **shown_as: Any,
) -> str:
    """The page of one seat, None: of a spectator. `look`: attributes of the root, such as `data-theme="dark"`; `shown_as`: fields of
    `ShownTable`; `mine`: of `ShownSeat`; `device`: one phone goes round; `board`: the big screen; `devanagari`: with the digits ० to ९.
    """
    shown, page = shown_table(slug, state, NAMES, **shown_as), render.page_of(slug)
    me = None if seat is None else shown_seat(slug, state, seat, **(mine or {}))
    with translation.override(language):
        own, everyone = (
            render.own_html(shown, me, language, devanagari, device),
            render.public_html(shown, language, devanagari),
        )
        art, digits = shell.art(slug, devanagari), "०१२३४५६७८९" if devanagari else "0123456789"
    known = page.script(language, state.seats)
    labels = shell.in_digits(known.get("labels", {}), render.digits_of(devanagari))
    config = json.dumps(known | {"labels": labels, "digits": digits})
    names = [
        *(f"css/{name}" for name in ("tokens", "site", "table", *page.ASSETS.kits)),
        *(f"{slug}/{name[:-4]}" for name in page.ASSETS.css),
        *(["css/board"] if board else []),
    ]
    modules = {"table/table": "/stub.js"} | {f"table/{name}": f"/static/js/{name}.js" for name in ("hand", "prefs", "said")}
    styles = "".join(f'<link rel="stylesheet" href="/static/{name}.css">' for name in names)
    head = f'<meta charset="utf-8"><title>{slug}</title><meta name="viewport" content="width=device-width, initial-scale=1">{styles}'
    game_script = f'<script type="module" src="/static/{slug}/{page.ASSETS.script}"></script>'
    scripts = f'<script type="application/json" id="table-config">{config}</script>{game_script}'
    kinds = f"table-page match{' over' if shown.result else ''}{' board' if board else ''}"
    return (
        f'<!doctype html><html lang="{language}" {look}><head>{head}<script>document.documentElement.classList.add("js")</script>'
        f'<script type="importmap">{json.dumps({"imports": modules})}</script></head>'
        f'<body class="{kinds}"><main id="main">{art}<form id="act"></form>'
        f'<div class="t-grid" id="table">{own}{everyone}</div>'
        f'<p id="said" role="status"></p></main><header class="t-head"><p class="t-title">{slug}</p></header>{scripts}</body></html>'
    )


def open_table(page: Page, slug: str, state: Any, seat: int | None = 0, language: Language = "en", look: str = "", **shown_as: Any) -> None:
    html, roots = document(slug, state, seat, language, look, **shown_as), (HOUSE / "bluffsite/static", HOUSE / f"games/{slug}/static")

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST)
        files = [file for root in roots if (file := root / path.removeprefix("/static/")).is_file()]
        if path == "/":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif path == "/stub.js":
            route.fulfill(body=TABLE, content_type="text/javascript")
        elif files:
            route.fulfill(path=files[0])
        else:
            route.fulfill(status=404)

    page.route(f"{HOST}/**", answer)
    page.goto(f"{HOST}/")
    page.wait_for_function("Boolean(window.taught?.typed)")
