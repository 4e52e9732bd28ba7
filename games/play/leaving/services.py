"""Notes who stayed to the end of each match, once, and lays the cool-downs that follow. All of it can be done again.

Whoever came back before the end has stayed. Whoever was lost around an outage of the site is excused. Leaving counts at
open and rated tables only; matches among friends played to the end repair as well.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, User
from bluffsite.accounts.notices import notify
from bluffsite.accounts.services import Merged
from games.core.replay import steps
from games.play import selectors
from games.play.leaving import rule
from games.play.leaving.models import Ending
from games.play.leaving.rule import Standing, Told
from games.play.models import LogEntry, Match, Outage, Seat, Table, Void
from games.play.services import record as records

log = structlog.get_logger(__name__)
How = Ending.How
NOTICE = "leaving"
NOTICES: dict[str, Promise] = {
    "cool_down": _("You left a match before its end. Open tables are closed to you until %(until_at)s. Here is what helps.")
}

AT_ONCE = 50
"""Ended matches that one sweep notes."""

AROUND_OUTAGE = timedelta(seconds=180)
"""A seat that was left within this time after an outage, or before one, is excused: longer than the patience of the clock."""


def note_ended() -> int:
    """What the sweep does: note the matches that have ended. Returns how many."""
    ended = Match.objects.filter(ended_at__isnull=False, leavers_noted=False).values_list("pk", flat=True)
    return sum(_safely(pk) for pk in ended[:AT_ONCE])


def _safely(match_id: int) -> bool:
    """A match that cannot be read must not keep the others waiting: it counts for nobody."""
    try:
        return note(match_id=match_id)
    except Exception:
        log.exception("leavers could not be noted", match=match_id)
        Match.objects.filter(pk=match_id).update(leavers_noted=True)
        return False


@transaction.atomic
def note(*, match_id: int) -> bool:
    """Store how each person's part in an ended match went, and lay what follows. False: it is noted already, or runs."""
    match = Match.objects.select_for_update(of=("self",)).select_related("table").filter(pk=match_id, ended_at__isnull=False).first()
    if match is None or match.leavers_noted:
        return False
    Match.objects.filter(pk=match_id).update(leavers_noted=True)
    endings = endings_of(match)
    Ending.objects.bulk_create(endings, ignore_conflicts=True)
    for ending in endings:
        settle(user=ending.user)
    return True


def endings_of(match: Match) -> list[Ending]:
    """From the rows and the log of an ended match: one for each person; none where one person played alone, or with one phone."""
    table = match.table
    seats = list(Seat.objects.filter(table=table, user__isnull=False).select_related("user"))
    if table.phase != Table.Phase.FINISHED or len({seat.user_id for seat in seats}) < 2 or Void.objects.filter(match=match).exists():
        return []
    gone = _left(match)
    counts = table.is_public or table.rated
    found = []
    for seat in seats:
        how = How.STAYED if seat.index not in gone else How.EXCUSED if _is_excused(gone[seat.index], match) else How.LEFT
        if how != How.LEFT or counts:
            found.append(Ending(match=match, user=seat.user, how=how, ended_at=match.ended_at))
    return found


def _left(match: Match) -> dict[int, datetime]:
    """Seats whose persons were away at the end, with the time when they last left: not those that were out of the match by then."""
    record = records.read(match.pk)
    engine, state = record.engine, record.state
    away = {*engine.away(state), *engine.view(state, None).left}
    if not away:
        return {}
    entries = selectors.whole_log(match.pk)
    size = Seat.objects.filter(table_id=match.pk).count()
    found: dict[int, datetime] = {}
    for step in steps(engine, size, match.table.options, entries, match.rules_version):
        for seat in away:
            if step.before is not None and _leaves(engine, step.before, step.after, seat):
                found.pop(seat, None)
                if not _is_done(engine, step.before, seat):
                    found[seat] = datetime.fromisoformat(step.entry.at)
    return found


def _leaves(engine: object, before: object, after: object, seat: int) -> bool:
    """Whether the person of the seat goes away by this entry."""
    return _is_away(engine, after, seat) and not _is_away(engine, before, seat)


def _is_away(engine: object, state: object, seat: int) -> bool:
    return seat in engine.away(state) or seat in engine.view(state, None).left  # type: ignore[attr-defined]


def _is_done(engine: object, state: object, seat: int) -> bool:
    """Whether the seat has nothing more to play for: it is out of the last game."""
    view = engine.view(state, None)  # type: ignore[attr-defined]
    return view.game == view.games and not engine.choices(state, seat)  # type: ignore[attr-defined]


def _is_excused(at: datetime, match: Match) -> bool:
    """Whether the site itself was not answering around that time, as the outages or the match's own log have it."""
    began, ended = at - AROUND_OUTAGE, at + AROUND_OUTAGE
    if Outage.objects.filter(began__lt=ended, ended__gt=began).exists():
        return True
    credited = LogEntry.objects.filter(match=match, by=LogEntry.By.CLOCK, action__contains='"credit"', at__gt=began, at__lt=ended)
    return credited.exists()


# --- what follows ---------------------------------------------------------------------------------------------------
def standing_of(user: User, now: datetime | None = None) -> Standing:
    """How a person stands, from the stored endings alone."""
    return rule.standing(told(user), now or datetime.now(UTC))


def told(user: User) -> list[Told]:
    rows = Ending.objects.filter(user=user).order_by("ended_at").values_list("match_id", "how", "ended_at")
    return [Told(match_id, how, at) for match_id, how, at in rows]


@transaction.atomic
def settle(*, user: User) -> None:
    """Bring a person's cool-downs in line with their endings: lay what is missing, take back what no longer follows.

    Doing it again changes nothing. A new cool-down that is still running is told to the person.
    """
    now = datetime.now(UTC)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    wanted = {_ref(one.match_id, user): one for one in standing_of(user, now).cool_downs if one.until > now}
    laid = {mark.ref: mark for mark in marks.in_force(user).filter(kind=Mark.Kind.COOL_DOWN, ref__startswith="leaving:")}
    for ref in laid.keys() - wanted.keys():
        marks.lift(ref=ref)
    for ref, one in wanted.items():
        if ref in laid:
            if laid[ref].until != one.until:
                marks.change_end(mark=laid[ref], until=one.until)
            continue
        marks.put(user=user, kind=Mark.Kind.COOL_DOWN, ref=ref, until=one.until)
        notify(user, NOTICE, text_id="cool_down", params={"until_at": one.until.isoformat()}, url="/en/play/leaving/", once=ref)


def _ref(match_id: int, user: User) -> str:
    return f"leaving:{match_id}:{user.pk}"


@transaction.atomic
def forget_match(*, match_id: int) -> None:
    """A match no longer counts (staff have voided it), or counts again: note it anew."""
    people = [ending.user for ending in Ending.objects.filter(match=match_id).select_related("user")]
    Ending.objects.filter(match=match_id).delete()
    Match.objects.filter(pk=match_id).update(leavers_noted=False)
    for user in people:
        settle(user=user)
    note(match_id=match_id)


def when_voided(match_id: int, **_: object) -> None:
    """Staff have voided a match, or taken that back."""
    forget_match(match_id=match_id)


def differences() -> list[str]:
    """Where the stored endings are not what the logs of the matches say, one line each; what was excused stays excused."""
    found = []
    for match in Match.objects.filter(leavers_noted=True, ended_at__isnull=False).select_related("table").order_by("pk").iterator():
        stored = dict(Ending.objects.filter(match=match).values_list("user", "how"))
        said = {ending.user_id: ending.how for ending in endings_of(match)}
        for user in sorted(stored.keys() | said.keys()):
            is_excused = (stored.get(user), said.get(user)) == (How.EXCUSED, How.LEFT)  # outages are remembered for days only
            if stored.get(user) != said.get(user) and not is_excused:
                found.append(f"match {match.pk}, person {user}: {stored.get(user)} instead of {said.get(user)}")
    return found


@transaction.atomic
def renote(*, match_id: int) -> None:
    """Note an ended match anew from its log; what was excused stays excused."""
    excused = set(Ending.objects.filter(match=match_id, how=How.EXCUSED).values_list("user", flat=True))
    forget_match(match_id=match_id)
    changed = Ending.objects.filter(match=match_id, user__in=excused, how=How.LEFT)
    people = [ending.user for ending in changed.select_related("user")]
    changed.update(how=How.EXCUSED)
    for user in people:
        settle(user=user)


def rebuild(user_ids: Iterable[int] | None = None) -> int:
    """Settle everybody, or these people, anew from the endings. Returns how many people that were."""
    people = User.objects.filter(endings__isnull=False).distinct() if user_ids is None else User.objects.filter(pk__in=user_ids)
    count = 0
    for user in people.iterator():
        settle(user=user)
        count += 1
    return count


def move_endings(guest: User, member: User) -> Merged:
    """Signing in takes along how the guest's matches ended, and a cool-down that is running."""
    mine = Ending.objects.filter(user=guest).exclude(match__in=Ending.objects.filter(user=member).values("match"))
    mine.update(user=member)
    return Merged()


HOW = {How.STAYED: _("played to the end"), How.LEFT: _("left early"), How.EXCUSED: _("excused: the site did not answer")}
WORDS = {"matches": _("Matches"), "how": _("How it ended"), "pauses": _("Pauses after leaving early"), "until": _("Until")}
SAID: dict[str, Callable[[Any], Any]] = {"how": lambda how: HOW[How(how)]}


def export(user: User) -> dict[str, list[dict[str, Any]]]:
    """How the person's matches ended, for *Download my data*."""
    rows = Ending.objects.filter(user=user).order_by("ended_at").values_list("match__table__game", "how", "ended_at")
    pauses = user.marks.filter(kind=marks.Kind.COOL_DOWN).order_by("began_at").values_list("began_at", "until")
    return {
        "matches": [{"game": game, "how": how, "at": at.isoformat()} for game, how, at in rows],
        "pauses": [{"since": since.isoformat(), "until": until and until.isoformat()} for since, until in pauses],
    }


KEPT_DAYS = 180
"""Far longer than any step lasts."""


def forget_old(then: datetime) -> int:
    return Ending.objects.filter(ended_at__lt=then).delete()[0]


def erase(user: User) -> None:
    Ending.objects.filter(user=user).delete()
