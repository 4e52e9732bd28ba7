"""Addresses that cannot be guessed."""

import secrets


def new_key() -> str:
    """Twelve signs, for a fixture."""
    return secrets.token_urlsafe(9)
