"""What leagues add to the pages of people: a panel of the profile, the download of their data, and how they are forgotten."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, User
from bluffsite.accounts.registry import register_eraser, register_exporter, register_panel
from leagues import shown
from leagues.models import Dispute, Entry, LogLine, Membership, Message
from leagues.readers import own
from leagues.readers.own import export_matches
from leagues.services.departing import forget, keep_out
from leagues.services.log import KINDS
from leagues.services.rights import RIGHTS
from leagues.views.free_times import weeks_words

MOST_ON_PANEL = 20


def register() -> None:
    register_panel("leagues", _("Leagues"), panel, "leagues/panel.html")
    register_exporter("leagues", _("Leagues"), export, words=WORDS, said=SAID)
    register_exporter("league_matches", _("League matches"), export_matches, words=own.WORDS, said=own.SAID)
    register_eraser("leagues", forget)
    marks.register_listener(on_mark)


def panel(person: User, viewer: Any) -> dict[str, Any] | None:
    """The leagues the person is in, and the best places: of public leagues, and of those that the viewer is in too."""
    mine = Membership.objects.filter(user=person, state=Membership.State.IN).select_related("league").order_by("-joined_at")
    common: set[int] = set()
    if viewer.pk is not None:
        both = Membership.objects.filter(user=viewer.pk, state=Membership.State.IN)
        common = set(both.values_list("league", flat=True))
    shown = [member for member in mine[:200] if member.league.is_public or member.league_id in common][:MOST_ON_PANEL]
    best = Entry.objects.filter(member__in=shown, place__lte=3).select_related("season__league").order_by("place", "-season__ended_at")
    return {"memberships": shown, "trophies": list(best[:MOST_ON_PANEL])} if shown else None


class _Others(dict[str, str]):
    """Nobody else is named in a person's own data."""

    def __missing__(self, name: str) -> str:
        return "…"


WORDS = {
    "league": _("League"),
    "state": _("State"),
    "role": _("Role"),
    "rights": _("Rights"),
    "words": _("What I wrote when asking to join"),
    "free_times": _("When I am free"),
    "away_until": _("Away until"),
    "joined": _("Joined"),
    "seen_on": _("Last seen in the league"),
    "seasons": _("Seasons"),
    "season": _("Season"),
    "entry": _("State"),
    "points": _("Points"),
    "log": _("Log"),
    "reason": _("Reason"),
    "disputes": _("Disputed results"),
    "answer": _("Answer"),
    "messages": _("Messages to all members"),
}
ENTRIES = {Entry.State.IN: _("taking part"), Entry.State.RESERVE: _("reserve"), Entry.State.WITHDRAWN: _("withdrawn")}
SAID: dict[str, Callable[[Any], Any]] = {
    "state": lambda state: shown.STATES[state],
    "role": lambda role: shown.ROLES[role],
    "rights": lambda rights: ", ".join(str(RIGHTS[right]) for right in rights),
    "free_times": lambda slots: " · ".join(f"{day}: {', '.join(parts)}" for day, parts in weeks_words(slots)),
    "entry": lambda state: ENTRIES[Entry.State(state)],
    "kind": lambda kind: str(KINDS[kind]) % _Others(),
}


def export(user: User) -> list[dict[str, Any]]:
    """Each league with what the person is, was and wrote there."""
    lines = LogLine.objects.filter(about=user).order_by("pk")
    entries = Entry.objects.filter(member__user=user).select_related("season").order_by("season__number")
    disputes = Dispute.objects.filter(member__user=user).order_by("pk")
    messages = Message.objects.filter(user=user).order_by("pk")
    return [
        {
            "league": member.league.name,
            "state": member.state,
            "role": member.role,
            "rights": member.rights,
            "words": member.words,
            "free_times": member.free_times,
            "away_until": str(member.away_until or ""),
            "joined": member.joined_at.isoformat(),
            "seen_on": str(member.seen_on),
            "seasons": [
                {"season": entry.season.number, "entry": entry.state, "place": entry.place, "points": entry.points}
                for entry in entries
                if entry.member_id == member.pk
            ],
            "log": [
                {"at": line.at.isoformat(), "kind": line.kind, "reason": line.reason}
                for line in lines
                if line.league_id == member.league_id
            ],
            "disputes": [
                {"at": one.made_at.isoformat(), "reason": one.reason, "answer": one.answer}
                for one in disputes
                if one.member_id == member.pk
            ],
            "messages": [
                {"at": message.at.isoformat(), "text": message.text} for message in messages if message.league_id == member.league_id
            ],
        }
        for member in Membership.objects.filter(user=user).select_related("league").order_by("pk")
    ]


def on_mark(user_id: int, kind: str) -> None:
    """Who is banned from the site plays in no season and runs no league. Runs after the commit of the mark."""
    if kind == Mark.Kind.BANNED:
        with transaction.atomic():
            keep_out(User.objects.get(pk=user_id))
