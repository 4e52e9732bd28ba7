"""Ratings as they are stored: each match once, in the order of its end, by what the ended matches say and nothing else."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from bluffsite.accounts.models import User
from games.play.models import Match, Seat, Table, Void
from games.play.ratings import selectors, services
from games.play.ratings.models import RatedMatch, Rating, Receipt
from games.play.services import staff
from games.play.services.actions import Actor, submit_action
from games.play.services.record import forget, read
from tests.bluffsite.accounts.unsaid import unsaid
from tests.play.people import GAME, guest, member, running

pytestmark = pytest.mark.django_db
START = timezone.now().replace(microsecond=0) - timedelta(days=1)


def played(people: Sequence[User], places: Sequence[int], minute: int, **more: Any) -> Match:
    """A rated match of these people that ended at that minute with these places, computers in the last seats."""
    table = running(people[0], *people[1:], **{"size": len(places), "rated": True, **more})
    ended_at = START + timedelta(minutes=minute)
    result = {"reason": "played", "places": list(places), "totals": [0.0] * len(places), "games": [list(places)]}
    Match.objects.filter(pk=table.pk).update(ended_at=ended_at, result=result)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)
    forget(table.pk)
    return Match.objects.get(pk=table.pk)


def count(*matches: Match) -> None:
    for match in matches:
        services.count(match_id=match.pk)


def stored() -> tuple[list[Any], list[Any]]:
    ratings = Rating.objects.order_by("user", "game").values_list("user", "game", "mu", "sigma", "matches")
    receipts = Receipt.objects.order_by("match", "user").values_list(
        "match", "user", "number", "place", "shared_by", "of", "has_left", "mu_before", "sigma_before", "mu_after", "sigma_after"
    )
    return list(ratings), list(receipts)


@pytest.fixture
def people() -> list[User]:
    return [member(name) for name in ("Anna", "Ben", "Carla", "Dirk")]


# --- once --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.rated.order")
def test_a_rated_match_moves_everybody_by_place_and_leaves_a_receipt(people: list[User]) -> None:
    match = played(people, [2, 1, 4, 3], 0)
    count(match)
    by_user = {rating.user_id: rating for rating in Rating.objects.all()}
    assert sorted(by_user, key=lambda user: -by_user[user].mu) == [people[1].pk, people[0].pk, people[3].pk, people[2].pk]
    receipt = Receipt.objects.get(user=people[0])
    assert (receipt.place, receipt.of, receipt.shared_by, receipt.number, receipt.has_left) == (2, 4, 1, 1, False)
    assert (receipt.mu_before, receipt.mu_after) == (25.0, by_user[people[0].pk].mu)


@pytest.mark.rule("common.rated.order")
def test_a_match_counts_once_however_often_it_is_asked_for(people: list[User]) -> None:
    match = played(people, [1, 2, 3, 4], 0)
    assert services.count(match_id=match.pk)
    before = stored()
    assert not services.count(match_id=match.pk)
    assert services.count_missed() == 0
    assert stored() == before


def test_a_match_that_runs_or_is_not_rated_moves_nothing(people: list[User]) -> None:
    open_one = running(people[0], people[1], rated=True)
    plain = played(people[:2], [1, 2, 3, 4], 0, rated=False)
    assert not services.count(match_id=open_one.pk)
    assert not services.count(match_id=plain.pk)
    assert not services.count(match_id=10**9)
    assert services.count_missed() == 0
    assert stored() == ([], [])


@pytest.mark.rule("common.rated.order")
def test_computers_do_not_count(people: list[User]) -> None:
    count(played(people[:2], [3, 2, 1, 4], 0))  # computers are first and last
    with_bots = Receipt.objects.order_by("place").values_list("user", "place", "of", "mu_after")
    Rating.objects.all().delete()
    assert [(user, place, of) for user, place, of, _ in with_bots] == [(people[1].pk, 1, 2), (people[0].pk, 2, 2)]
    count(played([people[2], people[3]], [2, 1], 1))
    assert Receipt.objects.get(user=people[3]).mu_after == with_bots[0][3]  # as in a duel


@pytest.mark.rule("common.rated.order")
def test_alone_against_computers_nothing_moves(people: list[User]) -> None:
    match = played(people[:1], [1, 2, 3, 4], 0)
    count(match)
    assert RatedMatch.objects.get(pk=match.pk).is_counted
    assert stored() == ([], [])


@pytest.mark.rule("common.rated.order")
def test_shared_places_are_draws(people: list[User]) -> None:
    count(played(people, [1, 2, 2, 2], 0))
    rest = Receipt.objects.exclude(user=people[0])
    assert {(row.place, row.shared_by, round(row.mu_after, 9)) for row in rest} == {(2, 3, round(rest[0].mu_after, 9))}


def test_games_have_ratings_of_their_own(people: list[User]) -> None:
    count(played(people, [1, 2, 3, 4], 0), played(people, [4, 3, 2, 1], 1, game="bluffen"))
    assert Rating.objects.filter(user=people[0]).count() == 2
    assert Receipt.objects.get(user=people[0], match__game="bluffen").mu_before == 25.0


@pytest.mark.rule("common.rated.order")
def test_a_leaver_counts_by_the_place_of_a_leaver(people: list[User]) -> None:
    """Played through the one door: Anna leaves, staff of the clock play on for her, and she is below all who stayed."""
    anna, ben = people[:2]
    table = running(anna, ben, size=2, rated=True, options={"leave_mode": "remove"})
    submit_action(match_id=table.pk, seat=0, action={"type": "leave"}, version=read(table.pk).version, actor=Actor.person(anna.pk))
    match = Match.objects.get(pk=table.pk)
    assert match.result is not None
    count(match)
    assert {row.user_id: (row.place, row.has_left) for row in Receipt.objects.all()} == {anna.pk: (2, True), ben.pk: (1, False)}


@pytest.mark.rule("common.rated.order")
def test_a_match_that_staff_ended_counts_for_nothing(people: list[User]) -> None:
    table = running(*people, rated=True)
    staff.close_table(table_id=table.pk)
    assert services.count(match_id=table.pk)
    assert stored() == ([], [])


# --- in the order of the ends -------------------------------------------------------------------------------------------
@pytest.mark.rule("common.rated.order")
def test_the_order_of_counting_makes_no_difference(people: list[User]) -> None:
    matches = [
        played(people, [1, 2, 3, 4], 0),
        played(people[:2], [2, 1, 4, 3], 1),
        played(people[1:], [3, 1, 2], 2),
        played([people[0], people[2]], [1, 2], 2),  # at the same moment
    ]
    count(*matches)
    wanted = stored()
    for order in list(permutations(matches))[1::5]:
        Rating.objects.all().delete()
        Receipt.objects.all().delete()
        RatedMatch.objects.update(is_counted=False, ended_at=None)
        count(*order)
        assert stored() == wanted
    assert services.differences(game=GAME) == []


def test_one_that_ended_earlier_and_comes_late_moves_only_those_whom_it_concerns(people: list[User]) -> None:
    early = played(people[:2], [1, 2], 0)
    other = played(people[2:], [1, 2], 1)
    count(other)
    before = {row.pk: row.mu_after for row in Receipt.objects.all()}
    count(early)
    assert {row.mu_after for row in Receipt.objects.filter(match=other.pk)} == set(before.values())
    assert services.differences(game=GAME) == []


# --- void --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.rated.void", "common.league.void")
def test_a_void_match_is_taken_out_and_the_rest_counted_again(
    people: list[User], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    matches = [played(people, [1, 2, 3, 4], 0), played(people, [4, 3, 2, 1], 1), played(people, [2, 1, 4, 3], 2)]
    count(matches[0], matches[2])
    without, _ = stored()
    count(matches[1])
    whole = stored()
    assert whole[0] != without
    Void.objects.create(match=matches[1])
    assert services.differences(game=GAME) != []
    assert services.heed_void(match_id=matches[1].pk)
    assert not services.heed_void(match_id=matches[1].pk)  # a second time nothing
    assert stored()[0] == without
    assert not Receipt.objects.filter(match=matches[1].pk).exists()
    Void.objects.all().delete()
    assert services.heed_void(match_id=matches[1].pk)
    assert stored() == whole


def test_a_void_that_nobody_heard_of_is_found_by_the_sweep(people: list[User]) -> None:
    match = played(people, [1, 2, 3, 4], 0)
    count(match)
    Void.objects.create(match=match)
    assert services.count_missed() == 1
    assert stored() == ([], [])
    assert services.count_missed() == 0


def test_a_match_declared_void_before_it_was_counted_moves_nothing(people: list[User]) -> None:
    match = played(people, [1, 2, 3, 4], 0)
    Void.objects.create(match=match)
    count(match)
    assert stored() == ([], [])
    assert services.differences(game=GAME) == []


# --- anew from the matches ----------------------------------------------------------------------------------------------
def test_rebuilt_ratings_are_the_stored_ones(people: list[User], capsys: pytest.CaptureFixture[str]) -> None:
    count(*[played(people, [1 + (number + seat) % 4 for seat in range(4)], number) for number in range(6)])
    before = stored()
    call_command("ratings", check=True)
    call_command("ratings", rebuild=True)
    assert stored() == before
    assert "are what the matches say" in capsys.readouterr().out


def test_what_was_changed_by_hand_is_found_and_mended(people: list[User], capsys: pytest.CaptureFixture[str]) -> None:
    matches = [played(people, [1, 2, 3, 4], 0), played(people, [1, 2, 3, 4], 1)]
    count(matches[0])
    Rating.objects.filter(user=people[0]).update(mu=50.0)
    Receipt.objects.filter(user=people[1]).delete()
    with pytest.raises(SystemExit):
        call_command("ratings", check=True)
    said = capsys.readouterr().out
    assert f"rating of user {people[0].pk}" in said
    assert f"receipt of user {people[1].pk} for match {matches[0].pk}" in said
    assert f"match {matches[1].pk} is not counted" in said
    call_command("ratings", rebuild=True)
    assert services.differences(game=GAME) == []
    assert Receipt.objects.count() == 8


def test_a_rated_match_that_was_never_entered_is_counted_by_a_rebuild(people: list[User]) -> None:
    match = played(people, [1, 2, 3, 4], 0)
    RatedMatch.objects.all().delete()
    services.rebuild(game=GAME)
    assert Receipt.objects.filter(match=match.pk).count() == 4


# --- by whom it is asked for --------------------------------------------------------------------------------------------
def test_the_end_of_a_rated_match_asks_for_its_count_and_the_sweep_finds_what_was_lost(
    people: list[User], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    from games.play.ratings import tasks

    asked: list[int] = []
    monkeypatch.setattr(tasks.count, "delay", asked.append)
    with django_capture_on_commit_callbacks(execute=True):
        table = running(people[0], people[1], size=2, rated=True, options={"leave_mode": "remove"})
        plain = running(people[2], people[3], size=2, options={"leave_mode": "remove"})
    with django_capture_on_commit_callbacks(execute=True):
        for one, person in ((table, people[0]), (plain, people[2])):
            submit_action(match_id=one.pk, seat=0, action={"type": "leave"}, version=read(one.pk).version, actor=Actor.person(person.pk))
    assert asked == [table.pk]
    assert stored() == ([], [])  # the task was lost
    assert services.count_missed() == 1
    assert Receipt.objects.count() == 2


def test_the_table_is_told_when_its_match_is_counted(people: list[User]) -> None:
    match = played(people, [1, 2, 3, 4], 0)
    before = Table.objects.get(pk=match.pk).revision
    count(match)
    assert Table.objects.get(pk=match.pk).revision == before + 1


# --- who may read -------------------------------------------------------------------------------------------------------
def test_receipts_come_in_pages_newest_first(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "PAGE", 2)
    matches = [played(people[:2], [1, 2], number) for number in range(3)]
    count(*matches)
    first = selectors.receipts_page(people[0])
    assert [row.match_id for row in first.receipts] == [matches[2].pk, matches[1].pk]
    second = selectors.receipts_page(people[0], before=first.older)
    assert ([row.match_id for row in second.receipts], second.older) == ([matches[0].pk], None)
    assert selectors.receipts_page(people[2]).receipts == []
    assert selectors.receipts_page(people[0], game="blef").receipts == []


def test_a_download_has_every_rating_and_receipt_of_the_person_alone(people: list[User]) -> None:
    count(played(people[:2], [1, 2], 0))
    mine, nothing = selectors.exported(people[0]), selectors.exported(people[3])
    assert mine["ratings"] == [
        {"game": GAME, "strength": pytest.approx(27.6, abs=0.1), "doubt": pytest.approx(8.07, abs=0.01), "rated_matches": 1}
    ]
    assert [row["place"] for row in mine["receipts"]] == [1]
    assert nothing == {"ratings": [], "receipts": []}
    assert unsaid("ratings", mine) == set()
    assert selectors.panel(people[3], people[0]) is None
    assert not Seat.objects.filter(user=guest("Eva")).exists()
