"""Reporting: what may be reported by whom, the evidence without hidden cards, the receipt, the outcome, and the limits."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, Notice, User
from bluffsite.moderation import reports, targets
from bluffsite.moderation.models import Report
from bluffsite.moderation.reports import ReportError, file_report
from games.play.models import Table
from games.play.services import seats, tables
from games.play.services.actions import Actor, submit_action
from games.play.services.record import read
from games.play.talk.marks import mark_of, marked
from games.play.talk.services import say
from tests.bluffsite.accounts.unsaid import unsaid
from tests.leagues import people as leagues
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated() -> tuple[Table, User, User]:
    anna, bob = people.guest("Anna"), people.member("Bob", member_since=timezone.now() - timedelta(days=30))
    return people.running(anna, bob, size=2, allows_text=True), anna, bob


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def sent(user: User | None, **fields: str) -> object:
    form = {"reason": "abuse", "words": "This was not kind.", **fields}
    return browser(user).post("/en/report/", form)


def bare(page: str, key: str) -> str:
    """A page without what is new in each answer, and without the key that was asked for."""
    return re.sub(r'value="[A-Za-z0-9]{64}"|nonce="[^"]+"', "", page).replace(key, "")


def filed(reporter: User, about: str = "x", **more: object) -> Report:
    given = {"kind": "table", "target": None, "label": "x", "reason": "abuse", "words": "Why.", "language": "en", **more}
    return file_report(reporter=reporter, about=about, **given)


def test_a_line_is_reported_with_what_stood_around_it(seated):
    table, anna, bob = seated
    for number in range(3):
        say(table=table, user=anna, phrase=number + 1, language="nl", now=timezone.now() - timedelta(minutes=number + 1))
    line = say(table=table, user=bob, text="you fool <b>", language="en")
    say(table=table, user=anna, phrase=5, language="nl")
    key = f"{table.key}.{line.number}"
    page = browser(anna).get(f"/en/report/?kind=line&key={key}").text
    assert "A line of Bob" in page
    response = sent(anna, kind="line", key=key)
    report = Report.objects.get()
    assert response.url == f"/en/reports/{report.key}/"
    assert (report.target, report.reporter, report.table, report.words) == (bob, anna, table, "This was not kind.")
    lines = report.evidence["lines"]
    assert [line["number"] for line in lines] == [1, 2, 3, 4, 5]
    assert [line["text"] for line in lines if line["meant"]] == ["you fool <b>"]
    assert lines[0]["text"] == "Hallo allemaal!"
    assert report.evidence["version"] == read(table.pk).version


def test_the_evidence_has_the_events_as_a_spectator_saw_them_and_no_die(seated):
    table, anna, bob = seated
    record = read(table.pk)
    seat = record.engine.actors(record.state).waited
    bid = {"type": "bid", "count": 1, "face": 5}
    submit_action(match_id=table.pk, seat=seat, action=bid, version=record.version, actor=Actor.person([anna, bob][seat].pk))
    sent(anna, kind="table", key=table.key, who=mark_of(table, bob))
    report = Report.objects.get()
    assert report.target == bob
    kept = json.dumps(report.evidence)
    assert '"bid"' in kept
    shown = [[record.engine.show(event, None) for event in news.events] for news in record.news]
    assert kept.count('"number"') >= len([1 for events in shown if any(events)])
    state = read(table.pk).state
    assert not any(json.dumps(list(hand)) in kept for hand in state.dice)


@pytest.mark.parametrize("kind", ["log", "result", "table"])
def test_a_table_its_log_and_its_result_can_be_about_somebody_or_nobody(seated, kind):
    table, anna, bob = seated
    sent(anna, kind=kind, key=table.key)
    sent(anna, kind=kind, key=table.key, who=mark_of(table, bob))
    sent(anna, kind=kind, key=table.key, who="1")  # no seat: somebody else may have it by now
    assert list(Report.objects.order_by("pk").values_list("target", flat=True)) == [None, bob.pk]
    own = sent(anna, kind=kind, key=table.key, who=mark_of(table, anna))
    assert "You cannot report yourself." in own.text


def test_a_report_is_about_the_person_of_the_form_whoever_has_the_seat_by_then():
    anna, bob, eva = people.guest("Anna"), people.guest("Bob"), people.guest("Eva")
    table = people.lobby(anna, bob, is_public=True)
    page = browser(anna).get(f"/tables/{table.key}/people/").text
    form = browser(anna).get(f"/en/report/?kind=table&key={table.key}").text
    who = re.search(r'name="who" value="(\w+)"', form)[1]
    about = re.search(r'kind=seat&amp;key=([^"]+)"', page)[1]
    proof = re.search(r'name="proof" value="([^"]+)"', browser(anna).get(f"/en/report/?kind=seat&key={about}").text)[1]
    seats.stand(table=table, user=bob)
    seats.sit(table=table, user=eva, index=1)
    sent(anna, kind="table", key=table.key, who=who)
    sent(anna, kind="seat", key=about, proof=proof)
    assert Report.objects.get(kind="seat").label.startswith("Bob – ")  # as the form called them
    sent(anna, kind="seat", key=f"{table.key}.1")
    assert list(Report.objects.order_by("pk").values_list("target", flat=True)) == [bob.pk, bob.pk, eva.pk]


def test_a_form_that_was_opened_is_sent_also_when_the_thing_is_not_shown_any_more():
    anna, bob, eva = people.guest("Anna"), people.guest("Bob"), people.guest("Eva")
    table = people.lobby(anna, bob)
    page = browser(eva).get(f"/en/report/?kind=table&key={table.key}").text
    proof = re.search(r'name="proof" value="([^"]+)"', page)[1]
    tables.start(table=table, user=anna)
    assert sent(eva, kind="table", key=table.key).status_code == 404
    assert sent(eva, kind="table", key=table.key, proof=proof, words="").status_code == 422
    assert sent(bob, kind="table", key=people.lobby(anna).key, proof=proof).status_code == 302  # open to all: no proof needed
    for reader, kind in ((people.guest("Fay"), "table"), (eva, "log"), (None, "table")):
        assert sent(reader, kind=kind, key=table.key, proof=proof).status_code == 404
    assert sent(eva, kind="table", key=table.key, proof=proof, who=mark_of(table, bob)).status_code == 302
    assert Report.objects.get(reporter=eva).target == bob


def test_a_mark_counts_at_its_own_table_alone(seated):
    table, anna, bob = seated
    other = people.lobby(anna, bob)
    mark = mark_of(table, bob)
    assert (marked(table, mark), marked(other, mark)) == (bob, None)
    assert mark_of(other, bob)[16:] != mark[16:]
    assert [marked(table, text) for text in ("", "1", mark[:-1], mark[:-1] + ("0" if mark[-1] != "0" else "1"), mark.upper() + "g")] == [
        None
    ] * 5


def test_a_seat_a_profile_and_what_is_said_about_them(seated):
    table, anna, bob = seated
    bob.shown_to = "all"
    bob.save()
    for kind, key in (("seat", f"{table.key}.1"), ("profile", bob.profile_key)):
        target = targets.target_of(anna, kind, key)
        assert target is not None
        assert target.person == bob
        assert "Bob" in targets.sentence_about(target)
    bob.shown_to = "nobody"
    bob.save()
    assert targets.target_of(anna, "profile", bob.profile_key) is None


def test_a_league_can_be_reported_by_whoever_sees_it_members_of_one_by_link_too():
    owner, member, stranger = leagues.person("Owner"), leagues.person("Member"), leagues.person("Stranger")
    hidden, shown = leagues.league(owner, member), leagues.league(owner)
    type(hidden).objects.filter(pk=hidden.pk).update(is_public=False)
    type(shown).objects.filter(pk=shown.pk).update(is_public=True)
    for reader, league in ((member, hidden), (member, shown), (None, shown)):
        page = browser(reader).get(f"/en/leagues/{league.key}/").text
        assert f"?kind=league&amp;key={league.key}" in page
        assert sent(reader, kind="league", key=league.key).status_code == 302
    assert sent(stranger, kind="league", key=hidden.key).status_code == 404
    assert Report.objects.filter(kind="league").count() == 3


def test_unknown_and_hidden_things_get_the_same_answer(seated):
    table, anna, _bob = seated
    stranger = people.guest("Stranger")
    hidden = browser(stranger).get(f"/en/report/?kind=table&key={table.key}")
    unknown = browser(stranger).get("/en/report/?kind=table&key=abcdefghijklmnopqrstuv")
    assert hidden.status_code == unknown.status_code == 404
    assert bare(hidden.text, table.key) == bare(unknown.text, "abcdefghijklmnopqrstuv")
    for kind, key in (
        ("line", f"{table.key}.1"),
        ("seat", f"{table.key}.x"),
        ("seat", ""),
        ("nothing", "x"),
        ("table", "\0"),
        ("line", "9"),
    ):
        assert targets.target_of(anna, kind, key) is None
    assert sent(stranger, kind="table", key=table.key).status_code == 404


def test_guests_new_visitors_and_muted_people_can_report(seated):
    _, anna, bob = seated
    open_table = people.lobby(bob, is_public=True)
    assert sent(None, kind="table", key=open_table.key).status_code == 302
    assert Report.objects.get().reporter.is_guest
    for kind in (Mark.Kind.MUTED, Mark.Kind.NO_TEXT):
        marks.put(user=anna, kind=kind, ref=str(kind))
    assert sent(anna, kind="table", key=open_table.key).status_code == 302


def test_what_is_missing_is_said_and_nothing_typed_is_lost(seated):
    table, anna, _bob = seated
    response = sent(anna, kind="table", key=table.key, words="  ", reason="name")
    assert response.status_code == 422
    assert "Say in one sentence what happened." in response.text
    assert 'value="name" checked' in response.text
    response = sent(anna, kind="table", key=table.key, words="A <b>sentence</b>.", reason="")
    assert "Choose what it is about." in response.text
    assert "A &lt;b&gt;sentence&lt;/b&gt;." in response.text
    assert sent(anna, kind="table", key=table.key, words="x" * 301).status_code == 422
    assert not Report.objects.exists()


def test_the_reporter_follows_it_and_is_told_the_outcome_and_nobody_else_sees_it(seated):
    table, anna, bob = seated
    sent(anna, kind="seat", key=f"{table.key}.1")
    report = Report.objects.get()
    address = f"/en/reports/{report.key}/"

    def state() -> str:
        return browser(anna).get(address).text

    assert "Received: nobody has looked at it yet." in state()
    for other in (bob, None):
        assert browser(other).get(address).status_code == 404
    reports.begin(report=report)
    assert "A moderator is looking at it." in state()
    reports.close(report=report, outcome=Report.Outcome.ACTION)
    reports.close(report=report, outcome=Report.Outcome.NO_BREACH)  # decided once
    assert "Looked at: action taken." in state()
    assert "action taken" in browser(anna).get("/en/reports/").text
    notice = Notice.objects.get(user=anna)
    assert (notice.kind, notice.text_id, notice.url) == ("report", "action", address)
    assert not Notice.objects.filter(user=bob).exists()


def test_times_are_those_of_the_reporter(seated):
    table, anna, _bob = seated
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Kathmandu")
    report = filed(anna, table.key)
    Report.objects.filter(pk=report.pk).update(created_at=datetime(2026, 11, 30, 20, 0, tzinfo=UTC))
    for address in (f"/en/reports/{report.key}/", "/en/reports/"):
        assert "1 December 2026, 01:45" in browser(anna).get(address).text


def test_a_receipt_names_the_game_and_the_day_as_its_reader_does(seated):
    """UX-1402, UX-1404: what is kept in no language in particular is shown in the reader's."""
    table, anna, bob = seated
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Kathmandu")
    Table.objects.filter(pk=table.pk).update(created_at=datetime(2026, 11, 30, 20, 0, tzinfo=UTC))
    sent(anna, kind="seat", key=f"{table.key}.{mark_of(table, bob)}")
    report = Report.objects.get()
    assert report.label == "Bob – Liar's Dice, 2026-11-30"
    reader = browser(anna)
    reader.cookies["look"] = "digits:ne"
    for address in (f"/ne/reports/{report.key}/", "/ne/reports/"):
        assert "<bdi>Bob – </bdi>लायर्स डाइस, १ डिसेम्बर २०२६" in reader.get(address).text
    Report.objects.update(label="—")
    assert "<bdi>—</bdi>" in reader.get("/ne/reports/").text


def test_the_same_thing_is_reported_once_until_it_is_decided(seated):
    table, anna, _bob = seated
    first = filed(anna, table.key)
    assert filed(anna, table.key) == first
    assert filed(anna, table.key, words="And now this.") != first  # something else has happened there: nothing typed is lost
    assert filed(people.guest("Other"), table.key) != first
    reports.close(report=first, outcome=Report.Outcome.ACTION)
    assert filed(anna, table.key) != first


def test_there_is_an_end_to_reports_in_a_day_and_soon_for_unfounded_ones():
    anna, eva = people.guest("Anna"), people.guest("Eva")
    for number in range(reports.PER_DAY):
        filed(anna, str(number))
    with pytest.raises(ReportError, match="too_many"):
        filed(anna, "one more")
    old = timezone.now() - timedelta(days=2)
    for number in range(5):
        reports.close(report=filed(eva, str(number)), outcome=Report.Outcome.NO_BREACH)
    Report.objects.filter(reporter=eva).update(created_at=old)
    assert reports.is_mostly_unfounded(eva)
    assert not reports.is_mostly_unfounded(anna)
    filed(eva, "a")
    filed(eva, "b")
    with pytest.raises(ReportError, match="too_many"):
        filed(eva, "c")
    filed(people.guest("New"), "c")


def test_nobody_reports_themselves_and_own_reports_are_exported_and_forgotten():
    anna = people.guest("Anna")
    with pytest.raises(ReportError, match="yourself"):
        filed(anna, target=anna)
    report = filed(anna)
    assert reports.export(anna)[0]["words"] == "Why."
    assert unsaid("reports", reports.export(anna)) == set()
    member = people.member("Member")
    assert reports.move(anna, member).moved == 0, "the person is told of seats, not of reports"
    report.refresh_from_db()
    assert report.reporter == member
    reports.forget(member)
    report.refresh_from_db()
    assert (report.reporter, report.words) == (None, "")


def test_what_was_decided_keeps_no_words_for_ever_nor_a_name_of_who_is_gone():
    anna, bob = people.guest("Anna"), people.guest("Bob")
    old, new, open_one = (filed(anna, about, target=bob, label="Bob", evidence={"name": "Bob"}) for about in ("old", "new", "open"))
    now = timezone.now()
    for report, days in ((old, 366), (new, 364)):
        reports.close(report=report, outcome=Report.Outcome.ACTION)
        Report.objects.filter(pk=report.pk).update(closed_at=now - timedelta(days=days))
    assert reports.forget_old(now - timedelta(days=reports.KEPT_DAYS)) == 1
    assert reports.forget_old(now - timedelta(days=reports.KEPT_DAYS)) == 0
    reports.forget(bob)
    for report in (old, new, open_one):
        report.refresh_from_db()
    assert [(report.words, report.label, report.evidence) for report in (old, new)] == [("", "—", {}), ("Why.", "—", {})]
    assert (open_one.label, open_one.evidence, old.outcome) == ("Bob", {"name": "Bob"}, "action")


def test_events_are_those_around_the_line_and_the_version_is_that_of_then(seated):
    table, anna, bob = seated
    line = say(table=table, user=bob, phrase=1, language="en")
    for count in range(2, 5):
        record = read(table.pk)
        seat = record.engine.actors(record.state).waited
        actor = Actor.person([anna, bob][seat].pk)
        bid = {"type": "bid", "count": count, "face": 3}
        submit_action(match_id=table.pk, seat=seat, action=bid, version=record.version, actor=actor)
    target = targets.target_of(anna, "line", f"{table.key}.{line.number}")
    kept = targets.evidence_of(target)
    assert kept["version"] == 1
    assert [entry["number"] for entry in kept["events"]] == [1, 2, 3, 4]
    newest = targets.evidence_of(targets.target_of(anna, "table", table.key))
    assert newest["version"] == 4
