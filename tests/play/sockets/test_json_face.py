"""What programs are told over the socket, and what they can do there."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.play.sockets.clients import JSON, Client, in_database
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]


async def test_first_message_is_the_position_of_the_own_seat(party: Make) -> None:
    table = await in_database(party)(3)
    async with table.client(1) as socket:
        view = await socket.next("view")
        assert socket.accepted["subprotocol"] == JSON
        assert view["seat"] == 1
        assert len(view["view"]["own"]) == 5
        assert view["version"] == 1
        assert view["events"] == []
        assert [seat["name"] for seat in view["seats"]] == ["Person 0", "Person 1", "Person 2"]
        assert view["table"]["key"] == table.table.key
        assert 0 < view["remaining_ms"] <= 45_000


async def test_an_action_is_accepted_and_shown_to_every_seat(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as actor, table.client(1 - seat) as other:
        await actor.view_at(1)
        await other.view_at(1)
        answer = await actor.act(1, {"type": "bid", "count": 2, "face": 3}, token="one")
        assert answer == {"type": "accepted", "token": "one", "version": 2}
        seen = await other.view_at(2)
        assert [entry["event"] for entry in seen["events"]] == [{"type": "bid", "seat": seat, "count": 2, "face": 3}]
        assert seen["events"][0]["by"] == "person"
        assert seen["choices"]["challenge"] == {"type": "challenge", "open": True}


async def test_a_refusal_names_rule_and_reason_in_the_readers_language(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat, language="nl") as socket:
        await socket.view_at(1)
        answer = await socket.act(1, {"type": "bid", "count": 99, "face": 3})
        assert (answer["code"], answer["rule"], answer["version"]) == ("illegal", "liars_dice.bid.count-limit", 1)
        english = await _reason(table, seat, "en")
        assert answer["message"] != english


async def _reason(table: Party, seat: int, language: str) -> str:
    async with table.client(seat, language=language) as socket:
        await socket.view_at(1)
        return (await socket.act(1, {"type": "bid", "count": 99, "face": 3}))["message"]


async def test_the_same_token_gets_the_same_answer_and_acts_once(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as socket:
        await socket.view_at(1)
        first = await socket.act(1, {"type": "bid", "count": 2, "face": 3}, token="same")
        again = await socket.act(1, {"type": "bid", "count": 2, "face": 3}, token="same")
        assert first == again
        assert (await table.record()).version == 2


async def test_coming_back_with_since_tells_what_was_missed(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as actor, table.client(1 - seat) as other:
        await actor.view_at(1)
        await other.view_at(1)
        await actor.act(1, {"type": "bid", "count": 2, "face": 3})
        await other.act(2, {"type": "bid", "count": 3, "face": 3})
    async with table.client(seat, since=1) as back:
        view = await back.next("view")
        assert [entry["version"] for entry in view["events"]] == [2, 3]
    async with table.client(seat, since=3) as back:
        assert (await back.next("view"))["events"] == []


async def test_a_stranger_sees_a_public_match_without_dice_or_choices(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.spectator() as socket:
        view = await socket.next("view")
        assert (view["seat"], view["choices"], view["view"]["own"]) == (None, {}, None)
        answer = await socket.act(1, {"type": "bid", "count": 2, "face": 3})
        assert answer["code"] == "not_your_seat"


async def test_a_lobby_tells_who_sits_and_when_the_match_begins(party: Make) -> None:
    table = await in_database(party)(2, begun=False)
    async with table.client(0) as socket:
        view = await socket.next("view")
        assert (view["view"], view["version"], view["table"]["phase"]) == (None, 0, "lobby")
        await socket.send({"type": "hello", "part": "ab" * 16})
        answer = await socket.act(0, {"type": "bid", "count": 2, "face": 3})
        assert answer["code"] == "unknown_match"


async def test_ping_is_answered(party: Make) -> None:
    table = await in_database(party)(2)
    async with Client(table.table.key, token=table.tokens[0], origin=None) as socket:
        await socket.send({"type": "ping"})
        assert await socket.next("pong") == {"type": "pong"}


async def test_an_update_that_is_near_is_told_with_the_pong(party: Make, settings: Any, tmp_path: Path) -> None:
    """UX-1504."""
    settings.UPDATE_FILE = tmp_path / "update"
    table = await in_database(party)(2)
    async with Client(table.table.key, token=table.tokens[0], origin=None) as socket:
        for is_near in (True, False):
            settings.UPDATE_FILE.touch() if is_near else settings.UPDATE_FILE.unlink()
            await socket.send({"type": "ping"})
            assert (await socket.next("pong")).get("update", False) is is_near


async def test_the_reference_names_every_key_of_a_message(party: Make) -> None:
    text = (settings.BASE_DIR / "bluffsite" / "docs" / "protocol.md").read_text()
    table = await in_database(party)(2)
    async with table.client(0) as socket:
        view = await socket.next("view")
    assert [key for key in view if f"`{key}`" not in text and f'"{key}"' not in text] == []
    assert [key for seat in view["seats"] for key in seat if key not in text] == []
    assert [key for key in view["table"] if key not in text] == []
