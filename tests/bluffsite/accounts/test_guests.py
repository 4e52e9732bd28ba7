"""Guests: made once, by a POST, and signed in to the browser that asked."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.test import RequestFactory
from django.utils import timezone, translation

from bluffsite.accounts import guests, limits
from bluffsite.accounts.limits import TooFast
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused, clean_name

pytestmark = pytest.mark.django_db

Browser = Callable[..., HttpRequest]


@pytest.fixture
def browser() -> Browser:
    """A request of a browser: its session, its user and, where given, its CSRF secret."""
    engine = import_module(settings.SESSION_ENGINE)

    def request(method: str = "post", *, secret: str | None = None, session: str | None = None, **more: Any) -> HttpRequest:
        made: HttpRequest = getattr(RequestFactory(), method)("/", **more)
        made.session = engine.SessionStore(session)
        made.user = AnonymousUser()
        if secret is not None:
            made.META["CSRF_COOKIE"] = secret
        return made

    return request


@pytest.mark.parametrize(("language", "name"), [("en", "Guest 27"), ("nl", "Gast 27"), ("de", "Gast 27"), ("ne", "अतिथि 27")])
def test_the_offered_name_is_in_the_readers_language(language: str, name: str) -> None:
    assert guests.offered_name(language, 27) == name
    assert guests.is_offered(name)
    assert clean_name(name) == name


@pytest.mark.parametrize("name", ["Anna", "Guest", "Guest 12345", "Guest 27 ", "guest 27"])
def test_other_names_are_not_taken_for_offered_ones(name: str) -> None:
    assert not guests.is_offered(name)


def test_the_first_post_makes_a_real_user_without_a_password(browser: Browser) -> None:
    request = browser()
    with translation.override("nl"):
        guest = guests.ensure(request)
    assert guest.is_guest
    assert not guest.is_member
    assert not guest.has_usable_password()
    assert guest.display_name.startswith("Gast ")
    assert request.user == guest
    assert request.session["_auth_user_id"] == str(guest.pk)


def test_the_second_post_finds_the_same_guest(browser: Browser) -> None:
    request = browser()
    guest = guests.ensure(request, name="Ruby")
    assert guests.ensure(request, name="Other") == guest
    assert User.objects.get().display_name == "Ruby"


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_makes_no_guest(browser: Browser, method: str) -> None:
    with pytest.raises(ValueError, match="POST"):
        guests.ensure(browser(method))
    assert not User.objects.exists()


def test_a_refused_name_makes_no_guest(browser: Browser) -> None:
    with pytest.raises(NameRefused, match="reserved"):
        guests.ensure(browser(), name="Computer")
    assert not User.objects.exists()


def test_two_taps_before_the_first_answer_make_one_guest(browser: Browser) -> None:
    first = guests.ensure(browser(secret="a" * 32))
    second = guests.ensure(browser(secret="a" * 32))
    assert first == second
    assert guests.ensure(browser(secret="b" * 32)) != first


def test_signing_in_changes_the_csrf_secret_so_that_it_never_stands_for_two_guests(browser: Browser) -> None:
    request = browser()
    get_token(request)
    before = request.META["CSRF_COOKIE"]
    guests.ensure(request)
    assert request.META["CSRF_COOKIE"] != before


def test_an_old_csrf_secret_opens_no_old_seat(browser: Browser) -> None:
    first = guests.ensure(browser(secret="a" * 32))
    User.objects.filter(pk=first.pk).update(date_joined=timezone.now() - timedelta(minutes=2))
    assert guests.ensure(browser(secret="a" * 32)) != first


def test_a_csrf_secret_never_opens_a_members_account(browser: Browser) -> None:
    first = guests.ensure(browser(secret="a" * 32))
    User.objects.filter(pk=first.pk).update(is_guest=False)
    assert guests.ensure(browser(secret="a" * 32)) != first


def test_one_address_cannot_make_guests_without_end(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "guest", limits.Limit(per_address=("2/h",)))
    guests.ensure(browser())
    guests.ensure(browser())
    with pytest.raises(TooFast):
        guests.ensure(browser())
    guests.ensure(browser(REMOTE_ADDR="192.0.2.9"))
    assert User.objects.count() == 3


def test_renaming_keeps_the_rules_of_names() -> None:
    guest = guests.create_guest(language="de")
    assert guests.rename(user=guest, name=" Lena ").display_name == "Lena"
    with pytest.raises(NameRefused, match="hidden_signs"):
        guests.rename(user=guest, name="Le\u202ena")
    assert User.objects.get().display_name == "Lena"
