"""The one writer of the audit trail. Call it inside the transaction of the act, so that neither is there without the other."""

from typing import Any

from django.db import connection

from bluffsite.accounts.models import User
from bluffsite.moderation.desk.models import AuditEntry

Act = AuditEntry.Act


def write(
    *, actor: User, act: str, target: User | None = None, thing: str = "", rule: str = "", note: str = "", **details: Any
) -> AuditEntry:
    """One act of staff. `details` are JSON-able. Raises RuntimeError outside of a transaction, ValueError for an unknown act."""
    if not connection.in_atomic_block:
        raise RuntimeError("an audit entry belongs into the transaction of its act")
    return AuditEntry.objects.create(actor=actor, act=Act(act), target=target, thing=thing[:64], rule=rule, note=note, details=details)
