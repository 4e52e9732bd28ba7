"""The texts of a league at the desk: what stands there, and what staff take away. Errors: DeskError.

Each look and act is in the trail. What stood there is not: nothing is ever taken out of the trail again.
"""

from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts.models import User
from bluffsite.moderation.desk import audit
from bluffsite.moderation.desk.errors import DeskError
from bluffsite.moderation.desk.models import AuditEntry
from leagues.models import League, LogLine, Membership, Message
from leagues.services import staff as services
from leagues.services.errors import LeagueError

Act = AuditEntry.Act
ACTS = (Act.LEAGUE_NAME, Act.LEAGUE_ABOUT, Act.LEAGUE_TEXT)
ONE_LOOK = timedelta(minutes=15)


class Texts(NamedTuple):
    """What people typed in a league: its newest messages and the reasons of its log; `people` run it."""

    messages: list[Message]
    reasons: list[LogLine]
    people: list[User]


def league_for(key: str) -> League | None:
    return League.objects.filter(key=key).first() if len(key) <= 12 and key.isprintable() else None


def texts(league: League) -> Texts:
    running = Membership.objects.filter(league=league, state=Membership.State.IN).exclude(role=Membership.Role.MEMBER)
    return Texts(
        list(league.messages.select_related("user").order_by("-pk")[:20]),
        list(league.log.exclude(reason__in=("", services.GONE)).select_related("user").order_by("-pk")[:40]),
        [member.user for member in running.select_related("user").order_by("-role", "pk")[:20]],
    )


@transaction.atomic
def look(*, league: League, by: User) -> None:
    """Staff read a league that is not open to all; within ONE_LOOK it is one look."""
    thing = f"league:{league.key}"
    since = timezone.now() - ONE_LOOK
    if not league.is_public and not AuditEntry.objects.filter(actor=by, act=Act.LOOK, thing=thing, at__gt=since).exists():
        audit.write(actor=by, act=Act.LOOK, thing=thing)


@transaction.atomic
def act(*, league: League, by: User, act: str, note: str, what: str = "") -> None:
    """One of ACTS. `what` says which text LEAGUE_TEXT takes away: `message:ID` or `reason:ID`.

    Raises DeskError: no_note, no_act, yourself, unchanged.
    """
    if act not in ACTS:
        raise DeskError("no_act")
    if not note.strip():
        raise DeskError("no_note")
    if Membership.objects.filter(league=league, user=by, state=Membership.State.IN).exclude(role=Membership.Role.MEMBER).exists():
        raise DeskError("yourself")
    try:
        _do(league, act, what)
    except LeagueError:
        raise DeskError("unchanged") from None
    audit.write(actor=by, act=act, thing=f"league:{league.key}", note=note.strip())


def _do(league: League, act: str, what: str) -> None:
    if act == Act.LEAGUE_NAME:
        services.rename(league_id=league.pk)
        return
    if act == Act.LEAGUE_ABOUT:
        services.clear_about(league_id=league.pk)
        return
    kind, _colon, number = what.partition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 18):
        raise DeskError("no_act")
    if kind == "message":
        services.remove_message(league_id=league.pk, message_id=int(number))
    else:
        services.remove_reason(league_id=league.pk, line_id=int(number))
