"""Pages of leagues: everyone gets what they may have, in a bounded number of queries."""

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bluffsite.accounts.models import User
from games.play.talk.avoiding import avoid
from leagues.models import Entry, Fixture, League, Seating
from leagues.services import joining, making, seasons, standing
from leagues.services.availability import say_when
from leagues.services.ending import end_season
from tests.leagues.people import league, member, person, plan, played, running

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
