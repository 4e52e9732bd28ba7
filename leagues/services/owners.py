"""An owner who stays away is followed by somebody who is there. Whoever leaves for good: `departing`.

Whether somebody is there is known by the day (UTC) on which they last opened a page of the league or played a match of it.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from leagues import notices
from leagues.models import Membership, Season
from leagues.models.people import today
from leagues.services import log, roles
from leagues.services.rights import locked
from leagues.services.sweeping import each

WARNED = timedelta(days=50)
"""After so long the owner is told what happens when `roles.AWAY` is over."""


def note(members: Iterable[Membership]) -> None:
    """They are here today. At most one write a day for each."""
    day = today()
    late = [member.pk for member in members if member.seen_on < day]
    if late:
        Membership.objects.filter(pk__in=late).update(seen_on=day)


def sweep() -> None:
    """Each minute. Doing it twice, or late, changes nothing more."""
    day = today()
    each(_away(day - roles.AWAY).values_list("league", flat=True), lambda league_id: replace(league_id=league_id))
    each(_away(day - WARNED).filter(seen_on__gte=day - roles.AWAY).select_related("league", "user"), _warn)


def _away(since: date) -> QuerySet[Membership]:
    """Owners who have been away since before that day, of open leagues with a running season. A new owner has all of the time."""
    running = Season.objects.filter(state=Season.State.RUNNING, league__closed_at=None).values("league")
    begun = datetime.combine(since, time(), UTC)
    return Membership.objects.filter(role=Membership.Role.OWNER, seen_on__lt=since, changed_at__lt=begun, league__in=running)


@transaction.atomic
def replace(*, league_id: int) -> Membership | None:
    """Somebody else becomes the owner, if the owner is still away and somebody is there: the new owner, else None.

    Rules: common.league.owner.
    """
    league = locked(league_id)
    owner = _away(today() - roles.AWAY).select_for_update(of=("self",)).select_related("user").filter(league=league).first()
    heir = roles.heir_of(league) if owner is not None else None
    if owner is None or heir is None:
        return None
    roles.pass_on(league, owner, heir)
    days = roles.AWAY.days
    log.write(league, "took_over", user=None, about=heir.user, facts={"days": days})
    notices.tell(league, "league_people", "took_over", [heir.user], days=days)
    notices.tell(league, "league_people", "passed", [owner.user], days=days, whom=heir.user.display_name)
    roles.tell_the_others(league, heir, but=[owner.user_id])
    return heir


def _warn(owner: Membership) -> None:
    until = datetime.combine(owner.seen_on + roles.AWAY + timedelta(days=1), time(), UTC)
    once = f"away:{owner.league_id}:{owner.seen_on}"
    days = (timezone.now().date() - owner.seen_on).days
    notices.tell(owner.league, "league_people", "away", [owner.user], once=once, days=days, until_at=until.isoformat())
