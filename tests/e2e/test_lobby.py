"""The lobby in a real browser: the list lives and lies still under the pointer, filters act at once, quick match finds people."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.axe import serious
from tests.e2e.conftest import OpenPage
from tests.e2e.tables import SMALL, WIDER, key_of


def open_table(open_page: OpenPage, name: str, language: str = "en") -> Page:
    """A person with a public table of their own."""
    page = open_page(f"/{language}/play/blef/?open=public", language)
    page.locator("#id_name").fill(name)
    page.locator("main form[method=post] button.primary").click()
    page.wait_for_url("**/tables/*/")
    return page


def test_list_lives_lies_still_under_the_pointer_and_quick_match_finds_people(open_page: OpenPage) -> None:
    """UX-203, UX-204. Only tables of Blef in German are looked at: other tests use the same site."""
    ben = open_page("/en/play/?game=blef&lang=de")
    expect(ben.locator("#empty")).to_be_visible()
    anna = open_table(open_page, "Anna", "de")
    row = ben.locator(f"#row-{key_of(anna)}")
    expect(row).to_be_visible()  # by itself
    expect(ben.locator("#empty")).to_be_hidden()

    row.hover()
    before = row.bounding_box()
    carla = open_table(open_page, "Carla", "de")
    expect(ben.locator("#pending")).to_be_visible()
    assert ben.locator(f"#row-{key_of(carla)}").count() == 0
    after = row.bounding_box()
    assert (after, before) == (before, before)
    ben.locator("h1").hover()
    expect(ben.locator(f"#row-{key_of(carla)}")).to_be_visible()
    expect(ben.locator("#pending")).to_be_hidden()

    row.locator("button").focus()  # the keyboard holds it as well; what is gone says so and cannot be pressed
    anna.locator("#close-fold summary").click()
    anna.locator("#close-table").click()
    expect(row.locator("button")).to_have_attribute("aria-disabled", "true")
    expect(row).to_contain_text("No longer open")
    ben.locator("#pending").click()
    expect(row).to_have_count(0)

    ben.locator("input[name=size][value='2']").check(force=True)
    expect(ben).to_have_url(re.compile(r"size=2"))
    expect(ben.locator("#empty")).to_be_visible()
    ben.locator("input[name=size][value='']").check(force=True)
    expect(ben.locator("#list > li")).to_have_count(1)
    ben.locator("input[name=wait][value='60']").check(force=True)  # for so long nobody is led on to computers
    ben.locator(".l-quick button.primary").click()
    ben.wait_for_url(f"**/tables/{key_of(carla)}/")
    expect(carla.locator(".t-lobby-seat:not(.free)")).to_have_count(2)
    expect(ben.locator(".t-quick")).to_contain_text("best open table")
    ben.locator("#look-on").click()
    ben.wait_for_url(lambda url: "/tables/" in url and key_of(carla) not in url)
    expect(ben.locator(".t-quick-clock")).to_have_text(re.compile(r"^0:\d\d$"))
    assert serious(ben) == []
    ben.locator("#stand").click()
    ben.wait_for_url("**/play/")


def test_it_fits_the_smallest_phone(open_page: OpenPage) -> None:
    """UX-003, UX-004."""
    anna = open_table(open_page, "Annemarie-Wilhelmine Xy", "de")
    page = open_page("/de/play/?game=blef", "de", viewport={"width": 320, "height": 568})
    expect(page.locator(f"#row-{key_of(anna)}")).to_be_visible()
    page.locator("#filters-fold").evaluate("(fold) => { fold.open = true; }")
    assert page.evaluate(WIDER) <= 0
    assert page.evaluate(SMALL, [24, "main"]) == []
    assert page.evaluate(SMALL, [43, ".l-list, .l-quick"]) == []
