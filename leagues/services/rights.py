"""Who may do what in a league, decided at the moment of the act under the lock of the league.

Every act of an organiser begins with `acting(...)`: the row of the league is locked, and the right is read after that, so
that a right that was taken away a moment ago does not count any more.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from leagues.models import League, Membership
from leagues.services.errors import LeagueError

RIGHTS: dict[str, Promise] = {
    "members": _("Let people in, remove and ban them"),
    "season": _("Plan, start and end seasons"),
    "rounds": _("Open rounds, move dates, name substitutes"),
    "results": _("Decide forfeits, correct results"),
    "message": _("Write to all members"),
}
"""What an organiser may be allowed; the owner may do all of it, and alone gives and takes roles and changes the league."""

OWNER = "owner"
"""Asked for instead of a right where only the owner may act."""


class Acting(NamedTuple):
    """The locked league, and the organiser who acts."""

    league: League
    member: Membership


def locked(league_id: int) -> League:
    """The league's row, locked until the transaction ends: every change of who is in it waits here."""
    return League.objects.select_for_update(no_key=True).get(pk=league_id)


def acting(league: League, user: User, right: str) -> Acting:
    """Inside the caller's transaction. Raises LeagueError: barred, not_member, no_right, owner_only."""
    if marks.is_shut_out(user):
        raise LeagueError("barred")
    fresh = locked(league.pk)
    member = membership(fresh, user)
    if member is None or member.state != Membership.State.IN:
        raise LeagueError("not_member")
    if not may(member, right):
        raise LeagueError("owner_only" if right == OWNER else "no_right")
    return Acting(fresh, member)


def may(member: Membership | None, right: str) -> bool:
    """Whether this member has the right (or, for OWNER, is the owner)."""
    if member is None or member.state != Membership.State.IN:
        return False
    if member.role == Membership.Role.OWNER:
        return True
    return member.role == Membership.Role.ORGANISER and right != OWNER and right in member.rights


def membership(league: League, user: User) -> Membership | None:
    """What this person is in the league, also when no longer in it."""
    return Membership.objects.filter(league=league, user=user.pk).first() if user.pk is not None else None
