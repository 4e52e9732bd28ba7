"""Who had withdrawn before a match is told so, and is last in it; who was waited for in vain did not appear."""

import re
from datetime import timedelta
from html import unescape
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from leagues import ledger
from leagues.csv_files import read_results
from leagues.models import Entry, Fixture, Membership, Result, Seating, Standing
from leagues.readers.own import export_matches
from leagues.selectors import attendance_of, matches_of
from leagues.services import corrections, deciding, entering, fixtures, results, standing
from leagues.services.corrections import Change
from leagues.standings import Outcome, Part, standings
from tests.leagues.played import end, member, new_season, open_round, people, players, table_of
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


def page_of(season, *path: str, language: str = "en") -> str:
    """The words of a page of the league, as its owner reads them."""
    client = Client()
    client.force_login(people(season)[0], backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(f"/{language}/leagues/{season.league.key}/{'/'.join(path)}/")
    assert answer.status_code == 200, path
    text = answer.content.decode().split("<main")[1].split("</main")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def member_page(season, user, language: str = "en") -> str:
    return page_of(season, "members", str(membership(season, user).pk), language=language)


def membership(season, user) -> Membership:
    return Membership.objects.get(league=season.league, user=user)


def forfeits(user) -> int:
    return Standing.objects.get(entry__member__user=user).forfeits


def withdraw(season, user) -> None:
    after_commit(lambda: entering.withdraw(season=season, user=user))


def played_without(fixture: Fixture, here) -> Result:
    """The deadline has come, these are there, and they finish in this order."""
    Seating.objects.filter(fixture=fixture, entry__member__user__in=here).update(here_at=fixture.deadline)
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=fixture.deadline))
    fixture.refresh_from_db()
    match = end(fixture.table, list(range(1, len(here) + 1)))
    [result] = after_commit(lambda: results.take(match_id=match.pk))
    return result


@pytest.fixture
def season(db):
    return new_season(4)


@pytest.fixture
def fixture(season):
    return open_round(season)[0]


# --- the table ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.league.forfeit")
def test_after_a_withdrawal_the_match_is_neither_played_nor_a_forfeit_and_earns_as_the_last_place():
    parts = (Part(1, 1), Part(2, 2), Part(3, 3, is_absent=True), Part(4, 3, is_absent=True, has_withdrawn=True))
    lines = standings([Outcome(1, 4, parts)], [1, 2, 3, 4])
    assert [(line.played, line.forfeits, line.points) for line in lines] == [(1, 0, 3.0), (1, 0, 2.0), (0, 1, 0.5), (0, 0, 0.5)]


@pytest.mark.rule("common.league.forfeit")
def test_who_withdrew_before_a_match_is_last_in_it_and_told_as_withdrawn(season, fixture):
    gone, late, *here = players(fixture)
    withdraw(season, gone)
    result = played_without(fixture, here)
    assert set(table_of(season)[2:]) == {(3, gone.display_name, 0.5), (3, late.display_name, 0.5)}
    assert (forfeits(gone), forfeits(late)) == (0, 1)
    assert {part.has_withdrawn for part in ledger.parts_of(result.parts)} == {False, True}
    for page in (page_of(season, "matches", fixture.key), page_of(season, "rounds", "1")):
        assert re.search(rf"{gone.display_name} withdrawn", page)
        assert re.search(rf"{late.display_name} did not appear", page)
        assert page.count("did not appear") == 1
    entry = Entry.objects.get(member__user=gone)
    assert "withdrawn 0.5" in page_of(season, "table", str(entry.pk))
    assert "forfeit" not in page_of(season, "table", str(entry.pk))


def test_what_somebody_missed_before_withdrawing_stays_a_forfeit(season, fixture):
    late, *here = players(fixture)
    played_without(fixture, here)
    withdraw(season, late)
    standing.recompute(season_id=season.pk)
    assert forfeits(late) == 1
    assert f"{late.display_name} did not appear" in page_of(season, "matches", fixture.key)


def test_who_comes_back_later_is_still_told_as_withdrawn_then(season, fixture):
    gone, *here = players(fixture)
    withdraw(season, gone)
    played_without(fixture, here)
    entering.enter(season=season, user=gone)
    standing.recompute(season_id=season.pk)
    assert forfeits(gone) == 0
    assert f"{gone.display_name} withdrawn" in page_of(season, "matches", fixture.key)


def test_a_substitute_who_does_not_come_for_who_has_withdrawn_is_a_forfeit(season, fixture):
    gone, *here = players(fixture)
    stand_in = member("Sub")
    Membership.objects.create(league=season.league, user=stand_in)
    Seating.objects.filter(fixture=fixture, entry__member__user=gone).update(stand_in=stand_in)
    withdraw(season, gone)
    played_without(fixture, here)
    assert forfeits(gone) == 1


def test_a_decision_without_a_match_knows_who_had_withdrawn(season, fixture):
    gone, late, one, other = players(fixture)
    withdraw(season, gone)
    appeared = Entry.objects.filter(member__user__in=(one, other)).values_list("pk", flat=True)
    foreseen = deciding.foreseen(fixture=fixture, appeared=list(appeared))
    after_commit(lambda: deciding.decide_without_match(fixture=fixture, user=people(season)[0], appeared=list(appeared), reason="Snow"))
    assert (forfeits(gone), forfeits(late)) == (0, 1)
    assert {shift.after.forfeits for shift in foreseen if shift.entry == Entry.objects.get(member__user=gone).pk} == {0}


def test_the_file_of_results_tells_them_apart_and_recomputes_to_the_same_forfeits(season, fixture):
    gone, _late, *here = players(fixture)
    withdraw(season, gone)
    played_without(fixture, here)
    client = Client()
    client.force_login(gone, backend="django.contrib.auth.backends.ModelBackend")
    lines = client.get(f"/en/leagues/{season.league.key}/results.csv").content.decode().splitlines()
    computed = {one.member: one.forfeits for one in standings(read_results(lines), Entry.objects.values_list("pk", flat=True))}
    assert computed == dict(Standing.objects.values_list("entry", "forfeits"))
    older = [",".join(cell for at, cell in enumerate(row.split(",")) if at != lines[0].split(",").index("withdrawn")) for row in lines]
    assert sum(one.forfeits for one in standings(read_results(older), computed)) == 2  # files from before say no more


# --- corrections ----------------------------------------------------------------------------------------------------
def test_who_was_there_after_all_is_not_said_to_have_stayed_away(season, fixture):
    late, *here = players(fixture)
    result = played_without(fixture, here)
    entries = [Entry.objects.get(member__user=user).pk for user in (late, *here)]
    places = dict(zip(entries, (1, 2, 3, 4), strict=True))
    owner = people(season)[0]
    after_commit(lambda: corrections.correct(result=result, user=owner, change=Change("places", places), reason="Here after all"))
    assert "did not appear" not in page_of(season, "matches", fixture.key)
    assert attendance_of(membership(season, late)).missed == 0


def test_a_measure_against_another_leaves_who_had_withdrawn_as_that(season, fixture):
    gone, *here = players(fixture)
    withdraw(season, gone)
    result = played_without(fixture, here)
    entry = Entry.objects.get(member__user=here[0]).pk
    after_commit(lambda: corrections.sanction(result=result, entries=[entry], reason="Two accounts"))
    result.refresh_from_db()
    assert [part.has_withdrawn for part in ledger.parts_of(result.parts) if part.is_absent].count(True) == 1
    assert (forfeits(gone), forfeits(here[0])) == (0, 1)


# --- the page of a member -------------------------------------------------------------------------------------------
def test_a_members_page_counts_what_was_missed_and_what_came_after_the_withdrawal(season, fixture):
    gone, late, *here = players(fixture)
    withdraw(season, gone)
    played_without(fixture, here)
    assert "Did not appear 0 Withdrawn before the match 1" in member_page(season, gone)
    assert "Did not appear 1 In the league since" in member_page(season, late)
    assert "place 3 of 4 withdrawn" in member_page(season, gone)
    assert "place 3 of 4 did not appear" in member_page(season, late)
    assert "forfeit" not in member_page(season, late)  # it was played, by the others


def test_a_season_that_was_left_still_says_what_one_came_in_as(season, fixture):
    gone = players(fixture)[0]
    withdraw(season, gone)
    assert "1 withdrawn 1 new" in member_page(season, gone)


def test_a_forfeit_is_marked_for_who_came_and_who_did_not(season, fixture):
    one, late, *_ = players(fixture)
    Seating.objects.filter(fixture=fixture, entry__member__user=one).update(here_at=fixture.deadline)
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=fixture.deadline))
    assert re.search(r"place 1 of 4 forfeit (?!did)", member_page(season, one))
    assert "place 2 of 4 forfeit did not appear" in member_page(season, late)


def test_where_nobody_came_the_match_is_not_played_and_missed_by_all(season, fixture):
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=fixture.deadline))
    user = players(fixture)[0]
    assert "Round 1 not played did not appear" in member_page(season, user)
    assert attendance_of(membership(season, user)) == (0, 1, 0, 0)


def test_a_played_match_has_no_such_mark_and_a_void_one_was_missed_by_nobody(season, fixture):
    late, *here = players(fixture)
    result = played_without(fixture, here)
    [match] = matches_of(membership(season, here[0]))
    assert (match.place, match.of, match.is_forfeit, match.seating.is_absent) == (1, 4, False, False)
    after_commit(lambda: corrections.correct(result=result, user=people(season)[0], change=Change("void"), reason="Power cut"))
    assert attendance_of(membership(season, late)).missed == 0


def test_ones_own_data_tell_them_apart(season, fixture):
    gone, late, *here = players(fixture)
    withdraw(season, gone)
    played_without(fixture, here)
    said = {user: [(one["did_not_appear"], one["had_withdrawn"]) for one in export_matches(user)] for user in (gone, late, here[0])}
    assert said == {gone: [(False, True)], late: [(True, False)], here[0]: [(False, False)]}


# --- what earlier versions kept -------------------------------------------------------------------------------------
def test_seats_that_were_kept_as_missed_after_a_withdrawal_are_told_apart():
    season = new_season(8)
    first, second = open_round(season)
    gone, *here = players(first)
    late, *there = players(second)
    withdraw(season, gone)
    played_without(first, here)
    played_without(second, there)
    withdraw(season, late)
    expected = list(Seating.objects.order_by("pk").values_list("is_absent", "has_withdrawn"))
    parts = dict(Result.objects.values_list("pk", "parts"))
    # as the version before had it
    Seating.objects.update(has_withdrawn=False)
    for result in Result.objects.all():
        result.parts = [{name: value for name, value in part.items() if name != "has_withdrawn"} for part in result.parts]
        result.save()
    standing.recompute(season_id=season.pk)
    assert (forfeits(gone), forfeits(late)) == (1, 1)
    # Entry.withdrawn_at is after the deadline of a test's clock: put it before the beginning of the match
    Entry.objects.filter(member__user=gone).update(withdrawn_at=first.created_at - timedelta(minutes=1))
    Entry.objects.filter(member__user=late).update(withdrawn_at=timezone.now() + timedelta(minutes=1))
    for _ in range(2):  # a second time changes nothing
        import_module("leagues.migrations.0007_has_withdrawn").tell_apart(apps, None)
        assert list(Seating.objects.order_by("pk").values_list("is_absent", "has_withdrawn")) == expected
        assert dict(Result.objects.values_list("pk", "parts")) == parts
        assert (forfeits(gone), forfeits(late)) == (0, 1)
    standing.recompute(season_id=season.pk)
    assert (forfeits(gone), forfeits(late)) == (0, 1)
