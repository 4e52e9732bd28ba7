"""Users, tables and running matches for the load, made in bulk; the matches begin through the journal like any other."""

import os
import secrets
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import transaction
from django.utils import timezone

from bluffsite.accounts.models import ApiToken, User
from games.core.chance import commitment
from games.core.registry import game_named
from games.play.api.tokens import LIFETIME, digest_of
from games.play.models import Seat, Secret, Table
from games.play.services import journal
from games.play.services.codes import new_key

GAME = "liars_dice"
SEATS = 4
OPTIONS: dict[str, Any] = {"turn_seconds": 3600, "loss": "one", "games": 20, "bot_speed": "fast", "max_timeouts": 0}
"""One die a count and twenty games: a match lasts for as many actions as the load may want."""
AT_ONCE = 250  # tables per transaction


class Made(NamedTuple):
    """A running match. `tokens` and `users` by seat."""

    table_id: int
    key: str
    tokens: tuple[str, ...]
    users: tuple[int, ...]


def make(
    number: int, languages: Sequence[str], game: str = GAME, *, seats: int = SEATS, options: dict[str, Any] | None = None
) -> list[Made]:
    """So many tables of persons; the languages go round the seats. `options`: not those of the load."""
    kind = _Kind(game, seats, OPTIONS if options is None else options)
    return [made for first in range(0, number, AT_ONCE) for made in _make(min(AT_ONCE, number - first), languages, kind)]


class _Kind(NamedTuple):
    game: str
    seats: int
    options: dict[str, Any]


def _make(number: int, languages: Sequence[str], kind: _Kind) -> Iterator[Made]:
    users = [_user(languages[index % len(languages)]) for index in range(number * kind.seats)]
    tokens = [secrets.token_urlsafe(32) for _ in users]
    keys = [os.urandom(32) for _ in range(number)]
    with transaction.atomic():
        users = User.objects.bulk_create(users)
        tables = Table.objects.bulk_create(_table(secret, kind) for secret in keys)
        Secret.objects.bulk_create(Secret(table=table, value=secret) for table, secret in zip(tables, keys, strict=True))
        expires = timezone.now() + LIFETIME
        ApiToken.objects.bulk_create(
            ApiToken(user=user, digest=digest_of(token), expires_at=expires) for user, token in zip(users, tokens, strict=True)
        )
        for at, table in enumerate(tables):
            here = slice(at * kind.seats, (at + 1) * kind.seats)
            seats = Seat.objects.bulk_create(_seat(table, index, user) for index, user in enumerate(users[here]))
            journal.begin(table, seats=seats, parts=[""] * kind.seats, now=time.time())
    for at, table in enumerate(tables):
        here = slice(at * kind.seats, (at + 1) * kind.seats)
        yield Made(table.pk, table.key, tuple(tokens[here]), tuple(user.pk for user in users[here]))


def _user(language: str) -> User:
    return User(username=f"bench-{secrets.token_hex(8)}", display_name="Guest 1", is_guest=True, language=language, password="!")  # noqa: S106


def _table(secret: bytes, kind: _Kind) -> Table:
    options = msgspec.to_builtins(msgspec.convert(kind.options, game_named(kind.game).options))
    return Table(key=new_key(), game=kind.game, options=options, size=kind.seats, phase=Table.Phase.PLAYING, commitment=commitment(secret))


def _seat(table: Table, index: int, user: User) -> Seat:
    now = timezone.now()
    return Seat(table=table, index=index, user=user, name=f"Guest {index + 1}", sat_at=now, last_seen=now)
