"""Sockets run on a hub per loop and a pool of threads with connections of their own: both end with the test."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from bluffsite.accounts.models import User
from games.play.api.tokens import make_token
from games.play.models import Table
from games.play.services.record import Record, read
from games.play.sockets import hub, threads
from tests.play import people
from tests.play.sockets.clients import Client, in_database


@pytest.fixture(autouse=True)
def _give_connections_back(transactional_db: None) -> Iterator[None]:
    yield
    threads.close_connections()


@pytest.fixture(autouse=True)
async def _end_hub(_give_connections_back: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """The poll and the beat run when a test says so."""
    monkeypatch.setattr(hub, "POLL_SECONDS", 3600.0)
    yield
    await hub.current().stop()


class Party:
    """Persons at a table, each with a token; `client(i)` is the socket of the i-th, `spectator()` one of somebody else."""

    def __init__(self, table: Table, users: list[User], tokens: list[str], stranger: str) -> None:
        self.table, self.users, self.tokens, self.stranger = table, users, tokens, stranger

    def client(self, index: int, **more: Any) -> Client:
        return Client(self.table.key, **{"token": self.tokens[index], "origin": None, **more})

    def spectator(self, **more: Any) -> Client:
        return Client(self.table.key, **{"token": self.stranger, "origin": None, **more})

    async def record(self) -> Record:
        return await in_database(read)(self.table.pk)

    async def to_act(self) -> int:
        record = await self.record()
        waited = record.engine.actors(record.state).waited
        assert waited is not None
        return waited


def _party(persons: int, begun: bool, options: dict[str, Any], is_public: bool, game: str) -> Party:
    users = [people.guest(f"Person {index}") for index in range(persons)]
    make = people.running if begun else people.lobby
    table = make(users[0], *users[1:], size=max(persons, 2), options=options, is_public=is_public, game=game)
    tokens = [make_token(user=user)[0] for user in users]
    return Party(table, users, tokens, make_token(user=people.guest("Stranger"))[0])


@pytest.fixture
def party(transactional_db: None) -> Callable[..., Party]:
    """Make a table with persons in every seat, its match begun unless told otherwise. Call it in a thread (`in_database`)."""

    def make(
        persons: int = 2,
        *,
        begun: bool = True,
        options: dict[str, Any] | None = None,
        is_public: bool = True,
        game: str = people.GAME,
    ) -> Party:
        return _party(persons, begun, options or {}, is_public, game)

    return make
