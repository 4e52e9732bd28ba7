"""What programs are told of a table: the types on the wire, and how they are made. Nothing hidden is here."""

from typing import Any, Literal

import msgspec

from games.play.models import Table
from games.play.services import presence
from games.play.shown import Facts, Kind, person_names

Phase = Literal["lobby", "playing", "finished", "closed"]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everyone sees it. `level` is that of the computer that sits there, or in the lobby would fill the seat."""

    seat: int
    kind: Kind
    name: str
    level: Literal["easy", "normal", "hard", ""]
    ready: bool
    connected: bool


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everyone sees it. `code` is for speaking aloud, while people can still sit down. `host` is a seat.

    `options` has every option of the game. `commitment` is the SHA-256 of the secret of the deals. `rematch` is the key
    of the table where this one plays on, once that match has begun. `rated`: members only. `text`: people may type, besides
    the quick phrases. `starts_at` (UTC, ISO 8601): when a
    table of quick match begins by itself, if not before.
    """

    key: str
    code: str | None
    game: str
    size: int
    phase: Phase
    public: bool
    calm: bool
    rated: bool
    text: bool
    starts_at: str | None
    host: int | None
    options: dict[str, Any]
    commitment: str
    rematch: str | None
    seats: tuple[SeatInfo, ...]


def table_info(facts: Facts) -> TableInfo:
    """A table and its seats, from its rows."""
    table = facts.table
    fresh = getattr(table, "rematch", None)
    return TableInfo(
        key=table.key,
        code=table.code,
        game=table.game,
        size=table.size,
        phase=table.phase,  # type: ignore[arg-type]
        public=table.is_public,
        calm=table.is_calm,
        rated=table.rated,
        text=table.allows_text,
        starts_at=None if table.starts_at is None else table.starts_at.isoformat(),
        host=facts.index_of(table.host_id),
        options=table.options,
        commitment=table.commitment,
        rematch=fresh.key if fresh is not None and fresh.phase != Table.Phase.LOBBY else None,
        seats=_seat_infos(facts),
    )


def _seat_infos(facts: Facts) -> tuple[SeatInfo, ...]:
    begun = facts.table.phase in (Table.Phase.PLAYING, Table.Phase.FINISHED)
    names = person_names(facts.seats)
    return tuple(
        SeatInfo(
            seat=seat.index,
            kind="person" if seat.user_id is not None else "computer" if begun else "free",
            name=names[seat.index] if seat.user_id is not None or begun else "",
            level=seat.bot_level if seat.user_id is None else "",  # type: ignore[arg-type]
            ready=seat.is_ready,
            connected=seat.user_id is not None and presence.absent_for(seat, facts.at) == 0,
        )
        for seat in facts.seats
    )
