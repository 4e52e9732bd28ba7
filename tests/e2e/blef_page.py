"""The table page of Blef from memory: real fragments, styles and the game's script, without a server."""

import json
from pathlib import Path

from django.utils import translation
from playwright.sync_api import Page, Route

from games.blef import page as blef
from games.blef.engine import State
from games.core.game import Language
from games.play import render, shell
from tests.play.shown_tables import shown_seat, shown_table

HOST = "http://blef.test"
ROOTS = tuple(Path(__file__).parents[2] / place / "static" for place in ("bluffsite", "games/blef"))
NAMES = ("Anna", "Wilhelmina", "Carla", "Deepa", "Emil", "Fenna", "Gita", "Hari", "Ines", "Jonas")

TABLE = """
export const config = JSON.parse(document.getElementById("table-config").textContent);
export const keep = () => {}, press = () => {};
export const bubble = (why) => { document.getElementById("said").textContent = why.textContent; };
export const reasonOf = (control) => bubble(document.getElementById(control.getAttribute("aria-describedby")));
export const act = (action) => { window.sent = action; };
window.taught = {};
export const teach = (name, make) => { window.taught[name] = make; };
"""


def document(state: State, seat: int, language: Language, look: str = "") -> str:
    """The page of one seat. `look`: attributes of the root, such as `data-theme="dark"`."""
    shown = shown_table("blef", state, NAMES)
    with translation.override(language):
        own, everyone = render.own_html(shown, shown_seat("blef", state, seat), language, False), render.public_html(shown, language, False)
        art, config = shell.art("blef", False), json.dumps(blef.script(language, state.seats))
    modules = {"table/table": "/stub.js"} | {f"table/{name}": f"/static/js/{name}.js" for name in ("hand", "prefs")}
    styles = "".join(
        f'<link rel="stylesheet" href="/static/{name}.css">' for name in ("css/tokens", "css/site", "css/table", "css/cards", "blef/hands")
    )
    head = f'<meta charset="utf-8"><title>Blef</title><meta name="viewport" content="width=device-width, initial-scale=1">{styles}'
    scripts = (
        f'<script type="application/json" id="table-config">{config}</script><script type="module" src="/static/blef/picker.js"></script>'
    )
    return (
        f'<!doctype html><html lang="{language}" {look}><head>{head}<script>document.documentElement.classList.add("js")</script>'
        f'<script type="importmap">{json.dumps({"imports": modules})}</script></head>'
        f'<body class="table-page match"><main id="main">{art}<form id="act"></form><div class="t-grid" id="table">{own}{everyone}</div>'
        f'<p id="said" role="status"></p></main><header class="t-head"><p class="t-title">Blef</p></header>{scripts}</body></html>'
    )


def open_table(page: Page, state: State, seat: int = 0, language: Language = "en", look: str = "") -> None:
    html = document(state, seat, language, look)

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST)
        files = [file for root in ROOTS if (file := root / path.removeprefix("/static/")).is_file()]
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
