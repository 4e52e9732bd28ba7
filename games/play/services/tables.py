"""Tables before their match: made, opened to others, changed, started, given up.

TableError codes: unknown_game, options (with the rule that conflicts), options_fixed, bad_size, bad_seat, bad_level,
too_small (more persons sit than the new size holds), unknown_code, too_fast, unknown_table, not_host, not_seated,
nobody_seated, started, closed, shut_out, rated_members, rated_barred.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Mod
from django.utils import timezone

from bluffsite.accounts import limits
from bluffsite.accounts.limits import TooFast, Who
from bluffsite.accounts.models import User
from games.core.game import Level
from games.play.models import Seat, Table
from games.play.services import lobby, presence, rematch, seats
from games.play.services import record as records
from games.play.services.actions import Actor, submit_action
from games.play.services.admission import require_may_meet
from games.play.services.codes import read_code
from games.play.services.errors import TableError
from games.play.services.making import begin, game_called, hand_out, has_house_rules, insert_seats, insert_table, read_options
from games.play.services.rated import require_may_be_rated

__all__ = ["change_options", "close_table", "create_table", "leave_table", "play_now", "read_options", "resize", "start", "table_by_code"]

log = structlog.get_logger(__name__)

HOST_AWAY = timedelta(seconds=10)
"""After this the badge of a host who is away moves on (UX-206)."""

LOBBY_WITHOUT_PERSONS = timedelta(minutes=10)
"""After this a lobby that nobody looks at is closed."""
PARTS = 10
"""In so many sweeps each lobby is asked once whether it is deserted."""

_DOUBLE_TAP = timedelta(seconds=5)


# --- making ---------------------------------------------------------------------------------------------------------
@transaction.atomic
def create_table(
    *,
    host: User,
    game: str,
    size: int | None = None,
    options: Mapping[str, Any] | None = None,
    bot_levels: Mapping[int, str] | None = None,
    is_public: bool = False,
    rated: bool = False,
    allows_text: bool = False,
    seat_host: bool = True,
    name: str | None = None,
    people: Mapping[int, str] | None = None,
    part: str = "",
    who: Who | None = None,
) -> Table:
    """A new lobby with `size` seats; what `options` leaves out is as in the plain game.

    `allows_text`: people may type there, besides the quick phrases. `bot_levels` maps seats to the computers that would fill
    them; `who` is counted against the rate limits where given.
    With the option `one_phone` nobody joins: `people` names those around the host's phone by seat, in the other seats sit
    computers. Rules: common.options.validate, common.one-phone. Raises TableError: unknown_game, options, bad_size, bad_seat,
    bad_level, shut_out, too_fast, bad_part, nobody_seated, name_*, and with `rated`: rated_members, rated_barred.
    """
    seats.require_admitted(host)
    if who is not None:
        _spend("create table", who)
    found = game_called(game)
    size = found.default_seats if size is None else size
    chosen = read_options(found, size, options or {})
    _check_openness(chosen, is_public)
    if rated:
        require_may_be_rated(chosen, [host])
    table = insert_table(host=host, game=game, size=size, options=chosen, is_public=is_public, rated=rated, allows_text=allows_text)
    insert_seats(table, bot_levels or {})
    if seats.is_one_phone(table):
        hand_out(table, host, people or {}, part)
        table.refresh_from_db()
    elif seat_host:
        seats.sit(table=table, user=host, name=name, index=0, part=part)
        table.refresh_from_db()
    return table


def _check_openness(options: Mapping[str, Any], is_public: bool) -> None:
    """Nobody joins or watches where one phone goes round. Raises TableError(options). Rules: common.one-phone."""
    if options.get("one_phone") and is_public:
        raise TableError("options", "common.one-phone")


@transaction.atomic
def play_now(*, user: User, game: str, part: str = "", who: Who | None = None) -> Table:
    """One tap: a table against computers, begun at once; easy ones for the first match at this game.

    A second tap within seconds gives the same table. Raises TableError: unknown_game, too_fast, bad_part.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    running = _just_begun(user, game)
    if running is not None:
        return running
    level: Level = "normal" if Seat.objects.filter(user=user, table__match__game=game).exists() else "easy"
    size = game_called(game).default_seats
    table = create_table(host=user, game=game, size=size, bot_levels=dict.fromkeys(range(1, size), level), part=part, who=who)
    return start(table=table, user=user)


def _just_begun(user: User, game: str) -> Table | None:
    """A match alone against computers that this person began a moment ago."""
    mine = Table.objects.filter(host=user, game=game, phase=Table.Phase.PLAYING, created_at__gte=timezone.now() - _DOUBLE_TAP)
    others = Seat.objects.filter(user__isnull=False).exclude(user=user, is_held=False)
    return mine.exclude(seats__in=others).filter(rematch_of=None).first()


# --- changing -------------------------------------------------------------------------------------------------------
@transaction.atomic
def change_options(
    *,
    table: Table,
    host: User,
    options: Mapping[str, Any],
    size: int | None = None,
    is_public: bool | None = None,
    rated: bool | None = None,
    allows_text: bool | None = None,
) -> Table:
    """Other options (all of them; what is left out is as in the plain game), size, openness, free text, or whether it is rated.

    Everybody's ready mark goes. Rules: common.options.fixed, common.options.validate, common.rated.members. Raises TableError:
    not_host, options_fixed, closed, options, bad_size, too_small, cool_down, rated_members, rated_barred (of anyone who sits there).
    """
    table = _locked_for_change(table, host)
    if (is_public and not table.is_public) or (rated and not table.rated):
        require_may_meet(host)
    table.rated = table.rated if rated is None else rated
    table.allows_text = table.allows_text if allows_text is None else allows_text
    _apply(table, size=table.size if size is None else size, options=options, is_public=is_public)
    return table


@transaction.atomic
def resize(*, table: Table, host: User, size: int) -> Table:
    """More or fewer seats; persons beyond the new size move to free ones. Errors as `change_options`."""
    table = _locked_for_change(table, host)
    _apply(table, size=size, options=table.options, is_public=None)
    return table


def _locked_for_change(table: Table, host: User) -> Table:
    table = lobby.locked(table)
    lobby.require_host(table, host)
    if table.phase in (Table.Phase.PLAYING, Table.Phase.FINISHED):
        raise TableError("options_fixed", "common.options.fixed")
    lobby.require_lobby(table)
    return table


def _apply(table: Table, *, size: int, options: Mapping[str, Any], is_public: bool | None) -> None:
    chosen = read_options(game_called(table.game), size, options)
    if chosen["one_phone"] is not seats.is_one_phone(table):  # who sits here was decided when the table was made
        raise TableError("options", "common.one-phone")
    _check_openness(chosen, table.is_public if is_public is None else is_public)
    if table.rated:
        require_may_be_rated(chosen, [seat.user for seat in Seat.objects.select_related("user").filter(table=table) if seat.user])
    table.options, table.has_house_rules = chosen, has_house_rules(game_called(table.game), chosen)
    _set_size(table, size)
    table.is_public = table.is_public if is_public is None else is_public
    table.save(update_fields=["options", "has_house_rules", "size", "is_public", "rated", "allows_text", "touched_at"])
    Seat.objects.filter(table=table).update(is_ready=False)
    lobby.changed(table)


def _set_size(table: Table, size: int) -> None:
    present = lobby.seats_of(table)
    persons = [seat for seat in present if seat.user_id is not None]
    if len(persons) > size:
        raise TableError("too_small")
    free = [seat.index for seat in present[:size] if seat.user_id is None]
    late = [seat for seat in persons if seat.index >= size]
    Seat.objects.filter(table=table, user=None, index__in=[*range(size, len(present)), *free[: len(late)]]).delete()
    for seat, index in zip(late, free, strict=False):
        Seat.objects.filter(pk=seat.pk).update(index=index)
    Seat.objects.bulk_create(Seat(table=table, index=index) for index in range(len(present), size))
    table.size = size


# --- starting and ending --------------------------------------------------------------------------------------------
@transaction.atomic
def start(*, table: Table, user: User) -> Table:
    """The host begins the match; every empty seat becomes a computer. A second tap changes nothing.

    Rules: common.bot.seats, common.clock.calm. Raises TableError: not_host, nobody_seated, closed, started (over already).
    """
    table = lobby.locked(table)
    lobby.require_host(table, user)
    if table.phase == Table.Phase.PLAYING:
        return table
    lobby.require_lobby(table)
    begin(table)
    return table


def leave_table(*, table: Table, user: User) -> None:
    """Leave: in the lobby the seat is free again and the host's badge moves on; in a match the seat is left by its rules;
    after it an offer of a rematch dies or goes on without the person.

    Rules: common.leave.when. Raises TableError: not_seated, closed; Refused as `submit_action` does.
    """
    phase = Table.objects.values_list("phase", flat=True).get(pk=table.pk)
    if phase == Table.Phase.PLAYING:
        seat, version = lobby.seat_of(table, user), records.current(table.pk).version
        submit_action(match_id=table.pk, seat=seat.index, action={"type": "leave"}, version=version, actor=Actor.person(user.pk))
    elif phase == Table.Phase.FINISHED:
        rematch.leave(table=table, user=user)
    else:
        _leave_lobby(table, user)


@transaction.atomic
def _leave_lobby(table: Table, user: User) -> None:
    seats.stand(table=table, user=user)
    table = lobby.locked(table)
    if table.is_quick and not Seat.objects.filter(table=table, user__isnull=False).exists():
        _close(table)
    elif table.host_id == user.pk:
        _pass_badge(table, timezone.now())


@transaction.atomic
def close_table(*, table: Table, host: User | None = None) -> None:
    """Give a lobby up: its link says so from now on. `host=None` is the site itself. Raises TableError: not_host, started, closed."""
    table = lobby.locked_lobby(table)
    if host is not None:
        lobby.require_host(table, host)
    _close(table)


def _close(table: Table) -> None:
    table.phase, table.code, table.starts_at = Table.Phase.CLOSED, None, None
    table.save(update_fields=["phase", "code", "starts_at", "touched_at"])
    lobby.changed(table)


# --- what time does to lobbies --------------------------------------------------------------------------------------
def tidy_lobbies(*, now: datetime, part: int | None = None) -> int:
    """What the sweep does each second: badges of absent hosts move on, deserted lobbies close. Returns how many changed.

    With `part` (0 to PARTS - 1) only that part of the lobbies is asked whether it is deserted: ten minutes are not over to the second.
    """
    seen = Seat.objects.filter(table=OuterRef("pk"))
    lobbies = Table.objects.filter(phase=Table.Phase.LOBBY)
    old = lobbies.filter(created_at__lt=now - LOBBY_WITHOUT_PERSONS)
    if part is not None:
        old = old.annotate(part=Mod(F("pk"), PARTS)).filter(part=part)
    deserted = old.exclude(Exists(seen.filter(user__isnull=False, last_seen__gt=now - LOBBY_WITHOUT_PERSONS)))
    hosted = seen.filter(user=OuterRef("host")).filter(presence.present(now) | Q(last_seen__gt=now - HOST_AWAY))
    # Most hosts are there: asked first, it spares the second question.
    hostless = lobbies.filter(touched_at__lt=now - HOST_AWAY).exclude(Exists(hosted)).filter(Exists(seen.filter(presence.present(now))))
    closed = [close_deserted(table_id=pk, now=now) for pk in deserted.values_list("pk", flat=True)[:100]]
    passed = [pass_host(table_id=pk, now=now) for pk in hostless.values_list("pk", flat=True)[:100]]
    return sum(closed) + sum(passed)


@transaction.atomic
def close_deserted(*, table_id: int, now: datetime) -> bool:
    """Close the lobby if still nobody has looked at it for ten minutes."""
    table = lobby.locked(table_id)
    seen = [seat.last_seen for seat in lobby.seats_of(table) if seat.user_id is not None and seat.last_seen is not None]
    if table.phase != Table.Phase.LOBBY or max([table.created_at, *seen]) > now - LOBBY_WITHOUT_PERSONS:
        return False
    _close(table)
    return True


@transaction.atomic
def pass_host(*, table_id: int, now: datetime) -> bool:
    """The badge of a host who has been away for 10 s moves to the person who has sat longest and is there (UX-206)."""
    table = lobby.locked(table_id)
    if table.phase != Table.Phase.LOBBY:
        return False
    mine = next((seat for seat in lobby.seats_of(table) if seat.user_id is not None and seat.user_id == table.host_id), None)
    away = now - table.touched_at if mine is None else timedelta(seconds=presence.absent_for(mine, now))
    return away >= HOST_AWAY and _pass_badge(table, now)


def _pass_badge(table: Table, now: datetime) -> bool:
    there = [seat for seat in lobby.seats_of(table) if seat.user_id not in (None, table.host_id) and not presence.is_away(seat, now)]
    if not there:
        return False
    table.host_id = min(there, key=lambda seat: (seat.sat_at or now, seat.index)).user_id
    table.save(update_fields=["host", "touched_at"])
    lobby.changed(table)
    return True


# --- finding by code ------------------------------------------------------------------------------------------------
def table_by_code(*, code: str, who: Who) -> Table:
    """The lobby with this spoken code. Codes cannot be tried out: few wrong ones a minute from one address (a class that
    joins by the right one is not held up), and one answer for all that cannot be joined.

    Raises TableError: unknown_code, too_fast.
    """
    wanted = read_code(code)
    try:
        limits.require_left("wrong code", who)
        table = Table.objects.filter(code=wanted, phase=Table.Phase.LOBBY).first() if wanted else None
        if table is None:
            limits.spend("wrong code", who)
            raise TableError("unknown_code")
    except TooFast as error:
        log.info("too many wrong codes", user=who.user_id)
        raise TableError("too_fast") from error
    return table


def _spend(action: str, who: Who) -> None:
    try:
        limits.spend(action, who)
    except TooFast as error:
        log.info("too fast", action=action, user=who.user_id)
        raise TableError("too_fast") from error
