"""Every page of a league says what comes next: also to who has nothing to play, who disputed, and who has to decide."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues.models import Entry, Fixture, Round, Season, Seating
from leagues.services import disputes, entering, fixtures
from leagues.services.ending import end_season
from leagues.services.rounds import end_of
from tests.leagues.played import new_season, open_round, people, play, players
from tests.leagues.test_played_pages import as_, get, url

pytestmark = pytest.mark.django_db


def home(user, season):
    return get(user, "home", season)


# --- the home of a league -------------------------------------------------------------------------------------------
def test_who_has_a_bye_or_has_played_reads_when_the_next_round_begins():
    season = new_season(7)
    first, *_ = open_round(season)
    free = Seating.objects.get(fixture__is_bye=True).entry.member.user
    assert "You have a bye in this round" in home(free, season)
    player = players(first)[0]
    assert "Nothing to play now" not in home(player, season), "there is a match to play"
    play(first)
    page = home(player, season)
    assert "Your match of this round is decided." in page
    assert "The next round begins:" in page
    assert end_of(season, 1).isoformat(timespec="minutes") in page


def test_after_the_last_round_the_home_says_when_the_season_ends():
    season = new_season(4, rounds=1)
    [fixture] = open_round(season)
    play(fixture)
    page = home(people(season)[0], season)
    assert "The season ends:" in page
    assert "The next round begins:" not in page


def test_who_enters_late_reads_from_which_round_they_play():
    season = new_season(4)
    open_round(season)
    Entry.objects.filter(member__user=people(season)[3]).update(from_round=2)
    Seating.objects.filter(entry__from_round=2).delete()
    assert "You play from round 2." in home(people(season)[3], season)


def test_who_is_away_reads_that_they_are_not_paired():
    season = new_season(5)
    away = people(season)[4]
    season.entries.filter(member__user=away).update(state="withdrawn")
    open_round(season)
    season.entries.filter(member__user=away).update(state="in")
    assert "You are not paired in this round." in home(away, season)


def test_those_who_are_left_read_that_they_are_too_few():
    season = new_season(4)
    [fixture] = open_round(season)
    Fixture.objects.filter(pk=fixture.pk).update(state="not_played")
    for user in people(season)[2:]:
        entering.withdraw(season=season, user=user)
    assert "Too few are left for another round." in home(people(season)[0], season)


def test_in_free_play_the_next_act_is_a_table_by_the_rules_of_the_season():
    season = new_season(3, format="free", options={"games": 3})
    user = people(season)[0]
    page = home(user, season)
    assert f"{reverse('lobby:new_table', args=['liars_dice'])}?" in page
    assert "games=3" in page
    assert "With a computer or anybody else at the table it does not count." in page
    entering.withdraw(season=season, user=user)
    assert "games=3" not in home(user, season), "their tables do not count"
    Season.objects.update(state="ended", ended_at=timezone.now())
    assert "games=3" not in home(people(season)[1], season)


def test_the_home_takes_as_few_queries_for_who_has_nothing_to_play(django_assert_max_num_queries):
    season = new_season(7)
    open_round(season)
    free = Seating.objects.get(fixture__is_bye=True).entry.member.user
    client = as_(free)
    client.get(url("home", season))
    with django_assert_max_num_queries(14):
        client.get(url("home", season))


@pytest.mark.parametrize("state", ["ended", "called_off"])
def test_between_seasons_who_may_is_led_to_plan_the_next_and_the_others_are_told_that_they_will_hear(state):
    season = new_season(3)
    Season.objects.update(state=state, ended_at=timezone.now())
    owner, other, _ = people(season)
    told = "When the next season is planned, all members are told."
    assert told in home(owner, season)
    assert url("plan", season) in home(owner, season)
    assert told in home(other, season)
    assert url("plan", season) not in home(other, season)
    season.league.seasons.create(number=2, starts_at=timezone.now(), options=season.options)
    assert told not in home(other, season)
    assert f'"{url("plan", season)}"' not in home(owner, season)


# --- invitations ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("language", "other"), [("ne", "nl"), ("de", "en")])
def test_an_invitation_is_read_in_the_language_of_who_opens_it(language, other):
    season = new_season(3)
    owner = people(season)[0]
    path = f"/leagues/join/{season.league.invite_key}/"
    for name in ("home", "organise"):
        page = as_(owner).get(url(name, season).replace("/en/", f"/{other}/", 1)).content.decode()
        assert f'value="http://localhost:8000{path}"' in page.replace("http://testserver", "http://localhost:8000")
        assert f"/{other}{path}" not in page
    answer = Client(headers={"accept-language": language}).get(path, follow=True)
    assert answer.redirect_chain[-1][0] == f"/{language}{path}"
    assert season.league.name in answer.content.decode()


# --- matches --------------------------------------------------------------------------------------------------------
def test_the_calendar_has_the_deadline_of_a_match_without_a_time_and_else_the_time():
    season = new_season(4)
    [fixture] = open_round(season)
    user = people(season)[0]
    assert fixture.deadline.isoformat(timespec="minutes") in get(user, "calendar", season)
    at = fixture.deadline - timedelta(days=1)
    Fixture.objects.filter(pk=fixture.pk).update(planned_at=at)
    page = get(user, "calendar", season)
    assert at.isoformat(timespec="minutes") in page
    assert fixture.deadline.isoformat(timespec="minutes") not in page


def test_an_open_page_of_a_match_that_is_decided_meanwhile_is_loaded_again():
    [fixture] = open_round(new_season(4))
    user = players(fixture)[0]
    fixtures.come(fixture=fixture, user=user)
    fixtures.decide(fixture_id=fixture.pk, now=fixture.deadline)
    Fixture.objects.filter(pk=fixture.pk).update(state="finished", why="alone")
    address = url("fixture", fixture.season, fixture.key)
    told = as_(user).post(address, {"do": "here"}, headers={"X-Requested-With": "fixture"}).json()
    assert told == {"to": address}


def test_who_does_not_play_any_more_is_named_so_and_not_waited_for():
    season = new_season(4)
    [fixture] = open_round(season)
    gone, waits, *_ = players(fixture)
    says = "does not play any more"
    pages = ("home", ()), ("fixture", (fixture.key,)), ("matches", ())
    assert not any(says in get(waits, name, season, *args) for name, args in pages)
    entering.withdraw(season=season, user=gone)
    for name, args in pages:
        assert get(waits, name, season, *args).count(says) == 1, name
    Fixture.objects.update(state="not_played", done_at=timezone.now())
    assert says not in get(waits, "matches", season), "it says who was absent, and that is all"


def test_a_season_that_runs_has_begun_and_does_not_begin():
    season = new_season(4)
    page = get(people(season)[0], "season", season, 1)
    assert "Began:" in page
    assert "Begins:" not in page


# --- disputes -------------------------------------------------------------------------------------------------------
@pytest.fixture
def disputed(db):
    season = new_season(4)
    [fixture] = open_round(season)
    play(fixture)
    user = people(season)[1]
    disputes.dispute(fixture=fixture, user=user, reason="The line was down.")
    return fixture


def test_who_disputed_reads_where_it_stands_and_is_not_asked_to_dispute_again(disputed):
    owner, user, other, _ = people(disputed.season)
    dispute = url("dispute", disputed.season, disputed.key)
    assert dispute in get(other, "fixture", disputed.season, disputed.key)
    page = get(user, "fixture", disputed.season, disputed.key)
    assert dispute not in page
    assert "The organisers decide, and you hear it." in page
    disputes.uphold(dispute=disputed.result.disputes.get(), user=owner, reason="The others agree.")
    page = get(user, "fixture", disputed.season, disputed.key)
    assert "it stays as it is" in page
    assert "The others agree." in page
    assert "The others agree." not in get(other, "fixture", disputed.season, disputed.key)


def test_nobody_is_asked_to_dispute_what_can_be_disputed_no_more(disputed):
    other = people(disputed.season)[2]
    Season.objects.update(state="ended", ended_at=timezone.now() - disputes.AFTER_THE_END - timedelta(hours=1))
    assert url("dispute", disputed.season, disputed.key) not in get(other, "fixture", disputed.season, disputed.key)


def test_who_decides_a_dispute_comes_from_it_to_the_match_and_to_its_correction(disputed):
    owner = people(disputed.season)[0]
    dispute = disputed.result.disputes.get()
    for page in (get(owner, "organise", disputed.season), get(owner, "answer", disputed.season, dispute.pk)):
        assert f'"{url("fixture", disputed.season, disputed.key)}"' in page
        assert url("correct", disputed.season, disputed.key) in page


def test_no_button_opens_a_round_that_cannot_be_played_any_more():
    season = new_season(4, ends_at=timezone.now() + timedelta(days=9))
    [fixture] = open_round(season)
    play(fixture)
    Round.objects.update(closed_at=timezone.now())
    owner = people(season)[0]
    assert url("open_next", season) in get(owner, "matches", season)
    Season.objects.update(ends_at=timezone.now() + timedelta(minutes=30))
    assert url("open_next", season) not in get(owner, "matches", season)


def test_the_table_that_free_play_leads_to_is_one_whose_match_counts():
    season = new_season(3, format="free", options={"games": 3})
    user = people(season)[0]
    [address] = set(re.findall(r'href="([^"]*liars_dice/\?[^"]*)"', home(user, season) + get(user, "matches", season)))
    page = as_(user).get(address.replace("&amp;", "&")).content.decode()
    assert 'name="one_phone" value="yes"' not in page
    phone = as_(user).get(reverse("lobby:new_table", args=["liars_dice"]), {"one_phone": "1"}).content.decode()
    assert 'name="one_phone" value="yes"' in phone


def test_nobody_wins_a_season_in_which_nothing_counted():
    season = new_season(3, format="free")
    owner, other, _ = people(season)
    end_season(season=season, user=owner, reason="Nobody came.")
    page = get(other, "season", season, 1)
    assert "Final table" in page
    assert "Winners" not in page
    assert "Winners" not in get(owner, "log", season)
    assert "Trophies" not in get(owner, "member", season, season.league.memberships.get(user=other).pk)
