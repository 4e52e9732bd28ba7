"""Signing up, signing in and leaving. A guest who signs up keeps the row, and with it seats, history and name."""

import hashlib
import hmac
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import limits, marks, refused_names
from bluffsite.accounts.models import RetiredName, User
from bluffsite.accounts.names import MOST_OF_USERNAME, NameRefused, clean_name, has_form_of_username, skeleton

SENTENCES: dict[str, Promise] = {
    "username_form": _("Use 3 to 30 letters, digits or the signs . _ -"),
    "username_taken": _("Somebody has this username already. Choose another."),
    "password": _("Choose another password."),
    "already_member": _("You have an account already."),
    "login_failed": _("Name or password is wrong."),
    "too_fast": _("Too many attempts. Wait a moment."),
}


class AccountError(Exception):
    """`code` is a key of SENTENCES; `sentences` say in the active language what is wrong and what to do."""

    def __init__(self, code: str, *, details: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.sentences = details or (str(SENTENCES[code]),)


@dataclass
class Merged:
    """What signing in moved: how many seats now belong to the member, and the tables whose seat stays with the guest.

    Whatever else goes along is not counted: the person is told of seats.
    """

    moved: int = 0
    refused: list[str] = field(default_factory=list)


Merger = Callable[[User, User], Merged]
_mergers: list[Merger] = []


def register_merger(merger: Merger) -> None:
    """Apps that keep things of a user say in `ready()` how they move from a guest to a member, inside a transaction."""
    if merger not in _mergers:
        _mergers.append(merger)


@transaction.atomic
def register(*, user: User, username: str, password: str, request: HttpRequest | None = None) -> User:
    """Make the guest `user` a member, in the same row. `request` keeps its session alive.

    Raises AccountError: already_member, username_form, username_taken, password (with the validators' sentences).
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_guest:
        raise AccountError("already_member")
    user.username = clean_username(username)
    user.skeleton = skeleton(user.username)
    if _is_taken(user):
        raise AccountError("username_taken")
    try:
        refused_names.check(user=user, name=user.username)
    except NameRefused as refused:
        raise AccountError("username_form", details=(refused.sentence,)) from None
    _check_password(user, password)
    user.set_password(password)
    user.is_guest, user.member_since = False, timezone.now()
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "skeleton", "password", "is_guest", "member_since"])
    except IntegrityError:
        raise AccountError("username_taken") from None
    if request is not None:
        update_session_auth_hash(request, user)
        request.user = user
    return user


def check_sign_in(*, request: HttpRequest, name: str, password: str) -> User:
    """The member of this username or confirmed mail address. A second step may still follow.

    Raises AccountError: too_fast, and login_failed whatever was wrong, after the same time.
    """
    name = unicodedata.normalize("NFKC", name)[:254].strip()
    # A name that nobody can have is looked for as an empty one: the answer takes the same time.
    name = name if name and not any(unicodedata.category(sign) == "Cc" for sign in name) else "-"
    credentials = {"email" if "@" in name else "username": name, "password": password or "-"}
    try:
        member = get_adapter().authenticate(request, **credentials)
    except ValidationError:
        raise AccountError("too_fast") from None
    if member is None or member.is_guest:
        raise AccountError("login_failed")
    return member


def sign_out(*, request: HttpRequest) -> None:
    """End the session of this browser. A guest cannot come back after it: pages ask first."""
    logout(request)


@transaction.atomic
def merge_on_sign_in(*, guest: User, member: User) -> Merged:
    """Everything of `guest` becomes the member's, thing by thing; what cannot move stays and is named in `refused`.

    The guest's row remains for the logs that name it, and can no longer be signed in. A second call moves nothing.
    """
    if not guest.is_guest or member.is_guest or guest.pk == member.pk:
        raise ValueError("only a guest is merged into a member")
    total = Merged()
    for merger in _mergers:
        part = merger(guest, member)
        total.moved += part.moved
        total.refused += part.refused
    marks.move(guest, member)
    refused_names.move(guest, member)
    User.objects.filter(pk=guest.pk).update(is_active=False)
    return total


@transaction.atomic
def set_password(*, user: User, password: str) -> None:
    """A new password, as checked before. Other sessions end by it, and programs need a new token."""
    user.set_password(password)
    user.save(update_fields=["password"])
    user.api_tokens.all().delete()


def set_privacy(*, user: User, shown_to: str, invited_by: str) -> None:
    user.shown_to, user.invited_by = shown_to, invited_by
    user.save(update_fields=["shown_to", "invited_by"])


def clean_username(text: str) -> str:
    """The sign-in name as kept: NFKC, trimmed, case kept. Raises AccountError(username_form)."""
    name = unicodedata.normalize("NFKC", text[:200]).strip()
    if not has_form_of_username(name) or name.lower().startswith(("guest-", "gone-")):
        raise AccountError("username_form")
    try:
        return clean_name(name, most=MOST_OF_USERNAME)
    except NameRefused as refused:
        raise AccountError("username_form", details=(refused.sentence,)) from None


def _is_taken(user: User) -> bool:
    """Whether somebody has, or before a deletion had, this username or one that looks like it."""
    digests = [digest_of(user.skeleton, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    alike = Q(username__iexact=user.username) | Q(skeleton=user.skeleton, is_guest=False)
    return User.objects.filter(alike).exclude(pk=user.pk).exists() or RetiredName.objects.filter(digest__in=digests).exists()


def digest_of(skeleton: str, key: str | None = None) -> str:
    """What is kept of a name that was given up: enough to know it again, and not to read it."""
    return hmac.new((key or settings.SECRET_KEY).encode(), f"retired name {skeleton}".encode(), hashlib.sha256).hexdigest()


def _check_password(user: User, password: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise AccountError("password", details=tuple(error.messages)) from None


def limit_attempts(request: HttpRequest, name: str) -> None:
    """Raises AccountError(too_fast)."""
    who = limits.who(request)
    try:
        limits.spend("sign in", who)
        limits.spend("sign in as", limits.Who(None, "everywhere"), about=name.casefold())
    except limits.TooFast:
        raise AccountError("too_fast") from None
