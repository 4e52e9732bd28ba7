"""Matches for the tests of the services: made by rows, played through the one door at times that the test chooses."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.test import TestCase

from bluffsite.accounts.models import User
from games.core.chance import commitment
from games.core.registry import game_named
from games.core.replay import Entry, Played, replay
from games.play.models import LogEntry, Match, Seat, Secret, Table
from games.play.services import clock, journal
from games.play.services import record as records
from games.play.services.actions import CLOCK, STAFF, Accepted, Actor, submit_action
from games.play.services.record import Record

NOW = 1_900_000_000.0
"""When the matches of the tests begin."""

SECRET = bytes(range(32))
_made = iter(range(10**9))


def after_commit[T](call: Callable[[], T]) -> T:
    """The result of the call, with what it left to do on commit done."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        return call()


def new_table(
    *,
    persons: int = 2,
    bots: Sequence[str] = (),
    options: dict[str, Any] | None = None,
    calm: bool = False,
    game: str = "liars_dice",
    ends_by: float | None = None,
) -> Table:
    """A table with `persons` users in the first seats and a computer of each level after them."""
    number, size = next(_made), persons + len(bots)
    chosen = msgspec.to_builtins(msgspec.convert(options or {}, game_named(game).options))
    table = Table.objects.create(
        key=f"key-{number}", game=game, options=chosen, size=size, is_calm=calm, phase="playing", commitment=commitment(SECRET)
    )
    if ends_by is not None:
        Table.objects.filter(pk=table.pk).update(ends_by=datetime.fromtimestamp(ends_by, UTC))
        table.refresh_from_db()
    Secret.objects.create(table=table, value=SECRET)
    for index in range(persons):
        user = User.objects.create(username=f"u{number}-{index}", display_name=f"Person {index}")
        Seat.objects.create(table=table, index=index, user=user, name=f"Person {index}", controller=f"c{index}")
    for index, level in enumerate(bots, persons):
        Seat.objects.create(table=table, index=index, bot_level=level)
    return table


class Sat:
    """A running match as a test drives it. `act` plays for a seat's person at its present version unless told otherwise."""

    def __init__(self, table: Table, now: float = NOW) -> None:
        self.table, self.id = table, table.pk
        self.seats = list(table.seats.all())
        parts = ["" if seat.user_id is None else f"{seat.index:032x}" for seat in self.seats]
        after_commit(lambda: journal.begin(table, seats=self.seats, parts=parts, now=now))

    @property
    def record(self) -> Record:
        return records.read(self.id)

    @property
    def row(self) -> Match:
        return Match.objects.get(pk=self.id)

    @property
    def version(self) -> int:
        return self.row.version

    @property
    def to_act(self) -> int:
        seat = self.record.engine.actors(self.record.state).waited
        assert seat is not None
        return seat

    @property
    def log(self) -> list[LogEntry]:
        return list(LogEntry.objects.filter(match_id=self.id).order_by("number"))

    def kinds(self) -> list[str]:
        """The types of the logged actions, in order."""
        return [msgspec.json.decode(entry.action)["type"] for entry in self.log]

    def person(self, seat: int) -> Actor:
        return Actor.person(self.seats[seat].user_id or 0)

    def act(
        self, seat: int, kind: str, now: float = NOW + 1, *, version: int | None = None, token: str | None = None, **fields: Any
    ) -> Accepted:
        return self.submit(seat, {"type": kind, **fields}, self.person(seat), now, version=version, token=token)

    def bid(self, seat: int, count: int, face: int | str, now: float = NOW + 1, **rest: Any) -> Accepted:
        return self.act(seat, "bid", now, count=count, face=face, **rest)

    def clock(self, kind: str, now: float, seat: int | None = None, **fields: Any) -> Accepted:
        return self.submit(seat, {"type": kind, **fields}, CLOCK, now)

    def close(self, now: float) -> Accepted:
        return self.submit(None, {"type": "close"}, STAFF, now)

    def submit(
        self, seat: int | None, action: dict[str, Any], actor: Actor, now: float, *, version: int | None = None, token: str | None = None
    ) -> Accepted:
        at = self.version if version is None else version
        return after_commit(
            lambda: submit_action(match_id=self.id, seat=seat, action=action, version=at, token=token, actor=actor, now=now)
        )

    def ring(self, now: float) -> bool:
        return after_commit(lambda: clock.ring(self.id, now))

    def sweep(self, now: float) -> None:
        after_commit(lambda: clock.sweep(now))

    def play_out(self, now: float, most: int = 2000) -> float:
        """Let the clock do all that falls due until the match is over; returns the time it then is."""
        for _ in range(most):
            due_at = self.record.due_at
            if due_at is None:
                return now
            now = max(now, due_at)
            self.ring(now)
        raise AssertionError("the match does not end")

    def replayed(self) -> Played:
        """The match played again from its log alone."""
        return replay(self.table.game, len(self.seats), self.table.options, entries(self.log))


def new_match(now: float = NOW, **table: Any) -> Sat:
    """See `new_table`; the match begins at `now`."""
    return Sat(new_table(**table), now)


def entries(log: Sequence[LogEntry]) -> list[Entry]:
    """The log as a record file has it."""
    return [
        msgspec.convert(
            {
                "number": entry.number,
                "seat": entry.seat,
                "by": entry.by,
                "action": msgspec.json.decode(entry.action),
                "draws": msgspec.json.decode(entry.draws),
                "events": msgspec.json.decode(entry.events),
            },
            Entry,
        )
        for entry in log
    ]
