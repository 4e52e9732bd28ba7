"""The bid picker of Blef as it is pressed: two steps, only what is above the last bid, by touch, by keyboard and by words."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from games.blef import engine
from games.blef.engine import Check, State
from games.core.game import Language
from tests.e2e import staged_page
from tests.games.blef.table import ANY, FIVE, HIGHEST, REST, THREE, position

Show = Callable[..., Page]
LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
CUT = """() => [...document.querySelectorAll(['#banner', '#clock', '#at-zero', '#claim', '#middle', '.t-seat', '#call', '#bid',
    '#bf-back', '.bf-kind', '.bf-suits .bf-tile', '.c-hand .c-card', '.bf-sentence'].join(', '))]
  .filter((part) => part.checkVisibility())
  .map((part) => [part.id || part.className, part.getBoundingClientRect()])
  .filter(([, box]) => box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
  .map(([name, box]) => `${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`)"""
OFFERED = """() => {
  const isOn = (input) => input.getAttribute("aria-disabled") !== "true";
  const on = (group) => [...document.querySelectorAll(`#picker ${group} input`)].filter(isOn);
  const take = (input) => { input.checked = true; input.dispatchEvent(new Event("change", { bubbles: true })); };
  const found = new Set();
  for (const kind of on(".bf-kinds")) {
    take(kind);
    const rows = [...document.querySelectorAll(".bf-row:not([hidden])")].map((row) => `[data-row=${row.dataset.row}]`);
    if (!rows.length) found.add(taught.bid().bid);
    else for (const first of on(rows[0])) {
      take(first);
      if (rows[1]) for (const second of on(rows[1])) { take(second); found.add(taught.bid().bid); }
      else found.add(taught.bid().bid);
    }
  }
  return [...found];
}"""
"""Every bid that can be pressed together."""


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    opened: list[Page] = []

    def show_one(
        state: State, seat: int = 0, language: Language = "en", *, size: tuple[int, int] = (320, 568), look: str = "", **more: Any
    ) -> Page:
        page = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more).new_page()
        opened.append(page)
        staged_page.open_table(page, "blef", state, seat, language, look)
        return page

    yield show_one
    for page in opened:
        page.context.close()


def bidding() -> State:
    return position(THREE, (1, "pair:9"), (2, "two_pair:Q,9"), to_act=0)


POSITIONS = {
    "opening": lambda: position(THREE, to_act=0, phase="open"),
    "two pairs": bidding,
    "full house": lambda: position(THREE, (2, "full:Q,K"), to_act=0),
    "small straight flush": lambda: position(THREE, (2, "sflush:small,D"), to_act=0),
    "poker": lambda: position(THREE, (2, "three:A"), to_act=0, options={"poker_ranking": True}),
    "52": lambda: position(FIVE, (4, "two_pair:K,3"), to_act=0),
    "52 without low ace": lambda: position(FIVE, (4, "straight:9"), to_act=0, options={"ace_low": False}),
    "rest": lambda: position(THREE, (1, HIGHEST), (2, "rest/full:9,10"), to_act=0, options=REST),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_exactly_the_legal_bids_can_be_pressed_together(show: Show, name: str) -> None:
    """UX-409: strict order, in the browser."""
    state = POSITIONS[name]()
    legal = {bid for choice in engine.choices(state, 0) if choice.type == "bid" for bid in choice.patterns[0]["bid"]}
    assert set(show(state).evaluate(OFFERED)) == legal


def test_two_steps_by_touch_and_back_again(show: Show) -> None:
    page = show(bidding(), has_touch=True)
    page.locator(".bf-kind", has_text="full house").tap()
    expect(page.locator(".bf-kinds")).to_be_hidden()
    page.locator(".bf-tile:has(#first-K)").tap()
    page.locator(".bf-tile:has(#second-A)").tap()
    expect(page.locator("#bid-words")).to_have_text("Bid full house, kings over aces")
    page.locator("#bf-back").tap()
    page.locator(".bf-kind:has(#kind-straight-small)").tap()
    expect(page.locator("#bid-words")).to_have_text("Bid small straight (9 to K)")
    expect(page.locator(".bf-row:visible")).to_have_count(0)


def test_what_is_off_says_why_and_is_not_taken(show: Show) -> None:
    """UX-412."""
    page = show(bidding())
    page.locator("#kind-pair").dispatch_event("click")
    expect(page.locator("#said")).to_contain_text("You must bid higher than this: two pairs, queens and nines.")
    expect(page.locator(".bf-kinds")).to_be_visible()
    page.locator(".bf-kind", has_text="full house").click()
    page.locator(".bf-tile:has(#first-Q)").click()
    page.locator("#second-Q").dispatch_event("click")
    expect(page.locator("#said")).to_contain_text("A full house needs two different ranks.")
    expect(page.locator("#bid-words")).not_to_contain_text("queens over queens")


def test_by_keyboard_alone(show: Show) -> None:
    """Arrows walk through kinds without leaving the step, Enter takes one, digits choose in a row, Enter bids."""
    page = show(bidding())
    page.locator("#kind-two_pair").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#kind-straight-small")).to_be_focused()
    expect(page.locator(".bf-kinds")).to_be_visible()
    page.keyboard.press("6")
    expect(page.locator("#first-9")).to_be_focused()
    page.keyboard.press("5")
    expect(page.locator("#first-K")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("#kind-three")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.evaluate("window.sent") == {"type": "bid", "bid": "three:K"}


TYPED = {
    "biete zwei paare könige neunen": "two_pair:K,9",
    "bid two pairs 9 k": "two_pair:K,9",
    "bid full house kings nines": "full:K,9",
    "bied kleine straat": "straight:small",
    "biete großer straight flush in herz": "sflush:big,H",
    "bid flush ♥": "flush:H",
    "biete drei neunen": "three:9",
    "bid king": "high:K",
    "बोली जोडी बादशाह": "pair:K",
    "biete im rest: vier damen": "rest/four:Q",
}
TYPED_52 = {
    "bid three threes": "three:3",
    "bid straight to the ten": "straight:10",
    "biete straße bis zur zehn": "straight:10",
    "bid straight flush hearts to the jack": "sflush:J,H",
}


@pytest.mark.parametrize(("hands", "typed"), [(THREE, TYPED), (FIVE, TYPED_52)], ids=["24", "52"])
def test_typed_bids_in_any_language(show: Show, hands: Any, typed: dict[str, str]) -> None:
    """UX-808."""
    page = show(position(hands, to_act=0, phase="open"))
    understood = {text: page.evaluate("(text) => taught.typed(text, 'bid')", text) for text in typed}
    assert understood == {text: {"type": "bid", "bid": bid} for text, bid in typed.items()}
    assert page.evaluate("taught.typed('bid full house 9', 'bid')") is None


def opened() -> State:
    return engine.apply(position(THREE, (2, "full:K,9"), to_act=0), 0, Check(), ANY).state


LOOKS = {
    "my turn": bidding,
    "opening": POSITIONS["opening"],
    "rest": POSITIONS["rest"],
    "others": lambda: position(THREE, (0, "pair:K"), to_act=1),
    "five cards": lambda: position([["9C", "10C", "JC", "QH", "KS"], *THREE[1:]], (2, "two_pair:A,K"), to_act=0),
    "open hands": opened,
    "six seats": lambda: position([*FIVE, ["9S", "9C"]], (5, "full:9,A"), to_act=0),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("look", LOOKS)
def test_all_is_in_view_on_the_smallest_phone(show: Show, look: str, language: Language) -> None:
    """UX-301, in both steps."""
    page = show(LOOKS[look](), language=language)
    page.wait_for_timeout(100)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    if page.locator(".bf-kind:not(.off)").count():
        page.locator(".bf-kind:not(.off):has([value=full], [value='sflush:big'], [value=sflush])").first.click()
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("look", ["my turn", "rest", "open hands"])
def test_axe_finds_nothing(show: Show, look: str, colours: str) -> None:
    page = show(LOOKS[look](), look=f'data-theme="{colours}"', size=(1280, 800), reduced_motion="reduce")
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert found == []
