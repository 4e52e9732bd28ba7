"""A league of friends: founded on a phone in two taps, joined by a link on the way of registering, begun by its owner."""

from playwright.sync_api import Page, expect

from tests.e2e.axe import serious
from tests.e2e.conftest import OpenPage

PHONE = {"viewport": {"width": 320, "height": 568}}
PASSWORD = "plain tables 44"


def register(page: Page, name: str) -> None:
    page.fill("#id_username", name)
    page.fill("#id_password", PASSWORD)
    page.locator("main form.card button").first.click()


def is_narrow(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_three_friends_and_a_league(open_page: OpenPage) -> None:
    anna = open_page("/en/register/?next=/en/leagues/new/", timezone_id="Asia/Kathmandu", **PHONE)
    register(anna, "LeagueAnna")
    anna.get_by_role("link", name="Blef").click()
    expect(anna.locator("#id_time_zone")).to_have_value("Asia/Kathmandu")
    assert is_narrow(anna)
    assert not serious(anna)
    anna.get_by_role("button", name="Found the league").click()
    invitation = anna.locator("#invite_link").input_value()

    for name in ("LeagueBob", "LeagueCarla"):
        friend = open_page(invitation, language="nl")
        friend.locator("main form button").click()
        register(friend, name)
        friend.locator("main form button").click()
        expect(friend.locator(".takes-part")).to_be_visible()

    anna.reload()
    anna.get_by_role("link", name="Start the season").click()
    anna.get_by_role("button", name="Start the season").click()
    expect(anna.locator("main")).to_contain_text("running")
    assert is_narrow(anna)
    anna.emulate_media(color_scheme="dark")
    assert not serious(anna)
