"""Marks on people: warned, muted, without free text or rated play, shut out, cooling down. Others read them, staff lay them.

A mark ends by itself at `until`; nothing has to run for that. `bars` is one indexed query, `is_shut_out` none: the time
until which somebody is shut out is kept on the user as well, in the same transaction, for the checks of every request.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import structlog
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from bluffsite.accounts.models import Mark, User

log = structlog.get_logger(__name__)
Kind = Mark.Kind
SHUT_OUT = (Kind.TIMED_OUT, Kind.BANNED)
"""Kinds that keep a person out of every table and league."""

ALWAYS = datetime(9999, 12, 31, tzinfo=UTC)
"""`User.shut_out_until` of a ban without an end."""

_GAP = timedelta(days=1)
Listener = Callable[[int, str], None]
_listeners: list[Listener] = []


def register_listener(listener: Listener) -> None:
    """Apps that keep something open say in `ready()` what they do when a person (id) gets a mark (kind), after commit."""
    if listener not in _listeners:
        _listeners.append(listener)


def bars(user: User | AnonymousUser, *kinds: str) -> Mark | None:
    """The mark of one of these kinds that is in force and ends last, or None: one query, none for strangers."""
    if user.pk is None:
        return None
    return in_force(user).filter(kind__in=kinds).order_by(F("until").desc(nulls_first=True), "-pk").first()


def in_force(user: User) -> QuerySet[Mark]:
    """All marks of the person that count now."""
    return living().filter(user=user.pk)


def living() -> QuerySet[Mark]:
    """All marks that count now, of everybody."""
    return Mark.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), lifted_at=None)


def shut_out_since(user: User) -> tuple[datetime, datetime]:
    """When the person's being shut out began that goes on now, over marks that follow one another within a day; and when it ends.

    A mark that was taken back counts until then. Both are this moment for somebody who is not shut out.
    """
    began = longest = timezone.now()
    laid = Mark.objects.filter(user=user.pk, kind__in=SHUT_OUT)
    ends = ((min(mark.until or ALWAYS, mark.lifted_at or ALWAYS), mark.began_at) for mark in laid)
    for end, start in sorted(ends, reverse=True):
        if end < began - _GAP:
            break
        began, longest = min(began, start), max(longest, end)
    return began, longest


def is_shut_out(user: Any) -> bool:
    """Whether a time-out or ban keeps this person out now. Asks the row in hand, not the database."""
    until = getattr(user, "shut_out_until", None)
    return until is not None and until > timezone.now()


def is_banned_for_good(user: User) -> bool:
    """Whether a ban without an end is in force. Asks the row in hand, not the database."""
    return user.shut_out_until == ALWAYS


def is_shut_out_id(user_id: int) -> bool:
    """The same for a person of whom only the id is at hand: one query."""
    return User.objects.filter(pk=user_id, shut_out_until__gt=timezone.now()).exists()


@transaction.atomic
def put(*, user: User, kind: str, ref: str, until: datetime | None = None, rule: str = "", reason: str = "", language: str = "") -> Mark:
    """Lay a mark, from now until `until` (None: without an end). With a `ref` that has laid this kind before: that mark, as it is.

    On commit the listeners hear of it. Raises ValueError for an unknown kind.
    """
    _locked(user.pk)
    values = {"user": user, "began_at": timezone.now(), "until": until, "rule": rule, "reason": reason, "language": language}
    mark, is_new = Mark.objects.get_or_create(kind=Kind(kind).value, ref=ref, defaults=values)
    if is_new:
        _keep_user(user)
        transaction.on_commit(partial(_tell, user.pk, mark.kind))
    return mark


@transaction.atomic
def change_end(*, mark: Mark, until: datetime | None) -> Mark:
    """Another end for a mark that has not been lifted."""
    _locked(mark.user_id)
    Mark.objects.filter(pk=mark.pk, lifted_at=None).update(until=until)
    mark.refresh_from_db()
    _keep_user(mark.user)
    return mark


@transaction.atomic
def lift(*, ref: str) -> int:
    """Take back whatever this cause has laid. Returns how many marks that were; a second time none."""
    mine = Mark.objects.filter(ref=ref, lifted_at=None)
    people = [_locked(pk) for pk in sorted(set(mine.values_list("user_id", flat=True)))]
    lifted = mine.update(lifted_at=timezone.now())
    for user in people:
        _keep_user(user)
    return lifted


@transaction.atomic
def move(guest: User, member: User) -> int:
    """A guest's marks go along to the account that the guest signs in to. Returns how many."""
    _locked(member.pk)
    moved = Mark.objects.filter(user=guest).update(user=member)
    _keep_user(member)
    return moved


def _locked(user_id: int) -> User:
    """Two marks laid at the same time are seen by whoever keeps the user's row second."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def _keep_user(user: User) -> None:
    """`shut_out_until` is the latest end among the marks that shut out."""
    ends = [mark.until or ALWAYS for mark in in_force(user).filter(kind__in=SHUT_OUT)]
    user.shut_out_until = max(ends, default=None)
    User.objects.filter(pk=user.pk).update(shut_out_until=user.shut_out_until)


def _tell(user_id: int, kind: str) -> None:
    for listener in tuple(_listeners):
        try:
            listener(user_id, kind)
        except Exception:
            log.exception("a listener to marks failed", kind=kind)
