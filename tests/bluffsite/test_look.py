"""The two switches of every page: look and language. Both keep the page, and neither can lead astray."""

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from bluffsite.pages.look import ALLOWED, COOKIE, Look, changed, keep_look, read_look

pytestmark = pytest.mark.django_db


def look_of(rf, cookie: str) -> Look:
    request = rf.get("/en/")
    request.COOKIES[COOKIE] = cookie
    return read_look(request)


def test_a_kept_look_is_read_again(rf) -> None:
    look = Look(theme="dark", contrast="more", motion="off", text="largest", sound="off", digits="ne")
    response = HttpResponse()
    keep_look(response, look)
    assert look_of(rf, response.cookies[COOKIE].value) == look


@pytest.mark.parametrize(
    "cookie", ["", "theme", "theme:", "theme:pink", "evil:dark", "|||", 'theme:dark"onload=x', "x" * 5000, "theme:\u202edark"]
)
def test_what_is_not_allowed_counts_as_not_chosen(rf, cookie: str) -> None:
    assert look_of(rf, cookie) == Look()


def test_the_look_is_in_the_first_tag_so_that_nothing_flashes(client: Client) -> None:
    client.cookies[COOKIE] = "theme:dark|text:large"
    page = client.get("/en/").content.decode()
    assert '<html lang="en" data-theme="dark" data-text="large">' in page


def test_a_switch_changes_its_own_part_only(client: Client) -> None:
    client.cookies[COOKIE] = "theme:dark|text:large"
    response = client.post("/look/", {"text": "", "next": "/en/settings/?a=1"})
    assert response["Location"] == "/en/settings/?a=1"
    assert client.cookies[COOKIE].value == "theme:dark"


def test_changed_leaves_unknown_names_out() -> None:
    assert changed(Look(), {"theme": "light", "admin": "yes"}) == Look(theme="light")
    assert set(ALLOWED) == set(Look.__dataclass_fields__)


@pytest.mark.parametrize("page", ["/en/settings/?a=1&b=2", "/en/play/liars_dice/"])
def test_the_language_switch_keeps_page_and_query(client: Client, page: str) -> None:
    response = client.post("/language/", {"language": "ne", "next": page})
    assert response["Location"] == page.replace("/en/", "/ne/")
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "ne"


def test_a_table_has_no_language_in_its_address_and_follows_the_cookie(client: Client) -> None:
    response = client.post("/language/", {"language": "de", "next": "/tables/abc/"})
    assert response["Location"] == "/tables/abc/"
    assert client.get("/tables/abc/")["Content-Language"] == "de"


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])
@pytest.mark.parametrize("switch", ["language", "look"])
def test_a_switch_leads_to_pages_of_ours_only(client: Client, switch: str, target: str) -> None:
    response = client.post(f"/{switch}/", {"language": "nl", "theme": "dark", "next": target})
    assert response["Location"] in ("/", "/nl/")


def test_an_unknown_language_changes_nothing(client: Client) -> None:
    response = client.post("/language/", {"language": "xx", "next": "/en/"})
    assert response["Location"] == "/en/"
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies


@pytest.mark.parametrize("switch", ["/language/", "/look/"])
def test_looking_at_a_switch_changes_nothing(client: Client, switch: str) -> None:
    assert client.get(switch).status_code == 405


def test_settings_are_kept_without_making_a_person(client: Client, django_user_model) -> None:
    response = client.post("/en/settings/", {"theme": "dark", "contrast": "", "motion": "off", "text": "", "sound": "off", "digits": "ne"})
    assert response.status_code == 302
    assert client.cookies[COOKIE].value == "theme:dark|motion:off|sound:off|digits:ne"
    assert not django_user_model.objects.exists()


def test_more_time_belongs_to_the_person(client: Client, django_user_model) -> None:
    """A guest is made for it, and the wish can be taken back. Rules: common.clock.calm."""
    client.post("/en/settings/", {"more_time": "on"})
    assert django_user_model.objects.get().more_time is True
    client.post("/en/settings/", {})
    assert django_user_model.objects.get().more_time is False


def test_a_forged_setting_is_refused_and_nothing_kept(client: Client) -> None:
    response = client.post("/en/settings/", {"theme": "pink"})
    assert response.status_code == 422
    assert COOKIE not in client.cookies


def test_devanagari_digits_are_shown_where_chosen(client: Client) -> None:
    client.cookies[COOKIE] = "digits:ne"
    page = client.get("/ne/").content.decode()
    assert "२–१२" in page
    assert "2–12" not in page


def test_clearing_the_device_ends_session_and_cookies(client: Client) -> None:
    client.post("/en/settings/", {"more_time": "on", "theme": "dark"})
    assert "Create an account first" in client.get("/en/settings/clear/").content.decode()
    response = client.post("/en/settings/clear/")
    assert response["Clear-Site-Data"] == '"cache", "storage"'
    assert response.cookies[COOKIE]["max-age"] == 0
    assert "_auth_user_id" not in client.session
