"""A member who played disputes a result, once; an organiser decides whether it stays. Everything is in the public log.

LeagueError codes: not_member, no_right, no_result, not_yours, too_late, disputed, already, reason, barred.
"""

from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from leagues import notices
from leagues.models import Dispute, Fixture, Membership, Result, Season
from leagues.services import log
from leagues.services.errors import LeagueError
from leagues.services.messages import NO_TEXT
from leagues.services.names import clean_reason
from leagues.services.rights import acting, locked

State = Dispute.State
AFTER_THE_END = timedelta(days=7)
"""How long results of a season that has ended can still be disputed."""


@transaction.atomic
def dispute(*, fixture: Fixture, user: User, reason: str) -> Dispute:
    """By a member whose match this was, also one whose substitute played."""
    league = locked(fixture.season.league_id)
    member = Membership.objects.filter(league=league, user=user, state=Membership.State.IN).first()
    if member is None:
        raise LeagueError("not_member")
    if marks.bars(user, *NO_TEXT) is not None:
        raise LeagueError("barred")
    result = Result.objects.select_related("season").filter(fixture=fixture).first()
    if result is None:
        raise LeagueError("no_result")
    if not fixture.seatings.filter(entry__member=member).exists():
        raise LeagueError("not_yours")
    if is_over(result.season):
        raise LeagueError("too_late")
    words = clean_reason(reason)
    made, is_new = Dispute.objects.get_or_create(result=result, member=member, defaults={"reason": words})
    if not is_new:
        raise LeagueError("disputed")
    log.write(league, "disputed", user=user, season=result.season, reason=words, facts={"fixture": fixture.key})
    notices.tell_organisers(league, "results", "league_correction", "disputed", who=user.display_name, reason=words)
    return made


def is_over(season: Season) -> bool:
    return season.ended_at is not None and season.ended_at < timezone.now() - AFTER_THE_END


@transaction.atomic
def uphold(*, dispute: Dispute, user: User, reason: str) -> Dispute:
    """An organiser decides that the result stays as it is, and says why."""
    act = acting(dispute.result.season.league, user, "results")
    found = Dispute.objects.select_related("member__user", "result__fixture", "result__season").get(pk=dispute.pk)
    if found.state != State.OPEN:
        raise LeagueError("already")
    _decide(found, State.UPHELD, user, clean_reason(reason))
    facts = {"fixture": found.result.fixture.key}
    log.write(act.league, "upheld", user=user, about=found.member.user, season=found.result.season, reason=found.answer, facts=facts)
    notices.tell(act.league, "league_correction", "upheld", [found.member.user], to=_match(found.result), reason=found.answer)
    return found


def settle(result: Result, user: User | None, reason: str) -> set[int]:
    """The result was corrected or declared void: whoever disputed it has been heard. Inside the caller's transaction.

    Returns the ids of those who were told so.
    """
    league, heard = result.season.league, set[int]()
    for found in Dispute.objects.select_related("member__user").filter(result=result, state=State.OPEN):
        _decide(found, State.CHANGED, user, reason)
        notices.tell(league, "league_correction", "changed", [found.member.user], to=_match(result), reason=reason)
        heard.add(found.member.user_id)
    return heard


def _match(result: Result) -> str:
    """Where the one who disputed reads what stands."""
    return reverse("leagues:fixture", args=[result.season.league.key, result.fixture.key])


def _decide(dispute: Dispute, state: str, user: User | None, answer: str) -> None:
    dispute.state, dispute.answer, dispute.decided_by, dispute.decided_at = state, answer[:500], user, timezone.now()
    dispute.save(update_fields=["state", "answer", "decided_by", "decided_at"])
