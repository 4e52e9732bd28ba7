"""The talk of all tables of a hub: each new line is read once per table and goes to every socket whose reader hears it.

It has a queue of its own on each socket, behind answers and the table itself: talk delays no play. Who hears whom is read
with the lines, so a mute counts from the next line on, whichever process it was made in.
"""

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils import timezone

from games.play.announce import Talk
from games.play.sockets.connection import Connection
from games.play.sockets.threads import in_thread, tell
from games.play.talk import selectors
from games.play.talk.selectors import Hearing, Said

if TYPE_CHECKING:
    from games.play.sockets.hub import Hub, Local

logger = logging.getLogger(__name__)
_OVERLAP = 20
"""Rows that the poll looks at again: a line that was stored late has a smaller row number."""
_LATE = timedelta(seconds=10)


class Heard(NamedTuple):
    """Lines as they were read, and what the readers of then hear of them."""

    lines: list[Said]
    hearing: Hearing


class Room:
    """The talk at one table: the newest number that this process knows of, and which removed lines it has told."""

    __slots__ = ("again", "gone", "is_reading", "number", "read_at")

    def __init__(self) -> None:
        self.number = 0
        self.is_reading = self.again = False
        self.gone: set[int] = set()
        self.read_at: datetime = timezone.now()


class TalkHub:
    """Every method runs in the hub's loop, but for `said_here`, which any thread may call."""

    def __init__(self, hub: "Hub", loop: asyncio.AbstractEventLoop) -> None:
        self._hub, self._loop = hub, loop
        self._last_row: int | None = None

    def said_here(self, talk: Talk) -> None:
        """A line was stored by this process. From any thread."""
        if talk.table_id in self._hub.tables:
            tell(self._loop, partial(self.heard, talk.table_id, talk.number))

    def heard(self, table_id: int, number: int) -> None:
        """There is talk at a table: a line of this number, or one that was removed."""
        local = self._hub.tables.get(table_id)
        if local is not None:
            local.room.number = max(local.room.number, number)
            self._look(local)

    async def welcome(self, connection: Connection, local: "Local") -> None:
        """The newest lines for a socket that has just come, or those after the one it knows."""
        if not connection.wants_talk:
            return
        since = connection.said_until
        reader = connection.visitor.user_id
        number, lines = await in_thread(_first_lines, local.table_id, reader, since)
        connection.said_until, connection.is_welcome = max(number, since), True
        connection.hear(lines)
        if local.room.number > connection.said_until:
            self._look(local)

    def _look(self, local: "Local") -> None:
        if local.room.is_reading:
            local.room.again = True
        else:
            local.room.is_reading = True
            self._hub.errand(self._read(local))

    async def _read(self, local: "Local") -> None:
        room = local.room
        try:
            room.again = True
            while room.again:
                room.again = False
                await self._read_once(local)
        except Exception:
            logger.exception("the talk of a table could not be read")
        finally:
            room.is_reading = False

    async def _read_once(self, local: "Local") -> None:
        room, here = local.room, [one for one in local.sockets if one.is_welcome]
        if not here:
            return
        since = min(one.said_until for one in here)
        readers = {one.visitor.user_id for one in here if one.visitor.user_id is not None}
        after, room.read_at = room.read_at - _LATE, timezone.now()
        heard = await in_thread(_new_lines, local.table_id, since, after, readers)
        gone = {line.number for line in heard.lines if line.is_removed} - room.gone
        room.gone |= gone
        for connection in here:
            self._give(connection, heard, gone)

    def _give(self, connection: Connection, heard: Heard, gone: Iterable[int]) -> None:
        reader, known = connection.visitor.user_id, connection.said_until
        wanted = [line for line in heard.lines if (line.number > known or line.number in gone) and heard.hearing.reaches(line, reader)]
        connection.said_until = max([known, *(line.number for line in heard.lines)])
        connection.hear(wanted)

    async def poll(self) -> None:
        """Heal what was lost: one query for all tables."""
        if self._last_row is None:
            self._last_row = await in_thread(selectors.last_row)
        elif self._hub.tables:
            last, numbers = await in_thread(selectors.newest, frozenset(self._hub.tables), max(0, self._last_row - _OVERLAP))
            self._last_row = max(self._last_row, last)
            for table_id, number in numbers.items():
                local = self._hub.tables.get(table_id)
                if local is not None and number > min((one.said_until for one in local.sockets if one.is_welcome), default=number):
                    self.heard(table_id, number)


def _first_lines(table_id: int, reader: int | None, since: int) -> tuple[int, list[Said]]:
    """The newest number, and the newest lines that the reader hears."""
    number = selectors.last_number(table_id)
    if number <= since:
        return number, []
    found = selectors.lines_for(reader, table_id, since=since, most=selectors.LINES_SHOWN)
    return max([number, *(line.number for line in found)]), found


def _new_lines(table_id: int, since: int, removed_after: datetime, readers: set[int]) -> Heard:
    lines = selectors.lines(table_id, since=since, most=selectors.LINES_SHOWN, removed_after=removed_after)
    return Heard(lines, selectors.hearing(readers, {line.user_id for line in lines}))


def shown(line: Said, reader: int | None, language: str) -> dict[str, Any]:
    """A line as a program is told it."""
    return {
        "number": line.number,
        "seat": line.seat,
        "name": line.name,
        "mine": line.user_id is not None and line.user_id == reader,
        "phrase": line.phrase,
        "text": line.in_words(language),
        "language": language if line.phrase is not None else line.language,
        "at": line.at.isoformat(),
        "removed": line.is_removed,
    }
