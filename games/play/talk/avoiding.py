"""Muting and blocking: who does not want to hear whom, and who must not be brought together.

A mute is one-sided: nothing the other says reaches the person, and no invitation of theirs. A block also goes the other way.
Quick match brings neither together. Nobody is told that they are muted or blocked.
TableError codes: not_seated (no person has that seat), yourself.
"""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Q

from bluffsite.accounts.models import User
from bluffsite.accounts.services import Merged
from games.play.services.errors import TableError
from games.play.talk.models import Avoidance


# --- reading --------------------------------------------------------------------------------------------------------
def hears(reader: int | None, speaker: int | None) -> bool:
    """Whether what `speaker` says, invites or pings reaches `reader` (user ids; None: a stranger, or somebody erased)."""
    return reader is None or speaker is None or speaker not in unheard({reader}, {speaker}).get(reader, ())


def unheard(readers: Collection[int], speakers: Collection[int]) -> dict[int, set[int]]:
    """Reader -> those of the speakers that do not reach them: one query for all. A block works both ways."""
    mine = Q(user__in=readers, other__in=speakers)
    theirs = Q(user__in=speakers, other__in=readers, is_block=True)
    found: dict[int, set[int]] = {}
    for user, other, is_block in Avoidance.objects.filter(mine | theirs).values_list("user", "other", "is_block"):
        found.setdefault(user, set()).add(other)
        if is_block:
            found.setdefault(other, set()).add(user)
    return found


def avoids(one: int | None, other: int | None) -> bool:
    """Whether these two must not be brought together, by quick match, invitation or league: one of them blocks the other."""
    if one is None or other is None:
        return False
    return Avoidance.objects.filter(Q(user=one, other=other) | Q(user=other, other=one), is_block=True).exists()


def avoided_by(user: int | None, *, or_muted: bool = False) -> set[int]:
    """Everybody whom this person must not be brought together with: one query, for lists of tables.

    `or_muted`: also whom they muted, and who muted them; quick match finds others.
    """
    if user is None:
        return set()
    rows = Avoidance.objects.filter(Q(user=user) | Q(other=user))
    pairs = (rows if or_muted else rows.filter(is_block=True)).values_list("user", "other")
    return {one if other == user else other for one, other in pairs}


def avoiding_each_other(users: Collection[int]) -> set[tuple[int, int]]:
    """Pairs among these people of whom one blocks the other, the lower id first: one query."""
    rows = Avoidance.objects.filter(user__in=users, other__in=users, is_block=True).values_list("user", "other")
    return {(min(pair), max(pair)) for pair in rows}


def list_of(user: User) -> list[Avoidance]:
    """Whom a person has muted and blocked, newest first."""
    return list(Avoidance.objects.filter(user=user).order_by("-made_at", "-pk"))


def silenced(user: int | None, others: Iterable[int]) -> dict[int, str]:
    """Those of the others whom this person has muted or blocked: id -> `mute` or `block`."""
    if user is None:
        return {}
    rows = Avoidance.objects.filter(user=user, other__in=list(others)).values_list("other", "is_block")
    return {other: "block" if is_block else "mute" for other, is_block in rows}


# --- writing --------------------------------------------------------------------------------------------------------
def avoid(*, user: User, other: User, name: str, is_block: bool) -> Avoidance:
    """Mute or block. Doing it again changes it to the kind that is asked for. `name`: what the other is called where it was done.

    Raises TableError(yourself).
    """
    if user.pk == other.pk:
        raise TableError("yourself")
    made, _ = Avoidance.objects.update_or_create(
        user=user, other=other, defaults={"is_block": is_block}, create_defaults={"is_block": is_block, "name": name[:96]}
    )
    return made


def forgive(*, user: User, other: int | None = None, avoidance: int | None = None) -> bool:
    """Take a mute or block back: of that person, or that row of the list. Returns whether there was one."""
    mine = Avoidance.objects.filter(user=user)
    deleted, _ = (mine.filter(pk=avoidance) if other is None else mine.filter(other=other)).delete()
    return bool(deleted)


@transaction.atomic
def move_avoidances(guest: User, member: User) -> Merged:
    """Signing in takes along whom the guest avoids, and who avoids the guest; the stronger of two stays."""
    for row in Avoidance.objects.filter(Q(user=guest) | Q(other=guest)):
        user, other = (member.pk, row.other_id) if row.user_id == guest.pk else (row.user_id, member.pk)
        if user != other:
            known, _ = Avoidance.objects.get_or_create(user_id=user, other_id=other, defaults={"is_block": row.is_block, "name": row.name})
            if row.is_block and not known.is_block:
                Avoidance.objects.filter(pk=known.pk).update(is_block=True)
        row.delete()
    return Merged()
