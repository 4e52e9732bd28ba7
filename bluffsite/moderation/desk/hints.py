"""What the records say by the way: a hint, and no proof. From matches that are over, and from networks that people share.

Everything here is shown to staff with these very words beside it; nothing is ever done because of a hint alone.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from statistics import median
from typing import NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bluffsite.accounts import networks
from bluffsite.accounts.models import User
from games.core.registry import game_named
from games.play.models import LogEntry, Match, Seat, Table

MATCHES = 20
"""So many of the newest ended matches of a person are looked at."""

_CHANCES = 8  # fewer say nothing
_FEW = 3.0  # so many times rarer than against others
_FAST_SECONDS, _FAST_DECISIONS = 1.0, 30
_LONGEST = timedelta(minutes=10)  # a longer wait is a pause, or somebody who was away


class Play(NamedTuple):
    """One decision of a person in an ended match: who had claimed something just before, and whether it was called."""

    user: int
    before: int | None
    is_call: bool
    seconds: float


def hints(target: User, table: Table | None, reporter: User | None) -> list[str]:
    """Sentences in the active language. The reporter is no suspect: only the network is looked at."""
    found = _networks(target, table, reporter)
    plays = plays_of(target)
    return found + _avoided(target, plays) + _fast(target, plays)


def plays_of(person: User) -> list[Play]:
    """What persons decided in the newest ended matches of this person."""
    sat = Seat.objects.filter(user=person, is_held=False, table__match__ended_at__isnull=False).order_by("-table_id")
    tables = list(dict.fromkeys(sat.values_list("table_id", flat=True)[:MATCHES]))
    seats = {
        (table, index): user for table, index, user in Seat.objects.filter(table__in=tables).values_list("table_id", "index", "user_id")
    }
    games = dict(Match.objects.filter(pk__in=tables).values_list("pk", "game"))
    rows = LogEntry.objects.filter(match__in=tables).order_by("match_id", "number")
    columns = rows.values_list("match_id", "seat", "by", "action", "at")
    return list(_plays(columns.iterator(), seats, games))


def _plays(
    rows: Iterable[tuple[int, int | None, str, str, object]], seats: dict[tuple[int, int], int | None], games: dict[int, str]
) -> Iterable[Play]:
    match, claimed, last = None, None, None
    for match_id, seat, by, action, at in rows:
        if match_id != match:
            match, claimed, last = match_id, None, None
        user = None if seat is None else seats.get((match_id, seat))
        kind = str(msgspec.json.decode(action).get("type"))
        is_game = by in ("person", "bot") and kind not in ("leave", "rejoin", "more_time", "pause", "resume", "end_game", "play_on")
        if is_game and by == "person" and user is not None and last is not None:
            seconds = (at - last).total_seconds()  # type: ignore[operator]
            is_call = kind in game_named(games[match_id]).calls
            yield Play(user, claimed if claimed != user else None, is_call, seconds)
        if is_game:
            claimed = user if by == "person" else None
        last = at


def _networks(target: User, table: Table | None, reporter: User | None) -> list[str]:
    others = {} if reporter is None else {reporter.pk: reporter}
    if table is not None:
        others |= {seat.user.pk: seat.user for seat in table.seats.select_related("user") if seat.user is not None}
    others.pop(target.pk, None)
    lines = []
    for other in others.values():
        if days := networks.shared(target, other):
            text = ngettext(
                "%(one)s and %(other)s came from one network on %(days)s day lately.",
                "%(one)s and %(other)s came from one network on %(days)s days lately.",
                days,
            )
            lines.append(text % {"one": target.display_name, "other": other.display_name, "days": days})
    return lines


def _avoided(target: User, plays: list[Play]) -> list[str]:
    """Pairs with this person in which one hardly ever calls the other, but others often."""
    chances = Counter((play.user, play.before) for play in plays if play.before is not None)
    calls = Counter((play.user, play.before) for play in plays if play.before is not None and play.is_call)
    lines = []
    for (caller, claimer), n in sorted(chances.items()):
        if target.pk not in (caller, claimer) or n < _CHANCES:
            continue
        others = sum(count for (user, _), count in chances.items() if user == caller) - n
        called = sum(count for (user, _), count in calls.items() if user == caller) - calls[caller, claimer]
        if others < _CHANCES or not called or calls[caller, claimer] / n * _FEW > called / others:
            continue
        lines.append(_line(caller, claimer, calls[caller, claimer], n, called, others))
    return [line for line in lines if line]


def _line(caller: int, claimer: int, mine: int, n: int, called: int, others: int) -> str:
    names = dict(User.objects.filter(pk__in=(caller, claimer)).values_list("pk", "display_name"))
    if len(names) < 2:
        return ""
    return _("%(caller)s called %(claimer)s %(mine)s times of %(n)s, and everybody else %(called)s times of %(others)s.") % {
        "caller": names[caller],
        "claimer": names[claimer],
        "mine": mine,
        "n": n,
        "called": called,
        "others": others,
    }


def _fast(target: User, plays: list[Play]) -> list[str]:
    """Decisions faster than people read."""
    times = [play.seconds for play in plays if play.user == target.pk and 0 <= play.seconds < _LONGEST.total_seconds()]
    if len(times) < _FAST_DECISIONS or median(times) >= _FAST_SECONDS:
        return []
    return [
        _("%(name)s decides in %(seconds)s s (the middle of %(n)s decisions).")
        % {"name": target.display_name, "seconds": f"{median(times):.1f}", "n": len(times)}
    ]
