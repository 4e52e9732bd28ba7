"""Looking into tables, and what staff do to them. Each look and act is in the audit trail. Errors: DeskError.

A look at a table that is not open to all is shown to its people once its match is over (`tell_looks`).
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts import notices
from bluffsite.accounts.models import User
from bluffsite.moderation.desk import audit
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.models import AuditEntry
from games.play.models import Match, Seat, StaffLook, Table
from games.play.services import staff
from games.play.services.errors import Refused, TableError
from leagues.models import Result
from leagues.services import corrections
from leagues.services.errors import LeagueError

Act = AuditEntry.Act
ONE_LOOK = timedelta(minutes=15)
"""Within this time it is one and the same look."""

ACTS: Mapping[str, Callable[..., Any]] = {
    Act.CLOSE_TABLE: staff.close_table,
    Act.PAUSE: staff.pause_match,
    Act.RESUME: staff.resume_match,
    Act.VOID: partial(staff.set_void, is_void=True),
    Act.UNVOID: partial(staff.set_void, is_void=False),
}
_CODES = {"unknown_table": "unknown_table", "unknown_match": "no_match", "match_over": "no_match", "not_finished": "not_over"}


def table_for(key: str) -> Table | None:
    if len(key) > 22 or not key.isprintable():
        return None
    return Table.objects.filter(key=key).first()


@transaction.atomic
def look(*, table: Table, by: User, version: int | None) -> None:
    """Staff see what a spectator of this table sees."""
    thing, since = f"table:{table.key}", timezone.now() - ONE_LOOK
    if AuditEntry.objects.filter(actor=by, act=Act.LOOK, thing=thing, at__gt=since).exists():
        return
    audit.write(actor=by, act=Act.LOOK, thing=thing, version=version)
    if staff.note_look(table=table, version=version) is not None:
        tell_looks(match_id=table.pk)


@transaction.atomic
def act(*, table: Table, by: User, act: str, note: str) -> None:
    """One of ACTS. `note` says why, for colleagues. Raises DeskError: no_note, no_act, yourself, closed, no_match, not_over, unchanged."""
    if act not in ACTS:
        raise DeskError("no_act")
    if Seat.objects.filter(table=table, user=by).exists():  # nobody pauses, closes or voids a match of their own
        raise DeskError("yourself")
    if not note.strip():
        raise DeskError("no_note")
    try:
        changed = ACTS[act](table_id=table.pk)
    except (Refused, TableError) as error:
        raise DeskError(_CODES.get(error.code, "closed" if error.code == "closed" else "unchanged")) from None
    if changed is False:
        raise DeskError("unchanged")
    audit.write(actor=by, act=act, thing=f"table:{table.key}", note=note.strip())
    if act in (Act.VOID, Act.UNVOID):
        try:
            corrections.heed_void(match_id=table.pk, is_void=act == Act.VOID, reason=note.strip())
        except LeagueError:  # the reason is public, and these words cannot be
            raise DeskError("no_note") from None
        for person in _people(table.pk):
            notices.notify(person, "staff", text_id=act, params={"game": table.game}, url=f"/tables/{table.key}/")


def counts_in_a_league(table: Table) -> bool:
    """Whether the note about a void match is read by a league, too."""
    return Result.objects.filter(match=table.pk).exists()


@transaction.atomic
def tell_looks(*, match_id: int) -> int:
    """The people of a table hear of each look, once the match is over. Harmless when done again. Returns how many looks that were."""
    if not Match.objects.filter(pk=match_id, ended_at__isnull=False).exists():
        return 0
    found = list(StaffLook.objects.select_related("table").filter(table=match_id))
    for one in found:
        for person in _people(match_id):
            notices.notify(
                person,
                "staff",
                text_id="look",
                params={"game": one.table.game, "looked_at": one.at.isoformat()},
                url=f"/tables/{one.table.key}/log/",
                once=f"look {one.pk} {person.pk}",
            )
    return len(found)


def _people(table_id: int) -> list[User]:
    return list(User.objects.filter(pk__in=Seat.objects.filter(table=table_id, user__isnull=False).values("user")))
