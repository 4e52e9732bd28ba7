"""Deciding a case: who may, what it needs, what follows, and that everything is written down with it."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from bluffsite.accounts import marks, notices
from bluffsite.accounts.models import Mark, Notice, User
from bluffsite.moderation.desk import claims, sanctions
from bluffsite.moderation.desk.models import AuditEntry, Sanction
from bluffsite.moderation.models import Report
from tests.bluffsite.moderation.cases import code_of, decided, in_days, moderator, report
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def tom() -> User:
    return people.member("Tom", language="nl")


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def acts_of(staff: User) -> list[str]:
    return list(AuditEntry.objects.filter(actor=staff).order_by("pk").values_list("act", flat=True))


# --- the claim ------------------------------------------------------------------------------------------------------
def test_a_case_is_taken_by_one_colleague_until_the_time_is_over(vera, otto, tom):
    case = claims.claim(report=report(tom), by=vera)
    assert case.state == Report.State.LOOKING
    assert code_of(claims.claim, report=case, by=otto) == "claimed"
    Report.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    claims.claim(report=case, by=otto)
    case.refresh_from_db()
    assert claims.holds(case, otto)
    assert not claims.holds(case, vera)


def test_a_case_that_is_given_back_is_free(vera, otto, tom):
    case = claims.claim(report=report(tom), by=vera)
    claims.release(report=case, by=otto)
    assert code_of(claims.claim, report=case, by=otto) == "claimed"
    claims.release(report=case, by=vera)
    claims.claim(report=case, by=otto)
    assert acts_of(vera) == ["claim", "release"]


def test_nobody_takes_a_case_about_themselves_or_by_themselves(vera, otto):
    assert code_of(claims.claim, report=report(vera), by=vera) == "yourself"
    assert code_of(claims.claim, report=report(otto, by=vera), by=vera) == "yourself"


def test_nobody_takes_a_case_of_a_table_they_sat_at(vera, otto, tom):
    table = people.lobby(tom, vera)
    case = report(tom)
    Report.objects.filter(pk=case.pk).update(table=table)
    case.refresh_from_db()
    assert code_of(claims.claim, report=case, by=vera) == "yourself"
    assert claims.claim(report=case, by=otto).claimed_by == otto


def test_more_time_is_no_second_claim(vera, tom):
    case = claims.claim(report=report(tom), by=vera)
    claims.claim(report=case, by=vera)
    assert acts_of(vera) == ["claim"]


# --- what a decision needs ------------------------------------------------------------------------------------------
def test_without_a_claim_nothing_is_decided(vera, otto, tom):
    case = report(tom)
    values = {"acts": ["warn"], "rule": "respect", "reason": "Why", "language": "en"}
    assert code_of(sanctions.decide, report=case, by=vera, **values) == "not_claimed"
    claims.claim(report=case, by=otto)
    assert code_of(sanctions.decide, report=case, by=vera, **values) == "not_claimed"
    assert code_of(sanctions.dismiss, report=case, by=vera, note="Nothing") == "not_claimed"


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("no_act", {"acts": []}),
        ("no_act", {"acts": ["praise"]}),
        ("bad_rule", {"rule": "whatever"}),
        ("no_reason", {"reason": "  "}),
        ("no_reason", {"reason": "x" * 1001}),
        ("bad_end", {"acts": ["mute"]}),
        ("bad_end", {"acts": ["mute"], "until": in_days(-1)}),
        ("bad_end", {"acts": ["time_out"], "until": in_days(32)}),
        ("bad_end", {"acts": ["no_rated"], "until": in_days(400)}),
        ("bad_end", {"acts": ["ban"]}),
        ("no_lines", {"acts": ["remove_text"]}),
    ],
)
def test_a_decision_that_is_not_whole_changes_nothing(vera, tom, code, change):
    case = claims.claim(report=report(tom), by=vera)
    values = {"acts": ["warn"], "rule": "respect", "reason": "Why", "language": "en"} | change
    assert code_of(sanctions.decide, report=case, by=vera, **values) == code
    assert not Sanction.objects.exists()
    assert not Mark.objects.exists()
    assert acts_of(vera) == ["claim"]


def test_colleagues_are_for_the_operator_to_decide_about(vera, otto):
    case = claims.claim(report=report(otto), by=vera)
    values = {"acts": ["warn"], "rule": "respect", "reason": "Why", "language": "en"}
    assert code_of(sanctions.decide, report=case, by=vera, **values) == "is_staff"
    claims.release(report=case, by=vera)
    chief = User.objects.create_superuser("chief", display_name="Chief")
    claims.claim(report=case, by=chief)
    assert sanctions.decide(report=case, by=chief, **values)


# --- what follows ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("act", "mark"),
    [("warn", "warned"), ("mute", "muted"), ("no_text", "no_text"), ("no_rated", "no_rated"), ("time_out", "timed_out"), ("ban", "banned")],
)
def test_a_measure_is_a_mark_with_rule_reason_and_end(vera, tom, act, mark):
    until = in_days(7)
    sanction = decided(tom, vera, act, until=until, reason="Daarom.", language="nl")
    laid = Mark.objects.get()
    assert (laid.user, laid.kind, laid.rule, laid.reason, laid.language) == (tom, mark, "respect", "Daarom.", "nl")
    assert act == "warn" or laid.until == until
    assert laid.ref == f"sanction:{sanction.key}"
    assert marks.is_shut_out(fresh(tom)) is (act in ("time_out", "ban"))


def test_a_kind_reminder_is_told_and_marks_nothing(vera, tom):
    decided(tom, vera, "remind")
    assert not Mark.objects.exists()
    assert Notice.objects.filter(user=tom, kind="staff", text_id="remind").exists()


def test_the_person_is_told_in_their_language_and_the_case_is_closed(vera, tom):
    case = report(tom)
    decided(tom, vera, "mute", until=in_days(3), case=case)
    case.refresh_from_db()
    assert (case.state, case.outcome) == (Report.State.CLOSED, Report.Outcome.ACTION)
    notice = Notice.objects.get(user=tom, kind="staff")
    with translation.override("nl"):
        assert notices.sentence(notice, tom) == "Je kunt een tijdje niets aan tafel schrijven."


def test_another_name_everywhere_and_the_old_one_is_gone(vera):
    rude = people.member("Rude Name")
    table = people.running(rude, people.member("Ann"))
    decided(rude, vera, "rename", rule="names")
    assert fresh(rude).display_name.startswith("Guest ")
    assert people.names(table)[0] == fresh(rude).display_name
    assert rude.refused_names.exists()


def test_several_acts_of_one_decision_are_each_written_down(vera, tom):
    decided(tom, vera, "mute", "rename", until=in_days(1))
    assert list(Sanction.objects.order_by("pk").values_list("act", flat=True)) == ["rename", "mute"]
    assert acts_of(vera) == ["claim", "sanction", "sanction", "close_report"]


def test_other_open_reports_about_the_person_are_closed_with_it(vera, tom):
    same, elsewhere = report(tom, about="y"), report(people.member("Ann"), about="z")
    decided(tom, vera, "warn", also=[same.key, elsewhere.key])
    same.refresh_from_db()
    elsewhere.refresh_from_db()
    assert same.outcome == Report.Outcome.ACTION
    assert elsewhere.state == Report.State.RECEIVED


def test_no_breach_needs_a_note_for_colleagues(vera, tom):
    case = claims.claim(report=report(tom), by=vera)
    assert code_of(sanctions.dismiss, report=case, by=vera, note=" ") == "no_note"
    sanctions.dismiss(report=case, by=vera, note="They joked.")
    case.refresh_from_db()
    assert case.outcome == Report.Outcome.NO_BREACH
    assert AuditEntry.objects.get(act="close_report").note == "They joked."
    assert not Notice.objects.filter(user=tom).exists()
    assert code_of(sanctions.dismiss, report=case, by=vera, note="Again") == "closed"


# --- a second pair of eyes ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("days", "waits"), [(29, False), (30, False), (31, True), (None, True)])
def test_a_ban_over_thirty_days_waits_for_a_colleague(vera, tom, days, waits):
    until = None if days is None else in_days(days)
    sanction = decided(tom, vera, "ban", until=until, endless=days is None)
    assert (sanction.state == Sanction.State.WAITING) is waits
    assert marks.is_shut_out(fresh(tom)) is not waits
    assert Notice.objects.filter(user=tom).exists() is not waits


def test_it_counts_once_a_colleague_has_agreed(vera, otto, tom):
    sanction = decided(tom, vera, "ban", endless=True)
    assert code_of(sanctions.confirm, sanction=sanction, by=vera) == "own_decision"
    sanctions.confirm(sanction=sanction, by=otto)
    assert fresh(tom).shut_out_until == marks.ALWAYS
    assert code_of(sanctions.confirm, sanction=sanction, by=otto) == "decided"
    assert acts_of(vera)[1] == "propose"
    assert acts_of(otto) == ["confirm", "close_report"]


def test_nothing_comes_of_it_where_a_colleague_does_not_agree(vera, otto, tom):
    sanction = decided(tom, vera, "ban", endless=True)
    assert code_of(sanctions.refuse, sanction=sanction, by=otto, note="") == "no_note"
    sanctions.refuse(sanction=sanction, by=otto, note="Too hard.")
    assert not marks.is_shut_out(fresh(tom))
    assert code_of(sanctions.confirm, sanction=sanction, by=moderator("Ina")) == "decided"


# --- ends -----------------------------------------------------------------------------------------------------------
def test_a_measure_ends_by_itself(vera, tom):
    sanction = decided(tom, vera, "mute", until=in_days(1))
    assert sanction.is_in_force
    Sanction.objects.update(until=timezone.now())
    Mark.objects.update(until=timezone.now())
    sanction.refresh_from_db()
    assert not sanction.is_in_force
    assert marks.bars(tom, "muted") is None


def test_staff_can_take_a_decision_back_with_a_note(vera, otto, tom):
    sanction = decided(tom, vera, "ban", until=in_days(5))
    assert code_of(sanctions.lift, sanction=sanction, by=otto, note="") == "no_note"
    sanctions.lift(sanction=sanction, by=otto, note="A mistake.")
    assert not marks.is_shut_out(fresh(tom))
    assert Notice.objects.filter(user=tom, text_id="lifted").exists()
    assert code_of(sanctions.lift, sanction=sanction, by=otto, note="Again") == "decided"


def test_taking_a_rename_back_gives_the_name_free_again(vera, otto):
    mia = people.member("Mia")
    sanction = decided(mia, vera, "rename", rule="names")
    sanctions.lift(sanction=sanction, by=otto, note="It was hers.")
    assert not mia.refused_names.exists()
