"""Members of a fixture propose times and agree on one. All moments are stored as they are; each reader has them in their zone.

LeagueError codes: not_a_player, decided, begun, not_running, past, far, already, too_many_times, unknown_time.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts.models import User
from leagues.models import Entry, Fixture, Season, Seating, TimeAnswer, TimeProposal
from leagues.services import fixtures, telling
from leagues.services.errors import LeagueError

State = TimeProposal.State
MOST_OPEN = 5
"""Open proposals of one member for one fixture."""


@transaction.atomic
def propose(*, fixture: Fixture, user: User, at: datetime) -> TimeProposal:
    """A time before the deadline. Whoever proposes it can play then; what somebody else has proposed is agreed to instead."""
    fixture, mine = _open(fixture, user)
    now = timezone.now()
    if at <= now:
        raise LeagueError("past")
    if fixture.deadline is not None and at > fixture.deadline:
        raise LeagueError("after_deadline")
    at = at.replace(second=0, microsecond=0)
    found = TimeProposal.objects.filter(fixture=fixture, at=at, state=State.OPEN).first()
    if found is None:
        if TimeProposal.objects.filter(fixture=fixture, entry=mine.entry_id, state=State.OPEN).count() >= MOST_OPEN:
            raise LeagueError("too_many_times")
        found = TimeProposal.objects.create(fixture=fixture, entry_id=mine.entry_id, at=at)
        telling.proposed(fixture, user, at.isoformat())
    _answer(fixture, found, mine, can=True)
    return found


@transaction.atomic
def answer(*, fixture: Fixture, user: User, proposal_id: int, can: bool) -> None:
    """Whether one can play then. With the last yes the time is agreed. A no does not end the proposal: it can become a yes."""
    fixture, mine = _open(fixture, user)
    proposal = TimeProposal.objects.filter(pk=proposal_id, fixture=fixture, state=State.OPEN).first()
    if proposal is None:
        raise LeagueError("unknown_time")
    if proposal.at <= timezone.now():
        raise LeagueError("past")
    _answer(fixture, proposal, mine, can=can)


@transaction.atomic
def take_back(*, fixture: Fixture, user: User, proposal_id: int) -> None:
    """One's own proposal goes."""
    fixture, mine = _open(fixture, user)
    mine_open = TimeProposal.objects.filter(pk=proposal_id, fixture=fixture, entry=mine.entry_id, state=State.OPEN)
    if not mine_open.update(state=State.TAKEN_BACK):
        raise LeagueError("unknown_time")


@transaction.atomic
def cannot_after_all(*, fixture: Fixture, user: User) -> None:
    """The agreed time does not suit one any more: it is no longer agreed, unless it is less than an hour away."""
    fixture, _ = _open(fixture, user)
    if fixture.planned_at is None:
        raise LeagueError("unknown_time")
    if fixture.planned_at <= timezone.now() + timedelta(hours=1):
        raise LeagueError("too_near")
    TimeProposal.objects.filter(fixture=fixture, state=State.AGREED).update(state=State.DECLINED)
    at, fixture.planned_at, fixture.moves = fixture.planned_at, None, fixture.moves + 1
    fixture.save(update_fields=["planned_at", "moves"])
    telling.unplanned(fixture, user, at.isoformat())


def forget_answers(fixture: Fixture, entry_id: int) -> None:
    """Somebody else plays in this place: what was said there of times still open was said by another. An agreed time stays."""
    TimeAnswer.objects.filter(proposal__fixture=fixture, proposal__state=State.OPEN, entry=entry_id).delete()


def look_again(entry: Entry) -> None:
    """A member will not come any more: a time that all the others can play is agreed. With the league locked.

    Rules of who is waited for: `seated.is_gone`.
    """
    waiting = Fixture.objects.filter(seatings__entry=entry, seatings__stand_in=None, state=Fixture.State.OPEN, is_bye=False)
    for found in waiting.filter(planned_at=None, season__state=Season.State.RUNNING).order_by("pk"):
        fixture = fixtures.locked(found)
        proposals = fixture.proposals.filter(state=State.OPEN, at__gt=timezone.now()).order_by("at")
        suits_all = next((one for one in proposals if fixture.state == Fixture.State.OPEN and _suits_all(fixture, one)), None)
        if suits_all is not None:
            _agree(fixture, suits_all)


def _open(fixture: Fixture, user: User) -> tuple[Fixture, Seating]:
    fixture = fixtures.locked(fixture)
    mine = next((one for one in fixtures.seatings_of(fixture) if fixtures.player(one).pk == user.pk), None)
    if mine is None or fixture.is_bye:
        raise LeagueError("not_a_player")
    fixtures.require_open(fixture)
    return fixture, mine


def _answer(fixture: Fixture, proposal: TimeProposal, mine: Seating, *, can: bool) -> None:
    TimeAnswer.objects.update_or_create(proposal=proposal, entry_id=mine.entry_id, defaults={"can": can})
    if _suits_all(fixture, proposal):
        _agree(fixture, proposal)


def _suits_all(fixture: Fixture, proposal: TimeProposal) -> bool:
    """Whether everybody who will come has said yes to it; somebody will."""
    yes = set(proposal.answers.filter(can=True).values_list("entry", flat=True))
    everyone = {seating.entry_id for seating in fixtures.seatings_of(fixture) if not fixtures.is_gone(seating)}
    return bool(everyone) and everyone <= yes


def _agree(fixture: Fixture, proposal: TimeProposal) -> None:
    TimeProposal.objects.filter(fixture=fixture, state__in=(State.OPEN, State.AGREED)).update(state=State.PASSED)
    TimeProposal.objects.filter(pk=proposal.pk).update(state=State.AGREED)
    fixture.planned_at, fixture.is_soon_told, fixture.moves = proposal.at, False, fixture.moves + 1
    fixture.save(update_fields=["planned_at", "is_soon_told", "moves"])
    telling.agreed(fixture)
