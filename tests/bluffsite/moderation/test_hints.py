"""Hints: calls that somebody leaves out against one person, decisions faster than reading, networks. Few cases say nothing."""

from typing import Any

import pytest
from django.utils import translation

from bluffsite.accounts import networks
from bluffsite.accounts.models import User
from bluffsite.moderation.desk import hints
from bluffsite.moderation.desk.hints import Play
from games.play.services import staff
from games.play.services.actions import Actor, submit_action
from games.play.services.record import read
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def trio() -> list[User]:
    return [people.member(name) for name in ("Mia", "Tom", "Ann")]


def shown(monkeypatch: pytest.MonkeyPatch, target: User, plays: list[Play], language: str = "en") -> list[str]:
    monkeypatch.setattr(hints, "plays_of", lambda person: plays)
    with translation.override(language):
        return hints.hints(target, None, None)


def decisions(user: User, against: User, called: int, of: int, seconds: float = 5.0) -> list[Play]:
    return [Play(user.pk, against.pk, number < called, seconds) for number in range(of)]


def test_calls_that_are_left_out_against_one_person_are_pointed_at(monkeypatch, trio):
    mia, tom, ann = trio
    plays = decisions(mia, tom, 0, 10) + decisions(mia, ann, 5, 10)
    said = ["Mia called Tom in 0 of 10 cases, and everybody else in 5 of 10."]
    assert shown(monkeypatch, tom, plays) == said
    assert shown(monkeypatch, mia, plays) == said
    assert shown(monkeypatch, ann, plays) == []  # it is nothing about Ann


@pytest.mark.parametrize(
    ("against_tom", "against_ann"),
    [((0, 7), (5, 10)), ((0, 10), (4, 7)), ((2, 10), (5, 10)), ((0, 10), (0, 10))],
    ids=["few chances", "few others", "not rare enough", "never calls"],
)
def test_little_or_like_against_others_says_nothing(monkeypatch, trio, against_tom, against_ann):
    mia, tom, ann = trio
    assert shown(monkeypatch, tom, decisions(mia, tom, *against_tom) + decisions(mia, ann, *against_ann)) == []


def test_decisions_faster_than_people_read(monkeypatch, trio):
    mia, tom, _ann = trio
    assert shown(monkeypatch, mia, decisions(mia, tom, 10, 30, 0.4)) == ["Mia decides in 0.4 s (the middle of 30 decisions)."]
    assert " 0,4 s" in shown(monkeypatch, mia, decisions(mia, tom, 10, 30, 0.4), "nl")[0]
    assert shown(monkeypatch, mia, decisions(mia, tom, 10, 29, 0.4)) == []
    assert shown(monkeypatch, mia, decisions(mia, tom, 10, 30, 1.2)) == []


def test_one_network_of_target_and_others_at_the_table(trio):
    mia, tom, ann = trio
    table = people.running(mia, tom)
    for person in (mia, tom, ann):
        networks.note(user=person, address="203.0.113.7")
    with translation.override("en"):
        assert hints.hints(mia, table, None) == ["Mia and Tom came from one network on 1 day lately."]
        assert len(hints.hints(mia, table, ann)) == 2
        assert hints.hints(mia, None, None) == []


def test_plays_are_read_from_matches_that_are_over_only(trio):
    mia, tom, _ann = trio
    table = people.running(mia, tom, size=2, options={"loss": "one"})  # one count ends no match
    opener = read(table.pk).engine.actors(read(table.pk).state).waited
    users = [mia, tom]

    def act(seat: int, action: dict[str, Any]) -> None:
        submit_action(match_id=table.pk, seat=seat, action=action, version=read(table.pk).version, actor=Actor.person(users[seat].pk))

    act(opener, {"type": "bid", "count": 2, "face": 3})
    act(1 - opener, {"type": "challenge"})
    assert hints.plays_of(mia) == []
    staff.close_table(table_id=table.pk)
    first, second = hints.plays_of(mia)
    assert (first.user, first.before, first.is_call) == (users[opener].pk, None, False)
    assert (second.user, second.before, second.is_call) == (users[1 - opener].pk, users[opener].pk, True)
