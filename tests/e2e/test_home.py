"""The frame in a real browser: reading it with axe, on small screens, by keyboard, without scripts, and what it weighs."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.e2e.axe import serious
from tests.e2e.conftest import OpenPage
from tests.stack import RunningStack

OpenContext = Callable[..., BrowserContext]

LANGUAGES = ("nl", "de", "en", "ne")
PAGES = ("", "settings/", "register/", "sign-in/", "play/", "play/liars_dice/", "about/privacy/", "about/credits/", "no-such-page/")
WEIGHT = 150_000
"""Bytes on the wire up to the first move, fonts included (UX-005)."""


def look(context: BrowserContext, stack: RunningStack, value: str) -> None:
    context.add_cookies([{"name": "look", "value": value, "url": stack.url}])


def unfold(page: Page) -> None:
    """Folds hide what they hold from axe and from the ruler."""
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")


# --- reading ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_serious(open_context: OpenContext, stack: RunningStack, language: str) -> None:
    """In light colours, in dark ones, and in both with more contrast."""
    context = open_context(language, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    look(context, stack, "theme:light")
    page = context.new_page()
    found = []
    for path in PAGES:
        page.goto(f"/{language}/{path}")
        unfold(page)
        found += [(path, fault) for fault in serious(page)]
        for theme, contrast in (("dark", ""), ("dark", "more"), ("light", "more")):
            page.evaluate("(look) => Object.assign(document.documentElement.dataset, look)", {"theme": theme, "contrast": contrast})
            found += [(path, theme, contrast, fault) for fault in serious(page, colours_only=True)]
    assert not found, found


def test_a_theme_set_in_place_is_the_one_that_the_server_writes(open_context: OpenContext, stack: RunningStack) -> None:
    """What the test above relies on."""
    grounds, ground = [], "getComputedStyle(document.body).backgroundColor"
    for value in ("theme:light", "theme:dark|contrast:more"):
        context = open_context("en", reduced_motion="reduce")
        look(context, stack, value)
        page = context.new_page()
        page.goto("/en/")
        grounds.append(page.evaluate(ground))
        page.evaluate("Object.assign(document.documentElement.dataset, {theme: 'dark', contrast: 'more'})")
        grounds.append(page.evaluate(ground))
    assert grounds[0] != grounds[1]
    assert grounds[1:] == [grounds[1]] * 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("text", "widths"), [("", (1920, 1280, 360, 320)), ("text:largest", (768, 320))])
def test_no_page_scrolls_sideways(
    open_context: OpenContext, stack: RunningStack, language: str, text: str, widths: tuple[int, ...]
) -> None:
    """UX-003. A page is loaded once and made narrower."""
    context = open_context(language, viewport={"width": widths[0], "height": 568})
    look(context, stack, text)
    page = context.new_page()
    for path in PAGES:
        page.goto(f"/{language}/{path}")
        unfold(page)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 568})
            across = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert across[0] <= across[1], (path, width, across)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_button_is_cut(open_context: OpenContext, stack: RunningStack, language: str) -> None:
    """UX-1403: buttons wrap, whatever the language and the size of the text."""
    context = open_context(language, viewport={"width": 320, "height": 568})
    look(context, stack, "text:largest")
    page = context.new_page()
    for path in PAGES:
        page.goto(f"/{language}/{path}")
        cut = page.evaluate(
            "[...document.querySelectorAll('.button, .pick button, .languages button, .badge')]"
            ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim())"
        )
        assert not cut, (path, cut)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_to_press_is_large_enough(open_page: OpenPage, language: str) -> None:
    """24 px at least, 44 px for the doors (UX-004)."""
    page = open_page(f"/{language}/", language, viewport={"width": 320, "height": 568}, has_touch=True)
    boxes = page.evaluate(
        "[...document.querySelectorAll('button, .bar a, .foot a, a.button, input:not([type=hidden])')]"
        ".map(e => [e.textContent.trim(), e.getBoundingClientRect()])"
        ".filter(([, box]) => box.width > 2).map(([text, box]) => [text, box.width, box.height])"
    )
    assert len(boxes) > 15
    assert [box for box in boxes if min(box[1:]) < 24] == []
    for door in page.locator(".doors .button").all():
        box = door.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    play = page.locator(".doors .button").first.bounding_box()
    assert play is not None
    assert play["y"] + play["height"] <= 568, "the first door is in view without scrolling"


def test_the_keyboard_finds_the_content_first_and_sees_where_it_is(open_page: OpenPage) -> None:
    page = open_page("/en/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    expect(skip).to_be_focused()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".doors button")).to_be_focused()


@pytest.mark.parametrize("calm", ["reduced", "off"])
def test_less_motion_means_none(open_context: OpenContext, stack: RunningStack, calm: str) -> None:
    """UX-706."""
    context = open_context("en", reduced_motion="reduce" if calm == "reduced" else "no-preference")
    if calm == "off":
        look(context, stack, "motion:off")
    page = context.new_page()
    page.goto("/en/play/liars_dice/")
    unfold(page)
    page.locator("button.primary").hover()
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).transitionDuration") == "0s"


def test_motion_is_there_for_those_who_did_not_ask(open_context: OpenContext) -> None:
    """The twin of the test above: there is a transition to switch off."""
    page = open_context("en", reduced_motion="no-preference").new_page()
    page.goto("/en/")
    assert "0.15s" in page.evaluate("getComputedStyle(document.querySelector('.button')).transitionDuration")


def test_forced_colours_keep_outlines(open_context: OpenContext) -> None:
    page = open_context("en", forced_colors="active").new_page()
    page.goto("/en/")
    assert page.evaluate("getComputedStyle(document.querySelector('.card')).borderTopWidth") == "2px"
    assert page.evaluate("getComputedStyle(document.querySelector('[aria-pressed=true]')).outlineStyle") == "solid"


# --- weight and addresses ---------------------------------------------------------------------------------------------
def visit(context: BrowserContext, path: str) -> tuple[int, list[str]]:
    """(bytes on the wire, addresses) of one page, seen for the first time."""
    page = context.new_page()
    spy = context.new_cdp_session(page)
    spy.send("Network.enable")
    sizes: list[int] = []
    addresses: list[str] = []
    spy.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    spy.on("Network.requestWillBeSent", lambda event: addresses.append(event["request"]["url"]))
    page.goto(path, wait_until="networkidle")
    return sum(sizes), addresses


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["", "play/", "play/liars_dice/", "about/privacy/"])
def test_a_first_visit_is_light_and_asks_nobody_else(open_context: OpenContext, stack: RunningStack, language: str, path: str) -> None:
    weight, addresses = visit(open_context(language), f"/{language}/{path}")
    assert weight <= WEIGHT, (weight, addresses)
    assert all(address.startswith((stack.url, "data:")) for address in addresses), addresses


def test_devanagari_letters_are_loaded_for_nepali_only(open_context: OpenContext) -> None:
    """UX-005: the word नेपाली in the switch of other pages has a tiny file of its own."""
    for language in LANGUAGES:
        _, addresses = visit(open_context(language), f"/{language}/about/privacy/")
        heavy = [address for address in addresses if re.search(r"mukta-devanagari", address)]
        assert bool(heavy) == (language == "ne"), (language, heavy)


def test_stylesheets_are_small(open_context: OpenContext, stack: RunningStack) -> None:
    """Those that the page waits for: what comes ahead of a table does not count."""
    page = open_context().new_page()
    sizes: dict[str, int] = {}
    spy = page.context.new_cdp_session(page)
    spy.send("Network.enable")
    kinds: dict[str, str] = {}
    spy.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    spy.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: int(event["encodedDataLength"])}))
    page.goto("/en/", wait_until="networkidle")
    css = sum(size for request, size in sizes.items() if kinds.get(request) == "Stylesheet")
    assert 0 < css <= 12_000, sizes


# --- doing ------------------------------------------------------------------------------------------------------------
def test_one_tap_from_home_to_a_seat(open_page: OpenPage) -> None:
    """UX-101."""
    page = open_page("/en/")
    page.get_by_role("button", name=re.compile("Play now.*against computers, one tap")).click()
    page.wait_for_url(re.compile(r"/tables/[\w-]{22}/"), timeout=5_000)
    expect(page.locator("h1")).to_be_visible()


def test_a_second_tap_while_the_first_is_on_its_way_sends_nothing(open_page: OpenPage) -> None:
    page = open_page("/en/")
    sent: list[str] = []

    def hold(route: Route) -> None:
        sent.append(route.request.url)
        route.fulfill(status=204)  # the page stays where it is, as with a slow network

    page.route("**/play/now/", hold)
    button = page.get_by_role("button", name=re.compile("Play now.*against computers, one tap"))
    button.click()
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    assert len(sent) == 1


def test_playing_and_making_a_table_work_without_scripts(open_context: OpenContext) -> None:
    page = open_context("nl", java_script_enabled=False).new_page()
    page.goto("/nl/")
    page.locator(".doors button").click()
    page.wait_for_url(re.compile(r"/tables/"))
    page.goto("/nl/play/liars_dice/")
    page.locator("button.primary.big").click()
    page.wait_for_url(re.compile(r"/tables/"))


def test_the_sheet_counts_differences_while_one_chooses(open_page: OpenPage) -> None:
    """UX-205."""
    page = open_page("/en/play/liars_dice/")
    line = page.locator("[data-summary]")
    standard = line.inner_text()
    page.locator("summary").last.click()
    page.locator('input[name="loss"][value="one"]').check()
    first = line.inner_text()
    page.locator('input[name="leave_mode"][value="remove"]').check()
    assert len({standard, first, line.inner_text()}) == 3
    page.locator('input[name="leave_mode"][value="bot"]').check()
    assert line.inner_text() == first


def test_the_sheet_shows_levels_for_the_seats_that_exist(open_page: OpenPage) -> None:
    page = open_page("/en/play/liars_dice/")
    page.locator("summary").first.click()
    levels = page.locator("[data-seat]:visible")
    expect(levels).to_have_count(3)
    page.locator('input[name="size"][value="6"] + .pill').click()
    expect(levels).to_have_count(5)


def test_a_number_says_what_it_means_when_chosen(open_page: OpenPage) -> None:
    page = open_page("/en/play/liars_dice/")
    meaning = page.locator('input[name="turn_seconds"][value="0"] ~ .meaning')
    assert page.evaluate("e => e.getBoundingClientRect().width", meaning.element_handle()) <= 1
    page.locator('input[name="turn_seconds"][value="0"] + .pill').click()
    expect(meaning).to_have_text(re.compile("No clock"))
    assert page.evaluate("e => e.getBoundingClientRect().width", meaning.element_handle()) > 100


def test_the_theme_changes_in_place_and_stays(open_page: OpenPage) -> None:
    page = open_page("/en/", color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.evaluate("window.same = true")
    with page.expect_response("**/look/"):
        page.locator('button[name="theme"][value="dark"]').click()
    assert page.evaluate("window.same"), "no reload"
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark
    expect(page.locator('button[name="theme"][value="dark"]')).to_have_attribute("aria-pressed", "true")


def test_the_system_decides_the_theme_where_nothing_is_chosen(open_page: OpenPage) -> None:
    grounds = [
        open_page("/en/", color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor") for scheme in ("light", "dark")
    ]
    assert grounds[0] != grounds[1]


def test_the_language_changes_in_place(open_page: OpenPage) -> None:
    """UX-105."""
    page = open_page("/en/play/liars_dice/?from=test")
    page.get_by_role("button", name="नेपाली").click()
    page.wait_for_url("**/ne/play/liars_dice/?from=test")
    expect(page.locator("html")).to_have_attribute("lang", "ne")
    expect(page.get_by_role("button", name="English")).to_be_visible()
