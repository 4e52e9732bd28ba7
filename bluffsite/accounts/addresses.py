"""The mail address of an account: one, confirmed from itself; a confirmed one changes only with a yes from the old and the new."""

from datetime import timedelta

from allauth.account.internal.flows import email_verification
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation

from bluffsite.accounts import letters
from bluffsite.accounts.models import AddressChange, User

SALT = "accounts.old-address"
LASTS = timedelta(days=3)
"""How long a change waits for its answers."""


def confirmed(user: User) -> EmailAddress | None:
    return EmailAddress.objects.filter(user=user, verified=True).first()


def given(user: User) -> EmailAddress | None:
    """The confirmed address, else the one that waits to be."""
    return EmailAddress.objects.filter(user=user).order_by("-verified", "-pk").first()


def waiting(user: User) -> AddressChange | None:
    """The change that waits for an answer now."""
    return AddressChange.objects.filter(user=user, made_at__gt=timezone.now() - LASTS).first()


@transaction.atomic
def give_first(*, user: User, email: str, request: HttpRequest) -> None:
    """The address that somebody gave when registering. It opens nothing before it is confirmed."""
    address = EmailAddress.objects.create(user=user, email=email.lower(), primary=True, verified=False)
    User.objects.filter(pk=user.pk).update(email=address.email)
    user.email = address.email
    address.send_confirmation(request)


@transaction.atomic
def begin_change(*, user: User, email: str) -> AddressChange | None:
    """Note that the address is to become `email` (empty: none) and ask the old one. None where nothing is confirmed yet."""
    old = confirmed(user)
    if old is None:
        return None
    change, _ = AddressChange.objects.update_or_create(
        user=user, defaults={"email": email.lower(), "made_at": timezone.now(), "old_agreed_at": None, "new_agreed_at": None}
    )
    with translation.override(letters.language_of(user)):
        url = settings.SITE_URL + reverse("accounts:old_address", args=[signing.dumps([change.pk, change.email], salt=SALT)])
    letters.write("old_address" if email else "old_address_away", to=old.email, person=user, url=url, email=email)
    return change


def change_of(key: str) -> AddressChange | None:
    """The change that a letter to the old address speaks of; None once it is done, stopped, replaced or too old."""
    try:
        pk, email = signing.loads(key, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    return AddressChange.objects.filter(pk=pk, email=email, made_at__gt=timezone.now() - LASTS).select_related("user").first()


def note_new(address: EmailAddress) -> bool:
    """The new address says yes. Whether it may be confirmed now: where an old one is confirmed, that has to agree as well."""
    if confirmed(address.user) is None:
        return True
    change = waiting(address.user)
    if change is None or change.email != address.email:
        return False
    change.new_agreed_at = timezone.now()
    change.save(update_fields=["new_agreed_at"])
    if change.old_agreed_at is None:
        return False
    change.delete()
    return True


@transaction.atomic
def agree_from_old(*, change: AddressChange, request: HttpRequest) -> bool:
    """The old address says yes. True when the change is done with it, False when the new address has still to answer."""
    user = change.user
    if not change.email:
        change.delete()
        EmailAddress.objects.filter(user=user).delete()
        User.objects.filter(pk=user.pk).update(email="")
        return True
    change.old_agreed_at = timezone.now()
    change.save(update_fields=["old_agreed_at"])
    address = EmailAddress.objects.filter(user=user, email=change.email).first()
    if change.new_agreed_at is None or address is None:
        return False
    change.delete()
    return email_verification.verify_email(request, address)


@transaction.atomic
def stop_change(*, user: User) -> None:
    """The old address stays; the new one, not yet confirmed, is forgotten."""
    AddressChange.objects.filter(user=user).delete()
    if confirmed(user) is not None:
        EmailAddress.objects.filter(user=user, verified=False).delete()


def raise_unless_recent(request: HttpRequest) -> None:
    """Asks for the password first where that was long ago: raises ReauthenticationRequired, which leads there and back."""
    raise_if_reauthentication_required(request, app="allauth.account")
