"""Results come from matches, once per match: by a task after the match has ended, and by the sweep where that was missed."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import msgspec
import structlog
from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games.core.registry import game_named
from games.play.models import LogEntry, Match, Seat, Table, Void
from leagues import ledger
from leagues.models import Entry, Fixture, Looked, Result, Season, Seating
from leagues.services import ending, owners, standing, telling
from leagues.services import log as public_log
from leagues.services.keys import new_key
from leagues.standings import Part, forfeited

log = structlog.get_logger(__name__)

MATCH_TASK = "leagues.take_result"
MISSED_FOR = timedelta(days=7)
"""How far back the sweep looks for matches that no task has looked at."""
JUST_ENDED = timedelta(seconds=20)
"""These are still left to their task."""

PACE = ("turn_seconds", "max_timeouts", "bot_speed", "call_grace_ms")
"""Options that may differ from those of the season where any table of members counts: they change the pace, not the game."""


class Played(NamedTuple):
    """What an ended match says of its seats: places, game points, and the game's own counts by name."""

    places: Sequence[int]
    points: Sequence[float]
    tallies: Mapping[str, Sequence[int]]
    was_closed: bool


def match_ended(sender: object, match_id: int, **_: object) -> None:
    """After commit, in the process that ended the match: the task takes the result. Where that is lost, the sweep does."""
    try:
        current_app.send_task(MATCH_TASK, (match_id,), retry=False, ignore_result=True)
    except Exception as error:  # whatever the broker's client raises
        log.warning("a result was not asked for", match=match_id, error=type(error).__name__)


# --- taking ---------------------------------------------------------------------------------------------------------
def take(*, match_id: int) -> list[Result]:
    """Store what this match means for leagues, and recompute. A second time nothing new; nothing for a match that still runs.

    The match of a fixture counts for that fixture alone. Any other counts in each season of free play whose members sit at it.
    """
    match = Match.objects.select_related("table").defer("saved").filter(pk=match_id, ended_at__isnull=False).first()
    if match is None or match.result is None:
        return []
    fixture = Fixture.objects.select_related("season__league", "division", "round").filter(table=match.table_id).first()
    if fixture is not None:
        made = [_of_fixture(fixture, match)]
    else:
        made = [_of_free_table(season, match) for season in _free_seasons(match)]
    Looked.objects.get_or_create(match=match)
    return [result for result in made if result is not None]


@transaction.atomic
def _of_fixture(fixture: Fixture, match: Match) -> Result | None:
    """Those who appeared are placed by the match, whatever computers did there; who did not is last.

    Rules: common.league.points, common.league.forfeit, common.league.void.
    """
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.state != Fixture.State.RUNNING or Result.objects.filter(fixture=fixture).exists():
        return None
    played, seat_of = _played(match), _seats(match)
    seatings = list(Seating.objects.filter(fixture=fixture).select_related("entry__member"))
    at = {one.entry_id: seat_of.get(one.stand_in_id or one.entry.member.user_id) for one in seatings if not one.is_absent}
    here = {entry: seat for entry, seat in at.items() if seat is not None}
    absent = [one.entry_id for one in seatings if one.entry_id not in here]
    places = forfeited({entry: played.places[seat] for entry, seat in here.items()}, absent)
    gone = {one.entry_id for one in seatings if one.has_withdrawn}
    parts = [_part(entry, place, played, here.get(entry), has_withdrawn=entry in gone) for entry, place in places.items()]
    Fixture.objects.filter(pk=fixture.pk).update(state=Fixture.State.FINISHED, done_at=match.ended_at)
    return _count(fixture, match, parts, size=len(seatings), is_void=played.was_closed)


def _count(fixture: Fixture, match: Match, parts: Sequence[Part], *, size: int, is_void: bool) -> Result:
    """The result, the table computed from it, and the word to its members: in one transaction, so that none is there alone.

    A match that staff declare void at this moment is void here, or its result is there for them to mark.
    """
    Match.objects.select_for_update(no_key=True).defer("saved").get(pk=match.pk)
    result = Result.objects.create(
        fixture=fixture,
        season_id=fixture.season_id,
        division_id=fixture.division_id,
        match=match,
        kind=Result.Kind.MATCH,
        size=size,
        parts=ledger.stored(parts),
        is_void=is_void or Void.objects.filter(match=match.pk).exists(),
        made_at=match.ended_at or timezone.now(),
    )
    standing.recompute(season_id=fixture.season_id)
    if fixture.season.state == Season.State.ENDED:
        ending.write_places(fixture.season)
    if result.is_void:
        people = [entry.member.user_id for entry in Entry.objects.filter(seatings__fixture=fixture).select_related("member").order_by("pk")]
        facts = {**public_log.match(fixture), public_log.PEOPLE: {"members": people}}
        public_log.write(fixture.season.league, "ended_void", season=fixture.season, facts=facts)
    telling.result(result)
    return result


def _part(entry: int, place: int, played: Played, seat: int | None, *, has_withdrawn: bool = False) -> Part:
    if seat is None:
        return Part(entry, place, is_absent=True, has_withdrawn=has_withdrawn)
    return Part(entry, place, played.points[seat], {name: by_seat[seat] for name, by_seat in played.tallies.items()})


# --- free play ------------------------------------------------------------------------------------------------------
def _free_seasons(match: Match) -> list[Season]:
    """Seasons of free play in which everybody at this table takes part and whose options it had; one that has ended since, too."""
    people = _people(match)
    if len(people) < 2:
        return []
    counting = Q(state=Season.State.RUNNING) | Q(state=Season.State.ENDED, ended_at__gte=match.ended_at)
    free = Season.objects.filter(counting, format=Season.Format.FREE, league__game=match.game, starts_at__lte=match.started_at)
    first = free.filter(entries__member__user=people[0], entries__state=Entry.State.IN)
    return [season for season in first.filter(Q(ends_at=None) | Q(ends_at__gt=match.started_at)) if _fits(season, match, people)]


def is_awaited(season: Season) -> bool:
    """Whether a table is still being played that will count in this season of free play. At most a few are looked at."""
    if season.format != Season.Format.FREE:
        return False
    people = season.entries.filter(state=Entry.State.IN).values("member__user")
    playing = Match.objects.filter(ended_at=None, game=season.league.game, started_at__gte=season.starts_at)
    if season.ends_at is not None:
        playing = playing.filter(started_at__lt=season.ends_at)
    seated = Seat.objects.filter(user__in=people, table__phase=Table.Phase.PLAYING).values("table")
    found = playing.filter(table__in=seated).select_related("table").defer("saved").order_by("-started_at")[:50]
    return any(len(who := _people(match)) > 1 and _fits(season, match, who) for match in found)


def _people(match: Match) -> list[int]:
    """Everybody at the table, if only people sit there, each once; else nobody."""
    seats = list(Seat.objects.filter(table=match.table_id).values_list("user_id", flat=True))
    return [] if None in seats or len(set(seats)) < len(seats) else [user for user in seats if user is not None]


def _fits(season: Season, match: Match, people: Sequence[int]) -> bool:
    """One division, and the options of the season but for the pace."""
    entries = Entry.objects.filter(season=season, state=Entry.State.IN, member__user__in=people)
    if len(set(entries.values_list("division", flat=True))) != 1 or entries.count() != len(people):
        return False
    options = match.table.options
    return all(options.get(name) == value for name, value in season.options.items() if name not in PACE)


def _of_free_table(season: Season, match: Match) -> Result | None:
    try:
        with transaction.atomic():
            return _insert_free(season, match)
    except IntegrityError:  # another process was quicker
        return None


def _insert_free(season: Season, match: Match) -> Result | None:
    if Result.objects.filter(season=season, match=match).exists():
        return None
    played, seat_of = _played(match), _seats(match)
    entries = list(Entry.objects.filter(season=season, member__user__in=seat_of).select_related("member"))
    fixture = Fixture.objects.create(
        key=new_key(),
        season=season,
        division_id=entries[0].division_id,
        state=Fixture.State.FINISHED,
        table=match.table,
        done_at=match.ended_at,
    )
    owners.note(entry.member for entry in entries)
    seats = {entry.pk: seat_of[entry.member.user_id] for entry in entries}
    Seating.objects.bulk_create(Seating(fixture=fixture, entry_id=entry, index=seat) for entry, seat in seats.items())
    parts = [_part(entry, played.places[seat], played, seat) for entry, seat in seats.items()]
    return _count(fixture, match, parts, size=len(seats), is_void=played.was_closed)


# --- reading the match ----------------------------------------------------------------------------------------------
def _played(match: Match) -> Played:
    result: dict[str, Any] = match.result or {}
    was_closed = match.table.phase == Table.Phase.CLOSED
    return Played(result["places"], result["totals"], _tallies(match, len(result["places"])), was_closed)


def _tallies(match: Match, seats: int) -> dict[str, tuple[int, ...]]:
    """The game's own counts, from the log of the match."""
    game = game_named(match.game)
    if game.tally is None:
        return {}
    decoder = msgspec.json.Decoder(list[game.engine.Event])  # type: ignore[name-defined]
    texts = LogEntry.objects.filter(match_id=match.pk).order_by("number").values_list("events", flat=True)
    return game.tally.count(seats, [event for text in texts for event in decoder.decode(text)])


def _seats(match: Match) -> dict[int, int]:
    """The seat of each person."""
    seats = Seat.objects.filter(table=match.table_id, user__isnull=False).values_list("user_id", "index")
    return {user: index for user, index in seats if user is not None}


# --- missed ones ----------------------------------------------------------------------------------------------------
def take_missed(*, most: int = 200) -> int:
    """Ended matches that no task has looked at, the oldest first. Returns how many results that gave."""
    return sum(len(take(match_id=pk)) for pk in missed(most))


def missed(most: int) -> list[int]:
    since = timezone.now() - MISSED_FOR
    ended = Match.objects.filter(ended_at__gt=since, ended_at__lt=timezone.now() - JUST_ENDED, looked=None)
    return list(ended.order_by("ended_at").values_list("pk", flat=True)[:most])
