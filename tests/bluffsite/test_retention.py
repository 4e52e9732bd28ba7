"""What is kept for a time only is told on the privacy page and goes when its time is over; no address is written down."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone, translation
from django.utils.html import escape

from bluffsite import old_logs
from bluffsite.accounts import networks, retention, tasks
from bluffsite.accounts.limits import LIMITS
from bluffsite.accounts.models import ApiToken, Network, Notice, User
from games.play.api.tokens import make_token

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create(username="anna", display_name="Anna")


def session(*, days_old: int) -> str:
    store = SessionStore()
    store["x"] = 1
    store.save()
    store.model.objects.filter(pk=store.session_key).update(
        expire_date=timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE) - timedelta(days=days_old)
    )
    return str(store.session_key)


def test_old_sessions_go_and_living_ones_stay(anna: User) -> None:
    old, new = session(days_old=91), session(days_old=89)
    assert retention.forget_old()["sessions"] == 1
    assert not SessionStore().exists(old)
    assert SessionStore().exists(new)


def test_old_tokens_go(anna: User) -> None:
    old, new = (make_token(user=anna)[1] for _ in range(2))
    ApiToken.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=91))
    retention.forget_old()
    assert list(ApiToken.objects.all()) == [new]


def test_old_notices_go_unless_they_wait_to_be_mailed(anna: User) -> None:
    now = timezone.now()
    rows = [Notice.objects.create(user=anna, kind="k", text_id=name) for name in ("old", "waiting", "new")]
    Notice.objects.filter(pk__in=[rows[0].pk, rows[1].pk]).update(created_at=now - timedelta(days=181))
    Notice.objects.filter(pk=rows[1].pk).update(mail_due_at=now)
    retention.forget_old()
    assert set(Notice.objects.values_list("text_id", flat=True)) == {"waiting", "new"}


def test_shared_networks_are_forgotten_after_two_weeks(anna: User) -> None:
    today = timezone.now().date()
    for days in (0, 13, 14, 20):
        Network.objects.create(user=anna, digest=networks.digest_of("192.0.2.1"), day=today - timedelta(days=days))
    tasks.forget_old()
    assert Network.objects.count() == 2


def test_one_that_fails_holds_up_no_other(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(then: datetime) -> int:
        raise DatabaseError

    monkeypatch.setattr(retention, "kept", [retention.Kept("broken", "x", 1, broken), *retention.kept])
    session(days_old=91)
    assert "sessions" in retention.forget_old()


def test_beat_does_it_every_hour() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["forget_old"]
    assert (entry["task"], entry["schedule"]) == (tasks.forget_old.name, 3600.0)


@pytest.mark.django_db
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_privacy_page_tells_all_of_it(client: Client, code: str) -> None:
    page = client.get(f"/{code}/about/privacy/").content.decode()
    with translation.override(code):
        told = {entry.key: f"<td>{escape(entry.title)}</td><td>{entry.days} " for entry in retention.kept}
    assert not [key for key, row in told.items() if row not in page]


def test_no_address_is_counted_for_longer_than_an_hour() -> None:
    """As the privacy page says."""
    of_addresses = [limit for name, limit in LIMITS.items() if name != "letter"]  # that one counts mailboxes, wherever it is asked from
    assert {rate.rpartition("/")[2] for limit in of_addresses for rate in limit.per_address} <= {"s", "m", "h"}


@pytest.mark.django_db
def test_no_log_line_holds_the_address_or_name_of_who_asked(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bluffsite.pages.signs.static", lambda name: 1 / 0)
    client = Client(REMOTE_ADDR="203.0.113.77", raise_request_exception=False, headers={"user-agent": "Firefox/1"})
    for path in ("/en/", "/en/nothing", "/manifest.webmanifest"):
        client.get(path)
    client.post("/en/sign-in/", {"username": "someone-special", "password": "wrong"})
    written = json.dumps([record.getMessage() + str(record.exc_text) for record in caplog.records])
    assert "request" in written
    assert not [text for text in ("203.0.113.77", "someone-special", "Firefox") if text in written]


# --- log files -------------------------------------------------------------------------------------------------------
NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)


def forget(folder: Path, now: datetime = NOW) -> int:
    return old_logs.forget(now - timedelta(days=old_logs.DAYS), folder, now)


def test_a_log_is_put_aside_once_a_day_while_it_is_written_to(tmp_path: Path) -> None:
    with (tmp_path / "web.log").open("ab", buffering=0) as log:
        log.write(b"one\n")
        forget(tmp_path)
        log.write(b"two\n")
        forget(tmp_path, NOW + timedelta(hours=1))
        assert (tmp_path / "web.2026-03-20.log").read_bytes() == b"one\n"
        assert (tmp_path / "web.log").read_bytes() == b"two\n"
        forget(tmp_path, NOW + timedelta(days=1))
        log.write(b"three\n")
    assert (tmp_path / "web.2026-03-21.log").read_bytes() == b"two\n"
    assert (tmp_path / "web.log").read_bytes() == b"three\n"


def test_logs_go_after_two_weeks(tmp_path: Path) -> None:
    for day in ("2026-03-05", "2026-03-06", "2026-03-19"):
        (tmp_path / f"worker.{day}.log").write_text("x")
    assert forget(tmp_path) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["worker.2026-03-06.log", "worker.2026-03-19.log"]


def test_an_empty_log_and_a_missing_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "web.log").touch()
    assert forget(tmp_path) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["web.log"]
    assert forget(tmp_path / "nowhere") == 0
