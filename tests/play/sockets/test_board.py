"""The big screen at its socket: the frames of a spectator, also at tables where others may not look on (UX-605)."""

import pytest

from games.play import board
from tests.play.sockets.clients import Client, Closed, in_database, session_of

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
PLAIN = {"turn_seconds": 0}


def screen(key: str, link: str, **more) -> Client:
    return Client(key, query=f"board={link}", **more)


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("speaks_json", [False, True])
async def test_it_gets_the_bytes_of_a_spectator_also_when_a_player_is_signed_in_there(party, speaks_json: bool) -> None:
    table = await in_database(party)(2, options=PLAIN)
    cookie, key = await in_database(session_of)(table.users[0]), table.table.key
    async with (
        Client(key, speaks_json=speaks_json) as spectator,
        screen(key, board.signature(key), cookie=cookie, speaks_json=speaks_json) as big,
    ):
        await spectator.receive()
        await big.receive()
        seat = await table.to_act()
        async with table.client(seat) as player:
            await player.receive()
            version = (await table.record()).version
            await player.send({"type": "act", "token": "t-1", "version": version, "action": {"type": "bid", "count": 2, "face": 3}})
            await spectator.receive()
            await big.receive()
        assert spectator.raw == big.raw
        assert len(big.raw) >= 2


async def test_link_of_those_who_sit_opens_a_private_match(party) -> None:
    table = await in_database(party)(2, options=PLAIN, is_public=False)
    key = table.table.key
    async with screen(key, board.signature(key)) as big:
        assert (await big.receive())["type"] == "view"


@pytest.mark.parametrize("link", ["", "wrong", "%00"])
async def test_private_match_stays_shut_without_it(party, link: str) -> None:
    table = await in_database(party)(2, options=PLAIN, is_public=False)
    cookie = await in_database(session_of)(table.users[0])
    async with screen(table.table.key, link, cookie=cookie) as big:
        with pytest.raises(Closed) as closed:
            await big.receive()
    assert closed.value.code == 4404


async def test_it_cannot_act(party) -> None:
    table = await in_database(party)(2, options=PLAIN)
    cookie, key = await in_database(session_of)(table.users[0]), table.table.key
    async with screen(key, board.signature(key), cookie=cookie) as big:
        version = (await big.receive())["version"]
        await big.send({"type": "act", "token": "t-1", "version": version, "action": {"type": "bid", "count": 2, "face": 3}})
        assert (await big.receive())["code"] == "not_your_seat"
