"""Notices: told by the channels people choose, in their language, once, and ended by one link."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import mailing, notices
from bluffsite.accounts.models import Notice, User
from tests.bluffsite.accounts.mailbox import deliver

pytestmark = pytest.mark.django_db

EMAIL = "anna@example.org"


@pytest.fixture(autouse=True)
def kinds() -> Iterator[None]:
    before = dict(notices.kinds)
    texts = {"name": _("Your name is changed."), "when": "%(game)s at %(start_at)s with %(who)s"}
    notices.register_kind("test", _("Notices"), ("page", "mail"), texts=texts)
    notices.register_kind("quiet", "Quiet", texts=texts)
    yield
    notices.kinds.clear()
    notices.kinds.update(before)


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user("Anna", display_name="Anna", language="nl", time_zone="Asia/Kathmandu")
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="bluffsite.accounts.backends.MemberBackend")
    return client


def test_a_notice_is_on_the_page_and_in_the_mail_in_the_readers_language(anna: User) -> None:
    notices.notify(anna, "test", text_id="name", url="/en/account/")
    (letter,) = deliver()
    assert letter.subject == "Je naam is veranderd."
    assert "http://testserver/nl/account/" in letter.body.splitlines()
    client = signed_in(anna)
    assert "Your name is changed." in client.get("/en/notices/").content.decode()
    assert "Dein Name ist geändert." in client.get("/de/notices/").content.decode()


@pytest.mark.parametrize(
    ("made", "leads"),
    [("/en/account/", "/nl/account/"), ("/de/account/", "/nl/account/"), ("/tables/abc/", "/tables/abc/"), ("/x/", "/x/")],
)
def test_a_notice_leads_to_the_page_in_the_readers_language_whoever_made_it(anna: User, made: str, leads: str) -> None:
    notice = notices.notify(anna, "test", text_id="name", url=made)
    assert notice is not None
    assert signed_in(anna).get(f"/nl/notices/{notice.pk}/")["Location"] == leads
    (letter,) = deliver()
    assert f"http://testserver{leads}" in letter.body.splitlines()


def test_times_are_in_the_readers_own_zone_and_games_have_their_title(anna: User) -> None:
    at = datetime(2026, 3, 29, 0, 30, tzinfo=UTC).isoformat()
    notice = notices.notify(anna, "test", text_id="when", params={"game": "blufpoker", "start_at": at, "who": "<b>Bob</b> %s"})
    assert notice is not None
    with translation.override("en"):
        assert notices.sentence(notice, anna) == "Blufpoker at 29 March 2026, 06:15 with <b>Bob</b> %s"
    assert "&lt;b&gt;Bob" in signed_in(anna).get("/en/notices/").content.decode()


def test_once_means_once_for_each_person(anna: User) -> None:
    bob = User.objects.create_user("Bob", display_name="Bob")
    told = [notices.notify(person, "test", text_id="name", once="round 1") for person in (anna, anna, bob)]
    assert [notice is not None for notice in told] == [True, False, True]


def test_without_a_confirmed_address_nothing_is_mailed(anna: User) -> None:
    EmailAddress.objects.update(verified=False)
    notices.notify(anna, "test", text_id="name")
    assert deliver() == []
    assert notices.unread_count(anna) == 1


def test_choices_are_per_kind_and_for_one_thing(anna: User) -> None:
    notices.choose(user=anna, kind="test", on_page=True, mail="off")
    notices.choose(user=anna, kind="test", on_page=False, mail="off", about="league:1")
    assert notices.notify(anna, "test", text_id="name", about="league:1") is None
    assert notices.notify(anna, "test", text_id="name", about="league:2") is not None
    assert deliver() == []


def test_a_digest_waits_and_comes_as_one_letter(anna: User) -> None:
    notices.choose(user=anna, kind="test", on_page=True, mail="daily")
    for _number in range(3):
        notices.notify(anna, "test", text_id="name")
    mailing.sweep()
    assert mail.outbox == []
    (letter,) = deliver()
    assert letter.subject == "3 nieuwtjes voor je"
    assert letter.body.count("Je naam is veranderd.") == 3
    assert len(deliver()) == 1


@pytest.mark.parametrize(
    ("mail_by", "now", "due"),
    [
        ("hourly", (7, 59), (8, 0)),
        ("hourly", (8, 0), (9, 0)),
        ("daily", (7, 59), (8, 0)),
        ("daily", (8, 0), (32, 0)),
    ],
)
def test_when_a_digest_comes(mail_by: str, now: tuple[int, int], due: tuple[int, int]) -> None:
    midnight = datetime(2026, 11, 30, tzinfo=UTC)
    at = midnight + timedelta(hours=now[0], minutes=now[1])
    assert notices.due_at(mail_by, at) == midnight + timedelta(hours=due[0], minutes=due[1])


@pytest.mark.parametrize(
    ("zone", "now", "due"),
    [
        ("Asia/Kathmandu", "2026-11-30T02:14", "2026-11-30T02:15"),
        ("Asia/Kathmandu", "2026-11-30T02:15", "2026-12-01T02:15"),
        ("Europe/Amsterdam", "2026-03-28T12:00", "2026-03-29T06:00"),
        ("Europe/Amsterdam", "2026-10-24T12:00", "2026-10-25T07:00"),
    ],
)
def test_a_daily_mail_comes_in_the_persons_own_morning_also_when_the_clocks_change(zone: str, now: str, due: str) -> None:
    at, then = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (now, due))
    assert notices.due_at("daily", at, ZoneInfo(zone)) == then


def test_a_letter_that_fails_is_put_back_and_then_sent_once(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise OSError

    notices.notify(anna, "test", text_id="name")
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.EmailMultiAlternatives.send", broken)
        mailing.sweep()
    assert Notice.objects.get().mail_due_at > timezone.now()
    assert len(deliver()) == 1


def test_one_tap_in_the_mail_ends_these_mails_without_signing_in(anna: User) -> None:
    notices.notify(anna, "test", text_id="name")
    (letter,) = deliver()
    address = letter.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://testserver")
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = Client(enforce_csrf_checks=True)
    assert "Notificaties" in stranger.get(address).content.decode()
    assert notices.choice_of(anna, "test").mail == "now"
    stranger.post(address, {"List-Unsubscribe": "One-Click"})
    assert notices.choice_of(anna, "test").mail == "off"
    notices.notify(anna, "test", text_id="name")
    assert len(deliver()) == 1
    assert notices.unread_count(anna) == 2


def test_the_header_counts_what_is_new_until_it_is_read(anna: User) -> None:
    notices.notify(anna, "quiet", text_id="name", url="/en/settings/")
    client = signed_in(anna)
    assert 'href="/en/notices/"' in client.get("/en/").content.decode()
    assert client.get(f"/en/notices/{Notice.objects.get().pk}/")["Location"] == "/en/settings/"
    assert notices.unread_count(anna) == 0
    assert 'href="/en/notices/"' not in client.get("/en/").content.decode()


def test_the_form_keeps_what_was_chosen_and_nothing_that_does_not_exist(anna: User) -> None:
    client = signed_in(anna)
    client.post("/en/account/notices/", {"test-shown": "1", "test-mail": "daily", "quiet-mail": "now", "nonsense-mail": "now"})
    assert (notices.choice_of(anna, "test").on_page, notices.choice_of(anna, "test").mail) == (False, "daily")
    assert notices.choice_of(anna, "quiet").mail == "off"
    client.post("/en/account/notices/", {"test-shown": "1", "test-mail": "x" * 10_000})
    assert notices.choice_of(anna, "test").mail == "off"


def test_a_guest_who_chooses_what_the_page_tells_decides_nothing_about_mail(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_guest=True)
    signed_in(anna).post("/en/account/notices/", {"test-shown": "1"})
    assert (notices.choice_of(anna, "test").on_page, notices.choice_of(anna, "test").mail) == (False, "now")


def test_a_notice_of_somebody_else_looks_like_none(anna: User) -> None:
    notice = notices.notify(anna, "quiet", text_id="name")
    assert notice is not None
    other = signed_in(User.objects.create_user("Eve", display_name="Eve"))
    assert other.get(f"/en/notices/{notice.pk}/").status_code == other.get("/en/notices/999999/").status_code == 404
    assert Notice.objects.get().read_at is None
