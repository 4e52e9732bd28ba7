"""Readers of leagues look at what they show, not at all that was ever played."""

import pytest

from leagues.models import Entry, Result
from leagues.play_forms import SubstituteForm
from leagues.readers import matches, tables
from leagues.services import results
from tests.leagues.played import free_match, new_season, open_round, people, play
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


def test_ones_own_matches_are_found_without_reading_all_seats_without_a_substitute() -> None:
    plan = matches.mine(people(new_season(3))[0]).explain()
    assert plan.count("stand_in_id=?") <= 1  # as SQLite says: only the matches that one plays for others


def test_the_cross_table_reads_the_matches_of_both_alone() -> None:
    season = new_season(5, format="free")
    a, b, c, d, e = people(season)
    for users in ([a, b], [a, c], [b, c, d], [d, e]):
        after_commit(lambda users=users: results.take(match_id=free_match(users, [*range(1, len(users) + 1)]).pk))
    entry = {one.member.user_id: one.pk for one in Entry.objects.select_related("member")}
    first, _, third, _ = Result.objects.order_by("pk").values_list("pk", flat=True)
    assert list(tables._of_both({entry[a.pk]}, {entry[b.pk]})) == [first]
    assert set(tables._of_both({entry[a.pk], entry[b.pk]}, {entry[b.pk], entry[d.pk]})) == {first, third}
    assert tables._of_both({entry[a.pk]}, {entry[e.pk]}) == {}


def test_the_calendar_holds_what_is_to_come_and_the_last_that_is_over() -> None:
    season = new_season(3, rounds=5)
    for _ in range(3):
        play(open_round(season)[0])
    open_round(season)
    user = people(season)[0]
    assert [row.fixture.round.number for row in matches.calendar_of(user)] == [4, 3, 2, 1]
    assert [row.fixture.round.number for row in matches.calendar_of(user, most=2)] == [4, 3]


def test_a_long_list_of_names_is_a_select_like_any_other() -> None:
    people_ = [(1, "Anna"), (2, "<b>Ben</b> & Co")]
    form = SubstituteForm({"stand_in": "2", "reason": ""}, people=people_)
    assert not form.is_valid()
    html = str(form["stand_in"])
    assert '<option value="2" selected>&lt;b&gt;Ben&lt;/b&gt; &amp; Co</option>' in html
    assert html.count(" selected") == 1
    assert html.startswith("<select")
    assert 'name="stand_in"' in html
    assert 'id="id_stand_in"' in html
    assert not SubstituteForm({"stand_in": "9", "reason": "x"}, people=people_).is_valid()
    assert SubstituteForm({"stand_in": "", "reason": "x"}, people=people_).is_valid()
