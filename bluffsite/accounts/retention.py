"""What is kept for a time only: one list, which the privacy page shows and the hourly task `accounts.forget_old` keeps to.

Apps register in `AppConfig.ready()`. What is not in the list is kept until somebody deletes it, such as accounts and matches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from django.utils.functional import Promise

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Kept:
    """`title` says what it is; `forget(then)` removes what is older than that moment and returns how many that were."""

    key: str
    title: Promise
    days: int
    forget: Callable[[datetime], int]


kept: list[Kept] = []


def register_kept(key: str, title: Promise, days: int, forget: Callable[[datetime], int]) -> None:
    """Registering twice under one key leaves the newer one."""
    kept[:] = [entry for entry in kept if entry.key != key]
    kept.append(Kept(key, title, days, forget))


def forget_old(now: datetime | None = None) -> dict[str, int]:
    """Removes all whose time is over; returns how many of each. One that fails is logged and tried again the next time."""
    now, gone = now or timezone.now(), {}
    for entry in kept:
        try:
            gone[entry.key] = entry.forget(now - timedelta(days=entry.days))
        except (DatabaseError, OSError):
            log.exception("old rows were not removed", what=entry.key)
    if any(gone.values()):
        log.info("forgotten", **{what: number for what, number in gone.items() if number})
    return gone


# --- what this app keeps -----------------------------------------------------------------------------------------------
def forget_sessions(then: datetime) -> int:
    """Sessions carry their own end: SESSION_COOKIE_AGE after they were last written."""
    from django.contrib.sessions.models import Session

    return Session.objects.filter(expire_date__lt=then + timedelta(seconds=settings.SESSION_COOKIE_AGE)).delete()[0]


def forget_tokens(then: datetime) -> int:
    """Tokens of programs are made with their end."""
    from bluffsite.accounts.models import ApiToken

    return ApiToken.objects.filter(created_at__lt=then).delete()[0]


def forget_notices(then: datetime) -> int:
    """Those that still wait to be mailed stay."""
    from bluffsite.accounts.models import Notice

    return Notice.objects.filter(created_at__lt=then, mail_due_at=None).delete()[0]


def forget_devices(then: datetime) -> int:
    """What allauth notes of a sign-in; its session has ended by then."""
    from allauth.usersessions.models import UserSession

    return UserSession.objects.filter(created_at__lt=then).delete()[0]


def forget_address_changes(then: datetime) -> int:
    """Those that waited for a yes in vain, and the new addresses that were never confirmed beside a confirmed one."""
    from allauth.account.models import EmailAddress

    from bluffsite.accounts.models import AddressChange

    old = AddressChange.objects.filter(made_at__lt=then)
    EmailAddress.objects.filter(user__in=old.values("user"), verified=False, user__emailaddress__verified=True).delete()
    return old.delete()[0]
