"""What members may do: the owner makes organisers, gives and takes their rights, and hands the league over.

LeagueError codes: not_member, owner_only, unknown_member, not_yourself, bad_value, heir.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from bluffsite.accounts.marks import is_shut_out
from bluffsite.accounts.models import User
from leagues import notices
from leagues.models import League, Membership
from leagues.models.people import today
from leagues.services import log
from leagues.services.errors import LeagueError
from leagues.services.rights import OWNER, RIGHTS, acting

Role = Membership.Role

AWAY = timedelta(days=60)
"""Who has not been seen in the league for longer is away: an owner is followed by somebody else, an organiser does not follow."""
LATELY = timedelta(days=14)
"""Within this time a member was there who may follow an owner."""


@transaction.atomic
def give_rights(*, league: League, user: User, member_id: int, rights: Sequence[str]) -> Membership:
    """Exactly these rights from now on: with any of them the member is an organiser, with none a plain member again."""
    act = acting(league, user, OWNER)
    if not set(rights) <= set(RIGHTS):
        raise LeagueError("bad_value")
    member = _member(act.league, member_id)
    if member.pk == act.member.pk:
        raise LeagueError("not_yourself")
    wanted = [right for right in RIGHTS if right in rights]
    if wanted == member.rights:
        return member
    before, member.rights = member.rights, wanted
    member.role = Role.ORGANISER if wanted else Role.MEMBER
    member.save(update_fields=["rights", "role", "changed_at"])
    log.write(act.league, "role", user=user, about=member.user, before={"rights": before}, after={"rights": wanted})
    notices.tell(act.league, "league_people", "rights" if wanted else "no_rights", [member.user])
    return member


@transaction.atomic
def hand_over(*, league: League, user: User, member_id: int) -> Membership:
    """Another member is the owner from now on; the owner of before stays as an organiser with all rights."""
    act = acting(league, user, OWNER)
    member = _member(act.league, member_id)
    if member.pk == act.member.pk:
        raise LeagueError("not_yourself")
    if not _may_own(member.user):
        raise LeagueError("heir")
    pass_on(act.league, act.member, member)
    log.write(act.league, "handed_over", user=user, about=member.user)
    notices.tell(act.league, "league_people", "owner", [member.user])
    return member


def follow_owner(league: League) -> Membership | None:
    """The owner goes for good, and somebody follows, where nobody is there also one who is away. None: nobody is left.

    Inside the caller's transaction, with the league locked. Rules: common.league.owner.
    """
    owner = Membership.objects.filter(league=league, role=Role.OWNER).first()
    heir = heir_of(league) or _longest_in(league, Q())
    if heir is None:
        return None
    if owner is not None:
        pass_on(league, owner, heir)
    log.write(league, "followed", about=heir.user)
    notices.tell(league, "league_people", "owner", [heir.user])
    tell_the_others(league, heir, but=[owner.user_id] if owner is not None else [])
    return heir


def heir_of(league: League) -> Membership | None:
    """Of the organisers who are not away, else of the members who were there lately, the one who has been in longest.

    Rules: common.league.owner.
    """
    day = today()
    organiser = _longest_in(league, Q(role=Role.ORGANISER, seen_on__gte=day - AWAY))
    return organiser or _longest_in(league, Q(seen_on__gte=day - LATELY))


def _longest_in(league: League, which: Q) -> Membership | None:
    """Organisers before plain members."""
    others = Membership.objects.select_related("user").filter(which, league=league, state=Membership.State.IN).exclude(role=Role.OWNER)
    free = [member for member in others.order_by("joined_at", "pk") if _may_own(member.user)]
    return min(free, key=lambda member: member.role != Role.ORGANISER, default=None)


def tell_the_others(league: League, heir: Membership, *, but: Collection[int] = ()) -> None:
    """The other organisers hear who the owner is now. `but`: ids of people who are told something else."""
    staff = Membership.objects.select_related("user").filter(league=league, state=Membership.State.IN, role=Role.ORGANISER)
    people = [member.user for member in staff.exclude(user__in=but)]
    notices.tell(league, "league_people", "new_owner", people, whom=heir.user.display_name)


def _may_own(user: User) -> bool:
    return user.is_active and user.is_member and not is_shut_out(user)


def pass_on(league: League, owner: Membership, heir: Membership) -> None:
    """Inside the caller's transaction, with the league locked. The owner of before is an organiser with all rights."""
    owner.role, owner.rights = Role.ORGANISER, list(RIGHTS)
    owner.save(update_fields=["role", "rights", "changed_at"])  # first: a league has one owner at any moment
    heir.role, heir.rights = Role.OWNER, []
    heir.save(update_fields=["role", "rights", "changed_at"])


def _member(league: League, member_id: int) -> Membership:
    member = Membership.objects.select_related("user").filter(league=league, pk=member_id, state=Membership.State.IN).first()
    if member is None:
        raise LeagueError("unknown_member")
    return member
