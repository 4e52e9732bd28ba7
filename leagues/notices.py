"""What leagues tell people, by `accounts.notices`: per kind and league, on the page and by mail, as each person chose.

Notices to one or a few are written in the transaction of the act. What concerns all members goes by a task, with a key
under which each person is told once, so that it may run twice. Whom staff have banned for good is told nothing of play; a
ban with an end hides nothing, for a round may go on after it.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import structlog
from celery import current_app
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.marks import is_banned_for_good
from bluffsite.accounts.models import User
from bluffsite.accounts.notices import notify, register_kind
from leagues.models import League, Membership, Message, Season
from leagues.services.rights import may

SEASON_TASK, MESSAGE_TASK = "leagues.tell_season", "leagues.tell_message"
log = structlog.get_logger(__name__)

KINDS: dict[str, tuple[Promise, tuple[str, ...], dict[str, Promise]]] = {
    "league_round": (
        _("A round of a league is open"),
        ("page", "mail"),
        {
            "opened": _("%(league)s: round %(round)s is open. Your match has to be played before %(deadline_at)s."),
            "bye": _("%(league)s: you have no match in round %(round)s. You get the points of a bye."),
            "moved": _("%(league)s: your match in round %(round)s has a new deadline, %(deadline_at)s. Reason: %(reason)s"),
            "substitute": _("%(league)s: you stand in for %(whom)s in round %(round)s. The match has to be played before %(deadline_at)s."),
            "substitute_at": _("%(league)s: you stand in for %(whom)s in round %(round)s. The match is on %(time_at)s."),
            "no_substitute": _(
                "%(league)s: nobody stands in for you in round %(round)s any more. You play yourself, before %(deadline_at)s."
            ),
        },
    ),
    "league_time": (
        _("A time is proposed for a league match"),
        ("page", "mail"),
        {
            "proposed": _("%(league)s: %(who)s proposes %(time_at)s for your match in round %(round)s."),
            "cancelled": _("%(league)s: %(who)s cannot play at %(time_at)s after all. Agree on another time."),
            "agreed": _("%(league)s: your match in round %(round)s is on %(time_at)s."),
        },
    ),
    "league_start": (
        _("A league match of yours starts"),
        ("page", "mail"),
        {
            "soon": _("%(league)s: your match starts at %(time_at)s."),
            "now": _("%(league)s: your match starts now. The others are waiting."),
        },
    ),
    "league_deadline": (
        _("The deadline of a league match is near"),
        ("page", "mail"),
        {"near": _("%(league)s: your match in round %(round)s has to be played before %(deadline_at)s.")},
    ),
    "league_result": (
        _("The result of a league match is in"),
        ("page",),
        {
            "result": _("%(league)s: the result of your match in round %(round)s is in. Your place: %(place)s."),
            "free": _("%(league)s: the result of your match is in. Your place: %(place)s."),
            "void": _("%(league)s: a match of yours was ended by staff of the site. It counts for nothing."),
            "alone": _("%(league)s: your match in round %(round)s was decided without being played. Only one member appeared."),
            "nobody": _("%(league)s: your match in round %(round)s was not played. Nobody appeared by the deadline."),
            "forfeit": _("%(league)s: your match in round %(round)s was decided without being played. Reason: %(reason)s"),
        },
    ),
    "league_correction": (
        _("A result of a league is corrected"),
        ("page", "mail"),
        {
            "corrected": _("%(league)s: the result of a match of yours was corrected. Reason: %(reason)s"),
            "void": _("%(league)s: a match of yours counts no more. Reason: %(reason)s"),
            "disputed": _("%(league)s: %(who)s disputes a result. Reason: %(reason)s"),
            "upheld": _("%(league)s: you disputed a result, and it stays as it is. Reason: %(reason)s"),
            "changed": _("%(league)s: you disputed a result, and it was corrected. Reason: %(reason)s"),
        },
    ),
    "league_season": (
        _("A season of a league is planned, starts or ends"),
        ("page", "mail"),
        {
            "planned": _("%(league)s: season %(season)s is planned, from %(start_at)s. Sign up if you want to play."),
            "called_off": _("%(league)s: season %(season)s is called off."),
            "running": _("%(league)s: season %(season)s has begun."),
            "waits": _(
                "%(league)s: round %(round)s of season %(season)s waits: too few members can play. Invite others, or end the season."
            ),
            "ended": _("%(league)s: season %(season)s has ended. Your place: %(place)s."),
        },
    ),
    "league_people": (
        _("Membership and rights in a league"),
        ("page", "mail"),
        {
            "asked": _("%(league)s: %(who)s asks to join."),
            "accepted": _("%(league)s: you are a member now."),
            "declined": _("%(league)s: you were not let in."),
            "removed": _("%(league)s: you are no longer a member. Reason: %(reason)s"),
            "banned": _("%(league)s: you are no longer a member and cannot come back. Reason: %(reason)s"),
            "unbanned": _("%(league)s: you may join again."),
            "rights": _("%(league)s: you are an organiser; look at what you may do."),
            "no_rights": _("%(league)s: you are no longer an organiser."),
            "owner": _("%(league)s: the league is yours now."),
            "took_over": _("%(league)s: the league is yours now. Its owner had not been seen for %(days)s days."),
            "passed": _("%(league)s: you had not been seen for %(days)s days. %(whom)s is the owner now, and you are an organiser."),
            "new_owner": _("%(league)s: %(whom)s is the owner now."),
            "away": _(
                "%(league)s: the league is yours, and you have not been here for %(days)s days. "
                "Look in before %(until_at)s, or somebody else becomes the owner."
            ),
        },
    ),
    "league_message": (
        _("A message of the organisers of a league"),
        ("page", "mail"),
        {"message": _("%(league)s: %(who)s writes to all members: %(text)s")},
    ),
}
"""Kind -> title, channels that hold until a person chooses, sentences by text id."""
TO_THE_BANNED = ("league_people", "league_correction")
"""What they are told all the same: their rights in the league, and what becomes of their results."""


def register() -> None:
    for key, (title, channels, texts) in KINDS.items():
        register_kind(key, title, channels, texts=texts)


def about(league: League) -> str:
    """What a notice's kind can be chosen for."""
    return f"league:{league.pk}"


def tell(league: League, kind: str, text_id: str, people: Iterable[User], *, to: str = "", once: str | None = None, **params: Any) -> None:
    """Tell some people, inside the caller's transaction. `to`: a path, or the name of an address without arguments; the
    league's home where it is empty. `once` as in `notify`."""
    url = reverse("leagues:home", args=[league.key]) if not to else to if to.startswith("/") else reverse(to)
    known = {"league": league.name, "zone": league.time_zone, **params}
    for person in people:
        if kind in TO_THE_BANNED or not is_banned_for_good(person):
            notify(person, kind, text_id=text_id, params=known, url=url, about=about(league), once=once)


def tell_organisers(league: League, right: str, kind: str, text_id: str, **params: Any) -> None:
    """Tell everybody who has this right."""
    staff = Membership.objects.select_related("user").filter(league=league, state=Membership.State.IN)
    people = [member.user for member in staff.exclude(role=Membership.Role.MEMBER) if may(member, right)]
    tell(league, kind, text_id, people, to=reverse("leagues:organise", args=[league.key]), **params)


# --- all members: by a task -----------------------------------------------------------------------------------------
def ask_to_tell_season(season_id: int) -> None:
    """After commit: everybody whom it concerns is told that a season is planned, called off, has begun or ended."""
    _ask(SEASON_TASK, season_id)


def ask_to_tell_message(message_id: int) -> None:
    _ask(MESSAGE_TASK, message_id)


def _ask(task: str, *ids: int) -> None:
    """Where the broker does not answer, the sweep tells."""
    try:
        current_app.send_task(task, ids, retry=False, ignore_result=True)
    except Exception as error:  # whatever the broker's client raises
        log.warning("a task of leagues was not asked for", task=task, error=type(error).__name__)


def tell_season(season_id: int) -> None:
    """The state that the season has now: `planned` is told to all members, the rest to those who take part. Each once."""
    season = Season.objects.select_related("league").get(pk=season_id)
    what = season.state
    params = {"season": season.number, "start_at": season.starts_at.isoformat()}
    members = Membership.objects.select_related("user").filter(league=season.league, state=Membership.State.IN)
    people: list[tuple[User, dict[str, Any]]]
    if what == Season.State.PLANNED:
        people = [(member.user, {}) for member in members.exclude(entries__season=season)] if season.number > 1 else []
    else:
        entries = season.entries.filter(member__state=Membership.State.IN).select_related("member__user")
        people = [(entry.member.user, {"place": entry.place or "–"}) for entry in entries]
    to = reverse("leagues:season", args=[season.league.key, season.number])
    for person, more in people:
        tell(season.league, "league_season", what, [person], to=to, once=f"season:{season.pk}:{what}", **params, **more)
    Season.objects.filter(pk=season.pk).update(told=what)


def tell_message(message_id: int) -> None:
    """Everybody but the writer, once."""
    message = Message.objects.select_related("league", "user").get(pk=message_id)
    members = Membership.objects.select_related("user").filter(league=message.league, state=Membership.State.IN)
    people = [member.user for member in members.exclude(user=message.user_id)]
    who = message.user.display_name if message.user else ""
    once = f"message:{message.pk}"
    tell(message.league, "league_message", "message", people, once=once, who=who, text=_beginning(message.text))
    Message.objects.filter(pk=message.pk).update(told_at=timezone.now())


def tell_what_was_left(*, older_than: timedelta = timedelta(minutes=5)) -> None:
    """What a lost task left untold. Messages and seasons of the last minutes have tasks of their own."""
    now = timezone.now()
    for pk in Message.objects.filter(told_at=None, at__lt=now - older_than).values_list("pk", flat=True)[:20]:
        tell_message(pk)
    for pk in Season.objects.exclude(told=F("state")).values_list("pk", flat=True)[:20]:
        tell_season(pk)


def _beginning(text: str) -> str:
    """A message is read whole on the home of the league."""
    line = " ".join(text.split())
    return line if len(line) <= 280 else line[:279].rstrip() + "…"
