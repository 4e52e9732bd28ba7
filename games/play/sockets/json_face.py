"""The face for programs, `bluffsite.v1+json`: see docs/protocol.md. A frame is put together from ready pieces of text."""

from collections.abc import Sequence

from games.play.models import Table
from games.play.services.record import News
from games.play.sockets import hub
from games.play.sockets.connection import Connection
from games.play.sockets.showing import Show, events_text, news_since, read

PROTOCOL = "bluffsite.v1+json"
CHUNK = 32768
"""Bytes of events in one frame, roughly: servers limit what a frame may hold."""


def view_message(show: Show, seat: int | None, events: str) -> str:
    """The message `view`; `events` is the inside of its list."""
    clock = show.remaining_ms()
    remaining = "null" if clock is None else str(clock)
    return f'{{"type":"view",{show.json_state(seat)},"events":[{events}],"remaining_ms":{remaining}}}'


def state_of(table_id: int, user_id: int | None, since: int | None) -> str:
    """The message `view` for one reader, read now, with all events after `since`. Raises Table.DoesNotExist."""
    show = read(table_id, None)
    if show is None:
        raise Table.DoesNotExist
    seat = show.seat_of(user_id)
    news = () if since is None or show.record is None else news_since(show.record, since)
    return view_message(show, seat, ",".join(filter(None, (events_text(show.record, one, seat) for one in news))))


class JsonFace:
    """Tells a table as JSON."""

    def frames(self, connection: Connection) -> Sequence[str]:
        show: Show | None = connection.local and connection.local.show
        if show is None or connection.shown == show.number:
            return ()
        missed = connection.missed(show)
        if missed is None:
            hub.current().catch_up(connection)
            return ()
        connection.told(show)
        earlier, events = _chunks(show, missed, connection.seat)
        return (*(f'{{"type":"events","events":[{part}]}}' for part in earlier), view_message(show, connection.seat, events))


def _chunks(show: Show, news: Sequence[News], seat: int | None) -> tuple[list[str], str]:
    """The events as JSON lists without brackets: what goes ahead in messages of its own, and the last part."""
    if len(news) <= 8:
        return [], show.json_news(news, seat)
    parts = [""]
    for one in news:
        text = show.json_news((one,), seat)
        if len(parts[-1]) + len(text) > CHUNK:
            parts.append("")
        parts[-1] = ",".join(filter(None, (parts[-1], text)))
    return parts[:-1], parts[-1]
