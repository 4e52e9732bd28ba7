"""Leaving for good: an account is deleted after a grace time, stale guests lose their name, and history stays whole.

Erasing goes through `registry.erasers`: each app removes what is the person's own and takes the name out of what others
share. The row of the user stays, without anything that says who it was, where others' histories point to it.
"""

import secrets
from datetime import datetime, timedelta

import structlog
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.deletion import ProtectedError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from bluffsite.accounts import letters, registry, services
from bluffsite.accounts.models import AddressChange, ApiToken, RetiredName, User
from bluffsite.accounts.names import skeleton
from bluffsite.accounts.zones import zone_of

log = structlog.get_logger(__name__)
GRACE = timedelta(days=14)
"""Time to think again: until then signing in is enough to take the deletion back."""
NOBODY = "—"
"""The name of an erased person where one must be printed; pages say it in words (`people.shown`)."""
MOST = 1000  # people in one run; the rest come with the next


@transaction.atomic
def ask_to_delete(*, user: User, request: HttpRequest) -> datetime:
    """Begin the grace time; other devices and programs are signed out. Asking twice changes nothing. Returns its end."""
    if user.delete_after is not None:
        return user.delete_after
    user.delete_after = timezone.now() + GRACE
    user.save(update_fields=["delete_after"])
    user.api_tokens.all().delete()
    for session in UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key or ""):
        session.end()
    if to := letters.confirmed_address(user):
        with translation.override(letters.language_of(user)):
            day = date_format(user.delete_after.astimezone(zone_of(user)), "DATE_FORMAT")
            url = settings.SITE_URL + reverse("accounts:account")
        letters.write("deletion_asked", to=to, person=user, url=url, day=day)
    return user.delete_after


def take_back(*, user: User) -> None:
    user.delete_after = None
    user.save(update_fields=["delete_after"])


@transaction.atomic
def erase(user_id: int) -> None:
    """Take the person out of everything. What is erased already stays so."""
    user = User.objects.select_for_update().get(pk=user_id)
    if user.erased_at is not None:
        return
    for eraser in registry.erasers:
        eraser.erase(user)
    for session in UserSession.objects.filter(user=user):
        session.end()
    for model in (EmailAddress, Authenticator, AddressChange, ApiToken):
        model.objects.filter(user=user).delete()  # type: ignore[attr-defined]
    user.notices.all().delete()
    user.notice_choices.all().delete()
    user.groups.clear()
    user.user_permissions.clear()
    if not user.is_guest:
        RetiredName.objects.get_or_create(digest=services.digest_of(user.skeleton or skeleton(user.username)))
    _blank(user)
    user.save()


def _blank(user: User) -> None:
    kept = {"id", "is_guest", "date_joined", "shut_out_until"}  # what logs and staff's own records lean on
    for field in User._meta.concrete_fields:
        if field.name not in kept and field.has_default():
            setattr(user, field.name, field.get_default())
        elif field.name not in kept:
            setattr(user, field.name, None if field.null else "")
    user.username = f"gone-{secrets.token_hex(8)}"
    user.display_name = NOBODY
    user.set_unusable_password()
    user.is_active = False
    user.erased_at = timezone.now()


def erase_due() -> int:
    """Whose grace time is over. Returns how many were erased."""
    due = User.objects.filter(delete_after__lte=timezone.now(), erased_at=None).values_list("pk", flat=True)[:MOST]
    return sum(_try(erase, user_id) for user_id in list(due))


def clear_guests() -> int:
    """Guests whose session has ended, so that nobody can come back as them: the name goes, their place in logs stays.

    Whoever left no trace is deleted whole. Returns how many.
    """
    stale = User.objects.filter(
        Q(last_login=None) | Q(last_login__lt=timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)),
        is_guest=True,
        erased_at=None,
        date_joined__lt=timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE),
    ).exclude(api_tokens__expires_at__gt=timezone.now())
    return sum(_try(_clear_guest, user_id) for user_id in list(stale.values_list("pk", flat=True)[:MOST]))


@transaction.atomic
def _clear_guest(user_id: int) -> None:
    erase(user_id)
    try:
        with transaction.atomic():
            User.objects.get(pk=user_id).delete()
    except ProtectedError:  # they sat at tables: the nameless row stays
        return


def _try(step: object, user_id: int) -> bool:
    """One person whom an app cannot let go of does not keep the others."""
    try:
        step(user_id)  # type: ignore[operator]
    except Exception:  # whatever an eraser raises
        log.exception("a person could not be erased", user_id=user_id)
        return False
    return True
