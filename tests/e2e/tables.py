"""What a person does at a table, for the browser tests: by the same buttons, and nothing else."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

OpenPage = Callable[..., Page]
TURN_MS = 30_000
GAME = "liars_dice"


def play_now_button(page: Page, game: str = GAME) -> Locator:
    """The button "Play now" of a game on the home page: the first door where it is that of the language, else the one in the list."""
    return page.locator(f'form[action$="/play/now/"]:has(input[name=game][value="{game}"]) button').first


def play_now(open_page: OpenPage, language: str = "en", *, game: str = GAME, **options: Any) -> Page:
    """Home, one tap, and a first decision."""
    page = open_page(f"/{language}/", language, **options)
    play_now_button(page, game).click()
    page.wait_for_url("**/tables/*/")
    return page


def new_table(open_page: OpenPage, language: str = "en", *, game: str = GAME, size: int = 2, speed: str = "fast", **options: Any) -> Page:
    """A waiting room of one's own, with the host seated."""
    page = open_page(f"/{language}/play/{game}/", language, **options)
    page.locator(f'input[name=size][value="{size}"]').check(force=True)
    page.locator(f'input[name=bot_speed][value="{speed}"]').check(force=True)
    page.locator("main form[method=post] button.primary").first.click()
    page.wait_for_url("**/tables/*/")
    return page


def start(page: Page) -> None:
    page.locator("#start").click()
    expect(page.locator("#own[data-phase=playing]")).to_be_attached(timeout=TURN_MS)


def until_my_turn(page: Page) -> bool:
    """Whether a decision came before the end of the match."""
    ready = page.locator("#own[data-turn=me], #own[data-phase=finished]")
    expect(ready).to_be_attached(timeout=TURN_MS)
    until_live(page)
    return page.locator("#own").get_attribute("data-turn") == "me"


def until_live(page: Page) -> None:
    """Before the first message has come no button does anything, and all look like it."""
    expect(page.locator("body:not(.offline)")).to_be_attached()


def raise_or_doubt(page: Page) -> None:
    """Doubt where there is a bid, else open with the offered bid; wait until the table has moved on."""
    moment = page.locator("#own").get_attribute("data-version")
    page.wait_for_timeout(450)  # the dead time after a change of phase, during which presses do nothing
    page.locator("#bid" if is_off(page, "#call") else "#call").click()
    expect(page.locator(f'#own[data-version="{moment}"]')).not_to_be_attached(timeout=TURN_MS)


def is_off(page: Page, selector: str) -> bool:
    return page.locator(selector).get_attribute("aria-disabled") == "true"


def play_to_the_end(page: Page) -> None:
    while until_my_turn(page):
        raise_or_doubt(page)
    expect(page.locator("#result")).to_be_visible()


def until_open_cups(page: Page) -> None:
    """Play until the dice lie open."""
    until_my_turn(page)
    while page.locator("#call").count() and is_off(page, "#call"):
        raise_or_doubt(page)
        until_my_turn(page)
    page.wait_for_timeout(450)
    page.locator("#call").click()
    expect(page.locator("#reveal")).to_be_visible(timeout=TURN_MS)


def forgo_question(page: Page) -> None:
    """Answer "do you know this game?" with yes, if it is asked."""
    if page.locator("#question").count():
        page.locator("#question button[value=yes]").click()


def key_of(page: Page) -> str:
    found = re.search(r"/tables/([^/]+)/", page.url)
    assert found
    return found[1]


OUTSIDE = """() => {
  const wanted = ['#banner', '#clock', '#at-zero', '#claim', '#middle', '.t-seat', '#call', '#bid', '#count', '.ld-face',
    '.ld-hand .die', '.ld-sentence'];
  const seen = (box) => box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  return wanted.flatMap((name) => [...document.querySelectorAll(name)]
    .filter((part) => part.checkVisibility())
    .map((part) => part.getBoundingClientRect())
    .filter((box) => !seen(box))
    .map((box) => `${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`));
}"""
"""Parts of UX-301 that are not wholly in view."""

SMALL = """([least, root]) => {
  const targets = 'main button, main a[href], main input:not([type=hidden]), main select, main summary, .t-head button, .t-head a[href]';
  const isInText = (part) => part.tagName === 'A' && getComputedStyle(part).display === 'inline';
  return [...document.querySelectorAll(targets)]
    .filter((part) => part.closest(root) && part.checkVisibility() && !part.closest('.unseen') && !isInText(part))
    .map((part) => [part, (part.closest('label') ?? part).getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < least - .5 || box.height < least - .5))
    .map(([part, box]) => `${part.id || part.className || part.tagName} ${Math.round(box.width)}x${Math.round(box.height)}`);
}"""
"""Targets inside `root` that are smaller than `least` CSS pixels; links inside a sentence are exempt (WCAG 2.5.8)."""

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
