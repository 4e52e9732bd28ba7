"""Bluff (Nepal) in real browsers, in Nepali: a whole game alone at 320 px, five persons at 1280 px, one phone, the lesson."""

import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.bluff_nepal import lesson, words
from games.bluff_nepal.state import Lay
from games.core.cards import rank_of
from tests.e2e import tables
from tests.e2e.axe import serious
from tests.e2e.conftest import OpenPage
from tests.e2e.players import Player, Program
from tests.e2e.tables import TURN_MS
from tests.stack import RunningStack

GAME = "bluff_nepal"
SMALL = {"viewport": {"width": 320, "height": 568}}
WIDE = {"viewport": {"width": 1280, "height": 800}}
DEAD_MS = 450
"""The dead time after a change of phase, during which presses do nothing."""
IN_VIEW = """() => ['#banner', '#at-zero', '#claim', '#middle', '.t-seat', '#call', '#pass', '#lay', '.bn-sentence'].flatMap((name) =>
  [...document.querySelectorAll(name)].filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect())
    .filter((box) => box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
    .map((box) => `${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`))"""
"""Parts of UX-301 that are not wholly in view."""


def new_table(open_page: OpenPage, size: int, **options: Any) -> Page:
    """A waiting room in Nepali, its host seated; computers are fast."""
    page = open_page(f"/ne/play/{GAME}/", "ne", **options)
    page.locator(f'input[name=size][value="{size}"]').check(force=True)
    page.locator('input[name=bot_speed][value="fast"]').check(force=True)
    page.locator("main form[method=post] button.primary").first.click()
    page.wait_for_url("**/tables/*/")
    return page


def moment(page: Page) -> str:
    return page.locator("#own").get_attribute("data-version") or ""


def press(page: Page, button: str) -> None:
    """Press it and wait until the table has moved on."""
    before = moment(page)
    page.wait_for_timeout(DEAD_MS)
    page.locator(button).click()
    expect(page.locator(f'#own[data-version="{before}"]')).not_to_be_attached(timeout=TURN_MS)


def is_on(page: Page, button: str) -> bool:
    found = page.locator(button)
    return bool(found.count()) and found.is_visible() and found.get_attribute("aria-disabled") != "true"


def cards(page: Page) -> list[str]:
    """The hand, in the order in which it lies there."""
    return [slot.get_attribute("data-card") or "" for slot in page.locator("#hand-cards .c-slot").all()]


def choose(page: Page, wanted: list[str]) -> None:
    for card in wanted:
        page.locator(f'#hand-cards .c-slot[data-card="{card}"]').click(position={"x": 8, "y": 10}, force=True)


def most_alike(held: list[str]) -> list[str]:
    """The cards of the rank that is held most often."""
    return max(([card for card in held if rank_of(card) == rank_of(one)] for one in held), key=len)


def take_turn(page: Page) -> None:
    """An honest turn: lead what is held most often, add what is there, call where it cannot be, else pass or let go."""
    fixed = page.locator("#fixed")
    if not page.locator("#lay[data-off]").count():
        held, rank = cards(page), fixed.get_attribute("data-rank") if fixed.count() else None
        mine = most_alike(held) if rank is None else [card for card in held if rank_of(card) == rank]
        if mine:
            choose(page, mine[:4])
            press(page, "#lay")
            return
    press(page, "#pass" if is_on(page, "#pass") else "#call")


def until_mine(page: Page) -> bool:
    """Whether a decision came before the end of the match."""
    expect(page.locator("#own[data-turn=me], #own[data-phase=finished]")).to_be_attached(timeout=TURN_MS)
    return page.locator("#own").get_attribute("data-turn") == "me"


def test_a_whole_game_against_the_computer_on_the_smallest_phone(open_page: OpenPage) -> None:
    """UX-001, UX-003, UX-301, UX-401: one person plays to the end, and everything for a decision is in view at each turn."""
    page = new_table(open_page, 2, **SMALL)
    page.locator("#start").click()
    expect(page.locator("#own[data-phase=playing]")).to_be_attached(timeout=TURN_MS)
    if page.locator("#question").count():
        page.locator("#question button[value=yes]").click()
    looked_at = set()
    while until_mine(page):
        kind = "lead" if page.locator("#picker").count() else "answer" if page.locator("#let-go[data-act]").count() else "follow"
        if kind not in looked_at:
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(tables.WIDER) <= 0
            assert page.evaluate(IN_VIEW) == []
            assert page.evaluate(tables.SMALL, [24, "main"]) == []
            page.wait_for_timeout(DEAD_MS)
            assert serious(page) == []
        looked_at.add(kind)
        take_turn(page)
    assert {"lead"} <= looked_at
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate(tables.WIDER) <= 0
    assert serious(page) == []


def decide(choices: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """Lead four cards as whatever the first of them is; add one card while there are more than four; never call."""
    lay = choices.get("lay", {})
    if lay.get("open"):
        held = lay["patterns"][0]["cards"]["of"]
        if not choices["pass"]["open"]:
            return {"type": "lay", "cards": held[:4], "rank": rank_of(held[0]) or "A"}
        return {"type": "lay", "cards": held[:1]} if len(held) > 4 else {"type": "pass"}
    return {"type": "let_go"} if choices.get("let_go", {}).get("open") else None


@pytest.mark.rule("bluff_nepal.call.who", "bluff_nepal.let-go.who", "bluff_nepal.view")
def test_five_persons_play_to_the_end_and_one_calls_out_of_turn(open_page: OpenPage, stack: RunningStack) -> None:
    """Two browsers and three programs. UX-305, UX-307, UX-309, UX-402: letting go tells nobody, the reveal is the same for all."""
    host = new_table(open_page, 5, **WIDE)
    second = open_page(host.url, "ne", **WIDE)
    second.locator("#sit-down").click()
    expect(second.locator("#own[data-seat='1']")).to_be_attached(timeout=TURN_MS)
    key = tables.key_of(host)
    programs = [Program(stack.url) for _ in range(3)]
    for program in programs:
        program.ask("POST", f"tables/{key}/seat", {})
    with ExitStack() as enter:
        for at, program in enumerate(programs):
            player = enter.enter_context(Player(program, key, seed=at, decide=decide))
            player.until(lambda player=player: player.view)
        expect(host.locator("#lobby-seat-4")).to_contain_text(programs[-1].name, timeout=TURN_MS)
        host.locator("#start").click()
        for page in (host, second):
            expect(page.locator("#own[data-phase=playing]")).to_be_attached(timeout=TURN_MS)
            if page.locator("#question").count():
                page.locator("#question button[value=yes]").click()
        _play_on(host, second, until=lambda: second.locator("#own[data-turn=me]").count() > 0 and is_on(host, "#call"))
        _let_go_and_call_after_all(host, second)
        _play_on(host, second, until=lambda: False)
    for page in (host, second):
        expect(page.locator("#result")).to_be_visible(timeout=TURN_MS)
        assert page.locator("#result .t-places > li").count() == 5
    assert host.locator("#log-lines").inner_text() != second.locator("#log-lines").inner_text(), "each reads of oneself as of oneself"


def _play_on(host: Page, second: Page, until: Callable[[], bool]) -> None:
    """Both browsers pass where they can, until something is so or the match is over."""
    for _ in range(120):
        if until() or host.locator("#own[data-phase=finished]").count():
            return
        for page in (host, second):
            if page.locator("#own[data-turn=me]").count() and not until():
                _short_turn(page)
        host.wait_for_timeout(50)
    raise AssertionError("the match does not end")


def _short_turn(page: Page) -> None:
    if is_on(page, "#pass"):
        press(page, "#pass")
    elif page.locator("#let-go[data-act]").count():
        press(page, "#let-go")
    elif page.locator("#picker").count():
        held = cards(page)
        choose(page, held[:3])
        page.locator(f"#rank-{rank_of(held[0])}").check(force=True)
        expect(page.locator("#lay-words")).to_have_text(words.action(Lay(tuple(held[:3]), rank_of(held[0])), "ne"))
        press(page, "#lay")


def _let_go_and_call_after_all(host: Page, second: Page) -> None:
    """It is the second one's turn. The host lets go, which only the host sees; then calls after all, out of turn."""
    before = moment(second)
    host.locator("#let-go").click()
    expect(host.locator("#call-again")).to_be_visible()
    second.wait_for_timeout(300)
    assert moment(host) == moment(second) == before
    host.locator("#call-again").click()
    press(host, "#call")
    for page in (host, second):
        expect(page.locator("#reveal")).to_be_visible(timeout=TURN_MS)
    shown = [[card.inner_text() for card in page.locator("#reveal .c-card").all()] for page in (host, second)]
    assert shown[0] == shown[1] != []
    assert host.locator("#reveal").get_attribute("data-wrong") == second.locator("#reveal").get_attribute("data-wrong")
    expect(host.locator("#log-lines .big details")).not_to_have_count(0)


def test_one_phone_goes_from_hand_to_hand(open_page: OpenPage) -> None:
    """UX-601, UX-603: only the next player can call, a cover before each hand."""
    page = open_page(f"/ne/play/{GAME}/?one_phone=1", "ne", **SMALL)
    page.locator("main form[method=post] button.primary").click()
    page.wait_for_url("**/tables/*/")
    for _ in range(2):
        expect(page.locator("#own[data-turn=cover]")).to_be_attached(timeout=TURN_MS)
        assert page.locator("#hand, .c-slot").count() == 0
        expect(page.locator("body.offline")).not_to_be_attached(timeout=TURN_MS)
        page.locator("#take").click()
        expect(page.locator("#own[data-turn=me]")).to_be_attached(timeout=TURN_MS)
        choose(page, cards(page)[:1])
        press(page, "#lay")
    expect(page.locator("#own[data-turn=cover]")).to_be_attached(timeout=TURN_MS)


def test_typed_commands_do_the_same(open_page: OpenPage) -> None:
    """UX-808: by the places of the hand, in Nepali."""
    page = new_table(open_page, 2, **SMALL)
    page.locator("#start").click()
    expect(page.locator("#own[data-phase=playing]")).to_be_attached(timeout=TURN_MS)
    page.goto(f"{page.url}?text=1")
    expect(page.locator("body.offline")).not_to_be_attached(timeout=TURN_MS)
    assert until_mine(page)
    page.wait_for_timeout(DEAD_MS)
    page.locator("#command").fill("राख १ २ भनेर सात" if page.locator("#picker").count() else "राख १ २")
    page.keyboard.press("Enter")
    expect(page.locator("#log-lines")).to_contain_text("तपाईं: 2 वटा तास", timeout=TURN_MS)


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_lesson_is_played_step_by_step(open_page: OpenPage, language: str) -> None:
    page = open_page(f"/{language}/play/{GAME}/lesson/", language, **SMALL)
    for step in range(1, lesson.STEPS + 1):
        assert page.evaluate(tables.WIDER) <= 0
        page.locator(".t-lesson-answers a").first.click()
        expect(page.locator(".banner.good")).to_be_visible()
        if step < lesson.STEPS:
            page.locator(".t-lesson-on a").first.click()
    assert serious(page) == []
