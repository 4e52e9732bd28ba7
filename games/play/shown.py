"""What people and programs are shown of a table: one public part for everybody, one own part per seat. No queries here.

`Sight` joins the table's rows (`Facts`, as new as a revision) with the match in memory (`Record`, as new as a version).
Times are relative, in milliseconds, so that a reader's clock does not matter. Rules: common.view.*
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

import msgspec

from games.core.game import Choice, Game, Language
from games.core.registry import game_named
from games.play import robots
from games.play.models import Seat, Table
from games.play.ratings.models import Receipt
from games.play.services import moves, one_phone, presence, waits
from games.play.services.lobby import PEOPLE_ONLY
from games.play.services.one_phone import Taken
from games.play.services.record import Record

Kind = Literal["person", "computer", "free"]


class ShownPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everyone sees it. `level` is of the computer that sits here or, before the start, would fill the seat.

    `away_seconds`: since when the person is away, None while they are there. `is_handed_over`: the computer plays for them.
    """

    index: int
    kind: Kind
    name: str = ""
    level: str = ""
    is_host: bool = False
    is_ready: bool = False
    is_connected: bool = False
    away_seconds: int | None = None
    is_handed_over: bool = False
    has_part: bool = False

    @property
    def is_away(self) -> bool:
        return self.away_seconds is not None


class ShownRematch(msgspec.Struct, frozen=True, kw_only=True):
    """An offer of another match, or the table where it goes on. `answers` by seat: None until a person has answered.

    `is_over`: that match has ended, too.
    """

    by: int | None
    answers: tuple[bool | None, ...]
    remaining_ms: int | None
    commitment: str
    key: str | None
    is_over: bool = False


class ShownTable(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone at the table and every spectator sees. `view` is a spectator's, None before the start.

    `remaining_ms` of `turn_ms`: what the seat waited for has left, None without a clock and while the site itself acts.
    `halt`: clocks stand still, because persons agreed (`pause`, with `votes`), all are away (`deserted`) or staff said so
    (`staff`), for `halt_ms` more.
    `minutes` that an ended match took, 1 or more. `is_long`: the game may be ended early, if all agree (`end_votes`).
    `parts`: the random texts by seat, once the match has begun. `starts_at_ms`: when a lobby of quick match begins by itself,
    in milliseconds since 1970 by the server's clock; None: when all seats are taken.
    """

    key: str
    code: str | None
    game: str
    options: dict[str, Any]
    size: int
    phase: str
    is_public: bool
    is_calm: bool
    rated: bool
    is_quick: bool
    starts_at_ms: int | None
    host: int | None
    seats: tuple[ShownPlace, ...]
    version: int
    revision: int
    commitment: str
    allows_text: bool = False
    parts: tuple[str, ...] = ()
    view: Any = None
    result: Any = None
    waited: int | None = None
    remaining_ms: int | None = None
    turn_ms: int | None = None
    more_time_used: tuple[int, ...] = ()
    halt: Literal["pause", "deserted", "staff"] | None = None
    halt_ms: int | None = None
    votes: tuple[int, ...] = ()
    may_pause: bool = True
    is_long: bool = False
    end_votes: tuple[int, ...] = ()
    rematch: ShownRematch | None = None
    minutes: int | None = None
    is_counted: bool = False

    def names(self, language: Language) -> tuple[str, ...]:
        """The name of each seat as a reader sees it; free seats are empty."""
        called = {"person": lambda place: place.name, "free": lambda place: "", "computer": lambda place: None}
        return robots.named([called[place.kind](place) for place in self.seats], language)


class ShownSeat(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat sees besides. `more_time_in_ms`: when its person may add time to this decision; None: not in this one.

    `controller` is the connection that may act, "" for none. `is_handed_over`: take the seat back before acting.
    `looks_until_ms`: came by quick match, and would rather play with people until then (0: for as long as it takes).
    `receipt`: what this rated match did to the person's rating, once it is counted.
    `may_end`: the game is long, and this seat has a say in ending it; `wants_end`: it has agreed. Rules: common.long.agreed.
    """

    index: int
    view: Any
    choices: tuple[Choice, ...]
    controller: str
    is_host: bool
    is_ready: bool
    is_handed_over: bool
    has_voted: bool
    more_time_in_ms: int | None
    may_end: bool = False
    wants_end: bool = False
    looks_until_ms: int | None = None
    receipt: Receipt | None = None


class ShownDevice(msgspec.Struct, frozen=True, kw_only=True):
    """The one phone of a table between two hands: `to` is the seat that gets it next, None while nobody there is waited for.

    `held` are its seats, `gone` those of them whose people have left. Rules: common.one-phone.
    """

    held: tuple[int, ...]
    gone: tuple[int, ...]
    to: int | None


@dataclass(frozen=True)
class Facts:
    """The rows of a table, its match (without `saved`) and its rematch as `selectors.facts` read them together at `at`.

    `receipts` by user, of a rated match that has been counted; None while that is still to come, and where it is not rated.
    Who is there is known as of then: whoever keeps the rows does not see beats, but each change counts as a revision.
    """

    table: Table
    seats: tuple[Seat, ...]
    at: datetime
    receipts: dict[int, Receipt] | None = None
    places: dict[tuple[int, ...], tuple[ShownPlace, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The seats as everyone sees them, by whom computers play for: `Sight` keeps them here."""

    def index_of(self, user_id: int | None) -> int | None:
        """The seat of a user."""
        return next(iter(self.held_by(user_id)), None)

    def held_by(self, user_id: int | None) -> tuple[int, ...]:
        """All seats of a user: more than one where one phone goes round."""
        return tuple([seat.index for seat in self.seats if user_id is not None and seat.user_id == user_id])

    @property
    def is_one_phone(self) -> bool:
        """Rules: common.one-phone."""
        return bool(self.table.options.get("one_phone"))


class Sight:
    """A table at one moment. `record` is None before the start; what is costly is made when first asked for, and once."""

    def __init__(self, facts: Facts, record: Record | None, now: datetime) -> None:
        self.facts, self.record, self.now = facts, record, now
        self._game: Game = game_named(facts.table.game)

    @cached_property
    def public(self) -> ShownTable:
        table, record = self.facts.table, self.record
        return ShownTable(
            key=table.key,
            code=table.code,
            game=table.game,
            options=table.options,
            size=table.size,
            phase=self._phase,
            is_public=table.is_public,
            is_calm=table.is_calm,
            rated=table.rated,
            is_quick=table.is_quick,
            starts_at_ms=None if table.starts_at is None else round(table.starts_at.timestamp() * 1000),
            is_counted=self.facts.receipts is not None,
            allows_text=table.allows_text,
            host=self._host,
            seats=self._places,
            version=0 if record is None else record.version,
            revision=table.revision,
            commitment=table.commitment,
            rematch=self._rematch,
            **self._match_part(),
        )

    def seat(self, index: int) -> ShownSeat:
        """The own part of a seat that a person holds. The caller has checked that the reader is that person."""
        row, record = self.facts.seats[index], self.record
        engine = self._game.engine
        return ShownSeat(
            index=index,
            view=None if record is None else engine.view(record.state, index),
            choices=() if record is None else engine.choices(record.state, index),
            controller=row.controller,
            is_host=index == self._host,
            is_ready=row.is_ready,
            is_handed_over=index in self._away,
            has_voted=record is not None and index in record.sitting.votes,
            may_end=index in self._may_end,
            wants_end=self._wants_end(index),
            more_time_in_ms=self._more_time_in(index),
            looks_until_ms=_looks_until(row),
            receipt=(self.facts.receipts or {}).get(row.user_id or 0),
        )

    def seat_for(self, user_id: int | None, taken: Taken | None = None) -> int | None:
        """The seat whose own part this reader is shown: their own, and of several on one phone the one that was taken."""
        if not self.facts.is_one_phone or self.record is None:
            return self.facts.index_of(user_id)
        return one_phone.open_seat(self.record, self.facts.held_by(user_id), taken)

    def device(self, user_id: int | None) -> ShownDevice | None:
        """What the one phone shows besides; None for everybody else, and before the match."""
        held = self.facts.held_by(user_id) if self.facts.is_one_phone else ()
        if not held or self.record is None:
            return None
        gone = tuple([seat for seat in held if seat in self._away]) if self.record.ended_at is None else ()
        return ShownDevice(held=held, gone=gone, to=one_phone.next_seat(self.record, held))

    @cached_property
    def _phase(self) -> str:
        """The match knows of its end before rows that were read earlier do."""
        table = self.facts.table
        over = self.record is not None and self.record.ended_at is not None
        return Table.Phase.FINISHED if over and table.phase == Table.Phase.PLAYING else table.phase

    @cached_property
    def _may_end(self) -> tuple[int, ...]:
        return moves.voters(self.record) if self.record is not None and self.is_long else ()

    def _wants_end(self, index: int) -> bool:
        """Not where all agree already, because the last one who did not has left: the next word ends the game."""
        agreed = () if self.record is None else self.record.sitting.end_votes
        return index in agreed and not set(self._may_end) <= set(agreed)

    # --- the parts ---------------------------------------------------------------------------------------------
    @cached_property
    def _host(self) -> int | None:
        return self.facts.index_of(self.facts.table.host_id)

    @cached_property
    def _away(self) -> tuple[int, ...]:
        return () if self.record is None else tuple(self._game.engine.away(self.record.state))

    @cached_property
    def waited(self) -> int | None:
        """The seat that everyone waits for; None while the site itself acts next, and after the end."""
        return None if self.record is None else waits.apparent(self.record, self.record.state).seat

    @cached_property
    def is_long(self) -> bool:
        """Rules: common.long.agreed."""
        return self.record is not None and self.record.ended_at is None and self._game.engine.is_long(self.record.state)

    @property
    def _places(self) -> tuple[ShownPlace, ...]:
        """Made once for the rows and for whom computers play, unless somebody is away: for how long changes."""
        known = self.facts.places.get(self._away)
        if known is None:
            known = tuple([self._place(seat) for seat in self.facts.seats])
            if not any(place.is_away for place in known):
                self.facts.places[self._away] = known
        return known

    def _place(self, seat: Seat) -> ShownPlace:
        if seat.user_id is None:
            begun = self.facts.table.phase in (Table.Phase.PLAYING, Table.Phase.FINISHED)
            return ShownPlace(index=seat.index, kind="computer" if begun else "free", level=seat.bot_level)
        away = presence.is_away(seat, self.facts.at)
        return ShownPlace(
            index=seat.index,
            kind="person",
            name=seat.name,
            level=seat.bot_level or "normal" if seat.index in self._away else "",
            is_host=seat.index == self._host,
            is_ready=seat.is_ready,
            is_connected=not away,
            away_seconds=self._seconds_since(seat.last_seen) if away else None,
            is_handed_over=seat.index in self._away,
            has_part=bool(seat.part),
        )

    def _match_part(self) -> dict[str, Any]:
        """The fields of ShownTable that come from the match."""
        record = self.record
        if record is None:
            return {}
        sitting = record.sitting
        return {
            "parts": record.parts,
            "view": self._game.engine.view(record.state, None),
            "result": self._game.engine.result(record.state),
            "waited": self.waited,
            "remaining_ms": self.remaining_ms,
            "turn_ms": self._whole,
            "more_time_used": sitting.more_used,
            "halt": sitting.halt,
            "halt_ms": self._until(sitting.due_at) if sitting.halt else None,
            "votes": sitting.votes,
            "may_pause": sitting.ends_by is None,
            "is_long": self.is_long,
            "end_votes": sitting.end_votes,
            "minutes": None if record.ended_at is None else max(1, round((record.ended_at - record.started_at) / 60)),
        }

    @cached_property
    def remaining_ms(self) -> int | None:
        """What the person waited for has left, at `now`; None without a clock."""
        left = None if self.record is None else waits.remaining(self.record, self.now.timestamp())
        return None if left is None else round(left * 1000)

    @property
    def _whole(self) -> int | None:
        """How long the present decision may take altogether."""
        if self.record is None or self.remaining_ms is None or self.record.sitting.alarm is None:
            return None
        return round((self.record.sitting.alarm - self.record.sitting.since) * 1000)

    def _more_time_in(self, index: int) -> int | None:
        """Rules: common.clock.more: once a game, in the last third of a decision."""
        left, whole, record = self.remaining_ms, self._whole, self.record
        if record is None or left is None or whole is None or record.sitting.halt is not None:
            return None
        if index != self.waited or index in record.sitting.more_used:
            return None
        return max(0, left - whole // 3)

    def _seconds_since(self, moment: datetime | None) -> int:
        """A day at most, also for a person who was never seen."""
        return 86400 if moment is None else min(86400, max(0, int((self.now - moment).total_seconds())))

    def _until(self, moment: float | None) -> int | None:
        return None if moment is None else max(0, round((moment - self.now.timestamp()) * 1000))

    @property
    def _rematch(self) -> ShownRematch | None:
        table = self.facts.table
        fresh = getattr(table, "rematch", None)
        if fresh is None:
            return None
        begun = fresh.phase != Table.Phase.LOBBY
        return ShownRematch(
            by=table.rematch_by,
            answers=tuple(seat.rematch_answer for seat in self.facts.seats),
            remaining_ms=self._until(table.rematch_until.timestamp()) if table.rematch_until else None,
            commitment=fresh.commitment,
            key=fresh.key if begun else None,
            is_over=fresh.phase in (Table.Phase.FINISHED, Table.Phase.CLOSED),
        )


def _looks_until(seat: Seat) -> int | None:
    if seat.looks_until is None:
        return None
    return 0 if seat.looks_until == PEOPLE_ONLY else round(seat.looks_until.timestamp() * 1000)


def person_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Names for a record or program, in no language."""
    return robots.named([seat.name if seat.user_id is not None else None for seat in seats])
