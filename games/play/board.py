"""The big screen of a table: what any spectator sees, large, for everyone in the room (UX-605).

A screen that is signed in as nobody may show any table that is open to all. For other tables those who sit there have a
link with a signature: it shows the spectators' part and opens nothing else.
"""

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.play.models import Table

_SALT = "games.play.board"


def signature(key: str) -> str:
    """What the link of this table's big screen carries."""
    return Signer(salt=_SALT).signature(key)


def is_signed(key: str, signed: str) -> bool:
    try:
        Signer(salt=_SALT).unsign(f"{key}:{signed}")
    except BadSignature:
        return False
    return True


def address(table: Table | str, *, signed: bool) -> str:
    """Where the big screen is; `signed` for those who sit at the table."""
    key = table if isinstance(table, str) else table.key
    return reverse("play:board", args=[key]) + (f"?link={signature(key)}" if signed else "")
