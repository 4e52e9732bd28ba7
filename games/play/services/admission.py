"""Who may meet others at a table. TableError codes: shut_out, cool_down."""

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from games.play.services.errors import TableError


def refusal(user: User) -> str | None:
    """Why this person may not be led to a table of others now: a code with a sentence, or None."""
    if marks.is_shut_out(user):
        return "shut_out"
    return "cool_down" if marks.bars(user, marks.Kind.COOL_DOWN) is not None else None


def require_may_meet(user: User) -> None:
    """Raises TableError: shut_out, cool_down."""
    code = refusal(user)
    if code is not None:
        raise TableError(code)
