"""A table as this process last read it. What sockets are told is made from it, each piece once, and kept with it.

A `Show` never changes: a newer one takes its place. `read` makes it from the database; `after` from a change that was
written in this process, without any query.
"""

import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from games.play import selectors
from games.play.announce import Change
from games.play.models import Table
from games.play.selectors import TOLD, ShownEntry
from games.play.services.actions import look, settled
from games.play.services.one_phone import Taken
from games.play.services.record import News, Record, read_all
from games.play.shown import Facts, ShownDevice, ShownSeat, Sight

NEWS_KEPT = 64
"""Changes whose events are kept for sockets that are a little behind."""


class Show:
    """One table at one version and revision. `news` are its latest changes without a gap, whole: show them by seat only.

    `kept` is where the faces keep the texts that they have made of it; those of the rows alone are handed on.
    """

    __slots__ = ("_clock", "_made_at", "_owns", "facts", "kept", "news", "number", "record", "row_texts", "sight")

    def __init__(self, facts: Facts, record: Record | None, news: tuple[News, ...], row_texts: dict[str, str] | None = None) -> None:
        self.facts, self.record, self.news = facts, record, news[-NEWS_KEPT:]
        self.sight: Sight = selectors.shown(facts, record, now=timezone.now())
        self.number = (record.version if record else 0, facts.table.revision)
        self.kept: dict[Hashable, Any] = {}
        self.row_texts: dict[str, str] = {} if row_texts is None else row_texts
        self._owns: dict[int, ShownSeat] = {}
        self._clock = self.sight.remaining_ms
        self._made_at = time.monotonic()

    @property
    def version(self) -> int:
        return self.number[0]

    @property
    def revision(self) -> int:
        return self.number[1]

    def mark(self, seat: int | None) -> tuple[int, int, bool]:
        """Changes whenever there is something new to show to this seat: a call that waits shows to its caller alone."""
        calls = None if self.record is None else self.record.sitting.collecting
        return (*self.number, calls is not None and seat in calls.callers)

    @property
    def log_number(self) -> int:
        """How many entries the log has."""
        return 0 if self.record is None else self.record.number

    def knows(self, version: int | None, revision: int | None) -> bool:
        """Whether this is at least as new as what a ping says; None is a number that did not change."""
        return self.version >= (version or 0) and self.revision >= (revision or 0)

    def is_newer_than(self, other: "Show") -> bool:
        mine, theirs = (*self.number, self.log_number, self._seating), (*other.number, other.log_number, other._seating)
        return mine != theirs and all(one >= another for one, another in zip(mine, theirs, strict=True))

    @property
    def _seating(self) -> int:
        return 0 if self.record is None else self.record.seating

    def after(self, change: Change) -> "Show | None":
        """The table after a change of the match that was written here; itself if it knows that already.

        None when it has to be read: rows have changed, the match has just begun or ended, or a change was missed.
        """
        record = change.record
        if record is None or self.record is None or (change.revision or 0) > self.revision:
            return None if not self.knows(change.version, change.revision) else self
        if record.number <= self.log_number:
            return self
        news = record.news_after(self.log_number)
        if news is None or record.seating != self.record.seating or record.ended_at is not None:
            return None
        return Show(self.facts, record, self.news + news, self.row_texts)

    def keep[T](self, key: Hashable, make: Callable[[], T]) -> T:
        """A piece, made at the first asking."""
        piece: T | None = self.kept.get(key)
        if piece is None:
            piece = self.kept[key] = make()
        return piece

    def news_after(self, number: int) -> tuple[News, ...] | None:
        """The changes after the entry `number` of the log; None when this does not reach back so far."""
        missed = self.log_number - number
        if missed <= 0:
            return ()
        return self.news[-missed:] if missed <= len(self.news) else None

    def news_since(self, version: int) -> tuple[News, ...] | None:
        """The changes after `version`; None when this does not reach back so far."""
        if version >= self.version:
            return ()
        found = tuple([one for one in self.news if one.version > version])
        return found if found and found[0].version == version + 1 else None

    def seat_for(self, user_id: int | None, taken: Taken | None = None) -> int | None:
        """The seat whose own part this reader is shown."""
        return self.sight.seat_for(user_id, taken)

    def device(self, user_id: int | None) -> ShownDevice | None:
        """What the one phone shows besides; None for every other reader. Rules: common.one-phone."""
        return self.sight.device(user_id) if self.facts.is_one_phone else None

    @property
    def is_open(self) -> bool:
        """Whether people without a seat may look on."""
        return selectors.is_open(self.facts.table, has_match=self.record is not None)

    @property
    def is_over(self) -> bool:
        return self.facts.table.phase in (Table.Phase.FINISHED, Table.Phase.CLOSED)

    def own(self, seat: int | None) -> ShownSeat | None:
        """The own part of a seat; None for a spectator."""
        if seat is None:
            return None
        if seat not in self._owns:
            self._owns[seat] = self.sight.seat(seat)
        return self._owns[seat]

    def clock(self) -> str:
        """What the seat that is waited for has left now, in milliseconds, as JSON; `null` without a clock."""
        if self._clock is None or self.record is None:
            return "null"
        gone = 0.0 if self.record.sitting.halt is not None else time.monotonic() - self._made_at
        return str(max(0, self._clock - int(gone * 1000)))


def shown_entry(record: Record, one: News, seat: int | None) -> ShownEntry:
    """One change as that seat (None: a spectator) was shown it. Rules: common.view.no-leak."""
    return ShownEntry(
        number=one.version,
        seat=one.seat,
        by=one.by,
        at="",
        table_action=one.kind if one.kind in TOLD else None,
        events=tuple([shown for event in one.events if (shown := record.engine.show(event, seat)) is not None]),
        is_quiet=one.is_quiet,
    )


def told_to(news: Iterable[News], seat: int | None) -> tuple[News, ...]:
    """Those of the changes of which that seat may know that there was one. Rules: common.view.no-leak."""
    return tuple([one for one in news if not one.is_quiet or one.seat == seat])


def read(table_id: int, before: Show | None) -> Show | None:
    """The table as the database has it, with the changes since `before`; None if there is no such table."""
    try:
        facts = selectors.facts(table_id)
    except Table.DoesNotExist:
        return None
    if getattr(facts.table, "match", None) is None:
        return Show(facts, None, ())
    record = look(table_id)
    if (record.version, record.seating) != (facts.table.match.version, facts.table.match.seating):
        facts = selectors.facts(table_id)  # rows that are at least as new as the match: they tell that it has ended
    if before is None or before.record is None:
        return Show(facts, record, record.news)
    return Show(facts, record, before.news + _news_after(record, before.log_number))


def moved_on(befores: Sequence[Show]) -> list[Show | Exception | None]:
    """These tables after changes of their matches alone, in two queries; None where the rows matter: see `_match_of`."""
    now = time.time()
    found = {record.match_id: record for record in read_all([before.record.match_id for before in befores if before.record is not None])}
    pairs = [(before, _match_of(before, found, now)) for before in befores]
    matches = [(before, record) for before, record in pairs if isinstance(record, Record)]
    gaps = [(record, before.log_number) for before, record in matches if record.news_after(before.log_number) is None]
    news = selectors.news_of_all(gaps)
    return [_after(before, record, news) if isinstance(record, Record) else record for before, record in pairs]


def _match_of(before: Show, found: Mapping[int, Record], now: float) -> Record | Exception | None:
    """The match of a table as it is now; None where its rows matter: a new seating, the end, no match yet."""
    record = None if before.record is None else found.get(before.record.match_id)
    if before.record is None or record is None:
        return None
    try:
        record = settled(record, now)
    except Exception as error:  # of this match alone
        return error
    return record if record.seating == before.record.seating and record.ended_at is None else None


def _after(before: Show, record: Record, news: Mapping[int, tuple[News, ...]]) -> Show:
    """`news` by match, where memory does not reach back to what was shown before."""
    missed = record.news_after(before.log_number)
    return Show(before.facts, record, before.news + (news[record.match_id] if missed is None else missed), before.row_texts)


def _news_after(record: Record, number: int) -> tuple[News, ...]:
    """The changes after the entry `number` of the log, from memory if it reaches back so far."""
    found = record.news_after(number)
    return found if found is not None else selectors.news_of(record, after=number)


def news_missed(record: Record, version: int, number: int | None) -> tuple[News, ...]:
    """The changes after the entry `number`, or where none is known after `version`."""
    return news_since(record, version) if number is None else _news_after(record, number)


def news_since(record: Record, version: int) -> tuple[News, ...]:
    """The changes after `version`."""
    return selectors.news_of(record, since=version) if version < record.version else ()


def numbers(table_ids: tuple[int, ...]) -> dict[int, tuple[int, int]]:
    """Version and revision of each of these tables, in one query."""
    rows = Table.objects.filter(pk__among=table_ids).values_list("pk", "match__version", "revision")
    return {pk: (version or 0, revision) for pk, version, revision in rows}
