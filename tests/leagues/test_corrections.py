"""Corrections: a reason, before and after, everything computed anew, and all of it in the public log."""

import pytest

from bluffsite.accounts.models import Notice
from leagues import ledger
from leagues.models import Correction, Entry, LogLine, Result, Season
from leagues.services import corrections, results
from leagues.services.corrections import Change
from leagues.services.errors import LeagueError
from tests.leagues.played import free_match, new_season, open_round, people, play, table_of
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db):
    return new_season(4)


@pytest.fixture
def result(season):
    return play(open_round(season)[0], people(season))


def correct(result, user, change, reason="They agreed on it"):
    return after_commit(lambda: corrections.correct(result=result, user=user, change=change, reason=reason))


def entries(season):
    return list(Entry.objects.filter(season=season).order_by("seed").values_list("pk", flat=True))


def refused(code, result, user, change, reason="Why not"):
    with pytest.raises(LeagueError) as error:
        corrections.correct(result=result, user=user, change=change, reason=reason)
    assert error.value.code == code


def test_other_places_change_the_table_and_stand_in_the_log(season, result):
    owner, *_ = people(season)
    a, b, c, d = entries(season)
    seen = corrections.preview(result=result, change=Change("places", {a: 4, b: 1, c: 2, d: 2}))
    assert [(shift.entry, shift.before.place, shift.after.place) for shift in seen.shifts] == [(b, 2, 1), (c, 3, 2), (d, 4, 3), (a, 1, 4)]
    assert table_of(season)[0][1] == "Member 0"  # a preview stores nothing
    correct(result, owner, Change("places", {a: 4, b: 1, c: 2, d: 2}))
    # two share the second place of the match; its game points stay as they were, and order them
    assert table_of(season) == [(1, "Member 1", 3.0), (2, "Member 2", 1.5), (3, "Member 3", 1.5), (4, "Member 0", 0.0)]
    line = LogLine.objects.get(kind="corrected")
    assert (line.reason, line.before[str(owner.pk)], line.after[str(owner.pk)]) == (
        "They agreed on it",
        {"place": 1, "points": 3.0},
        {"place": 4, "points": 0.0},
    )
    assert Correction.objects.get().before["parts"] != Correction.objects.get().after["parts"]
    assert Notice.objects.filter(kind="league_correction", text_id="corrected").count() == 4


@pytest.mark.rule("common.league.void")
def test_a_match_is_declared_void_and_counts_again(season, result):
    owner, *_ = people(season)
    correct(result, owner, Change("void"))
    assert {points for _, _, points in table_of(season)} == {0.0}
    result.refresh_from_db()
    refused("unchanged", result, owner, Change("void"))
    correct(result, owner, Change("restore"))
    assert table_of(season)[0] == (1, "Member 0", 3.0)
    assert list(LogLine.objects.filter(kind__in=("void", "restored")).order_by("pk").values_list("kind", flat=True)) == ["void", "restored"]


def test_a_sanction_places_a_member_last_and_the_others_move_up(season, result):
    a, *_ = entries(season)
    after_commit(lambda: corrections.sanction(result=result, entries=[a], reason="Two accounts at one table"))
    assert table_of(season) == [(1, "Member 1", 3.0), (2, "Member 2", 2.0), (3, "Member 3", 1.0), (4, "Member 0", 0.0)]
    assert LogLine.objects.get(kind="sanctioned").user is None


def test_places_as_corrected_hold_also_among_those_who_did_not_appear(season, result):
    owner, *_ = people(season)
    a, b, c, d = entries(season)
    after_commit(lambda: corrections.sanction(result=result, entries=[c, d], reason="Two accounts at one table"))
    correct(result, owner, Change("places", {a: 2, b: 1, c: 3, d: 3}))
    result.refresh_from_db()
    assert [(part.place, part.is_absent) for part in ledger.parts_of(result.parts)] == [(2, False), (1, False), (3, True), (3, True)]
    correct(result, owner, Change("places", {a: 2, b: 1, c: 3, d: 4}))  # they were there after all
    result.refresh_from_db()
    assert [(part.place, part.is_absent) for part in ledger.parts_of(result.parts)] == [(2, False), (1, False), (3, False), (4, False)]


def test_nobody_corrects_without_the_right_or_a_reason(season, result):
    owner, other, *_ = people(season)
    refused("no_right", result, other, Change("void"))
    refused("reason", result, owner, Change("void"), reason="  ")
    stranger = people(new_season(2))[0]
    refused("not_member", result, stranger, Change("void"))


@pytest.mark.parametrize("places", [{}, {0: 1}, "one too many", "zero"])
def test_places_that_cannot_be(season, result, places):
    owner, *_ = people(season)
    mine = entries(season)
    if places == "one too many":
        places = dict.fromkeys([*mine, 10**9], 1)
    elif places == "zero":
        places = dict.fromkeys(mine, 0)
    refused("places", result, owner, Change("places", places))


def test_a_bye_has_no_places_to_correct():
    season = new_season(3, format="duels")
    open_round(season)
    owner, *_ = people(season)
    [bye] = Result.objects.filter(kind="bye")
    [mine] = [part["member"] for part in bye.parts]
    refused("places", bye, owner, Change("places", {mine: 1}))
    correct(bye, owner, Change("void"))
    assert {points for _, _, points in table_of(season)} == {0.0}


def test_a_correction_after_the_end_changes_the_places_of_the_end(season, result):
    owner, *_ = people(season)
    a, b, c, d = entries(season)
    Season.objects.update(state="ended")
    correct(result, owner, Change("places", {a: 4, b: 3, c: 2, d: 1}))
    assert list(Entry.objects.filter(season=season).order_by("seed").values_list("place", flat=True)) == [4, 3, 2, 1]


def test_corrections_in_any_order_give_the_same_table(season):
    free = new_season(3, format="free")
    owner, *_ = people(free)
    made = [after_commit(lambda: results.take(match_id=free_match(people(free), [1, 2, 3]).pk))[0] for _ in range(2)]
    correct(made[0], owner, Change("void"))
    correct(made[1], owner, Change("void"))
    correct(made[0], owner, Change("restore"))
    assert table_of(free) == [(1, "Member 0", 2.0), (2, "Member 1", 1.0), (3, "Member 2", 0.0)]
