"""The queue as the desk shows it: the severest first, then the oldest. Readers only."""

from datetime import timedelta
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from bluffsite.accounts.models import User
from bluffsite.moderation.desk.models import Appeal, Sanction
from bluffsite.moderation.models import Report
from games.play.models import Seat
from leagues.models import League, Membership

PAGE = 25
SEVERITY = {
    Report.Reason.ABUSE: 4,
    Report.Reason.CHEATING: 3,
    Report.Reason.NAME: 2,
    Report.Reason.SPAM: 2,
    Report.Reason.SPOILING: 1,
    Report.Reason.OTHER: 1,
}
"""By reason; one more where others report the same person, and one for somebody who has had a measure lately."""

_LATELY = timedelta(days=90)
_OTHERS_WITHIN = timedelta(days=7)


class Counters(NamedTuple):
    """What waits: open cases, those of them taken by the reader, appeals, and decisions that wait for a second pair of eyes."""

    open: int
    mine: int
    appeals: int
    second: int


class Week(NamedTuple):
    """The last seven days in numbers (UX-1108)."""

    received: int
    closed: int
    with_action: int
    appeals: int


def to_decide(reader: User) -> QuerySet[Report]:
    """Open reports but those that may be about the reader: them, a table of theirs, a league that they run (`claims.is_concerned`);
    nor those of which a decision waits for a second pair of eyes. What the reader reported is there.
    """
    waits = Exists(Sanction.objects.filter(report=OuterRef("pk"), state=Sanction.State.WAITING))
    sat = Q(Exists(Seat.objects.filter(table=OuterRef("table"), user=reader)))
    running = Membership.objects.filter(league__key=OuterRef("about"), user=reader, state=Membership.State.IN)
    runs = Q(Exists(running.exclude(role=Membership.Role.MEMBER)), kind=Report.Kind.LEAGUE)
    found = Report.objects.exclude(state=Report.State.CLOSED).exclude(waits).exclude(target=reader)
    return found.filter(Q(reporter=reader) | ~(sat | runs))


def open_reports(
    reader: User, *, kind: str = "", reason: str = "", language: str = "", league: str = "", is_mine: bool = False
) -> QuerySet[Report]:
    """What is to be decided, with its `severity`; an unknown filter finds nothing. `league` is a key: the league itself, and its matches.

    `is_mine`: what the reader has taken.
    """
    found = to_decide(reader).select_related("target", "claimed_by", "table")
    for name, value in (("kind", kind), ("reason", reason), ("language", language)):
        if value:
            found = found.filter(**{name: value[:8]})
    if league:
        itself = Q(kind=Report.Kind.LEAGUE, about=league[:80])
        found = found.filter(itself | Q(table__fixture__season__league__key=league[:80]))
    if is_mine:
        found = found.filter(claimed_by=reader, claimed_until__gt=timezone.now())
    return with_severity(found).order_by("-severity", "created_at", "pk")


def leagues_reported(reader: User) -> list[tuple[str, str]]:
    """Key and name of the leagues that open reports are about, or their matches."""
    reports = to_decide(reader)
    keys = reports.filter(kind=Report.Kind.LEAGUE).values("about")
    matches = reports.filter(table__fixture__isnull=False).values("table__fixture__season__league")
    found = League.objects.filter(Q(key__in=keys) | Q(pk__in=matches)).order_by("name")
    return list(found.values_list("key", "name")[:100])


def with_severity(found: QuerySet[Report]) -> QuerySet[Report]:
    now = timezone.now()
    by_reason = Case(*(When(reason=reason, then=Value(weight)) for reason, weight in SEVERITY.items()), default=Value(1))
    others = Report.objects.filter(target=OuterRef("target"), created_at__gt=now - _OTHERS_WITHIN).exclude(reporter=OuterRef("reporter"))
    before = Sanction.objects.filter(person=OuterRef("target"), state=Sanction.State.GIVEN, given_at__gt=now - _LATELY)
    more = [Case(When(Exists(rows), then=Value(1)), default=Value(0), output_field=IntegerField()) for rows in (others, before)]
    return found.annotate(severity=Coalesce(by_reason, 1) + more[0] + more[1])


def page_of(found: QuerySet[Report], number: Any) -> Page[Report]:
    return Paginator(found, PAGE).get_page(number)


def neighbours(report: Report, reader: User) -> tuple[str | None, str | None]:
    """The keys of the open case before and after this one in the whole queue."""
    keys = list(open_reports(reader).values_list("key", flat=True)[:500])
    if report.key not in keys:
        return None, keys[0] if keys else None
    at = keys.index(report.key)
    return keys[at - 1] if at else None, keys[at + 1] if at + 1 < len(keys) else None


def open_appeals(reader: User) -> QuerySet[Appeal]:
    found = Appeal.objects.filter(decided_at=None).exclude(sanction__person=reader)
    return found.select_related("sanction__person", "claimed_by").order_by("created_at", "pk")


def waiting(reader: User) -> QuerySet[Sanction]:
    """Decisions that wait for a second pair of eyes, the oldest first. A proposal about the reader is not theirs to know."""
    found = Sanction.objects.filter(state=Sanction.State.WAITING).exclude(person=reader)
    return found.select_related("person", "by", "report").order_by("created_at", "pk")


def counters(reader: User) -> Counters:
    now = timezone.now()
    mine = Q(claimed_by=reader, claimed_until__gt=now)
    reports = to_decide(reader).aggregate(open=Count("pk"), mine=Count("pk", filter=mine))
    return Counters(
        reports["open"],
        reports["mine"],
        open_appeals(reader).count(),
        waiting(reader).count(),
    )


def last_week() -> Week:
    since = timezone.now() - timedelta(days=7)
    closed = Q(closed_at__gt=since)
    sums = Report.objects.aggregate(
        received=Count("pk", filter=Q(created_at__gt=since)),
        closed=Count("pk", filter=closed),
        with_action=Count("pk", filter=closed & Q(outcome=Report.Outcome.ACTION)),
    )
    return Week(sums["received"], sums["closed"], sums["with_action"], Appeal.objects.filter(created_at__gt=since).count())
