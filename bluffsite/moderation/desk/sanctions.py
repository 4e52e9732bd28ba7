"""Deciding a case: acts, their effects, and the second pair of eyes. Errors: DeskError.

act         | effect
----------- | -----------------------------------------------------------------------------------------------------------
remind      | none: a kind word
remove_text | `texts.remove`: the marked lines are gone for every reader
rename      | `names`: another name everywhere, and the old one cannot be taken again
warn, mute, no_text, no_rated, time_out, ban | a mark (`accounts.marks`), which ends by itself
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language

from bluffsite.accounts import marks, notices, refused_names
from bluffsite.accounts.models import Mark, User
from bluffsite.moderation import reports
from bluffsite.moderation.conduct import RULES
from bluffsite.moderation.desk import audit, cases, claims, texts
from bluffsite.moderation.desk.access import may_decide_about
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.models import Sanction
from bluffsite.moderation.models import Report

Act, State = Sanction.Act, Sanction.State

MARKS = {
    Act.WARN: Mark.Kind.WARNED,
    Act.MUTE: Mark.Kind.MUTED,
    Act.NO_TEXT: Mark.Kind.NO_TEXT,
    Act.NO_RATED: Mark.Kind.NO_RATED,
    Act.TIME_OUT: Mark.Kind.TIMED_OUT,
    Act.BAN: Mark.Kind.BANNED,
}
NEED_END = frozenset({Act.MUTE, Act.NO_TEXT, Act.NO_RATED, Act.TIME_OUT})
WARNING_COUNTS = timedelta(days=180)
LONGEST_TIME_OUT = timedelta(days=30)
LONGEST = timedelta(days=366)
ALONE = timedelta(days=30)
"""Shutting somebody out for longer than this, or without an end, needs a second pair of eyes."""
MOST_REASON = 1000


@transaction.atomic
def decide(
    *,
    report: Report,
    by: User,
    acts: Collection[str],
    rule: str,
    reason: str,
    language: str,
    until: datetime | None = None,
    endless: bool = False,
    lines: Collection[int] = (),
    also: Sequence[str] = (),
) -> list[Sanction]:
    """The case is closed with what was done, and with it the open reports `also` (keys) about the same person.

    `until` is for the acts that last; a ban without one has to be `endless`. `lines` are those to be removed. Where all of it waits
    for a second pair of eyes, the case waits too: nobody is told of a measure that may never be. Raises DeskError: closed,
    not_claimed, no_person, yourself, is_staff, no_act, bad_rule, no_reason, bad_end, no_lines.
    """
    report = locked(report)
    claims.require(report, by)
    person = report.target
    if person is None:
        raise DeskError("no_person")
    wanted = _checked(by, person, acts, rule, reason, lines)
    for act in wanted:
        _check_end(act, until, endless=endless)
    made = []
    for act in wanted:
        end = timezone.now() + WARNING_COUNTS if act == Act.WARN else until if act in MARKS else None
        sanction = Sanction(report=report, person=person, act=act, rule=rule, reason=reason.strip(), language=language, until=end, by=by)
        sanction.key = secrets.token_urlsafe(12)
        sanction.evidence = texts.shown_to_target(report, lines)
        sanction.closes = [one.key for one in _closed_with(report, by, also)]
        made.append(_give(sanction, by, lines))
    if all(sanction.state == State.WAITING for sanction in made):
        Report.objects.filter(pk=report.pk).update(claimed_by=None, claimed_until=None)
    else:
        close_all(report=report, by=by, outcome=Report.Outcome.ACTION, note="", also=also)
    return made


@transaction.atomic
def dismiss(*, report: Report, by: User, note: str, also: Sequence[str] = ()) -> None:
    """No breach. `note` is for colleagues. Raises DeskError: closed, waits, not_claimed, yourself, is_staff, no_note."""
    _close(report, by, Report.Outcome.NO_BREACH, note, also)


@transaction.atomic
def settle(*, report: Report, by: User, note: str, also: Sequence[str] = ()) -> None:
    """Dealt with by something that is no measure against a person: a table closed, a league renamed. Errors as `dismiss`."""
    _close(report, by, Report.Outcome.ACTION, note, also)


def _close(report: Report, by: User, outcome: str, note: str, also: Sequence[str]) -> None:
    report = locked(report)
    claims.require(report, by)
    if report.target is not None:
        _check_person(by, report.target)
    if not note.strip():
        raise DeskError("no_note")
    close_all(report=report, by=by, outcome=outcome, note=note.strip(), also=also)


@transaction.atomic
def name_person(*, report: Report, by: User, person: User) -> None:
    """Whom a case is about that was reported without a person. Raises DeskError: closed, waits, not_claimed, yourself, no_person."""
    report = locked(report)
    claims.require(report, by)
    if report.target_id is not None or person not in cases.people_of(report):
        raise DeskError("no_person")
    report.target, report.evidence = person, report.evidence | {"name": person.display_name}
    report.save(update_fields=["target", "evidence"])
    audit.write(actor=by, act=audit.Act.NAME_PERSON, target=person, thing=f"report:{report.key}")


@transaction.atomic
def report_reporter(*, report: Report, by: User, words: str) -> Report:
    """A case about who made this report, and what they wrote in it; a colleague decides. Raises DeskError(no_person), ReportError."""
    person = report.reporter
    if person is None or person.pk == by.pk:
        raise DeskError("no_person")
    line = {"number": 0, "user": person.pk, "name": person.display_name, "text": report.words, "language": report.language}
    line |= {"at": report.created_at.isoformat(), "phrase": None, "meant": True}
    return reports.file_report(
        reporter=by,
        target=person,
        kind=Report.Kind.REPORT,
        about=report.key,
        label=person.display_name,
        reason=Report.Reason.OTHER,
        words=words,
        language=(get_language() or "en")[:2],
        evidence={"name": person.display_name, "lines": [line]},
    )


def close_all(*, report: Report, by: User, outcome: str, note: str, also: Sequence[str]) -> None:
    """The report and the others about the same person, each with its own entry of the trail."""
    for one in (report, *_closed_with(report, by, also)):
        reports.close(report=one, outcome=outcome)
        audit.write(
            actor=by, act=audit.Act.CLOSE_REPORT, target=one.target, thing=f"report:{one.key}", note=note, outcome=outcome, with_=report.key
        )


def _closed_with(report: Report, by: User, also: Sequence[str]) -> list[Report]:
    """Those of `also` that are open, about the same person, no colleague's just now, and nothing that this colleague is part of."""
    if report.target is None or not also:
        return []
    others = Report.objects.select_for_update(no_key=True).filter(key__in=also, target=report.target).exclude(pk=report.pk)
    taken = Q(claimed_until__gt=timezone.now()) & ~Q(claimed_by=by) & Q(claimed_by__isnull=False)
    return [one for one in others.exclude(state=Report.State.CLOSED).exclude(taken) if not claims.is_concerned(one, by)]


@transaction.atomic
def confirm(*, sanction: Sanction, by: User) -> Sanction:
    """The second pair of eyes agrees: it counts from now on. Raises DeskError: decided, own_decision, yourself, is_staff, no_person."""
    sanction = _locked(sanction)
    person = _second(sanction, by)
    sanction.second = by
    _put_in_force(sanction, person)
    audit.write(actor=by, act=audit.Act.CONFIRM, target=person, thing=f"sanction:{sanction.key}", rule=sanction.rule, kind=sanction.act)
    case = sanction.report
    if case is not None and case.state != Report.State.CLOSED:
        close_all(report=case, by=by, outcome=Report.Outcome.ACTION, note="", also=sanction.closes)
    return sanction


@transaction.atomic
def refuse(*, sanction: Sanction, by: User, note: str) -> Sanction:
    """The second pair of eyes does not agree: nothing comes of it, and its case is back in the queue. Raises DeskError as `confirm`,
    and no_note.
    """
    sanction = _locked(sanction)
    person = _second(sanction, by)
    if not note.strip():
        raise DeskError("no_note")
    sanction.second, sanction.state, sanction.ended_at = by, State.REFUSED, timezone.now()
    sanction.save(update_fields=["second", "state", "ended_at"])
    audit.write(actor=by, act=audit.Act.REFUSE, target=person, thing=f"sanction:{sanction.key}", rule=sanction.rule, note=note.strip())
    return sanction


@transaction.atomic
def lift(*, sanction: Sanction, by: User, note: str) -> Sanction:
    """Staff take a decision back. The person is told. Raises DeskError: decided, yourself, is_staff, no_note."""
    sanction = _locked(sanction)
    if sanction.person is not None:
        _check_person(by, sanction.person)
    if not note.strip():
        raise DeskError("no_note")
    if sanction.state != State.GIVEN:
        raise DeskError("decided")
    take_back(sanction)
    audit.write(
        actor=by, act=audit.Act.LIFT, target=sanction.person, thing=f"sanction:{sanction.key}", rule=sanction.rule, note=note.strip()
    )
    if sanction.person is not None:
        _tell(sanction, sanction.person, "lifted")
    return sanction


def take_back(sanction: Sanction) -> None:
    """What can be undone is: marks go, removed lines are back. A name is the person's own to choose again."""
    sanction.state, sanction.ended_at = State.OVERTURNED, timezone.now()
    sanction.save(update_fields=["state", "ended_at"])
    marks.lift(ref=f"sanction:{sanction.key}")
    if sanction.act == Act.REMOVE_TEXT:
        texts.put_back(sanction)
    elif sanction.act == Act.RENAME and sanction.person is not None:
        refused_names.allow_again(user=sanction.person)


def locked(report: Report) -> Report:
    """The report as it is now, held. Raises DeskError: closed, waits."""
    report = Report.objects.select_for_update(no_key=True).get(pk=report.pk)
    if report.state == Report.State.CLOSED:
        raise DeskError("closed")
    if report.sanctions.filter(state=State.WAITING).exists():
        raise DeskError("waits")
    return report


def needs_second(act: str, until: datetime | None, person: User) -> bool:
    """Whether somebody else has to agree first: one long ban, or one more that makes a long one of those before it."""
    if act not in (Act.BAN, Act.TIME_OUT):
        return False
    end, began, longest = until or marks.ALWAYS, *marks.shut_out_since(person)
    return end > longest and end > began + ALONE + timedelta(minutes=1)


def _locked(sanction: Sanction) -> Sanction:
    return Sanction.objects.select_for_update(no_key=True, of=("self",)).select_related("person").get(pk=sanction.pk)


def _second(sanction: Sanction, by: User) -> User:
    """The person, if this colleague may be the second pair of eyes."""
    if sanction.state != State.WAITING:
        raise DeskError("decided")
    if claims.had_part(sanction, by):
        raise DeskError("own_decision")
    if sanction.person is None:
        raise DeskError("no_person")
    _check_person(by, sanction.person)
    return sanction.person


def _check_person(by: User, person: User) -> None:
    if by.pk == person.pk:
        raise DeskError("yourself")
    if not may_decide_about(by, person):
        raise DeskError("is_staff")


def _checked(by: User, person: User, acts: Collection[str], rule: str, reason: str, lines: Collection[int]) -> list[str]:
    """The acts in their fixed order. Raises DeskError."""
    _check_person(by, person)
    wanted = [act.value for act in Act if act.value in acts]
    if not wanted:
        raise DeskError("no_act")
    if rule not in RULES:
        raise DeskError("bad_rule")
    if not reason.strip() or len(reason) > MOST_REASON:
        raise DeskError("no_reason")
    if Act.REMOVE_TEXT in wanted and not lines:
        raise DeskError("no_lines")
    return wanted


def _check_end(act: str, until: datetime | None, *, endless: bool) -> None:
    now, longest = timezone.now(), LONGEST_TIME_OUT if act == Act.TIME_OUT else LONGEST
    if until is None and (act in NEED_END or (act == Act.BAN and not endless)):
        raise DeskError("bad_end")
    if act in (*NEED_END, Act.BAN) and until is not None and not now < until <= now + longest + timedelta(minutes=1):
        raise DeskError("bad_end")


def _give(sanction: Sanction, by: User, lines: Collection[int]) -> Sanction:
    person = sanction.person
    assert person is not None
    waits = needs_second(sanction.act, sanction.until, person)
    sanction.state = State.WAITING if waits else State.GIVEN
    sanction.save(force_insert=True)
    audit.write(
        actor=by,
        act=audit.Act.PROPOSE if waits else audit.Act.SANCTION,
        target=person,
        thing=f"sanction:{sanction.key}",
        rule=sanction.rule,
        note=sanction.reason,
        kind=sanction.act,
        until=sanction.until.isoformat() if sanction.until else None,
        report=sanction.report.key if sanction.report else None,
    )
    if not waits:
        if sanction.act == Act.REMOVE_TEXT:
            texts.remove(sanction, lines)
        _put_in_force(sanction, person)
    return sanction


def _put_in_force(sanction: Sanction, person: User) -> None:
    sanction.state, sanction.given_at = State.GIVEN, timezone.now()
    sanction.save()
    if sanction.act == Act.RENAME:
        texts.rename(person)
    elif sanction.act in MARKS:
        marks.put(
            user=person,
            kind=MARKS[Act(sanction.act)],
            ref=f"sanction:{sanction.key}",
            until=sanction.until,
            rule=sanction.rule,
            reason=sanction.reason,
            language=sanction.language,
        )
    _tell(sanction, person, sanction.act)


def _tell(sanction: Sanction, person: User, text_id: str) -> None:
    notices.notify(person, "staff", text_id=text_id, url=f"/en/decisions/{sanction.key}/", once=f"{text_id} {sanction.key}")
