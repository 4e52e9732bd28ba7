"""Bluffen in real browsers, in Dutch: a whole game alone at 320 px, five persons at 1280 px, one phone, typed words, the lesson."""

import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.bluffen import lesson, words
from games.bluffen.state import Lay
from games.core.cards import rank_of, suit_of
from tests.e2e import tables
from tests.e2e.axe import serious
from tests.e2e.conftest import OpenPage
from tests.e2e.players import SET, Player, Program
from tests.e2e.tables import TURN_MS
from tests.stack import RunningStack

GAME = "bluffen"
SMALL = {"viewport": {"width": 320, "height": 568}}
WIDE = {"viewport": {"width": 1280, "height": 800}}
DEAD_MS = 450
"""The dead time after a change of phase, during which presses do nothing."""
IN_VIEW = """() => ['#banner', '#clock', '#at-zero', '#claim', '#middle', '.t-seat', '#call', '#let-go', '#lay', '.c-choices',
  '.c-suits .c-choice'].flatMap((name) => [...document.querySelectorAll(name)]
    .filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect())
    .filter((box) => box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
    .map((box) => `${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`))"""
"""Parts of UX-301 that are not wholly in view."""


def new_table(open_page: OpenPage, size: int, *, play: dict[str, str] | None = None, **options: Any) -> Page:
    """A waiting room in Dutch, its host seated; computers are fast. `play`: options of the game as the sheet sends them."""
    page = open_page(f"/nl/play/{GAME}/", "nl", **options)
    page.evaluate(SET, {"size": str(size), "bot_speed": "fast", **(play or {})})
    page.locator("main form[method=post] button.primary").first.click()
    page.wait_for_url("**/tables/*/")
    return page


def begin(*pages: Page) -> None:
    pages[0].locator("#start").click()
    for page in pages:
        expect(page.locator("body.match #own[data-phase=playing]")).to_be_attached(timeout=TURN_MS)
        tables.forgo_question(page)


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
    return page.evaluate("[...document.querySelectorAll('#hand-cards .c-slot')].map((slot) => slot.dataset.card)")


def choose(page: Page, wanted: list[str]) -> None:
    for card in wanted:
        page.locator(f'#hand-cards .c-slot[data-card="{card}"]').click(position={"x": 8, "y": 10}, force=True)


def take_turn(page: Page) -> None:
    """An honest turn where the hand allows it: as many as may be laid of what is claimed, else one that is not it."""
    if is_on(page, "#let-go[data-act]"):
        press(page, "#let-go")
        return
    held, fixed = cards(page), page.locator("#lay-row").get_attribute("data-fixed")
    most, real = (1, suit_of) if page.locator("#lay-row[data-by=suit]").count() else (4, rank_of)
    claim = fixed or real(held[0]) or ""
    mine = [card for card in held if real(card) == claim][:most] or held[:1]
    choose(page, mine)
    if not fixed:
        expect(page.locator("#picker input:checked")).to_have_value(claim)
    expect(page.locator("#lay-words")).to_have_text(words.action(Lay(tuple(mine), claim), "nl"))
    press(page, "#lay")


def kind_of_turn(page: Page) -> str:
    if is_on(page, "#let-go[data-act]"):
        return "answer"
    return "open" if page.locator("#picker").count() else "respond"


def check_view(page: Page) -> None:
    """UX-003, UX-004, UX-301: all that a decision needs is in view and large enough, and nothing scrolls sideways."""
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(tables.WIDER) <= 0
    assert page.evaluate(IN_VIEW) == []
    assert page.evaluate(tables.SMALL, [24, "main"]) == []
    assert page.evaluate(tables.SMALL, [44, "#calls, #lay-row"]) == []


def test_a_whole_game_against_computers_on_the_smallest_phone(open_page: OpenPage) -> None:
    """One person plays to the end, with a look at each kind of turn."""
    page = new_table(open_page, 7, play={"last_card_safe": "yes"}, **SMALL)
    begin(page)
    looked_at = set()
    while tables.until_my_turn(page):
        kind = kind_of_turn(page)
        if kind not in looked_at:
            looked_at.add(kind)
            check_view(page)
            page.wait_for_timeout(DEAD_MS)
            assert serious(page) == []
        take_turn(page)
    assert looked_at
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate(tables.WIDER) <= 0
    assert serious(page) == []


def decide(choices: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """Lay up to four cards as whatever is claimed, or as what the first of them is; believe last cards; never doubt."""
    lay = choices.get("lay", {})
    if lay.get("open"):
        pattern = lay["patterns"][0]
        held, named = pattern["cards"]["of"], pattern["claim"]
        claim = named[0] if len(named) == 1 else rank_of(held[0])
        mine = [card for card in held if rank_of(card) == claim] or held
        return {"type": "lay", "cards": mine[:4], "claim": claim}
    return {"type": "accept"} if choices.get("accept", {}).get("open") else None


@pytest.mark.rule("bluffen.challenge.anyone", "bluffen.view")
def test_five_persons_play_to_the_end_and_one_doubts_out_of_turn(open_page: OpenPage, stack: RunningStack) -> None:
    """Two browsers and three programs. UX-305, UX-307, UX-309: letting go tells nobody, the reveal is the same for all."""
    host = new_table(open_page, 5, play={"mode": "same_rank", "challengers": "anyone"}, **WIDE)
    key = tables.key_of(host)
    programs = [Program(stack.url) for _ in range(3)]
    programs[0].ask("POST", f"tables/{key}/seat", {})
    second = open_page(host.url, "nl", **WIDE)
    second.locator("#sit-down").click()
    expect(second.locator("#own[data-seat='2']")).to_be_attached(timeout=TURN_MS)
    for program in programs[1:]:
        program.ask("POST", f"tables/{key}/seat", {})
    with ExitStack() as enter:
        for at, program in enumerate(programs):
            player = enter.enter_context(Player(program, key, seed=at, decide=decide))
            player.until(lambda player=player: player.view)
        expect(host.locator("#lobby-seat-4")).to_contain_text(programs[-1].name, timeout=TURN_MS)
        begin(host, second)
        _play_on(host, second, until=lambda: second.locator("#own[data-turn=me]").count() > 0 and is_on(host, "#call"))
        _let_go_and_doubt_after_all(host, second)
        _play_on(host, second, until=lambda: False)
    for page in (host, second):
        expect(page.locator("#result")).to_be_visible(timeout=TURN_MS)
        assert page.locator("#result .t-places > li").count() == 5
    assert host.locator("#log-lines").inner_text() != second.locator("#log-lines").inner_text(), "each reads of oneself as of oneself"


def _play_on(host: Page, second: Page, until: Callable[[], bool]) -> None:
    """Both browsers lay several cards at a time, until something is so or the match is over."""
    for _ in range(400):
        if until() or host.locator("#own[data-phase=finished]").count():
            return
        for page in (host, second):
            if page.locator("#own[data-turn=me]").count() and not until():
                take_turn(page)
        host.wait_for_timeout(50)
    raise AssertionError("the match does not end")


def _let_go_and_doubt_after_all(host: Page, second: Page) -> None:
    """It is the second one's turn. The host lets go, which only the host sees; then doubts after all, out of turn."""
    before = moment(second)
    host.locator("#let-go").click()
    expect(host.locator("#call-again")).to_be_visible()
    second.wait_for_timeout(300)
    assert moment(host) == moment(second) == before
    host.locator("#call-again").click()
    press(host, "#call")
    for page in (host, second):
        expect(page.locator("#log-lines .big details")).not_to_have_count(0, timeout=TURN_MS)
    shown = [page.locator("#log-lines .big").last.text_content() for page in (host, second)]
    assert shown[0] == shown[1]


def test_a_sequence_names_a_step_and_a_bluff_is_only_on_ones_own_page(open_page: OpenPage) -> None:
    """UX-401, UX-411, UX-412: the true rank is ringed where it may be named; without a card the button says why it is off."""
    page = new_table(open_page, 3, play={"mode": "sequence", "jokers": "yes"}, **SMALL)
    begin(page)
    while tables.until_my_turn(page) and kind_of_turn(page) != "open" and page.locator(".c-ranks .c-choice").count() != 3:
        take_turn(page)
    page.wait_for_timeout(DEAD_MS)
    page.locator("#lay").click(force=True)
    expect(page.locator("#bubble-text")).to_contain_text("Kies eerst een kaart.")
    offered = page.evaluate("[...document.querySelectorAll('.c-choice')].map((one) => one.dataset.value)")
    true = next((card for card in cards(page) if rank_of(card) in offered), None)
    if true is not None:
        choose(page, [true])
        expect(page.locator(".c-choice.true")).to_have_attribute("data-value", rank_of(true) or "")
    choose(page, [next(card for card in cards(page) if card != true)])
    page.locator(f'.c-choice[data-value="{offered[0]}"]').click()
    expect(page.locator("#lay-words")).to_have_text(words.action(Lay(("AS",), offered[0]), "nl"))
    press(page, "#lay")
    expect(page.locator("#log-lines")).to_contain_text("Jij ")


def test_one_phone_goes_from_hand_to_hand(open_page: OpenPage) -> None:
    """UX-404, UX-601, UX-603: a cover before each hand, only the next player can doubt; four labelled suits open, then one is fixed."""
    page = open_page(f"/nl/play/{GAME}/?one_phone=1", "nl", **SMALL)
    page.locator("main form[method=post] button.primary").click()
    page.wait_for_url("**/tables/*/")
    for turn in range(2):
        expect(page.locator("#own[data-turn=cover]")).to_be_attached(timeout=TURN_MS)
        assert page.locator("#hand, .c-slot").count() == 0
        expect(page.locator("body.offline")).not_to_be_attached(timeout=TURN_MS)
        page.locator("#take").click()
        expect(page.locator("#own[data-turn=me]")).to_be_attached(timeout=TURN_MS)
        check_view(page)
        choose(page, cards(page)[:1])
        if turn == 0:
            page.locator(".c-choice[data-value='H']").click()
        expect(page.locator("#lay-words")).to_have_text("1 kaart leggen: harten")
        press(page, "#lay")
    expect(page.locator("#own[data-turn=cover]")).to_be_attached(timeout=TURN_MS)
    expect(page.locator("#cover")).to_contain_text("harten")


def test_typed_commands_do_the_same(open_page: OpenPage) -> None:
    """UX-808: by the places of the hand, in Dutch."""
    page = new_table(open_page, 3, **SMALL)
    begin(page)
    page.goto(f"{page.url}?text=1")
    expect(page.locator("body.offline")).not_to_be_attached(timeout=TURN_MS)
    assert tables.until_my_turn(page)
    page.wait_for_timeout(DEAD_MS)
    page.locator("#command").fill("leg 2 als harten" if page.locator("#picker").count() else "leg 2")
    page.keyboard.press("Enter")
    expect(page.locator("#log-lines")).to_contain_text("1 kaart: ", timeout=TURN_MS)


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_lesson_is_played_step_by_step(open_page: OpenPage, language: str) -> None:
    page = open_page(f"/{language}/play/{GAME}/lesson/", language, reduced_motion="reduce", **SMALL)
    for step in range(1, lesson.STEPS + 1):
        assert page.evaluate(tables.WIDER) <= 0
        page.locator(".t-lesson-answers a").nth(2 if step == 1 else 0).click()
        expect(page.locator(".banner.good")).to_be_visible()
        if step < lesson.STEPS:
            page.locator(".t-lesson-on a").first.click()
    assert serious(page) == []
