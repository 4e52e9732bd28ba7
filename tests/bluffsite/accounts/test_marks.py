"""Marks: in force until they end or are lifted, seen by one query or none, and told once, after commit."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from bluffsite.accounts import guests, marks
from bluffsite.accounts.models import Mark, User
from bluffsite.accounts.services import merge_on_sign_in

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def lena() -> User:
    return User.objects.create_user("Lena", display_name="Lena")


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_a_mark_is_in_force_until_its_end_and_no_longer(lena):
    marks.put(user=lena, kind="muted", ref="a", until=timezone.now() + HOUR)
    assert marks.bars(lena, "muted", "no_text") is not None
    assert marks.bars(lena, "no_text") is None
    Mark.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert marks.bars(lena, "muted") is None


def test_the_mark_that_lasts_longest_is_the_one_to_name(lena):
    marks.put(user=lena, kind="muted", ref="a", until=timezone.now() + HOUR)
    longer = marks.put(user=lena, kind="no_text", ref="b", until=timezone.now() + 2 * HOUR)
    assert marks.bars(lena, "muted", "no_text") == longer
    endless = marks.put(user=lena, kind="muted", ref="c")
    assert marks.bars(lena, "muted", "no_text") == endless


def test_strangers_have_no_marks_and_cost_no_query(lena, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert marks.bars(AnonymousUser(), "banned") is None
        assert not marks.is_shut_out(AnonymousUser())
    with django_assert_num_queries(1):
        assert marks.bars(lena, "banned", "timed_out") is None


def test_who_is_shut_out_is_known_from_the_row_and_ends_by_itself(lena, django_assert_num_queries):
    marks.put(user=lena, kind="timed_out", ref="a", until=timezone.now() + HOUR)
    person = fresh(lena)
    with django_assert_num_queries(0):
        assert marks.is_shut_out(person)
    User.objects.update(shut_out_until=timezone.now() - timedelta(seconds=1))
    assert not marks.is_shut_out(fresh(lena))


def test_a_mute_does_not_shut_out(lena):
    marks.put(user=lena, kind="muted", ref="a")
    assert not marks.is_shut_out(fresh(lena))


def test_lifting_one_of_two_leaves_the_other_in_force(lena):
    marks.put(user=lena, kind="banned", ref="ban")
    marks.put(user=lena, kind="timed_out", ref="short", until=timezone.now() + HOUR)
    assert fresh(lena).shut_out_until == marks.ALWAYS
    assert marks.lift(ref="ban") == 1
    assert timezone.now() < fresh(lena).shut_out_until <= timezone.now() + HOUR
    assert marks.lift(ref="ban") == 0
    assert marks.lift(ref="short") == 1
    assert not marks.is_shut_out(fresh(lena))


def test_the_same_cause_lays_a_kind_once(lena, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        first = marks.put(user=lena, kind="cool_down", ref="match:1", until=timezone.now() + HOUR)
        again = marks.put(user=lena, kind="cool_down", ref="match:1", until=timezone.now() + 2 * HOUR)
    assert (again.pk, again.until) == (first.pk, first.until)
    assert len(callbacks) == 1


def test_an_end_can_be_moved(lena):
    mark = marks.put(user=lena, kind="banned", ref="ban")
    soon = timezone.now() + HOUR
    marks.change_end(mark=mark, until=soon)
    assert fresh(lena).shut_out_until == soon


def test_unknown_kinds_are_refused(lena):
    with pytest.raises(ValueError, match="praised"):
        marks.put(user=lena, kind="praised", ref="a")


def test_listeners_hear_after_commit_and_one_that_fails_holds_up_none(lena, monkeypatch, django_capture_on_commit_callbacks):
    heard: list[tuple[int, str]] = []

    def fails(user_id: int, kind: str) -> None:
        raise RuntimeError

    monkeypatch.setattr(marks, "_listeners", [])
    marks.register_listener(fails)
    marks.register_listener(lambda user_id, kind: heard.append((user_id, kind)))
    with django_capture_on_commit_callbacks(execute=True):
        marks.put(user=lena, kind="banned", ref="a")
        assert heard == []
    assert heard == [(lena.pk, "banned")]


def test_a_guest_takes_their_marks_along_to_an_account(lena: User) -> None:
    guest: Any = guests.create_guest(language="en")
    marks.put(user=guest, kind="banned", ref="a")
    merge_on_sign_in(guest=guest, member=lena)
    assert marks.is_shut_out(fresh(lena))
    assert marks.is_shut_out(lena)
