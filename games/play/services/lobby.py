"""What every change of a table begins and ends with: the lock on its row, and the new revision told after commit.

Whoever changes a table or its seats holds the row of the table first; so two people never get one seat, and nobody two.
"""

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bluffsite.accounts.models import User
from games.core.game import Game
from games.core.registry import game_named
from games.play.announce import announce
from games.play.models import Seat, Table
from games.play.services import journal
from games.play.services.errors import TableError

PEOPLE_ONLY = datetime(9999, 12, 31, tzinfo=UTC)
"""`Seat.looks_until` of who came by quick match and would not play with computers."""

GATHERED = timedelta(seconds=2)
"""How long a quick match whose seats are all taken waits, so that everybody sees who is there."""


def locked(table: Table | int) -> Table:
    """The table as it is now, held until the transaction ends. Raises TableError(unknown_table).

    Its key stays as it is, so that a row that points to the table, such as a result of a league, is stored meanwhile: whoever
    holds that and waits for the match would else wait for who holds the table and waits for the match too.
    """
    try:
        return Table.objects.select_for_update(no_key=True).get(pk=table.pk if isinstance(table, Table) else table)
    except Table.DoesNotExist:
        raise TableError("unknown_table") from None


def locked_lobby(table: Table | int) -> Table:
    """The table, held, if its match has not begun. Raises TableError: unknown_table, started, closed."""
    table = locked(table)
    require_lobby(table)
    return table


def require_lobby(table: Table) -> None:
    """Raises TableError: started (also when the match is over), closed."""
    if table.phase == Table.Phase.CLOSED:
        raise TableError("closed")
    if table.phase != Table.Phase.LOBBY:
        raise TableError("started")


def require_host(table: Table, user: User) -> None:
    """Raises TableError(not_host)."""
    if table.host_id != user.pk:
        raise TableError("not_host")


def seats_of(table: Table) -> list[Seat]:
    """The seats in order, read now."""
    return list(Seat.objects.filter(table=table))


def seat_of(table: Table, user: User) -> Seat:
    """The seat of this person. Raises TableError(not_seated)."""
    seat = Seat.objects.filter(table=table, user=user).first()
    if seat is None:
        raise TableError("not_seated")
    return seat


def schedule(table: Table, *, now: datetime | None = None) -> None:
    """When a table of quick match (which is held) begins by itself: soon when all seats are taken, else with computers when the
    first who looks has waited long enough, unless somebody is there for people only. Rules: common.quick.start.
    """
    if not table.is_quick:
        return
    now = now or timezone.now()
    seats = seats_of(table)
    if all(seat.user_id is not None for seat in seats):
        gathered = now + GATHERED
        table.starts_at = gathered if table.starts_at is None else min(table.starts_at, gathered)
    else:
        waits = [seat.looks_until for seat in seats if seat.looks_until is not None]
        table.starts_at = None if not waits or PEOPLE_ONLY in waits else min(waits)
    table.save(update_fields=["starts_at"])


def changed(table: Table) -> None:
    """Count a change of the table (which is held) and tell its pages after commit."""
    Table.objects.filter(pk=table.pk).update(revision=F("revision") + 1)
    table.revision += 1
    pk, revision = table.pk, table.revision
    transaction.on_commit(lambda: announce(pk, revision=revision))


def reseated(table: Table) -> None:
    """Who sits or controls where has changed: what any process remembers of the running match counts no longer."""
    journal.reseat(table.pk)
    changed(table)


def game_of(table: Table) -> Game:
    return game_named(table.game)
