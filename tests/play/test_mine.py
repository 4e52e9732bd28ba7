"""A person's own matches, on a page: the way back to each."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bluffsite.accounts.models import User
from tests.play import people

pytestmark = pytest.mark.django_db
ADDRESS = "/en/play/mine/"


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def test_each_match_that_has_ended_leads_to_its_result_review_log_and_to_a_report() -> None:
    anna, bob, eva = people.guest("Anna"), people.guest("Bob"), people.guest("Eva")
    ended, running, theirs = people.finished(anna, bob), people.running(anna, bob), people.finished(bob, eva)
    page = browser(anna).get(ADDRESS).text
    for address in (
        f"/tables/{ended.key}/",
        f"/tables/{ended.key}/review/",
        f"/tables/{ended.key}/log/",
        f"kind=result&amp;key={ended.key}",
    ):
        assert f'{address}"' in page
    assert "<bdi>Bob</bdi>" in page
    main = page.partition("<main")[2]
    assert running.key not in main
    assert theirs.key not in main


def test_nothing_is_said_so_and_a_visitor_has_nothing() -> None:
    people.finished(people.guest("Anna"))
    for reader in (None, people.guest("Bob")):
        assert "No match has ended yet." in browser(reader).get(ADDRESS).text


def test_older_ones_are_a_page_away_and_queries_do_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = people.guest("Anna")
    tables = [people.finished(anna, people.guest(f"P{number}")) for number in range(3)]
    monkeypatch.setattr("games.play.views.mine.PER_PAGE", 2)
    client, counts = browser(anna), []
    for page, shown in ((1, tables[:0:-1]), (2, tables[:1])):
        with CaptureQueriesContext(connection) as queries:
            text = client.get(ADDRESS, {"page": page}).text
        counts.append(len(queries))
        assert [table for table in reversed(tables) if f"key={table.key}" in text] == shown
    assert counts[0] == counts[1]
