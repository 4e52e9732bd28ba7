"""Results come from matches, once per match, and the table is computed from all of them."""

import pytest
from django.utils import timezone

from games.play.models import Match
from games.play.signals import match_finished
from leagues.models import Entry, Fixture, Looked, Result, Season, Seating, Standing
from leagues.services import results, standing
from tests.leagues.played import begin, end, free_match, member, new_season, open_round, people, play, players, table_of
from tests.play.matches import after_commit, new_match

pytestmark = pytest.mark.django_db


def take(match):
    return after_commit(lambda: results.take(match_id=match.pk))


# --- fixtures -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.league.points")
def test_a_match_of_a_fixture_gives_its_members_points_by_place():
    season = new_season(4)
    [fixture] = open_round(season)
    order = list(reversed(people(season)))
    result = play(fixture, order)
    assert result.kind == "match"
    assert table_of(season) == [(place, user.display_name, 4.0 - place) for place, user in enumerate(order, 1)]
    fixture.refresh_from_db()
    assert (fixture.state, fixture.done_at is not None) == ("finished", True)


def test_a_result_is_stored_once_however_often_the_match_is_told_of():
    season = new_season(4)
    [fixture] = open_round(season)
    result = play(fixture)
    before = table_of(season)
    assert results.take(match_id=result.match_id) == []
    assert results.take_missed() == 0
    standing.recompute(season_id=season.pk)
    assert Result.objects.count() == 1
    assert table_of(season) == before


def test_a_running_match_has_no_result_yet():
    season = new_season(4)
    [fixture] = open_round(season)
    table = begin(fixture)
    assert results.take(match_id=table.pk) == []
    assert not Looked.objects.exists()
    end(table, [1, 2, 3, 4])
    assert len(results.take(match_id=table.pk)) == 1


def test_the_sweep_finds_matches_whose_task_was_lost(monkeypatch):
    season = new_season(4)
    [fixture] = open_round(season)
    table = begin(fixture)
    end(table, [2, 1, 3, 4])
    assert results.missed(10) == []  # its task may still come
    Match.objects.filter(pk=table.pk).update(ended_at=timezone.now() - results.JUST_ENDED * 2)
    assert results.take_missed() == 1
    assert results.missed(10) == []
    assert len(table_of(season)) == 4


def test_the_end_of_a_match_asks_for_its_result(monkeypatch):
    asked = []
    monkeypatch.setattr(results.current_app, "send_task", lambda name, args, **_: asked.append((name, args)))
    match_finished.send(sender=Match, match_id=7)
    assert (results.MATCH_TASK, (7,)) in asked


def test_a_match_that_staff_ended_is_void():
    season = new_season(4)
    [fixture] = open_round(season)
    table = begin(fixture)
    match = end(table, [1, 2, 3, 4], phase="closed")
    [result] = take(match)
    assert result.is_void
    assert {points for _, _, points in table_of(season)} == {0.0}


@pytest.mark.rule("common.league.forfeit")
def test_who_did_not_appear_is_last_whatever_a_computer_did_in_the_empty_seat():
    season = new_season(3, game="blufpoker", seats=3)
    [fixture] = open_round(season)
    late, *here = players(fixture)
    Fixture.objects.filter(pk=fixture.pk).update(deadline=timezone.now())
    from leagues.services import fixtures

    for user in here:
        fixtures.come(fixture=fixture, user=user)
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=timezone.now()))
    fixture.refresh_from_db()
    assert [seat.user for seat in fixture.table.seats.all()] == [*here, None]  # the game needs three
    match = end(fixture.table, [3, 2, 1])
    [result] = take(match)
    name = lambda user: user.display_name  # noqa: E731
    assert table_of(season) == [(1, name(here[1]), 2.0), (2, name(here[0]), 1.0), (3, name(late), 0.0)]
    assert Standing.objects.get(entry__member__user=late).forfeits == 1
    assert result.size == 3


def test_counts_of_the_game_come_from_its_log():
    season = new_season(3, game="blufpoker", format="free")
    match = new_match(persons=3, game="blufpoker", options={"max_timeouts": 0})
    for seat, user in zip(match.table.seats.all(), people(season), strict=True):
        seat.user = user
        seat.save()
    match.play_out(1_900_000_000.0)
    assert match.row.ended_at is not None
    Season.objects.filter(pk=season.pk).update(starts_at=match.row.started_at)
    results.take(match_id=match.id)
    assert max(line.tallies["penalties"] for line in Standing.objects.filter(season=season)) == 6


# --- free play ------------------------------------------------------------------------------------------------------
def test_in_free_play_any_table_of_members_counts():
    season = new_season(5, format="free")
    users = people(season)
    match = free_match(users[1:4], [2, 1, 3])
    [result] = take(match)
    assert table_of(season)[:2] == [(1, users[2].display_name, 2.0), (2, users[1].display_name, 1.0)]
    assert [one.entry.member.user for one in Seating.objects.filter(fixture=result.fixture).order_by("index")] == users[1:4]
    assert results.take(match_id=match.pk) == []


@pytest.mark.parametrize("why", ["a stranger", "a computer", "other options", "withdrawn", "another game", "ended", "before"])
def test_in_free_play_a_table_does_not_count_with(why):
    season = new_season(4, format="free")
    users, options = people(season), {}
    if why == "a stranger":
        users[0] = member("Stranger")
    elif why == "other options":
        options = {"loss": "one"}
    elif why == "withdrawn":
        Entry.objects.filter(member__user=users[0]).update(state="withdrawn")
    elif why == "ended":
        Season.objects.update(state="ended")
    game = "blef" if why == "another game" else "liars_dice"
    match = free_match(users[:3], [1, 2, 3, 4][: 4 if why == "a computer" else 3], bots=int(why == "a computer"), game=game, **options)
    if why == "before":
        Season.objects.update(starts_at=timezone.now())
    assert take(match) == []
    assert Looked.objects.filter(match=match).exists()


def test_in_free_play_the_pace_of_a_table_may_differ():
    season = new_season(3, format="free")
    assert len(take(free_match(people(season), [1, 2, 3], turn_seconds=90, bot_speed="fast"))) == 1


def test_a_match_of_a_fixture_counts_nowhere_else():
    season = new_season(4)
    free = new_season(0, format="free")
    [fixture] = open_round(season)
    for entry in season.entries.all():
        other = free.league.memberships.create(user=entry.member.user)
        free.entries.create(member=other, division=free.divisions.get())
    result = play(fixture)
    assert list(Result.objects.all()) == [result]


@pytest.mark.rule("common.league.best")
def test_a_season_that_counts_the_best_results_stores_what_it_dropped():
    season = new_season(3, format="free", best=1)
    users = people(season)
    take(free_match(users, [1, 2, 3]))
    take(free_match(users, [2, 1, 3]))
    assert table_of(season) == [(1, "Member 0", 2.0), (1, "Member 1", 2.0), (3, "Member 2", 0.0)]
    assert set(Standing.objects.values_list("dropped", flat=True)) == {1}


# --- the table ------------------------------------------------------------------------------------------------------
def test_places_before_the_newest_round_are_kept_beside_those_of_now():
    season = new_season(4)
    users = people(season)
    [first] = open_round(season)
    play(first, users)
    assert set(Standing.objects.values_list("before", flat=True)) == {None}
    [second] = open_round(season)
    play(second, list(reversed(users)))
    assert set(Standing.objects.values_list("place", flat=True)) == {1, 3}  # 3 + 0, and 2 + 1: two have won a match each
    assert list(Standing.objects.order_by("entry").values_list("before", flat=True)) == [1, 2, 3, 4]


def test_who_withdraws_keeps_the_results_and_the_line():
    season = new_season(4)
    [fixture] = open_round(season)
    play(fixture)
    Entry.objects.filter(season=season, seed=1).update(state="withdrawn")
    standing.recompute(season_id=season.pk)
    assert len(table_of(season)) == 4
