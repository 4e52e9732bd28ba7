"""Pages of leagues: everyone gets what they may have, in a bounded number of queries."""

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from games.play.talk.avoiding import avoid
from leagues.models import Entry, Fixture, League, Result, Seating, Standing
from leagues.selectors import records_of
from leagues.services import entering, joining, making, seasons, standing
from leagues.services.availability import say_when
from leagues.services.ending import end_season
from leagues.services.errors import SENTENCES, LeagueError
from tests.leagues.people import league, member, person, plan, played, running
from tests.leagues.played import open_round

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def changing(answer: HttpResponse, key: str) -> str:
    """A page without what differs each time: nonces, tokens, and the address that was asked for."""
    text = re.sub(r'(nonce|value)="[^"]{20,}"', "", answer.content.decode())
    return text.replace(key, "")


def test_the_owner_opens_every_page(client: Client) -> None:
    owner, other = person("Anna"), person("Bob")
    made = league(owner, other)
    mine = signed_in(owner)
    for name in ("home", "log", "members", "me", "leave", "organise", "plan", "start", "call_off", "message", "change", "close"):
        answer = mine.get(reverse(f"leagues:{name}", args=[made.key]))
        assert answer.status_code == 200, name
    for address in (
        reverse("leagues:list"),
        reverse("leagues:choose"),
        reverse("leagues:new", args=["blef"]),
        reverse("leagues:season", args=[made.key, 1]),
        reverse("leagues:member", args=[made.key, made.memberships.get(user=other).pk]),
        reverse("leagues:organise_member", args=[made.key, made.memberships.get(user=other).pk]),
    ):
        assert mine.get(address).status_code == 200, address
    assert client.get(reverse("leagues:invitation", args=[made.invite_key])).status_code == 200


def test_the_home_of_the_site_leads_to_the_next_league_match() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    assert "next league match" not in signed_in(person()).get("/en/").content.decode()
    fixture = Fixture.objects.create(
        key="next0000", season=season, division=season.divisions.get(), deadline=timezone.now() + timedelta(days=3)
    )
    Seating.objects.create(fixture=fixture, entry=Entry.objects.get(season=season, member__user=bob), index=0)
    page = signed_in(bob).get("/en/").content.decode()
    assert "Your next league match" in page
    assert "in 3 days" in page
    assert reverse("leagues:home", args=[season.league.key]) in page
    assert "next league match" not in signed_in(carla).get("/en/").content.decode()


def test_a_private_league_is_no_more_there_than_none(client: Client) -> None:
    made = league(person("Anna"), joining_by="link")
    eve = signed_in(person("Eve"))
    for reader in (client, eve):
        hidden, nothing = reader.get(f"/en/leagues/{made.key}/"), reader.get("/en/leagues/000000000000/")
        assert hidden.status_code == nothing.status_code == 404
        assert changing(hidden, made.key) == changing(nothing, "000000000000")
    assert made.name not in eve.get("/en/leagues/").content.decode()
    assert made.name in client.get(f"/en/leagues/join/{made.invite_key}/").content.decode(), "the link is the invitation"


def test_a_form_that_is_refused_keeps_what_was_typed() -> None:
    anna = signed_in(person("Anna"))
    typed = {"name": "Our league", "joining": "link", "format": "swiss", "first_day": "2001-01-01", "round_days": "9", "time_zone": "UTC"}
    answer = anna.post("/en/leagues/new/blef/", typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "This date has passed" in page
    assert 'value="Our league"' in page
    assert 'value="9"' in page
    answer = anna.post("/en/leagues/new/bluffen/", {**typed, "first_day": "2099-13-45", "decks": "2"})
    assert "This is not a date." in answer.content.decode()
    assert not League.objects.exists()


def test_text_of_people_is_text_everywhere() -> None:
    owner = person("<b>Anna</b>")
    made = league(owner)
    making.change_league(
        league=made,
        user=owner,
        name="<script>alert(1)</script>",
        about="<img src=x>\n\nhttp://evil.example",
        joining="open",
        is_public=True,
        most_members=20,
        time_zone="UTC",
        languages=[],
    )
    for page in ("", "log/", "members/", "organise/", "seasons/1/"):
        text = signed_in(owner).get(f"/en/leagues/{made.key}/{page}").content.decode()
        assert "<script>alert" not in text, page
        assert "<b>Anna" not in text, page
        assert "<img src=x" not in text, page


def test_a_guest_who_would_join_registers_and_comes_back(client: Client) -> None:
    made = league(person("Anna"), joining_by="link")
    address = f"/en/leagues/join/{made.invite_key}/"
    asked = client.post(address)
    assert asked.status_code == 302
    assert asked["Location"] == f"/en/register/?next={address.replace('/', '%2F')}"


def test_a_season_that_has_ended_names_its_winners_records_and_the_next() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    played(season, bob, owner, carla)
    played(season, bob, carla, owner)
    standing.recompute(season_id=season.pk)
    end_season(season=season, user=owner, reason="Summer")
    address = reverse("leagues:season", args=[season.league.key, 1])
    page = signed_in(bob).get(address).content.decode()
    assert 'id="winners">Winners</h2><ul class="plain"><li><strong><bdi>Bob</bdi>' in page
    assert "<dt>Most matches won</dt><dd>2 – <bdi>Bob</bdi></dd>" in page
    assert "is planned" not in page
    seasons.plan_season(league=season.league, user=owner, plan=plan())
    assert "Sign up for the season" in signed_in(bob).get(address).content.decode()
    assert "You take part." in signed_in(owner).get(address).content.decode()


def test_the_page_of_a_member_tells_matches_attendance_and_trophies() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    played(season, bob, owner, carla)
    standing.recompute(season_id=season.pk)
    away = timezone.localdate() + timedelta(days=9)
    say_when(league=season.league, user=bob, free_times=["1e"], away_until=away)
    address = reverse("leagues:member", args=[season.league.key, member(season.league, bob).pk])
    page = signed_in(carla).get(address).content.decode()
    assert "place 1 of 3" in page
    assert "<dt>Matches played</dt><dd>1</dd>" in page
    assert "Tuesday: evening" in page
    assert f'<time datetime="{away}">' in page
    assert "Tuesday: evening" not in signed_in(person("Eve")).get(address).content.decode(), "that is for the league alone"


@pytest.mark.parametrize(
    "rest",
    [
        "members/99999999999999999999999/",
        "seasons/99999999999999999999999/",
        "members/?page=99999999&q=%00",
        "log/?before=99999999999999999999",
    ],
)
def test_numbers_and_signs_that_nothing_has_are_no_fault(rest: str) -> None:
    owner = person("Anna")
    made = league(owner)
    assert signed_in(owner).get(f"/en/leagues/{made.key}/{rest}").status_code in (200, 404)
    assert signed_in(owner).get("/en/leagues/?q=%00&page=x&game=chess").status_code == 200
    assert signed_in(owner).get("/en/leagues/%00/").status_code == 404


def test_a_request_is_taken_back_where_the_league_is_not_open_to_the_person_yet(client: Client) -> None:
    owner, asking = person("Anna"), person("Bob")
    made = league(owner, joining_by="link")
    avoid(user=owner, other=asking, name="Bob", is_block=True)
    joining.join(league=made, user=asking, invitation=made.invite_key)
    assert member(made, asking).state == "asked"
    client.force_login(asking, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("leagues:list")).content.decode()
    assert f'href="{reverse("leagues:home", args=[made.key])}"' not in page, "it would lead nowhere"
    assert reverse("leagues:leave", args=[made.key]) in page
    assert client.post(reverse("leagues:leave", args=[made.key])).status_code == 302
    assert member(made, asking).state == "left"
    assert client.post(reverse("leagues:leave", args=[made.key])).status_code == 404


def test_a_last_day_beyond_all_days_is_refused_and_not_forgotten() -> None:
    anna = person("Anna")
    client = Client()
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    typed = {"name": "Tuesdays", "joining": "link", "format": "free", "first_day": timezone.now().date().isoformat(), "round_days": "7"}
    answer = client.post(reverse("leagues:new", args=["blef"]), {**typed, "time_zone": "UTC", "last_day": "9999-12-31"})
    assert answer.status_code == 422
    assert "This date is too far away." in answer.content.decode()
    assert not League.objects.filter(name="Tuesdays").exists()


def test_who_is_in_every_public_league_is_told_so_and_finds_them_by_name() -> None:
    """Above the whole list stand one's own; what is looked for is found wherever it is."""
    owner = person("Anna")
    made = league(owner)
    League.objects.filter(pk=made.pk).update(is_public=True, name="Tuesday league")
    mine = signed_in(owner)
    page = mine.get("/en/leagues/").text
    assert "There is no other public league just now." in page
    assert page.count("Tuesday league") == 1
    assert "Tuesday league" in mine.get("/en/leagues/?q=tuesd").text
    assert "No public league is like that." in mine.get("/en/leagues/?q=friday").text
    League.objects.all().delete()
    assert "There is no public league yet." in mine.get("/en/leagues/").text


def test_a_page_says_what_comes_next_where_nothing_can_be_done() -> None:
    """A season with too few leads to the invitation; a closed league has nothing of seasons, and is opened again without alarm."""
    owner = person("Anna")
    made = league(owner, game="blef")
    page = signed_in(owner).get(reverse("leagues:start", args=[made.key])).content.decode()
    home = reverse("leagues:home", args=[made.key])
    assert f'href="{home}#invite"' in page
    assert 'id="invite"' in signed_in(owner).get(home).content.decode()
    assert '<span class="badge">Blef</span>' in signed_in(person("Eve")).get(home).content.decode(), "a stranger reads which game it is"
    desk = reverse("leagues:organise", args=[made.key])
    assert 'id="seasons"' in signed_in(owner).get(desk).content.decode()
    making.close_league(league=made, user=owner)
    page = signed_in(owner).get(desk).content.decode()
    assert 'id="seasons"' not in page
    assert "button danger" not in page


# --- who cannot join ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("code", "joining_by", "fields"),
    [
        ("banned", "request", {}),
        ("banned", "open", {}),
        ("full", "open", {"most_members": 1}),
        ("full", "request", {"most_members": 1}),
        ("not_open", "link", {"is_public": True}),
    ],
)
def test_who_cannot_join_reads_why_and_finds_no_button(code: str, joining_by: str, fields: dict[str, object]) -> None:
    made, bob = league(person("Anna"), joining_by=joining_by), person("Bob")
    League.objects.filter(pk=made.pk).update(**fields)
    made.refresh_from_db()
    if code == "banned":
        made.memberships.create(user=bob, state="banned")
    with pytest.raises(LeagueError, match=f"^{code}$"):
        joining.join(league=made, user=bob)
    join = f'action="{reverse("leagues:join", args=[made.key])}"'
    reader = signed_in(bob)
    for address in (reverse("leagues:home", args=[made.key]), reverse("leagues:list")):
        page = reader.get(address).content.decode()
        assert str(SENTENCES[code]) in page, address
        assert join not in page, address
    if code == "not_open":
        assert joining.join(league=made, user=bob, invitation=made.invite_key).state == "in"
        return
    page = reader.get(reverse("leagues:invitation", args=[made.invite_key])).content.decode()
    assert str(SENTENCES[code]) in page
    assert "Join the league" not in page


def test_whom_staff_shut_out_finds_no_way_into_a_league_but_the_decision() -> None:
    made, bob = league(person("Anna")), person("Bob")
    marks.put(user=bob, kind="timed_out", ref="test", until=timezone.now() + timedelta(days=1))
    for address in (
        reverse("leagues:home", args=[made.key]),
        reverse("leagues:list"),
        reverse("leagues:invitation", args=[made.invite_key]),
    ):
        page = signed_in(bob).get(address).content.decode()
        assert (made.name in page, "Join the league" in page, reverse("leagues:join", args=[made.key]) in page) == (False,) * 3, address
    with pytest.raises(LeagueError, match=r"^barred$"):
        joining.join(league=made, user=bob)


@pytest.mark.parametrize(("joining_by", "button"), [("open", "Join the league"), ("request", "Ask to join")])
def test_who_can_join_has_the_button_with_an_account_and_without_and_so_has_whom_the_owner_blocks(joining_by: str, button: str) -> None:
    owner, bob = person("Anna"), person("Bob")
    made = league(owner, joining_by=joining_by)
    avoid(user=owner, other=bob, name="Bob", is_block=True)
    for reader in (signed_in(bob), signed_in(person()), Client()):
        page = reader.get(reverse("leagues:home", args=[made.key])).content.decode()
        assert button in page
        assert f'action="{reverse("leagues:join", args=[made.key])}"' in page
        assert f'action="{reverse("leagues:join", args=[made.key])}"' in reader.get(reverse("leagues:list")).content.decode()


# --- what is counted ------------------------------------------------------------------------------------------------
def spoken(page: str) -> str:
    """The text without its tags, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_numbers_are_read_out_in_their_own_form() -> None:
    made = league(person("Anna"))
    invitation = reverse("leagues:invitation", args=[made.invite_key])
    assert "1 member" in spoken(Client().get(invitation).content.decode())
    assert "1 members" not in spoken(Client().get(invitation).content.decode())
    assert "1 members" not in spoken(Client().get(reverse("leagues:list")).content.decode())
    joining.join(league=made, user=person("Bob"))
    assert "2 members" in spoken(Client().get(invitation).content.decode())


def test_one_takes_part_and_one_match_is_decided() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    home = reverse("leagues:home", args=[league(owner).key])
    assert "1 takes part" in spoken(signed_in(owner).get(home).content.decode())
    season = running(owner, bob, carla)
    round_ = open_round(season)[0].round
    page = spoken(signed_in(owner).get(reverse("leagues:matches", args=[season.league.key])).content.decode())
    assert (round_.number, "0 of 1 match is decided." in page) == (1, True)


def test_a_place_up_and_places_down_are_read_out_in_their_own_form() -> None:
    people = [person(f"P{at}") for at in range(4)]
    season = running(*people)
    standing.recompute(season_id=season.pk)
    for at, (place, before) in enumerate([(1, 2), (2, 1), (3, 1), (4, 7)]):
        Standing.objects.filter(entry__member__user=people[at]).update(place=place, before=before)
    page = spoken(signed_in(people[0]).get(reverse("leagues:table", args=[season.league.key])).content.decode())
    for text in ("↑ 1 place up since", "↓ 1 place down since", "↓ 2 places down since", "↑ 3 places up since"):
        assert text in page.replace("↑", "↑ ").replace("↓", "↓ ").replace("  ", " "), text


# --- a season that is over ------------------------------------------------------------------------------------------
def test_the_home_of_a_season_that_is_over_counts_all_who_are_in_its_table() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    played(season, owner, bob, carla)
    standing.recompute(season_id=season.pk)
    entering.withdraw(season=season, user=carla)
    home = reverse("leagues:home", args=[season.league.key])
    assert "2 take part" in spoken(signed_in(owner).get(home).content.decode())
    end_season(season=season)
    page = spoken(signed_in(owner).get(home).content.decode())
    assert "3 took part" in page
    assert "Carla" in spoken(signed_in(owner).get(reverse("leagues:season", args=[season.league.key, 1])).content.decode())


def test_the_record_of_matches_played_counts_only_those_that_were_played() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    for _ in range(2):
        played(season, bob, carla)
    for kind in ("forfeit", "bye", "match"):
        fixture = played(season, owner, bob)
        Result.objects.filter(fixture=fixture).update(kind=kind, is_void=kind == "match")
    played(season, owner, bob).seatings.filter(entry__member__user=bob).update(is_absent=True)
    played(season, owner, carla)
    standing.recompute(season_id=season.pk)
    [record] = [one for one in records_of(season) if one.what == "played"]
    assert (record.value, [entry.member.user for entry in record.entries]) == (3, [carla])


# --- a round, a calendar, a dispute ---------------------------------------------------------------------------------
def test_a_round_that_is_decided_asks_nobody_to_agree_on_a_time() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    [fixture] = open_round(season)
    address = reverse("leagues:matches", args=[season.league.key])
    page = signed_in(owner).get(address).content.decode()
    assert ("Agree on a time" in page, "The round is over." in page) == (True, False)
    Fixture.objects.filter(pk=fixture.pk).update(state="not_played", why="nobody", done_at=timezone.now())
    assert fixture.round.closed_at is None, "the sweep has not been there"
    page = signed_in(owner).get(address).content.decode()
    assert ("Agree on a time" in page, "The round is over." in page) == (False, True)


def test_the_calendar_calls_what_is_over_decided_however_it_was() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    [fixture] = open_round(season)
    Fixture.objects.filter(pk=fixture.pk).update(state="not_played", why="nobody", done_at=timezone.now())
    page = spoken(signed_in(owner).get(reverse("leagues:calendar", args=[season.league.key])).content.decode())
    assert page.index("Decided") < page.index("Not played. Nobody appeared by the deadline.")
    assert "Played" not in page.replace("Not played", "").replace("To be played", "")


def test_who_disputes_a_result_comes_back_to_the_match() -> None:
    owner, bob, carla = person("Anna"), person("Bob"), person("Carla")
    season = running(owner, bob, carla)
    match = played(season, owner, bob)
    key = season.league.key
    there = reverse("leagues:fixture", args=[key, match.key])
    reader = signed_in(bob)
    for _ in range(2):  # the second is refused, since it was said already
        assert reader.post(reverse("leagues:dispute", args=[key, match.key]), {"reason": "I was first"}).url == there
    assert signed_in(carla).post(reverse("leagues:dispute", args=[key, match.key]), {"reason": "So was I"}).url == there
    assert "You have disputed this result." in reader.get(there).content.decode()
