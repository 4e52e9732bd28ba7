"""The random texts that the browsers of a table add to its secret before the start. Design: fair deals."""

import re

from games.play.services.errors import TableError

_PART = re.compile(r"[0-9a-f]{16,64}")


def read_part(text: str) -> str:
    """A browser's random text: 16 to 64 hexadecimal signs, small letters; "" is none. Raises TableError(bad_part)."""
    if text and not _PART.fullmatch(text):
        raise TableError("bad_part")
    return text
