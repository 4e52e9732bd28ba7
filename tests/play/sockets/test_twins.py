"""Two matches that differ only in dice that lie under one cup: everybody else gets the same bytes, in the same order.

Both run the same script of actions and refusals; every frame of every seat and spectator is kept, in both faces. The round
with the other dice ends void (a seat leaves), so those dice are never opened. Rules: common.view.no-leak.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from django.test import Client as Browser
from django.test import override_settings

from games.core.chance import Draw
from games.play.models import Table
from games.play.services import record as records
from games.play.services.actions import CLOCK, submit_action
from games.play.services.deals import MatchChance
from tests.play.sockets.clients import Client, in_database, session_of
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]
SEATS = 3
OPTIONS = {"turn_seconds": 0, "leave_mode": "remove"}  # no clock: nothing in a frame depends on when it is made
ROUND_ONE = "game 1 / round 1 / roll"
Frames = dict[str, list[str]]


class Scripted:
    """Chance by the purpose alone; `other` puts these numbers under the cup of `seat` in round one."""

    def __init__(self, seat: int, other: tuple[int, ...] | None) -> None:
        self.seat, self.other = seat, other
        self.draws: list[Draw] = []

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        outcome = [byte % sides for byte in sha256(purpose.encode()).digest()[:count]]
        if purpose == ROUND_ONE and self.other is not None:
            outcome[5 * self.seat : 5 * self.seat + 5] = self.other
        self.draws.append(Draw(purpose, "throws", sides, count, tuple(outcome)))
        return tuple(outcome)

    def lot(self, purpose: str, *, size: int) -> int:
        return sha256(purpose.encode()).digest()[0] % size


Step = tuple[str, int, dict[str, Any]]


def script(seed: int, opener: int) -> Iterator[Step]:
    """Who says what: ("legal" | "refused" | "stale" | "again", seat, action) and ("proceed", ...)."""
    rng = Random(seed)
    turn, count = opener, 1
    yield "refused", turn, {"type": "challenge"}
    for _ in range(rng.randint(2, 5)):
        other = (turn + rng.randint(1, SEATS - 1)) % SEATS
        yield "refused", other, {"type": "bid", "count": count + 1, "face": 2}
        yield "refused", turn, {"type": "bid", "count": rng.choice((0, 99)), "face": 2}
        yield "refused", turn, {"type": "bid", "count": 1, "face": rng.choice((0, 7, "x"))}
        count += rng.randint(1, 2)
        yield "legal", turn, {"type": "bid", "count": count, "face": rng.randint(1, 5)}
        yield "again", turn, {"type": "bid", "count": 1, "face": 1}
        yield "stale", other, {"type": "challenge"}
        turn = (turn + 1) % SEATS
    yield "legal", rng.randrange(SEATS), {"type": "pause"}
    yield "legal", rng.randrange(SEATS), {"type": "leave"}


class Recording:
    """All sockets of one match, and what they were sent since everybody was there."""

    def __init__(self, table: Party) -> None:
        self.table = table
        self.clients: dict[str, Client] = {}
        self.tokens = 0

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

    async def run(self, steps: Iterator[Step]) -> None:
        for kind, seat, action in steps:
            await self._step(kind, seat, action)
            for client in self.clients.values():
                await client.send({"type": "ping"})
                await client.next("pong")

    async def _step(self, kind: str, seat: int, action: dict[str, Any]) -> None:
        version = (await self.table.record()).version
        if kind == "proceed":
            await in_database(_proceed)(self.table.table.pk, version)
            return
        self.tokens += kind != "again"
        asked = version - 1 if kind == "stale" else version
        answer = await self.clients[f"seat {seat} json"].act(asked, action, token=f"t{self.tokens}")
        assert answer["type"] == ("refused" if kind in ("refused", "stale") else "accepted"), answer

    async def open_round(self) -> Iterator[Step]:
        """What is bid and doubted in the next round, whoever begins."""
        record = await self.table.record()
        first = record.engine.actors(record.state).waited
        second = next(seat for seat in (1 + first, 2 + first, 3 + first) if seat % SEATS not in record.state.removed) % SEATS
        return iter(
            [("legal", first, {"type": "bid", "count": 1, "face": 3}), ("legal", second, {"type": "challenge"}), ("proceed", 0, {})]
        )

    def frames(self) -> Frames:
        key = self.table.table.key
        return {name: [_same(text, key) for text in client.raw] for name, client in self.clients.items()}


def _same(text: str, key: str) -> str:
    """Without what differs between any two tables: the address, and how often people came in."""
    text = text.replace(key, "KEY")
    return re.sub(r'"revision":\d+', '"revision":0', re.sub(r'"commitment":"\w{64}"', '"commitment":"-"', text))


def _proceed(match_id: int, version: int) -> None:
    due_at = records.read(match_id).due_at
    submit_action(match_id=match_id, seat=None, action={"type": "proceed"}, version=version, actor=CLOCK, now=due_at)


async def _record_match(
    party: Make, monkeypatch: pytest.MonkeyPatch, seed: int, seat: int, other: tuple[int, ...] | None
) -> tuple[Frames, Frames]:
    """Frames of every socket, and what the same readers get by HTTP and on coming back."""
    monkeypatch.setattr(MatchChance, "_opened", lambda self: self.__dict__.setdefault("_source_now", Scripted(seat, other)))
    monkeypatch.setattr(MatchChance, "draws", property(lambda self: getattr(self.__dict__.get("_source_now"), "draws", [])))
    table = await in_database(party)(SEATS, options=OPTIONS)
    recording = Recording(table)
    async with AsyncExitStack() as stack:
        await recording.open(stack)
        await recording.run(script(seed, await table.to_act()))
        await recording.run(await recording.open_round())
        await recording.run(await recording.open_round())
        frames = recording.frames()
    records.forget()
    later: Frames = {}
    for name, token in [*((f"seat {index}", table.tokens[index]) for index in range(SEATS)), ("spectator", table.stranger)]:
        state = await in_database(_state)(table.table, token)
        later[name] = [_same(state, table.table.key)]
    return frames, later


def _state(table: Table, token: str) -> str:
    answer = Browser().get(f"/api/v1/tables/{table.key}/state?since=0", headers={"Authorization": f"Bearer {token}"})
    text = answer.content.decode()
    return re.sub(r'"connected":(true|false)', '"connected":0', text)  # people leave one by one


@pytest.mark.parametrize(
    ("seed", "seat", "other"),
    [(1, 0, (0, 0, 0, 0, 0)), (2, 1, (5, 5, 5, 5, 5)), (3, 2, (5, 0, 0, 0, 0))],
)
@override_settings(SOCKET_MESSAGES=10_000, SOCKET_ACTIONS=10_000)
async def test_others_get_the_same_bytes(
    party: Make, monkeypatch: pytest.MonkeyPatch, seed: int, seat: int, other: tuple[int, ...]
) -> None:
    ones, ones_later = await _record_match(party, monkeypatch, seed, seat, None)
    twins, twins_later = await _record_match(party, monkeypatch, seed, seat, other)
    mine = f"seat {seat}"
    for name in ones:
        if not name.startswith(mine):
            assert ones[name] == twins[name], name
    assert ones[f"{mine} json"] != twins[f"{mine} json"]
    assert [_without_own_dice(text, seat) for text in ones[f"{mine} json"]] == [
        _without_own_dice(text, seat) for text in twins[f"{mine} json"]
    ]
    assert [_public(text) for text in ones[f"{mine} html"]] == [_public(text) for text in twins[f"{mine} html"]]
    assert ones[f"{mine} html"] != twins[f"{mine} html"]
    assert {name for name in ones_later if ones_later[name] != twins_later[name]} == {mine}
    assert sum(len(frames) for frames in ones.values()) > 100
    assert '"type":"revealed"' in "".join(ones["spectator json"])


def _without_own_dice(text: str, seat: int) -> Any:
    """A JSON frame with the faces under the reader's own cup covered."""
    message = json.loads(text)
    if message["type"] == "view":
        message["view"]["own"] = None
        for entry in message["events"]:
            if entry["event"]["type"] == "rolled":
                entry["event"]["dice"][seat] = None
    return message


def _public(text: str) -> Any:
    """A page frame without its own part."""
    return {name: value for name, value in json.loads(text).items() if name != "own"}
