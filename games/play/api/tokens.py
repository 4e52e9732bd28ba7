"""Tokens of the API: made at guest sign-in, shown once, kept as SHA-256, good for 90 days."""

import hashlib
import secrets
from datetime import timedelta

from django.utils import timezone

from bluffsite.accounts.models import ApiToken, User

LIFETIME = timedelta(days=90)


def digest_of(token: str) -> str:
    """What is stored of a token: it is random and long, so a plain hash does not give it away."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def make_token(*, user: User) -> tuple[str, ApiToken]:
    """A new token of 256 random bits for the user, and its row."""
    token = secrets.token_urlsafe(32)
    row = ApiToken.objects.create(user=user, digest=digest_of(token), expires_at=timezone.now() + LIFETIME)
    return token, row


def user_of_token(token: str) -> tuple[User, str] | None:
    """The active user of a living token, and its digest; None for anything else."""
    row = ApiToken.objects.select_related("user").filter(digest=digest_of(token), expires_at__gt=timezone.now()).first()
    return (row.user, row.digest) if row and row.user.is_active else None
