"""What is known of a reader besides the person: the look that this browser chose. Pages and sockets ask the same."""

from collections.abc import Mapping
from typing import Any


def wants_devanagari(cookies: Mapping[str, str], user: Any) -> bool:
    """Whether this reader wants the digits ० to ९: by the cookie of `bluffsite.pages.look`, or by the person's own setting."""
    return "digits:ne" in cookies.get("look", "")[:200].split("|") or bool(getattr(user, "devanagari_digits", False))
