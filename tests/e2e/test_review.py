"""Looking back and the big screen in a real browser: from the result to the review, its link, keys, and the size of letters."""

import re

from playwright.sync_api import Page, expect

from tests.e2e import tables
from tests.e2e.axe import serious
from tests.e2e.conftest import OpenPage

TOO_SMALL = """() => [...document.querySelectorAll('body *')]
    .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .filter((part) => part.checkVisibility({visibilityProperty: true}) && !part.closest('.unseen, dialog'))
    .filter((part) => { const box = part.getBoundingClientRect(); return box.width > 2 && box.bottom > 0 && box.top < innerHeight; })
    .filter((part) => parseFloat(getComputedStyle(part).fontSize) < .024 * innerHeight)
    .map((part) => `${part.className || part.tagName}: ${part.textContent.trim().slice(0, 30)}`)"""
"""Text in view that is smaller than 2.4 % of the height of the screen."""


def finished(open_page: OpenPage) -> Page:
    page = tables.new_table(open_page)
    tables.start(page)
    tables.play_to_the_end(page)
    return page


def keys_go_from_step_to_step(page: Page) -> None:
    expect(page.locator("[data-keys]")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".r-step").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".r-step").nth(0)).to_be_focused()


def test_from_the_result_to_the_review_and_its_link(open_page: OpenPage) -> None:
    """UX-501, UX-504, UX-505: as a player with hands, as a stranger without, and after the link was taken back not at all."""
    page = finished(open_page)
    page.locator("#review").click()
    expect(page.locator("h1")).to_contain_text("Review")
    expect(page.locator(".r-hands").first).to_be_visible()
    verdict = page.locator(".r-verdict").first
    expect(verdict.locator("dd")).to_have_count(3)
    expect(verdict).to_contain_text(re.compile(r"\d %"))
    keys_go_from_step_to_step(page)
    assert serious(page) == []
    page.locator("#share button[value=share]").click()
    link = page.locator("#share-link").input_value()
    for language, word in (("nl", "Nabespreking"), ("de", "Analyse"), ("ne", "समीक्षा")):
        stranger = open_page(link, language, viewport={"width": 320, "height": 568}, color_scheme="dark")
        expect(stranger.locator("h1")).to_contain_text(word)
        expect(stranger.locator(".r-hands")).to_have_count(0)
        assert stranger.evaluate(tables.WIDER) <= 0
        assert serious(stranger) == []
        stranger.locator(".r-toggle a").click()
        expect(stranger.locator(".r-hands").first).to_be_visible()
    page.locator("#share button[value=revoke]").click()
    expect(page.locator("#share-link")).to_have_count(0)
    assert page.request.get(link).status == 404


def has_large_letters_only(screen: Page) -> None:
    for width, height in ((1280, 720), (1920, 1080)):
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.evaluate(TOO_SMALL) == []
        assert screen.evaluate(tables.WIDER) <= 0


def test_big_screen_follows_the_table_in_large_letters(open_page: OpenPage) -> None:
    """UX-605: from the code to sit down to the first claim."""
    page = tables.new_table(open_page)
    screen = open_page(f"/board/{tables.key_of(page)}/", viewport={"width": 1280, "height": 720})
    expect(screen.locator(".b-qr svg")).to_be_visible()
    has_large_letters_only(screen)
    assert serious(screen) == []
    tables.start(page)
    link = page.locator("#menu a[href*='/board/']").get_attribute("href") or ""
    screen.goto(link)
    expect(screen.locator("#claim")).to_be_visible()
    if tables.until_my_turn(page):
        tables.raise_or_doubt(page)
    expect(screen.locator("#log-lines li")).not_to_have_count(2)
    has_large_letters_only(screen)
    assert serious(screen) == []
    assert screen.locator("#hand, #moves, #actions").count() == 0
