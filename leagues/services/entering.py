"""Members sign up for a season, enter it late, and withdraw.

LeagueError codes: members_only, barred, not_member, no_right, no_season, no_late_entry, already, reason.
"""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from bluffsite.accounts.models import User
from leagues.models import Entry, League, Membership, Season
from leagues.services import log, rounds, standing, times
from leagues.services.errors import LeagueError
from leagues.services.making import require_free
from leagues.services.names import clean_reason
from leagues.services.rights import acting, locked

State = Entry.State
OPEN = (Season.State.PLANNED, Season.State.RUNNING)


@transaction.atomic
def enter(*, season: Season, user: User) -> Entry:
    """Take part: sign up for a planned season, or enter a running one late. Who takes part already stays as they are."""
    require_free(user)
    league = locked(season.league_id)
    member = Membership.objects.filter(league=league, user=user, state=Membership.State.IN).first()
    if member is None:
        raise LeagueError("not_member")
    return _enter(league, Season.objects.get(pk=season.pk), member)


def enter_where_possible(league: League, member: Membership) -> None:
    """A new member plays in the running season if that has late entry, and in the planned one. With the league locked."""
    for season in league.seasons.filter(state__in=OPEN):
        if season.state == Season.State.PLANNED or season.late_entry:
            _enter(league, season, member)


def _enter(league: League, season: Season, member: Membership) -> Entry:
    if season.state not in OPEN:
        raise LeagueError("no_season")
    found = Entry.objects.filter(season=season, member=member).first()
    if found is not None and found.state == State.IN:
        return found
    is_late = season.state == Season.State.RUNNING
    if is_late and not season.late_entry:
        raise LeagueError("no_late_entry")
    fields: dict[str, object] = {"state": State.IN, "withdrawn_at": None}
    if is_late:
        lowest = season.divisions.order_by("-level").first()
        fields |= {"division": found.division if found and found.division_id else lowest, "from_round": season.round + 1}
    if found is None:
        top = season.entries.aggregate(top=Max("seed"))["top"] or 0
        entry = Entry.objects.create(season=season, member=member, seed=top + 1, **fields)
    else:
        Entry.objects.filter(pk=found.pk).update(**fields)
        entry = Entry.objects.get(pk=found.pk)
    if is_late:
        standing.add(entry)
    log.write(league, "entered", user=member.user, about=member.user, season=season, facts=_when(season, entry, is_late=is_late))
    return entry


def _when(season: Season, entry: Entry, *, is_late: bool) -> dict[str, object]:
    """What the log says of it: whether it was after the start, and from which round on, where there still is one."""
    has_round = is_late and rounds.has_rounds(season) and entry.from_round <= rounds.length(season)
    return {"late": is_late, **({"round": entry.from_round} if has_round else {})}


@transaction.atomic
def withdraw(*, season: Season, user: User) -> None:
    """Take no further part. What was played stays and counts. A second time changes nothing."""
    league = locked(season.league_id)
    entry = Entry.objects.select_related("member__user", "season").filter(season=season, member__user=user).first()
    if entry is None:
        raise LeagueError("not_member")
    _withdraw(league, entry, by=user)


@transaction.atomic
def withdraw_member(*, season: Season, user: User, member_id: int, reason: str) -> None:
    """An organiser takes somebody out of the season, who stays a member of the league."""
    act = acting(season.league, user, "season")
    entry = Entry.objects.select_related("member__user", "season").filter(season=season, member=member_id).first()
    if entry is None:
        raise LeagueError("unknown_member")
    _withdraw(act.league, entry, by=user, reason=clean_reason(reason))


def withdraw_everywhere(league: League, member: Membership) -> None:
    """Out of every season that is not over. Inside the caller's transaction, with the league locked."""
    for entry in Entry.objects.select_related("member__user", "season").filter(member=member, season__state__in=OPEN):
        _withdraw(league, entry, by=None)


def _withdraw(league: League, entry: Entry, *, by: User | None, reason: str = "") -> None:
    if entry.season.state not in OPEN:
        raise LeagueError("no_season")
    if entry.state == State.WITHDRAWN:
        return
    if entry.season.state == Season.State.PLANNED:
        entry.delete()
    else:
        Entry.objects.filter(pk=entry.pk).update(state=State.WITHDRAWN, withdrawn_at=timezone.now())
        times.look_again(entry)
    log.write(league, "withdrawn", user=by, about=entry.member.user, season=entry.season, reason=reason)
