"""The lists of the lobby: tables that wait for players, and matches that one may watch. Two queries each, however many there are.

A list holds what everyone may know: names and options as at the table itself, never anything of a match (UX-209).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, cast, get_args

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from bluffsite.accounts.models import User
from games.core.game import Language
from games.core.registry import all_games, game_named
from games.play.models import Seat, Table
from games.play.services import presence

Reader = User | AnonymousUser
Speed = Literal["calm", "normal", "fast"]
Rules = Literal["plain", "house"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)
RULES: tuple[Rules, ...] = get_args(Rules)
LANGUAGES: tuple[Language, ...] = get_args(Language)

MOST = 40
"""Rows of a list."""

FAST_SECONDS, CALM_SECONDS = 20, 60
"""A clock up to the first is fast; above the second, or none, is calm."""

GONE = timedelta(minutes=2)
"""A lobby where nobody has been for so long is not listed; after ten minutes it closes (`services.tables`)."""


class Filters(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody looks for; empty: anything. `size`: seats of the table, the greatest choice stands for more as well."""

    games: tuple[str, ...] = ()
    speeds: tuple[Speed, ...] = ()
    languages: tuple[Language, ...] = ()
    size: int | None = None
    rules: Rules | None = None
    rated: bool = False

    @property
    def are_set(self) -> bool:
        return self != ANYTHING


ANYTHING = Filters()
SIZES = (2, 3, 4, 5, 6, 7)
"""Sizes to choose from; the last one means "or more"."""


def read_filters(sent: Mapping[str, Sequence[str]]) -> Filters:
    """The filters of an address or form, name -> values; what nobody offers is left out."""
    slugs = [game.slug for game in all_games()]
    one = {name: values[0] for name, values in sent.items() if values}
    size = one.get("size", "")
    return Filters(
        games=tuple(slug for slug in slugs if slug in sent.get("game", ())),
        speeds=tuple(speed for speed in SPEEDS if speed in sent.get("speed", ())),
        languages=tuple(language for language in LANGUAGES if language in sent.get("lang", ())),
        size=int(size) if size in map(str, SIZES) else None,
        rules=cast(Rules, one["rules"]) if one.get("rules") in RULES else None,
        rated=one.get("rated") == "1",
    )


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list of open tables (UX-201). `house_rules` are the options that differ from the plain game.

    `languages` in which the people there sat down. `starts_at` (UTC, ISO 8601): a quick match that begins by itself then, with
    computers in the seats that are free; None: when the host says so, or when all seats are taken (`is_quick`).
    """

    key: str
    game: str
    size: int
    persons: tuple[str, ...]
    computers: int
    free: int
    host: str
    options: dict[str, Any]
    house_rules: dict[str, Any]
    languages: tuple[str, ...]
    waiting_seconds: int
    phase: str
    rated: bool = False
    is_calm: bool = False
    is_quick: bool = False
    starts_at: str | None = None


def open_tables(user: Reader, filters: Filters = ANYTHING, *, most: int = MOST) -> list[OpenTable]:
    """Public lobbies with a free seat and somebody there, newest first, without those where this person sits (UX-202)."""
    now = timezone.now()
    return [_row(table, now) for table in waiting_tables(user, filters, now)[:most]]


def watchable_tables(filters: Filters = ANYTHING, *, most: int = MOST) -> list[OpenTable]:
    """Public matches that are running, newest first."""
    now = timezone.now()
    return [_row(table, now) for table in _listed(Table.Phase.PLAYING, filters)[:most]]


def waiting_tables(user: Reader, filters: Filters, now: datetime) -> QuerySet[Table]:
    """The tables of `open_tables`, with their seats."""
    seats = Seat.objects.filter(table=OuterRef("pk"))
    found = _without_offers(_listed(Table.Phase.LOBBY, filters))
    found = found.filter(Exists(seats.filter(user=None)), Exists(seats.filter(user__isnull=False, last_seen__gt=now - GONE)))
    return found if user.pk is None else found.exclude(Exists(seats.filter(user=user.pk)))


def count_open_tables() -> int:
    return _without_offers(Table.objects.filter(phase=Table.Phase.LOBBY, is_public=True)).count()


def _without_offers(found: QuerySet[Table]) -> QuerySet[Table]:
    """Without tables of a rematch. Not by `rematch_of=None`: SQLite then reads every table there ever was by that unique index."""
    return found.alias(offer=Coalesce("rematch_of", 0)).filter(offer=0)


def speed_of(options: Mapping[str, Any], *, is_calm: bool = False) -> Speed:
    """How fast a table plays, by its clock."""
    seconds = options["turn_seconds"]
    if is_calm or seconds == 0 or seconds > CALM_SECONDS:
        return "calm"
    return "fast" if seconds <= FAST_SECONDS else "normal"


_SPEED: dict[Speed, Q] = {
    "calm": Q(is_calm=True) | Q(options__turn_seconds=0) | Q(options__turn_seconds__gt=CALM_SECONDS),
    "normal": Q(is_calm=False, options__turn_seconds__gt=FAST_SECONDS, options__turn_seconds__lte=CALM_SECONDS),
    "fast": Q(is_calm=False, options__turn_seconds__gt=0, options__turn_seconds__lte=FAST_SECONDS),
}


def _listed(phase: str, filters: Filters) -> QuerySet[Table]:
    found = Table.objects.filter(phase=phase, is_public=True).order_by("-created_at")
    if filters.games:
        found = found.filter(game__in=filters.games)
    if filters.speeds:
        found = found.filter(_either(_SPEED[speed] for speed in filters.speeds))
    if filters.languages:
        found = found.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), user__isnull=False, language__in=filters.languages)))
    if filters.size is not None:
        found = found.filter(size__gte=filters.size) if filters.size == SIZES[-1] else found.filter(size=filters.size)
    if filters.rules is not None:
        found = found.filter(has_house_rules=filters.rules == "house")
    if filters.rated:
        found = found.filter(rated=True)
    return found.prefetch_related(Prefetch("seats", Seat.objects.order_by("index")))


def _either(conditions: Any) -> Q:
    found = Q()
    for condition in conditions:
        found |= condition
    return found


def _row(table: Table, now: datetime) -> OpenTable:
    seats: Sequence[Seat] = table.seats.all()
    persons = [seat for seat in seats if seat.user_id is not None]
    computers = sum(bool(seat.bot_level) for seat in seats if seat.user_id is None)
    plain = msgspec.to_builtins(game_named(table.game).options())
    host = next((seat.name for seat in persons if seat.user_id == table.host_id), "")
    return OpenTable(
        key=table.key,
        game=table.game,
        size=table.size,
        persons=tuple(seat.name for seat in persons),
        computers=computers,
        free=table.size - len(persons) - computers,
        host=host,
        options=table.options,
        house_rules={name: value for name, value in table.options.items() if plain.get(name) != value},
        languages=tuple(sorted({seat.language for seat in persons if seat.language})),
        waiting_seconds=max(0, int((now - table.created_at).total_seconds())),
        phase=table.phase,
        rated=table.rated,
        is_calm=table.is_calm,
        is_quick=table.is_quick,
        starts_at=None if table.starts_at is None else table.starts_at.isoformat(),
    )


def is_host_there(table: Table, now: datetime) -> bool:
    """Whether the host of a lobby, read with its seats, looks at it now."""
    return any(seat.user_id == table.host_id and not presence.is_away(seat, now) for seat in table.seats.all())
