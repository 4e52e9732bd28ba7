"""Members come together for a fixture, and the match begins; whoever does not appear forfeits; organisers decide the rest.

No lobby: a member says "I am here" on the page of the fixture, and the match begins with all of them at once as soon as the
last one has said so. Nobody else can sit down there, and nobody can be called who is in a running match.

When a time was agreed, it is decided `GRACE` after it; else at the deadline. Those who are here then play without the
others, alone somebody wins without playing, and if nobody is here nothing happens until the deadline. An agreed time holds
also where the deadline was moved before it.

LeagueError codes: unknown_fixture, not_a_player, decided, begun, busy, not_all_here, barred, not_running.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Literal

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from bluffsite.accounts.marks import is_shut_out
from bluffsite.accounts.models import User
from games.core.registry import game_named
from games.play.models import Seat, Table
from games.play.services import making, seats
from games.play.services import record as records
from games.play.services.errors import Refused, TableError
from leagues import ledger
from leagues.models import Fixture, Result, Season, Seating
from leagues.services import log as public_log
from leagues.services import standing, telling
from leagues.services.errors import LeagueError
from leagues.services.seated import is_gone as is_gone
from leagues.services.seated import player as player
from leagues.services.seated import seatings_of as seatings_of
from leagues.standings import Part, forfeited

State = Fixture.State

HERE_FOR = timedelta(minutes=5)
"""How long "I am here" holds; the page says it again by itself."""
By = Literal["", "time", "deadline"]
"""What was waited for when time decides: the agreed time, or the deadline."""
GRACE = timedelta(minutes=15)
"""How long after the agreed time the others are waited for."""


# --- who is here ----------------------------------------------------------------------------------------------------
def locked(fixture: Fixture) -> Fixture:
    """The fixture as it is now, held until the transaction ends. Its season and league come along."""
    return Fixture.objects.select_for_update(of=("self",)).select_related("season__league", "round", "division").get(pk=fixture.pk)


def require_open(fixture: Fixture) -> None:
    """Raises LeagueError: begun, decided, not_running."""
    if fixture.state == State.RUNNING:
        raise LeagueError("begun")
    if fixture.state != State.OPEN:
        raise LeagueError("decided")
    if fixture.season.state != Season.State.RUNNING:
        raise LeagueError("not_running")


def is_here(here_at: datetime | None, now: datetime) -> bool:
    """Whether somebody who said so at that time is still here."""
    return here_at is not None and here_at > now - HERE_FOR


def may_begin(seating: Seating, now: datetime) -> bool:
    """Whether the match can begin with this one: here, and not shut out since."""
    return is_here(seating.here_at, now) and not is_shut_out(player(seating))


@transaction.atomic
def come(*, fixture: Fixture, user: User) -> Table | None:
    """Say "I am here", again and again while the page is open. With the last one the match begins; its table then.

    Raises LeagueError: not_a_player, barred, begun, decided, not_running, busy (the one who comes sits in another match).
    """
    fixture = locked(fixture)
    mine, everyone = _mine(fixture, user)
    if fixture.state == State.RUNNING and fixture.table is not None and not mine.is_absent:
        return fixture.table
    require_open(fixture)
    if is_shut_out(user):
        raise LeagueError("barred")
    if busy([user.pk]):
        raise LeagueError("busy")
    now = timezone.now()
    mine.here_at = now
    mine.save(update_fields=["here_at"])
    for seating in everyone:
        if seating.pk == mine.pk:
            seating.here_at = now
    gone = [seating for seating in everyone if is_gone(seating)]
    expected = [seating for seating in everyone if seating not in gone]
    if not all(may_begin(seating, now) for seating in expected):
        return None
    if len(expected) == 1:
        settle(fixture, [mine.entry_id], "alone", now=now)
        return None
    return _begin_if_free(fixture, expected, gone)


@transaction.atomic
def go(*, fixture: Fixture, user: User) -> None:
    """No longer here. Changes nothing where the match has begun."""
    fixture = locked(fixture)
    mine, _ = _mine(fixture, user)
    mine.here_at = None
    mine.save(update_fields=["here_at"])


def _mine(fixture: Fixture, user: User) -> tuple[Seating, list[Seating]]:
    everyone = seatings_of(fixture)
    mine = next((seating for seating in everyone if player(seating).pk == user.pk), None)
    if mine is None or fixture.is_bye or is_gone(mine):
        raise LeagueError("not_a_player")
    return mine, everyone


def busy(user_ids: Collection[int]) -> set[int]:
    """Who of these people sits in a running match that they have not left: they are never called to another."""
    seated = Seat.objects.filter(user__in=user_ids, table__phase=Table.Phase.PLAYING).values_list("user_id", "table_id", "index")
    return {user for user, table, index in seated if user is not None and not _has_left(table, index)}


def _has_left(table_id: int, seat: int) -> bool:
    try:
        record = records.read(table_id)
    except Refused:
        return True
    return seat in record.engine.away(record.state) or not record.engine.choices(record.state, seat)


# --- beginning ------------------------------------------------------------------------------------------------------
def _begin_if_free(fixture: Fixture, here: Sequence[Seating], absent: Sequence[Seating], *, by: By = "") -> Table | None:
    """The match begins unless somebody has begun another one a moment ago: then who is here waits for them."""
    people = [player(seating) for seating in here]
    ids = sorted(person.pk for person in people)
    list(User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk").values_list("pk", flat=True))
    if busy(ids):
        return None
    return _begin(fixture, here, absent, by=by)


def _begin(fixture: Fixture, here: Sequence[Seating], absent: Sequence[Seating], *, by: By) -> Table:
    """An ordinary table of those who are here, begun at once; a computer sits where the game needs more than there are.

    Rules: common.options.fixed, common.league.forfeit.
    """
    league = fixture.season.league
    order = sorted(here, key=lambda seating: seating.index)
    size = _table_size(fixture, len(order))
    table = making.insert_table(
        host=player(order[0]),
        game=league.game,
        options=making.read_options(game_named(league.game), size, fixture.season.options),
        size=size,
        is_public=league.is_public,
        ends_by=max(fixture.deadline, timezone.now()) if fixture.deadline else timezone.now(),
    )
    making.insert_seats(table, {})
    for index, seating in enumerate(order):
        seats.sit(table=table, user=player(seating), index=index)
    table.refresh_from_db()
    making.begin(table)
    _mark(absent)
    fixture.table, fixture.state = table, State.RUNNING
    fixture.save(update_fields=["table", "state"])
    if absent:
        public_log.write(league, "without", season=fixture.season, facts=who_came(fixture, here, absent, by=by))
    telling.begun(fixture, table.key)
    return table


def _table_size(fixture: Fixture, people: int) -> int:
    """As many seats as people, or the fewest more that the game can be played with by these options."""
    game = game_named(fixture.season.league.game)
    for size in range(people, game.seats[1] + 1):
        try:
            making.read_options(game, size, fixture.season.options)
        except TableError:
            continue
        return size
    raise TableError("bad_size")


# --- what time decides ----------------------------------------------------------------------------------------------
def due(now: datetime) -> list[int]:
    """Open fixtures that time decides now: their agreed time, or their deadline, has passed."""
    agreed = Q(planned_at__lte=now - GRACE, planned_at__gt=now - GRACE - timedelta(minutes=5))
    late = Q(deadline__lte=now) & (Q(planned_at=None) | Q(planned_at__lte=now - GRACE))
    found = Fixture.objects.filter(agreed | late, state=State.OPEN, is_bye=False)
    return list(found.order_by("deadline").values_list("pk", flat=True)[:200])


def decide(*, fixture_id: int, now: datetime | None = None) -> None:
    """Those who are here play without the others, one alone wins, nobody: it is not played once the deadline has passed.

    Rules: common.league.forfeit. Harmless when run twice or early.
    """
    now = now or timezone.now()
    with transaction.atomic():
        fixture = locked(Fixture(pk=fixture_id))
        is_time = fixture.planned_at is not None and fixture.planned_at + GRACE <= now
        is_late = fixture.deadline is not None and fixture.deadline <= now and (is_time or fixture.planned_at is None)
        if fixture.state != State.OPEN or fixture.is_bye or not (is_late or is_time) or fixture.season.state != Season.State.RUNNING:
            return
        everyone = seatings_of(fixture)
        here = [seating for seating in everyone if may_begin(seating, now)]
        absent = [seating for seating in everyone if seating not in here]
        if len(here) > 1:
            _begin_if_free(fixture, here, absent, by="time" if is_time else "deadline")
        elif here:
            settle(fixture, [seating.entry_id for seating in here], "alone", now=now, by="time" if is_time else "deadline")
        elif is_late:
            settle(fixture, [], "nobody", now=now, by="deadline")


def settle(fixture: Fixture, appeared: Sequence[int], why: str, *, now: datetime, reason: str = "", by: By = "") -> None:
    """A result without a match, for the holder of the fixture's row. `appeared` (entries) share the first place, the others the last.

    Nobody appeared: it is not played and earns nobody points. What time decided stands in the public log; what an organiser
    did is for the caller to write down. Rules: common.league.forfeit.
    """
    here, absent = told_apart(fixture, appeared)
    Seating.objects.filter(fixture=fixture).update(is_absent=False, has_withdrawn=False)
    _mark(absent)
    fixture.state = State.FINISHED if appeared else State.NOT_PLAYED
    fixture.why, fixture.reason, fixture.done_at = why, reason, now
    fixture.save(update_fields=["state", "why", "reason", "done_at"])
    if appeared:
        Result.objects.create(
            fixture=fixture,
            season_id=fixture.season_id,
            division_id=fixture.division_id,
            kind=Result.Kind.FORFEIT,
            size=len(here) + len(absent),
            parts=ledger.stored(parts_without_match(here, absent)),
            made_at=now,
        )
        standing.recompute(season_id=fixture.season_id)
    if why in public_log.BY_TIME:
        public_log.write(fixture.season.league, why, season=fixture.season, facts=who_came(fixture, here, absent, by=by))
    telling.settled(fixture)


def told_apart(fixture: Fixture, appeared: Collection[int]) -> tuple[list[Seating], list[Seating]]:
    """The seats of those who appeared, by their entries, and of the others."""
    everyone = seatings_of(fixture)
    return [one for one in everyone if one.entry_id in appeared], [one for one in everyone if one.entry_id not in appeared]


def _mark(absent: Sequence[Seating]) -> None:
    """Who was not there, and who of them had withdrawn: it is told so for ever, whatever they do later."""
    for is_withdrawn in (False, True):
        ids = [seating.pk for seating in absent if is_gone(seating) == is_withdrawn]
        Seating.objects.filter(pk__in=ids).update(is_absent=True, has_withdrawn=is_withdrawn)


def who_came(fixture: Fixture, here: Sequence[Seating], absent: Sequence[Seating], *, by: By = "") -> dict[str, object]:
    """Facts of the public log: which match, who appeared, who did not, who had withdrawn, and what was waited for (`by`)."""
    roles = {
        "appeared": here,
        "absent": [seating for seating in absent if not is_gone(seating)],
        "withdrawn": [seating for seating in absent if is_gone(seating)],
    }
    people = {role: [seating.entry.member.user_id for seating in seatings] for role, seatings in roles.items()}
    return {**public_log.match(fixture), public_log.PEOPLE: people, **({"by": by} if by else {})}


def parts_without_match(appeared: Sequence[Seating], absent: Sequence[Seating]) -> list[Part]:
    """Who appeared shares the first place, the others are last. Rules: common.league.forfeit."""
    places = forfeited({seating.entry_id: 1 for seating in appeared}, [seating.entry_id for seating in absent])
    gone = {seating.entry_id: is_gone(seating) for seating in absent}
    return [Part(entry, place, is_absent=entry in gone, has_withdrawn=gone.get(entry, False)) for entry, place in places.items()]
