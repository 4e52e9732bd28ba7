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
from bluffsite.moderation.desk.models import Appeal, Sanction
from bluffsite.moderation.models import Report
from games.play.models import Seat
from leagues.models import Membership

CLAIM = timedelta(minutes=15)


@transaction.atomic
def claim(*, report: Report, by: User) -> Report:
    """Take the case, or have more time for it. The reporter sees that it is looked at. Raises DeskError: closed, waits, claimed,
    yourself.
    """
    if is_concerned(report, by):
        raise DeskError("yourself")
    if report.sanctions.filter(state=Sanction.State.WAITING).exists():
        raise DeskError("waits")
    was_mine = holds(report, by)
    _take(Report.objects.exclude(state=Report.State.CLOSED), report, by)
    reports.begin(report=report)
    report.refresh_from_db()
    if not was_mine:
        audit.write(actor=by, act=audit.Act.CLAIM, target=report.target, thing=f"report:{report.key}")
    return report


def is_concerned(report: Report, by: User) -> bool:
    """Nobody is a judge of what they did, what they reported, a table they sat at, or a league they run."""
    if by.pk in (report.reporter_id, report.target_id):
        return True
    if report.table_id is not None and Seat.objects.filter(table=report.table_id, user=by).exists():
        return True
    if report.kind != Report.Kind.LEAGUE:
        return False
    running = Membership.objects.filter(league__key=report.about, user=by, state=Membership.State.IN)
    return running.exclude(role=Membership.Role.MEMBER).exists()


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
    if had_part(appeal.sanction, by):
        raise DeskError("own_decision")
    was_mine = holds(appeal, by)
    _take(Appeal.objects.filter(decided_at=None), appeal, by, closed="decided")
    Appeal.objects.filter(pk=appeal.pk).update(state=Appeal.State.LOOKING)
    appeal.refresh_from_db()
    if not was_mine:
        audit.write(actor=by, act=audit.Act.APPEAL_CLAIM, target=appeal.sanction.person, thing=f"sanction:{appeal.sanction.key}")
    return appeal


def had_part(sanction: Sanction, by: User) -> bool:
    """Whether this colleague decided it, agreed to it, or has something to do with its case."""
    return by.pk in (sanction.by_id, sanction.second_id) or (sanction.report is not None and is_concerned(sanction.report, by))


def holds(thing: Report | Appeal, by: User) -> bool:
    """Whether this person works on it now."""
    return thing.claimed_by_id == by.pk and thing.claimed_until is not None and thing.claimed_until > timezone.now()


def require(thing: Report | Appeal, by: User) -> None:
    """Raises DeskError: not_claimed, yourself (who sat down at the table after that, say). For a row that was read under a lock."""
    if not holds(thing, by):
        raise DeskError("not_claimed")
    if isinstance(thing, Report) and is_concerned(thing, by):
        raise DeskError("yourself")


def _take(rows: "models.QuerySet[Any]", thing: Report | Appeal, by: User, *, closed: str = "closed") -> None:
    """One statement, so that of two people one gets it."""
    now = timezone.now()
    free = Q(claimed_by=None) | Q(claimed_by=by) | Q(claimed_until__lte=now)
    mine = rows.filter(pk=thing.pk)
    if mine.filter(free).update(claimed_by=by, claimed_until=now + CLAIM):
        return
    raise DeskError("claimed" if mine.exists() else closed)
