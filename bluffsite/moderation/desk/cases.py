"""One case on one screen. Readers only; looking into a table that is not open to all is `looks.look`."""

from typing import Any, NamedTuple

from django.db.models import Count, Q

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, User
from bluffsite.moderation.desk import hints
from bluffsite.moderation.desk.models import Sanction
from bluffsite.moderation.models import Report
from leagues.models import Membership


class Accuracy(NamedTuple):
    """How the reports of a person ended so far."""

    made: int
    with_action: int
    no_breach: int


class Case(NamedTuple):
    """What staff see besides the report itself. `others` are open reports about the same person."""

    accuracy: Accuracy | None
    about: Accuracy | None
    history: list[Sanction]
    marks: list[Mark]
    others: list[Report]
    hints: list[str]


def report_for(key: str) -> Report | None:
    """The report with this key, with its people."""
    if len(key) > 16 or not key.isprintable():
        return None
    return Report.objects.select_related("reporter", "target", "table", "claimed_by").filter(key=key).first()


def people_of(report: Report) -> list[User]:
    """Who a case may be about that was reported without a person: those who sat at the table, or who run the league."""
    if report.target_id is not None:
        return []
    if report.table_id is not None:
        found = User.objects.filter(seats__table=report.table_id)
    elif report.kind == Report.Kind.LEAGUE:
        running = Membership.objects.filter(league__key=report.about, state=Membership.State.IN).exclude(role=Membership.Role.MEMBER)
        found = User.objects.filter(pk__in=running.values("user"))
    else:
        return []
    return list(found.exclude(pk=report.reporter_id).filter(erased_at=None).distinct().order_by("pk")[:50])


def case(report: Report) -> Case:
    target = report.target
    if target is None:
        return Case(_accuracy(reporter=report.reporter), None, [], [], [], [])
    open_ones = Report.objects.filter(target=target).exclude(pk=report.pk).exclude(state=Report.State.CLOSED)
    return Case(
        accuracy=_accuracy(reporter=report.reporter),
        about=_accuracy(target=target),
        history=list(target.sanctions.select_related("by").order_by("-created_at")[:10]),
        marks=list(marks.in_force(target).order_by("-began_at")),
        others=list(open_ones.select_related("reporter").order_by("created_at")[:20]),
        hints=hints.hints(target, report.table, report.reporter),
    )


def _accuracy(**who: User | None) -> Accuracy | None:
    if None in who.values():
        return None
    ended = {outcome: Count("pk", filter=Q(outcome=outcome)) for outcome in Report.Outcome.values}
    sums: dict[str, Any] = Report.objects.filter(**who).aggregate(made=Count("pk"), **ended)
    return Accuracy(sums["made"], sums[Report.Outcome.ACTION], sums[Report.Outcome.NO_BREACH])
