"""How a change reaches every socket: at once in the process that wrote, by a ping in others, by the poll when that is lost."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings

from games.play import announce
from games.play.models import Seat
from games.play.services import record as records
from games.play.services.actions import Actor, submit_action
from games.play.sockets import hub, showing
from tests.play.sockets.clients import Client, in_database
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]
NO_LAYER = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": ["unix:///nowhere/valkey.sock"]}}}


def _bid_elsewhere(table: Party, seat: int, version: int, count: int) -> None:
    """A bid that another process writes: nobody here hears it but through the channel layer."""
    here, announce.local_listeners[:] = announce.local_listeners[:], []
    announce.not_alone()
    try:
        action = {"type": "bid", "count": count, "face": 3}
        submit_action(match_id=table.table.pk, seat=seat, action=action, version=version, actor=Actor.person(table.users[seat].pk))
        announce.flush()
    finally:
        announce.local_listeners[:] = here
        records.forget()


async def test_a_change_of_another_process_comes_by_its_ping(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(1 - seat) as socket:
        await socket.settle()
        await in_database(_bid_elsewhere)(table, seat, 1, 2)
        view = await socket.view_at(2)
        assert [entry["event"]["type"] for entry in view["events"]] == ["bid"]


async def test_a_lost_ping_is_healed_by_the_poll(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(1 - seat) as socket:
        await socket.settle()
        monkeypatch.setattr(announce._publisher(), "put", lambda change: None)
        await in_database(_bid_elsewhere)(table, seat, 1, 2)
        assert await socket.is_silent()
        await hub.current().poll()
        assert (await socket.view_at(2))["events"][0]["version"] == 2


async def test_a_lost_ping_is_healed_by_the_next(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(1 - seat) as socket:
        await socket.settle()
        with monkeypatch.context() as lost:
            lost.setattr(announce._publisher(), "put", lambda change: None)
            await in_database(_bid_elsewhere)(table, seat, 1, 2)
        await in_database(_bid_elsewhere)(table, 1 - seat, 2, 3)
        view = await socket.view_at(3)
        assert [entry["version"] for entry in view["events"]] == [2, 3]


async def test_the_poll_is_one_query_for_all_tables(party: Make, django_assert_num_queries: Callable[..., Any]) -> None:
    tables = [await in_database(party)(2) for _ in range(3)]
    ids = tuple(table.table.pk for table in tables)

    def count() -> dict[int, tuple[int, int]]:
        with django_assert_num_queries(1):
            return showing.numbers(ids)

    assert [version for version, _ in (await in_database(count)()).values()] == [1, 1, 1]


async def test_a_doubled_or_late_ping_shows_nothing_twice(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as actor, table.client(1 - seat) as other:
        await actor.settle()
        await other.settle()
        await actor.act(1, {"type": "bid", "count": 2, "face": 3})
        await other.view_at(2)
        await other.settle()
        reads = _count_reads(hub.current())
        for version in (2, 1, 2):
            hub.current().heard(table.table.pk, version, None)
        await asyncio.sleep(0)
        assert await other.is_silent()
        assert reads == []


def _count_reads(of: hub.Hub) -> list[int]:
    reads: list[int] = []
    of._look_soon = lambda local: reads.append(local.table_id)  # type: ignore[method-assign]
    return reads


async def test_pings_that_pile_up_lead_to_one_reading_and_one_frame(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(1 - seat) as socket:
        await socket.settle()
        monkeypatch.setattr(announce._publisher(), "put", lambda change: None)
        await in_database(_bid_elsewhere)(table, seat, 1, 2)
        await in_database(_bid_elsewhere)(table, 1 - seat, 2, 3)
        frames = len(socket.raw)
        for version in (2, 3, 3, 3):
            hub.current().heard(table.table.pk, version, None)
        await socket.view_at(3)
        await socket.settle()
        assert len(socket.raw) == frames + 1


async def test_a_write_here_is_shown_without_reading(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as actor, table.client(1 - seat) as other:
        await actor.settle()
        await other.settle()
        reads = _count_reads(hub.current())
        await actor.act(1, {"type": "bid", "count": 2, "face": 3})
        assert (await other.view_at(2))["version"] == 2
        assert reads == []


async def test_with_redis_away_actions_are_accepted_and_shown_here(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "_made", {})
    monkeypatch.setattr(hub, "LAYER_SECONDS", 0.2)
    with override_settings(CHANNEL_LAYERS=NO_LAYER):
        table = await in_database(party)(2)
        seat = await table.to_act()
        async with table.client(seat) as actor, table.client(1 - seat) as other:
            await actor.settle()
            await other.settle()
            assert (await actor.act(1, {"type": "bid", "count": 2, "face": 3}))["type"] == "accepted"
            assert (await other.view_at(2))["version"] == 2
            await in_database(_bid_elsewhere)(table, 1 - seat, 2, 3)
            await hub.current().poll()
            assert (await other.view_at(3))["version"] == 3
        announce.flush()


async def test_missed_changes_beyond_memory_are_read_from_the_log(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "NEWS_KEPT", 2)
    table = await in_database(party)(2)
    seat = await table.to_act()
    for version in range(1, 7):
        await in_database(_bid_elsewhere)(table, seat if version % 2 else 1 - seat, version, version + 1)
    async with table.client(0, since=1) as socket:
        view = await socket.next("view")
        assert [entry["version"] for entry in view["events"]] == [2, 3, 4, 5, 6, 7]
    async with table.client(0, since=0) as socket:
        view = await socket.next("view")
        assert [entry["event"]["type"] for entry in view["events"]][:2] == ["lot", "rolled"]


async def test_a_long_absence_is_told_in_frames_of_bounded_size(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.play.sockets import json_face

    monkeypatch.setattr(json_face, "CHUNK", 500)
    table = await in_database(party)(2)
    seat = await table.to_act()
    for version in range(1, 10):
        await in_database(_bid_elsewhere)(table, seat if version % 2 else 1 - seat, version, version + 1 if version < 9 else 10)
    async with table.client(0, since=0) as socket:
        seen = []
        while (message := await socket.receive())["type"] != "view":
            if message["type"] == "events":
                seen += message["events"]
        assert len(seen) > 0
        assert [entry["version"] for entry in seen + message["events"]][2:] == list(range(2, 11))
        assert max(len(text) for text in socket.raw if '"events"' in text[:25]) < 900


# --- one seat, one controller --------------------------------------------------------------------------------------------


async def test_the_newest_connection_plays_and_the_older_is_told(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as older:
        assert (await older.next("control"))["yours"] is True
        async with table.client(seat) as newer:
            assert (await older.next("control"))["yours"] is False
            assert (await newer.next("control"))["yours"] is True
            bid = {"type": "bid", "count": 2, "face": 3}
            assert (await older.act(1, bid, token="old"))["code"] == "not_controller"
            await older.send({"type": "control"})
            assert (await older.next("control"))["yours"] is True
            assert (await newer.next("control"))["yours"] is False
            assert (await newer.act(1, bid, token="new"))["code"] == "not_controller"
            assert (await older.act(1, bid, token="mine"))["type"] == "accepted"
            assert (await newer.view_at(2))["version"] == 2


async def test_when_the_playing_window_closes_the_other_one_plays(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as older:
        assert (await older.next("control"))["yours"] is True
        async with table.client(0):
            assert (await older.next("control"))["yours"] is False
        assert (await older.next("control"))["yours"] is True


async def test_control_without_a_seat_is_an_error(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.spectator() as socket:
        await socket.send({"type": "control"})
        assert (await socket.next("error"))["code"] == "not_seated"
        await socket.send({"type": "hello", "part": "ab" * 16})
        assert (await socket.next("error"))["code"] == "not_seated"


async def test_presence_follows_the_socket(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as watcher:
        await watcher.settle()
        async with table.client(1):
            await _until(watcher, lambda view: view["seats"][1]["connected"])
            assert await _is_connected(table, 1)
        await _while_not(table, 1)
    assert not await _is_connected(table, 0)


async def _until(socket: Client, is_so: Callable[[dict[str, Any]], bool]) -> None:
    while not is_so(await socket.next("view")):
        pass


async def _is_connected(table: Party, seat: int) -> bool:
    return await in_database(Seat.objects.filter(table=table.table, index=seat, is_connected=True).exists)()


async def _while_not(table: Party, seat: int) -> None:
    for _ in range(100):
        if not await _is_connected(table, seat):
            return
    raise AssertionError("still connected")


async def test_the_beat_is_one_update_for_all_seats(party: Make) -> None:
    table = await in_database(party)(3)
    async with table.client(0) as first, table.client(1) as second:
        await first.settle()
        await second.settle()
        await in_database(Seat.objects.update)(last_seen=None)
        await hub.current().beat()
        seen = [seat.last_seen is not None async for seat in Seat.objects.filter(table=table.table)]
        assert seen == [True, True, False]


async def test_a_lobbys_random_part_counts_and_after_the_start_it_is_refused(party: Make) -> None:
    table = await in_database(party)(2, begun=False)
    async with table.client(1) as socket:
        await socket.send({"type": "hello", "part": "0123456789abcdef" * 2})
        await socket.send({"type": "ping"})
        await socket.next("pong")
        parts = [seat.part async for seat in Seat.objects.filter(table=table.table)]
        assert parts[1] == "0123456789abcdef" * 2
        from games.play.services import tables

        await in_database(tables.start)(table=table.table, user=table.users[0])
        await socket.view_at(1)
        await socket.send({"type": "hello", "part": "f" * 32})
        assert (await socket.next("error"))["code"] == "started"
