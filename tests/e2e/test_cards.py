"""A hand of cards in a real browser: small screens, fingers, keys, a screen reader's eyes, other colours, no script."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FloatRect, Page, expect

from games.core.cards import pack
from tests.e2e import card_table

DECK = list(pack(jokers=2))
random.Random(4).shuffle(DECK)
SEVEN = ["AS", "10H", "QD", "KC", "7S", "7H", "X"]
Show = Callable[..., Page]
MEASURE = """() => {
  document.documentElement.style.setProperty("--motion", "0s");
  const covered = [], small = [], narrow = [];
  for (const slot of document.querySelectorAll(".c-slot")) {
    slot.scrollIntoView({ block: "center" });
    const rank = slot.querySelector(".c-index b"), box = rank.getBoundingClientRect(), middle = box.top + box.height / 2;
    const points = [[box.left + 1, middle], [box.right - 1.5, middle]];
    const sign = slot.querySelector(".c-suit")?.getBoundingClientRect();
    if (sign) points.push([sign.left + sign.width / 2, sign.top + sign.height / 2]);
    if (points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(".c-slot") !== slot)) covered.push(slot.id);
    if (parseFloat(getComputedStyle(rank).fontSize) < 18) small.push(slot.id);
    if (slot.offsetWidth < 24 || slot.offsetHeight < 24) narrow.push(slot.id);
  }
  return [covered, small, narrow];
}"""
"""Ids of cards whose index something covers, whose rank is smaller than 18 px, whose target is smaller than 24 px."""


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """`show(cards, width=320, height=568, **options)`: the page with this hand. Console errors fail the test at its end."""
    opened, errors = [], []

    def open_one(cards: list[str], *, width: int = 390, height: int = 844, context: dict[str, Any] | None = None, **options: Any) -> Page:
        page = browser.new_context(viewport={"width": width, "height": height}, **(context or {})).new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        opened.append(page)
        card_table.open_table(page, cards, **options)
        if options.get("script", True):
            expect(page.locator("#hand-cards[role=listbox]")).to_be_visible()
        return page

    yield open_one
    for page in opened:
        page.context.close()
    assert not errors, errors


def slots(page: Page) -> Any:
    return page.locator("#hand-cards .c-slot")


def chosen(page: Page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('.c-slot[aria-selected=true]')].map((slot) => slot.dataset.card)")


# --- seeing it ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "ne"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_index_of_twenty_six_cards_can_be_read_and_touched(show: Show, width: int, language: str) -> None:
    """UX-003, UX-404, UX-904: nothing lies over an index, ranks have 18 px or more, a target 24 px."""
    page = show(DECK[:26], width=width, height=568, seats=2, language=language)
    slots(page).nth(3).click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    covered, small, narrow = page.evaluate(MEASURE)
    assert (covered, small, narrow) == ([], [], [])


def test_a_hand_too_large_for_a_phone_is_pushed_along_and_leaves_the_buttons_in_view(show: Show) -> None:
    """UX-301: two packs, nearly all of them in one hand; keys bring the card in focus into view."""
    page = show([*DECK, *DECK[:44]], width=320, height=568)
    hand = page.locator("#hand-cards")
    hand_box, first = hand.bounding_box(), slots(page).first.bounding_box()
    assert hand_box and first
    assert hand_box["height"] < 180
    slots(page).first.focus()
    page.keyboard.press("End")
    last = slots(page).last
    expect(last).to_be_focused()
    last_box = last.bounding_box()
    assert last_box
    assert hand_box["y"] <= last_box["y"] <= hand_box["y"] + hand_box["height"] - 20
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_chosen_card_is_raised_ticked_and_said(show: Show) -> None:
    """UX-411."""
    page = show(SEVEN, context={"reduced_motion": "reduce"})
    slot = page.locator("#slot-10H-1")
    before = slot.locator(".c-card").bounding_box()
    slot.click()
    after = slot.locator(".c-card").bounding_box()
    assert before and after and after["y"] <= before["y"] - 6
    expect(slot.locator("> .c-pick > .c-tick")).to_be_visible()
    expect(slot).to_have_attribute("aria-selected", "true")
    expect(page.locator("#slot-KC-1")).to_have_attribute("aria-selected", "false")
    slot.click()
    expect(slot).to_have_attribute("aria-selected", "false")


@pytest.mark.parametrize("look", ['data-theme="light"', 'data-theme="dark"', 'data-contrast="more"'])
@pytest.mark.parametrize("kind", ["rank", "suit"])
def test_axe_finds_nothing(show: Show, look: str, kind: str) -> None:
    page = show(SEVEN, look=look, kind=kind)
    slots(page).nth(1).click()
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert found == []


def test_paper_stays_paper_in_the_dark(show: Show) -> None:
    """UX-903."""
    page = show(SEVEN, look='data-theme="dark"')
    card = page.locator("#slot-QD-1 .c-card")
    expect(card).to_have_css("background-color", "rgb(255, 253, 247)")
    expect(card).to_have_css("filter", "brightness(0.88)")


def test_two_colours_and_letters_are_a_choice(show: Show) -> None:
    """UX-902."""
    page = show(SEVEN, language="de")
    diamond = page.locator("#slot-QD-1 .c-card")
    expect(diamond).to_have_css("color", "rgb(13, 37, 167)")
    expect(diamond.locator(".c-letter")).to_be_hidden()
    page.evaluate("localStorage.setItem('bluffsite.table', JSON.stringify({ suits: 'two', letters: true }))")
    page.reload()
    expect(diamond).to_have_css("color", "rgb(162, 8, 6)")
    expect(diamond.locator(".c-letter")).to_have_text("Ka")
    expect(diamond.locator(".c-suit")).to_be_visible()
    expect(diamond.locator(".c-index b")).to_have_text("D")


def test_forced_colours_keep_the_outlines(show: Show) -> None:
    page = show(SEVEN, context={"forced_colors": "active"})
    assert page.locator("#slot-QD-1 .c-card").evaluate("(card) => getComputedStyle(card).borderTopWidth") == "1px"


# --- choosing -----------------------------------------------------------------------------------------------------------
def test_keys_walk_choose_and_play(show: Show) -> None:
    """UX-802, UX-805."""
    page = show(SEVEN)
    page.keyboard.press("2")
    assert chosen(page) == ["7H"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert chosen(page) == ["7H", "7S"]
    page.keyboard.press("End")
    expect(page.locator("#slot-X-1")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#slot-AS-1")).to_be_focused()
    expect(page.locator("#lay")).not_to_have_attribute("data-pressed", "1")
    page.keyboard.press("Enter")
    expect(page.locator("#lay")).to_have_attribute("data-pressed", "1")


def test_a_list_box_is_one_stop_for_the_tab_key(show: Show) -> None:
    page = show(SEVEN)
    assert page.evaluate("document.querySelectorAll('.c-slot[tabindex=\"0\"]').length") == 1
    expect(page.get_by_role("option", name="ten of hearts")).to_have_count(1)
    expect(page.get_by_role("listbox", name="Your cards")).to_have_attribute("aria-multiselectable", "true")


def test_no_more_cards_than_the_play_takes(show: Show) -> None:
    page = show(DECK[:9])
    for at in range(5):
        slots(page).nth(at).click()
    assert len(chosen(page)) == 4
    expect(page.locator("#said")).to_have_text("Choose at most 4 cards.")


def test_where_one_card_is_laid_another_takes_its_place(show: Show) -> None:
    page = show(SEVEN, most=1, kind="suit")
    page.locator("#slot-AS-1").click()
    page.locator("#slot-KC-1").click()
    assert chosen(page) == ["KC"]


def test_true_rank_is_ringed_and_named_first_but_another_may_be_named(show: Show) -> None:
    """UX-401: on this page alone, so nothing of it is sent."""
    page = show(SEVEN)
    page.locator("#slot-7H-1").click()
    ring = page.locator(".c-choice.true")
    expect(ring).to_have_attribute("data-value", "7")
    expect(ring).to_contain_text("(true)")
    expect(page.locator("#rank-7")).to_be_checked()
    page.locator(".c-choice[data-value='9']").click()
    page.locator("#slot-7S-1").click()
    expect(page.locator("#rank-9")).to_be_checked()
    expect(ring).to_have_attribute("data-value", "7")
    page.locator("#slot-KC-1").click()
    expect(ring).to_have_count(0)


def test_an_impossible_rank_says_why(show: Show) -> None:
    page = show(SEVEN, off={"K": {"rule": "x.y", "text": "Name six, seven or eight."}})
    page.locator(".c-choice[data-value='K']").click(force=True)
    expect(page.locator("#said")).to_contain_text("Name six, seven or eight.")
    expect(page.locator("#rank-K")).not_to_be_checked()


@pytest.mark.parametrize(
    ("command", "cards", "named"),
    [
        ("play 2 3 as king", ["7H", "7S"], "K"),
        ("leg 2 3 als 7", ["7H", "7S"], "7"),
        ("play 1 hearts", ["AS"], "H"),
        ("play 4", ["10H"], None),
        ("play 9 as king", None, None),
        ("play", None, None),
    ],
)
def test_typed_commands_name_places_of_the_hand(show: Show, command: str, cards: list[str] | None, named: str | None) -> None:
    """UX-808."""
    page = show(SEVEN)
    read = page.evaluate("(command) => import('table/hand').then((hand) => hand.typed(command))", command)
    assert read == (None if cards is None else {"cards": cards, "named": named})


# --- while others play ----------------------------------------------------------------------------------------------------
def test_what_is_chosen_and_in_focus_stays_while_others_play(show: Show) -> None:
    page = show(SEVEN)
    page.locator("#slot-7H-1").click()
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.id")
    page.evaluate("(html) => show(html)", card_table.own(SEVEN, claim="three sevens", position="2"))
    assert chosen(page) == ["7H"]
    assert page.evaluate("document.activeElement.id") == focused
    expect(page.locator("#claim")).to_contain_text("three sevens")
    expect(page.get_by_role("listbox")).to_have_count(1)


def test_another_hand_has_nothing_chosen(show: Show) -> None:
    page = show(SEVEN)
    page.locator("#slot-7H-1").click()
    page.evaluate("(html) => show(html)", card_table.own([*SEVEN, "2D", "3D"]))
    expect(slots(page)).to_have_count(9)
    assert chosen(page) == []
    page.evaluate("(html) => show(html)", card_table.own(["2D", "7H"]))
    expect(slots(page)).to_have_count(2)
    expect(page.locator(".c-slot[role=option]")).to_have_count(2)


def test_sorting_is_remembered_and_by_hand_is_the_owners(show: Show) -> None:
    """UX-411."""
    page = show(SEVEN)

    def order() -> list[str]:
        return page.evaluate("[...document.querySelectorAll('.c-slot')].map((slot) => slot.dataset.card)")

    assert order() == ["AS", "7H", "7S", "10H", "QD", "KC", "X"]
    page.locator("#hand-order").select_option("suit")
    assert order() == ["KC", "QD", "AS", "7S", "7H", "10H", "X"]
    page.reload()
    expect(page.locator("#hand-order")).to_have_value("suit")
    assert order()[0] == "KC"
    page.locator("#hand-order").select_option("hand")
    page.locator("#slot-X-1").click()
    page.locator("#hand-left").click()
    page.locator("#slot-X-1").press("Shift+ArrowLeft")
    assert order().index("X") == 4
    page.evaluate("(html) => show(html)", card_table.own(SEVEN, claim="one seven"))
    page.reload()
    assert order().index("X") == 4


def test_a_card_can_be_drawn_along_the_row_where_the_owner_sorts(show: Show) -> None:
    page = show(SEVEN)
    page.locator("#hand-order").select_option("hand")
    first, last = slots(page).first.bounding_box(), slots(page).last.bounding_box()
    assert first and last
    page.mouse.move(first["x"] + 8, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + 8, last["y"] + 20, steps=8)
    page.mouse.up()
    assert page.evaluate("document.querySelector('.c-slot:last-child').dataset.card") == "AS"
    assert chosen(page) == []


# --- the call -------------------------------------------------------------------------------------------------------------
def test_let_it_go_hides_the_question_here_and_sends_nothing(show: Show) -> None:
    """UX-307: until the next claim, and it can still be called after all."""
    page = show(SEVEN, live=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#let-go").click()
    expect(page.locator("#call")).to_be_hidden()
    expect(page.locator("#call-again")).to_be_focused()
    page.evaluate("document.getElementById('actions').className = 't-actions'; document.dispatchEvent(new CustomEvent('table:changed'))")
    expect(page.locator("#call")).to_be_hidden()
    page.locator("#call-again").click()
    expect(page.locator("#call")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator("#call")).to_be_hidden()
    page.evaluate("document.getElementById('actions').dataset.for = '2'; document.dispatchEvent(new CustomEvent('table:changed'))")
    expect(page.locator("#call")).to_be_visible()
    assert asked == []


SETTLED = "document.getAnimations().length === 0"


def test_call_after_all_can_be_read_under_the_pointer(show: Show) -> None:
    """The button appears where the one to let go was pressed, so the pointer is often above it."""
    page = show(SEVEN, live=True)
    page.locator("#let-go").click()
    page.locator("#call-again").hover()
    page.wait_for_function(SETTLED)
    found = Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    assert found == []


def test_a_main_button_that_is_off_does_not_light_up_under_the_pointer(show: Show) -> None:
    page = show(SEVEN)
    lay = page.locator("#lay")
    lay.evaluate("(part) => part.setAttribute('aria-disabled', 'true')")
    page.wait_for_function(SETTLED)
    calm = lay.evaluate("(part) => getComputedStyle(part).backgroundColor")
    lay.hover()
    page.wait_for_function(SETTLED)
    expect(lay).to_have_css("background-color", calm)


def test_an_answer_that_is_off_says_why(show: Show) -> None:
    """UX-412."""
    answer = {"label": "Accept", "type": "accept", "off": {"rule": "x.y", "text": "Only last cards are accepted."}}
    page = show(SEVEN, live=True, call={"type": "call", "label": "Call bluff", "off": None, "let_go": answer})
    button = page.get_by_role("button", name="Accept")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(page.locator("#bubble-text")).to_contain_text("Only last cards are accepted.")


def test_a_call_that_was_made_is_locked_and_says_so(show: Show) -> None:
    """UX-305."""
    page = show(SEVEN, live=True, call={"type": "call", "label": "Call bluff", "off": None, "called": True})
    call = page.get_by_role("button", name="Called")
    expect(call).to_have_attribute("aria-disabled", "true")
    call.click(force=True)
    expect(page.locator("#bubble-text")).to_have_text("You have called. The answer comes at once.")


def test_the_bar_of_the_call_window_runs_down(show: Show) -> None:
    page = show(SEVEN, live=True)
    bar = page.locator("#window-bar")
    page.wait_for_function("() => /scaleX\\(0?\\.\\d+\\)/.test(document.getElementById('window-bar').style.transform)")
    first = bar.evaluate("(bar) => Number(/[\\d.]+/.exec(bar.style.transform)[0])")
    assert 0 <= first < 1
    expect(page.locator("#window")).to_have_attribute("aria-hidden", "true")


# --- without a script -------------------------------------------------------------------------------------------------------
def test_without_a_script_cards_are_boxes_of_the_form(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 568}, java_script_enabled=False)
    page = context.new_page()
    sent = card_table.open_table(page, SEVEN, script=False)
    page.get_by_role("checkbox", name="seven of hearts").check()
    page.get_by_role("checkbox", name="seven of spades").check()
    page.locator(".c-choice[data-value='K']").click()
    page.locator("#lay").click()
    expect(page).to_have_title("Sent")
    assert re.findall(r"cards=(\w+)", sent[0]) == ["7H", "7S"]
    assert "rank=K" in sent[0] and "do=lay" in sent[0]
    context.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_without_a_script_no_box_lies_over_the_index_of_another_card(browser: Browser, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 568}, java_script_enabled=False)
    page = context.new_page()
    card_table.open_table(page, DECK[:26], script=False)
    indices, boxes = ([one.bounding_box() for one in page.locator(f"#hand-cards .{name}").all()] for name in ("c-index", "c-box"))
    assert len(indices) == len(boxes) == 26
    assert len({index["y"] for index in indices if index}) > 1, "the hand has several rows"
    assert [(box, index) for box in boxes for index in indices if box and index and overlap(box, index)] == []
    context.close()


def overlap(one: FloatRect, other: FloatRect) -> bool:
    sides = (("x", "width"), ("y", "height"))
    return all(one[at] < other[at] + other[long] and other[at] < one[at] + one[long] for at, long in sides)  # type: ignore[literal-required]
