"""One open socket: what is to be sent, in order, and no more than a slow reader can take.

Answers to the client's own messages wait in a short queue. The state of the table never waits: only the fact that
there is something new does, and the frame is made when the socket can take it. So a reader that is slow skips what
came between, and costs no memory.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Protocol

from games.play.services.one_phone import Taken
from games.play.services.record import News
from games.play.sockets import answers
from games.play.sockets.codes import Close
from games.play.sockets.door import Visitor
from games.play.sockets.limits import LINES_WAITING, REPLIES_WAITING
from games.play.sockets.showing import Show, told_to
from games.play.talk.selectors import Said

logger = logging.getLogger(__name__)
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Face(Protocol):
    """How a table is told: as fragments of a page, or as JSON."""

    def frames(self, connection: "Connection") -> Sequence[str]:
        """What brings the client up to date, noting on the connection what it then knows; nothing if it is."""

    def talk(self, connection: "Connection", lines: Sequence[Said]) -> Sequence[str]:
        """These lines of the table's talk, in the reader's language."""


class Connection:
    """What one client is and was shown. `id` names it as controller of its seat; `seat` is None for a spectator.

    `seat_ids` are the rows of the reader's seats: one, or several where one phone goes round. There `seat` is that of
    the person who has the phone and said so (`taken`), None in between. Rules: common.one-phone.
    `version` is the last one whose events were sent (None: no frame yet), `number` the last entry of the log, and `shown`
    says what the last frame showed (`Show.mark`).
    """

    __slots__ = (
        "_control_told", "_dirty", "_over", "_replies", "_said", "_send", "_sending", "backlog", "closing", "face", "heard_at", "id",
        "is_catching_up", "is_settled", "is_welcome", "local", "memory", "number", "opened_at", "said_until", "seat", "seat_ids", "shown",
        "taken", "version", "visitor", "wants_talk",
    )  # fmt: skip

    def __init__(
        self, send: Send, *, connection_id: str, visitor: Visitor, face: Face, since: int | None, talk_since: int | None = 0
    ) -> None:
        """`talk_since`: the newest line of the table's talk that the client knows; None: it wants no talk."""
        self._send = send
        self._replies: deque[str] = deque()
        self._said: deque[Said] = deque(maxlen=LINES_WAITING)
        self.said_until, self.wants_talk, self.is_welcome = talk_since or 0, talk_since is not None, False
        self._dirty = self._over = False
        self._sending: asyncio.Task[None] | None = None
        self._control_told: bool | None = None
        self.closing: int | None = None
        self.id = connection_id
        self.visitor = visitor
        self.face = face
        self.local: Any = None
        self.seat: int | None = None
        self.seat_ids: tuple[int, ...] = ()
        self.taken: Taken | None = None
        self.version = since
        self.number: int | None = None
        self.shown: tuple[int, int, bool] | None = None
        self.backlog: tuple[News, ...] = ()
        self.memory: Any = None  # whatever the face keeps
        self.is_catching_up = self.is_settled = False
        self.opened_at = self.heard_at = asyncio.get_running_loop().time()

    @property
    def seat_id(self) -> int | None:
        """A row of the reader's seats: any stands for all."""
        return self.seat_ids[0] if self.seat_ids else None

    def sit(self, seat: int | None, seat_ids: tuple[int, ...]) -> None:
        """The reader's seat, or None: what was shown to another one says nothing any more."""
        if seat_ids != self.seat_ids:
            self._control_told = None
        if (seat, seat_ids) != (self.seat, self.seat_ids):
            self.seat, self.seat_ids = seat, seat_ids
            self.shown = None

    def is_told(self, show: Show) -> bool:
        """Whether there is nothing in it that the client does not know."""
        return self.shown == show.mark(self.seat)

    def missed(self, show: Show) -> tuple[News, ...] | None:
        """The changes since the last frame, none at the first one unless the client named a version; None: read them first.

        Only those of which the reader may know that there was one.
        """
        if self.version is None:
            return ()
        found = show.news_since(self.version) if self.number is None else show.news_after(self.number)
        if found is None and self.backlog:
            rest = show.news_after(self.backlog[-1].number)
            found = None if rest is None else (*self.backlog, *rest)
        return None if found is None else told_to(found, self.seat)

    def told(self, show: Show) -> None:
        """The client now knows all of this."""
        self.shown, self.version, self.number, self.backlog = show.mark(self.seat), show.version, show.log_number, ()

    def tell_control(self, yours: bool) -> None:
        """Say whether this connection plays the seat, when that is news."""
        if yours != self._control_told:
            self._control_told = yours
            self.reply(answers.control(yours))

    def reply(self, text: str) -> None:
        """Send an answer, after those before it. A client that reads none of them is shut out."""
        if len(self._replies) >= REPLIES_WAITING:
            self.close(Close.FLOOD)
            return
        self._replies.append(text)
        self._go()

    def hear(self, lines: Iterable[Said]) -> None:
        """Lines for this reader, after everything else that waits; of a client that does not read only the newest stay."""
        if self.closing is None:
            self._said.extend(lines)
            self._go()

    def renew(self) -> None:
        """There may be something new to show."""
        self._dirty = self.closing is None
        self._go()

    def close(self, code: int) -> None:
        """Close after the answers that wait; no state is sent any more."""
        if self.closing is None:
            self.closing = int(code)
            self._dirty = False
            self._said.clear()
            self._go()

    def _go(self) -> None:
        """Start sending now, in this very call; it goes on as a task only where the socket makes us wait."""
        if self._sending is None and not self._over:
            task = asyncio.Task(self._send_all(), loop=asyncio.get_running_loop(), eager_start=True)
            if not task.done():
                self._sending = task
                task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._sending = None
        if self._replies or self._dirty or self._said or self.closing is not None:  # came while the task was ending
            self._go()

    async def _send_all(self) -> None:
        try:
            while self._replies or self._dirty or self._said:
                texts = (self._replies.popleft(),) if self._replies else self._state() if self._dirty else self._talk()
                for text in texts:
                    await self._send({"type": "websocket.send", "text": text})
            if self.closing is not None:
                self._over = True
                await self._send({"type": "websocket.close", "code": self.closing})
        except OSError:  # the client went away
            self._over = True

    def _state(self) -> Sequence[str]:
        self._dirty = False
        try:
            return self.face.frames(self)
        except Exception:
            logger.exception("a table could not be shown")
            self.closing = 1011  # the client comes back, and reads all anew
            return ()

    def _talk(self) -> Sequence[str]:
        lines = tuple(self._said)
        self._said.clear()
        try:
            return self.face.talk(self, lines)
        except Exception:
            logger.exception("lines could not be shown")
            return ()

    def drop(self) -> None:
        """The client is gone: nothing more is sent."""
        self._over = True
        self._replies.clear()
        self._said.clear()
        self._dirty = False
        if self._sending is not None:
            self._sending.cancel()
