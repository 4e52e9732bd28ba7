"""Reading the audit trail: search, pages, and a file for a spreadsheet."""

import csv
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

from django.db.models import Q, QuerySet

from bluffsite.accounts.models import User
from bluffsite.moderation.desk.models import AuditEntry

PAGE = 50
COLUMNS = ("at", "staff", "act", "person", "thing", "rule", "note", "details")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def entries(
    *, reader: User, words: str = "", act: str = "", since: datetime | None = None, until: datetime | None = None
) -> QuerySet[AuditEntry]:
    """The newest first. `words` are looked for in names, things and notes; an unknown act finds nothing. `until`: that day too.

    What colleagues did about the reader is left out: who is reported is not told of it by this way.
    """
    found = AuditEntry.objects.exclude(target=reader).select_related("actor", "target").order_by("-at", "-pk")
    if words := words.strip()[:100].replace("\0", ""):
        named = User.objects.filter(Q(username__icontains=words) | Q(display_name__icontains=words)).values("pk")
        found = found.filter(Q(actor__in=named) | Q(target__in=named) | Q(thing__icontains=words) | Q(note__icontains=words))
    if act:
        found = found.filter(act=act[:14])
    if since is not None:
        found = found.filter(at__gte=since)
    if until is not None:
        found = found.filter(at__lt=until + timedelta(days=1))
    return found


def as_csv(found: QuerySet[AuditEntry]) -> Iterator[str]:
    """Line by line. A cell that a spreadsheet would take for a formula begins with an apostrophe."""
    yield _line(COLUMNS)
    for entry in found.iterator(chunk_size=500):
        who = [entry.at.isoformat(), _name(entry.actor), entry.act, _name(entry.target), entry.thing, entry.rule, entry.note]
        yield _line([*who, json.dumps(entry.details, ensure_ascii=False) if entry.details else ""])


def _name(user: User | None) -> str:
    return "" if user is None else user.username


def _line(cells: Any) -> str:
    out = StringIO()
    csv.writer(out).writerow([safe_cell(str(cell)) for cell in cells])
    return out.getvalue()


def safe_cell(text: str) -> str:
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text
