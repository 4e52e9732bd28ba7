"""Guests: real `User` rows without a usable password, made by the first POST that needs one and never by looking at a page."""

import hashlib
import hmac
import re
import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from bluffsite.accounts import limits, refused_names
from bluffsite.accounts.models import User
from bluffsite.accounts.names import clean_name

_WORDS = {"en": "Guest", "nl": "Gast", "de": "Gast", "ne": "अतिथि"}
_OFFERED = re.compile(rf"(?:{'|'.join(sorted(set(_WORDS.values())))}) \d{{1,4}}")
_BACKEND = "django.contrib.auth.backends.ModelBackend"
_DOUBLE_TAP = timedelta(seconds=60)
_NOTED = timedelta(days=1)


def offered_name(language: str, number: int | None = None) -> str:
    """A name to start with, such as "Guest 27", "Gast 27" or "अतिथि 27", in digits that everyone reads. Without `number` a random one."""
    number = secrets.randbelow(990) + 10 if number is None else number
    return f"{_WORDS.get(language[:2], _WORDS['en'])} {number}"


def is_offered(name: str) -> bool:
    """Whether a name is one that `offered_name` gives: it may change its number where another guest has it."""
    return _OFFERED.fullmatch(name) is not None


def create_guest(*, language: str, name: str | None = None, username: str | None = None) -> User:
    """A new guest who is not signed in anywhere. `name` is cleaned. Raises NameRefused, and IntegrityError for `username`."""
    guest = User(
        username=username or f"guest-{secrets.token_hex(10)}",
        display_name=offered_name(language) if name is None else clean_name(name),
        is_guest=True,
    )
    if name is not None:
        refused_names.check(user=guest, name=guest.display_name)
    guest.set_unusable_password()
    with transaction.atomic():
        guest.save(force_insert=True)
    return guest


def ensure(request: HttpRequest, *, name: str | None = None) -> User:
    """The user of a POST: whoever is signed in, else a new guest, signed in to the session of this browser.

    `name` is for a new guest only. Two taps before the first answer arrives make one guest: both carry the same CSRF
    cookie. Raises NameRefused, TooFast; ValueError for a request that must not change anything.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        raise ValueError("a guest is made by a POST only")
    if request.user.is_authenticated:
        _stay(request)
        return request.user
    language = get_language() or settings.LANGUAGE_CODE
    username = _username_of(request)
    guest = _tapped_before(username)
    if guest is None:
        limits.spend("guest", limits.who(request))
        guest = _insert(language, name, username)
    login(request, guest, backend=_BACKEND)
    return guest


def _stay(request: HttpRequest) -> None:
    """A guest who does something is here for another `SESSION_COOKIE_AGE` from then on: noted once a day, for `leaving.clear_guests`."""
    user, now = request.user, timezone.now()
    if user.is_guest and (user.last_login is None or user.last_login < now - _NOTED):
        user.last_login = now
        user.save(update_fields=["last_login"])
        request.session.modified = True


def rename(*, user: User, name: str) -> User:
    """Another name from now on; at tables where they sit already it stays. Raises NameRefused."""
    cleaned = clean_name(name)
    refused_names.check(user=user, name=cleaned)
    user.display_name = cleaned
    user.save(update_fields=["display_name"])
    return user


def _username_of(request: HttpRequest) -> str | None:
    """The sign-in name that this browser's CSRF secret stands for; signing in changes the secret. None without one."""
    secret = request.META.get("CSRF_COOKIE")
    if not secret:
        return None
    return f"guest-{hmac.new(settings.SECRET_KEY.encode(), secret.encode(), hashlib.sha256).hexdigest()[:20]}"


def _tapped_before(username: str | None) -> User | None:
    if username is None:
        return None
    since = timezone.now() - _DOUBLE_TAP
    return User.objects.filter(username=username, is_guest=True, is_active=True, date_joined__gte=since).first()


def _insert(language: str, name: str | None, username: str | None) -> User:
    try:
        return create_guest(language=language, name=name, username=username)
    except IntegrityError:  # the other tap was faster, or the cookie is an old one
        return _tapped_before(username) or create_guest(language=language, name=name)
