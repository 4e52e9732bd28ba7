"""What a process reads of a table when it hears that its match has moved on elsewhere."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.play import selectors
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


def moved_on(*befores: showing.Show) -> list[showing.Show | None]:
    shows = showing.moved_on(befores)
    for show in shows:
        if isinstance(show, Exception):
            raise show
    return shows  # type: ignore[return-value]


def test_the_matches_alone_are_read_in_two_queries_and_their_news_are_without_a_gap():
    first, second, still = new_match(), new_match(), new_match()
    befores = [read(first), read(second), read(still)]
    elsewhere(first, 1)
    elsewhere(first, 2)
    elsewhere(second, 3)
    with CaptureQueriesContext(connection) as queries:
        shows = moved_on(*befores)
    assert len(queries) == 2
    assert not [query for query in queries if "play_seat" in query["sql"] or "play_table" in query["sql"]]
    for before, show in zip(befores[:2], shows[:2], strict=True):
        assert show is not None
        assert show.is_newer_than(before)
        assert show.facts is before.facts
        assert show.record is not None
        assert show.news == selectors.news_of(show.record)
    assert [[one.number for one in show.news][-2:] for show in shows[:2] if show] == [[2, 3], [1, 2]]
    assert shows[2] is not None
    assert not shows[2].is_newer_than(befores[2])


def test_a_match_that_cannot_be_read_keeps_no_other_from_being(monkeypatch):
    broken, sound = new_match(), new_match()
    befores = [read(broken), read(sound)]
    elsewhere(sound, 1)
    monkeypatch.setattr(showing, "settled", lambda record, now: 1 / 0 if record.match_id == broken.id else record)
    error, show = showing.moved_on(befores)
    assert isinstance(error, ZeroDivisionError)
    assert isinstance(show, showing.Show)
    assert show.is_newer_than(befores[1])


def test_rows_matter_when_somebody_else_sits_there():
    match = new_match()
    before = read(match)
    Seat.objects.filter(table=match.table, index=0).update(controller="another")
    journal.reseat(match.id)
    assert moved_on(before) == [None]
    show = showing.read(match.id, before)
    assert show is not None
    assert show.facts.seats[0].controller == "another"


def test_rows_matter_when_the_match_has_ended():
    match = new_match()
    before = read(match)
    known = records.read(match.id)
    match.close(NOW + 1)
    records.forget(match.id)
    records.keep(known)
    assert moved_on(before) == [None]
    show = showing.read(match.id, before)
    assert show is not None
    assert show.is_over
    assert show.facts is not before.facts
