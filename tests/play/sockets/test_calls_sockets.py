"""A call that waits, at the sockets: its caller alone is told, and everybody else gets byte for byte what they would get anyway.

Matches are played twice with the same deals, by the same script, with and without a call; every frame of every seat and
spectator is kept, in both faces. Rules: common.view.no-leak, common.calls.block.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client as Browser
from django.test import override_settings

from games.core.chance import SecretChance
from games.play.services import actions, clock, deals
from games.play.services import record as records
from games.play.sockets import hub
from tests.play.sockets.clients import Client, in_database, session_of
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]
SEATS = 4
OPTIONS = {"turn_seconds": 0}  # no clock: nothing in a frame depends on when it is made
NOW = 1_900_000_000.0
Frames = dict[str, list[str]]


@pytest.fixture(autouse=True)
def _same_deals_and_standing_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "SecretChance", lambda secret, key, parts: SecretChance(bytes(32), "same", [""] * SEATS))
    monkeypatch.setattr(actions, "time", SimpleNamespace(time=lambda: NOW, perf_counter=lambda: 0.0))


class Room:
    """All sockets of one match, and what they were sent."""

    def __init__(self, table: Party) -> None:
        self.table, self.clients = table, {}  # type: ignore[var-annotated]
        self.tokens: Counter[int] = Counter()

    async def open(self, stack: AsyncExitStack) -> None:
        for seat in range(SEATS):
            cookie = await in_database(session_of)(self.table.users[seat])
            await self._enter(stack, f"seat {seat} html", Client(self.table.table.key, cookie=cookie, speaks_json=False))
            await self._enter(stack, f"seat {seat} json", self.table.client(seat))
        await self._enter(stack, "spectator html", Client(self.table.table.key, speaks_json=False))
        await self._enter(stack, "spectator json", self.table.spectator())
        for client in self.clients.values():
            client.raw[:-1] = []  # of the coming in, only where it led to

    async def _enter(self, stack: AsyncExitStack, name: str, client: Client) -> None:
        self.clients[name] = await stack.enter_async_context(client)
        for one in self.clients.values():
            await one.settle()

    async def act(self, seat: int, action: dict[str, Any], *, version: int | None = None) -> dict[str, Any]:
        """The answer; everybody has then read what there was to read."""
        self.tokens[seat] += 1
        at = (await self.table.record()).version if version is None else version
        answer = await self.clients[f"seat {seat} json"].act(at, action, token=f"t{self.tokens[seat]}")
        await self.everybody_pings()
        return answer

    async def everybody_pings(self) -> None:
        for client in self.clients.values():
            await client.send({"type": "ping"})
            await client.next("pong")

    async def lay(self) -> int:
        """Whoever leads lays one card. Returns the seat."""
        record = await self.table.record()
        seat = record.state.to_act
        await self.act(seat, {"type": "lay", "cards": [record.state.hands[seat][0]], "rank": "7"})
        return seat

    def frames(self) -> Frames:
        return {name: [_same(text, self.table.table.key) for text in client.raw] for name, client in self.clients.items()}

    async def later(self, since: int) -> Frames:
        """What the same readers get by HTTP, and on coming back to the socket."""
        readers = [*((f"seat {index}", self.table.tokens[index]) for index in range(SEATS)), ("spectator", self.table.stranger)]
        found: Frames = {}
        for name, token in readers:
            found[name] = [_same(await in_database(_state)(self.table.table.key, token, since), self.table.table.key)]
        for seat in range(SEATS):
            async with self.table.client(seat, since=since) as client:
                await client.view_at(0)
                found[f"seat {seat}"].append(_same(next(text for text in client.raw if '"type":"view"' in text), self.table.table.key))
        return found


def _same(text: str, key: str) -> str:
    """Without what differs between any two tables: the address, the secret, and how often people came in."""
    text = re.sub(r'"commitment":"\w{64}"', '"commitment":"-"', text.replace(key, "KEY"))
    text = re.sub(r'"connected":(true|false)', '"connected":0', text)
    return re.sub(r'"revision":\d+', '"revision":0', text)


def _state(key: str, token: str, since: int) -> str:
    answer = Browser().get(f"/api/v1/tables/{key}/state?since={since}", headers={"Authorization": f"Bearer {token}"})
    return answer.content.decode()


def _settle(match_id: int) -> None:
    record = records.read(match_id)
    assert clock.ring(match_id, record.due_at)


def right_of(seat: int, steps: int) -> int:
    return (seat - steps) % SEATS


async def _while_a_call_waits(party: Make, *, calls: bool) -> tuple[Frames, Frames, int]:
    """Frames of everybody while the call waits, or with none; what they get by other ways; and the seat that calls."""
    room = Room(await in_database(party)(SEATS, options=OPTIONS, game="bluff_nepal"))
    async with AsyncExitStack() as stack:
        await room.open(stack)
        layer = await room.lay()
        caller, following, bystander = right_of(layer, 2), right_of(layer, 1), right_of(layer, 3)
        if calls:
            answer = await room.act(caller, {"type": "call"})
            assert (answer["type"], answer["version"]) == ("accepted", 2)
        else:
            await room.everybody_pings()
        for seat, action, version in (
            (bystander, {"type": "pass"}, None),
            (following, {"type": "lay", "cards": ["XX"]}, None),
            (following, {"type": "dance"}, None),
            (layer, {"type": "call"}, None),
            (bystander, {"type": "call"}, 1),
        ):
            assert (await room.act(seat, action, version=version))["type"] == "refused"
        await hub.current().poll()
        assert (await room.act(bystander, {"type": "pause"}))["type"] == "accepted"
        await room.everybody_pings()
        frames = room.frames()
        later = await room.later(since=1)
    return frames, later, caller


@pytest.mark.rule("common.view.no-leak")
@override_settings(SOCKET_MESSAGES=10_000, SOCKET_ACTIONS=10_000)
async def test_nobody_but_the_caller_is_sent_a_byte_of_a_call_that_waits(party: Make) -> None:
    without, later_without, caller = await _while_a_call_waits(party, calls=False)
    records.forget()
    waiting, later, _ = await _while_a_call_waits(party, calls=True)
    mine = f"seat {caller}"
    for name in without:
        if not name.startswith(mine):
            assert waiting[name] == without[name], name
    assert {name for name in later if later[name] != later_without[name]} == {mine}
    for face in ("json", "html"):
        assert waiting[f"{mine} {face}"] != without[f"{mine} {face}"]
    assert sum(len(frames) for frames in without.values()) > 100


async def test_the_caller_is_told_at_the_same_version_at_every_socket_of_the_process(party: Make) -> None:
    room = Room(await in_database(party)(SEATS, options=OPTIONS, game="bluff_nepal"))
    async with AsyncExitStack() as stack:
        await room.open(stack)
        layer = await room.lay()
        caller = right_of(layer, 2)
        for name in (f"seat {caller} json", f"seat {caller} html"):
            room.clients[name].raw.clear()
        await room.act(caller, {"type": "call"})
        view = next(json.loads(text) for text in room.clients[f"seat {caller} json"].raw if '"type":"view"' in text)
        assert (view["version"], view["view"]["called"]) == (2, True)
        assert [(event["version"], event["event"]["type"]) for event in view["events"]] == [(2, "called")]
        page = next(json.loads(text) for text in room.clients[f"seat {caller} html"].raw if '"type":"page"' in text)
        assert page["version"] == 2
        assert re.search(r'class="[^"]*\bcalled\b[^"]*"', page["own"])


@pytest.mark.rule("common.calls.block")
async def test_the_refusal_of_a_move_is_the_only_sign(party: Make) -> None:
    room = Room(await in_database(party)(SEATS, options=OPTIONS, game="bluff_nepal"))
    async with AsyncExitStack() as stack:
        await room.open(stack)
        layer = await room.lay()
        await room.act(right_of(layer, 2), {"type": "call"})
        following = right_of(layer, 1)
        refusal = await room.act(following, {"type": "pass"})
        assert (refusal["type"], refusal["code"], refusal["rule"], refusal["version"]) == (
            "refused", "call_pending", "common.calls.block", 2
        )  # fmt: skip
        assert refusal["message"]
        for client in room.clients.values():
            client.raw.clear()
        await in_database(_settle)(room.table.table.pk)
        for client in room.clients.values():
            assert (await client.view_at(3))["version"] == 3


@pytest.mark.rule("common.calls.simultaneous")
@override_settings(SOCKET_MESSAGES=10_000, SOCKET_ACTIONS=10_000)
async def test_a_call_that_did_not_count_leaves_no_trace(party: Make) -> None:
    """Two matches that differ only in a second call, which drops out: the same bytes for everybody but who made it."""
    told = []
    for second in (False, True):
        room = Room(await in_database(party)(SEATS, options=OPTIONS, game="bluff_nepal"))
        async with AsyncExitStack() as stack:
            await room.open(stack)
            layer = await room.lay()
            near, far = right_of(layer, 1), right_of(layer, 3)
            if second:
                await room.act(far, {"type": "call"})
            else:
                await room.everybody_pings()
            await room.act(near, {"type": "call"})
            await in_database(_settle)(room.table.table.pk)
            for client in room.clients.values():
                await client.view_at(3)
            await room.everybody_pings()
            await in_database(_settle)(room.table.table.pk)
            for client in room.clients.values():
                await client.view_at(4)
            frames = room.frames()
            later = await room.later(since=0)
        told.append((frames, later))
        records.forget()
    mine = f"seat {far}"
    for name in told[0][0]:
        if not name.startswith(mine):
            assert told[0][0][name] == told[1][0][name], name
    assert {name for name in told[0][1] if told[0][1][name] != told[1][1][name]} == {mine}
