"""What organisers do to fixtures: move a date, name a substitute, decide a forfeit, all with a reason in the public log.

LeagueError codes: no_right, not_member, barred, decided, begun, past, far, after_season, reason, unknown_member, already, not_running.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.marks import is_shut_out
from bluffsite.accounts.models import User
from leagues import ledger
from leagues.models import Fixture, League, Membership, Seating
from leagues.services import fixtures, shifts, telling, times
from leagues.services import log as public_log
from leagues.services.errors import LeagueError
from leagues.services.messages import NO_TEXT
from leagues.services.names import clean_reason
from leagues.services.rights import acting, locked
from leagues.services.shifts import Shift
from leagues.standings import Outcome

FARTHEST = timedelta(days=120)


@transaction.atomic
def move_deadline(*, fixture: Fixture, user: User, to: datetime, reason: str) -> None:
    """Another deadline for one fixture. An agreed time after it stays: it is played then, or not at all."""
    act = acting(fixture.season.league, user, "rounds")
    fixture = fixtures.locked(fixture)
    fixtures.require_open(fixture)
    words, now = clean_reason(reason), timezone.now()
    if to <= now:
        raise LeagueError("past")
    if to > now + FARTHEST:
        raise LeagueError("far")
    if fixture.season.ends_at is not None and to > fixture.season.ends_at:
        raise LeagueError("after_season")
    before, fixture.deadline, fixture.is_near_told, fixture.moves = fixture.deadline, to, False, fixture.moves + 1
    fixture.save(update_fields=["deadline", "is_near_told", "moves"])
    changed = ({"deadline": before.isoformat() if before else ""}, {"deadline": to.isoformat()})
    public_log.write(
        act.league,
        "deadline",
        user=user,
        season=fixture.season,
        reason=words,
        facts=public_log.match(fixture),
        before=changed[0],
        after=changed[1],
    )
    telling.moved(fixture, words)


@transaction.atomic
def substitute(*, fixture: Fixture, user: User, entry_id: int, stand_in: Membership | None, reason: str) -> None:
    """Somebody plays for a member, whose points they are; None: the member plays after all.

    A member may name their own substitute, who may refuse; for others it needs the right "rounds". The stand-in is in the
    league and not at this fixture already. Whom staff muted names nobody: the reason is read by others. A second time changes
    nothing.
    """
    league = locked(fixture.season.league_id)
    fixture = fixtures.locked(fixture)
    fixtures.require_open(fixture)
    seating = Seating.objects.select_related("stand_in", "entry__member__user").filter(fixture=fixture, entry=entry_id).first()
    if seating is None:
        raise LeagueError("unknown_member")
    if not may_substitute(seating, user, refuses=stand_in is None):
        acting(league, user, "rounds")
    if marks.bars(user, *NO_TEXT) is not None:
        raise LeagueError("barred")
    words = clean_reason(reason)
    if seating.stand_in_id == (None if stand_in is None else stand_in.user_id):
        return
    if stand_in is not None:
        _require_free(fixture, stand_in)
    _name(fixture, seating, None if stand_in is None else stand_in.user, by=user, reason=words)
    if stand_in is not None:
        telling.substitute(fixture, stand_in.user, seating.entry.member.user)


def may_substitute(seating: Seating, user: User, *, refuses: bool = False) -> bool:
    """Whether this is the member's own place, or that of a stand-in who `refuses` it."""
    is_own = seating.entry.member.user_id == user.pk and seating.entry.member.state == Membership.State.IN
    return is_own or (refuses and seating.stand_in_id == user.pk)


def release(league: League, user: User) -> None:
    """Who leaves stands in for nobody any more. Inside the caller's transaction, with the league locked."""
    stood_in = Seating.objects.select_related("fixture__season", "fixture__round", "entry__member__user")
    for seating in stood_in.filter(stand_in=user, fixture__season__league=league, fixture__state=Fixture.State.OPEN):
        _name(seating.fixture, seating, None)


def _name(fixture: Fixture, seating: Seating, stand_in: User | None, *, by: User | None = None, reason: str = "") -> None:
    seating.stand_in, seating.here_at = stand_in, None
    seating.save(update_fields=["stand_in", "here_at"])
    times.forget_answers(fixture, seating.entry_id)
    kind, facts = ("substitute", {public_log.PEOPLE: {"stand_in": [stand_in.pk]}}) if stand_in is not None else ("no_substitute", {})
    season, whom = fixture.season, seating.entry.member.user
    public_log.write(season.league, kind, user=by, about=whom, season=season, reason=reason, facts={**public_log.match(fixture), **facts})
    if stand_in is None:
        telling.plays_after_all(fixture, whom, by)
        if fixtures.is_gone(seating):
            times.look_again(seating.entry)


def _require_free(fixture: Fixture, stand_in: Membership) -> None:
    if stand_in.league_id != fixture.season.league_id or stand_in.state != Membership.State.IN or is_shut_out(stand_in.user):
        raise LeagueError("unknown_member")
    if any(fixtures.player(one).pk == stand_in.user_id or one.entry.member_id == stand_in.pk for one in fixtures.seatings_of(fixture)):
        raise LeagueError("already")


@transaction.atomic
def decide_without_match(*, fixture: Fixture, user: User, appeared: Collection[int], reason: str) -> None:
    """A fixture that will not be played: who appeared (entries) shares the first place, the others the last; nobody: not played.

    Rules: common.league.forfeit.
    """
    act = acting(fixture.season.league, user, "results")
    fixture = fixtures.locked(fixture)
    fixtures.require_open(fixture)
    words = clean_reason(reason)
    found, (here, absent) = foreseen(fixture=fixture, appeared=appeared), fixtures.told_apart(fixture, appeared)
    fixtures.settle(fixture, sorted(appeared), "organiser", now=timezone.now(), reason=words)
    before, after, more = shifts.in_log(found, {one.entry_id for one in (*here, *absent)})
    facts = {**fixtures.who_came(fixture, here, absent), **more}
    public_log.write(act.league, "forfeit", user=user, season=fixture.season, reason=words, facts=facts, before=before, after=after)


def foreseen(*, fixture: Fixture, appeared: Collection[int]) -> list[Shift]:
    """What it would do to the table if this match were decided so; nothing is stored. Raises LeagueError(unknown_member)."""
    here, absent = fixtures.told_apart(fixture, appeared)
    if len(here) < len(set(appeared)):
        raise LeagueError("unknown_member")
    before = ledger.outcomes(fixture.division_id)
    parts = tuple(fixtures.parts_without_match(here, absent))
    return shifts.shifts(fixture.season, fixture.division, before, [*before, Outcome(0, len(here) + len(absent), parts)])
