"""People and tables for tests of play: rows made by the services, the clock moved by writing what was seen when."""

from datetime import timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from bluffsite.accounts.models import User
from games.play.models import Seat, Table
from games.play.services import seats, tables
from games.play.services.actions import STAFF, submit_action
from games.play.services.record import read

GAME = "liars_dice"
_numbers = count(1)


def guest(name: str, **fields: Any) -> User:
    """A guest, signed in nowhere."""
    return User.objects.create(username=f"guest-{next(_numbers)}", display_name=name, is_guest=True, **fields)


def member(name: str, **fields: Any) -> User:
    return User.objects.create(username=name.lower(), display_name=name, **fields)


def lobby(host: User, *others: User, **more: Any) -> Table:
    """A table, of Liar's Dice unless told otherwise, with the host at seat 0 and the others next to them."""
    table = tables.create_table(host=host, **{"game": GAME, "size": 4, **more})
    for other in others:
        seats.sit(table=table, user=other)
    table.refresh_from_db()
    return table


def running(host: User, *others: User, **more: Any) -> Table:
    """The same with its match begun."""
    return tables.start(table=lobby(host, *others, **more), user=host)


def finished(host: User, *others: User, **more: Any) -> Table:
    """The same with its match at an end."""
    table = running(host, *others, **more)
    submit_action(match_id=table.pk, seat=None, action={"type": "close"}, version=read(table.pk).version, actor=STAFF)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)  # as if it had been played out
    return Table.objects.get(pk=table.pk)


def seat(table: Table, who: User | int) -> Seat:
    """The seat of a person, or with that number, as it is now."""
    return Seat.objects.get(table=table, **({"index": who} if isinstance(who, int) else {"user": who}))


def names(table: Table) -> list[str]:
    return [row.name for row in Seat.objects.filter(table=table)]


def silent(table: Table, who: User, seconds: float, *, connected: bool = False) -> None:
    """The person was last seen so long ago; their connection is gone, or lost without a goodbye."""
    Seat.objects.filter(table=table, user=who).update(last_seen=timezone.now() - timedelta(seconds=seconds), is_connected=connected)


def made_ago(table: Table, seconds: float) -> None:
    then = timezone.now() - timedelta(seconds=seconds)
    Table.objects.filter(pk=table.pk).update(created_at=then, touched_at=then)
