"""Telling that a table has changed, and nothing more: which table, and how far it is. Never a hand, a die or a state.

Sockets of this process hear it at once (`local_listeners`); those of other processes through the channel layer's group
of the table. Publishing is a background thread's work: whoever announces never waits for Redis, and a Redis that is away
costs a line in the log. A ping that is lost is healed by the sockets' slow poll.

A web process that is the only one publishes nothing: it joins the group of web processes and asks once a second how many
are in it. One that comes later says hello to that group, so that the others know at once.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import redis
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings

from games.play.services.record import Record

logger = logging.getLogger(__name__)
WEB_GROUP = "webs"  # every web process is in it
SHUT_OUT = "person.shut_out"  # type of the message there that staff have suspended or banned a person
TALK = "table.talk"  # type of the message in a table's group that something was said there
HELLO = {"type": "web.hello"}  # what a new one says there
ALONE_SECONDS = 1.0  # how long an answer of Redis is believed
_PREFIX = "asgi__group__"  # how the pub/sub layer names the channel of a group


class Change(NamedTuple):
    """`version` counts the match's changes, `revision` the lobby's; None: not touched. `record` is the match as written here."""

    table_id: int
    version: int | None = None
    revision: int | None = None
    record: Record | None = None


class Talk(NamedTuple):
    """The lines of a table have reached this number, or one of them was removed."""

    table_id: int
    number: int


class ShutOut(NamedTuple):
    """A person whose sockets are to close."""

    user_id: int


News = Change | ShutOut | Talk


local_listeners: list[Callable[[Change], None]] = []
"""Called in whatever thread wrote, after commit; they must not block and may know `Change.record`."""

talk_listeners: list[Callable[[Talk], None]] = []
"""Called in whatever thread stored a line, after commit; they must not block."""

shut_out_listeners: list[Callable[[int], None]] = []
"""Called with the id of a person whom staff have shut out, after commit; they must not block."""

in_web_group = threading.Event()
"""Set by the sockets of this process while they are in WEB_GROUP."""


def group_name(table_id: int) -> str:
    return f"table.{table_id}"


def announce(
    table_id: int, *, version: int | None = None, revision: int | None = None, record: Record | None = None, is_quiet: bool = False
) -> None:
    """Tell everyone, after commit. Never raises and never waits. `is_quiet`: only this process, which knows whom it concerns."""
    change = Change(table_id, version, revision, record)
    for listener in tuple(local_listeners):
        try:
            listener(change)
        except Exception:
            logger.exception("a listener failed")
    if is_quiet:
        return
    publisher = _publisher()
    if not publisher.is_alone():
        publisher.put(change)


def said(table_id: int, number: int) -> None:
    """Tell everyone, after commit, that there is talk at a table. Never raises and never waits."""
    talk = Talk(table_id, number)
    for listener in tuple(talk_listeners):
        listener(talk)
    publisher = _publisher()
    if not publisher.is_alone():
        publisher.put(talk)


def shut_out(user_id: int) -> None:
    """Tell every web process, after commit, that staff have shut this person out. Never raises and never waits."""
    for listener in tuple(shut_out_listeners):
        listener(user_id)
    publisher = _publisher()
    if not publisher.is_alone():
        publisher.put(ShutOut(user_id))


def not_alone() -> None:
    """Another web process has said hello."""
    _publisher().alone_until = 0.0


def flush(seconds: float = 5.0) -> bool:
    """Wait until all that was announced in this process has been published or given up; for tests and the end of a process."""
    return _publisher().idle.wait(seconds)


class _Publisher:
    """One thread. Changes that pile up meanwhile go out together, of each table only the newest."""

    def __init__(self) -> None:
        self.alone_until = 0.0
        self.idle = threading.Event()
        self.idle.set()
        self._waiting: dict[tuple[type, int], News] = {}
        self._wake = threading.Condition()
        layer = get_channel_layer()
        self._send = _Pipeline(layer).send if isinstance(layer, RedisPubSubChannelLayer) else _one_by_one(layer)
        threading.Thread(target=self._publish_all, name="announce", daemon=True).start()

    def is_alone(self) -> bool:
        return time.monotonic() < self.alone_until and in_web_group.is_set()

    def put(self, news: News) -> None:
        with self._wake:
            key = type(news), news[0]
            before = self._waiting.get(key)
            self._waiting[key] = _newest(before, news) if isinstance(before, Change) and isinstance(news, Change) else news
            self.idle.clear()
            self._wake.notify()

    def _publish_all(self) -> None:
        while True:
            with self._wake:
                while not self._waiting:
                    self.idle.set()
                    self._wake.wait()
                changes, self._waiting = list(self._waiting.values()), {}
            try:
                asked_at = time.monotonic()
                webs = self._send(changes)
                self.alone_until = asked_at + ALONE_SECONDS if webs == 1 and in_web_group.is_set() else 0.0
            except Exception as error:  # each layer's client raises errors of its own
                logger.warning("a change was not published: %s", type(error).__name__)


class _Pipeline:
    """The pub/sub layer's own messages, sent without an event loop and all in one go."""

    def __init__(self, layer: RedisPubSubChannelLayer) -> None:
        (self._url,) = settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"]
        self._serialize = layer.serialize
        self._client: redis.Redis | None = None

    def send(self, news: list[News]) -> int:
        """Returns how many web processes there are."""
        if self._client is None:
            self._client = redis.Redis.from_url(self._url, socket_connect_timeout=1, socket_timeout=2)
        with self._client.pipeline(transaction=False) as pipeline:
            for one in news:
                pipeline.publish(_PREFIX + _group(one), self._serialize(_message(one)))
            pipeline.pubsub_numsub(_PREFIX + WEB_GROUP)
            ((_, webs),) = pipeline.execute()[-1]
        return int(webs)


def _one_by_one(layer: Any) -> Callable[[list[News]], int]:
    """Another kind of layer does it its own way; how many web processes there are is not known."""
    group_send = async_to_sync(layer.group_send)

    def send(news: list[News]) -> int:
        for one in news:
            group_send(_group(one), _message(one))
        return 0

    return send


def _group(news: News) -> str:
    return WEB_GROUP if isinstance(news, ShutOut) else group_name(news.table_id)


def _message(news: News) -> dict[str, Any]:
    if isinstance(news, ShutOut):
        return {"type": SHUT_OUT, "user": news.user_id}
    if isinstance(news, Talk):
        return {"type": TALK, "table": news.table_id, "number": news.number}
    return {"type": "table.changed", "table": news.table_id, "version": news.version, "revision": news.revision}


def _newest(before: Change, after: Change) -> Change:
    """Both in one: the greater version and revision."""
    version = max((n for n in (before.version, after.version) if n is not None), default=None)
    revision = max((n for n in (before.revision, after.revision) if n is not None), default=None)
    return Change(after.table_id, version, revision)


_made: dict[int, _Publisher] = {}  # by process id: a forked child makes its own
_making = threading.Lock()


def _publisher() -> _Publisher:
    with _making:
        return _made.get(os.getpid()) or _made.setdefault(os.getpid(), _Publisher())
