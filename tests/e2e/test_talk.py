"""Four people, four languages: a phrase, a typed line that stays text, mute in one tap, a report and its receipt."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.tables import new_table, start

LIVE = "body:not(.offline)"


def say(page: Page, number: int) -> None:
    page.locator("#say-button").click()
    page.locator(f'#say-sheet button[name=phrase][value="{number}"]').click()
    expect(page.locator("#say-sheet")).to_be_hidden()


def newest(page: Page) -> str:
    line = page.locator("#talk-lines li .t-said").first
    return line.inner_text()


def test_four_people_talk_in_four_languages_mute_and_report(open_page: Callable[..., Page]) -> None:
    host = new_table(open_page, "nl", size=4)
    path = re.sub(r"^https?://[^/]+", "", host.url)
    others = [open_page(path, language, viewport={"width": 360, "height": 720}) for language in ("de", "en", "ne")]
    for page in others:
        page.locator("#sit-down").click()
        expect(page.locator("#ready")).to_be_visible()
    start(host)
    pages = [host, *others]
    for page in pages:
        expect(page.locator(f"{LIVE} #own[data-phase=playing]")).to_be_attached()

    say(others[1], 7)
    for page, words in zip(pages, ("Mooie bluf!", "Schöner Bluff!", "Nice bluff!", "गजबको ब्लफ!"), strict=True):
        expect(page.locator("#talk-lines")).to_contain_text(words)
    expect(others[0].locator("#heard")).to_contain_text("Schöner Bluff!")

    host.locator('[data-log="talk"]').click()  # events give way to talk (UX-308)
    expect(host.locator("#log-lines")).to_be_hidden()
    host.locator("#talk-lines [data-mute]").first.click()  # one tap
    expect(host.locator("#talk-lines li")).to_have_count(0)
    say(others[1], 24)
    expect(others[2].locator("#talk-lines")).to_contain_text("बाई, फेरि भेटौँला!")
    say(others[0], 2)
    expect(host.locator("#talk-lines")).to_contain_text("Succes!")
    expect(host.locator("#talk-lines li")).to_have_count(1)

    reporter = others[2]
    reporter.locator("#menu-button").click()
    reporter.locator("#people-button").click()
    reporter.locator('#people-list a[href*="kind=seat"]').first.click()
    reporter.wait_for_url("**/report/**")
    reporter.locator("input[name=reason]").first.check()
    reporter.locator("#words").fill("उहाँले राम्रो बोल्नुभएन।")
    reporter.locator("main button.primary").click()
    reporter.wait_for_url("**/reports/*/")
    expect(reporter.locator("#state")).to_be_visible()
