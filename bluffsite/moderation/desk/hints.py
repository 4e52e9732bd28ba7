"""What the records say by the way: a hint, and no proof. From matches that are over, and from networks that people share.

Everything here is shown to staff with these very words beside it; nothing is ever done because of a hint alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from statistics import median
from typing import Any, NamedTuple

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bluffsite.accounts import networks
from bluffsite.accounts.models import User
from games.core.registry import game_named
from games.play.models import LogEntry, Match, Seat, Table
from games.play.render import page_of
from games.play.services.moves import is_table_action

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
    columns = rows.values_list("match_id", "seat", "by", "action", "events", "at")
    return list(_plays(columns.iterator(), seats, games))


def _plays(rows: Iterable[Any], seats: Mapping[tuple[int, int], int | None], games: Mapping[int, str]) -> Iterator[Play]:
    match, claimed, last = None, None, None
    for match_id, seat, by, action, events, at in rows:
        if match_id != match:
            match, claimed, last = match_id, None, None
        kind = msgspec.json.decode(action).get("type")
        if by in ("person", "bot") and not is_table_action("person", kind):
            user = seats.get((match_id, seat))
            called = _called(games[match_id], events)
            if by == "person" and user is not None and last is not None:
                whose = claimed if called is None else seats.get((match_id, called))
                yield Play(user, whose if whose != user else None, called is not None, (at - last).total_seconds())
            claimed = user if by == "person" else None
        last = at


def _called(game: str, events: str) -> int | None:
    """The seat whose claim these events call, if they do."""
    found = msgspec.json.decode(events, type=list[game_named(game).engine.Event])  # type: ignore[misc]
    calls = (page_of(game).calls(event) for event in found)
    return next((call[1] for call in calls if call is not None), None)


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
    return _("%(caller)s called %(claimer)s in %(mine)s of %(n)s cases, and everybody else in %(called)s of %(others)s.") % {
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
        % {"name": target.display_name, "seconds": number_format(median(times), 1), "n": len(times)}
    ]
