"""Who may open a socket, and with which code the others are sent away."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from bluffsite.accounts.models import ApiToken, User
from games.play.models import Table
from games.play.services import seats
from games.play.sockets import hub, limits
from games.play.sockets.codes import Close
from games.play.sockets.door import origin_is_ours
from tests.play.sockets.clients import Client, in_database, session_of
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]


@pytest.mark.parametrize(
    ("origin", "host", "is_ours"),
    [
        ("http://testserver", "testserver", True),
        ("http://testserver:80", "testserver", True),
        ("http://TESTSERVER", "testserver", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),  # the address that was asked for, if it is one of ours
        ("", "testserver", False),
        ("null", "testserver", False),
        ("https://testserver", "testserver", False),
        ("http://testserver:8001", "testserver", False),
        ("http://testserver:8001", "testserver:8000", False),
        ("http://evil.example", "testserver", False),
        ("http://evil.example", "evil.example", False),  # a foreign name that leads here
        ("http://testserver.evil.example", "testserver", False),
        ("http://evil.example@testserver", "testserver", False),
        ("http://testserver/path", "testserver", False),
        ("http://testserver:99999999", "testserver", False),
        ("http://[", "testserver", False),
    ],
)
def test_origin(origin: str, host: str, is_ours: bool) -> None:
    assert origin_is_ours(origin, host) is is_ours


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://testserver:8001", "https://testserver"])
async def test_a_cookie_needs_our_own_origin(party: Make, origin: str | None) -> None:
    table = await in_database(party)(2)
    cookie = await in_database(session_of)(table.users[0])
    async with Client(table.table.key, cookie=cookie, origin=origin) as socket:
        assert await socket.closed() == Close.FORBIDDEN


async def test_a_cookie_with_our_origin_is_its_person(party: Make) -> None:
    table = await in_database(party)(2)
    cookie = await in_database(session_of)(table.users[1])
    async with Client(table.table.key, cookie=cookie) as socket:
        assert (await socket.next("view"))["seat"] == 1


async def test_two_origins_count_as_none(party: Make) -> None:
    table = await in_database(party)(2)
    async with Client(table.table.key, more_headers=((b"origin", b"http://evil.example"),)) as socket:
        assert await socket.closed() == Close.FORBIDDEN


async def test_cookies_beside_a_token_count_for_nothing(party: Make) -> None:
    table = await in_database(party)(2)
    cookie = await in_database(session_of)(table.users[0])
    async with Client(table.table.key, cookie=cookie, token=table.stranger, origin=None) as socket:
        assert (await socket.next("view"))["seat"] is None


@pytest.mark.parametrize("token", ["nonsense", "", "x" * 5000])
async def test_an_unknown_token_is_signed_out(party: Make, token: str) -> None:
    table = await in_database(party)(2)
    async with Client(table.table.key, token=token, origin=None) as socket:
        assert await socket.closed() == Close.SIGNED_OUT


async def test_an_expired_token_is_signed_out(party: Make) -> None:
    table = await in_database(party)(2)
    await in_database(ApiToken.objects.update)(expires_at=timezone.now() - timedelta(seconds=1))
    async with table.client(0) as socket:
        assert await socket.closed() == Close.SIGNED_OUT


@pytest.mark.parametrize("cookie", ["unknown", "a" * 32, "..;'--"])
async def test_an_unknown_session_is_signed_out(party: Make, cookie: str) -> None:
    table = await in_database(party)(2)
    async with Client(table.table.key, cookie=cookie) as socket:
        assert await socket.closed() == Close.SIGNED_OUT


async def test_an_expired_session_is_signed_out(party: Make) -> None:
    table = await in_database(party)(2)
    cookie = await in_database(session_of)(table.users[0])
    await in_database(Session.objects.update)(expire_date=timezone.now() - timedelta(seconds=1))
    async with Client(table.table.key, cookie=cookie) as socket:
        assert await socket.closed() == Close.SIGNED_OUT


async def _end_session(table: Party) -> None:
    await in_database(Session.objects.all().delete)()


async def _end_token(table: Party) -> None:
    await in_database(ApiToken.objects.all().delete)()


async def _change_password(table: Party) -> None:
    await in_database(User.objects.filter(pk=table.users[0].pk).update)(password="new")


async def _deactivate(table: Party) -> None:
    await in_database(User.objects.filter(pk=table.users[0].pk).update)(is_active=False)


@pytest.mark.parametrize("end", [_end_session, _change_password, _deactivate])
async def test_a_session_that_ends_while_the_socket_is_open_closes_it(party: Make, end: Callable[..., object]) -> None:
    table = await in_database(party)(2)
    cookie = await in_database(session_of)(table.users[0])
    async with Client(table.table.key, cookie=cookie) as socket:
        await socket.next("view")
        await hub.current().beat()
        await end(table)
        await hub.current().beat()
        assert await socket.closed() == Close.SIGNED_OUT


async def test_a_token_that_ends_while_the_socket_is_open_closes_it(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as socket:
        await socket.next("view")
        await _end_token(table)
        await hub.current().beat()
        assert await socket.closed() == Close.SIGNED_OUT


@pytest.mark.parametrize("path", ["/ws/tables/nosuchtable/", "/ws/tables//", "/ws/", "/ws/tables/a/b/", "/elsewhere", "/ws/tables/%2e%2e/"])
async def test_unknown_addresses(party: Make, path: str) -> None:
    table = await in_database(party)(2)
    async with table.client(0, path=path) as socket:
        assert await socket.closed() == Close.UNKNOWN_TABLE


async def test_a_link_only_match_is_not_there_for_strangers(party: Make) -> None:
    table = await in_database(party)(2, is_public=False)
    async with table.spectator() as socket:
        assert await socket.closed() == Close.UNKNOWN_TABLE


async def test_who_only_looked_at_a_link_only_lobby_is_sent_away_when_it_begins(party: Make) -> None:
    table = await in_database(party)(2, begun=False, is_public=False)
    async with table.spectator() as socket, table.client(0) as host:
        assert (await socket.next("view"))["table"]["phase"] == "lobby"
        await host.next("view")
        await _start(table)
        assert await socket.closed() == Close.FORBIDDEN
        assert all(json.loads(text)["view"] is None for text in socket.raw)
        assert (await host.view_at(1))["view"] is not None


async def _start(table: Party) -> None:
    from games.play.services import tables

    await in_database(tables.start)(table=table.table, user=table.users[0])


async def test_sitting_down_makes_the_open_socket_the_seats(party: Make) -> None:
    table = await in_database(party)(2, begun=False)
    table.table = await in_database(Table.objects.get)(pk=table.table.pk)
    await in_database(seats.stand)(table=table.table, user=table.users[1])
    async with table.client(1) as socket:
        assert (await socket.next("view"))["seat"] is None
        await in_database(seats.sit)(table=table.table, user=table.users[1])
        has_seat = plays = False
        while not (has_seat and plays):  # the two are told in either order
            message = await socket.next("view", "control")
            has_seat = has_seat or message.get("seat") is not None
            plays = plays or message == {"type": "control", "yours": True}


async def test_one_person_may_not_open_sockets_without_end(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SOCKETS_PER_PERSON", 2)
    table = await in_database(party)(2)
    async with table.client(0) as first, table.client(0) as second:
        await first.next("view")
        await second.next("view")
        async with table.client(0) as third:
            assert await third.closed() == Close.FLOOD
        async with table.client(1) as other:
            await other.next("view")
    async with table.client(0) as again:
        await again.next("view")
    assert not hub.current().people
