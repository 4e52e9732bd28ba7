"""What happens at the tables when staff suspend or ban a person: sockets close, seats go to the computer, lobbies are left."""

import logging

from bluffsite.accounts.marks import SHUT_OUT
from bluffsite.accounts.models import User
from games.play import announce
from games.play.models import Seat, Table
from games.play.services import lobby, rematch, tables
from games.play.services.actions import leave_seat
from games.play.services.errors import Refused, TableError

logger = logging.getLogger(__name__)


def heard(user_id: int, kind: str) -> None:
    """A mark was laid on a person, and is in the database: the listener of `accounts.marks`."""
    if kind in SHUT_OUT:
        announce.shut_out(user_id)
        take_seats(user_id=user_id)


def take_seats(*, user_id: int) -> int:
    """Leave every table of this person by its rules. Returns at how many. Harmless when done again. Rules: common.leave.*"""
    user = User.objects.get(pk=user_id)
    sits = Seat.objects.filter(user=user).exclude(table__phase=Table.Phase.CLOSED)
    open_ones = sits.exclude(table__phase=Table.Phase.FINISHED, table__rematch_by=None)
    found = Table.objects.filter(pk__in=open_ones.values("table")).order_by("pk")
    return sum(_left(table, user) for table in found)


def _left(table: Table, user: User) -> bool:
    """Whether anything changed. One table that cannot be left must not keep the others."""
    try:
        if table.phase == Table.Phase.PLAYING:
            return _left_match(table, user)
        if table.phase == Table.Phase.FINISHED:
            rematch.leave(table=table, user=user)
            return True
        tables.leave_table(table=table, user=user)
        if all(seat.user_id is None for seat in lobby.seats_of(table)):
            tables.close_table(table=table)
    except TableError as error:  # the person has left meanwhile, or the table has moved on
        logger.info("a table was not left: %s", error.code)
        return False
    return True


def _left_match(table: Table, user: User) -> bool:
    """Where one phone goes round, every seat around it."""
    left = 0
    for index in Seat.objects.filter(table=table, user=user).values_list("index", flat=True):
        try:
            leave_seat(match_id=table.pk, seat=index, user_id=user.pk)
            left += 1
        except Refused as refused:  # out of the game, away already, or the match has ended by the seat before
            logger.info("a seat was not left: %s", refused.code)
    return bool(left)
