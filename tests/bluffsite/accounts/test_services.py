"""Signing up in the same row, signing in, and what moves along. How seats move is tested with the tables."""

from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import translation

from bluffsite.accounts import guests, leaving, services
from bluffsite.accounts.models import User
from bluffsite.accounts.services import AccountError, check_sign_in, merge_on_sign_in, register

pytestmark = pytest.mark.django_db

PASSWORD = "three cups of stars"


@pytest.fixture
def request_() -> HttpRequest:
    made = RequestFactory().post("/")
    made.session = import_module(settings.SESSION_ENGINE).SessionStore()
    made.user = AnonymousUser()
    return made


@pytest.fixture
def member() -> User:
    return User.objects.create_user("Lena", password=PASSWORD, display_name="Lena")


def code_of(call: Any, **arguments: Any) -> str:
    with pytest.raises(AccountError) as refused:
        call(**arguments)
    assert all(refused.value.sentences)
    return refused.value.code


def test_signing_up_fills_the_guests_row_and_keeps_the_session(request_: HttpRequest) -> None:
    guest = guests.ensure(request_, name="Ruby")
    user = register(user=guest, username="ruby_7", password=PASSWORD, request=request_)
    assert user.pk == guest.pk
    assert user.is_member
    assert user.display_name == "Ruby"
    assert get_user(request_) == user
    assert User.objects.get().check_password(PASSWORD)


BAD = ["", "ab", "a" * 31, "two words", "guest-1", "gone-1", "<b>x</b>", "an\u202ena", "admin", "Аdmin", "x@y", "." * 26]


@pytest.mark.parametrize("username", [*BAD, "moderator" + "." * 18, "A\u200dnna"])
def test_a_username_must_have_the_form(username: str) -> None:
    guest = guests.create_guest(language="en")
    assert code_of(register, user=guest, username=username, password=PASSWORD) == "username_form"


@pytest.mark.parametrize(
    ("username", "typed"), [("राम", "राम"), ("र्‍याम_२७", "र्‍याम_२७"), ("Özil", "öZIL"), ("Анна", "анна"), ("k" * 30, "K" * 30)]
)
def test_names_of_all_scripts_can_be_chosen_and_signed_in_with(request_: HttpRequest, username: str, typed: str) -> None:
    user = register(user=guests.create_guest(language="ne"), username=username, password=PASSWORD)
    assert check_sign_in(request=request_, name=typed, password=PASSWORD) == user


def test_a_username_is_taken_whatever_its_capitals(member: User) -> None:
    guest = guests.create_guest(language="en")
    assert code_of(register, user=guest, username="lENA", password=PASSWORD) == "username_taken"
    assert User.objects.get(pk=guest.pk).is_guest


@pytest.mark.parametrize("password", ["short", "password", "ruby_seven"])
def test_a_weak_password_is_refused_in_words(password: str) -> None:
    guest = guests.create_guest(language="en")
    with pytest.raises(AccountError) as refused:
        register(user=guest, username="ruby_seven", password=password)
    assert refused.value.code == "password"
    assert len(refused.value.sentences[0]) > 20


def test_a_member_cannot_sign_up_again(member: User) -> None:
    assert code_of(register, user=member, username="other", password=PASSWORD) == "already_member"


def test_a_wrong_name_and_a_wrong_password_look_the_same(request_: HttpRequest, member: User) -> None:
    guests.create_guest(language="en", username="guest-abc")
    for username, password in [("nobody", PASSWORD), ("Lena", "wrong"), ("guest-abc", ""), ("", ""), ("Le\x00na", PASSWORD)]:
        assert code_of(check_sign_in, request=request_, name=username, password=password) == "login_failed"
    assert not request_.user.is_authenticated


def test_guessing_is_slowed_down_for_one_name_from_many_addresses(request_: HttpRequest, member: User) -> None:
    codes = []
    for number in range(130):  # more than twice the rate of a minute
        request_.META["REMOTE_ADDR"] = f"192.0.2.{number}"
        codes.append(code_of(check_sign_in, request=request_, name="Lena", password="wrong"))
    assert codes[0] == "login_failed"
    assert codes[-1] == "too_fast"


def test_look_alikes_that_register_at_the_same_moment_do_not_both_get_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither sees the other yet: the database decides."""
    monkeypatch.setattr(services, "_is_taken", lambda user: False)
    register(user=guests.create_guest(language="en"), username="Lena", password=PASSWORD)
    assert code_of(register, user=guests.create_guest(language="en"), username="1ena", password=PASSWORD) == "username_taken"
    for _number in range(2):  # guests and those who left have no look
        leaving.erase(guests.create_guest(language="en").pk)


def test_one_stranger_alone_keeps_nobody_out_of_their_account(request_: HttpRequest, member: User) -> None:
    request_.META["REMOTE_ADDR"] = "192.0.2.1"
    codes = [code_of(check_sign_in, request=request_, name="Lena", password="wrong") for _number in range(30)]
    assert codes[-1] == "too_fast"
    request_.META["REMOTE_ADDR"] = "198.51.100.7"
    assert check_sign_in(request=request_, name="Lena", password=PASSWORD) == member


def test_only_a_guest_is_merged_into_a_member(member: User) -> None:
    guest = guests.create_guest(language="en")
    for pair in [(member, member), (member, guest), (guest, guest)]:
        with pytest.raises(ValueError, match="guest"):
            merge_on_sign_in(guest=pair[0], member=pair[1])


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_every_code_has_a_sentence(language: str) -> None:
    with translation.override(language):
        assert all(AccountError(code).sentences[0] for code in services.SENTENCES)
