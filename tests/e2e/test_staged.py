"""Positions of card games that a match rarely comes to, as they look: large hands on a laptop, the picker on the smallest phone, and
the offer to end a long game.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from bluffsite.bench import engines
from games.core.game import Language
from games.core.registry import game_named
from games.liars_dice.state import Bid, Challenge
from games.play.shown import ShownDevice
from tests.e2e import staged_page, tables
from tests.e2e.axe import serious
from tests.games.bluff_nepal import table as bluff_nepal
from tests.games.bluff_nepal.table import started
from tests.games.bluffen.table import position
from tests.games.blufpoker import table as blufpoker
from tests.play.shown_tables import Staged

Show = Callable[..., Page]
PACK = [rank + suit for suit in "SHDC" for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")]
LAPTOP, PHONE, LANDSCAPE = (1280, 800), (320, 568), (568, 320)
TABLET = (1024, 690)
"""What a browser leaves of 1024 x 768."""
LOW, TALL = (1280, 650), (390, 724)
"""What browsers leave of a laptop of 1366 x 768, and of a phone of 390 x 844."""
MOST = {"bluffen": 7, "bluff_nepal": 2, "blef": 2, "blufpoker": 6, "liars_dice": 6}
"""Seats of the tables with the largest hands or the most to show."""
ACTING = """() => [...document.querySelectorAll('#call, #accept, #let-go, #pass, #lay, #bid, #blind, #say, #throw, .bf-kind:not(.off)')]
  .filter((part) => part.checkVisibility() && (part.ariaDisabled !== 'true' || 'unready' in part.dataset))
  .map((part) => [part.id || part.className, part.getBoundingClientRect()])
  .filter(([, box]) => box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth)
  .map(([name, box]) => `${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`)"""
"""Buttons that act but are not wholly in view."""
LAPPED = """() => {
  const parts = [...document.querySelectorAll('.t-part > section:not(#board)')].filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => [part.id, part.getBoundingClientRect()]);
  return boxes.flatMap(([name, one], at) => boxes.slice(at + 1).filter(([, other]) => Math.min(one.right, other.right)
    - Math.max(one.left, other.left) > 2 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2)
    .map(([other]) => `${name} ${other}`));
}"""
"""Parts of the table that lie over one another."""
QUESTION = '<section class="t-question"><p>?</p><div class="buttons"><button class="button">?</button></div></section>'


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """`show(slug, state, seat, language, size=..., **shown as)`: a page of its own. Errors on the console fail the test."""
    errors: list[str] = []
    contexts = []

    def open_one(
        slug: str,
        state: Any,
        seat: int | None,
        language: Language,
        size: tuple[int, int],
        look: str = "",
        *,
        phone: bool = False,
        **more: Any,
    ) -> Page:
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=language, is_mobile=phone))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        staged_page.open_table(page, slug, state, seat, language, look, **more)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.mark.parametrize("language", ["nl", "ne"])
@pytest.mark.parametrize("cards", [13, 25, 36])
def test_on_a_laptop_the_button_that_lays_is_in_view_with_any_hand(show: Show, language: Language, cards: int) -> None:
    """UX-301. To open there is a picker besides."""
    hands = (" ".join(PACK[:cards]), "2C", "3C", "4C")
    for state in (position(hands, (3, "KC", "H"), condition="H", to_act=0), position(hands, phase="open", to_act=0)):
        page = show("bluffen", state, 0, language, LAPTOP)
        for part in ("#banner", "#claim", "#call", "#lay"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] >= 0, part
            assert box["y"] + box["height"] <= LAPTOP[1], part


def test_on_a_tablet_the_first_card_is_laid_without_scrolling_below_the_question(show: Show) -> None:
    page = show("bluffen", position((" ".join(PACK[:13]), "2C", "3C", "4C"), phase="open", to_act=0), 0, "ne", TABLET)
    page.evaluate("question => document.getElementById('table').insertAdjacentHTML('afterbegin', question)", QUESTION)
    box = page.locator("#lay").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= TABLET[1]


@pytest.mark.parametrize("language", ["nl", "de", "en", "ne"])
def test_on_the_smallest_phone_more_can_be_said_beside_a_six_laid_aside(show: Show, language: Language) -> None:
    """UX-301: the longest sentence on what happens at 0, and two rows of dice."""
    accepted = blufpoker.position((0, 655), dice=[6, 2, 5], seats=3, phase="accepted", to_act=1, options={"sixes": True})
    page = show("blufpoker", blufpoker.throw(accepted, 2, 5, keep=1), 1, language, PHONE)
    assert page.locator("#say").is_visible()
    assert page.evaluate(ACTING) == []


def test_on_the_smallest_phone_half_a_rank_tells_that_there_are_more(show: Show) -> None:
    state = started(4)
    page = show("bluff_nepal", state, state.to_act, "ne", PHONE)
    row = page.locator(".c-ranks .c-choices").bounding_box()
    ranks = [choice.bounding_box() for choice in page.locator(".c-ranks .c-choice").all()]
    assert row is not None and len(ranks) == 13
    end = row["x"] + row["width"]
    cut = [rank for rank in ranks if rank is not None and rank["x"] < end < rank["x"] + rank["width"]]
    assert len(cut) == 1
    seen = (end - cut[0]["x"]) / cut[0]["width"]
    assert 0.3 < seen < 0.7


@pytest.mark.parametrize(("language", "size", "look"), [("de", PHONE, ""), ("ne", LAPTOP, 'data-theme="dark"')])
def test_the_offer_to_end_a_long_game_can_be_read_and_pressed(show: Show, language: Language, size: tuple[int, int], look: str) -> None:
    """Rules: common.long.agreed."""
    state = started(4)
    for wants, button, votes in ((False, "end_game", (1, 2)), (True, "play_on", (state.to_act,))):
        mine = {"may_end": True, "wants_end": wants}
        page = show("bluff_nepal", state, state.to_act, language, size, look, is_long=True, end_votes=votes, mine=mine)
        press = page.locator(f"#long button[value={button}]")
        press.scroll_into_view_if_needed()
        box = press.bounding_box()
        assert box is not None and box["height"] >= 44
        assert page.locator("#long button").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert all(staged_page.NAMES[seat] in page.locator("#long").inner_text() for seat in votes)
        assert serious(page) == []


@pytest.mark.parametrize("language", ["de", "ne"])
def test_on_a_phone_that_lies_on_its_side_all_of_a_turn_is_in_view(show: Show, language: Language) -> None:
    """UX-910: the longest sentences, with dice lost, so that the middle has two lines; to open, to raise, to wait."""
    staged = Staged(6).act(Bid(1, 1), Challenge()).proceed()
    for state, seat in ((staged.state, staged.waited), (staged.act(Bid(4, 3)).state, staged.waited), (staged.state, 0)):
        assert seat is not None
        page = show("liars_dice", state, seat, language, LANDSCAPE, phone=True)
        assert page.evaluate(tables.OUTSIDE) == []


def test_numbers_are_chosen_in_devanagari_digits(show: Show) -> None:
    staged = Staged(4).act(Bid(2, 3))
    assert staged.waited is not None
    page = show("liars_dice", staged.state, staged.waited, "ne", PHONE, devanagari=True)
    page.locator("label[for=face-3], #label-3").first.click()
    expect(page.locator("#count")).to_have_value("३")
    for _ in range(8):
        page.locator("#more").click()
    expect(page.locator("#count")).to_have_value("११")
    page.locator("#count").click()
    expect(page.locator("#grid")).to_contain_text("२०")
    assert page.evaluate("taught.bid()") == {"type": "bid", "count": 11, "face": 3}


@cache
def reached(slug: str, phases: tuple[str, ...], seats: int = 0) -> Any:
    """A state of random matches at a table of `MOST` or so many seats in one of these phases."""
    game = game_named(slug)
    walks = (engines.walk(game, seats or MOST[slug], n) for n in range(20))
    return next(state for walk in walks for state in walk if game.engine.view(state, None).phase in phases)


@cache
def played(slug: str) -> Any:
    """The end of a match of four games at the largest table."""
    game = game_named(slug)
    options = msgspec.structs.replace(game.options(), games=4)
    for n in range(20):
        for state in engines.walk(game, engines.sizes(game)[-1], n, options=options):
            if game.engine.result(state) is not None:
                return state
    raise AssertionError(slug)


def waited_in(slug: str, state: Any) -> int:
    waited = game_named(slug).engine.actors(state).waited
    assert waited is not None
    return waited


@pytest.mark.parametrize("size", [LANDSCAPE, TALL, LOW], ids=str)
@pytest.mark.parametrize("slug", list(MOST))
def test_the_button_that_acts_is_in_view_in_the_windows_of_real_phones_and_laptops(show: Show, slug: str, size: tuple[int, int]) -> None:
    """UX-301, UX-910: in the letters of Nepali, which need most room; to begin a round, and to answer."""
    for phases in (("open", "lead", "own_throw", "bid"), ("respond", "follow", "decide")):
        state = reached(slug, phases)
        waited = game_named(slug).engine.actors(state).waited
        assert waited is not None
        page = show(slug, state, waited, "ne", size, devanagari=True)
        assert page.evaluate(ACTING) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("slug", list(MOST))
def test_on_a_phone_that_lies_on_its_side_nothing_lies_over_what_was_opened(show: Show, slug: str) -> None:
    """Open cards and dice, and the result."""
    for phases in (("reveal",), ("over",)):
        page = show(slug, reached(slug, phases), 0, "de", LANDSCAPE, phone=True)
        assert page.evaluate(LAPPED) == []


def test_how_often_a_rank_is_bid_stands_in_the_readers_digits(show: Show) -> None:
    state = reached("blef", ("open",))
    page = show("blef", state, game_named("blef").engine.actors(state).waited, "ne", PHONE, devanagari=True)
    page.locator(".bf-kind:not(.off)").nth(1).click()
    times = page.locator(".bf-row:not([hidden]) .bf-tile b").first.evaluate("sign => getComputedStyle(sign, '::before').content")
    assert times == '"२×"'


@pytest.mark.parametrize("slug", list(MOST))
def test_letters_of_twice_the_size_stay_inside_the_smallest_phone(show: Show, slug: str) -> None:
    """UX-003: buttons in a row stand below each other then."""
    for phases in (("open", "lead", "own_throw", "bid"), ("respond", "follow", "decide")):
        state = reached(slug, phases)
        waited = game_named(slug).engine.actors(state).waited
        assert waited is not None
        page = show(slug, state, waited, "nl", PHONE, 'style="font-size: 200%"')
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- what seldom stands on the table ----------------------------------------------------------------------------------
LEAD, ANSWER = ("open", "lead", "own_throw", "bid"), ("respond", "follow", "decide")
IN_VIEW = """names => names.flatMap((name) => [...document.querySelectorAll(name)])
  .filter((part) => part.checkVisibility())
  .map((part) => [part.id || part.textContent.trim(), part.getBoundingClientRect()])
  .filter(([, box]) => box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
  .map(([name, box]) => `${name} ${Math.round(box.top)}-${Math.round(box.bottom)}`)"""
"""Parts of these that are shown, but not wholly in view."""


@pytest.mark.parametrize("size", [TABLET, LOW, LAPTOP], ids=str)
@pytest.mark.parametrize("slug", list(MOST))
def test_questions_beside_a_turn_lie_over_nothing_and_push_nothing_out(show: Show, slug: str, size: tuple[int, int]) -> None:
    """A wish for a pause, the offer to end a long game, more time: each in a place of its own, beside what one decides."""
    state = reached(slug, ANSWER)
    seat = waited_in(slug, state)
    asks: dict[str, Any] = {"votes": (1 - seat % 2,), "is_long": True, "mine": {"may_end": True, "more_time_in_ms": 0}}
    page = show(slug, state, seat, "de" if size == TABLET else "ne", size, **asks)
    assert page.locator("#votes button, #long button, #more-time").count() == 3
    assert page.evaluate(IN_VIEW, ["#votes button", "#long button", "#more-time"]) == []
    assert page.evaluate(ACTING) == []
    assert page.evaluate(LAPPED) == []


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, TABLET, LAPTOP], ids=str)
@pytest.mark.parametrize("slug", list(MOST))
def test_nothing_moves_when_time_is_nearly_over(show: Show, slug: str, size: tuple[int, int]) -> None:
    """UX-007, UX-316, UX-317: the word beside the clock and the button for more time come while somebody is about to press another."""
    state = reached(slug, LEAD)
    seat = waited_in(slug, state)
    page = show(slug, state, seat, "de", size, mine={"more_time_in_ms": 5000})
    tops = """() => ['claim', 'actions', 'hand', 'moves'].map((id) => document.getElementById(id)?.getBoundingClientRect().top)"""
    before = page.evaluate(tops)
    page.evaluate("for (const id of ['clock-word', 'more-time']) document.getElementById(id).hidden = false")
    assert page.locator("#clock-word").is_visible()
    assert page.evaluate(tops) == before


@pytest.mark.parametrize("slug", list(MOST))
def test_on_a_phone_on_its_side_a_pause_is_ended_and_a_seat_taken_back_without_scrolling(show: Show, slug: str) -> None:
    for phases in (LEAD, ANSWER):
        state = reached(slug, phases)
        seat = waited_in(slug, state)
        page = show(slug, state, seat, "ne", LANDSCAPE, devanagari=True, phone=True, halt="pause", halt_ms=540_000)
        assert page.evaluate(IN_VIEW, ["#halt", "#halt button", "#claim"]) == []
        assert page.evaluate(LAPPED) == []
        page = show(slug, state, seat, "ne", LANDSCAPE, devanagari=True, phone=True, mine={"is_handed_over": True})
        assert page.evaluate(IN_VIEW, ["#rejoin", "#claim"]) == []
        assert page.evaluate(LAPPED) == []


@pytest.mark.parametrize("size", [LANDSCAPE, (844, 390)], ids=str)
@pytest.mark.parametrize("slug", list(MOST))
def test_on_a_phone_on_its_side_a_call_that_is_off_is_no_smaller_target(show: Show, slug: str, size: tuple[int, int]) -> None:
    state = reached(slug, LEAD)
    page = show(slug, state, waited_in(slug, state), "ne", size, devanagari=True, phone=True)
    assert page.evaluate(tables.SMALL, [36, ".t-actions, .t-moves"]) == []


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, (844, 390), TABLET, LOW], ids=str)
@pytest.mark.parametrize("slug", list(MOST))
def test_the_cover_of_one_phone_shows_who_and_how_long_without_scrolling(show: Show, slug: str, size: tuple[int, int]) -> None:
    """UX-601: at the largest table, with the last claim."""
    seats = engines.sizes(game_named(slug))[-1]
    state = reached(slug, ANSWER, seats)
    device = ShownDevice(held=tuple(range(seats)), gone=(), to=waited_in(slug, state))
    page = show(slug, state, None, "de", size, phone=size[0] < 900, device=device)
    assert page.evaluate(IN_VIEW, ["#banner", "#take", "#clock"]) == []


@pytest.mark.parametrize("slug", list(MOST))
def test_on_a_phone_on_its_side_spectators_see_all_seats_beside_the_claim(show: Show, slug: str) -> None:
    """Also the one phone of a table, while a computer plays; of open hands what was claimed and how it turned out."""
    seats = engines.sizes(game_named(slug))[-1]
    page = show(slug, reached(slug, ("reveal",), seats), None, "de", LANDSCAPE, phone=True)
    assert page.evaluate(IN_VIEW, ["#claim"]) == []
    for phases in (LEAD, ANSWER):
        state = reached(slug, phases, seats)
        for device in (None, ShownDevice(held=tuple(range(seats)), gone=(), to=None)):
            page = show(slug, state, None, "ne", LANDSCAPE, devanagari=True, phone=True, device=device)
            assert page.evaluate(IN_VIEW, ["#claim", "#middle", ".t-seat"]) == []
            assert page.evaluate(LAPPED) == []


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize("slug", list(MOST))
def test_a_big_screen_shows_every_seat_and_the_whole_result(show: Show, slug: str, size: tuple[int, int]) -> None:
    """UX-605: nobody can scroll there. The largest table; the result of four games with the points of each."""
    seats = engines.sizes(game_named(slug))[-1]
    for state in (reached(slug, LEAD, seats), reached(slug, ANSWER, seats), played(slug)):
        page = show(slug, state, None, "ne", size, devanagari=True, board=True)
        assert page.locator(".t-seat").count() == seats
        assert page.evaluate(IN_VIEW, ["#banner", ".t-seat", "#claim", "#result", ".t-places li", ".t-games tr"]) == []
        assert page.evaluate(LAPPED) == []


@pytest.mark.parametrize("size", [PHONE, (390, 844), LANDSCAPE, TABLET, LOW], ids=str)
@pytest.mark.parametrize("cards", [24, 30, 44])
def test_with_a_large_hand_the_button_that_lays_stays_in_view(show: Show, cards: int, size: tuple[int, int]) -> None:
    hands = (" ".join(PACK[:cards]), "2C", "3C", "4C")
    staged = [
        ("bluffen", position(hands, phase="open", to_act=0)),
        ("bluffen", position(hands, (3, "KC", "H"), condition="H", to_act=0)),
        ("bluff_nepal", bluff_nepal.position(hands, phase="lead", rank="7", to_act=0)),
        ("bluff_nepal", bluff_nepal.position(hands, (3, "7C"), to_act=0)),
    ]
    for slug, state in staged:
        page = show(slug, state, 0, "ne", size, phone=size[0] < 900, devanagari=True)
        assert page.evaluate(ACTING) == [], slug


@pytest.mark.parametrize("size", [PHONE, (360, 740), TALL, (390, 844), LANDSCAPE, TABLET, LOW], ids=str)
def test_at_ten_seats_of_blef_every_kind_is_in_view_and_large_enough(show: Show, size: tuple[int, int]) -> None:
    for phases in (LEAD, ANSWER):
        state = reached("blef", phases, 10)
        page = show("blef", state, waited_in("blef", state), "ne", size, phone=size[0] < 900, devanagari=True)
        assert page.evaluate(ACTING) == []
        assert page.evaluate(tables.SMALL, [36, ".t-moves, .t-actions"]) == []
        assert page.evaluate(LAPPED) == []


@pytest.mark.parametrize("slug", list(MOST))
def test_the_result_of_several_games_names_everybody_on_the_smallest_phone(show: Show, slug: str) -> None:
    page = show(slug, played(slug), 0, "ne", PHONE, devanagari=True, phone=True, minutes=34)
    assert page.locator(".t-games tbody tr").count() == len(page.locator(".t-seat").all())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = """() => [...document.querySelectorAll('.t-name')].filter((name) => name.checkVisibility() && name.textContent.length < 6)
      .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""
    assert page.evaluate(cut) == []
