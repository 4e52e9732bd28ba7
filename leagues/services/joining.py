"""Coming and going: people join, ask, leave; organisers let in, remove and ban.

Every change of who is in is made under the lock of the league's row, so the limit holds under any number of joins at the
same moment. LeagueError codes: members_only, barred, closed, banned, full, not_open, asked, too_fast, too_long, owner_stays,
not_member, no_right, unknown_member, not_yourself, reason, already.
"""

import hmac
from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from bluffsite.accounts import limits, marks
from bluffsite.accounts.models import User
from leagues import notices
from leagues.models import League, Membership
from leagues.services import deciding, entering, log
from leagues.services.errors import LeagueError
from leagues.services.making import require_free, require_voice, spend
from leagues.services.names import clean_line, clean_reason
from leagues.services.people import keeps_away
from leagues.services.rights import Acting, acting, locked

State, Role = Membership.State, Membership.Role
MOST_WORDS = 300


@transaction.atomic
def join(*, league: League, user: User, invitation: str = "", words: str = "", who: limits.Who | None = None) -> Membership:
    """Become a member, or ask to become one: `state` of the answer says which. Whoever is in stays in.

    An invitation link lets in at once. Without it an open league lets in, one by request is asked, another cannot be joined.
    Whom the owner keeps away is asked about, as in a league by request. The new member is entered for the season.
    """
    require_free(user)
    if who is not None:
        spend("join league", who)
    words = clean_line(words, MOST_WORDS)
    if words:
        require_voice(user)
    league = locked(league.pk)
    member = Membership.objects.filter(league=league, user=user).first()
    if member is not None and member.state == State.IN:
        return member
    code = _barrier(league, member, invitation)
    if code:
        raise LeagueError(code)
    if not keeps_away(league, user) and (_is_invited(league, invitation) or league.joining == League.Joining.OPEN):
        return _let_in(league, user, member, words)
    return _ask(league, user, member, words)


def obstacle(league: League, user: User | AnonymousUser, member: Membership | None, invitation: str = "") -> str:
    """Why this person can neither come in nor ask to, a code of LeagueError; empty where they can. Of the rows in hand: no query.

    Not whom the owner keeps away: they ask like anybody else, and are told nothing.
    """
    if not getattr(user, "is_member", False):
        return "members_only"
    return "barred" if marks.is_shut_out(user) else _barrier(league, member, invitation)


def _barrier(league: League, member: Membership | None, invitation: str) -> str:
    """What of this league stands in the way of one who is or was this in it."""
    if member is not None and member.state == State.BANNED:
        return "banned"
    if league.closed_at is not None:
        return "closed"
    if league.joining == League.Joining.LINK and not _is_invited(league, invitation):
        return "not_open"
    return "full" if league.members >= league.most_members else ""


def _is_invited(league: League, invitation: str) -> bool:
    return bool(invitation) and hmac.compare_digest(invitation.encode(), league.invite_key.encode())


def _ask(league: League, user: User, member: Membership | None, words: str) -> Membership:
    if member is not None and member.state == State.ASKED:
        return member
    asked, _ = Membership.objects.update_or_create(league=league, user=user, defaults={"state": State.ASKED, "words": words})
    notices.tell_organisers(league, "members", "league_people", "asked", who=user.display_name)
    return asked


def _let_in(league: League, user: User, member: Membership | None, words: str = "", by: User | None = None) -> Membership:
    """Raises LeagueError(full)."""
    if league.members >= league.most_members:
        raise LeagueError("full")
    fields = {"state": State.IN, "role": Role.MEMBER, "rights": []}
    if member is None:
        member = Membership.objects.create(league=league, user=user, words=words, **fields)
    else:
        _set(member, **fields)
    league.members += 1
    league.save(update_fields=["members"])
    log.write(league, "accepted" if by else "joined", user=by or user, about=user)
    entering.enter_where_possible(league, member)
    return member


@transaction.atomic
def leave(*, league: League, user: User) -> None:
    """Leave: results stay as they are, what is still to be played goes on without this person. Also takes a request back."""
    league = locked(league.pk)
    member = Membership.objects.filter(league=league, user=user, state__in=[State.IN, State.ASKED]).first()
    if member is None:
        raise LeagueError("not_member")
    if member.role == Role.OWNER:
        raise LeagueError("owner_stays")
    if member.state == State.ASKED:
        _set(member, state=State.LEFT, words="")
        return
    _send_off(league, member, State.LEFT)
    log.write(league, "left", user=user, about=user)


@transaction.atomic
def accept(*, league: League, user: User, member_id: int) -> Membership:
    """An organiser lets somebody in who asked. Raises LeagueError(full), (already) for one who is in."""
    act = acting(league, user, "members")
    member = _of(act, member_id)
    if member.state != State.ASKED:
        raise LeagueError("already")
    member = _let_in(act.league, member.user, member, by=user)
    notices.tell(act.league, "league_people", "accepted", [member.user])
    return member


@transaction.atomic
def decline(*, league: League, user: User, member_id: int) -> None:
    """Somebody who asked is not let in, and may ask again."""
    act = acting(league, user, "members")
    member = _of(act, member_id)
    if member.state != State.ASKED:
        raise LeagueError("already")
    _set(member, state=State.LEFT, words="")
    notices.tell(act.league, "league_people", "declined", [member.user], to="leagues:list")


@transaction.atomic
def remove(*, league: League, user: User, member_id: int, reason: str) -> None:
    """An organiser sends a member away, who may come back as others come in."""
    act, member = _other(league, user, member_id)
    reason = clean_reason(reason)
    if member.state != State.IN:
        raise LeagueError("already")
    _send_off(act.league, member, State.REMOVED)
    log.write(act.league, "removed", user=user, about=member.user, reason=reason)
    notices.tell(act.league, "league_people", "removed", [member.user], reason=reason, to="leagues:list")


@transaction.atomic
def ban(*, league: League, user: User, member_id: int, reason: str) -> None:
    """Send somebody away for good, or refuse for good one who asked or left."""
    act, member = _other(league, user, member_id)
    reason = clean_reason(reason)
    if member.state == State.BANNED:
        raise LeagueError("already")
    if member.state == State.IN:
        _send_off(act.league, member, State.BANNED)
    else:
        _set(member, state=State.BANNED, words="")
    log.write(act.league, "banned", user=user, about=member.user, reason=reason)
    notices.tell(act.league, "league_people", "banned", [member.user], reason=reason, to="leagues:list")


@transaction.atomic
def unban(*, league: League, user: User, member_id: int, reason: str) -> None:
    """The person may come back as others come in."""
    act, member = _other(league, user, member_id)
    if member.state != State.BANNED:
        raise LeagueError("already")
    _set(member, state=State.REMOVED)
    log.write(act.league, "unbanned", user=user, about=member.user, reason=clean_reason(reason))
    notices.tell(act.league, "league_people", "unbanned", [member.user], to="leagues:list")


def put_out(league_id: int, user_ids: Sequence[int]) -> None:
    """The site itself takes people out of a league they are in (their account is deleted); an owner is followed first."""
    league = locked(league_id)
    for member in Membership.objects.filter(league=league, user__in=user_ids, state=State.IN).select_related("user"):
        _send_off(league, member, State.LEFT)
        log.write(league, "left", about=member.user)


def _other(league: League, user: User, member_id: int) -> tuple[Acting, Membership]:
    """Someone whom the organiser has power over: neither the owner nor themselves; organisers only by the owner."""
    act = acting(league, user, "members")
    member = _of(act, member_id)
    if member.pk == act.member.pk:
        raise LeagueError("not_yourself")
    if member.role != Role.MEMBER and act.member.role != Role.OWNER:
        raise LeagueError("owner_only")
    return act, member


def _of(act: Acting, member_id: int) -> Membership:
    member = Membership.objects.select_related("user").filter(league=act.league, pk=member_id).first()
    if member is None:
        raise LeagueError("unknown_member")
    return member


def _send_off(league: League, member: Membership, state: str) -> None:
    """Out of the league and of the seasons that are not over, also as a stand-in."""
    entering.withdraw_everywhere(league, member)
    deciding.release(league, member.user)
    _set(member, state=state, role=Role.MEMBER, rights=[])
    league.members -= 1
    league.save(update_fields=["members"])


def _set(member: Membership, **values: object) -> None:
    for field, value in values.items():
        setattr(member, field, value)
    member.save(update_fields=[*values, "changed_at"])
