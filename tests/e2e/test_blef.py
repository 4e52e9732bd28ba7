"""Blef in a real browser, in German: a match on the smallest phone, a full table of people, and one phone for all."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tables
from tests.e2e.conftest import OpenPage
from tests.e2e.players import Player, Program
from tests.e2e.test_one_phone import begin, take
from tests.stack import RunningStack

PHONE = {"viewport": {"width": 320, "height": 568}}
HIGHEST = "sflush:big"

OUTSIDE = """() => {
  const wanted = ['#banner', '#clock', '#at-zero', '#claim', '#middle', '.t-seat', '#call', '#bid', '#bf-back', '.bf-kind',
    '.bf-suits .bf-tile', '.c-hand .c-card', '.bf-sentence', '.bf-mini'];
  return wanted.flatMap((name) => [...document.querySelectorAll(name)]
    .filter((part) => part.checkVisibility())
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
    .map((box) => `${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`));
}"""
"""Parts of UX-301 that are not wholly in view."""


def look(page: Page) -> None:
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(tables.WIDER) <= 0


def choose(page: Page, kind: str, **parts: str) -> None:
    """The two steps of a bid: a kind, then its ranks or suit."""
    page.wait_for_timeout(450)
    page.locator(f'.bf-kind:has(input[value="{kind}"])').click()
    for name, value in parts.items():
        page.locator(f'[data-row={name}] .bf-tile:has(input[value="{value}"])').click()


def press(page: Page, button: str) -> None:
    """Press until the table has moved on; the first moments after a change do nothing."""
    moment = page.locator("#own").get_attribute("data-version")
    page.wait_for_timeout(450)
    page.locator(button).click()
    expect(page.locator(f'#own[data-version="{moment}"]')).not_to_be_attached(timeout=tables.TURN_MS)


def test_whole_match_against_computers_on_the_smallest_phone(open_page: OpenPage) -> None:
    """Every phase in view at 320 px: the two steps, the reason of what is off, the check, the open hands, the result."""
    page = tables.new_table(open_page, "de", game="blef", size=2, **PHONE)
    tables.start(page)
    tables.forgo_question(page)
    seen = set()
    while tables.until_my_turn(page):
        if tables.is_off(page, "#call") or (not seen and not page.locator("#why-bid").count()):
            look(page)
            assert page.evaluate(tables.SMALL, [24, "body"]) == []
            assert page.evaluate(tables.SMALL, [36, ".t-actions, .t-moves, .t-head"]) == []
            choose(page, HIGHEST, suit="S")
            expect(page.locator("#bid-words")).to_have_text("Bieten: großer Straight Flush in Pik")
            look(page)
            press(page, "#bid")
            seen.add("bid")
        else:
            if page.locator(".bf-kind.off").count():
                page.locator(".bf-kind.off").first.click(force=True)
                expect(page.locator("#bubble-text")).to_contain_text("Du musst höher bieten als")
                expect(page.locator("#bubble a")).to_have_attribute("href", "/de/rules/blef/#blef.bid.higher")
                page.locator("#bubble-close").click()
                seen.add("off")
            look(page)
            press(page, "#call")
            seen.add("check")
            if page.locator("#reveal").count():
                page.wait_for_timeout(600)
                look(page)
                expect(page.locator("#reveal")).to_contain_text(re.compile("Die Hand ist da|Es fehlt"))
    assert seen
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#result")).to_contain_text("Bis zum Ende gespielt.")
    assert page.evaluate(tables.WIDER) <= 0
    page.locator("#log-lines details").first.locator("summary").click()
    expect(page.locator("#log-lines .bf-open").first).to_be_visible()


def test_five_people_play_to_the_end_with_52_cards(open_page: OpenPage, stack: RunningStack) -> None:
    """Two in browsers, three by the JSON face; nobody gets a card of another hand before a check."""
    host = tables.new_table(open_page, "de", game="blef", size=5, viewport={"width": 1280, "height": 800})
    key = tables.key_of(host)
    guest = open_page(f"/tables/{key}/", "de", viewport={"width": 1280, "height": 800})
    guest.locator("#sit-down").click()
    programs = [Program(stack.url, name) for name in ("Ada", "Ben", "Cleo")]
    for program in programs:
        program.ask("POST", f"tables/{key}/seat", {})
    with ExitStack() as playing:
        players = [playing.enter_context(Player(program, key, seed=seed)) for seed, program in enumerate(programs)]
        expect(host.locator("#start")).to_be_visible()
        tables.start(host)
        for page in (host, guest):
            tables.forgo_question(page)
        expect(host.locator("#middle")).to_contain_text("von 52")
        for _ in range(200):
            for page in (host, guest):
                own = page.locator("#own")
                if own.get_attribute("data-turn") == "me" and own.get_attribute("data-phase") == "playing":
                    _move(page)
            if host.locator("#own").get_attribute("data-phase") == "finished":
                break
            host.wait_for_timeout(150)
        for page in (host, guest):
            expect(page.locator("#result .t-places li")).to_have_count(5, timeout=tables.TURN_MS)
            assert page.evaluate(tables.WIDER) <= 0
        assert sorted(players[0].view["view"]["result"]["places"]) == [1, 2, 3, 4, 5]
    _no_hand_but_the_own(players)


def _move(page: Page) -> None:
    """Check where there is a bid, else open with the highest kind: so rounds are short."""
    tables.forgo_question(page)
    moment = page.locator("#own").get_attribute("data-version")
    page.wait_for_timeout(420)
    if tables.is_off(page, "#call"):
        page.locator('.bf-kind:has(input[value="sflush"])').click()
        assert page.evaluate(OUTSIDE) == []
        page.locator("#bid").click()
    else:
        page.locator("#call").click()
    expect(page.locator(f'#own[data-version="{moment}"]')).not_to_be_attached(timeout=tables.TURN_MS)


def _no_hand_but_the_own(players: list[Player]) -> None:
    for player in players:
        seat = player.view["seat"]
        dealt = [told["event"] for told in player.heard.events if told["event"]["type"] == "dealt"]
        assert dealt
        assert not any(hand for event in dealt for owner, hand in enumerate(event["hands"]) if owner != seat)


@pytest.mark.rule("common.one-phone")
def test_one_phone_begins_with_a_cover_and_shows_one_hand(open_page: OpenPage) -> None:
    page = begin(open_page, "de", game="blef", people=("Ada", "Ben"), **PHONE)
    assert page.locator(".c-hand, .bf-mini").count() == 0
    assert take(page) in ("Ada", "Ben")
    expect(page.locator(".c-hand .c-card")).to_have_count(1)
    choose(page, "pair", first="A")
    expect(page.locator("#bid-words")).to_have_text("Bieten: ein Paar Asse")
    press(page, "#bid")
    expect(page.locator("#own[data-turn=cover]")).to_be_attached(timeout=tables.TURN_MS)
    expect(page.locator("#cover")).to_contain_text("ein Paar Asse")
    assert page.locator(".c-hand, .bf-mini").count() == 0
    take(page)
    press(page, "#call")
    expect(page.locator("#reveal")).to_be_visible(timeout=tables.TURN_MS)
    expect(page.locator("#reveal")).to_contain_text("Es fehlt" if page.locator("#reveal[data-wrong='1']").count() else "Die Hand ist da")
