"""What staff may do to a table, through the same door as everybody: close it, pause its match, declare the match void.

`moderation` alone calls this, and writes down who did it and why, in the same transaction. Errors: TableError unknown_table,
closed, not_finished; Refused as `submit_action`.
"""

from functools import partial
from typing import Any

from django.db import transaction

from bluffsite.accounts.models import User
from games.play.models import Match, Seat, StaffLook, Table, Void
from games.play.selectors import is_open
from games.play.services import inviting, lobby, tables
from games.play.services import record as records
from games.play.services.actions import STAFF, submit_action
from games.play.services.errors import Refused, TableError
from games.play.services.seats import free_name
from games.play.signals import match_voided
from games.play.talk.models import Line

_ATTEMPTS = 8


@transaction.atomic
def close_table(*, table_id: int) -> None:
    """Give a lobby up, or end the running match as it stands: its table is closed, not finished, and counts for nothing.

    Raises TableError: unknown_table, closed (also when the match is over).
    """
    table = lobby.locked(table_id)
    if table.phase == Table.Phase.LOBBY:
        tables.close_table(table=table)
    elif table.phase == Table.Phase.PLAYING:
        _act(table_id, "close")
        lobby.changed(table)
    else:
        raise TableError("closed")


def pause_match(*, table_id: int) -> None:
    """Clocks and computers stand still for ten minutes, whatever the persons say. Raises Refused: unknown_match, match_over."""
    _act(table_id, "pause")


def resume_match(*, table_id: int) -> None:
    """The end of a pause by staff. Raises Refused: unknown_match, match_over, not_allowed."""
    _act(table_id, "resume")


def _act(table_id: int, kind: str) -> None:
    for attempt in range(_ATTEMPTS):
        action: dict[str, Any] = {"type": kind}
        try:
            submit_action(match_id=table_id, seat=None, action=action, version=records.read(table_id).version, actor=STAFF)
            return
        except Refused as refused:
            if refused.code != "stale_version" or attempt == _ATTEMPTS - 1:
                raise


@transaction.atomic
def set_void(*, table_id: int, is_void: bool) -> bool:
    """Whether that changed anything. Ratings and leagues hear of it after commit. Raises TableError(not_finished)."""
    if not Match.objects.select_for_update().filter(pk=table_id, ended_at__isnull=False).exists():
        raise TableError("not_finished")
    if is_void:
        _, changed = Void.objects.get_or_create(match_id=table_id)
    else:
        changed = bool(Void.objects.filter(match_id=table_id).delete()[0])
    if changed:
        transaction.on_commit(partial(match_voided.send_robust, sender=Match, match_id=table_id, is_void=is_void))
    return changed


def note_look(*, table: Table, version: int | None) -> StaffLook | None:
    """Staff have looked into this table. Kept, for its people to see afterwards, where it is not open to all."""
    if is_open(table, has_match=Match.objects.filter(pk=table.pk).exists()):
        return None
    return StaffLook.objects.create(table=table, version=version)


@transaction.atomic
def rename(*, user: User, name: str) -> None:
    """The person's name at every table, those of the past too; `name` is one that the site offers, with a number where need be."""
    for table_id in Seat.objects.filter(user=user).order_by("table_id").values_list("table_id", flat=True).distinct():
        table = lobby.locked(table_id)
        seats = lobby.seats_of(table)
        taken = [seat.name for seat in seats if seat.user_id not in (None, user.pk)]
        for seat in seats:
            if seat.user_id == user.pk:
                seat.name = free_name(name, taken)
                seat.save(update_fields=["name"])
                taken.append(seat.name)
        if table.phase in (Table.Phase.LOBBY, Table.Phase.PLAYING):
            lobby.reseated(table)
    named = dict(Seat.objects.filter(user=user).values_list("table", "name"))
    for table_id in Line.objects.filter(user=user).values_list("table", flat=True).distinct():
        Line.objects.filter(user=user, table=table_id).update(name=named.get(table_id, name))
    inviting.rename(user=user, name=name)
