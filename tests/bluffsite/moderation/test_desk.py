"""The pages of the desk: for moderators only, one case on one screen, nothing secret, and each look is noted."""

import re
from typing import Any

import pytest
from django.test import Client

from bluffsite.accounts import marks, networks
from bluffsite.accounts.models import Notice, User
from bluffsite.moderation.desk import claims, sanctions
from bluffsite.moderation.desk.models import Appeal, AuditEntry, Sanction
from games.core.chance import Draw
from games.play.models import StaffLook, Table, Void
from games.play.services import journal, staff
from games.play.services.actions import Actor, submit_action
from games.play.services.record import read
from tests.bluffsite.moderation.cases import decided, in_days, line, moderator, report
from tests.leagues import played
from tests.play import people

pytestmark = pytest.mark.django_db

PAGES = ("", "waiting/", "people/", "people/?q=tom", "audit/", "templates/")


@pytest.fixture
def tom() -> User:
    return people.member("Tom", language="nl")


@pytest.fixture
def desk(vera) -> Client:
    client = Client()
    client.force_login(vera)
    return client


def text(response: Any) -> str:
    return str(response.content.decode())


# --- who gets in ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("page", PAGES)
def test_for_everybody_else_there_is_no_desk(client, tom, page):
    case = report(tom)
    for path in (f"/en/desk/{page}", f"/en/desk/cases/{case.key}/", f"/en/desk/people/{tom.pk}/"):
        assert client.get(path).status_code == 404
        client.force_login(tom)
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_moderator_gets_in_and_a_suspended_one_does_not(desk, vera, page):
    assert desk.get(f"/en/desk/{page}").status_code == 200
    marks.put(user=vera, kind="timed_out", ref="x", until=in_days(1))
    assert desk.get(f"/en/desk/{page}").status_code in (403, 404)


# --- the queue ------------------------------------------------------------------------------------------------------
def test_the_severest_comes_first_then_the_oldest(desk, tom):
    ann, ben = people.member("Ann"), people.member("Ben")
    mild, cheat, insult = report(ann, reason="spoiling"), report(ben, reason="cheating"), report(tom, reason="abuse")
    again = report(people.member("Cem"), reason="spoiling")
    page = text(desk.get("/en/desk/"))
    assert [case.key for case in sorted((mild, cheat, insult, again), key=lambda case: page.index(case.key))] == [
        insult.key,
        cheat.key,
        mild.key,
        again.key,
    ]


def test_who_is_reported_by_several_or_had_a_measure_lately_weighs_more(desk, vera, tom):
    ann = people.member("Ann")
    first, _second = report(tom, reason="other"), report(tom, reason="other")
    decided(ann, vera, "remind", case=report(ann, reason="other"))
    later, plain = report(ann, reason="other"), report(people.member("Ben"), reason="other")
    page = text(desk.get("/en/desk/"))
    assert page.index(first.key) < page.index(plain.key)
    assert page.index(later.key) < page.index(plain.key)


@pytest.mark.parametrize(
    ("query", "finds"), [("kind=profile", True), ("kind=line", False), ("reason=abuse", True), ("language=de", False), ("kind=%00", True)]
)
def test_filters(desk, tom, query, finds):
    case = report(tom)
    page = text(desk.get(f"/en/desk/?{query}"))
    assert (case.key in page) is finds
    assert finds or "No open case is like that." in page


def test_cases_of_one_league_are_its_own_reports_and_its_matches(desk, tom):
    season, other = played.new_season(), played.new_season()
    table = played.play(played.open_round(season)[0]).match.table
    of_league = report(None, kind="league", about=season.league.key)
    of_match, elsewhere = report(tom, kind="table", about="y", table=table), report(tom, about="z")
    page = text(desk.get(f"/en/desk/?league={season.league.key}"))
    assert [case.key in page for case in (of_league, of_match, elsewhere)] == [True, True, False]
    page = text(desk.get(f"/en/desk/?league={other.league.key}"))
    assert "No open case is like that." in page


def test_an_empty_queue_says_so_and_shows_the_week(desk, vera, tom):
    decided(tom, vera, "warn")
    page = text(desk.get("/en/desk/"))
    assert "Nothing is waiting." in page
    assert "reports that came in: 1; closed: 1, with a measure: 1" in page


def test_the_queue_needs_a_fixed_number_of_queries(desk, tom, django_assert_max_num_queries):
    for number in range(3):
        report(tom, about=str(number))
    with django_assert_max_num_queries(14):
        desk.get("/en/desk/")
    for number in range(3, 9):
        report(people.member(f"P{number}"), about=str(number))
    with django_assert_max_num_queries(14):
        desk.get("/en/desk/")


def test_two_colleagues_do_not_work_on_one_case(desk, tom):
    otto, other = moderator("Otto"), Client()
    other.force_login(otto)
    case = report(tom)
    path = f"/en/desk/cases/{case.key}/"
    assert "Take the case" in text(desk.get(path))
    desk.post(path, {"do": "claim"})
    assert "Yours until" in text(desk.get(path))
    assert "Vera is working on this case." in text(other.get(path))
    assert "A colleague is working on this case." in text(other.post(path, {"do": "claim"}, follow=True))
    assert "Taken by Vera" in text(other.get("/en/desk/"))


# --- the case -------------------------------------------------------------------------------------------------------
def test_the_case_shows_everything_on_one_screen(desk, vera, tom):
    ann = people.member("Ann")
    decided(tom, vera, "warn", case=report(tom, by=ann))
    networks.note(user=ann, address="203.0.113.7")
    networks.note(user=tom, address="203.0.113.7")
    evidence = {"lines": [line(ann, 1, "Hi"), line(tom, 2, "तिमी मूर्ख छौ", meant=True)]}
    case = report(tom, by=ann, kind="line", about="k.2", evidence=evidence, reason="abuse", words="Dat was gemeen.", language="nl")
    page = text(desk.get(f"/en/desk/cases/{case.key}/"))
    for shown in (
        "Dat was gemeen.",
        "तिमी मूर्ख छौ",
        "this was reported",
        "reports so far: 2 (with a measure: 1, no breach: 0)",
        "reported until now: 2 (with a measure: 1",
        "Earlier decisions",
        "Hint, not proof",
        "Ann came from one network on 1 day lately",
    ):
        assert shown in page, shown
    assert 'lang="nl"' in page
    assert "203.0.113" not in page


def test_the_match_is_shown_as_a_spectator_saw_it_and_the_look_is_noted(desk, vera, tom):
    ann = people.member("Ann")
    table = people.running(ann, tom)
    case = report(tom, by=ann, kind="table", about=table.key, table=table, evidence={"version": 1})
    path = f"/en/desk/cases/{case.key}/"
    assert "The match at that moment" not in text(desk.get(path))
    assert not StaffLook.objects.exists()
    desk.post(path, {"do": "claim"})
    page = text(desk.get(path))
    assert "The match at that moment" in page
    assert "The match is still running" in page
    desk.get(path)
    assert StaffLook.objects.count() == 1
    assert AuditEntry.objects.filter(act="look", thing=f"table:{table.key}").count() == 1


class Scripted:
    """Chance by the purpose alone; the dice of the round are those of `cups`."""

    cups = (0, 1, 2, 3, 4)

    def __init__(self, *args: Any) -> None:
        self.draws: list[Draw] = []

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        outcome = tuple((self.cups * count)[:count])
        self.draws.append(Draw(purpose, "throws", sides, count, outcome))
        return outcome

    def lot(self, purpose: str, *, size: int) -> int:
        self.draws.append(Draw(purpose, "lot", size, 1, (0,)))
        return 0


@pytest.mark.parametrize("version", [1, 2])
def test_what_staff_see_of_a_running_match_depends_on_no_hidden_die(desk, vera, tom, monkeypatch, version):
    """Twins that differ in every die alone: now, and played back to an earlier moment."""
    pages = []
    monkeypatch.setattr(journal, "MatchChance", Scripted)
    ann = people.member("Ann")
    for cups in ((0, 1, 2, 3, 4), (5, 5, 4, 4, 3)):
        monkeypatch.setattr(Scripted, "cups", cups)
        table = people.running(ann, tom, size=2)
        bid = {"type": "bid", "count": 2, "face": 3}
        submit_action(match_id=table.pk, seat=0, action=bid, version=1, actor=Actor.person(ann.pk))
        case = report(tom, by=ann, kind="table", about=table.key, table=table, evidence={"version": version})
        claims.claim(report=case, by=vera)
        page = text(desk.get(f"/en/desk/cases/{case.key}/"))
        shown = page[page.index('class="d-picture"') : page.index('id="decide-title"')]
        pages.append(re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", shown).replace(table.key, "KEY"))
        claims.release(report=case, by=vera)
    assert "two threes" in pages[0] or version == 1
    assert pages[0] == pages[1]


def test_deciding_on_the_page(desk, tom):
    case = report(tom)
    path = f"/en/desk/cases/{case.key}/"
    desk.post(path, {"do": "claim"})
    assert "Je hebt anderen aan tafel uitgescholden" in text(desk.get(path))  # the template, in the person's language
    form = {"do": "decide", "measure": "mute", "end": "3", "rule": "respect", "language": "nl", "reason": ""}
    answer = desk.post(path, form, follow=True)
    assert "Decided. The person and the reporter have been told." in text(answer)
    sanction = Sanction.objects.get()
    assert (sanction.act, sanction.language, sanction.person) == ("mute", "nl", tom)
    assert sanction.reason.startswith("Je hebt anderen")
    assert marks.bars(tom, "muted") is not None


def test_a_decision_that_is_refused_loses_nothing(desk, tom):
    case = report(tom)
    path = f"/en/desk/cases/{case.key}/"
    desk.post(path, {"do": "claim"})
    form = {"do": "decide", "measure": "time_out", "end": "date", "date": "", "rule": "fair", "language": "de", "reason": "Mein Grund."}
    answer = desk.post(path, form)
    assert answer.status_code == 422
    assert "Mein Grund." in text(answer)
    answer = desk.post(path, form | {"end": "never"})
    assert answer.status_code == 422
    assert "Choose an end in the future" in text(answer)
    assert not Sanction.objects.exists()


def test_closing_without_a_measure(desk, tom):
    case = report(tom)
    path = f"/en/desk/cases/{case.key}/"
    desk.post(path, {"do": "claim"})
    assert desk.post(path, {"do": "dismiss", "note": "", "also": "\0"}).status_code == 422
    assert "Closed: no breach." in text(desk.post(path, {"do": "dismiss", "note": "A joke."}, follow=True))


@pytest.mark.parametrize("key", ["nothing", "x" * 300, "a%00b"])
def test_unknown_cases_and_decisions_are_not_there(desk, key):
    for path in (f"/en/desk/cases/{key}/", f"/en/desk/decisions/{key}/", f"/en/desk/tables/{key}/"):
        assert desk.get(path).status_code == 404


# --- second looks and appeals ---------------------------------------------------------------------------------------
def test_a_long_ban_is_agreed_to_by_a_colleague_on_the_page(desk, vera, tom):
    otto, other = moderator("Otto"), Client()
    other.force_login(otto)
    ban = decided(tom, vera, "ban", endless=True)
    path = f"/en/desk/decisions/{ban.key}/"
    assert "somebody else looks at it now" in text(desk.get(path))
    assert ban.key in text(other.get("/en/desk/waiting/"))
    assert "You had a part" in text(desk.post(path, {"do": "confirm"}, follow=True))
    assert "It counts from now on." in text(other.post(path, {"do": "confirm"}, follow=True))
    assert marks.is_shut_out(User.objects.get(pk=tom.pk))


def test_an_appeal_is_taken_and_decided_on_the_page(client, vera, tom):
    otto = moderator("Otto")
    ban = decided(tom, vera, "ban", until=in_days(10))
    Appeal.objects.create(sanction=ban, words="Het was een grap.", language="nl")
    client.force_login(otto)
    path = f"/en/desk/decisions/{ban.key}/"
    assert "Het was een grap." in text(client.get("/en/desk/waiting/"))
    client.post(path, {"do": "claim"})
    assert client.post(path, {"do": "overturn", "answer": ""}).status_code == 422
    assert "The appeal is decided." in text(client.post(path, {"do": "overturn", "answer": "Je hebt gelijk."}, follow=True))
    assert not marks.is_shut_out(User.objects.get(pk=tom.pk))


# --- tables ---------------------------------------------------------------------------------------------------------
def test_acts_on_a_table_need_a_note_and_are_written_down(desk, tom):
    table = people.running(tom, people.member("Ann"))
    path = f"/en/desk/tables/{table.key}/"
    assert desk.post(path, {"do": "pause", "note": ""}).status_code == 422
    desk.post(path, {"do": "pause", "note": "Wait."})
    assert read(table.pk).sitting.halt == "staff"
    desk.post(path, {"do": "close_table", "note": "Enough."})
    table.refresh_from_db()
    assert table.phase == Table.Phase.CLOSED
    assert list(AuditEntry.objects.exclude(act="look").order_by("pk").values_list("act", "note")) == [
        ("pause", "Wait."),
        ("close_table", "Enough."),
    ]
    assert desk.post(path, {"do": "close_table", "note": "Again."}).status_code == 422
    assert desk.post(path, {"do": "explode", "note": "Why not."}).status_code == 422


def test_a_void_match_is_told_to_its_people(desk, tom):
    table = people.finished(tom, people.member("Ann"))
    path = f"/en/desk/tables/{table.key}/"
    desk.post(path, {"do": "void", "note": "They played together."})
    assert Void.objects.filter(pk=table.pk).exists()
    assert Notice.objects.filter(kind="staff", text_id="void").count() == 2
    desk.post(path, {"do": "unvoid", "note": "They did not."})
    assert not Void.objects.exists()


@pytest.mark.rule("common.league.void")
def test_a_void_match_counts_in_no_league_either(desk, vera):
    season = played.new_season()
    result = played.play(played.open_round(season)[0])
    before = played.table_of(season)
    path = f"/en/desk/tables/{result.match.table.key}/"
    assert "stand in its public log" in text(desk.get(path))
    desk.post(path, {"do": "void", "note": "They played together."})
    result.refresh_from_db()
    assert result.is_void
    assert all(points == 0 for _place, _name, points in played.table_of(season))
    assert season.league.log.filter(kind="void", reason="They played together.").exists()
    desk.post(path, {"do": "unvoid", "note": "They did not."})
    assert played.table_of(season) == before


@pytest.mark.parametrize("note", ["\u200b", "\ufdfa" * 400])
def test_a_note_that_cannot_stand_in_a_public_log_voids_nothing(desk, note):
    """Signs that nobody sees; and ones that grow when they are written out."""
    result = played.play(played.open_round(played.new_season())[0])
    answer = desk.post(f"/en/desk/tables/{result.match.table.key}/", {"do": "void", "note": note})
    assert answer.status_code == 422
    result.refresh_from_db()
    assert not result.is_void
    assert not Void.objects.exists()


def test_a_look_into_a_private_table_is_told_once_its_match_is_over(desk, tom, django_capture_on_commit_callbacks):
    table, toms = people.running(tom, people.member("Ann")), Client()
    toms.force_login(tom)
    log = f"/tables/{table.key}/log/"
    desk.get(f"/en/desk/tables/{table.key}/")
    assert "aan deze tafel, vanwege een melding" not in text(toms.get(log))
    assert not Notice.objects.filter(text_id="look").exists()
    with django_capture_on_commit_callbacks(execute=True):
        staff.close_table(table_id=table.pk)
    assert Notice.objects.filter(text_id="look").count() == 2
    assert "aan deze tafel, vanwege een melding" in text(toms.get(log))


def test_a_look_at_an_open_table_is_nothing_to_tell(desk, tom):
    table = people.finished(tom, people.member("Ann"), is_public=True)
    desk.get(f"/en/desk/tables/{table.key}/")
    assert AuditEntry.objects.filter(act="look").exists()
    assert not Notice.objects.filter(text_id="look").exists()


# --- the trail and the templates ------------------------------------------------------------------------------------
def test_the_trail_is_searched_and_exported_without_formulas(desk, vera, tom):
    case = report(tom)
    claims.claim(report=case, by=vera)
    sanctions.dismiss(report=case, by=vera, note="=HYPERLINK(1)")
    assert "HYPERLINK" in text(desk.get("/en/desk/audit/?q=hyperlink"))
    assert "HYPERLINK" not in text(desk.get("/en/desk/audit/?q=something"))
    assert "HYPERLINK" not in text(desk.get("/en/desk/audit/?since=2099-01-01"))
    assert "HYPERLINK" in text(desk.get("/en/desk/audit/?q=tom&act=close_report&since=never"))
    answer = desk.post("/en/desk/audit/export/", {"q": "hyperlink"})
    rows = b"".join(answer.streaming_content).decode().splitlines()
    assert rows[0].startswith("at,staff,act")
    assert ",'=HYPERLINK(1)," in rows[1]
    assert AuditEntry.objects.filter(actor=vera, act="export").exists()


def test_templates_are_changed_and_come_back(desk, vera, tom):
    desk.post("/en/desk/templates/", {"rule": "respect", "language": "nl", "text": "Doe dat niet."})
    case = report(tom)
    claims.claim(report=case, by=vera)
    assert "Doe dat niet." in text(desk.get(f"/en/desk/cases/{case.key}/"))
    desk.post("/en/desk/templates/", {"rule": "respect", "language": "nl", "text": ""})
    assert "Doe dat niet." not in text(desk.get(f"/en/desk/cases/{case.key}/"))
    assert AuditEntry.objects.filter(act="wording").count() == 2
    assert desk.post("/en/desk/templates/", {"rule": "x", "language": "nl", "text": "y"}).status_code == 404


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_the_pages_speak_every_language(desk, vera, tom, language):
    table = people.running(tom, people.member("Ann"))
    case = report(tom, kind="table", about=table.key, table=table, evidence={"version": 1})
    ban = decided(tom, vera, "ban", endless=True, case=report(tom, about="other"))
    claims.claim(report=case, by=vera)
    for page in (*PAGES, f"cases/{case.key}/", f"decisions/{ban.key}/", f"people/{tom.pk}/", f"tables/{table.key}/"):
        assert desk.get(f"/{language}/desk/{page}").status_code == 200
