"""One phone at a table: from the third door to the result at 320 px, by the same buttons as people have."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tables
from tests.e2e.conftest import OpenPage

SMALL = {"viewport": {"width": 320, "height": 568}}


def begin(open_page: OpenPage, language: str = "en", *, game: str = tables.GAME, people: tuple[str, ...] = (), **options: Any) -> Page:
    """Home, the third door, the sheet of the game, start; names where they are given."""
    page = open_page(f"/{language}/", language, **options)
    page.locator('a[href*="one_phone=1"]').click()
    page.goto(f"/{language}/play/{game}/?one_phone=1")
    for seat, name in enumerate(people):
        page.locator(f"#id_person_{seat}").fill(name)
    page.locator("main form[method=post] button.primary").click()
    page.wait_for_url("**/tables/*/")
    expect(page.locator("#own[data-turn=cover]")).to_be_attached(timeout=tables.TURN_MS)
    expect(page.locator("body.offline")).not_to_be_attached(timeout=tables.TURN_MS)
    return page


def take(page: Page) -> str:
    """The big button; returns the name on it."""
    name = page.locator("#banner bdi").inner_text()
    page.locator("#take").click()
    expect(page.locator("#own[data-turn=me]")).to_be_attached()
    expect(page.locator("#cover")).not_to_be_attached()
    return name


def hands(page: Page) -> int:
    return page.locator("#hand").count()


@pytest.mark.rule("common.one-phone")
def test_two_people_play_a_match_on_one_phone(open_page: OpenPage) -> None:
    """UX-601, UX-602, UX-603: a cover before each hand, never two hands, the result for both, and once more with the same names."""
    page = begin(open_page, people=("Asha Rai", "Bob"), **SMALL)
    had_it = set()
    for _ in range(60):
        expect(page.locator("#own[data-turn=cover], #own[data-phase=finished]")).to_be_attached(timeout=tables.TURN_MS)
        if page.locator("#own").get_attribute("data-phase") == "finished":
            break
        assert hands(page) == 0
        assert page.locator(".ld-hand").count() == 0
        box = page.locator("#cover").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] >= 567, "the cover fills the screen"
        had_it.add(take(page))
        assert page.locator(".ld-hand").count() == 1
        tables.raise_or_doubt(page)
    expect(page.locator("#result")).to_be_visible(timeout=tables.TURN_MS)
    assert had_it == {"Asha Rai", "Bob"}
    expect(page.locator("#result")).to_contain_text("Asha Rai")
    expect(page.locator("#result")).to_contain_text("Bob")
    page.locator("#rematch").click()
    expect(page.locator("#own[data-turn=cover]")).to_be_attached(timeout=tables.TURN_MS)
    assert page.locator("#banner bdi").inner_text() in ("Asha Rai", "Bob")


def test_the_cover_is_back_as_soon_as_nobody_looks(open_page: OpenPage) -> None:
    """UX-601: at once, before the server answers; and it stays until the button is pressed again."""
    page = begin(open_page, **SMALL)
    for leaving in ("document.dispatchEvent(new Event('visibilitychange'))", "dispatchEvent(new Event('blur'))"):
        take(page)
        assert hands(page) == 1
        page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })")
        left = page.evaluate(
            f"() => {{ {leaving}; return [document.querySelectorAll('#hand, #moves').length, !!document.querySelector('#cover')]; }}"
        )
        assert left == [0, True]
        page.evaluate("delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_timeout(500)
        assert hands(page) == 0
    page.reload()
    expect(page.locator("#cover")).to_be_visible()
    assert hands(page) == 0


def test_by_keyboard_and_in_text_mode(open_page: OpenPage) -> None:
    page = begin(open_page, **SMALL)
    page.goto(f"{page.url}?text=1")
    expect(page.locator("body.offline")).not_to_be_attached(timeout=tables.TURN_MS)
    page.locator("#take").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#own[data-turn=me]")).to_be_attached()
    assert page.locator("#hand").is_visible()
    page.wait_for_timeout(450)
    page.locator("#command").fill("bid 1 5")
    page.keyboard.press("Enter")
    expect(page.locator("#own[data-turn=cover]")).to_be_attached()
    assert hands(page) == 0


def test_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/en/play/liars_dice/?one_phone=1", java_script_enabled=False, **SMALL)
    page.locator("main form[method=post] button.primary").click()
    for _ in range(2):
        assert page.locator("#cover").is_visible()
        assert hands(page) == 0
        page.locator("#take").click()
        assert page.locator("#cover").count() == 0
        assert hands(page) == 1
        page.locator("#count").fill(str(1 + int(page.locator("#count").input_value())))
        page.locator("#bid").click()


def test_one_person_leaves_and_comes_back(open_page: OpenPage) -> None:
    page = begin(open_page, people=("Asha Rai", "Bob"), **SMALL)
    gone = take(page)
    page.locator("#menu-button").click()
    page.locator('#menu [data-opens="leave"]').click()
    page.locator("#leave button.danger").click()
    back = page.get_by_role("button", name=f"{gone} is back")
    expect(back).to_be_visible(timeout=tables.TURN_MS)
    assert hands(page) == 0
    page.wait_for_timeout(450)  # the dead time after a change of phase
    back.click()
    expect(back).not_to_be_attached(timeout=tables.TURN_MS)


@pytest.mark.parametrize("language", ["nl", "de", "en", "ne"])
def test_the_cover_fits_every_screen_in_every_language(open_page: OpenPage, language: str) -> None:
    page = begin(open_page, language, people=("Wilhelmina van der Bo", "Bob"), viewport={"width": 320, "height": 568})
    for width, height in ((320, 568), (390, 844), (640, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(tables.WIDER) <= 0, width
        box = page.locator("#take").bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= height, "the button is in view"
        assert page.evaluate(tables.SMALL, [24, "#cover"]) == []
