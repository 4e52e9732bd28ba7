"""Who works on a case or an appeal: one person at a time, for `CLAIM` after their last step. Errors: DeskError."""

from datetime import timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from bluffsite.accounts.models import User
from bluffsite.moderation import reports
from bluffsite.moderation.desk import audit
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.models import Appeal
from bluffsite.moderation.models import Report
from games.play.models import Seat

CLAIM = timedelta(minutes=15)


@transaction.atomic
def claim(*, report: Report, by: User) -> Report:
    """Take the case, or have more time for it. The reporter sees that it is looked at. Raises DeskError: closed, claimed, yourself."""
    if by.pk in (report.reporter_id, report.target_id) or _sat_there(report, by):
        raise DeskError("yourself")
    was_mine = holds(report, by)
    _take(Report.objects.exclude(state=Report.State.CLOSED), report, by)
    reports.begin(report=report)
    report.refresh_from_db()
    if not was_mine:
        audit.write(actor=by, act=audit.Act.CLAIM, target=report.target, thing=f"report:{report.key}")
    return report


def _sat_there(report: Report, by: User) -> bool:
    """Who has a seat at the table in question is no judge of what happened at it."""
    return report.table_id is not None and Seat.objects.filter(table=report.table_id, user=by).exists()


@transaction.atomic
def release(*, report: Report, by: User) -> None:
    """Give the case back to the queue. Nothing where it is not theirs."""
    if Report.objects.filter(pk=report.pk, claimed_by=by).update(claimed_by=None, claimed_until=None):
        audit.write(actor=by, act=audit.Act.RELEASE, target=report.target, thing=f"report:{report.key}")


@transaction.atomic
def claim_appeal(*, appeal: Appeal, by: User) -> Appeal:
    """Take the appeal; its maker sees that it is looked at. Raises DeskError: decided, claimed, own_decision, yourself."""
    if by.pk == appeal.sanction.person_id:
        raise DeskError("yourself")
    if by.pk in (appeal.sanction.by_id, appeal.sanction.second_id):
        raise DeskError("own_decision")
    was_mine = holds(appeal, by)
    _take(Appeal.objects.filter(decided_at=None), appeal, by, closed="decided")
    Appeal.objects.filter(pk=appeal.pk).update(state=Appeal.State.LOOKING)
    appeal.refresh_from_db()
    if not was_mine:
        audit.write(actor=by, act=audit.Act.APPEAL_CLAIM, target=appeal.sanction.person, thing=f"sanction:{appeal.sanction.key}")
    return appeal


def holds(thing: Report | Appeal, by: User) -> bool:
    """Whether this person works on it now."""
    return thing.claimed_by_id == by.pk and thing.claimed_until is not None and thing.claimed_until > timezone.now()


def require(thing: Report | Appeal, by: User) -> None:
    """Raises DeskError(not_claimed). For a row that was read under a lock."""
    if not holds(thing, by):
        raise DeskError("not_claimed")


def _take(rows: "models.QuerySet[Any]", thing: Report | Appeal, by: User, *, closed: str = "closed") -> None:
    """One statement, so that of two people one gets it."""
    now = timezone.now()
    free = Q(claimed_by=None) | Q(claimed_by=by) | Q(claimed_until__lte=now)
    mine = rows.filter(pk=thing.pk)
    if mine.filter(free).update(claimed_by=by, claimed_until=now + CLAIM):
        return
    raise DeskError("claimed" if mine.exists() else closed)
