"""Coming back to one's seat: refreshed, closed, without network, on another device, in a second tab, after the clock ran out.

Rules: common.clock.expire, common.leave.bot. What must be there again: the seat, the dice, the true remaining time.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bluffsite.running.stack import RunningStack
from tests.e2e import tables
from tests.e2e.players import Player, Program, busy, new_match
from tests.e2e.tables import OpenPage

AWAY = 40.0
"""Seconds without network of the long case."""
TABLE_MS = 30_000
ELSEWHERE = "You play in another tab."
HERE = "Play here"


@dataclass(frozen=True)
class Seat:
    """What a person finds at the table: seat, dice as drawn, the bid to be answered, and seconds left."""

    seat: str
    dice: list[str]
    bid: str
    turn: str
    left: float
    at: float


def seat_on(page: Page) -> Seat:
    """What this page shows now, once it is live and its clock runs."""
    expect(page.locator("body:not(.offline)")).to_be_attached(timeout=TABLE_MS)
    shown = page.evaluate("""async () => {
        const own = document.getElementById("own").dataset;
        const dice = [...document.querySelectorAll(".ld-hand use")].map((use) => use.getAttribute("href"));
        const clock = await import("table/clock");
        let left;
        while ((left = clock.remaining()) === null) await new Promise((done) => setTimeout(done, 20));
        const bid = document.getElementById("bid-now")?.textContent;
        return {seat: own.seat, dice, bid, turn: own.turn, left: left / 1000};
    }""")
    return Seat(at=time.monotonic(), **shown)


def assert_same_seat(before: Seat, now: Seat) -> None:
    """The same decision, and a clock that ran on truly meanwhile."""
    assert (now.seat, now.dice, now.bid, now.turn) == (before.seat, before.dice, before.bid, before.turn)
    expected = before.left - (now.at - before.at)
    assert abs(now.left - expected) < 1.0 * busy(), f"{now.left:.1f} s shown, {expected:.1f} s left"


def my_decision(page: Page) -> Seat:
    """Wait for a decision of this person that nobody else can end."""
    assert tables.until_my_turn(page)
    tables.forgo_question(page)
    return seat_on(page)


# --- without network ---------------------------------------------------------------------------------------------------


@dataclass
class Lost:
    """A page without network since `since`, and what it showed before."""

    context: BrowserContext
    page: Page
    before: Seat
    since: float


pytestmark = pytest.mark.xdist_group("coming_back")
"""One worker runs them all: they share what they hurt or wait for."""


@pytest.fixture(scope="module", autouse=True)
def lost(browser: Browser, stack: RunningStack) -> Iterator[Lost]:
    """Loses its network before the first test of this file, so that the others fill the time until it is back."""
    context = browser.new_context(base_url=stack.url, locale="en")
    page = context.new_page()
    new_match(page, turn_seconds=300)
    before = my_decision(page)
    context.set_offline(True)
    yield Lost(context, page, before, time.monotonic())
    context.close()


# --- the same browser --------------------------------------------------------------------------------------------------


def test_refresh_brings_back_seat_dice_and_time(open_page: OpenPage) -> None:
    page = open_page("/en/")
    new_match(page, turn_seconds=120)
    before = my_decision(page)
    page.reload()
    assert_same_seat(before, seat_on(page))
    tables.raise_or_doubt(page)


def test_closed_tab_is_found_again_from_home(open_page: OpenPage) -> None:
    page = open_page("/en/")
    address = new_match(page, turn_seconds=120)
    before = my_decision(page)
    page.close()
    again = page.context.new_page()
    again.goto("/en/")
    again.locator("aside.running a").click()
    again.wait_for_url(address)
    assert_same_seat(before, seat_on(again))
    tables.raise_or_doubt(again)


def test_two_tabs_have_one_controller_and_the_other_says_so(open_page: OpenPage) -> None:
    older = open_page("/en/")
    address = new_match(older, turn_seconds=120)
    before = my_decision(older)
    newer = older.context.new_page()
    newer.goto(address)
    assert_same_seat(before, seat_on(newer))
    expect(older.locator("#net-text")).to_have_text(ELSEWHERE)
    expect(newer.locator("#net")).to_be_hidden()
    older.wait_for_timeout(450)
    older.locator("#bid").click()
    assert_same_seat(before, seat_on(older))
    older.locator("#net-button", has_text=HERE).click()
    expect(newer.locator("#net-text")).to_have_text(ELSEWHERE)
    expect(older.locator("#net")).to_be_hidden()
    tables.raise_or_doubt(older)


def test_closing_the_tab_that_plays_leaves_the_seat_to_the_other(open_page: OpenPage) -> None:
    older = open_page("/en/")
    address = new_match(older, turn_seconds=120)
    my_decision(older)
    newer = older.context.new_page()
    newer.goto(address)
    expect(older.locator("#net-text")).to_have_text(ELSEWHERE)
    newer.close()
    expect(older.locator("#net")).to_be_hidden(timeout=TABLE_MS)
    tables.raise_or_doubt(older)


# --- another browser ---------------------------------------------------------------------------------------------------


def test_member_finds_the_seat_in_another_browser(open_page: OpenPage) -> None:
    phone = open_page("/en/")
    address = new_match(phone, turn_seconds=300)
    before = my_decision(phone)
    name, password = f"robin{time.time_ns() % 10**9}", "correct horse battery"
    phone.goto("/en/")
    fill_in(phone, "/en/register/", name, password)
    phone.goto(address)
    assert_same_seat(before, seat_on(phone))
    laptop = open_page("/en/", viewport={"width": 1280, "height": 800})
    fill_in(laptop, "/en/sign-in/", name, password)
    laptop.goto("/en/")
    laptop.locator("aside.running a").click()
    assert_same_seat(before, seat_on(laptop))
    expect(phone.locator("#net-text")).to_have_text(ELSEWHERE)
    tables.raise_or_doubt(laptop)
    phone.locator("#net-button", has_text=HERE).click()
    expect(laptop.locator("#net-text")).to_have_text(ELSEWHERE)


def fill_in(page: Page, address: str, username: str, password: str) -> None:
    page.goto(address)
    page.locator("[name=username]").fill(username)
    page.locator("[name=password]").fill(password)
    page.locator("main form[method=post] button.primary").click()
    expect(page.locator("main form [name=password]")).to_have_count(0)


# --- the computer plays ------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.clock.expire")
def test_time_that_ran_out_hands_the_seat_over_until_it_is_taken_back(open_page: OpenPage) -> None:
    page = open_page("/en/")
    new_match(page, size=3, turn_seconds=8, max_timeouts=1, loss="one")
    my_decision(page)
    expect(page.locator("#rejoin")).to_be_visible(timeout=TABLE_MS)
    expect(page.locator("#log-lines")).to_contain_text("Your time is up.")
    page.reload()
    page.wait_for_timeout(450)
    page.locator("#rejoin").click()
    expect(page.locator("#rejoin")).to_have_count(0)
    tables.until_my_turn(page)
    tables.raise_or_doubt(page)


@pytest.mark.rule("common.leave.bot")
def test_leaving_by_a_computer_and_coming_back_from_home(open_page: OpenPage) -> None:
    """A friend plays on meanwhile, so the table does not stand still."""
    page = open_page("/en/")
    page.goto("/en/play/liars_dice/")
    page.locator('input[name=size][value="3"]').check(force=True)
    page.locator("main form[method=post] button.primary").first.click()
    page.wait_for_url("**/tables/*/")
    friend = Program(f"http://{page.url.split('/')[2]}")
    friend.ask("POST", f"tables/{tables.key_of(page)}/seat", {})
    with Player(friend, tables.key_of(page)) as player:
        tables.start(page)
        tables.forgo_question(page)
        page.locator("#menu-button").click()
        page.locator("#menu [data-opens=leave]").click()
        page.locator("#leave button.danger").click()
        expect(page.locator("#rejoin")).to_be_visible()
        version = player.version
        player.until(lambda: player.version > version + 2 or player.game["result"])
        assert not player.game["result"]
        page.goto("/en/")
        page.locator("aside.running a").click()
        expect(page.locator("#rejoin")).to_be_visible()
        tables.until_live(page)
        page.wait_for_timeout(450)
        page.locator("#rejoin").click()
        expect(page.locator("#rejoin")).to_have_count(0)
        player.until(lambda: player.game["away"] == [])


# --- last: the long case, begun before all others ------------------------------------------------------------------------


def test_forty_seconds_without_network(lost: Lost) -> None:
    page = lost.page
    expect(page.locator("body.offline")).to_be_attached(timeout=20_000)
    expect(page.locator("#net-text")).not_to_be_empty()
    version = page.locator("#own").get_attribute("data-version")
    page.evaluate("""document.getElementById(document.getElementById("call").getAttribute("aria-disabled") ? "bid" : "call").click()""")
    page.wait_for_timeout(max(0.0, AWAY - (time.monotonic() - lost.since)) * 1000)
    assert page.locator("#own").get_attribute("data-version") == version, "nothing is sent without network"
    lost.context.set_offline(False)
    back = time.monotonic()
    expect(page.locator("body:not(.offline)")).to_be_attached(timeout=10_000)
    assert time.monotonic() - back < 5 * busy()
    expect(page.locator("#net")).to_be_hidden()
    assert_same_seat(lost.before, seat_on(page))
    tables.raise_or_doubt(page)
