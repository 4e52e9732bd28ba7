"""A person as a page names them: a mark that says who it is to this site alone, and at one table only.

A seat may be somebody else's by the time a form is sent. Nobody can tell from two marks, of one table or of two, whether
they are of the same person; and nobody can make one.
"""

from django.utils.crypto import constant_time_compare, salted_hmac

from bluffsite.accounts.models import User
from games.play.models import Table

_BYTES = 8
_SIGNS = 4 * _BYTES


def mark_of(table: Table, user: User) -> str:
    """The mark of this person at this table: 32 hexadecimal digits, always the same."""
    tag = _digest("who", table, user.pk)
    return f"{tag:0{_SIGNS // 2}x}{user.pk ^ _digest('pad', table, tag):0{_SIGNS // 2}x}"


def marked(table: Table, mark: str) -> User | None:
    """The person of a mark that was made for this table, whether or not they still sit there; None for anything else."""
    if len(mark) != _SIGNS or not set(mark) <= set("0123456789abcdef"):
        return None
    tag, number = int(mark[: _SIGNS // 2], 16), int(mark[_SIGNS // 2 :], 16)
    pk = number ^ _digest("pad", table, tag)
    if pk >= 2**63 or not constant_time_compare(str(tag), str(_digest("who", table, pk))):
        return None
    return User.objects.filter(pk=pk).first()


def _digest(use: str, table: Table, value: int) -> int:
    digest = salted_hmac("games.play.talk.marks", f"{use} {table.pk} {value}", algorithm="sha256").digest()
    return int.from_bytes(digest[:_BYTES])
