"""Who may sit at a rated table. TableError codes: rated_members, rated_barred, options. Rules: common.rated.members."""

from collections.abc import Iterable, Mapping
from typing import Any

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from games.play.services.errors import TableError


def may_play(user: User) -> bool:
    """Whether this person's matches may be rated now."""
    return user.is_member and marks.bars(user, marks.Kind.NO_RATED) is None


def require_may_play(user: User) -> None:
    """Raises TableError: rated_members (guests have no rating), rated_barred (the staff have taken it from them for a time)."""
    if not user.is_member:
        raise TableError("rated_members", "common.rated.members")
    if not may_play(user):
        raise TableError("rated_barred", "common.rated.members")


def require_may_be_rated(options: Mapping[str, Any], people: Iterable[User]) -> None:
    """Whether a table of these people may be made a rated one. Raises TableError: rated_members, rated_barred, options."""
    if options.get("one_phone"):
        raise TableError("options", "common.one-phone")
    for person in people:
        require_may_play(person)
