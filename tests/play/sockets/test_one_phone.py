"""One phone at the sockets: a hand is sent when its person has said that they have the phone, and at no other time.

Two matches that differ only in dice under a cup that is never taken are the same, byte by byte. Rules: common.one-phone.
"""

import re
from contextlib import AsyncExitStack
from typing import Any

import pytest
from django.test import Client as Browser

from bluffsite.accounts.models import User
from games.play.api.tokens import make_token
from games.play.board import signature
from games.play.models import Table
from games.play.services import record as records
from games.play.services import tables
from games.play.services.actions import Actor, submit_action
from games.play.services.deals import MatchChance
from tests.play.people import GAME, guest
from tests.play.sockets.clients import Client, in_database, session_of
from tests.play.sockets.test_twins import Scripted

pytestmark = pytest.mark.rule("common.one-phone")

NAMES = {0: "Asha Rai", 1: "Bob", 2: "Cem"}


class Phone:
    """The device of a host, at both faces."""

    def __init__(self, **options: Any) -> None:
        self.host: User = guest("Host")
        made = tables.create_table(host=self.host, game=GAME, size=3, people=NAMES, options={"one_phone": True, **options})
        self.table: Table = tables.start(table=made, user=self.host)
        self.token = make_token(user=self.host)[0]
        self.cookie = session_of(self.host)

    def json(self) -> Client:
        return Client(self.table.key, token=self.token, origin=None)

    def html(self) -> Client:
        return Client(self.table.key, cookie=self.cookie, speaks_json=False)

    def record(self) -> records.Record:
        return records.read(self.table.pk)

    def waited(self) -> int:
        record = self.record()
        seat = record.engine.actors(record.state).waited
        assert seat is not None
        return seat

    def dice(self, seat: int) -> list[Any]:
        record = self.record()
        return list(record.engine.view(record.state, seat).own)

    def submit(self, seat: int, action: dict[str, Any]) -> None:
        actor = Actor.person(self.host.pk)
        submit_action(match_id=self.table.pk, seat=seat, action=action, version=self.record().version, actor=actor)

    def over_http(self) -> list[str]:
        """The page, the log and the API's answer, as this host gets them without having taken the phone."""
        browser = Browser()
        browser.force_login(self.host)
        pages = [browser.get(f"/tables/{self.table.key}/{page}").content.decode() for page in ("", "?text=1", "log/")]
        bearer = {"Authorization": f"Bearer {self.token}"}
        return [*pages, browser.get(f"/api/v1/tables/{self.table.key}/state?since=0", headers=bearer).content.decode()]


def same(text: str, key: str) -> str:
    """Without what differs between any two tables and requests."""
    text = re.sub(r'"revision":\d+|"commitment":"\w{64}"|"connected":\w+', "-", text.replace(signature(key), "SIGNED").replace(key, "KEY"))
    text = re.sub(r'(nonce|name="csrfmiddlewaretoken" value|name="token" value)="[^"]*"', "-", text)
    return re.sub(r'id="seat-\d" class="[^"]*"', "-", text).replace('<span class="t-mark">', "")


async def hands(client: Client) -> int:
    """How many hands the newest page of this client has, log and all."""
    newest = await client.view_at(0)
    return sum(str(value).count('class="ld-hand"') for value in newest.values())


async def settled(client: Client) -> dict[str, Any]:
    """The newest state of the table that was sent."""
    await client.send({"type": "ping"})
    await client.next("pong")
    return await client.view_at(0)


async def _match(monkeypatch: pytest.MonkeyPatch, other: tuple[int, ...] | None, hidden: int) -> tuple[list[str], list[str]]:
    """Frames and answers of a round in which the phone is never taken for `hidden`, to whom it comes second."""
    monkeypatch.setattr(MatchChance, "_opened", lambda self: self.__dict__.setdefault("_source_now", Scripted(hidden, other)))
    monkeypatch.setattr(MatchChance, "draws", property(lambda self: getattr(self.__dict__.get("_source_now"), "draws", [])))
    phone = await in_database(Phone)(leave_mode="remove")
    opener = await in_database(phone.waited)()
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(phone.html())
        await settled(page)  # so that the program comes last, and plays
        program = await stack.enter_async_context(phone.json())
        for client in (page, program):
            await settled(client)
            client.raw[:-1] = []
        await program.send({"type": "take", "seat": opener})
        await program.next("view")
        bid = {"type": "bid", "count": 1, "face": 3}
        answer = await program.act((await settled(program))["version"], bid, token="one")
        assert answer["type"] == "accepted", answer
        for client in (page, program):
            version = (await settled(client))["version"]
            assert (await client.act(version, {"type": "challenge"}, token="two"))["code"] == "not_taken"
            for seat in (opener, 3 - opener - hidden, 7):
                await client.send({"type": "take", "seat": seat})
                assert (await client.next("error"))["code"] == "not_your_seat"
            assert (await settled(client)).get("seat") is None
        answers = await in_database(phone.over_http)()
        await in_database(phone.submit)(hidden, {"type": "leave"})  # the round is void: these dice are never opened
        for client in (page, program):
            await settled(client)
        frames = [same(text, phone.table.key) for client in (page, program) for text in client.raw]
    return frames, [same(text, phone.table.key) for text in answers]


async def test_dice_of_a_seat_that_did_not_take_the_phone_change_no_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    opener = Scripted(0, None).lot("match / opener", size=3)
    hidden = (opener + 1) % 3
    ones = await _match(monkeypatch, None, hidden)
    twins = await _match(monkeypatch, (5, 5, 5, 5, 5), hidden)
    assert len(ones[0]) > 12
    assert ones[0] == twins[0]
    assert ones[1] == twins[1]


async def test_one_hand_at_a_time_and_only_while_it_is_its_turn() -> None:
    """UX-602."""
    phone = await in_database(Phone)()
    async with phone.html() as page, AsyncExitStack() as stack:
        await settled(page)  # so that the program comes last, and plays
        program = await stack.enter_async_context(phone.json())
        for number in range(3):
            seat = await in_database(phone.waited)()
            covered, view = await settled(page), await settled(program)
            assert 'id="cover"' in covered["own"]
            assert NAMES[seat] in covered["own"]
            assert NAMES[seat] in covered["title"]
            assert await hands(page) == 0
            assert (view["seat"], view["view"]["own"], view["choices"]) == (None, None, {})
            for client in (page, program):
                await client.send({"type": "take", "seat": seat})
            opened, mine = await settled(page), await settled(program)
            assert await hands(page) == 1
            assert 'id="cover"' not in opened["own"]
            assert (mine["seat"], mine["view"]["own"]) == (seat, await in_database(phone.dice)(seat))
            bid = {"type": "bid", "count": number + 1, "face": 3}
            assert (await program.act(mine["version"], bid, token=f"t{number}"))["type"] == "accepted"
            after = await settled(page)
            assert after["version"] == mine["version"] + 1
            assert await hands(page) == 0


async def test_the_cover_comes_back_when_asked_and_stays() -> None:
    """UX-601."""
    phone = await in_database(Phone)()
    async with phone.html() as page:
        seat = await in_database(phone.waited)()
        await settled(page)
        await page.send({"type": "take", "seat": seat})
        await settled(page)
        assert await hands(page) == 1
        await page.send({"type": "cover"})
        await settled(page)
        assert await hands(page) == 0
        await in_database(phone.submit)(seat, {"type": "pause"})
        await page.send({"type": "take", "seat": seat})
        assert (await page.next("error"))["code"] == "not_your_seat"
        await in_database(phone.submit)(seat, {"type": "resume"})
        await settled(page)
        assert await hands(page) == 0


async def test_who_gets_the_phone_is_said_aloud() -> None:
    phone = await in_database(Phone)()
    async with phone.html() as page:
        first = await settled(page)
        seat = await in_database(phone.waited)()
        await in_database(phone.submit)(seat, {"type": "bid", "count": 1, "face": 3})
        said = (await page.view_at(first["version"] + 1))["say"]
        assert ["assertive", f"Give the phone to {NAMES[(seat + 1) % 3]}."] in said


async def test_the_log_of_a_phone_calls_nobody_you() -> None:
    """UX-602: its lines stay when the phone goes on, so they tell what everybody may know."""
    phone = await in_database(Phone)()
    async with phone.html() as page:
        seat = await in_database(phone.waited)()
        first = await settled(page)
        await page.send({"type": "take", "seat": seat})
        await settled(page)
        await page.act(first["version"], {"type": "bid", "count": 1, "face": 3}, token="one")
        made = await settled(page)
        assert f"{NAMES[seat]} bids" in made["log"]
        assert "You" not in made["log"]
        answers = await in_database(phone.over_http)()
        assert not any("You bid" in answer for answer in answers)


async def test_a_new_connection_has_taken_nothing() -> None:
    phone = await in_database(Phone)()
    async with phone.html() as page:
        seat = await in_database(phone.waited)()
        await settled(page)
        await page.send({"type": "take", "seat": seat})
        await settled(page)
        async with phone.html() as other:
            assert await hands(other) == 0
            await settled(other)
            assert await hands(other) == 0


async def test_over_http_the_request_says_who_has_the_phone() -> None:
    phone = await in_database(Phone)()
    seat = await in_database(phone.waited)()
    browser, bearer = Browser(), {"Authorization": f"Bearer {phone.token}"}
    address = f"/api/v1/tables/{phone.table.key}"

    def ask(path: str) -> Any:
        return browser.get(f"{address}/{path}", headers=bearer)

    def act(**more: Any) -> Any:
        body = {"token": "a", "version": 1, "action": {"type": "bid", "count": 1, "face": 3}, **more}
        return browser.post(f"{address}/act", body, content_type="application/json", headers=bearer)

    assert (await in_database(ask)("state")).json()["view"]["own"] is None
    assert (await in_database(ask)(f"state?take={(seat + 1) % 3}")).status_code == 403
    taken = (await in_database(ask)(f"state?take={seat}")).json()
    assert (taken["seat"], taken["view"]["own"]) == (seat, await in_database(phone.dice)(seat))
    assert (await in_database(act)()).json()["code"] == "not_taken"
    assert (await in_database(act)(seat=(seat + 1) % 3)).json()["code"] == "not_taken"
    assert (await in_database(act)(seat=seat)).status_code == 200
