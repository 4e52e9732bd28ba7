"""Who has gone: nobody waits for them, nothing of the league reaches them, and their names go with them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.leaving import erase
from bluffsite.accounts.models import Mark, Notice
from games.play.models import Seat
from leagues.models import Entry, LogLine, Seating
from leagues.readers import matches
from leagues.services import corrections, deciding, fixtures, joining, results, telling, times
from leagues.services.corrections import Change
from leagues.services.errors import LeagueError
from leagues.services.log import sentence
from leagues.shown import changes_of
from tests.leagues.played import begin, end, member, new_season, open_round, people, play, players, seating
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


def as_(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(name, fixture, *args):
    return reverse(f"leagues:{name}", args=[fixture.season.league.key, fixture.key, *args])


@pytest.fixture
def fixture(db):
    return open_round(new_season(4))[0]


@pytest.fixture
def spare(fixture):
    """A member of the league who plays for the last one at the fixture."""
    user = member("Spare")
    named = fixture.season.league.memberships.create(user=user)
    last = players(fixture)[-1]
    deciding.substitute(fixture=fixture, user=last, entry_id=seating(fixture, last).entry_id, stand_in=named, reason="Away")
    return user


def remove(fixture, user, act=joining.remove):
    league = fixture.season.league
    owner = league.memberships.get(role="owner").user
    after_commit(lambda: act(league=league, user=owner, member_id=league.memberships.get(user=user).pk, reason="Enough"))


# --- stand-ins ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("act", [joining.remove, joining.ban])
def test_who_is_sent_away_stands_in_for_nobody_any_more(fixture, spare, act):
    whom = fixtures.seatings_of(fixture)[-1].entry.member.user
    assert matches.next_of(spare) is not None
    remove(fixture, spare, act)
    assert whom in players(fixture)
    assert matches.next_of(spare) is None
    assert Notice.objects.filter(user=whom, text_id="no_substitute").count() == 1
    assert LogLine.objects.get(kind="no_substitute").about == whom


def test_who_stood_in_and_left_has_nothing_of_the_league_in_the_calendar(fixture, spare):
    table = begin(fixture)
    match = end(table, [1, 2, 3, 4])
    after_commit(lambda: results.take(match_id=match.pk))
    assert len(matches.calendar_of(spare)) == 1
    remove(fixture, spare)
    assert matches.calendar_of(spare) == []


def test_a_stand_in_may_refuse_and_the_member_hears_it(fixture, spare):
    place = fixtures.seatings_of(fixture)[-1]
    assert address("stand_in", fixture, place.entry_id) in as_(spare).get(address("fixture", fixture)).content.decode()
    page = as_(spare).get(address("stand_in", fixture, place.entry_id)).content.decode()
    assert "I cannot stand in" in page
    assert as_(spare).post(address("stand_in", fixture, place.entry_id), {"reason": "Ill"}).status_code == 302
    place.refresh_from_db()
    assert place.stand_in is None
    assert Notice.objects.filter(user=place.entry.member.user, text_id="no_substitute").exists()
    with pytest.raises(LeagueError, match="no_right"):
        deciding.substitute(fixture=fixture, user=spare, entry_id=place.entry_id, stand_in=None, reason="Again")


def test_the_member_finds_the_way_to_play_after_all(fixture, spare):
    place = fixtures.seatings_of(fixture)[-1]
    page = as_(place.entry.member.user).get(address("fixture", fixture)).content.decode()
    assert "Change who plays instead of me" in page


def test_naming_the_same_substitute_again_changes_and_tells_nothing(fixture, spare):
    place = fixtures.seatings_of(fixture)[-1]
    named = fixture.season.league.memberships.get(user=spare)
    deciding.substitute(fixture=fixture, user=place.entry.member.user, entry_id=place.entry_id, stand_in=named, reason="Away")
    assert LogLine.objects.filter(kind="substitute").count() == 1
    assert Notice.objects.filter(user=spare, text_id="substitute").count() == 1


def test_whom_staff_muted_names_no_substitute_because_others_read_the_reason(fixture, spare):
    place = fixtures.seatings_of(fixture)[0]
    marks.put(user=place.entry.member.user, kind=Mark.Kind.MUTED, ref="case")
    named = fixture.season.league.memberships.create(user=member("Another"))
    with pytest.raises(LeagueError, match="barred"):
        deciding.substitute(fixture=fixture, user=place.entry.member.user, entry_id=place.entry_id, stand_in=named, reason="x")


# --- nothing reaches who has left -----------------------------------------------------------------------------------
def test_who_has_left_the_league_hears_nothing_of_its_matches(fixture):
    owner = people(fixture.season)[0]
    first, *_, gone = [player for player in players(fixture) if player != owner]
    remove(fixture, gone)
    Notice.objects.all().delete()
    times.propose(fixture=fixture, user=first, at=timezone.now() + timedelta(days=1))
    telling.near(fixture)
    assert Notice.objects.filter(text_id__in=("proposed", "near")).exclude(user=gone).exists()
    entry = seating(fixture, first).entry_id
    after_commit(lambda: deciding.decide_without_match(fixture=fixture, user=owner, appeared=[entry], reason="No show"))
    after_commit(lambda: corrections.correct(result=fixture.result, user=owner, change=Change("void"), reason="By mistake"))
    assert Notice.objects.filter(kind="league_correction").count() == 3
    assert not Notice.objects.filter(user=gone).exists()


def test_a_match_from_which_one_has_withdrawn_is_no_next_match_for_them(fixture):
    gone, other, *_ = players(fixture)
    assert matches.next_of(gone) is not None
    Entry.objects.filter(member__user=gone).update(state="withdrawn")
    assert matches.next_of(gone) is None
    assert matches.next_of(other) is not None
    page = as_(gone).get(address("fixture", fixture)).content.decode()
    assert 'value="here"' not in page


def test_a_match_that_was_played_stays_with_who_withdraws_later(fixture):
    result = play(fixture)
    user = result.fixture.seatings.first().entry.member.user
    Entry.objects.filter(member__user=user).update(state="withdrawn")
    assert len(matches.calendar_of(user)) == 1


# --- nobody is kept from playing ------------------------------------------------------------------------------------
def test_a_cool_down_closes_open_tables_and_not_a_league_match_to_its_members():
    season = new_season(4, league_is_public=True)
    [fixture] = open_round(season)
    marks.put(user=players(fixture)[0], kind=Mark.Kind.COOL_DOWN, ref="leaving:1", until=timezone.now() + timedelta(hours=1))
    assert begin(fixture).phase == "playing"


def test_the_match_waits_without_a_word_for_one_who_was_shut_out_while_waiting(fixture):
    shut_out, *others = players(fixture)
    after_commit(lambda: fixtures.come(fixture=fixture, user=shut_out))
    marks.put(user=shut_out, kind=Mark.Kind.TIMED_OUT, ref="case", until=timezone.now() + timedelta(days=30))
    for user in others:
        assert after_commit(lambda user=user: fixtures.come(fixture=fixture, user=user)) is None
    Seating.objects.filter(fixture=fixture).update(here_at=fixture.deadline)
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=fixture.deadline))
    fixture.refresh_from_db()
    assert [seat.user for seat in Seat.objects.filter(table=fixture.table).order_by("index")] == others


def test_who_comes_when_the_others_have_begun_without_them_is_told_so(fixture):
    late, *here = players(fixture)
    Seating.objects.filter(fixture=fixture, entry__member__user__in=here).update(here_at=fixture.deadline)
    after_commit(lambda: fixtures.decide(fixture_id=fixture.pk, now=fixture.deadline))
    with pytest.raises(LeagueError, match="begun"):
        fixtures.come(fixture=fixture, user=late)


# --- names ----------------------------------------------------------------------------------------------------------
def test_the_log_keeps_no_name_of_who_deleted_their_account(fixture):
    result = play(fixture)
    owner = people(fixture.season)[0]
    gone = next(user for user in people(fixture.season) if user != owner)
    gone.display_name = "Zebedee"
    gone.save()
    entries = list(result.fixture.seatings.values_list("entry", flat=True))
    places = {entry: len(entries) - at for at, entry in enumerate(entries)}
    after_commit(lambda: corrections.correct(result=result, user=owner, change=Change("places", places), reason="Turned"))
    line = LogLine.objects.get(kind="corrected")
    assert "Zebedee" in sentence(line)
    assert "Zebedee" in {name for name, _, _ in changes_of(line)}
    after_commit(lambda: erase(gone.pk))
    line.refresh_from_db()
    assert "Zebedee" not in f"{sentence(line)} {changes_of(line)} {line.facts} {line.before}"
    assert owner.display_name in sentence(line)
