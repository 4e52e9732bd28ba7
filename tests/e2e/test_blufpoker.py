"""Blufpoker in real browsers, in Dutch: a whole match on the smallest phone, five people at one table, and one phone."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from games.blufpoker import page_words, words
from games.blufpoker.state import HIGHEST, Claim
from tests.e2e import tables
from tests.e2e.players import SET, Player, Program
from tests.e2e.tables import OpenPage
from tests.e2e.test_table_people import serious

GAME = "blufpoker"
SMALL = {"viewport": {"width": 320, "height": 568}}
WIDE = {"viewport": {"width": 1280, "height": 800}}
ALL = {"sixes": "yes", "blind_pass": "yes", "three_throws": "yes", "choose_direction": "yes", "swap_seats": "round"}
DEAD_MS = 450
"""The dead time after a change of phase, during which presses do nothing."""

OUTSIDE = """() => {
  const wanted = ['#banner', '#clock', '#at-zero', '#claim-now', '#reveal', '#middle', '.t-seat', '#call', '#look', '#say', '#throw',
    '#again', '#accept', '#blind', '.bp-chip', '.bp-stepper', '.bp-sentence'];
  const seen = (box) => box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  return wanted.flatMap((name) => [...document.querySelectorAll(name)]
    .filter((part) => part.checkVisibility())
    .map((part) => part.getBoundingClientRect())
    .filter((box) => !seen(box))
    .map((box) => `${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`));
}"""
"""Parts of UX-301 that are not wholly in view."""


def new_table(open_page: OpenPage, language: str = "nl", *, size: int = 3, screen: dict[str, Any], **options: str) -> Page:
    """A waiting room whose host chose these options on the real sheet."""
    page = open_page(f"/{language}/play/{GAME}/", language, **screen)
    page.evaluate(SET, {"size": str(size), "bot_speed": "fast", **options})
    page.locator("main form[method=post] button.primary").first.click()
    page.wait_for_url("**/tables/*/")
    return page


def begin(page: Page) -> None:
    tables.start(page)
    tables.forgo_question(page)


def until_moved(page: Page, press: str) -> None:
    """Press, and wait until the table has moved on."""
    moment = page.locator("#own").get_attribute("data-version")
    page.wait_for_timeout(DEAD_MS)
    page.locator(press).click()
    expect(page.locator(f'#own[data-version="{moment}"]')).not_to_be_attached(timeout=tables.TURN_MS)


def is_there(page: Page, selector: str) -> bool:
    """Whether the control is there and on."""
    return page.locator(f'{selector}:not([aria-disabled="true"])').count() > 0


def look(page: Page) -> str:
    """Hold the cup up: the dice are seen while it is held, and not before or after."""
    dice = page.locator("#dice")
    assert not dice.is_visible()
    page.locator("#look").hover()
    page.mouse.down()
    assert dice.is_visible()
    faces = re.findall(r"#die-(\d)", dice.inner_html())
    page.mouse.up()
    assert not dice.is_visible()
    return "".join(faces)


def last_value(page: Page) -> int:
    return int(page.locator("#claim .bp-value-said").inner_text().split()[0])


def decide(page: Page, *, trusts: bool = False) -> None:
    """Believe what is likely, or all that may be believed, and doubt the rest; keep sixes, throw, and say what is offered."""
    if page.locator("#call:not([aria-disabled])").count():
        believes = (trusts or last_value(page) < 541) and is_there(page, "#accept")
        until_moved(page, "#accept" if believes else "#call")
    else:
        until_moved(page, "#throw" if is_there(page, "#throw") else "#say")


def check_view(page: Page, phase: str) -> None:
    page.evaluate("window.scrollTo(0, 0)")
    assert page.evaluate(OUTSIDE) == [], phase
    assert page.evaluate(tables.WIDER) <= 0, phase
    assert page.evaluate(tables.SMALL, [44, ".t-actions, .t-hand, .t-moves, .t-head"]) == [], phase


def test_a_whole_match_on_the_smallest_phone(open_page: OpenPage) -> None:
    """UX-301, UX-407, UX-408: one person and two computers to the result, everything in view in each phase, and no chances told."""
    told: list[str] = []
    page = new_table(open_page, screen=SMALL, penalty_limit="2", sixes="yes")
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: told.append(str(data))))
    page.reload()
    begin(page)
    looked = False
    while tables.until_my_turn(page):
        check_view(page, page.locator("#banner").inner_text())
        if page.locator("#look").count() and not looked:
            looked = bool(look(page))
        decide(page, trusts=not looked)
        if page.locator("#reveal").count():
            page.wait_for_timeout(1200)
            check_view(page, "open dice")
    expect(page.locator("#result")).to_contain_text("Tot het einde gespeeld.")
    assert looked
    assert told
    shown = [frame.get(part, "") for frame in map(json.loads, told) for part in ("public", "own", "log")]
    assert "%" not in "".join(shown)


def test_five_people_with_every_option(open_page: OpenPage) -> None:
    """Two browsers and three programs at one table; both browsers read the same, and none reads the other's dice."""
    host = new_table(open_page, size=5, screen=WIDE, penalty_limit="2", **ALL)
    expect(host.locator("#options")).to_contain_text("Tot drie worpen per beurt; de derde ziet niemand.")
    guest = open_page(host.url, "nl", **WIDE)
    guest.locator("#sit-down").click()
    expect(guest.locator("#own[data-seat='1']")).to_be_attached()
    programs = [Program(f"http://{host.url.split('/')[2]}") for _ in range(3)]
    for program in programs:
        program.ask("POST", f"tables/{tables.key_of(host)}/seat", {})
    players = [Player(program, tables.key_of(host), seed=seed) for seed, program in enumerate(programs)]
    with players[0], players[1], players[2]:
        begin(host)
        expect(guest.locator("#own[data-phase=playing]")).to_be_attached(timeout=tables.TURN_MS)
        tables.forgo_question(guest)
        acts = 0
        while not (host.locator("#result").count() and guest.locator("#result").count()):
            for page, other in ((host, guest), (guest, host)):
                if page.locator("#own").get_attribute("data-turn") == "me":
                    check_together(page, other)
                    decide(page)
                    acts += 1
            host.wait_for_timeout(100)
    assert acts
    assert host.locator("#result li").all_inner_texts() == guest.locator("#result li").all_inner_texts()
    players[0].until(lambda: players[0].game["result"])
    assert not [refusal for player in players for refusal in player.heard.refusals if refusal["code"] == "illegal"]


def check_together(page: Page, other: Page) -> None:
    """Both see the same seats in the same order; nothing of the picker or the cup of one is in the page of the other."""
    assert page.evaluate(tables.WIDER) <= 0
    version = page.locator("#own").get_attribute("data-version")
    expect(other.locator(f"#own[data-version='{version}']")).to_be_attached(timeout=tables.TURN_MS)
    seats = ".t-seat .t-name"
    assert page.locator(seats).all_inner_texts() == other.locator(seats).all_inner_texts()
    assert other.locator("#picker").count() == 0
    if page.locator(".bp-value.mine").count():
        assert other.locator(".bp-value.mine").count() == 0


def test_one_phone_begins_with_a_cover_and_an_empty_cup(open_page: OpenPage) -> None:
    page = open_page(f"/nl/play/{GAME}/?one_phone=1", "nl", **SMALL)
    page.locator("main form[method=post] button.primary").first.click()
    page.wait_for_url("**/tables/*/")
    for press in ("#throw", "#say"):
        expect(page.locator("#own[data-turn=cover], #own[data-turn=me]")).to_be_attached(timeout=tables.TURN_MS)
        if page.locator("#cover").count():
            assert page.locator("#look, #dice").count() == 0
            page.locator("#take").click()
            expect(page.locator("#own[data-turn=me]")).to_be_attached()
        until_moved(page, press)
    expect(page.locator("#cover")).to_be_visible()
    expect(page.locator("#cover")).to_contain_text(page_words.terms("nl").cover)
    assert page.locator("#look, #dice, .bp-value").count() == 0


def check_axe(page: Page) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(200)  # colours have changed over
        assert serious(page) == [], theme


def test_axe_finds_nothing_serious(open_page: OpenPage) -> None:
    """Waiting room, throw, picker, open dice, text mode, lesson, light and dark."""
    page = new_table(open_page, screen=SMALL, **ALL)
    check_axe(page)
    begin(page)
    seen = set()
    while "reveal" not in seen:
        tables.until_my_turn(page)
        kinds = {kind for kind in ("#throw", "#say", "#accept") if page.locator(kind).count()} - seen
        if kinds:
            page.wait_for_timeout(DEAD_MS)
            check_axe(page)
            seen |= kinds
        decide(page)
        if page.locator("#reveal").count():
            page.wait_for_timeout(1200)
            check_axe(page)
            seen.add("reveal")
    page.goto(page.url + "?text=1")
    check_axe(page)
    page.goto(f"/nl/play/{GAME}/lesson/")
    check_axe(page)


def test_by_keyboard_and_by_typed_words(open_page: OpenPage) -> None:
    """Three digits choose, Enter says; the cup is shown for five seconds by key; in text mode Dutch words do it."""
    page = new_table(open_page, screen=WIDE)
    begin(page)
    until_said(page)
    page.locator("#look").focus()
    page.keyboard.press("Enter")
    assert page.locator("#dice").is_visible()
    expect(page.locator("#polite")).to_contain_text("onder de beker")
    expect(page.locator("#dice")).to_be_hidden(timeout=8000)
    page.locator("#banner").focus()
    page.keyboard.press("h")
    expect(page.locator("#dice")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#dice")).to_be_hidden()
    page.locator("#values input:checked").focus()
    value = 665 if page.locator('#values input[value="665"]').count() else HIGHEST  # somebody may have said 665
    for digit in str(value):
        page.keyboard.press(digit)
    expect(page.locator("#say-words")).to_have_text(words.action(Claim(value), "nl"))
    page.keyboard.press("Enter")
    expect(page.locator("#own[data-turn=other]")).to_be_attached(timeout=tables.TURN_MS)
    page.goto(page.url + "?text=1")
    tables.until_my_turn(page)
    version = page.locator("#own").get_attribute("data-version")
    page.wait_for_timeout(DEAD_MS)
    page.locator("#command").fill("gooi" if page.locator("#throw").count() else "bluf")
    page.locator("#command").press("Enter")
    expect(page.locator(f'#own[data-version="{version}"]')).not_to_be_attached(timeout=tables.TURN_MS)


def until_said(page: Page) -> None:
    """Until a value is to be said."""
    tables.until_my_turn(page)
    while not page.locator("#say").count():
        decide(page, trusts=True)
        tables.until_my_turn(page)


def test_weight_up_to_the_first_move(open_page: OpenPage) -> None:
    """UX-005: 150 kB compressed, fonts included."""
    weights: list[int] = []
    page = open_page("about:blank", "nl")
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: weights.append(int(event["encodedDataLength"])))
    page.goto("/nl/")
    page.locator(f"form:has(input[name=game][value={GAME}]) button").click()
    page.wait_for_url("**/tables/*/")
    expect(page).to_have_title(re.compile("Blufpoker"))
    tables.until_my_turn(page)
    assert sum(weights) <= 150_000, sum(weights)
