"""Quick match: the best open table, else a new one that begins by itself. Rules: common.quick.table, common.quick.start.

TableError codes: shut_out, cool_down, rated_members, rated_barred, unknown_game, too_fast, bad_part, not_seated, started, closed.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

import structlog
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone, translation

from bluffsite.accounts.limits import Who
from bluffsite.accounts.models import User
from games.core.options import CommonOptions
from games.play.listing import Filters, is_host_there, waiting_tables
from games.play.models import Seat, Table
from games.play.services import lobby, making, presence, rated, seats, tables
from games.play.services.admission import require_may_meet
from games.play.services.errors import TableError
from games.play.services.lobby import PEOPLE_ONLY

WAITS = (5, 20, 60)
"""Seconds of waiting for people before computers fill the seats; None besides: people only (UX-204)."""

DEFAULT_WAIT = 20
LOOKED_AT = 120
"""Newest open tables of which the best is taken."""

SPEED = {"calm": {"turn_seconds": 90, "bot_speed": "calm"}, "normal": {}, "fast": {"turn_seconds": 15, "bot_speed": "fast"}}
"""Options of a new table for who asked for one speed."""

LED_ON_SECONDS = 600
"""How long the page of a lobby leads a person to where they were led on to."""

PASSED_BY = ("full", "seat_taken", "started", "closed", "options", "unknown_table", "removed")
"""What a table may have become between the look and the sitting down: the next one is tried."""

log = structlog.get_logger(__name__)


@transaction.atomic
def look(
    *, user: User, game: str, filters: Filters, wait: int | None = DEFAULT_WAIT, avoided: Collection[int] = (), part: str = "", who: Who
) -> Table:
    """Sit down at the best open table that fits `filters`, else at a new one of `game`; a second tap finds the same table.

    After `wait` seconds (None: never) a table of quick match begins with computers in its free seats; at a table with a host
    of its own the person then goes on with computers, unless they would rather wait (`wait_on`). `avoided`: people at whose
    tables this person is not seated.
    """
    require_may_meet(user)
    if filters.rated:
        rated.require_may_play(user)
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    now = timezone.now()
    until = PEOPLE_ONLY if wait is None else now + timedelta(seconds=wait)
    if (table := _looking(user)) is not None:
        return table
    for table in _best_first(user, filters, wait, avoided, now):
        try:
            with transaction.atomic():
                return _sit(table, user, until, avoided, part)
        except TableError as error:
            if error.code not in PASSED_BY:
                raise
    return _open(user, game, filters, until, part, who)


def look_on(*, user: User, table: Table, game: str, filters: Filters, wait: int | None, avoided: Collection[int], who: Who) -> Table:
    """Leave the table that was found, and look for another. Raises TableError as `look` and `tables.leave_table`."""
    with transaction.atomic():
        host = table.host_id
        tables.leave_table(table=table, user=user)
        return look(user=user, game=game, filters=filters, wait=wait, avoided=[*avoided, *([host] if host else [])], who=who)


@transaction.atomic
def go_on_alone(*, user: User, table: Table, part: str = "", who: Who | None = None) -> Table:
    """Leave a lobby, and play the same game against computers at once. Raises TableError as `tables.leave_table`, `play_now`."""
    if Seat.objects.filter(table=table, user=user).exists():
        tables.leave_table(table=table, user=user)
    return tables.play_now(user=user, game=table.game, part=part, who=who)


@transaction.atomic
def wait_on(*, user: User, table: Table) -> None:
    """Wait for the host, for as long as it takes. Raises TableError: not_seated, started, closed. Rules: common.quick.start."""
    table = lobby.locked_lobby(table)
    seat = lobby.seat_of(table, user)
    if seat.looks_until is not None and not table.is_quick:
        Seat.objects.filter(pk=seat.pk).update(looks_until=PEOPLE_ONLY)
        lobby.changed(table)


def led_on(table: Table, user_id: int | None) -> str | None:
    """The key of the table that this person was led to from a lobby, when their wait there was over; told once."""
    if user_id is None or table.is_quick or (key := cache.get(_led_key(table.pk, user_id))) is None:
        return None
    cache.delete(_led_key(table.pk, user_id))
    return key if Table.objects.filter(key=key).exists() else None


def _led_key(table_id: int, user_id: int) -> str:
    return f"quick:led-on:{table_id}:{user_id}"


def _looking(user: User) -> Table | None:
    """The lobby where this person sits already by quick match, and looks on."""
    mine = Seat.objects.select_related("table").filter(user=user, looks_until__isnull=False, table__phase=Table.Phase.LOBBY)
    seat = mine.order_by("-sat_at").first()
    return seat.table if seat is not None and not presence.is_away(seat, timezone.now()) else None


def _best_first(user: User, filters: Filters, wait: int | None, avoided: Collection[int], now: datetime) -> Iterator[Table]:
    """The tables that this person may be led to. Rules: common.quick.table."""
    found = [table for table in waiting_tables(user, filters, now)[:LOOKED_AT] if _suits(table, filters, wait, avoided, now)]
    language = seats.spoken(user)
    yield from sorted(found, key=lambda table: _merit(table, language))


def _suits(table: Table, filters: Filters, wait: int | None, avoided: Collection[int], now: datetime) -> bool:
    people = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
    if table.rated is not filters.rated or not people.isdisjoint(avoided) or seats.is_one_phone(table):
        return False
    if not table.is_quick:
        return is_host_there(table, now)
    return table.starts_at is not None or wait is None or len(people) == table.size - 1


def _merit(table: Table, language: str) -> tuple[bool, bool, bool, int, datetime]:
    """Sorts the best first: the plain game, a common language, one that begins by itself, few free seats, long waiting."""
    present = [seat for seat in table.seats.all() if seat.user_id is not None]
    spoken = {seat.language for seat in present}
    return table.has_house_rules, language not in spoken, not table.is_quick, table.size - len(present), table.created_at


def _sit(table: Table, user: User, until: datetime, avoided: Collection[int], part: str) -> Table:
    """Raises TableError as `seats.sit`; seat_taken also where somebody to be avoided has sat down since the look."""
    seats.sit(table=table, user=user, part=part)
    if Seat.objects.filter(table=table, user__in=list(avoided)).exists():
        raise TableError("seat_taken")
    Seat.objects.filter(table=table, user=user).update(looks_until=until)
    table = lobby.locked(table)
    lobby.schedule(table)
    lobby.changed(table)
    return table


def _open(user: User, game: str, filters: Filters, until: datetime, part: str, who: Who) -> Table:
    """A new table, for the next who looks."""
    found = making.game_called(filters.games[0] if len(filters.games) == 1 or game not in filters.games != () else game)
    size = filters.size if filters.size is not None and found.seats[0] <= filters.size <= found.seats[1] else found.default_seats
    options = SPEED[filters.speeds[0]] if len(filters.speeds) == 1 else {}
    chosen = {name: value for name, value in options.items() if name in CommonOptions.__struct_fields__}
    table = tables.create_table(
        host=user, game=found.slug, size=size, options=chosen, is_public=True, rated=filters.rated, part=part, who=who
    )
    Table.objects.filter(pk=table.pk).update(is_quick=True)
    Seat.objects.filter(table=table, user=user).update(looks_until=until)
    table = lobby.locked(table)
    lobby.schedule(table)
    lobby.changed(table)
    return table


# --- what time does ---------------------------------------------------------------------------------------------------
def begin_due(*, now: datetime) -> int:
    """What the sweep does each second: quick matches whose time has come begin. Returns how many did."""
    due = Table.objects.filter(phase=Table.Phase.LOBBY, is_quick=True, starts_at__lte=now).order_by("starts_at")
    return sum(_begin(table_id, now) for table_id in due.values_list("pk", flat=True)[:100])


def lead_on(*, now: datetime) -> int:
    """What the sweep does each second: who waits for a host longer than they chose plays with computers. Returns how many do."""
    seats = Seat.objects.filter(table__phase=Table.Phase.LOBBY, table__is_quick=False, looks_until__lte=now).filter(presence.present(now))
    return sum(_lead_on_safely(seat_id, now) for seat_id in seats.values_list("pk", flat=True)[:100])


def _lead_on_safely(seat_id: int, now: datetime) -> bool:
    try:
        return _lead_on(seat_id, now)
    except TableError as error:  # they have gone, or may not play
        log.info("a person was not led on", code=error.code)
        return False


@transaction.atomic
def _lead_on(seat_id: int, now: datetime) -> bool:
    """Who has become the host meanwhile begins the match of that table."""
    seat = Seat.objects.select_related("user", "table").get(pk=seat_id)
    table = lobby.locked_lobby(seat.table)
    seat.refresh_from_db()
    user = seat.user
    if user is None or seat.looks_until is None or seat.looks_until > now or presence.is_away(seat, now):
        return False
    if table.host_id == user.pk:
        making.begin(table)
        return True
    with translation.override(seat.language or None):
        made = go_on_alone(user=user, table=table)
    cache.set(_led_key(table.pk, user.pk), made.key, LED_ON_SECONDS)
    log.info("a person who waited for a host plays with computers")
    return True


@transaction.atomic
def _begin(table_id: int, now: datetime) -> bool:
    """With those who are there; one where nobody is any more closes. Rules: common.quick.start."""
    table = lobby.locked(table_id)
    if table.phase != Table.Phase.LOBBY or table.starts_at is None or table.starts_at > now:
        return False
    for seat in Seat.objects.select_related("user").filter(table=table, user__isnull=False):
        if presence.is_away(seat, now) or (table.rated and seat.user and not rated.may_play(seat.user)):
            seats.clear(seat)
    present = [seat for seat in lobby.seats_of(table) if seat.user_id is not None]
    if not present:
        tables.close_table(table=table)
        return False
    lobby.schedule(table, now=now)
    if table.starts_at is None or table.starts_at > now:  # it was full, and somebody has gone
        lobby.changed(table)
        return False
    if table.host_id not in {seat.user_id for seat in present}:
        table.host_id = min(present, key=lambda seat: (seat.sat_at or now, seat.index)).user_id
        table.save(update_fields=["host"])
    making.begin(table)
    log.info("a quick match has begun", people=len(present), seats=table.size)
    return True
