"""A match in memory. Each process keeps the last state of the matches it works with; the database has the last word.

A record may be behind the database. That is found out where it matters: `journal.write` takes effect only if version and
seating are still those of the record, and a refusal made from a record that may be behind is made again from a new reading.
"""

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from games.core.game import Engine, Game
from games.core.registry import game_named
from games.play.models import Match, Seat
from games.play.services.errors import Refused
from games.play.services.saved import Sitting, unpack

CAPACITY = 8192  # matches kept in memory per process
NEWS_KEPT = 8  # changes whose events are kept in memory


class Place(NamedTuple):
    """Who holds a seat: `user_id` of a person, or None and the computer's `level`. `controller` is the connection that may act."""

    user_id: int | None
    name: str
    level: str
    controller: str


class News(NamedTuple):
    """One change as the log has it; `events` are whole: show them only through `Engine.show`.

    `is_quiet`: only its seat may know that there was one. See `LogEntry`.
    """

    number: int
    version: int
    seat: int | None
    by: str
    kind: str
    events: tuple[Any, ...]
    is_quiet: bool = False


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A match at one version. Times are seconds since the epoch; `places` are by seat; `news` are its latest changes."""

    match_id: int  # the id of its table too
    key: str
    game: Game
    options: Any
    is_calm: bool
    parts: tuple[str, ...]
    started_at: float
    version: int
    quiet: int = 0
    seating: int
    state: Any
    sitting: Sitting
    armed_until: float | None
    ended_at: float | None
    places: tuple[Place, ...]
    news: tuple[News, ...] = ()

    @property
    def engine(self) -> Engine:
        return self.game.engine

    @property
    def due_at(self) -> float | None:
        return None if self.ended_at is not None else self.sitting.due_at

    @property
    def persons(self) -> tuple[int, ...]:
        """Seats that belong to persons, also while a computer stands in."""
        return tuple([seat for seat, place in enumerate(self.places) if place.user_id is not None])

    def seat_of(self, user_id: int) -> int | None:
        return next((seat for seat, place in enumerate(self.places) if place.user_id == user_id), None)

    @property
    def number(self) -> int:
        """How many entries the log has."""
        return self.version + self.sitting.hidden

    def news_after(self, number: int) -> tuple[News, ...] | None:
        """The changes after the entry `number` of the log; None when memory does not reach back that far."""
        if number >= self.number:
            return ()
        found = tuple([one for one in self.news if one.number > number])
        return found if len(found) == self.number - number else None

    def is_newer_than(self, other: "Record") -> bool:
        return (self.version, self.quiet, self.seating) > (other.version, other.quiet, other.seating)


_kept: OrderedDict[int, Record] = OrderedDict()
_lock = Lock()


def current(match_id: int) -> Record:
    """The match as this process knows it, read if it does not. Raises Refused(unknown_match)."""
    with _lock:
        record = _kept.get(match_id)
        if record is not None:
            _kept.move_to_end(match_id)
    return record if record is not None else read(match_id)


def keep(record: Record) -> None:
    """Remember the record, unless a newer one is known."""
    with _lock:
        known = _kept.get(record.match_id)
        if known is None or not known.is_newer_than(record):
            _kept[record.match_id] = record
            _kept.move_to_end(record.match_id)
        while len(_kept) > CAPACITY:
            _kept.popitem(last=False)


def forget(match_id: int | None = None) -> None:
    """Drop one match from memory, or all of them."""
    with _lock:
        if match_id is None:
            _kept.clear()
        else:
            _kept.pop(match_id, None)


def read(match_id: int) -> Record:
    """The match as the database has it now; what cannot change, or has not, is taken from memory.

    Raises Refused(unknown_match).
    """
    with _lock:
        known = _kept.get(match_id)
    record = _read_again(known) if known is not None else _read_whole(match_id)
    keep(record)
    return record


def read_all(match_ids: Sequence[int]) -> list[Record]:
    """`read` for several matches, in one query if this process knows them; those that there are no more are left out."""
    with _lock:
        known = {match_id: _kept.get(match_id) for match_id in match_ids}
    rows = {pk: row for pk, *row in Match.objects.filter(pk__in=list(known)).values_list("pk", *_HOT)}
    found: list[Record] = []
    for match_id, before in known.items():
        if match_id in rows:
            with suppress(Refused):
                record = _read_whole(match_id) if before is None else _newer(before, rows[match_id])
                keep(record)
                found.append(record)
    return found


_HOT = ("version", "quiet", "seating", "saved", "armed_until", "ended_at")


def _read_again(known: Record) -> Record:
    row = Match.objects.filter(pk=known.match_id).values_list(*_HOT).first()
    if row is None:
        forget(known.match_id)
        raise Refused("unknown_match")
    return _newer(known, row)


def _newer(known: Record, row: Sequence[Any]) -> Record:
    """The match as a row of _HOT says."""
    version, quiet, seating, saved, armed_until, ended_at = row
    is_same = (version, quiet) == (known.version, known.quiet)
    if is_same and seating == known.seating:
        return msgspec.structs.replace(known, armed_until=seconds(armed_until))
    unpacked = unpack(saved)
    return msgspec.structs.replace(
        known,
        version=version,
        quiet=quiet,
        seating=seating,
        state=known.state if is_same else known.engine.load(bytes(unpacked.engine)),
        sitting=unpacked.sitting,
        armed_until=seconds(armed_until),
        ended_at=seconds(ended_at),
        places=known.places if seating == known.seating else _places(known.match_id),
        news=known.news if version + unpacked.sitting.hidden == known.number else (),
    )


def _read_whole(match_id: int) -> Record:
    match = Match.objects.select_related("table").filter(pk=match_id).first()
    if match is None:
        raise Refused("unknown_match")
    game, table, unpacked = game_named(match.game), match.table, unpack(match.saved)
    return Record(
        match_id=match_id,
        key=table.key,
        game=game,
        options=msgspec.convert(table.options, game.options),
        is_calm=table.is_calm,
        parts=tuple(match.parts),
        started_at=match.started_at.timestamp(),
        version=match.version,
        quiet=match.quiet,
        seating=match.seating,
        state=game.engine.load(bytes(unpacked.engine)),
        sitting=unpacked.sitting,
        armed_until=seconds(match.armed_until),
        ended_at=seconds(match.ended_at),
        places=_places(match_id),
    )


def _places(match_id: int) -> tuple[Place, ...]:
    rows = Seat.objects.filter(table_id=match_id).order_by("index").values_list("user_id", "name", "bot_level", "controller")
    return places_of(rows)


def places_of(rows: Sequence[tuple[int | None, str, str, str]]) -> tuple[Place, ...]:
    """Seats in order, each as (user_id, name, bot_level, controller). A free seat is a computer's."""
    return tuple([Place(user, name, "" if user is not None else level or "normal", controller) for user, name, level, controller in rows])


def seconds(at: datetime | None) -> float | None:
    """A time of the database as the services count it."""
    return None if at is None else at.timestamp()


def moment(at: float | None) -> datetime | None:
    """A time of the services as the database has it."""
    return None if at is None else datetime.fromtimestamp(at, UTC)
