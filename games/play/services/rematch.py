"""Another match of the same people (UX-502). An offer stands for 20 s; it begins with those who agreed, the rest are computers.

The table of the rematch exists from the offer on, so that its commitment is seen before the start.
TableError codes: not_seated, not_finished, no_offer, bad_part.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts.models import User
from games.play.models import Seat, Table
from games.play.services import lobby, making, presence, rated
from games.play.services.errors import TableError
from games.play.services.parts import read_part
from games.play.talk.avoiding import avoided_by

OFFER = timedelta(seconds=20)


@transaction.atomic
def offer(*, table: Table, user: User, part: str = "") -> Table | None:
    """Offer another match, or agree to the offer that stands. Returns the new table if it has begun, as it does at once where
    everybody agrees. Raises TableError: not_seated, not_finished, bad_part.
    """
    table, seat = _finished(table, user)
    if (begun := _begun(table)) is not None:
        return begun
    if table.rematch_by is None:
        _open(table, seat)
    return _agree(table, seat, part)


@transaction.atomic
def answer(*, table: Table, user: User, agrees: bool, part: str = "") -> Table | None:
    """Agree to the offer that stands, or say no. Who made it says no for all: it dies.

    Returns the new table if it has begun. Raises TableError: not_seated, not_finished, no_offer, bad_part.
    """
    table, seat = _finished(table, user)
    if (begun := _begun(table)) is not None:
        return begun
    if table.rematch_by is None:
        raise TableError("no_offer")
    if agrees:
        return _agree(table, seat, part)
    if seat.index == table.rematch_by:
        _withdraw(table)
        return None
    _write_answer(seat, False)
    return _begin_if_all_answered(table)


@transaction.atomic
def leave(*, table: Table, user: User) -> None:
    """The person goes away from a finished table: an offer of theirs dies, an answer becomes a no. Nothing without an offer."""
    table, seat = _finished(table, user)
    if table.rematch_by == seat.index:
        _withdraw(table)
    elif table.rematch_by is not None:
        _write_answer(seat, False)
        _begin_if_all_answered(table)


def settle(*, now: datetime) -> int:
    """What the sweep does each second: offers whose time is up begin, or die with a maker who is away. Returns how many."""
    due = Table.objects.filter(rematch_by__isnull=False, rematch_until__lte=now).values_list("pk", flat=True)
    return sum(_settle(table_id=pk, now=now) for pk in list(due[:100]))


@transaction.atomic
def _settle(*, table_id: int, now: datetime) -> bool:
    table = lobby.locked(table_id)
    if table.rematch_by is None or table.rematch_until is None or table.rematch_until > now:
        return False
    maker = next(seat for seat in lobby.seats_of(table) if seat.index == table.rematch_by)
    if presence.is_away(maker, now):
        _withdraw(table)
    else:
        _begin(table)
    return True


def _finished(table: Table, user: User) -> tuple[Table, Seat]:
    table = lobby.locked(table)
    seat = lobby.seat_of(table, user)
    if table.phase != Table.Phase.FINISHED:
        raise TableError("not_finished")
    return table, seat


def _begun(table: Table) -> Table | None:
    """The rematch of this table, if it has begun."""
    return Table.objects.filter(rematch_of=table).exclude(phase=Table.Phase.LOBBY).first()


def _open(table: Table, maker: Seat) -> None:
    _forget_answers(table)
    making.prepare_rematch(table)
    table.rematch_by, table.rematch_until = maker.index, timezone.now() + OFFER
    table.save(update_fields=["rematch_by", "rematch_until", "touched_at"])
    _decline_for_blocked(table, maker)


def _decline_for_blocked(table: Table, maker: Seat) -> None:
    """Nothing brings people together one of whom blocks the other: for them the answer is no, unless they themselves say yes."""
    Seat.objects.filter(table=table, user__in=avoided_by(maker.user_id)).update(rematch_answer=False)


def _agree(table: Table, seat: Seat, part: str) -> Table | None:
    text = read_part(part)
    if text:
        Seat.objects.filter(table__rematch_of=table, index=seat.index).update(part=text)
    _write_answer(seat, True)
    return _begin_if_all_answered(table)


def _begin_if_all_answered(table: Table) -> Table | None:
    """A person who is away is not waited for."""
    lobby.changed(table)
    now, persons = timezone.now(), [seat for seat in lobby.seats_of(table) if seat.user_id is not None]
    waiting = [seat for seat in persons if seat.rematch_answer is None and not presence.is_away(seat, now)]
    return None if waiting else _begin(table)


def _write_answer(seat: Seat, agrees: bool) -> None:
    """Of one person, who may hold several seats. Rules: common.one-phone."""
    Seat.objects.filter(table_id=seat.table_id, user_id=seat.user_id).update(rematch_answer=agrees)


def _withdraw(table: Table) -> None:
    """The offer dies, and the table made for it."""
    _forget_answers(table)
    Table.objects.filter(rematch_of=table, phase=Table.Phase.LOBBY).update(rematch_of=None, phase=Table.Phase.CLOSED)
    table.rematch_by = table.rematch_until = None
    table.save(update_fields=["rematch_by", "rematch_until", "touched_at"])
    lobby.changed(table)


def _forget_answers(table: Table) -> None:
    Seat.objects.filter(table=table).update(rematch_answer=None)


def _begin(table: Table) -> Table:
    """Those who agreed sit where they sat; every other seat is a computer."""
    fresh = lobby.locked(Table.objects.get(rematch_of=table))
    agreed = [seat for seat in lobby.seats_of(table) if seat.user_id is not None and seat.rematch_answer]
    Seat.objects.filter(table=fresh).exclude(index__in=[seat.index for seat in agreed]).update(part="")
    now = timezone.now()
    for seat in agreed:
        Seat.objects.filter(table=fresh, index=seat.index).update(
            user=seat.user_id, name=seat.name, language=seat.language, sat_at=now, last_seen=now, is_connected=True, is_held=seat.is_held
        )
    hosts = [seat.user_id for seat in agreed]
    fresh.host_id = table.host_id if table.host_id in hosts else hosts[0]
    fresh.is_public = table.is_public
    fresh.rated = table.rated and all(rated.may_play(person) for person in User.objects.filter(pk__in=hosts))
    fresh.save(update_fields=["host", "is_public", "rated"])
    making.begin(fresh)
    table.rematch_by = table.rematch_until = None
    table.save(update_fields=["rematch_by", "rematch_until", "touched_at"])
    lobby.changed(table)
    return fresh
