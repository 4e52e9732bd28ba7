"""The table page as a person meets it: one tap, in view on the smallest phone, by touch, by keyboard, without a script."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Response, Route, WebSocket, WebSocketRoute, expect

from tests.e2e import tables
from tests.e2e.tables import OpenPage

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
LANGUAGES = ("en", "nl", "de", "ne")


def test_one_tap_from_home_to_the_first_decision(open_page: OpenPage) -> None:
    page = tables.play_now(open_page)
    assert tables.until_my_turn(page)
    expect(page.locator("#banner")).to_contain_text("Your turn")
    dice = page.locator("#hand .die").count()
    assert 4 <= dice <= 5, "a computer's exact bid may have been doubted before"
    expect(page).to_have_title("(!) Your turn – Liar's Dice")


@pytest.mark.parametrize("language", LANGUAGES)
def test_smallest_phone_shows_all_that_a_decision_needs(open_page: OpenPage, language: str) -> None:
    """UX-301, UX-003, UX-004: my turn, open cups, somebody else's turn."""
    page = tables.play_now(open_page, language, **PHONE)
    tables.forgo_question(page)
    tables.until_my_turn(page)
    _check_view(page, "my turn")
    assert page.evaluate(tables.SMALL, [24, "body"]) == []
    assert page.evaluate(tables.SMALL, [44, ".t-actions, .t-moves, .t-head"]) == []
    _doubt_by_hold(page)
    expect(page.locator("#reveal")).to_be_visible(timeout=tables.TURN_MS)
    page.wait_for_timeout(1400)  # the cups have opened
    _check_view(page, "open cups")


def _check_view(page: Page, phase: str) -> None:
    page.evaluate("window.scrollTo(0, 0)")
    assert page.evaluate(tables.OUTSIDE) == [], phase
    assert page.evaluate(tables.WIDER) <= 0, phase


def _doubt_by_hold(page: Page) -> None:
    """Bid until there is something to doubt, then hold the button as a thumb would."""
    while tables.is_off(page, "#call"):
        page.wait_for_timeout(450)
        page.locator("#bid").tap()
        expect(page.locator("#own[data-turn=other]")).to_be_attached(timeout=tables.TURN_MS)
        tables.until_my_turn(page)
    page.wait_for_timeout(450)
    _hold(page, 800)


def _hold(page: Page, milliseconds: int) -> None:
    """A finger on the doubt button for that long."""
    box = page.locator("#call").bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_timeout(milliseconds)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def test_rules_of_this_table_open_over_the_match_and_close_again(open_page: OpenPage) -> None:
    """UX-1203."""
    page = tables.play_now(open_page, **PHONE)
    tables.until_my_turn(page)
    page.locator("#menu-button").click()
    page.locator("[data-opens=rules]").click()
    sheet = page.locator("#rules")
    expect(sheet.locator("[id='liars_dice.bid.raise']")).to_be_visible()
    unused = sheet.locator("[id='liars_dice.resolve.mild']")
    expect(unused).to_be_hidden()
    sheet.locator(".show-all").check()
    expect(unused).to_be_visible()
    assert page.evaluate(tables.WIDER) <= 0
    sheet.locator("[data-close]").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#own[data-phase=playing]")).to_be_attached()


def test_a_ruling_in_the_log_opens_its_clause_over_the_match(open_page: OpenPage) -> None:
    page = tables.play_now(open_page, **PHONE)
    tables.forgo_question(page)
    tables.until_my_turn(page)
    _doubt_by_hold(page)
    ruling = page.locator("#log-lines .t-clause").first
    expect(ruling).to_be_attached(timeout=tables.TURN_MS)
    rule = str(ruling.get_attribute("href")).partition("#")[2]
    assert rule.startswith("liars_dice.resolve.")
    address = page.url
    ruling.click()
    expect(page.locator(f"#rules [id='{rule}']")).to_be_focused()
    expect(page.locator(f"#rules [id='{rule}']")).to_be_in_viewport(ratio=1)
    expect(page.locator("#rules")).to_be_visible()
    assert page.url == address


SIZES = ((320, 568), (360, 640), (390, 844), (568, 320), (768, 1024), (1280, 800), (1920, 1080))


def test_no_screen_scrolls_sideways(open_page: OpenPage) -> None:
    """One turn, looked at in every size."""
    page = tables.new_table(open_page, "de", size=4, viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
    tables.start(page)
    tables.until_my_turn(page)
    assert page.evaluate(tables.WIDER) <= 0
    tables.forgo_question(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        tables.until_my_turn(page)
        expect(page.locator("#net")).to_be_hidden()
        assert page.evaluate(tables.WIDER) <= 0, (width, height)
        _check_view(page, str((width, height)))


def test_text_twice_as_large_still_fits_the_width(open_page: OpenPage) -> None:
    page = tables.play_now(open_page, viewport={"width": 320, "height": 568})
    tables.until_my_turn(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(tables.WIDER) <= 0


def test_a_short_touch_on_doubt_does_nothing_and_a_hold_doubts(open_page: OpenPage) -> None:
    """UX-306."""
    page = tables.new_table(open_page, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    tables.start(page)
    tables.until_my_turn(page)
    while tables.is_off(page, "#call"):
        page.wait_for_timeout(450)
        page.locator("#bid").tap()
        expect(page.locator("#own[data-turn=other]")).to_be_attached(timeout=tables.TURN_MS)
        tables.until_my_turn(page)
    page.wait_for_timeout(450)
    version = page.locator("#own").get_attribute("data-version")
    _hold(page, 100)
    expect(page.locator("#bubble-text")).to_have_text("Hold a little longer")
    assert page.locator("#own").get_attribute("data-version") == version
    _hold(page, 800)
    expect(page.locator("#reveal")).to_be_visible(timeout=tables.TURN_MS)


def test_every_press_is_sent_once(open_page: OpenPage) -> None:
    sent: list[str] = []
    page = tables.play_now(open_page)
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.reload()
    tables.until_my_turn(page)
    page.wait_for_timeout(450)
    page.locator("#bid").dblclick()
    expect(page.locator("#own[data-turn=other]")).to_be_attached(timeout=tables.TURN_MS)
    acts = [json.loads(frame) for frame in sent if '"act"' in frame]
    assert len(acts) == 1
    assert re.fullmatch(r"[0-9a-f-]{36}", acts[0]["token"])


def test_picker_reaches_a_far_bid_in_four_taps_and_says_why_others_are_off(open_page: OpenPage) -> None:
    """UX-405, UX-412."""
    page = tables.new_table(open_page, size=4)
    tables.start(page)
    tables.until_my_turn(page)
    page.wait_for_timeout(450)
    page.locator("#less").click(force=True)
    expect(page.locator("#bubble")).to_be_visible()
    expect(page.locator("#bubble a")).to_have_attribute("href", re.compile(r"^/en/rules/liars_dice/#liars_dice\.bid\."))
    page.locator("#label-star").click()
    page.locator("#count").click()
    page.locator("#grid button", has_text=re.compile("^17$")).click()
    expect(page.locator("#bid-words")).to_have_text("Bid 17 stars")
    page.locator("#bid").click()
    expect(page.locator("#claim")).to_contain_text("17 stars")


def test_tab_order_follows_the_table(open_page: OpenPage) -> None:
    """UX-801: banner, last claim, actions, own dice, picker, players, log, menu."""
    page = tables.play_now(open_page)
    tables.until_my_turn(page)
    tables.forgo_question(page)
    page.locator("#banner").focus()
    seen = ["banner"]
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id"))
        if seen[-1] == "menu-button":
            break
    wanted = ["banner", "claim", "call", "hand", "count", "bid", "players", "log-lines", "menu-button"]
    assert [name for name in seen if name in wanted] == wanted


def test_match_by_keyboard_alone(open_page: OpenPage) -> None:
    """Digits choose a face, Enter bids, C twice doubts; after the end Enter on the rematch button."""
    page = tables.new_table(open_page)
    page.locator("#start").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#own[data-phase=playing]")).to_be_attached(timeout=tables.TURN_MS)
    while tables.until_my_turn(page):
        version = page.locator("#own").get_attribute("data-version")
        page.wait_for_timeout(450)
        if tables.is_off(page, "#call"):
            page.keyboard.press("2")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("c")
            expect(page.locator("#call")).to_have_class(re.compile("armed"))
            page.keyboard.press("c")
        expect(page.locator(f'#own[data-version="{version}"]')).not_to_be_attached(timeout=tables.TURN_MS)
    expect(page.locator("#result")).to_be_visible()


def test_a_doubt_is_armed_for_its_own_time_and_its_own_claim(open_page: OpenPage) -> None:
    """UX-306: the end of an earlier time does not end this one, and the second press never doubts another claim than the first."""
    told: list[str] = []
    routes: list[WebSocketRoute] = []

    def between(route: WebSocketRoute) -> None:
        """All actions but bids get lost on the way."""
        server = route.connect_to_server()
        route.on_message(lambda data: None if '"challenge"' in str(data) else server.send(data))
        server.on_message(lambda data: (told.append(str(data)), route.send(data))[1])
        routes.append(route)

    page = tables.new_table(open_page)
    page.route_web_socket(re.compile("/ws/"), between)
    page.reload()
    tables.start(page)
    armed = page.locator("#call.armed")
    tables.until_my_turn(page)
    if tables.is_off(page, "#call"):
        tables.raise_or_doubt(page)
        tables.until_my_turn(page)
    page.wait_for_timeout(450)
    page.keyboard.press("c")
    expect(armed).to_be_attached()
    page.keyboard.press("c")
    expect(armed).not_to_be_attached()
    page.wait_for_timeout(3200)
    page.keyboard.press("c")
    expect(armed).to_be_attached()
    page.wait_for_timeout(1200)
    expect(armed).to_be_attached()
    frame = json.loads([text for text in told if '"type":"page"' in text][-1])
    frame["own"] = re.sub(r'(id="moves"[^>]*data-for=")', r"\g<1>another-", frame["own"])
    routes[-1].send(json.dumps(frame))
    expect(armed).not_to_be_attached()


def test_shortcuts_speak_and_can_be_switched_off(open_page: OpenPage) -> None:
    page = tables.play_now(open_page)
    tables.until_my_turn(page)
    page.keyboard.press("h")
    expect(page.locator("#polite")).to_contain_text("Your dice")
    page.keyboard.press("t")
    expect(page.locator("#polite")).to_contain_text("left")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate("localStorage.setItem('bluffsite.table', JSON.stringify({ keys: false }))")
    page.reload()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()


def test_match_without_a_script(open_page: OpenPage) -> None:
    """Plain forms, and a page that loads itself again."""
    page = tables.new_table(open_page, java_script_enabled=False)
    page.locator("#start").click()
    for _ in range(120):
        if page.locator("#result").count():
            break
        if page.locator("#own").get_attribute("data-turn") == "me":
            page.locator("#bid" if tables.is_off(page, "#call") else "#call").click()
        else:
            page.wait_for_timeout(400)
            page.reload()
    expect(page.locator("#result")).to_be_visible()


def test_page_without_a_script_looks_again_by_itself_only_while_waiting(open_page: OpenPage) -> None:
    page = tables.new_table(open_page, java_script_enabled=False)
    assert '<meta http-equiv="refresh" content="5">' in page.content()
    page.locator("#start").click()
    for _ in range(60):
        if page.locator("#own").get_attribute("data-turn") == "me":
            break
        page.reload()
    refresh = re.search(r'http-equiv="refresh" content="(\d+)"', page.content())
    assert refresh
    assert int(refresh[1]) > 20  # only when the clock has run out: a choice is not lost


def test_text_mode_plays_by_typed_words(open_page: OpenPage) -> None:
    """UX-808, in English and German words."""
    page = tables.new_table(open_page)
    tables.start(page)
    tables.until_my_turn(page)
    page.goto(page.url + "?text=1")
    tables.until_my_turn(page)
    page.wait_for_timeout(450)
    box = page.locator("#command")
    box.fill("hand")
    box.press("Enter")
    expect(page.locator("#command-said")).to_contain_text("Your dice")
    box.fill("hilfe")
    box.press("Enter")
    expect(page.locator("#command-said")).to_contain_text("You may type: bid 5 twos, doubt")
    box.fill("nonsense")
    box.press("Enter")
    expect(page.locator("#command-said")).to_contain_text("I do not know that command")
    version = page.locator("#own").get_attribute("data-version")
    box.fill("biete 10 sterne" if tables.is_off(page, "#call") else "doubt")
    box.press("Enter")
    expect(page.locator(f'#own[data-version="{version}"]')).not_to_be_attached(timeout=tables.TURN_MS)


def test_second_tab_takes_control_and_the_first_says_so(open_page: OpenPage) -> None:
    first = tables.play_now(open_page)
    tables.until_my_turn(first)
    second = first.context.new_page()
    second.goto(first.url)
    tables.until_my_turn(second)
    expect(first.locator("#net-text")).to_have_text("You play in another tab.")
    first.locator("#net-button").click()
    expect(first.locator("#net")).to_be_hidden()
    expect(second.locator("#net-text")).to_have_text("You play in another tab.")


def test_reload_brings_back_seat_dice_and_time(open_page: OpenPage) -> None:
    page = tables.play_now(open_page)
    tables.until_my_turn(page)
    dice = page.locator("#hand").get_attribute("aria-label")
    page.wait_for_timeout(1500)
    page.reload()
    assert page.locator("#hand").get_attribute("aria-label") == dice
    assert int(page.locator("#clock-number").inner_text()) <= 44


def test_buttons_are_off_without_connection_and_nothing_is_sent_later(open_context: Callable[..., BrowserContext]) -> None:
    def open_quietly(path: str, language: str = "en") -> Page:
        """The browser itself complains on the console about each socket that it could not open."""
        page = open_context(language).new_page()
        page.goto(path)
        return page

    page = tables.play_now(open_quietly)
    tables.until_my_turn(page)
    version = page.locator("#own").get_attribute("data-version")
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    expect(page.locator("body")).to_have_class(re.compile("offline"), timeout=20_000)
    page.locator("#bid").click()
    page.context.set_offline(False)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.locator("body")).not_to_have_class(re.compile("offline"), timeout=20_000)
    assert page.locator("#own").get_attribute("data-version") == version


def test_without_motion_nothing_moves(open_page: OpenPage) -> None:
    page = tables.new_table(open_page, reduced_motion="reduce")
    tables.start(page)
    tables.until_open_cups(page)
    assert page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0


SHIFTS = """() => {
  window.shifts = [], window.logShifts = [];
  const isLog = ({ node }) => Boolean((node?.parentElement ?? node)?.closest?.("#log"));
  new PerformanceObserver((list) => {
    for (const one of list.getEntries().filter((entry) => !entry.hadRecentInput)) {
      (one.sources.some(isLog) ? window.logShifts : window.shifts).push(one.value);
    }
  }).observe({ type: 'layout-shift' });
}"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_nothing_jumps_from_phase_to_phase(open_page: OpenPage, size: tuple[int, int]) -> None:
    """UX-007: at most 0.02 for a change that the reader did not make, open cups included."""
    page = tables.new_table(open_page, "de", size=4, viewport={"width": size[0], "height": size[1]})
    tables.start(page)
    tables.forgo_question(page)
    tables.until_my_turn(page)
    page.wait_for_timeout(600)
    page.evaluate(SHIFTS)
    tables.until_open_cups(page)
    expect(page.locator("#reveal")).to_have_count(0, timeout=tables.TURN_MS)
    page.wait_for_timeout(300)
    shifts, log = page.evaluate("[window.shifts, window.logShifts]")
    assert round(max(shifts + log, default=0), 2) <= 0.02, (shifts, log)
    assert max(log, default=0) < 0.004, "new lines push the older ones along without a jump"


def test_first_question_is_asked_once(open_page: OpenPage) -> None:
    """UX-106."""
    page = tables.play_now(open_page)
    expect(page.locator("#question")).to_contain_text("Do you know Liar's Dice?")
    tables.until_live(page)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#question button[value=hints]").click()
    expect(page.locator("#question")).to_have_count(0)
    page.reload()
    expect(page.locator("#question")).to_have_count(0)
    expect(page.locator("body")).to_have_class(re.compile("hints"))


def is_page(answer: Response) -> bool:
    return answer.request.resource_type == "document" and answer.status == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_weight_up_to_the_first_move(open_page: OpenPage, language: str) -> None:
    """UX-005: 150 kB compressed, both pages and the letters of the language included, and nobody else's server."""
    weights: dict[str, int] = {}
    hosts: set[str] = set()
    documents: list[int] = []
    page = open_page("about:blank", language=language)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: weights.update({event["requestId"]: int(event["encodedDataLength"])}))
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]) if request.url.startswith("http") else None)
    page.on("response", lambda answer: documents.append(int(answer.headers.get("content-length", 0))) if is_page(answer) else None)
    page.goto(f"/{language}/")
    tables.play_now_button(page).click()
    page.wait_for_url("**/tables/*/")
    tables.until_my_turn(page)
    assert documents[-1] > 5_000  # the table comes by way of the service worker: what the browser counts for it is 0
    assert sum(weights.values()) + documents[-1] <= 150_000, (weights, documents)
    assert len(hosts) == 1


def test_after_a_rest_on_the_home_page_a_table_loads_no_file_anew(open_page: OpenPage) -> None:
    """UX-005: styles, scripts and letters of the game at the first door have come before the tap."""
    page = open_page("about:blank")
    wanted: list[str] = []
    page.on("request", lambda request: wanted.append(request.url) if "/static/" in request.url else None)
    page.goto("/nl/", wait_until="networkidle")
    before = set(wanted)
    wanted.clear()
    page.locator(".doors button").click()
    page.wait_for_url("**/tables/*/")
    tables.until_live(page)
    page.wait_for_load_state("networkidle")
    assert len(wanted) > 10
    assert set(wanted) - before == set()


def test_the_socket_opens_before_the_scripts_are_there(open_page: OpenPage) -> None:
    """UX-005: what it hears meanwhile is not lost, and the time that has gone by counts."""
    page = tables.new_table(open_page)
    tables.start(page)
    tables.until_my_turn(page)
    sockets: list[str] = []
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        sockets.append(socket.url)
        socket.on("framereceived", lambda data: heard.append(str(data)))

    page.on("websocket", listen)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/js/table.*.js", hold)
    page.reload(wait_until="commit")
    for _ in range(100):
        if heard:
            break
        page.wait_for_timeout(100)
    assert heard and held
    left = json.loads(heard[0])["remaining_ms"]
    page.wait_for_timeout(2000)
    held[0].continue_()
    tables.until_live(page)
    assert len(sockets) == 1
    assert int(page.locator("#clock-number").inner_text()) <= left / 1000 - 1
    version = page.locator("#own").get_attribute("data-version")
    tables.raise_or_doubt(page)
    assert page.locator("#own").get_attribute("data-version") != version
