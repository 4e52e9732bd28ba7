"""Friends by a link: five browsers in four languages at one table, and who else may look on.

Every frame and page that they got is held against the record at the end: nobody saw a die too early.
"""

import http.client
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import segno
from playwright.sync_api import BrowserContext, Page, expect

from bluffsite.running.stack import RunningStack
from games.liars_dice import words
from games.liars_dice.state import Bid
from tests.e2e import tables, wire
from tests.e2e.players import GAME, Player, Program, new_match, until

NAMES = {"en": "Guest ", "nl": "Gast ", "de": "Gast ", "ne": "अतिथि "}
SMALL = {"width": 320, "height": 640}
LIVE_MS = 45_000


@dataclass
class Friend:
    """A browser at the table."""

    language: Any
    page: Page
    wire: wire.Wire

    @property
    def own(self) -> Any:
        return self.page.locator("#own")

    @property
    def seat(self) -> int:
        return int(self.own.get_attribute("data-seat") or -1)

    @property
    def is_to_act(self) -> bool:
        return bool(self.own.get_attribute("data-turn") == "me")


def new_friend(open_context: Any, language: str, **options: Any) -> Friend:
    context: BrowserContext = open_context(language, **options)
    friend = Friend(language, context.new_page(), wire.Wire())
    friend.wire.listen(friend.page)
    return friend


# --- the table ----------------------------------------------------------------------------------------------------------


def make_table(host: Friend) -> str:
    """The sheet on a small phone: five seats, calm reveals, leaving ends it; returns the link."""
    page = host.page
    page.goto("/en/")
    page.locator(f'a[href="/en/play/{GAME}/"]').first.click()
    assert not page.evaluate(tables.WIDER)
    page.locator('label:has(input[name=size][value="5"])').click()
    page.locator('label:has(input[name=bot_speed][value="calm"])').click()
    page.locator("details:has([data-option=leave_mode]) > summary").click()
    page.locator('label:has(input[name=leave_mode][value="remove"])').click()
    assert not page.evaluate(tables.WIDER)
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/tables/*/")
    expect(page.locator("#own[data-seat='0']")).to_be_attached()
    return page.locator("#link").input_value()


def check_invitation(host: Friend, link: str) -> str:
    """Link, QR code and spoken code lead to the same table; returns the code."""
    page = host.page
    assert link == page.url
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.locator("#qr summary").click()
    expect(page.locator("#qr svg")).to_be_visible()
    drawn = page.locator("#qr svg path").last.get_attribute("d") or ""
    assert drawn in segno.make(link, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True)
    assert not page.evaluate(tables.WIDER)
    return page.locator("#invite .t-code b").inner_text()


def come(friend: Friend, way: str, link: str, code: str) -> None:
    """To the table by its link, by the short address, or by the code typed at home."""
    if way == "link":
        friend.page.goto(link)
    elif way == "short":
        friend.page.goto(f"/t/{code.lower()}")
    else:
        friend.page.goto(f"/{friend.language}/")
        friend.page.locator("#id_code").fill(f" {code[:3]} {code[3:]}")
        friend.page.locator("#id_code").press("Enter")
    friend.page.wait_for_url(link)


def sit_down(friend: Friend) -> None:
    """One tap, with the name that was offered."""
    offered = friend.page.locator("#name").input_value()
    assert offered.startswith(NAMES[friend.language])
    friend.page.locator("#sit-down").click()
    expect(friend.page.locator("#own:not([data-seat=''])")).to_be_attached(timeout=LIVE_MS)


# --- playing ------------------------------------------------------------------------------------------------------------


def play_on(friends: list[Friend], rng: random.Random, reveals: int) -> None:
    """Bid and doubt until cups have been opened so many times; everybody always reads the same."""
    bids = 0
    while reveals:
        for friend in friends:
            expect(friend.page.locator("#reveal")).to_have_count(0, timeout=LIVE_MS)
        actor = next(friend for friend in friends if friend.is_to_act)
        if bids > 1 and rng.random() < 0.5:
            doubt(friends, actor)
            bids, reveals = 0, reveals - 1
        else:
            bid(friends, actor)
            bids += 1


def bid(friends: list[Friend], actor: Friend) -> None:
    page = actor.page
    page.wait_for_timeout(450)  # the dead time of a new position
    face = page.locator("input[name=face]:checked").get_attribute("value")
    count = int(page.locator("#count").input_value())
    page.locator("#bid").click()
    made = Bid(count, "*" if face == "*" else int(face or 0))  # type: ignore[arg-type]
    for friend in friends:
        expect(friend.page.locator("#bid-now .ld-words b")).to_have_text(words.claim(made, friend.language), timeout=LIVE_MS)


REVEAL = """() => ({
    count: Number(document.querySelector("#reveal .ld-run").dataset.count),
    claim: document.querySelector("#reveal .ld-said b").textContent,
    sentence: document.querySelector("#reveal .ld-sentence b").textContent,
    cups: [...document.querySelectorAll(".ld-open")].map((cup) => [...cup.querySelectorAll("use")].map((use) => use.getAttribute("href"))),
    stars: document.querySelectorAll(".ld-open .hit use[href='#die-star']").length,
})"""


def doubt(friends: list[Friend], actor: Friend) -> None:
    said = actor.page.locator("#bid-now .ld-words b").inner_text()
    actor.page.wait_for_timeout(450)
    actor.page.locator("#call").click()
    told = []
    for friend in friends:
        expect(friend.page.locator("#reveal")).to_be_attached(timeout=LIVE_MS)
        told.append(friend.page.evaluate(REVEAL))
    assert len({(one["count"], str(one["cups"]), one["stars"]) for one in told}) == 1, "all see the same cups"
    claims = {words.claim(Bid(count, face), actor.language): Bid(count, face) for count in range(1, 26) for face in wire.FACES.values()}  # type: ignore[arg-type]
    made = claims[said]
    for friend, one in zip(friends, told, strict=True):
        counted = SimpleNamespace(bid=made, count=one["count"], stars=one["stars"])
        assert one["sentence"] == words.counted(counted, friend.language)
        assert one["claim"] == words.claim(made, friend.language)


def leave(friend: Friend) -> None:
    page = friend.page
    page.locator("#menu-button").click()
    page.locator("#menu [data-opens=leave]").click()
    page.wait_for_timeout(450)
    page.locator("#leave button.danger").click()
    expect(page.locator("#own[data-phase=finished], #own:not(:has(#actions))")).to_be_attached(timeout=LIVE_MS)


@pytest.mark.rule("common.view.no-leak")
def test_five_friends_in_four_languages_play_by_a_link_and_nobody_sees_too_much(open_context) -> None:
    host = new_friend(open_context, "en", viewport=SMALL, has_touch=False)
    link = make_table(host)
    code = check_invitation(host, link)
    others = [new_friend(open_context, language) for language in ("nl", "de", "ne", "en")]
    for friend, way in zip(others, ("link", "short", "home", "link"), strict=True):
        come(friend, way, link, code)
        sit_down(friend)
    friends = [host, *others]
    expect(host.page.locator("#seats .t-lobby-seat .t-name")).to_have_count(5, timeout=LIVE_MS)
    others[0].page.locator("#ready").click()
    expect(host.page.locator("#lobby-seat-1 .t-state")).to_contain_text("ready", timeout=LIVE_MS)
    commitment = host.page.locator("#fair .mono").text_content()
    host.page.locator("#start").click()
    for friend in friends:
        expect(friend.page.locator("#own[data-phase=playing]")).to_be_attached(timeout=LIVE_MS)
        tables.forgo_question(friend.page)
    assert sorted(friend.seat for friend in friends) == [0, 1, 2, 3, 4]
    stranger = new_friend(open_context, "de")
    answer = stranger.page.goto(link)
    assert answer is not None
    assert answer.status == 404, "a table by link only is not watched by strangers"
    expect(stranger.page.locator("#id_code")).to_be_visible()
    play_on(friends, random.Random(5), reveals=2)
    for friend in others:
        leave(friend)  # the last of them may find the match over: nobody else has dice
    for friend in friends:
        expect(friend.page.locator("#own[data-phase=finished]")).to_be_attached(timeout=LIVE_MS)
    check_wires(friends, commitment)


def check_wires(friends: list[Friend], commitment: str | None) -> None:
    host = friends[0]
    record = host.page.request.get(host.page.url + "record.json").json()
    assert record["commitment"] == commitment
    assert all(record["parts"]), "each browser added a part of its own"
    for friend in friends:
        assert wire.check(friend.wire, record, friend.seat) > 8
    first, last = friends[0].wire.public, friends[-1].wire.public
    both = first.keys() & last.keys()
    assert len(both) > 8
    assert all(first[number] == last[number] for number in both), "what is for everyone is the same for two readers of one language"


# --- who else -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.view.out")
def test_stranger_watches_an_open_table_and_sees_no_cup_before_its_time(open_context, stack: RunningStack) -> None:
    players = [Program(stack.url) for _ in range(2)]
    options = {"leave_mode": "remove", "bot_speed": "fast", "games": 20}
    key = players[0].ask("POST", "tables", {"game": GAME, "size": 3, "public": True, "options": options})["key"]
    players[1].ask("POST", f"tables/{key}/seat", {})
    watcher = new_friend(open_context, "nl")
    watcher.page.goto("/nl/")
    watcher.page.locator(f'a[href*="/tables/{key}/"]').first.click()
    watcher.page.wait_for_url(f"**/tables/{key}/")
    with Player(players[0], key, seed=4) as first, Player(players[1], key, seed=5) as second:
        first.until(lambda: first.view)
        players[0].ask("POST", f"tables/{key}/start", {})
        expect(watcher.page.locator("#watching")).to_be_visible(timeout=LIVE_MS)
        expect(watcher.page.locator("#log-lines .big")).not_to_have_count(0, timeout=4 * LIVE_MS)
        first.leave()
        second.leave()
        expect(watcher.page.locator("#own[data-phase=finished]")).to_be_attached(timeout=LIVE_MS)
        record = players[0].ask("GET", f"tables/{key}/record")
    assert wire.check(watcher.wire, record, None) > 3
    assert not watcher.page.locator("#record").count()
    assert watcher.page.request.get(f"/tables/{key}/record.json").status == 404
    assert not [cookie for cookie in watcher.page.context.cookies() if cookie["name"] == "sessionid"], "looking makes nobody"


@pytest.mark.parametrize(("language", "title"), [("en", "There is no such table"), ("nl", None), ("de", None), ("ne", None)])
def test_unknown_table_has_a_page_that_helps(open_context, language: str, title: str | None) -> None:
    page = new_friend(open_context, language).page
    answer = page.goto("/tables/no-such-table/")
    assert answer is not None
    assert answer.status == 404
    assert page.locator("html").get_attribute("lang") == language
    assert title is None or page.locator("h1").inner_text() == title
    expect(page.locator("#id_code")).to_be_visible()
    page.locator("main .buttons a.primary").click()
    page.wait_for_url(f"**/{language}/")


def test_finished_table_says_so_and_its_code_has_ended(open_context) -> None:
    host = new_friend(open_context, "en").page
    host.goto(f"/en/play/{GAME}/")
    host.locator("main form[method=post] button.primary").first.click()
    host.wait_for_url("**/tables/*/")
    code = host.locator("#invite .t-code b").inner_text()
    tables.start(host)
    friend = new_friend(open_context, "en").page
    answer = friend.goto(f"/t/{code}")
    assert answer is not None
    assert answer.status == 404, "a code ends when the match begins"
    expect(friend.locator("#code_error")).to_be_visible()
    new_match(host, leave_mode="remove")
    tables.forgo_question(host)
    leave(Friend("en", host, wire.Wire()))
    expect(host.locator("#result")).to_be_visible(timeout=LIVE_MS)
    host.reload()
    expect(host.locator("#result")).to_be_visible()
    expect(host.locator("#new-table")).to_be_visible()
    answer = friend.goto(host.url)
    assert answer is not None
    assert answer.status == 404


def test_table_that_everybody_forgot_is_closed_and_says_so(open_context, stack: RunningStack) -> None:
    """Ten minutes are let pass by setting back what the database knows of them."""
    program = Program(stack.url)
    key = program.ask("POST", "tables", {"game": GAME})["key"]
    page = new_friend(open_context, "en").page
    page.goto(f"/tables/{key}/")
    expect(page.locator("#sit-down")).to_be_visible()
    with closing(sqlite3.connect(stack.data / "bluffsite.sqlite3", timeout=10)) as database, database:
        earlier = (datetime.now(UTC) - timedelta(minutes=11)).strftime("%Y-%m-%d %H:%M:%S.%f")
        database.execute("UPDATE play_table SET created_at = ? WHERE key = ?", (earlier, key))
        database.execute("UPDATE play_seat SET last_seen = ? WHERE table_id = (SELECT id FROM play_table WHERE key = ?)", (earlier, key))
    until(lambda: program.ask("GET", f"tables/{key}")["phase"] == "closed")
    answer = page.goto(f"/tables/{key}/")
    assert answer is not None
    assert answer.status == 410
    assert page.locator("h1").inner_text() == "This table is closed"
    page.locator("main .buttons a.primary").click()
    page.wait_for_url(f"**/en/play/{GAME}/")


def test_wrong_codes_cannot_be_tried_out(stack: RunningStack) -> None:
    """From an address of its own, so that nobody else at this site is held up."""
    statuses = [ask_code(stack, f"AAAA{sign}{other}") for sign in "ACDE" for other in "ACD"]
    assert statuses[:10] == [404] * 10
    assert set(statuses[10:]) == {429}
    key = Program(stack.url).ask("POST", "tables", {"game": GAME})
    assert ask_code(stack, key["code"]) == 429, "not even the right one tells"
    assert ask_code(stack, key["code"], "127.0.0.3") == 302


def ask_code(stack: RunningStack, code: str, address: str = "127.0.0.2") -> int:
    """The status of /t/<code>, asked from another address of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=10, source_address=(address, 0))
    try:
        connection.request("GET", f"/t/{code}", headers={"Host": f"127.0.0.1:{stack.port}"})
        return connection.getresponse().status
    finally:
        connection.close()
