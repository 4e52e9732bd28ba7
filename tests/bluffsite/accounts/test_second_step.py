"""The second step: switched on with the password at hand, asked at every door, and a way back for a lost phone."""

from typing import Any

import pytest
import redis
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client
from django.utils import translation

from bluffsite.accounts import limits
from bluffsite.accounts.adapter import AccountAdapter, SecondFactorAdapter
from bluffsite.accounts.models import User
from tests.play.people import lobby

pytestmark = pytest.mark.django_db

PASSWORD = "plain tables 44"
GOOD = {"username": "Anna", "password": PASSWORD}


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("Anna", password=PASSWORD, display_name="Anna")


def code_for(secret: str) -> str:
    """Of this half minute: good also where the next one has begun meanwhile."""
    _last, now, _next = yield_hotp_counters_from_time()
    return format_hotp_value(hotp_value(secret, now))


def signed_in() -> Client:
    client = Client()
    assert client.post("/en/sign-in/", GOOD).status_code == 302
    client.post("/en/account/again/", {"password": PASSWORD})
    return client


def switch_on(client: Client) -> list[str]:
    """Returns the recovery codes."""
    page = client.get("/en/account/security/app/")
    response = client.post("/en/account/security/app/", {"code": code_for(page.context["form"].secret)}, follow=True)
    return response.context["unused_codes"]


def secret() -> str:
    return SecondFactorAdapter().decrypt(Authenticator.objects.get(type="totp").data["secret"])


def test_the_password_alone_no_longer_opens(anna: User) -> None:
    switch_on(signed_in())
    client = Client()
    assert client.post("/en/sign-in/", {**GOOD, "next": "/en/settings/"})["Location"] == "/en/sign-in/code/"
    assert client.get("/en/account/").status_code == 302
    assert client.post("/en/sign-in/code/", {"code": "000000"}).status_code == 422
    assert client.get("/en/account/").status_code == 302
    assert client.post("/en/sign-in/code/", {"code": code_for(secret())})["Location"] == "/en/settings/"
    assert client.get("/en/account/").status_code == 200


def test_who_has_no_passkey_is_not_asked_for_one_and_all_ways_speak_the_readers_language(anna: User) -> None:
    owner = signed_in()
    switch_on(owner)
    client = Client()
    client.post("/ne/sign-in/", GOOD)
    assert "data-passkey" not in client.get("/ne/sign-in/code/").content.decode()
    Authenticator.objects.create(user=anna, type=Authenticator.Type.WEBAUTHN, data={"credential": {}})
    with translation.override("ne"):
        ways = [str(way["description"]) for way in AccountAdapter().get_reauthentication_methods(anna)]
    assert len(ways) == 3
    assert not any(sign.isascii() and sign.isalpha() for way in ways for sign in way)


def test_a_code_may_be_typed_with_spaces_and_in_devanagari(anna: User) -> None:
    switch_on(signed_in())
    client = Client()
    client.post("/en/sign-in/", GOOD)
    typed = code_for(secret()).translate(str.maketrans("0123456789", "०१२३४५६७८९"))
    assert client.post("/en/sign-in/code/", {"code": f"{typed[:3]} {typed[3:]}"}).status_code == 302


def test_a_recovery_code_works_once(anna: User) -> None:
    codes = switch_on(signed_in())
    assert len(codes) == 10
    for expected in (302, 422):
        client = Client()
        client.post("/en/sign-in/", GOOD)
        assert client.post("/en/sign-in/code/", {"code": codes[0]}).status_code == expected


def test_recovery_codes_are_shown_once(anna: User) -> None:
    client = signed_in()
    codes = switch_on(client)
    page = client.get("/en/account/security/codes/").content.decode()
    assert not any(code in page for code in codes)
    client.post("/en/account/security/codes/new/")
    again = client.get("/en/account/security/codes/").context["unused_codes"]
    assert len(again) == 10
    assert not set(again) & set(codes)


def test_new_codes_need_the_password(anna: User) -> None:
    client = signed_in()
    switch_on(client)
    session = client.session
    session["account_authentication_methods"] = []
    session.save()
    assert "/account/again/" in client.post("/en/account/security/codes/new/")["Location"]


def test_without_the_cache_a_code_is_refused_in_words_and_good_again_later(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **options: object) -> bool:
        raise redis.ConnectionError

    switch_on(signed_in())
    client = Client()
    client.post("/en/sign-in/", GOOD)
    with monkeypatch.context() as outage:
        outage.setattr("allauth.mfa.totp.internal.auth.cache.add", away)
        refused = client.post("/en/sign-in/code/", {"code": code_for(secret())})
    assert refused.status_code == 422
    assert "That did not work. Try again." in refused.content.decode()
    assert client.post("/en/sign-in/code/", {"code": code_for(secret())}).status_code == 302


def test_codes_cannot_be_guessed_all_day(anna: User) -> None:
    switch_on(signed_in())
    client = Client()
    client.post("/en/sign-in/", GOOD)
    pages = [client.post("/en/sign-in/code/", {"code": f"{number:06d}"}).content.decode() for number in range(22)]
    assert "This code is not right" in pages[0]
    assert "Too many attempts" in pages[-1]
    other = limits.Who(anna.pk + 1, "")
    limits.require_left("second step", other)


def test_what_the_guest_had_moves_when_the_second_step_is_done_and_not_before(anna: User) -> None:
    switch_on(signed_in())
    client = Client()
    client.post("/en/settings/", {"more_time": "on"})
    table = lobby(User.objects.get(pk=client.session["_auth_user_id"]))
    client.post("/en/sign-in/", GOOD)
    assert table.seats.get(index=0).user_id != anna.pk
    client.post("/en/sign-in/code/", {"code": code_for(secret())})
    assert table.seats.get(index=0).user_id == anna.pk


def test_switching_off_needs_the_password_and_then_the_password_is_enough(anna: User) -> None:
    client = signed_in()
    switch_on(client)
    client.post("/en/account/security/app/off/")
    assert not Authenticator.objects.exists()
    assert Client().post("/en/sign-in/", GOOD)["Location"] == "/en/"


def test_no_browser_keeps_a_page_with_secrets(anna: User) -> None:
    client = signed_in()
    for page in ("security/app/", "data/"):
        assert "no-store" in client.get(f"/en/account/{page}")["Cache-Control"]
    switch_on(client)
    assert "no-store" in client.get("/en/account/security/codes/")["Cache-Control"]


def test_secrets_do_not_lie_open_in_the_database(anna: User) -> None:
    client = signed_in()
    page = client.get("/en/account/security/app/")
    shown = page.context["form"].secret
    client.post("/en/account/security/app/", {"code": code_for(shown)})
    assert shown not in str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret() == shown


def test_after_a_change_of_the_sites_key_old_secrets_count_only_while_it_is_named(anna: User, settings: Any) -> None:
    switch_on(signed_in())
    known, old = secret(), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key", [old]
    assert secret() == known
    settings.SECRET_KEY_FALLBACKS = []
    assert len({secret(), secret(), known}) == 3


def test_the_app_is_told_the_username_and_no_mail_address(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(email="anna@example.org")
    page = signed_in().get("/en/account/security/app/")
    assert "Anna" in page.context["totp_url"]
    assert "example.org" not in page.context["totp_url"]


@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", '{"id": 1}', "x" * 5000, '{"response": {"userHandle": "zzz"}}'])
def test_a_made_up_passkey_opens_nothing(anna: User, credential: str) -> None:
    client = Client()
    client.get("/en/sign-in/passkey/")
    assert client.post("/en/sign-in/passkey/", {"credential": credential})["Location"] == "/en/sign-in/"
    assert client.get("/en/account/").status_code == 302


def test_the_admin_asks_for_the_second_step_too(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    switch_on(signed_in())
    client = Client()
    response = client.post("/admin/login/", {**GOOD, "next": "/admin/"})
    assert "/sign-in/" in response["Location"]
    assert client.get("/admin/").status_code == 302


def test_devices_are_listed_and_can_be_ended(anna: User) -> None:
    here, other = signed_in(), Client(headers={"User-Agent": "Mozilla/5.0 (Android 14; Mobile) Gecko Firefox/133.0"})
    other.post("/en/sign-in/", GOOD)
    page = here.get("/en/account/devices/")
    assert "Firefox, Android" in page.content.decode()
    assert [device["is_current"] for device in page.context["devices"]] == [True, False]
    foreign = next(device["pk"] for device in page.context["devices"] if not device["is_current"])
    here.post("/en/account/devices/", {"session": str(foreign)})
    assert other.get("/en/account/").status_code == 302
    assert here.get("/en/account/").status_code == 200


def test_nobody_ends_the_device_of_another(anna: User) -> None:
    device = signed_in()
    pk = device.get("/en/account/devices/").context["devices"][0]["pk"]
    User.objects.create_user("Eve", password=PASSWORD, display_name="Eve")
    eve = Client()
    eve.post("/en/sign-in/", {"username": "Eve", "password": PASSWORD})
    for chosen in (str(pk), "0", "abc", "9" * 40):
        eve.post("/en/account/devices/", {"session": chosen})
    assert device.get("/en/account/").status_code == 200


def test_a_new_password_keeps_this_device_in_the_list_and_drops_the_others(anna: User) -> None:
    here, other = signed_in(), Client()
    other.post("/en/sign-in/", GOOD)
    here.post("/en/account/password/", {"old": PASSWORD, "new": "other tables 55"})
    assert [device["is_current"] for device in here.get("/en/account/devices/").context["devices"]] == [True]
