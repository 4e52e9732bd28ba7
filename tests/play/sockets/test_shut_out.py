"""Sockets of a person whom staff shut out close with a reason, in every process, and none opens before the end."""

from collections.abc import Callable

import pytest

from bluffsite.accounts import marks
from games.play import announce
from games.play.sockets import hub
from games.play.sockets.codes import Close
from tests.play.sockets.clients import Client, Closed, in_database, session_of
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]


def _time_out(table: Party, index: int) -> None:
    marks.put(user=table.users[index], kind="timed_out", ref="a")


async def _last_words(socket: Client) -> tuple[str, int]:
    """The last error that the socket was told, and the code with which it closed."""
    code = ""
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "error":
                code = message["code"]
    except Closed as closed:
        return code, closed.code


async def test_open_sockets_close_at_once_with_a_reason_and_the_seat_is_the_computers(party: Make) -> None:
    table = await in_database(party)(3)
    async with table.client(0) as mine, table.client(1) as other:
        await mine.settle()
        await other.settle()
        await in_database(_time_out)(table, 0)
        assert await _last_words(mine) == ("shut_out", Close.SHUT_OUT)
        assert (await other.view_at(2))["version"] == 2
    record = await table.record()
    assert set(record.engine.away(record.state)) == {0}


@pytest.mark.parametrize("kind", ["muted", "no_text", "no_rated", "warned", "cool_down"])
async def test_other_marks_close_nothing(party: Make, kind: str) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as mine:
        await mine.settle()
        await in_database(marks.put)(user=table.users[0], kind=kind, ref="a")
        assert await mine.is_silent()


async def test_a_watcher_is_sent_off_too(party: Make) -> None:
    table, other = await in_database(party)(2), await in_database(party)(2)
    async with Client(table.table.key, token=other.tokens[0], origin=None) as watcher:
        await watcher.settle()
        await in_database(_time_out)(other, 0)
        assert await _last_words(watcher) == ("shut_out", Close.SHUT_OUT)


async def test_another_process_hears_of_it_by_the_channel_layer(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as mine:
        await mine.settle()
        monkeypatch.setattr(announce, "shut_out_listeners", [])
        announce.not_alone()
        await in_database(announce.shut_out)(table.users[0].pk)
        assert await _last_words(mine) == ("shut_out", Close.SHUT_OUT)


async def test_what_the_channel_layer_loses_the_beat_finds(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as mine, table.client(1) as other:
        await mine.settle()
        await other.settle()
        monkeypatch.setattr(announce, "shut_out", lambda user_id: None)
        await in_database(_time_out)(table, 0)
        await hub.current().beat()
        assert await _last_words(mine) == ("shut_out", Close.SHUT_OUT)
        await other.settle()


@pytest.mark.parametrize("by", ["token", "session"])
async def test_no_socket_opens_for_who_is_shut_out(party: Make, by: str) -> None:
    table = await in_database(party)(2)
    await in_database(_time_out)(table, 0)
    cookie = await in_database(session_of)(table.users[0])
    shown = {"cookie": cookie} if by == "session" else {"token": table.tokens[0], "origin": None}
    async with Client(table.table.key, **shown) as socket:
        assert await socket.closed() == Close.SHUT_OUT
