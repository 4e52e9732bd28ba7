"""Bad input and floods: an error or a stated close code, and the table calm."""

import asyncio
import json
from collections.abc import Callable

import pytest

from games.play.models import Table
from games.play.sockets import hub, limits
from games.play.sockets.codes import Close
from games.play.sockets.limits import Bucket
from games.play.sockets.messages import Act, UnreadableError, depth, read
from tests.play.sockets.clients import in_database
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]


def _act(**changes: object) -> str:
    return json.dumps({"type": "act", "token": "t", "version": 1, "action": {"type": "bid"}} | changes)


UNREADABLE = {
    "": "bad_message",
    "nonsense": "bad_message",
    "[]": "bad_message",
    "null": "bad_message",
    '"act"': "bad_message",
    "{}": "bad_message",
    '{"type":"nothing"}': "bad_message",
    '{"type":["act"]}': "bad_message",
    '{"type":"act"': "bad_message",
    '{"type":"act","type":"ping"}x': "bad_message",
    _act(token=""): "bad_message",
    _act(token="x" * 37): "bad_message",
    _act(token="a b"): "bad_message",
    _act(token=7): "bad_message",
    _act(version=-1): "bad_message",
    _act(version="1"): "bad_message",
    _act(version=2**40): "bad_message",
    _act(version=1.5): "bad_message",
    _act(action="bid"): "bad_message",
    _act(action=[1]): "bad_message",
    _act(action={"x": "y" * 5000}): "too_large",
    _act(action={"x": "अ" * 1500}).encode().decode("unicode_escape"): "too_large",
    _act(action={"x": "{}" * 2}).replace('"{}{}"', "[" * 9 + "]" * 9): "too_deep",
    "[" * 2000: "too_deep",
    '{"type":"hello"}': "bad_message",
    '{"type":"hello","part":"short"}': "bad_message",
    '{"type":"hello","part":"' + "G" * 32 + '"}': "bad_message",
}


@pytest.mark.parametrize(("text", "fault"), UNREADABLE.items())
def test_unreadable(text: str, fault: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        read(text)
    assert raised.value.fault == fault


def test_a_binary_frame_is_unreadable() -> None:
    with pytest.raises(UnreadableError):
        read(None)


def test_brackets_in_strings_are_not_depth() -> None:
    assert depth(r'{"a":"[[[[\"[[[[["}') == 1
    message = read(_act(action={"type": "x", "text": "[" * 50}))
    assert isinstance(message, Act)


def test_bucket_gives_a_burst_and_then_the_rate() -> None:
    bucket = Bucket(rate=2, burst=3, now=100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(100.4), bucket.take(100.6), bucket.take(100.7)] == [False, True, False]
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


async def test_a_bad_message_is_told_and_the_next_good_one_still_counts(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat, language="de") as socket:
        await socket.view_at(1)
        await socket.send_text("{")
        await socket.send_bytes(b"\xff\x00")
        await socket.send_text("[" * 100)
        await socket.send_text(" " * 5000)
        codes = [(await socket.next("error"))["code"] for _ in range(4)]
        assert codes == ["bad_message", "bad_message", "too_deep", "too_large"]
        assert (await socket.act(1, {"type": "bid", "count": 2, "face": 3}))["type"] == "accepted"


async def test_too_many_bad_messages_close(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as socket:
        for _ in range(limits.BAD_MESSAGES + 1):
            await socket.send_text("{")
        assert await socket.closed() == Close.BAD_MESSAGES


async def test_a_flood_closes_and_leaves_the_others_alone(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as flooding, table.client(1) as calm:
        await calm.view_at(1)
        for _ in range(60):
            await flooding.send({"type": "ping"})
        assert await flooding.closed() == Close.FLOOD
        await calm.send({"type": "ping"})
        await calm.next("pong")


async def test_too_many_actions_are_refused(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as socket:
        await socket.view_at(1)
        answers = [await socket.act(1, {"type": "challenge"}, token=f"t{n}") for n in range(12)]
        assert {answer["code"] for answer in answers[:10]} == {"illegal"}
        assert answers[-1]["code"] == "rate_limited"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({}, "bad_action"),
        ({"type": "nothing"}, "bad_action"),
        ({"type": "bid"}, "bad_action"),
        ({"type": "bid", "count": "2", "face": 3}, "bad_action"),
        ({"type": "bid", "count": 2, "face": 3, "more": 1}, "bad_action"),
        ({"type": "bid", "count": 2, "face": [3]}, "bad_action"),
        ({"type": 5}, "bad_action"),
        ({"type": "bid", "count": 2**31, "face": 3}, "bad_action"),
        ({"type": "bid", "count": 99, "face": 3}, "illegal"),
        ({"type": "bid", "count": 0, "face": 3}, "illegal"),
        ({"type": "bid", "count": 2, "face": 9}, "illegal"),
        ({"type": "challenge"}, "illegal"),
        ({"type": "proceed"}, "bad_action"),
        ({"type": "timeout"}, "bad_action"),
        ({"type": "close"}, "bad_action"),
        ({"type": "abandon"}, "bad_action"),
        ({"type": "credit", "seconds": 1000, "until": 1}, "bad_action"),
    ],
)
async def test_bad_actions_change_nothing(party: Make, action: dict[str, object], code: str) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as socket:
        await socket.view_at(1)
        answer = await socket.act(1, action)
        assert answer["code"] == code
        assert answer["message"]
        assert (await table.record()).version == 1


async def test_another_seats_turn_and_an_old_version_are_refused(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as actor, table.client(1 - seat) as other:
        await actor.view_at(1)
        await other.view_at(1)
        assert (await other.act(1, {"type": "bid", "count": 2, "face": 3}))["code"] == "illegal"
        await actor.act(1, {"type": "bid", "count": 2, "face": 3}, token="a")
        await other.act(2, {"type": "bid", "count": 3, "face": 3}, token="b")
        assert (await actor.act(1, {"type": "bid", "count": 4, "face": 3}, token="c"))["code"] == "stale_version"


async def test_a_reader_that_reads_nothing_keeps_no_frames(party: Make) -> None:
    """The socket takes one frame and then none for a while: what it gets next is the newest state, with all the events."""
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as actor, table.client(1 - seat) as other:
        await actor.settle()
        await other.settle()
        (slow,) = [socket for local in hub.current().tables.values() for socket in local.sockets if socket.seat == 1 - seat]
        ready, sent, send = asyncio.Event(), [], slow._send

        async def slowly(message: dict[str, object]) -> None:
            sent.append(message)
            await ready.wait()
            await send(message)

        slow._send = slowly
        await actor.act(1, {"type": "bid", "count": 2, "face": 3}, token="a")
        for version in range(2, 8):
            if version % 2 == 0:
                await in_database(_bid)(table, 1 - seat, version)
            else:
                await actor.act(version, {"type": "bid", "count": version + 1, "face": 3}, token=f"t{version}")
            await actor.view_at(version + 1)
        assert len(sent) == 1
        ready.set()
        held, caught_up = await other.next("view"), await other.next("view")
        assert caught_up["version"] == 8
        assert [entry["version"] for entry in held["events"] + caught_up["events"]] == [2, 3, 4, 5, 6, 7, 8]
        assert len(sent) == 2


def _bid(table: Party, seat: int, version: int) -> None:
    from games.play.services.actions import Actor, submit_action

    action = {"type": "bid", "count": version + 1, "face": 3}
    submit_action(match_id=table.table.pk, seat=seat, action=action, version=version, actor=Actor.person(table.users[seat].pk))


async def test_answers_that_nobody_reads_close_the_socket(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as socket:
        await socket.view_at(1)
        (slow,) = [one for local in hub.current().tables.values() for one in local.sockets]
        never = asyncio.Event()

        async def stuck(message: dict[str, object]) -> None:
            await never.wait()

        send, slow._send = slow._send, stuck
        for _ in range(limits.REPLIES_WAITING + 2):
            slow.reply('{"type":"pong"}')
        assert slow.closing == Close.FLOOD
        slow._send = send
        never.set()
        assert await socket.closed() == Close.FLOOD


async def test_a_table_that_is_over_stays_readable_until_nothing_is_heard(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_database(party)(2)
    await in_database(Table.objects.filter(pk=table.table.pk).update)(phase="finished")
    async with table.client(0) as socket:
        assert (await socket.next("view"))["table"]["phase"] == "finished"
        await hub.current().beat()
        await socket.send({"type": "ping"})
        await socket.next("pong")
        monkeypatch.setattr(hub, "IDLE_SECONDS", -1.0)
        await hub.current().beat()
        assert await socket.closed() == Close.IDLE
