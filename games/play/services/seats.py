"""Sitting down, standing up and what goes with a seat before the match: name, ready mark, computer, random part.

TableError codes: shut_out, unknown_table, started, closed, full, seat_taken, bad_seat, bad_level, bad_part, not_host, not_seated,
rated_members, rated_barred,
and `name_` + a code of `accounts.names.SENTENCES`.
"""

import secrets
from collections.abc import Iterable, Sequence

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from bluffsite.accounts import refused_names
from bluffsite.accounts.guests import is_offered, offered_name
from bluffsite.accounts.marks import is_shut_out
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused, check_at_table, clean_name, skeleton
from bluffsite.accounts.services import Merged
from games.core.game import LEVELS
from games.play.models import Seat, Table
from games.play.services import lobby
from games.play.services.admission import require_may_meet
from games.play.services.errors import TableError
from games.play.services.parts import read_part
from games.play.services.rated import require_may_play

REMOVED_SECONDS = 3600
"""For so long a person whom the host took from a table does not sit down there again."""


@transaction.atomic
def sit(*, table: Table, user: User, name: str | None = None, index: int | None = None, part: str = "") -> Seat:
    """One tap, one seat: `index`, or without it the first free one, a computer's if need be.

    Who sits already stays, or moves to `index`. `name` is what the person typed and is refused where it could be taken
    for another's; without it, or where it is the person's own name anyway, a number is added where somebody has that.
    `part` is the browser's random text. Raises TableError: shut_out, cool_down (at open and rated tables),
    rated_members, rated_barred, removed (by the host), full, seat_taken, bad_seat, started, closed, bad_part, name_*.
    """
    require_admitted(user)
    table = lobby.locked_lobby(table)
    require_own_device(table)
    if table.rated:
        require_may_play(user)
    seats = lobby.seats_of(table)
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    target = _target(seats, mine, index)
    others = [seat.name for seat in seats if seat.user_id not in (None, user.pk)]
    shown = _shown_name(user, name, mine, others)
    text = read_part(part)
    if mine is None and cache.get(_removed_key(table, user.pk)):
        raise TableError("removed")
    if mine is None and table.ends_by is None and (table.is_public or table.rated):  # a league's match is no open table
        require_may_meet(user)
    if target is mine:
        _keep(mine, shown, text)
    else:
        _take(target, user, mine, shown, text)
        lobby.schedule(table)
    lobby.changed(table)
    return target


@transaction.atomic
def stand(*, table: Table, user: User) -> None:
    """Give the seat up before the match, with one phone all seats around it. Raises TableError: not_seated, started, closed."""
    table = lobby.locked_lobby(table)
    lobby.seat_of(table, user)
    for seat in lobby.seats_of(table):
        if seat.user_id == user.pk:
            clear(seat)
    lobby.schedule(table)
    lobby.changed(table)


@transaction.atomic
def remove_person(*, table: Table, host: User, index: int, name: str | None = None) -> None:
    """The host takes a person from the table before the match; for a while they do not sit down there again.

    `name`: what the host sees on that seat, where somebody else may have it by now. Rules: common.host.passes.
    Raises TableError: not_host, bad_seat, nobody_there (also for another name), yourself, started, closed.
    """
    table = lobby.locked_lobby(table)
    lobby.require_host(table, host)
    seat = _seat_at(lobby.seats_of(table), index)
    if seat.user_id is None or name not in (None, seat.name):
        raise TableError("nobody_there")
    if seat.user_id == host.pk:
        raise TableError("yourself")
    cache.set(_removed_key(table, seat.user_id), True, REMOVED_SECONDS)
    clear(seat)
    lobby.schedule(table)
    lobby.changed(table)


def _removed_key(table: Table, user_id: int) -> str:
    return f"removed:{table.pk}:{user_id}"


@transaction.atomic
def set_bot(*, table: Table, host: User, index: int, level: str) -> None:
    """Which computer sits here, or would fill the seat; "" leaves it free until the start.

    Rules: common.bot.seats, common.bot.level. Raises TableError: not_host, bad_seat, seat_taken (by a person), bad_level, started, closed.
    """
    table = lobby.locked_lobby(table)
    lobby.require_host(table, host)
    seat = _seat_at(lobby.seats_of(table), index)
    if seat.user_id is not None:
        raise TableError("seat_taken")
    seat.bot_level = read_level(level)
    seat.save(update_fields=["bot_level"])
    lobby.changed(table)


@transaction.atomic
def set_ready(*, table: Table, user: User, is_ready: bool = True, part: str = "") -> None:
    """A mark for the others to see; the start does not depend on it. Raises TableError: not_seated, bad_part, started, closed."""
    table = lobby.locked_lobby(table)
    seat = lobby.seat_of(table, user)
    seat.is_ready, seat.part = is_ready, read_part(part) or seat.part
    seat.save(update_fields=["is_ready", "part"])
    lobby.changed(table)


@transaction.atomic
def set_part(*, table: Table, user: User, part: str) -> None:
    """The browser's random text; the last one before the start counts. Raises TableError: not_seated, bad_part, started, closed."""
    table = lobby.locked_lobby(table)
    seat = lobby.seat_of(table, user)
    text = read_part(part)
    if text and text != seat.part:
        seat.part = text
        seat.save(update_fields=["part"])
        lobby.changed(table)


@transaction.atomic
def rename(*, table: Table, user: User, name: str) -> None:
    """Another name at this table, before the match. Raises TableError: not_seated, started, closed, name_*."""
    table = lobby.locked_lobby(table)
    seat = lobby.seat_of(table, user)
    others = [other.name for other in lobby.seats_of(table) if other.user_id not in (None, user.pk)]
    seat.name = _shown_name(user, name, seat, others)
    seat.save(update_fields=["name"])
    lobby.changed(table)


def move_seats(guest: User, member: User) -> Merged:
    """Signing in moves the guest's seats and hosted tables to the member, inside the caller's transaction.

    Seat by seat: where both sit at one table the guest's seat stays, and the table's key is in `refused`.
    """
    merged = Merged()
    ids = Seat.objects.filter(user=guest).values_list("table_id", flat=True)
    hosted = Table.objects.filter(host=guest).values_list("pk", flat=True)
    for pk in sorted({*ids, *hosted}):
        table = lobby.locked(pk)
        if not _move(table, guest, member):
            merged.refused.append(table.key)
            continue
        merged.moved += 1
        lobby.reseated(table)
    return merged


def read_level(level: str) -> str:
    """A level of computers or "". Raises TableError(bad_level)."""
    if level and level not in LEVELS:
        raise TableError("bad_level")
    return level


def free_name(wanted: str, others: Iterable[str]) -> str:
    """`wanted`, or where another name at the table looks like it the same with a number: `Anna 2`."""
    taken = {skeleton(other) for other in others}
    if skeleton(wanted) not in taken:
        return wanted
    number = 2
    while skeleton(candidate := f"{wanted[:20].rstrip()} {number}") in taken:
        number += 1
    return candidate


def _target(seats: Sequence[Seat], mine: Seat | None, index: int | None) -> Seat:
    if index is not None:
        seat = _seat_at(seats, index)
        if seat is not mine and seat.user_id is not None:
            raise TableError("seat_taken")
        return seat
    if mine is not None:
        return mine
    free = sorted((seat for seat in seats if seat.user_id is None), key=lambda seat: (bool(seat.bot_level), seat.index))
    if not free:
        raise TableError("full")
    return free[0]


def _shown_name(user: User, typed: str | None, mine: Seat | None, others: Sequence[str]) -> str:
    """See `sit`. An offered guest name that somebody has gives way to the next number instead of being refused."""
    if typed is None and mine is not None:
        return mine.name
    if typed is None or typed == user.display_name:
        return free_name(user.display_name, others)
    name = typed_name(typed, others)
    try:
        refused_names.check(user=user, name=name)
    except NameRefused as refused:
        raise TableError(f"name_{refused.code}") from None
    return name


def typed_name(typed: str, others: Sequence[str]) -> str:
    """A name as a person typed it, at a table with those `others`. Raises TableError(name_*)."""
    try:
        name = clean_name(typed)
        if is_offered(name):
            return _offered(name, others)
        check_at_table(name, others)
    except NameRefused as refused:
        raise TableError(f"name_{refused.code}") from None
    return name


def require_own_device(table: Table) -> None:
    """Nobody joins where one phone goes round. Raises TableError(options). Rules: common.one-phone."""
    if is_one_phone(table):
        raise TableError("options", "common.one-phone")


def require_admitted(user: User) -> None:
    """Raises TableError(shut_out) for a person whom staff have suspended or banned."""
    if is_shut_out(user):
        raise TableError("shut_out")


def is_one_phone(table: Table) -> bool:
    """Whether one phone goes round. Rules: common.one-phone."""
    return table.options.get("one_phone") is True


def _offered(name: str, others: Sequence[str]) -> str:
    taken = {skeleton(other) for other in others}
    language = "ne" if ord(name[0]) > 0x900 else "en" if name.startswith("Guest") else "de"
    while skeleton(name) in taken:
        name = offered_name(language, secrets.randbelow(9000) + 1000)
    return name


def _take(seat: Seat, user: User, before: Seat | None, name: str, part: str) -> None:
    """The person sits on `seat`, which is free, and leaves the seat they had `before`."""
    now = timezone.now()
    seat.sat_at, seat.last_seen, seat.is_connected, seat.controller = now, now, True, ""
    if before is not None:
        for kept in ("sat_at", "last_seen", "is_connected", "controller", "is_ready", "looks_until"):
            setattr(seat, kept, getattr(before, kept))
        part = part or before.part
        clear(before)
    seat.user, seat.name, seat.part, seat.language = user, name, part, spoken(user)
    seat.save()


def _keep(seat: Seat, name: str, part: str) -> None:
    seat.name, seat.part = name, part or seat.part
    seat.save(update_fields=["name", "part"])


def spoken(user: User) -> str:
    """The language that this person speaks at a table: the chosen one, else that of the page."""
    return user.language or (get_language() or "")[:2]


def clear(seat: Seat) -> None:
    """The seat is free again; which computer would fill it stays."""
    seat.user = seat.sat_at = seat.last_seen = seat.rematch_answer = seat.looks_until = None
    seat.name = seat.part = seat.controller = seat.language = ""
    seat.is_ready = seat.is_connected = seat.is_held = False
    seat.save()


def _seat_at(seats: Sequence[Seat], index: int) -> Seat:
    if not 0 <= index < len(seats):
        raise TableError("bad_seat")
    return seats[index]


def _move(table: Table, guest: User, member: User) -> bool:
    """Whether everything of the guest at this table is the member's now. The guest's connection loses control."""
    Table.objects.filter(pk=table.pk, host=guest).update(host=member)
    mine = Seat.objects.filter(table=table, user=guest)
    if mine.exists() and Seat.objects.filter(table=table, user=member).exists():
        return False
    mine.update(user=member, controller="", last_seen=timezone.now())
    return True
