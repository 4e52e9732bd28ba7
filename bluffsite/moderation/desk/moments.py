"""A match as a spectator saw it at one moment. Hidden hands stay hidden: everything comes out of `Engine.view(state, None)`.

The match is played again from its log up to that moment; nothing of it is kept.
"""

from typing import NamedTuple

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from games.core.errors import NotInThisGame, RulesError
from games.core.game import Language
from games.core.replay import steps
from games.play import render, selectors
from games.play.models import LogEntry, Match, Table
from games.play.services import record as records
from games.play.services.record import Record

BEFORE, AFTER = 15, 8
"""Versions of the log around the moment."""


class Told(NamedTuple):
    """A line of the log. `is_moment`: what was on the table then begins here."""

    text: str
    is_moment: bool


class Moment(NamedTuple):
    """`picture` is the table's public part as HTML; "" where this version of the rules cannot play the match again."""

    version: int
    is_running: bool
    picture: str
    lines: list[Told]


def moment(table: Table, version: int | None, language: Language, *, digits: bool) -> Moment | None:
    """The match of this table at `version` (None: now, or its end); None where there is no match."""
    if not Match.objects.filter(pk=table.pk).exists():
        return None
    record = records.read(table.pk)
    at = record.version if version is None else max(1, min(version, record.version))
    shown = selectors.shown(selectors.facts(table.pk), record, now=timezone.now()).public
    entries = [
        entry for entry in selectors.log_for(record, None, since=max(0, at - BEFORE)) if entry.number <= at + AFTER and not entry.is_quiet
    ]
    lines = []
    for entry in entries:
        for line in reversed(render.log_lines(shown, [entry], None, language, digits)):
            lines.append(Told(line.text, entry.number == at))
    return Moment(at, record.ended_at is None, _picture(table, record, at, language, digits=digits), lines)


def _picture(table: Table, record: Record, at: int, language: Language, *, digits: bool) -> str:
    if at < record.version:
        earlier = _as_it_was(table, record, at)
        if earlier is None:
            return ""
        record = earlier
    shown = selectors.shown(selectors.facts(table.pk), record, now=timezone.now()).public
    return render.public_html(shown, language, digits)


def _as_it_was(table: Table, record: Record, at: int) -> Record | None:
    """The record with the state of then: no clock runs in it."""
    last = LogEntry.objects.filter(match_id=table.pk, version=at, is_quiet=False).values_list("number", flat=True).first()
    if last is None:
        return None
    log = [entry for entry in selectors.whole_log(table.pk) if entry.number <= last]
    try:
        *_, step = steps(record.engine, table.size, table.options, log)
    except (NotInThisGame, RulesError, ValueError, msgspec.ValidationError):
        return None
    still = replace(record.sitting, alarm=None, deadline=None, halt=None, collecting=None, thinking=(), votes=(), end_votes=())
    return replace(record, state=step.after, version=at, ended_at=None, sitting=still)
