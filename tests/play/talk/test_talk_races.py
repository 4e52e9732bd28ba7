"""Several people at once, on real connections of PostgreSQL: numbers without gaps, limits that hold, one row per match."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from bluffsite.moderation.models import Report
from bluffsite.moderation.reports import file_report
from games.play.leaving import services as leaving
from games.play.leaving.models import Ending
from games.play.models import Line, Match, Table
from games.play.talk.errors import TalkError
from games.play.talk.services import say
from tests.play import people
from tests.play.test_races import together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_lines_said_at_once_get_numbers_without_a_gap():
    persons = [people.guest(f"P{number}") for number in range(4)]
    table = people.lobby(*persons)
    for number in range(3):
        said = together(*(partial(say, table=table, user=person, phrase=number + 1, language="en") for person in persons))
        assert all(isinstance(line, Line) for line in said)
    assert sorted(Line.objects.values_list("number", flat=True)) == list(range(1, 13))


def test_ten_lines_of_one_person_at_once_are_five():
    anna = people.guest("Anna")
    table, now = people.lobby(anna), timezone.now()
    said = together(*(partial(say, table=table, user=anna, phrase=1, language="en", now=now) for _ in range(10)))
    assert sum(isinstance(one, TalkError) for one in said) == 5
    assert Line.objects.count() == 5


def test_the_same_token_at_once_is_said_once():
    anna = people.guest("Anna")
    table = people.lobby(anna)
    said = together(*(partial(say, table=table, user=anna, phrase=1, language="en", token="t") for _ in range(4)))
    assert {line.number for line in said} == {1}


def test_two_taps_make_one_report_and_two_sweeps_one_ending():
    anna, bob = people.guest("Anna"), people.guest("Bob")
    given = {"kind": "table", "target": bob, "about": "x", "label": "x", "reason": "abuse", "words": "Why.", "language": "en"}
    together(*(partial(file_report, reporter=anna, **given) for _ in range(4)))
    assert Report.objects.count() == 1
    table = people.running(anna, bob, size=2, is_public=True)
    Match.objects.filter(pk=table.pk).update(ended_at=timezone.now() - timedelta(seconds=1))
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)
    noted = together(*(partial(leaving.note, match_id=table.pk) for _ in range(4)))
    assert sorted(noted) == [False, False, False, True]
    assert Ending.objects.count() == 2
