"""The face for programs, `bluffsite.v1+json`: see docs/protocol.md. A frame is put together from ready pieces of text.

What everyone is told is made once for a version, what a seat is told once for the seat, and what depends on the rows of
the table alone once for as long as they stay the same.
"""

from collections.abc import Sequence
from typing import Any

from games.core.replay import TABLE_ACTIONS
from games.play.api.wire import table_info
from games.play.models import Table
from games.play.services import one_phone
from games.play.services.record import News, Record
from games.play.sockets import hub
from games.play.sockets.connection import Connection
from games.play.sockets.showing import Show, news_since, read, told_to
from games.play.sockets.talk import shown
from games.play.sockets.text import encode
from games.play.talk.selectors import Said

PROTOCOL = "bluffsite.v1+json"
CHUNK = 32768
"""Bytes of events in one frame, roughly: servers limit what a frame may hold."""

LINES_AT_ONCE = 20
"""Lines of talk in one frame, for the same reason."""


class JsonFace:
    """Tells a table as JSON."""

    def frames(self, connection: Connection) -> Sequence[str]:
        show: Show | None = connection.local and connection.local.show
        if show is None or connection.is_told(show):
            return ()
        missed = connection.missed(show)
        if missed is None:
            hub.current().catch_up(connection)
            return ()
        connection.told(show)
        earlier, events = _chunks(show, missed, connection.seat)
        return (*earlier, view_message(show, connection.seat, events))

    def talk(self, connection: Connection, lines: Sequence[Said]) -> Sequence[str]:
        reader, language = connection.visitor.user_id, connection.visitor.language
        parts = [lines[at : at + LINES_AT_ONCE] for at in range(0, len(lines), LINES_AT_ONCE)]
        return [encode({"type": "talk", "lines": [shown(line, reader, language) for line in part]}) for part in parts]


def view_message(show: Show, seat: int | None, events: str) -> str:
    """The message `view`; `events` is the inside of its list."""
    key = ("state", seat)
    state: str | None = show.kept.get(key)
    if state is None:
        state = show.kept[key] = _state(show, seat)
    return f'{state},"events":[{events}],"remaining_ms":{show.clock()}}}'


def state_of(table_id: int, user_id: int | None, since: int | None, take: int | None = None) -> str:
    """The message `view` for one reader, read now, with all events after `since`.

    `take`: the person of this seat has the one phone. Raises Table.DoesNotExist, Refused(not_your_seat).
    """
    show = read(table_id, None)
    if show is None:
        raise Table.DoesNotExist
    has_phones = take is not None and show.record is not None and show.facts.is_one_phone
    taken = one_phone.take(show.record, show.facts.held_by(user_id), take) if has_phones else None
    seat = show.seat_for(user_id, taken)
    news = () if since is None or show.record is None else told_to(news_since(show.record, since), seat)
    return view_message(show, seat, _events(show, news, seat))


def _state(show: Show, seat: int | None) -> str:
    """All of a `view` message but its events and its clock."""
    head = show.keep("head", lambda: _head(show))
    record = show.record
    if record is None:
        return f'{head},"seat":{encode(seat)},"view":null,"choices":{{}}'
    engine, state = record.engine, record.state
    choices = {} if seat is None else {choice.type: choice for choice in engine.choices(state, seat)}
    return f'{head},"seat":{"null" if seat is None else seat},"view":{encode(engine.view(state, seat))},"choices":{encode(choices)}'


def _head(show: Show) -> str:
    """What everyone is told, but for the spectator's view."""
    rows = show.row_texts.get("json")
    if rows is None:
        rows = show.row_texts["json"] = _rows(show)
    sitting = None if show.record is None else show.record.sitting
    match = {
        "waited": show.sight.waited,
        "halt": sitting and sitting.halt,
        "votes": sitting.votes if sitting else (),
        "long": show.sight.is_long,
        "end_votes": sitting.end_votes if sitting else (),
    }
    return f'{{"type":"view","version":{show.version},"revision":{show.revision},{rows},{encode(match)[1:-1]}'


def _rows(show: Show) -> str:
    info = table_info(show.facts)
    table = {name: getattr(info, name) for name in info.__struct_fields__ if name != "seats"}
    return f'"table":{encode(table)},"seats":{encode(info.seats)}'


# --- events ---------------------------------------------------------------------------------------------------------


def _events(show: Show, news: Sequence[News], seat: int | None) -> str:
    """The shown events of these changes, as the inside of a JSON list."""
    return ",".join([text for one in news if (text := _change(show, one, seat))])


def _change(show: Show, one: News, seat: int | None) -> str:
    """The events of one change as that seat was shown them. What everyone is shown alike is made once."""
    key = ("change", one.number, seat)
    text: str | None = show.kept.get(key)
    if text is None:
        assert show.record is not None
        text = show.kept[key] = ",".join(_shown(show, show.record, one, seat))
    return text


def _shown(show: Show, record: Record, one: News, seat: int | None) -> list[str]:
    if one.kind in TABLE_ACTIONS:  # of the table and not the game: an event that has only a type
        return [_event(one, {"type": one.kind})]
    texts = []
    for number, event in enumerate(one.events):
        shown = record.engine.show(event, seat)
        if shown is event:
            texts.append(show.keep(("event", one.number, number), lambda event=event: _event(one, event)))  # type: ignore[misc]
        elif shown is not None:
            texts.append(_event(one, shown))
    return texts


def _event(one: News, event: Any) -> str:
    return f'{{"version":{one.version},"by":"{one.by}","seat":{"null" if one.seat is None else one.seat},"event":{encode(event)}}}'


def _chunks(show: Show, news: Sequence[News], seat: int | None) -> tuple[list[str], str]:
    """Messages of their own for all but the last part of a long list of events, and the inside of the list for that."""
    if len(news) <= 8:
        return [], _events(show, news, seat)
    parts = [""]
    for one in news:
        text = _change(show, one, seat)
        if len(parts[-1]) + len(text) > CHUNK:
            parts.append("")
        parts[-1] = ",".join(filter(None, (parts[-1], text)))
    return [f'{{"type":"events","events":[{part}]}}' for part in parts[:-1]], parts[-1]
