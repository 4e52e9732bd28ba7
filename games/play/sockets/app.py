"""The socket of a table, `/ws/tables/<key>/`: a plain ASGI application, the same on any server.

Without a subprotocol it speaks fragments to the page, with `bluffsite.v1+json` JSON to programs. Not a Channels
consumer: those go through a thread for every message.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from bluffsite.accounts import limits
from bluffsite.accounts.limits import TooFast
from games.play import selectors
from games.play.metrics import SOCKETS
from games.play.models import Table
from games.play.services import one_phone, presence, seats
from games.play.services.actions import Actor, Ask
from games.play.services.errors import Refused, TableError
from games.play.sockets import answers, door, hub
from games.play.sockets import limits as sizes
from games.play.sockets.codes import Close
from games.play.sockets.connection import Connection, Send
from games.play.sockets.door import Knock, ShutOutError, SignedOutError, Visitor
from games.play.sockets.html_face import HtmlFace
from games.play.sockets.json_face import PROTOCOL, JsonFace
from games.play.sockets.limits import Bucket
from games.play.sockets.messages import Act, Avoid, Control, Cover, Hello, Ping, Take, Talk, UnreadableError, read
from games.play.sockets.threads import in_thread
from games.play.talk import services as talk
from games.play.talk.models import Line

logger = logging.getLogger(__name__)
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]


async def table_socket(scope: Scope, receive: Receive, send: Send, key: str) -> None:
    """One connection from handshake to close. A refusal accepts first: only a close code reaches a page."""
    await receive()
    speaks_json = PROTOCOL in scope.get("subprotocols", ())
    await send({"type": "websocket.accept", **({"subprotocol": PROTOCOL} if speaks_json else {})})
    at = door.knock(scope, key)
    if at.bearer is None and not door.origin_is_ours(at.origin, at.host):
        await refuse(send, Close.FORBIDDEN)
        return
    try:
        visitor, table_id, game, seat, seat_ids = await in_thread(enter, at)
    except TooFast:
        await refuse(send, Close.LATER)
        return
    except SignedOutError:
        await refuse(send, Close.SIGNED_OUT)
        return
    except ShutOutError:
        await refuse(send, Close.SHUT_OUT)
        return
    except TableError:
        await refuse(send, Close.UNKNOWN_TABLE)
        return
    face = JsonFace() if speaks_json else HtmlFace()
    talk = at.talk_since if at.board is None else None
    connection = Connection(send, connection_id=secrets.token_hex(16), visitor=visitor, face=face, since=at.since, talk_since=talk)
    connection.sit(seat, seat_ids)
    await Session(connection, table_id, game).run(receive)


def enter(at: Knock) -> tuple[Visitor, int, str, int | None, tuple[int, ...]]:
    """Who comes to which table: visitor, table id, game, own seat and the ids of the rows of all own seats.

    Raises TooFast, SignedOutError, ShutOutError, and TableError(unknown_table) also for a table that is not open to this person.
    """
    limits.spend("socket", limits.Who(None, at.address))
    if at.board is not None:
        return _enter_as_board(at, at.board)
    visitor = door.visitor_of(at)
    door.require_admitted(visitor)
    reader = visitor.user or AnonymousUser()
    table = selectors.table_for(reader, at.key)
    if table is None:
        raise TableError("unknown_table")
    mine = selectors.seats_of(reader, table)
    seat = mine[0].index if mine and not mine[0].is_held else None  # of one phone nobody has it yet
    return visitor, table.pk, table.game, seat, tuple([row.pk for row in mine])


def _enter_as_board(at: Knock, link: str) -> tuple[Visitor, int, str, None, tuple[()]]:
    """Raises TableError(unknown_table)."""
    table = selectors.board_table(at.key, link)
    if table is None:
        raise TableError("unknown_table")
    return door.big_screen(at), table.pk, table.game, None, ()


async def refuse(send: Send, code: Close) -> None:
    await send({"type": "websocket.close", "code": int(code)})


class Session:
    """What a connected client says, and what is done about it."""

    def __init__(self, connection: Connection, table_id: int, game: str) -> None:
        self.connection, self.table_id, self.game = connection, table_id, game
        self.hub = hub.current()
        self._clock = asyncio.get_running_loop().time
        now = self._clock()
        self._messages = Bucket(settings.SOCKET_MESSAGES, settings.SOCKET_MESSAGES, now)
        self._actions = Bucket(settings.SOCKET_ACTIONS, settings.SOCKET_ACTIONS, now)
        self._unreadable = Bucket(0.1, sizes.BAD_MESSAGES, now)

    async def run(self, receive: Receive) -> None:
        """Until the client goes, or is sent away."""
        user_id, says_so = self.connection.visitor.user_id, True
        if user_id is not None:
            self.hub.people[user_id] += 1
        SOCKETS.inc()
        try:
            if user_id is not None and self.hub.people[user_id] > sizes.SOCKETS_PER_PERSON:
                self.connection.close(Close.FLOOD)
            else:
                await self.hub.join(self.connection, self.table_id)
            await self._listen(receive)
        except asyncio.CancelledError:
            says_so = False  # the server stops: the client comes back to another one
            raise
        finally:
            SOCKETS.dec()
            if user_id is not None:
                self.hub.forget_one(user_id)
            await self.hub.leave(self.connection, says_so=says_so)

    async def _listen(self, receive: Receive) -> None:
        while (event := await receive())["type"] == "websocket.receive":
            if self.connection.closing is not None:
                continue
            if not self._messages.take(self._clock()):
                self.connection.close(Close.FLOOD)
                continue
            try:
                message = read(event.get("text"))
            except UnreadableError as error:
                self._complain(error)
                continue
            if isinstance(message, Act):
                await self._act(message)
            elif isinstance(message, Ping):
                self.connection.reply(answers.PONG_UPDATE if settings.UPDATE_FILE.exists() else answers.PONG)
            elif isinstance(message, Talk):
                self.hub.errand(self._talk(message))  # what is said holds up no action that comes after it
            elif isinstance(message, Avoid):
                self.hub.errand(self._avoid(message))
            elif isinstance(message, (Take, Cover)):
                self._hand_over(message)
            else:
                await self._change_seat(message)

    def _complain(self, error: UnreadableError) -> None:
        self.connection.reply(answers.error(error.fault, self.connection.visitor.language))
        if not self._unreadable.take(self._clock()):
            self.connection.close(Close.BAD_MESSAGES)

    async def _act(self, message: Act) -> None:
        """Through the one door, in a thread of its own pool, together with what others ask at that moment: the only hop of an action."""
        connection = self.connection
        connection.heard_at = self._clock()
        try:
            accepted = await self._submit(message)
        except Refused as error:
            connection.reply(answers.refused(message.token, error, self.game, connection.visitor.language))
        else:
            connection.reply(answers.accepted(message.token, accepted))

    async def _submit(self, message: Act) -> int:
        """The version that the action led to. Raises Refused."""
        connection = self.connection
        if not self._actions.take(self._clock()):
            raise Refused("rate_limited")
        user_id = connection.visitor.user_id
        seat = self._seat_for(message)
        if seat is None or user_id is None:
            raise Refused("not_your_seat")
        actor = Actor.person(user_id, connection.id)
        accepted = await self.hub.submit(Ask(self.table_id, seat, message.action, message.version, message.token, actor))
        return accepted.version

    def _seat_for(self, message: Act) -> int | None:
        """The seat that acts: the reader's, or on one phone that of the person who has it. Raises Refused."""
        connection = self.connection
        show = connection.local and connection.local.show
        if show is None or show.record is None or not show.facts.is_one_phone or not connection.seat_ids:
            return connection.seat
        held = show.facts.held_by(connection.visitor.user_id)
        return one_phone.acting_seat(show.record, held, connection.taken, str(message.action.get("type")), message.seat)

    async def _talk(self, message: Talk) -> None:
        connection = self.connection
        connection.heard_at = self._clock()
        language = connection.visitor.language
        try:
            line = await in_thread(self._say, message)
        except TableError as error:
            connection.reply(answers.unsaid(message.token, error, language))
        except Exception:
            logger.exception("a line could not be said")
            connection.reply(answers.unsaid(message.token, TableError("not_said"), language))
        else:
            connection.reply(answers.said(message.token, line))

    def _say(self, message: Talk) -> Line:
        visitor = self.connection.visitor
        if visitor.user is None:
            raise TableError("not_seated")
        return talk.say(
            table=Table.objects.get(pk=self.table_id),
            user=visitor.user,
            phrase=message.phrase,
            text=message.text,
            language=visitor.language,
            token=message.token,
        )

    async def _avoid(self, message: Avoid) -> None:
        try:
            await in_thread(self._avoid_speaker, message)
        except TableError as error:
            self.connection.reply(answers.error(error.code, self.connection.visitor.language))
        else:
            self.connection.reply(answers.avoided(message.how, line=message.line, seat=message.seat))

    def _avoid_speaker(self, message: Avoid) -> None:
        user = self.connection.visitor.user
        if user is None:
            raise TableError("not_signed_in")
        talk.avoid_speaker(table=Table(pk=self.table_id), user=user, how=message.how, line=message.line, seat=message.seat)

    def _hand_over(self, message: Take | Cover) -> None:
        """The one phone is taken, or covered. Rules: common.one-phone."""
        connection = self.connection
        connection.heard_at = self._clock()
        try:
            self.hub.take(connection, message.seat if isinstance(message, Take) else None)
        except Refused as error:
            connection.reply(answers.error(error.code, connection.visitor.language))

    async def _change_seat(self, message: Hello | Control) -> None:
        """The random part of the reader's browser, or control of the reader's seat."""
        connection = self.connection
        connection.heard_at = self._clock()
        try:
            if connection.seat_id is None:
                raise TableError("not_seated")
            if isinstance(message, Control):
                await in_thread(presence.take_control, seat_id=connection.seat_id, connection=connection.id)
            else:
                await in_thread(self._set_part, message.part)
        except TableError as error:
            connection.reply(answers.error(error.code, connection.visitor.language))

    def _set_part(self, part: str) -> None:
        user = self.connection.visitor.user
        assert user is not None
        seats.set_part(table=Table(pk=self.table_id), user=user, part=part)
