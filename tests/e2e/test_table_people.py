"""Several people at one table: the waiting room, languages, leaving and coming back, the result and the rematch; and axe."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.liars_dice import words
from games.liars_dice.state import Bid
from tests.e2e import tables
from tests.e2e.axe import serious
from tests.e2e.tables import OpenPage

LANGUAGES = ("en", "nl", "de", "ne")


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_serious(open_page: OpenPage, language: str) -> None:
    """Waiting room, my turn, open cups, menu, text mode; each in light and in dark colours."""
    page = tables.new_table(open_page, language, size=3, color_scheme="light", reduced_motion="reduce")
    _check_both_themes(page)
    tables.start(page)
    tables.until_my_turn(page)
    page.wait_for_timeout(500)
    _check_both_themes(page)
    page.locator("#menu-button").click()
    page.wait_for_timeout(300)
    _check_both_themes(page)
    page.locator("#menu [data-close]").first.click()
    tables.until_open_cups(page)
    page.wait_for_timeout(300)
    _check_both_themes(page)
    page.goto(page.url + "?text=1")
    _check_both_themes(page)


def _check_both_themes(page: Page) -> None:
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, colours_only=True) == []
    page.emulate_media(color_scheme="light")


def test_stranger_sees_the_table_before_sitting_and_gets_no_account(open_page: OpenPage) -> None:
    """UX-102, UX-103: looking makes nobody; one tap sits down under the offered name."""
    host = tables.new_table(open_page, size=3)
    guest = open_page(host.url, "de")
    expect(guest.locator("#banner")).to_contain_text("Liar's Dice")
    assert not [cookie for cookie in guest.context.cookies() if cookie["name"] == "sessionid"]
    name = guest.locator("#name").input_value()
    assert name.startswith("Gast ")
    guest.locator("#sit-down").click()
    expect(guest.locator("#own[data-seat='1']")).to_be_attached()
    expect(host.locator("#lobby-seat-1")).to_contain_text(name)


def test_changed_options_show_at_once_to_those_who_look(open_page: OpenPage) -> None:
    """UX-103: within two seconds."""
    host = tables.new_table(open_page, size=3)
    guest = open_page(host.url, "en")
    expect(guest.locator("#option-bot_speed")).to_contain_text("Fast")
    expect(guest.locator("#options")).to_contain_text("Standard rules.")
    host.locator("#setup-fold > summary").click()
    host.locator("#o-loss").select_option("one")
    expect(guest.locator("#option-loss")).to_contain_text("A mistake always costs one die.", timeout=2000)
    host.locator("#level-2").select_option("hard")
    expect(guest.locator("#lobby-seat-2")).to_contain_text("hard", timeout=2000)


def test_a_public_match_can_be_watched_without_hands_or_buttons(open_page: OpenPage) -> None:
    """UX-315."""
    host = tables.new_table(open_page, size=3)
    host.locator("#setup-fold > summary").click()
    host.locator("#open").select_option("public")
    expect(host.locator("#options")).to_contain_text("open table")
    tables.start(host)
    tables.until_my_turn(host)
    watcher = open_page(host.url)
    expect(watcher.locator("#watching")).to_be_visible()
    assert watcher.locator("#call, #bid, #hand").count() == 0
    version = watcher.locator("#own").get_attribute("data-version")
    tables.raise_or_doubt(host)
    expect(watcher.locator(f'#own[data-version="{version}"]')).not_to_be_attached(timeout=tables.TURN_MS)


def test_each_reads_the_same_bid_in_their_language(open_page: OpenPage) -> None:
    host = tables.new_table(open_page, "en", size=4, speed="calm")
    others = []
    for language in ("nl", "de", "ne"):
        page = open_page(host.url, language)
        page.locator("#sit-down").click()
        expect(page.locator("#ready")).to_be_visible()
        others.append((language, page))
    tables.start(host)
    everyone = [("en", host), *others]
    for _, page in everyone:
        expect(page.locator("#own[data-phase=playing]")).to_be_attached(timeout=tables.TURN_MS)
    opener = next(page for _, page in everyone if page.locator("#own").get_attribute("data-turn") == "me")
    opener.wait_for_timeout(500)
    opener.locator("#label-star").click()
    opener.locator("#count").click()
    opener.locator("#grid [data-count='3']").click()
    opener.locator("#bid").click()
    for language, page in everyone:
        expect(page.locator("#claim")).to_contain_text(words.claim(Bid(3, "*"), language), timeout=tables.TURN_MS)  # type: ignore[arg-type]


def test_who_came_in_through_a_language_stays_in_it_at_the_table(open_page: OpenPage) -> None:
    """A Dutch browser that plays from the German page: page and socket alike are German."""
    page = open_page("/de/", "nl")
    tables.play_now_button(page).click()
    page.wait_for_url("**/tables/*/")
    tables.until_my_turn(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#banner")).to_contain_text("Du bist am Zug")


def test_leaving_says_what_happens_and_the_seat_can_be_taken_back(open_page: OpenPage) -> None:
    """UX-312, common.leave.bot."""
    page = tables.play_now(open_page)
    tables.until_my_turn(page)
    page.locator("#menu-button").click()
    page.locator("#menu [data-opens=leave]").click()
    expect(page.locator("#leave")).to_contain_text("The computer will play for you")
    page.locator("#leave button.danger").click()
    expect(page.locator("#rejoin")).to_be_visible()
    page.wait_for_timeout(450)
    page.locator("#rejoin").click()
    expect(page.locator("#rejoin")).to_have_count(0)


def test_pause_stops_the_clock_until_somebody_goes_on(open_page: OpenPage) -> None:
    """UX-312, common.pause: alone at the table one yes is everybody's."""
    page = tables.play_now(open_page)
    tables.until_my_turn(page)
    page.wait_for_timeout(450)
    page.locator("#menu-button").click()
    page.locator("#menu [value=pause]").click()
    expect(page.locator("#halt")).to_contain_text("Pause.")
    before = page.locator("#clock-number").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator("#clock-number").inner_text() == before
    page.locator("#halt button").click()
    expect(page.locator("#halt")).to_have_count(0)


def test_result_card_record_and_rematch(open_page: OpenPage) -> None:
    """UX-501, UX-502, UX-107: places, how, length, check, record, rematch, and the offer to keep the history."""
    page = tables.new_table(open_page)
    expect(page.locator("#keep")).to_be_hidden()
    tables.start(page)
    tables.play_to_the_end(page)
    expect(page.locator("#result")).to_contain_text("Played to the end.")
    expect(page.locator("#result")).to_contain_text(re.compile(r"It took \d+ rounds?\."))
    expect(page.locator("#check")).to_be_visible()
    expect(page.locator("#keep")).to_be_visible()
    record = page.request.get(page.locator("#record").get_attribute("href") or "")
    assert record.ok
    assert record.json()["game"] == "liars_dice"
    before = tables.key_of(page)
    page.wait_for_timeout(450)
    page.locator("#rematch").click()
    page.wait_for_url(lambda address: before not in address)
    expect(page.locator("#own[data-phase=playing]")).to_be_attached(timeout=tables.TURN_MS)


def test_record_is_for_those_who_played(open_page: OpenPage) -> None:
    page = tables.new_table(open_page)
    tables.start(page)
    assert page.request.get(f"/tables/{tables.key_of(page)}/record.json").status == 404
    stranger = open_page("/en/")
    assert stranger.request.get(f"/tables/{tables.key_of(page)}/record.json").status == 404
    assert stranger.request.get(f"/tables/{tables.key_of(page)}/").status == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_is_played_step_by_step_and_can_be_skipped(open_page: OpenPage, language: str) -> None:
    page = open_page(f"/{language}/play/liars_dice/lesson/", language)
    assert serious(page) == []
    page.locator(".t-lesson-answers a").nth(2).click()
    expect(page.locator(".banner.good")).to_be_visible()
    page.locator(".t-lesson-on a.primary").click()
    page.locator(".t-lesson-answers a").nth(0).click()
    expect(page.locator(".banner.warn")).to_have_text(words.reason("liars_dice.bid.raise", language))  # type: ignore[arg-type]
    page.locator(".t-lesson-on a").first.click()
    page.locator(".t-lesson-answers a").first.click()
    expect(page.locator(".ld-sentence")).to_be_visible()
    page.locator(".t-lesson-on a").first.click()
    page.locator(".t-lesson-answers a").first.click()
    expect(page.locator(".banner.good")).to_be_visible()
    expect(page.locator("form[action$='/play/now/'] button")).to_be_visible()
