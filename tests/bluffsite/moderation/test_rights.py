"""Nobody is a judge in a matter of their own, and no colleague learns here what others say about them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, Notice, User
from bluffsite.moderation.desk import appeals, claims, looks, sanctions
from bluffsite.moderation.desk.models import Appeal, AuditEntry, Sanction
from bluffsite.moderation.models import Report
from games.play.models import Void
from tests.bluffsite.moderation.cases import code_of, decided, in_days, line, moderator, report
from tests.leagues import played
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def tom() -> User:
    return people.member("Tom", language="nl")


def desk_of(staff: User) -> Client:
    client = Client()
    client.force_login(staff)
    return client


def text(response) -> str:
    return response.content.decode()


# --- a matter of one's own ------------------------------------------------------------------------------------------
def test_who_comes_to_have_a_part_in_a_case_decides_it_no_more(vera, tom):
    table = people.lobby(tom)
    case = report(tom, table=table)
    claims.claim(report=case, by=vera)
    table.seats.filter(index=1).update(user=vera)
    values = {"acts": ["warn"], "rule": "respect", "reason": "Why", "language": "en"}
    assert code_of(sanctions.decide, report=case, by=vera, **values) == "yourself"
    assert code_of(sanctions.dismiss, report=case, by=vera, note="Nothing.") == "yourself"


def test_who_runs_a_league_does_not_judge_it(vera, otto):
    season = played.new_season()
    season.league.memberships.create(user=vera, role="organiser")
    season.league.memberships.create(user=otto)
    case = report(None, kind="league", about=season.league.key)
    assert code_of(claims.claim, report=case, by=vera) == "yourself"
    assert claims.claim(report=case, by=otto).claimed_by == otto


def test_a_report_about_a_colleague_is_not_dismissed_by_one(vera, otto):
    case = claims.claim(report=report(otto), by=vera)
    assert code_of(sanctions.dismiss, report=case, by=vera, note="A friend.") == "is_staff"
    assert code_of(sanctions.settle, report=case, by=vera, note="A friend.") == "is_staff"


def test_a_decision_about_a_colleague_is_not_taken_back_by_one(vera, otto, tom):
    chief = User.objects.create_superuser("chief", display_name="Chief")
    ban = decided(otto, chief, "ban", until=in_days(5))
    assert code_of(sanctions.lift, sanction=ban, by=vera, note="A friend.") == "is_staff"
    assert marks.is_shut_out(User.objects.get(pk=otto.pk))


def test_who_reported_is_neither_the_second_pair_of_eyes_nor_hears_the_appeal(vera, otto, tom):
    ban = decided(tom, vera, "ban", endless=True, case=report(tom, by=otto))
    assert code_of(sanctions.confirm, sanction=ban, by=otto) == "own_decision"
    assert code_of(sanctions.refuse, sanction=ban, by=otto, note="No.") == "own_decision"
    mute = decided(tom, vera, "mute", until=in_days(5), case=report(tom, by=otto, about="other"))
    appeal = appeals.file(sanction=mute, person=tom, words="No.", language="en")
    assert code_of(claims.claim_appeal, appeal=appeal, by=otto) == "own_decision"
    assert claims.claim_appeal(appeal=appeal, by=moderator("Ina"))


def test_nobody_stops_or_voids_a_match_of_their_own(vera, tom):
    table = people.finished(tom, vera)
    assert code_of(looks.act, table=table, by=vera, act="void", note="I lost.") == "yourself"
    assert not Void.objects.exists()
    running = people.running(tom, vera)
    for act in ("pause", "close_table"):
        assert code_of(looks.act, table=running, by=vera, act=act, note="I lose.") == "yourself"


def test_a_reported_moderator_sees_nothing_of_it(vera, otto, tom):
    case = report(vera, by=tom, words="Vera cheats.")
    claims.claim(report=case, by=otto)
    values = {"key": "a-proposal", "act": "ban", "rule": "fair", "reason": "Why.", "language": "en", "state": "waiting"}
    ban = Sanction.objects.create(person=vera, report=case, **values)
    hers, his = desk_of(vera), desk_of(otto)
    for page in ("", "waiting/", f"people/{vera.pk}/", "audit/"):
        for hidden in ("Vera cheats.", case.key, ban.key):
            assert hidden not in text(hers.get(f"/en/desk/{page}")), page
    for path in (f"cases/{case.key}/", f"decisions/{ban.key}/"):
        assert hers.get(f"/en/desk/{path}").status_code == 404
        assert hers.post(f"/en/desk/{path}", {"do": "claim"}).status_code == 404
        assert his.get(f"/en/desk/{path}").status_code == 200
    rows = b"".join(hers.post("/en/desk/audit/export/").streaming_content).decode()
    assert case.key not in rows
    assert 'class="badge">0<' in text(hers.get("/en/desk/"))
    assert case.key in text(his.get("/en/desk/audit/"))


def test_nor_does_one_who_may_be_meant(vera, otto, tom):
    """A table where they sat, or a league that they run, reported without a person; their own reports they follow."""
    ann, season = people.member("Ann"), played.new_season()
    season.league.memberships.create(user=vera, role="organiser")
    table = people.lobby(tom, vera)
    hidden = [
        report(None, by=ann, kind="table", about=table.key, table=table),
        report(None, by=ann, kind="league", about=season.league.key),
    ]
    own = report(tom, by=vera, kind="table", about=table.key, table=table)
    hers, his = desk_of(vera), desk_of(otto)
    page = text(hers.get("/en/desk/"))
    assert own.key in page
    assert hers.get(f"/en/desk/cases/{own.key}/").status_code == 200
    for case in hidden:
        assert case.key not in page
        assert hers.get(f"/en/desk/cases/{case.key}/").status_code == 404
        assert case.key in text(his.get("/en/desk/"))


def test_a_page_that_lost_its_role_does_nothing(vera, tom):
    case, desk = report(tom), desk_of(vera)
    desk.post(f"/en/desk/cases/{case.key}/", {"do": "claim"})
    vera.groups.clear()
    answer = desk.post(f"/en/desk/cases/{case.key}/", {"do": "decide", "measure": "warn", "rule": "fair", "language": "en"})
    assert answer.status_code == 404
    assert not Sanction.objects.exists()


# --- the lock -------------------------------------------------------------------------------------------------------
def test_a_decision_after_the_lock_ran_out_is_kept_where_nobody_else_came(vera, otto, tom):
    case, desk, other = report(tom), desk_of(vera), desk_of(otto)
    path = f"/en/desk/cases/{case.key}/"
    desk.post(path, {"do": "claim"})
    Report.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    form = {"do": "decide", "measure": "warn", "rule": "fair", "language": "nl", "reason": "Mijn lange reden."}
    assert desk.post(path, form).status_code == 302
    assert Sanction.objects.get().reason == "Mijn lange reden."
    second = report(people.member("Ann"))
    path = f"/en/desk/cases/{second.key}/"
    desk.post(path, {"do": "claim"})
    Report.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    other.post(path, {"do": "claim"})
    answer = desk.post(path, form)
    assert answer.status_code == 422
    assert "Mijn lange reden." in text(answer)
    assert Sanction.objects.count() == 1


def test_an_answer_to_an_appeal_is_kept_too(vera, otto, tom):
    mute, desk, third = decided(tom, vera, "mute", until=in_days(5)), desk_of(otto), desk_of(moderator("Ina"))
    Appeal.objects.create(sanction=mute, words="No.", language="en")
    path = f"/en/desk/decisions/{mute.key}/"
    desk.post(path, {"do": "claim"})
    Appeal.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    third.post(path, {"do": "claim"})
    answer = desk.post(path, {"do": "uphold", "answer": "My long answer."})
    assert answer.status_code == 422
    assert "My long answer." in text(answer)
    Appeal.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    third.post(path, {"do": "uphold", "answer": "It stands."})
    assert Appeal.objects.get().answer == "It stands."


def test_a_report_that_a_colleague_works_on_or_that_is_ones_own_is_not_closed_with_another(vera, otto, tom):
    taken, own, free = report(tom, about="a"), report(tom, by=vera, about="b"), report(tom, about="c")
    claims.claim(report=taken, by=otto)
    decided(tom, vera, "warn", also=[taken.key, own.key, free.key])
    states = dict(Report.objects.values_list("about", "state"))
    assert (states["a"], states["b"], states["c"]) == ("looking", "received", "closed")
    lonely = claims.claim(report=report(None, kind="table", about="y"), by=vera)
    other = report(None, kind="table", about="z")
    sanctions.dismiss(report=lonely, by=vera, note="Nothing.", also=[other.key])
    other.refresh_from_db()
    assert other.state == "received"


# --- a second pair of eyes ------------------------------------------------------------------------------------------
def test_while_a_long_ban_waits_nobody_is_told_and_the_case_is_nobodys(vera, otto, tom):
    ann, same = people.member("Ann"), report(tom, about="same")
    case = report(tom, by=ann)
    ban = decided(tom, vera, "ban", endless=True, case=case, also=[same.key])
    case.refresh_from_db()
    assert (case.state, case.outcome, case.claimed_by) == ("looking", "", None)
    assert not Notice.objects.filter(user=ann).exists()
    assert case.key not in text(desk_of(otto).get("/en/desk/"))
    assert code_of(claims.claim, report=case, by=otto) == "waits"
    sanctions.confirm(sanction=ban, by=otto)
    for one in (case, same):
        one.refresh_from_db()
        assert (one.state, one.outcome) == ("closed", "action")
    assert Notice.objects.filter(user=ann, text_id="action").count() == 1


def test_a_case_whose_ban_was_refused_is_decided_anew(vera, otto, tom):
    ann = people.member("Ann")
    case = report(tom, by=ann)
    sanctions.refuse(sanction=decided(tom, vera, "ban", endless=True, case=case), by=otto, note="Too hard.")
    assert not Notice.objects.filter(user=ann).exists()
    assert case.key in text(desk_of(otto).get("/en/desk/"))
    decided(tom, otto, "mute", until=in_days(3), case=case)
    case.refresh_from_db()
    assert case.outcome == "action"


def aged(days: float) -> None:
    """Time has passed since all marks were laid."""
    for mark in Mark.objects.all():
        Mark.objects.filter(pk=mark.pk).update(began_at=mark.began_at - timedelta(days=days), until=mark.until - timedelta(days=days))


@pytest.mark.parametrize(("first", "after", "then", "waits"), [
    (("ban", 29), 28, ("ban", 29), True),
    (("ban", 29), 29.5, ("ban", 29), True),  # a few hours free do not begin it anew
    (("time_out", 30), 20, ("time_out", 30), True),
    (("time_out", 20), 5, ("ban", 20), False),
    (("ban", 29), 1, ("time_out", 7), False),  # ends before the other
    (("ban", 10), 12, ("ban", 29), False),
])  # fmt: skip
def test_short_bans_in_a_row_are_a_long_one(vera, tom, first, after, then, waits):
    decided(tom, vera, first[0], until=in_days(first[1]))
    aged(after)
    second = decided(tom, vera, then[0], until=in_days(then[1]), case=report(tom, about="again"))
    assert (second.state == Sanction.State.WAITING) is waits


@pytest.mark.parametrize(("free_days", "state"), [(0, "waiting"), (2, "given")])
def test_taking_a_ban_back_to_lay_it_anew_is_no_way_past_a_colleague(vera, tom, free_days, state):
    ban = decided(tom, vera, "ban", until=in_days(29))
    aged(20)
    sanctions.lift(sanction=ban, by=vera, note="A mistake.")
    Mark.objects.update(lifted_at=timezone.now() - timedelta(days=free_days))
    assert decided(tom, vera, "ban", until=in_days(29), case=report(tom, about="again")).state == state


# --- cases without a person, and words of a report ------------------------------------------------------------------
def test_whom_a_table_was_reported_for_is_named_at_the_desk(vera, tom):
    ann = people.member("Ann")
    table = people.running(ann, tom)
    case = report(None, by=ann, kind="table", about=table.key, table=table, evidence={"lines": [line(tom, 1, "You fool")]})
    desk, path = desk_of(vera), f"/en/desk/cases/{case.key}/"
    assert desk.post(path, {"do": "name", "person": tom.pk}).status_code == 302
    case.refresh_from_db()
    assert case.target is None  # not taken yet
    desk.post(path, {"do": "claim"})
    page = text(desk.get(path))
    assert "Whom is it about?" in page
    assert f'value="{ann.pk}"' not in page
    desk.post(path, {"do": "name", "person": ann.pk})
    desk.post(path, {"do": "name", "person": people.member("Else").pk})
    case.refresh_from_db()
    assert case.target is None
    desk.post(path, {"do": "name", "person": tom.pk})
    case.refresh_from_db()
    assert case.target == tom
    assert AuditEntry.objects.get(act="name_person").target == tom
    desk.post(path, {"do": "decide", "measure": "warn", "rule": "respect", "language": "en", "line": "1"})
    assert Sanction.objects.get(person=tom).evidence[0]["text"] == "You fool"


def test_a_case_that_needed_no_measure_is_closed_as_dealt_with(vera):
    ann = people.member("Ann")
    case, desk = report(None, by=ann, kind="league", about="x"), desk_of(vera)
    path = f"/en/desk/cases/{case.key}/"
    desk.post(path, {"do": "claim"})
    assert desk.post(path, {"do": "settle", "note": ""}).status_code == 422
    desk.post(path, {"do": "settle", "note": "Renamed."})
    case.refresh_from_db()
    assert (case.state, case.outcome) == ("closed", "action")
    assert Notice.objects.filter(user=ann, text_id="action").exists()


def test_words_of_a_report_can_be_a_case_for_a_colleague(vera, otto, tom):
    ann = people.member("Ann")
    case, desk = report(tom, by=ann, words="Tom is a stupid pig."), desk_of(vera)
    answer = desk.post(f"/en/desk/cases/{case.key}/", {"do": "reporter", "note": "Insults in a report."}, follow=True)
    assert "There is a case about these words now." in text(answer)
    made = Report.objects.get(kind="report")
    assert (made.target, made.reporter) == (ann, vera)
    assert code_of(claims.claim, report=made, by=vera) == "yourself"
    decided(ann, otto, "remove_text", "warn", lines=[0], case=made)
    case.refresh_from_db()
    assert case.words == "–"
    assert {row.evidence[0]["text"] for row in Sanction.objects.filter(person=ann)} == {"Tom is a stupid pig."}
    sanctions.lift(sanction=Sanction.objects.get(act="remove_text"), by=otto, note="Not so bad.")
    case.refresh_from_db()
    assert case.words == "Tom is a stupid pig."


def test_the_kind_is_nothing_that_people_can_report(tom, client):
    case = report(tom)
    client.force_login(tom)
    assert client.get(f"/en/report/?kind=report&key={case.key}").status_code == 404
