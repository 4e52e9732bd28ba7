"""A guest becomes a member in the middle of a match, adds a passkey, and comes back with it: the real ceremony, by a made-up device."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e import tables
from tests.stack import RunningStack

PASSWORD = "plain tables 44"
DEVICE = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}


def with_fingerprint(page: Page) -> None:
    """A device that holds passkeys and says yes to all."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": {**DEVICE, "automaticPresenceSimulation": True}})


def press(page: Page, button: str) -> None:
    page.locator(f"main {button}").click()


def test_a_guest_registers_in_a_running_match_and_comes_back_by_passkey(
    open_context: Callable[..., BrowserContext], stack: RunningStack
) -> None:
    """A passkey belongs to a name, so the site is opened by that of this machine rather than by its number."""
    page = open_context(timezone_id="Asia/Kathmandu").new_page()
    with_fingerprint(page)
    site = stack.url.replace("127.0.0.1", "localhost")
    page.goto(f"{site}/en/")
    tables.play_now_button(page).click()
    page.wait_for_url("**/tables/*/")
    table = page.url
    tables.forgo_question(page)
    seat = page.locator("#own").get_attribute("data-seat")

    page.goto(f"{site}/en/register/")
    page.fill("#id_username", "Keeper")
    page.fill("#id_password", PASSWORD)
    press(page, "form.card button")
    page.goto(table)
    assert page.locator("#own").get_attribute("data-seat") == seat

    page.goto(f"{site}/en/account/security/passkey/")
    page.fill("#id_password", PASSWORD)
    press(page, "form.card button")
    press(page, "form[data-passkey] button")
    expect(page.locator(".codes code")).to_have_count(10)

    page.goto(f"{site}/en/sign-out/")
    press(page, "form button.danger")
    page.goto(f"{site}/en/sign-in/?next=/en/settings/")
    press(page, "form[data-passkey] button")
    page.wait_for_url("**/en/settings/")
    expect(page.locator("#id_time_zone")).to_have_value("Asia/Kathmandu")
    page.goto(table)
    assert page.locator("#own").get_attribute("data-seat") == seat


def test_a_form_without_a_network_is_not_lost(open_context: Callable[..., BrowserContext], stack: RunningStack) -> None:
    """It stays with what was typed and says why; refused ones can be left and come back to without a post being asked for again."""
    page = open_context("de").new_page()
    page.goto(f"{stack.url}/de/register/")
    page.fill("#id_username", "Tunnel")
    page.fill("#id_password", PASSWORD)
    page.context.set_offline(True)
    press(page, "form.card button")
    press(page, "form.card button")
    expect(page.locator("#no-network")).to_be_visible()
    expect(page.locator("#id_username")).to_have_value("Tunnel")
    page.context.set_offline(False)
    expect(page.locator("#no-network")).to_be_hidden()
    page.fill("#id_password", "x")
    press(page, "form.card button")
    expect(page.locator("#id_password_error").first).to_be_visible()
    page.fill("#id_password", PASSWORD)
    press(page, "form.card button")
    page.wait_for_url("**/de/")
    page.go_back()
    page.wait_for_url("**/de/account/")
