"""What a process reads of a table when it hears that its match has moved on elsewhere."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.play.models import Seat
from games.play.services import journal
from games.play.services import record as records
from games.play.sockets import showing
from tests.play.matches import NOW, Sat, new_match

pytestmark = pytest.mark.django_db


def elsewhere(match: Sat, count: int) -> None:
    """A bid that another process writes: this one's memory does not hear of it."""
    known = records.read(match.id)
    match.bid(match.to_act, count, 2)
    records.forget(match.id)
    records.keep(known)


def read(match: Sat) -> showing.Show:
    show = showing.read(match.id, None)
    assert show is not None
    return show


def test_the_match_alone_is_read_and_its_news_are_without_a_gap():
    match = new_match()
    before = read(match)
    elsewhere(match, 1)
    elsewhere(match, 2)
    with CaptureQueriesContext(connection) as queries:
        show = showing.read(match.id, before, rows=False)
    assert show is not None
    assert show.is_newer_than(before)
    assert show.facts is before.facts
    assert [one.number for one in show.news][-2:] == [2, 3]
    assert not [query for query in queries if "play_seat" in query["sql"] or "play_table" in query["sql"]]


def test_rows_are_read_when_somebody_else_sits_there():
    match = new_match()
    before = read(match)
    Seat.objects.filter(table=match.table, index=0).update(controller="another")
    journal.reseat(match.id)
    show = showing.read(match.id, before, rows=False)
    assert show is not None
    assert show.facts.seats[0].controller == "another"


def test_rows_are_read_when_the_match_has_ended():
    match = new_match()
    before = read(match)
    known = records.read(match.id)
    match.close(NOW + 1)
    records.forget(match.id)
    records.keep(known)
    show = showing.read(match.id, before, rows=False)
    assert show is not None
    assert show.is_over
    assert show.facts is not before.facts
