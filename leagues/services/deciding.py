"""What organisers do to fixtures: move a date, name a substitute, decide a forfeit, all with a reason in the public log.

LeagueError codes: no_right, not_member, unknown_fixture, decided, begun, past, far, reason, unknown_member, already, not_running.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts.models import User
from leagues.models import Entry, Fixture, Membership, Seating
from leagues.services import fixtures, telling
from leagues.services import log as public_log
from leagues.services.errors import LeagueError
from leagues.services.names import clean_reason
from leagues.services.rights import acting

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
    before, fixture.deadline, fixture.is_near_told = fixture.deadline, to, False
    fixture.save(update_fields=["deadline", "is_near_told"])
    changed = ({"deadline": before.isoformat() if before else ""}, {"deadline": to.isoformat()})
    public_log.write(
        act.league, "deadline", user=user, season=fixture.season, reason=words, facts=_facts(fixture), before=changed[0], after=changed[1]
    )
    telling.moved(fixture, words)


@transaction.atomic
def substitute(*, fixture: Fixture, user: User, entry_id: int, stand_in: Membership | None, reason: str) -> None:
    """Somebody plays for a member, whose points they are; None: the member plays after all.

    A member may name their own substitute; for others it needs the right "rounds". The stand-in is in the league and not at
    this fixture already.
    """
    league = fixture.season.league
    fixture = fixtures.locked(fixture)
    fixtures.require_open(fixture)
    seating = Seating.objects.select_related("entry__member__user").filter(fixture=fixture, entry=entry_id).first()
    if seating is None:
        raise LeagueError("unknown_member")
    if seating.entry.member.user_id != user.pk or seating.entry.member.state != Membership.State.IN:
        acting(league, user, "rounds")
    if stand_in is not None:
        _require_free(fixture, stand_in)
    seating.stand_in = None if stand_in is None else stand_in.user
    seating.here_at = None
    seating.save(update_fields=["stand_in", "here_at"])
    whom = seating.entry.member.user
    facts = {**_facts(fixture), "stand_in": "" if stand_in is None else stand_in.user.display_name}
    kind = "substitute" if stand_in is not None else "no_substitute"
    public_log.write(league, kind, user=user, about=whom, season=fixture.season, reason=clean_reason(reason), facts=facts)
    if stand_in is not None:
        telling.substitute(fixture, stand_in.user, whom)


def _require_free(fixture: Fixture, stand_in: Membership) -> None:
    if stand_in.league_id != fixture.season.league_id or stand_in.state != Membership.State.IN:
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
    known = set(Seating.objects.filter(fixture=fixture).values_list("entry", flat=True))
    if not set(appeared) <= known:
        raise LeagueError("unknown_member")
    fixtures.settle(fixture, sorted(appeared), "organiser", now=timezone.now(), reason=words)
    facts = {**_facts(fixture), "appeared": names(appeared)}
    public_log.write(act.league, "forfeit", user=user, season=fixture.season, reason=words, facts=facts)


def names(entries: Collection[int]) -> str:
    people = Entry.objects.filter(pk__in=entries).order_by("pk").values_list("member__user__display_name", flat=True)
    return ", ".join(people) or "–"


def _facts(fixture: Fixture) -> dict[str, object]:
    return {"round": fixture.round.number if fixture.round is not None else 0, "table": fixture.number}
