"""What the server does when time has passed. It looks, and then goes through the same door as everyone.

`ring` serves one match and `sweep` all of them; both may run twice, late or at once, and then do nothing.
"""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from games.core.replay import END_LONG
from games.play.models import Match
from games.play.services import alarm, bots, journal, outages, quick, rematch, tables
from games.play.services import record as records
from games.play.services.actions import CLOCK, Accepted, Ask, submit_action, submit_together
from games.play.services.errors import Refused
from games.play.services.moves import EARLY, is_long_for_computers
from games.play.services.record import Record
from games.play.services.waits import Wait, waiting

logger = logging.getLogger(__name__)
ABSENT_SECONDS = 120.0
"""Without a connection, a person who is waited for counts as gone. Rules: common.clock.absent."""
LATE_SECONDS = 0.3  # what is overdue by less is left to its own countdown
AT_ONCE = 500  # matches that one sweep serves
_turns = count()
"""Sweeps of this process: each looks at another part of the lobbies."""


def ring(match_id: int, now: float | None = None) -> bool:
    """Do what is due in this match, or see to it that the alarm rings again. True if something was done."""
    at = time.time() if now is None else now
    try:
        record = records.read(match_id)
    except Refused:
        return False
    due_at = record.due_at
    if due_at is None:
        return False
    if at < due_at - EARLY:
        _arm_again(record, at)
        return False
    return _do(record, _what_is_due(record, at), at)


def ring_all(match_ids: Sequence[int]) -> int:
    """`ring` for several matches now. Returns in how many something was done.

    The deals among it, which are most of it, are stored together.
    """
    if len(match_ids) == 1:
        return int(ring(match_ids[0]))
    now = time.time()
    deals: list[Ask] = []
    others: list[int] = []
    for record in records.read_all(match_ids):
        is_deal = record.due_at is not None and now >= record.due_at - EARLY and _what_is_due(record, now) == DEAL
        if is_deal:
            deals.append(Ask(record.match_id, None, DEAL[1], record.version, None, CLOCK))
        else:
            others.append(record.match_id)
    return sum(_safely(_answered, ask, answer) for ask, answer in zip(deals, submit_together(deals), strict=True)) + sum(
        _safely(ring, match_id) for match_id in others
    )


def _answered(ask: Ask, answer: Accepted | Exception) -> bool:
    """Whether it took effect."""
    if isinstance(answer, Accepted):
        return True
    if not isinstance(answer, Refused):
        raise answer
    _note(answer, ask.match_id, ask.action)
    return False


def _arm_again(record: Record, now: float) -> None:
    """Nothing is due yet: one countdown for the new alarm, unless one is pending."""
    planned = alarm.plan(record.armed_until, record.due_at, now)
    if planned.countdown is not None and planned.armed_until is not None and journal.rearm(record, planned.armed_until):
        alarm.send(record.match_id, planned.countdown)


Deed = tuple[int | None, dict[str, Any]]
"""A seat or None, and an action of the clock; the type `bot` stands for the turn of a computer, `consider` for its one
decision about the newest play."""

DEAL: Deed = (None, {"type": "proceed"})


def _what_is_due(record: Record, now: float) -> Deed | None:
    """What the alarm of this match rings for; None while the site does not answer and so no person's time runs."""
    sitting, halt = record.sitting, record.sitting.halt
    wait = waiting(record, record.state)
    if is_long_for_computers(record):
        return None, {"type": END_LONG}
    if halt is None and sitting.thinking and sitting.thinking[0].at == sitting.due_at:
        return sitting.thinking[0].seat, {"type": "consider"}
    if halt == "deserted" or (halt is None and wait.who == "person"):
        if (credit := outages.owed(record, now)) is not None:
            return None, {"type": "credit", **credit._asdict()}
        if not outages.is_answering(now):
            return None
        return (None, {"type": "abandon"}) if halt else (wait.seat, {"type": "timeout"})
    if halt in ("pause", "staff"):
        return None, {"type": "resume"}
    return (wait.seat, {"type": "bot"}) if wait.who == "computer" else DEAL


def _do(record: Record, deed: Deed | None, now: float) -> bool:
    """Whether it took effect; not if the match has moved on meanwhile."""
    if deed is None:
        return False
    seat, action = deed
    try:
        if action["type"] == "bot" and seat is not None:
            bots.play(record, seat, now)
        elif action["type"] == "consider" and seat is not None:
            bots.consider(record, seat, now)
        else:
            submit_action(match_id=record.match_id, seat=seat, action=action, version=record.version, actor=CLOCK, now=now)
    except Refused as refused:
        _note(refused, record.match_id, action)
        return False
    return True


def _note(refused: Refused, match_id: int, action: dict[str, Any]) -> None:
    """A refusal that does not only tell that the match has moved on is an error of ours."""
    if refused.code not in ("stale_version", "match_over", "paused", "not_your_seat", "not_allowed", "call_pending"):
        logger.error("the clock was refused: %s at match %s for %s", refused, match_id, action["type"])


def sweep(now: float | None = None) -> None:
    """Each second: outages are given back, what is overdue is done, absent persons and lobbies are looked after."""
    at = time.time() if now is None else now
    moment = datetime.fromtimestamp(at, UTC)
    duties: tuple[Callable[[], Any], ...] = (
        lambda: outages.beat("clock", at),
        lambda: give_back(at),
        lambda: ring_overdue(at),
        lambda: arm_soon(at),
        lambda: send_away(at),
        lambda: rematch.settle(now=moment),
        lambda: quick.begin_due(now=moment),
        lambda: quick.lead_on(now=moment),
        lambda: tables.tidy_lobbies(now=moment, part=next(_turns) % tables.PARTS),
    )
    for duty in duties:
        try:
            duty()
        except Exception:  # one broken duty must not keep the others from being done
            logger.exception("a duty of the sweep failed")


def give_back(now: float) -> int:
    """Credit every running match with the outages that are not yet. Returns how many were. Rules: common.clock.outage."""
    ended = outages.uncredited()
    if not ended:
        return 0
    running = Match.objects.filter(ended_at=None, due_at__isnull=False).values_list("pk", flat=True)
    credited = sum(_credit(match_id, now) for match_id in running.iterator())
    outages.mark_credited(ended)
    return credited


def _credit(match_id: int, now: float) -> bool:
    record = records.read(match_id)
    is_for_persons = record.sitting.halt is not None or waiting(record, record.state).who == "person"
    credit = outages.owed(record, now) if is_for_persons and record.due_at is not None else None
    return credit is not None and _do(record, (None, {"type": "credit", **credit._asdict()}), now)


def ring_overdue(now: float) -> int:
    """Serve the matches whose alarm has passed unheard. Returns in how many something was done."""
    due = Match.objects.filter(ended_at=None, due_at__lte=records.moment(now - LATE_SECONDS)).order_by("due_at")
    return sum(_safely(ring, match_id, now) for match_id in due.values_list("pk", flat=True)[:AT_ONCE])


def arm_soon(now: float) -> int:
    """Ask for the countdowns of the waits that are nearly over and have none. Returns how many these were."""
    due = Match.objects.filter(ended_at=None, due_at__gt=records.moment(now), due_at__lte=records.moment(now + alarm.SOON))
    unarmed = due.filter(Q(armed_until=None) | Q(armed_until__lte=records.moment(now)))
    return sum(_safely(_arm, match_id, now) for match_id in unarmed.values_list("pk", flat=True)[:AT_ONCE])


def _arm(match_id: int, now: float) -> bool:
    record = records.read(match_id)
    _arm_again(record, now)
    return True


def send_away(now: float) -> int:
    """Persons who are waited for and have had no connection for too long leave. Returns how many. Rules: common.clock.absent."""
    if not outages.is_answering(now):
        return 0
    seen = Coalesce(F("table__seats__last_seen"), F("started_at"))
    waited = Match.objects.filter(Q(table__seats__index=F("waits_for")), ended_at=None)
    gone = waited.annotate(seen=seen).filter(seen__lte=records.moment(now - ABSENT_SECONDS))
    rows = gone.values_list("pk", "waits_for", "seen")[:AT_ONCE]
    return sum(_safely(_send_away, match_id, now, seat, seen.timestamp()) for match_id, seat, seen in rows)


def _send_away(match_id: int, now: float, seat: int, seen: float) -> bool:
    if now - seen - outages.missed(outages.spans_since(seen), seen, now) < ABSENT_SECONDS:
        return False
    record = records.read(match_id)
    return waiting(record, record.state) == Wait("person", seat) and _do(record, (seat, {"type": "absent"}), now)


def _safely(serve: Callable[..., bool], match_id: int, *rest: Any) -> bool:
    """One broken match must not keep the others waiting."""
    try:
        return serve(match_id, *rest)
    except Exception:
        logger.exception("match %s could not be served", match_id)
        return False
