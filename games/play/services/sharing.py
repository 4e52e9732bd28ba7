"""Links to the review of an ended match. Rules: common.view.record.

TableError codes: not_seated, not_finished, too_fast.
"""

import secrets

from django.db import IntegrityError, transaction
from django.utils import timezone

from bluffsite.accounts import limits
from bluffsite.accounts.limits import TooFast, Who
from bluffsite.accounts.models import User
from games.play.models import Match, Seat, Share, Table
from games.play.services.errors import TableError

KEY_BYTES = 20


def share(*, table: Table, user: User, who: Who | None = None) -> Share:
    """The link of this player; asked for twice it is the same one.

    `who` is counted against the rate limits where given. Raises TableError: not_seated, not_finished, too_fast.
    """
    _require_player(table, user)
    live = Share.objects.filter(table=table, user=user, revoked_at=None)
    if (found := live.first()) is not None:
        return found
    if who is not None:
        try:
            limits.spend("share", who)
        except TooFast as error:
            raise TableError("too_fast") from error
    try:
        with transaction.atomic():
            return Share.objects.create(table=table, user=user, key=secrets.token_urlsafe(KEY_BYTES))
    except IntegrityError:  # a second tap was faster
        return live.get()


def revoke(*, table: Table, user: User) -> None:
    """From now on the link of this player opens nothing. Raises TableError: not_seated, not_finished."""
    _require_player(table, user)
    Share.objects.filter(table=table, user=user, revoked_at=None).update(revoked_at=timezone.now())


def _require_player(table: Table, user: User) -> None:
    if not Seat.objects.filter(table=table, user=user).exists():
        raise TableError("not_seated")
    if not Match.objects.filter(pk=table.pk, ended_at__isnull=False).exists():
        raise TableError("not_finished")
