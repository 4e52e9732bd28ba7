"""People go for good: their account is deleted, or they are banned from the site. Standings and other people's history stay."""

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, User
from bluffsite.accounts.notices import unname
from leagues import notices
from leagues.models import CalendarFeed, Fixture, League, Membership, Message, Seating
from leagues.services import deciding, entering, log
from leagues.services.joining import put_out
from leagues.services.rights import locked
from leagues.services.roles import follow_owner


@transaction.atomic
def forget(user: User) -> None:
    """Out of every league; what the person wrote is gone, places and points stay with the row that has no name any more."""
    for league_id in _leagues_of(user):
        _follow(league_id, user)
        put_out(league_id, [user.pk])
    of_leagues = [notices.about(member.league) for member in Membership.objects.filter(user=user).select_related("league")]
    unname(name=user.display_name, about=of_leagues)
    Membership.objects.filter(user=user).update(words="", free_times=[], away_until=None)
    Message.objects.filter(user=user).delete()
    CalendarFeed.objects.filter(user=user).delete()
    Seating.objects.filter(stand_in=user, fixture__state=Fixture.State.OPEN).update(stand_in=None, here_at=None)
    Membership.objects.filter(user=user, state=Membership.State.ASKED).delete()


def keep_out(user: User) -> None:
    """A ban without an end: out of the seasons that run, and no longer owner. They stay a member, for the day of an appeal.

    Inside the caller's transaction. A ban with an end changes nothing here: rounds have deadlines enough.
    """
    mark = marks.bars(user, Mark.Kind.BANNED)
    if mark is None or mark.until is not None:
        return
    for league_id in _leagues_of(user):
        _follow(league_id, user)
        member = Membership.objects.get(league=league_id, user=user)
        entering.withdraw_everywhere(member.league, member)
        deciding.release(member.league, user)


def _leagues_of(user: User) -> list[int]:
    """In one order for everybody, so that two who go at the same time do not wait for each other."""
    mine = Membership.objects.filter(user=user, state=Membership.State.IN)
    return list(mine.order_by("league").values_list("league", flat=True))


def _follow(league_id: int, user: User) -> None:
    """Where the person is the owner somebody else becomes it; a league without anybody else is closed."""
    league = locked(league_id)
    owner = Membership.objects.filter(league=league, user=user, role=Membership.Role.OWNER).first()
    if owner is None or follow_owner(league) is not None:
        return
    _close(league)


def _close(league: League) -> None:
    league.closed_at = league.closed_at or timezone.now()
    league.save(update_fields=["closed_at"])
    log.write(league, "orphaned")
