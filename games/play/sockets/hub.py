"""All tables' sockets of this process. It listens, reads each version of a table once, and shows it to every socket.

Order of things for one socket: subscribe to the table's group, then read, then show. A ping on the group says only
"look again": a doubled one is harmless, and a lost one is healed by the next, by coming back, or by the slow poll. A
change that was made in this process is shown at once, from memory, without the way through Redis.
"""

import asyncio
import logging
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from channels.layers import get_channel_layer

from games.play import announce
from games.play.announce import Change
from games.play.services import one_phone, presence
from games.play.services.actions import submit_together
from games.play.services.errors import Refused, TableError
from games.play.services.journal import MOST_AT_ONCE
from games.play.sockets import answers, door, showing
from games.play.sockets.codes import Close
from games.play.sockets.connection import Connection
from games.play.sockets.limits import IDLE_SECONDS
from games.play.sockets.showing import Show
from games.play.sockets.talk import Room, TalkHub
from games.play.sockets.threads import Together, in_thread, tell

logger = logging.getLogger(__name__)

POLL_SECONDS = 3.0
RETRY_SECONDS = 1.0
LAYER_SECONDS = 2.0
"""Longest wait for the channel layer."""


class Local:
    """A table with sockets in this process, and what it looked like when it was last read."""

    __slots__ = ("again", "reading", "room", "rows_too", "show", "sockets", "subscribed", "table_id", "waiting")

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.sockets: set[Connection] = set()
        self.show: Show | None = None
        self.room = Room()
        self.subscribed = False
        self.reading: asyncio.Task[None] | None = None
        self.again = self.rows_too = False
        self.waiting: list[asyncio.Future[None]] = []


class Hub:
    """One per event loop. Every method runs in the loop, but for `changed_here`, which any thread may call."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.tables: dict[int, Local] = {}
        self.people: Counter[int] = Counter()
        self._loop = loop
        self._layer: Any = get_channel_layer()
        self.submit = Together(submit_together, most=MOST_AT_ONCE, runs=2)  # one flush overlaps the making of the next
        self._moved = Together(showing.moved_on, most=MOST_AT_ONCE, runs=1)
        self.talk = TalkHub(self, loop)
        self._channel: str | None = None
        self._listening = asyncio.Event()
        self._layer_failed = False
        self._work: list[asyncio.Task[None]] = []
        self._errands: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin the work that never ends. Doing it again changes nothing."""
        if self._work:
            return
        announce.local_listeners.append(self.changed_here)
        announce.shut_out_listeners.append(self.shut_out_here)
        announce.talk_listeners.append(self.talk.said_here)
        work: tuple[tuple[float, Callable[[], Awaitable[None]]], ...] = (
            (0.0, self._listen),
            (POLL_SECONDS, self.poll),
            (presence.BEAT, self.beat),
        )
        self._work = [self._loop.create_task(_for_ever(pause, action)) for pause, action in work]

    async def stop(self) -> None:
        """End that work, and every reading; for tests and the end of a process."""
        if self.changed_here in announce.local_listeners:
            announce.local_listeners.remove(self.changed_here)
        if self.shut_out_here in announce.shut_out_listeners:
            announce.shut_out_listeners.remove(self.shut_out_here)
        if self.talk.said_here in announce.talk_listeners:
            announce.talk_listeners.remove(self.talk.said_here)
        announce.in_web_group.clear()
        tasks = [*self._work, *self._errands]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._work = []
        self._listening.clear()

    def errand(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Have something done by the way."""
        task = self._loop.create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
        return task

    # --- sockets come and go ----------------------------------------------------------------------------------------

    async def join(self, connection: Connection, table_id: int) -> None:
        """Subscribe, take the seat, read, show."""
        connection.local = local = self.tables.setdefault(table_id, Local(table_id))
        local.sockets.add(connection)
        await self._until_listening()
        await self._subscribe(local)
        await self._take_seat(connection)
        await self.look_again(local)
        if local.show is None:
            connection.close(Close.UNKNOWN_TABLE)
            return
        connection.is_settled = True
        self._place_all(local, local.show)
        connection.renew()
        self.errand(self.talk.welcome(connection, local))

    async def leave(self, connection: Connection, *, says_so: bool) -> None:
        """Forget the socket; the last one of a table takes the table along. `says_so`: others shall see that it has gone."""
        connection.drop()
        local: Local | None = connection.local
        if local is None:
            return
        local.sockets.discard(connection)
        if not local.sockets and self.tables.get(local.table_id) is local:
            del self.tables[local.table_id]
            await self._unsubscribe(local)
        if says_so and connection.seat_id is not None:
            with suppress(TableError):
                await in_thread(presence.disconnected, seat_id=connection.seat_id, connection=connection.id)

    def forget_one(self, user_id: int) -> None:
        """A person has one socket less."""
        self.people[user_id] -= 1
        if not self.people[user_id]:
            del self.people[user_id]

    async def _take_seat(self, connection: Connection) -> None:
        """The newest connection of a person plays their seat."""
        if connection.seat_id is not None:
            with suppress(TableError):  # the person has stood up meanwhile: the reading will tell
                await in_thread(presence.connected, seat_id=connection.seat_id, connection=connection.id)

    async def _until_listening(self) -> None:
        """A new process waits for its channel, so that nothing falls between reading and listening; not if Redis is away."""
        if not self._listening.is_set() and not self._layer_failed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._listening.wait(), LAYER_SECONDS)

    async def _subscribe(self, local: Local) -> None:
        if local.subscribed or self._channel is None:
            return
        local.subscribed = await self._layer_does(self._layer.group_add(announce.group_name(local.table_id), self._channel))

    async def _unsubscribe(self, local: Local) -> None:
        if local.subscribed and self._channel is not None:
            await self._layer_does(self._layer.group_discard(announce.group_name(local.table_id), self._channel))

    async def _layer_does(self, work: Awaitable[Any]) -> bool:
        """Whether the channel layer did it in time. When not, the poll stands in for it and tries again."""
        try:
            await asyncio.wait_for(work, LAYER_SECONDS)
        except Exception as error:  # each layer's client raises errors of its own
            logger.warning("channel layer: %s", type(error).__name__)
            self._layer_failed = True
            return False
        self._layer_failed = False
        return True

    # --- news -------------------------------------------------------------------------------------------------------

    def changed_here(self, change: Change) -> None:
        """A change was written by this process and is in the database. From any thread."""
        if change.table_id in self.tables:
            tell(self._loop, partial(self._show_change, change))

    def shut_out_here(self, user_id: int) -> None:
        """Staff have shut a person out, and the database says so. From any thread."""
        if user_id in self.people:
            tell(self._loop, partial(self.shut_out, user_id))

    def shut_out(self, user_id: int) -> None:
        """All sockets of this person close, after saying why."""
        for local in tuple(self.tables.values()):
            for connection in tuple(local.sockets):
                if connection.visitor.user_id == user_id:
                    self._send_off(connection, Close.SHUT_OUT)

    def _send_off(self, connection: Connection, code: Close) -> None:
        if code == Close.SHUT_OUT and connection.closing is None:
            connection.reply(answers.error("shut_out", connection.visitor.language))
        connection.close(code)

    def _show_change(self, change: Change) -> None:
        local = self.tables.get(change.table_id)
        if local is None:
            return
        show = local.show.after(change) if local.show is not None else None
        if show is None:
            self._look_soon(local)
        elif show is not local.show:
            self._show(local, show)

    def heard(self, table_id: int, version: int | None, revision: int | None) -> None:
        """A ping: the table has reached this version and revision."""
        local = self.tables.get(table_id)
        if local is not None and (local.show is None or not local.show.knows(version, revision)):
            self._look_soon(local, rows=local.show is None or (revision or 0) > local.show.revision)

    def _look_soon(self, local: Local, *, rows: bool = True) -> None:
        """Read the table once more, its rows too or the match alone; pings that come meanwhile lead to one further reading."""
        local.rows_too = local.rows_too or rows
        if local.reading is None:
            local.reading = self.errand(self._read(local))
        else:
            local.again = True

    async def look_again(self, local: Local) -> None:
        """Read the table anew, begun after this call."""
        done = self._loop.create_future()
        local.waiting.append(done)
        self._look_soon(local)
        await done

    async def _read(self, local: Local) -> None:
        try:
            local.again = True
            while local.again:
                local.again = False
                rows, local.rows_too = local.rows_too, False
                waiting, local.waiting = local.waiting, []
                try:
                    show = None if rows or local.show is None else await self._moved(local.show)
                    if show is None:
                        show = await in_thread(showing.read, local.table_id, local.show)
                    if show is not None and (local.show is None or show.is_newer_than(local.show)):
                        self._show(local, show)
                except Exception:
                    logger.exception("a table could not be read")
                finally:
                    for done in waiting:
                        if not done.done():
                            done.set_result(None)
        finally:
            local.reading = None

    def _show(self, local: Local, show: Show) -> None:
        rows_changed = local.show is None or show.facts is not local.show.facts
        local.show = show
        if rows_changed or show.facts.is_one_phone:
            self._place_all(local, show)
        for connection in tuple(local.sockets):
            connection.renew()

    # --- seats and control ------------------------------------------------------------------------------------------

    def _place_all(self, local: Local, show: Show) -> None:
        for connection in tuple(local.sockets):
            self._place(connection, show)
        for user_id in {seat.user_id for seat in show.facts.seats if seat.user_id is not None and not seat.controller}:
            self._play_on(local, user_id)

    def _place(self, connection: Connection, show: Show) -> None:
        """Which seat the reader has now, and whether this connection plays it. Who may not look on is shown the door."""
        rows = [show.facts.seats[index] for index in show.facts.held_by(connection.visitor.user_id)]
        seat = show.seat_for(connection.visitor.user_id, connection.taken)
        if seat is None:  # once covered, the phone has to be taken again
            connection.taken = None
        connection.sit(seat, tuple([row.pk for row in rows]))
        row = rows[0] if rows else None
        if row is None:
            if not show.is_open and not connection.visitor.has_link:
                connection.close(Close.FORBIDDEN)
        elif row.controller and connection.is_settled:
            connection.tell_control(row.controller == connection.id)

    def take(self, connection: Connection, seat: int | None) -> None:
        """Who has the one phone has said so; None: nobody has it now. Raises Refused(not_your_seat). Rules: common.one-phone."""
        show: Show | None = connection.local and connection.local.show
        if show is None or show.record is None or not show.facts.is_one_phone:
            raise Refused("not_your_seat")
        held = show.facts.held_by(connection.visitor.user_id)
        connection.taken = None if seat is None else one_phone.take(show.record, held, seat)
        self._place(connection, show)
        connection.renew()

    def _play_on(self, local: Local, user_id: int) -> None:
        """Nobody plays the seat of a person, who has just sat down or closed the window that did: their newest socket does now."""
        others = [one for one in local.sockets if one.visitor.user_id == user_id and one.is_settled and one.closing is None]
        if others:
            self.errand(self._take_seat(max(others, key=lambda one: one.opened_at)))

    # --- sockets that are far behind ---------------------------------------------------------------------------------

    def catch_up(self, connection: Connection) -> None:
        """Read the changes that a socket missed for longer than memory goes back, then show it the table."""
        if not connection.is_catching_up:
            connection.is_catching_up = True
            self.errand(self._catch_up(connection))

    async def _catch_up(self, connection: Connection) -> None:
        try:
            show = connection.local.show
            connection.backlog = await in_thread(showing.news_missed, show.record, connection.version or 0, connection.number)
        except Exception:
            logger.exception("missed changes could not be read")
            connection.close(1011)
        finally:
            connection.is_catching_up = False
        connection.renew()

    # --- work that never ends ---------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        try:
            self._channel = await asyncio.wait_for(self._layer.new_channel(), LAYER_SECONDS)
        except Exception:
            self._layer_failed = True
            raise
        await self._join_webs()
        self._listening.set()
        for local in tuple(self.tables.values()):
            local.subscribed = False
            await self._subscribe(local)
            self._look_soon(local)
        while True:
            message = await self._layer.receive(self._channel)
            if message == announce.HELLO:
                announce.not_alone()
            elif message["type"] == announce.SHUT_OUT:
                self.shut_out(message["user"])
            elif message["type"] == announce.TALK:
                self.talk.heard(message["table"], message["number"])
            else:
                self.heard(message["table"], message["version"], message["revision"])

    async def _join_webs(self) -> None:
        """Let the other web processes know that there is one more, which wants to hear of changes."""
        if self._channel is None or announce.in_web_group.is_set():
            return
        if await self._layer_does(self._layer.group_add(announce.WEB_GROUP, self._channel)):
            await self._layer_does(self._layer.group_send(announce.WEB_GROUP, announce.HELLO))
            announce.in_web_group.set()

    async def poll(self) -> None:
        """Heal what was lost: one query for all tables, then a reading of those that have moved."""
        await self._join_webs()
        for local in tuple(self.tables.values()):
            await self._subscribe(local)
        if self.tables:
            for table_id, (version, revision) in (await in_thread(showing.numbers, tuple(self.tables))).items():
                self.heard(table_id, version, revision)
        await self.talk.poll()

    async def beat(self) -> None:
        """Everybody at a socket here was seen now, but for who is no longer signed in or let in, or sleeps at a table that is over."""
        here = [connection for local in self.tables.values() for connection in local.sockets]
        ended = await in_thread(door.no_longer_welcome, [connection.visitor for connection in here])
        now = self._loop.time()
        for connection in here:
            if connection.visitor in ended:
                self._send_off(connection, ended[connection.visitor])
            elif now - connection.heard_at > IDLE_SECONDS and connection.local.show is not None and connection.local.show.is_over:
                connection.close(Close.IDLE)
        seats = {seat_id for connection in here if connection.closing is None for seat_id in connection.seat_ids}
        if seats:
            await in_thread(presence.beat, seat_ids=seats)


async def _for_ever(pause: float, action: Callable[[], Awaitable[None]]) -> None:
    """Do it again and again, whatever happens; `pause` seconds between."""
    while True:
        try:
            await action()
        except Exception as error:
            logger.warning("sockets: %s failed: %r", getattr(action, "__name__", action), error)
            await asyncio.sleep(RETRY_SECONDS)
        await asyncio.sleep(pause)


_hubs: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = weakref.WeakKeyDictionary()


def current() -> Hub:
    """The hub of the running loop, started."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub(loop)
    hub.start()
    return hub
