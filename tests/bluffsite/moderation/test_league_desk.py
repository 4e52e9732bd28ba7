"""The texts of a league at the desk, and names that are taken away: gone wherever they were read."""

import pytest
from django.test import Client

from bluffsite.accounts.models import Notice
from bluffsite.moderation.desk import leagues
from bluffsite.moderation.desk.models import AuditEntry
from games.play.services.inviting import invite
from games.play.talk.models import Line
from leagues.notices import tell
from leagues.services import corrections, log, making
from tests.bluffsite.moderation.cases import code_of, decided, report
from tests.leagues import people as leaguers
from tests.leagues import played
from tests.play import people

pytestmark = pytest.mark.django_db
RUDE = "Rude words"


@pytest.fixture
def league():
    owner = leaguers.person("Olga")
    made = leaguers.league(owner, leaguers.person("Mia"))
    making.change_league(
        league=made,
        user=owner,
        name=RUDE,
        about="More rude words",
        joining="open",
        is_public=True,
        most_members=20,
        time_zone="UTC",
        languages=[],
    )
    made.refresh_from_db()
    tell(made, "league_people", "accepted", [owner])
    return made


@pytest.fixture
def desk(vera) -> Client:
    client = Client()
    client.force_login(vera)
    return client


def everywhere(league) -> str:
    """All that people could read of it."""
    league.refresh_from_db()
    lines = [(line.before, line.after, line.reason) for line in league.log.all()]
    return str([league.name, league.about, lines, list(league.messages.values_list("text")), list(Notice.objects.values_list("params"))])


def test_a_name_is_taken_from_a_league_wherever_it_stands(desk, league):
    owner = league.memberships.get(role="owner").user
    values = {"joining": "open", "is_public": True, "most_members": 20, "time_zone": "UTC", "languages": ["nl"], "about": league.about}
    making.change_league(league=league, user=owner, name="Fine", **values)
    making.change_league(league=league, user=owner, name=RUDE, **values)
    tell(league, "league_people", "accepted", [owner])
    path = f"/en/desk/leagues/{league.key}/"
    assert desk.post(path, {"do": "league_name", "note": ""}).status_code == 422
    assert desk.post(path, {"do": "league_name", "note": "An insult."}).status_code == 302
    assert RUDE not in everywhere(league)
    assert league.name.startswith("Competitie ")
    entry = AuditEntry.objects.get(act="league_name")
    assert (entry.thing, entry.note, entry.details) == (f"league:{league.key}", "An insult.", {})
    assert log.sentence(league.log.get(kind="tidied")) == "The team of the site removed a text of this league."


def test_descriptions_messages_and_reasons_are_taken_away(desk, league):
    path = f"/en/desk/leagues/{league.key}/"
    message = league.messages.create(text="A rude message", user=league.memberships.get(role="owner").user)
    tell(league, "league_message", "message", [message.user], who="Olga", text=message.text)
    line = log.write(league, "removed", reason="A rude reason")
    page = desk.get(path).content.decode()
    assert all(text in page for text in ("More rude words", "A rude message", "A rude reason", "Olga"))
    desk.post(path, {"do": "league_about", "note": "Rude."})
    desk.post(path, {"do": "league_text", "what": f"message:{message.pk}", "note": "Rude."})
    desk.post(path, {"do": "league_text", "what": f"reason:{line.pk}", "note": "Rude."})
    assert "rude" not in everywhere(league)
    for what in ("", "reason:x", f"message:{message.pk}", f"reason:{line.pk}"):
        assert desk.post(path, {"do": "league_text", "what": what, "note": "Again."}).status_code == 422
    assert desk.post(path, {"do": "league_about", "note": "Again."}).status_code == 422
    assert AuditEntry.objects.filter(act="league_text").count() == 2


def test_a_reason_goes_from_the_result_it_was_given_for_too(vera):
    season = played.new_season()
    result = played.play(played.open_round(season)[0])
    owner = played.people(season)[0]
    corrections.correct(result=result, user=owner, change=corrections.Change("void"), reason="A rude reason")
    line = season.league.log.get(reason="A rude reason")
    leagues.act(league=season.league, by=vera, act="league_text", what=f"reason:{line.pk}", note="Rude.")
    assert result.corrections.get().reason == "–"
    assert not any("rude" in str(notice.params) for notice in Notice.objects.all())


def test_who_runs_the_league_does_not_act_on_it_and_a_look_at_a_private_one_is_noted(desk, vera, league):
    league.memberships.create(user=vera, role="organiser")
    assert code_of(leagues.act, league=league, by=vera, act="league_name", note="Mine.") == "yourself"
    desk.get(f"/en/desk/leagues/{league.key}/")
    assert not AuditEntry.objects.exists()
    type(league).objects.update(is_public=False)
    for _ in range(2):
        assert desk.get(f"/en/desk/leagues/{league.key}/").status_code == 200
    assert AuditEntry.objects.get().act == "look"
    assert desk.get("/en/desk/leagues/nothing/").status_code == 404


def test_the_case_of_a_league_leads_to_its_texts(desk, league):
    case = report(None, kind="league", about=league.key, evidence={"about": "What it said"})
    page = desk.get(f"/en/desk/cases/{case.key}/").content.decode()
    assert f"/en/desk/leagues/{league.key}/" in page
    assert "What it said" in page


def test_a_name_that_is_taken_away_is_gone_from_lines_and_invitations(vera):
    rude, ann = people.member("Rude Name"), people.member("Ann")
    table = people.lobby(rude)
    invite(table=table, user=rude, username=ann.username)
    seat = people.seat(table, rude)
    Line.objects.create(table=table, number=1, user=rude, seat=seat.index, name=seat.name, text="Hi", language="en", at=table.created_at)
    assert Notice.objects.get(user=ann).params["who"] == "Rude Name"
    decided(rude, vera, "rename", rule="names")
    rude.refresh_from_db()
    assert Line.objects.get().name == rude.display_name
    assert Notice.objects.get(user=ann).params["who"] == rude.display_name
