"""What members are told of play: each thing once, in their own zone, and nothing to those who have gone or are banned for good."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from bluffsite.accounts import marks, notices
from bluffsite.accounts.leaving import erase
from bluffsite.accounts.models import Notice, User
from leagues.models import Entry, Fixture, League, Message, Season
from leagues.notices import tell_message
from leagues.readers.matches import fixture_in, possible_stand_ins
from leagues.services import corrections, disputes, playing_sweep, results, rounds, telling
from leagues.services.corrections import Change
from leagues.services.errors import LeagueError
from tests.leagues.played import begin, end, new_season, open_round, people, play
from tests.play.matches import after_commit

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return new_season(4)


def texts(user: User, kind: str | None = None) -> list[str]:
    found = Notice.objects.filter(user=user).order_by("pk")
    return list((found if kind is None else found.filter(kind=kind)).values_list("text_id", flat=True))


def said(user: User) -> str:
    return notices.sentence(Notice.objects.filter(user=user).latest("pk"), user)


def test_a_time_is_said_in_the_readers_zone_and_else_in_that_of_the_league_by_name(season: Season) -> None:
    League.objects.update(time_zone="Asia/Kathmandu")
    own, none, *_ = people(season)
    User.objects.filter(pk=own.pk).update(time_zone="Europe/Amsterdam")
    [fixture] = open_round(season)
    deadline = fixture.deadline.replace(hour=18, minute=0)
    Fixture.objects.update(deadline=deadline)
    fixture.refresh_from_db()
    after_commit(lambda: telling.near(fixture))
    with translation.override("nl"):
        for user, words in ((own, ("19:00", "20:00")), (none, ("23:45 (Asia/Kathmandu)",))):
            user.refresh_from_db()
            assert any(word in said(user) for word in words)
        assert "(" not in said(own)


def test_who_has_no_zone_and_no_league_reads_that_it_is_utc() -> None:
    user = User.objects.create(username="x", display_name="X")
    notice = Notice(user=user, kind="league_start", text_id="soon", params={"league": "L", "time_at": "2027-03-28T01:30:00+00:00"})
    assert "(UTC)" in notices.sentence(notice, user)
    notice.params["zone"] = "No/Where"
    assert "(UTC)" in notices.sentence(notice, user)


def test_who_is_banned_for_good_is_told_nothing_of_play_but_of_their_results(season: Season) -> None:
    owner, banned, timed_out, _ = people(season)
    [fixture] = open_round(season)
    result = play(fixture)
    Notice.objects.all().delete()
    marks.put(user=banned, kind="banned", ref="case")
    marks.put(user=timed_out, kind="timed_out", ref="case", until=timezone.now() + timedelta(hours=1))
    message = Message.objects.create(league=season.league, user=owner, text="Hello")
    tell_message(message.pk)
    after_commit(lambda: corrections.correct(result=result, user=owner, change=Change("void"), reason="Wrong options"))
    assert texts(banned) == ["void"]
    assert texts(timed_out) == ["message", "void"]  # the ban ends, and the round goes on


def test_a_correction_is_told_once_also_to_whoever_disputed_it(season: Season) -> None:
    owner, other, loud, _ = people(season)
    result = play(open_round(season)[0])
    Notice.objects.all().delete()
    disputes.dispute(fixture=result.fixture, user=loud, reason="I was first")
    after_commit(lambda: corrections.correct(result=result, user=owner, change=Change("void"), reason="Wrong options"))
    assert texts(other) == ["void"]
    assert texts(loud) == ["changed"]


def test_a_match_that_staff_ended_is_not_told_as_a_place(season: Season) -> None:
    user = people(season)[0]
    match = end(begin(open_round(season)[0]), [1, 2, 3, 4], phase="closed")
    after_commit(lambda: results.take(match_id=match.pk))
    assert texts(user, "league_result") == ["void"]
    assert "place" not in said(user)


def test_organisers_hear_once_that_the_next_round_has_too_few_members(season: Season) -> None:
    owner, other, *_ = people(season)
    play(open_round(season)[0])
    rounds.close_decided()
    Entry.objects.exclude(member__user=owner).update(state="withdrawn")
    now = timezone.now() + timedelta(days=30)
    for _ in range(2):
        with pytest.raises(LeagueError, match="too_few"):
            rounds.open_due(season_id=season.pk, now=now)
    assert texts(owner, "league_season") == ["waits"]
    assert "round 2 of season 1 waits" in said(owner)
    assert texts(other, "league_season") == []


def test_the_sweep_of_a_season_that_waits_goes_on(season: Season) -> None:
    Entry.objects.update(state="withdrawn")
    playing_sweep.sweep()
    playing_sweep.sweep()
    assert texts(people(season)[0], "league_season") == ["waits"]


def test_notices_to_others_lose_the_name_and_the_words_of_whoever_deletes_their_account(season: Season) -> None:
    gone, other, third, _ = people(season)
    [fixture] = open_round(season)
    message = Message.objects.create(league=season.league, user=gone, text="Secret of mine")
    tell_message(message.pk)
    result = play(fixture)
    after_commit(lambda: disputes.dispute(fixture=result.fixture, user=third, reason="I was first"))
    telling.unplanned(fixture, gone, timezone.now().isoformat())
    cancelled = Notice.objects.get(user=other, text_id="cancelled")
    assert "Member 0 cannot play" in notices.sentence(cancelled, other)
    erase(gone.pk)
    cancelled.refresh_from_db()
    assert "— cannot play" in notices.sentence(cancelled, other)
    assert "message" not in texts(other)
    assert not [notice for notice in Notice.objects.all() if gone.display_name in str(notice.params)]


def test_everybody_of_a_large_league_can_be_named_to_stand_in() -> None:
    season = new_season(520, format="swiss", rounds=1)
    fixture = open_round(season)[0]
    found = fixture_in(season.league, fixture.key, people(season)[0])
    assert len(possible_stand_ins(found)) == 520 - len(found.places)
