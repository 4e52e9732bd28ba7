"""The public figures: what was reported, decided and appealed, by month (UTC, whoever reads). Numbers only.

Few of a kind would tell who it was to those who know somebody concerned: `rough` says no more than that there were few.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.db.models.functions import TruncMonth
from django.utils import timezone

from bluffsite.moderation.desk.models import Appeal, Sanction
from bluffsite.moderation.models import Report

MONTHS = 12
FEW = 5


class Month(NamedTuple):
    """`hours`: from report to decision, in the middle of all; None where there were few. `acts`: measures by kind."""

    first: date
    received: int
    with_action: int
    no_breach: int
    hours: int | None
    acts: dict[str, int]
    appeals: int
    overturned: int

    @property
    def measures(self) -> int:
        return sum(self.acts.values())


def rough(count: int) -> str:
    """A number that may be about single people, for everybody to read."""
    return f"1–{FEW - 1}" if 0 < count < FEW else str(count)


def months(*, today: date | None = None) -> list[Month]:
    """The last twelve months, newest first, the present one too. Five queries, whatever there is."""
    first = (today or timezone.now().astimezone(UTC).date()).replace(day=1)
    wanted = [first]
    while len(wanted) < MONTHS:
        wanted.append((wanted[-1] - timedelta(days=1)).replace(day=1))
    since = wanted[-1]
    received = _by_month(Report.objects.all(), "created_at", since, n=Count("pk"))
    action, breach = (Count("pk", filter=Q(outcome=outcome)) for outcome in (Report.Outcome.ACTION, Report.Outcome.NO_BREACH))
    closed = _by_month(Report.objects.filter(state=Report.State.CLOSED), "closed_at", since, action=action, no_breach=breach)
    hours = _hours(since)
    acts = _acts(since)
    overturned = Count("pk", filter=Q(state=Appeal.State.OVERTURNED))
    appeals = _by_month(Appeal.objects.all(), "created_at", since, n=Count("pk"), overturned=overturned)
    return [
        Month(
            month,
            received[month].get("n", 0),
            closed[month].get("action", 0),
            closed[month].get("no_breach", 0),
            hours.get(month),
            acts.get(month, {}),
            appeals[month].get("n", 0),
            appeals[month].get("overturned", 0),
        )
        for month in wanted
    ]


def total(found: Sequence[Month]) -> Month:
    """All these months together, as one; its first day is that of the oldest."""
    acts = Counter[str]()
    for month in found:
        acts.update(month.acts)
    sums = [
        sum(numbers) for numbers in zip(*((m.received, m.with_action, m.no_breach, m.appeals, m.overturned) for m in found), strict=True)
    ]
    return Month(found[-1].first, *sums[:3], None, dict(acts), *sums[3:])


def _by_month(rows: Any, column: str, since: date, **sums: Any) -> defaultdict[date, dict[str, int]]:
    found: defaultdict[date, dict[str, int]] = defaultdict(dict)
    grouped = (
        rows.filter(**{f"{column}__gte": _beginning(since)})
        .annotate(month=TruncMonth(column, tzinfo=UTC))
        .values("month")
        .annotate(**sums)
        .order_by()
    )
    for row in grouped:
        found[row["month"].date()] = row
    return found


def _hours(since: date) -> dict[date, int]:
    times: defaultdict[date, list[float]] = defaultdict(list)
    rows = Report.objects.filter(state=Report.State.CLOSED, closed_at__gte=_beginning(since)).values_list("created_at", "closed_at")
    for created, closed in rows.iterator():
        times[closed.astimezone(UTC).date().replace(day=1)].append((closed - created).total_seconds() / 3600)
    return {month: round(median(found)) for month, found in times.items() if len(found) >= FEW}


def _beginning(day: date) -> datetime:
    return datetime.combine(day, time(0), UTC)


def _acts(since: date) -> dict[date, dict[str, int]]:
    found: defaultdict[date, dict[str, int]] = defaultdict(dict)
    given = (
        Sanction.objects.filter(given_at__gte=_beginning(since)).annotate(month=TruncMonth("given_at", tzinfo=UTC)).values("month", "act")
    )
    for row in given.annotate(n=Count("pk")).order_by():
        found[row["month"].date()][row["act"]] = row["n"]
    return dict(found)
