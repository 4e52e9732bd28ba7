"""How a table and its match come into being; for the services that decide when. All inside the caller's transaction.

TableError codes: unknown_game, options (with the rule that conflicts), bad_size, bad_seat, bad_level, nobody_seated,
rated_members, rated_barred.
"""

import os
from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone

from bluffsite.accounts.models import User
from games.core.chance import commitment
from games.core.errors import IllegalOptions, NotInThisGame
from games.core.game import Game
from games.core.registry import game_named
from games.play.models import Match, Seat, Secret, Table
from games.play.ratings import services as ratings
from games.play.services import journal, lobby, rated, seats
from games.play.services.codes import new_code, new_key
from games.play.services.errors import TableError
from games.play.services.parts import read_part


def read_options(game: Game, size: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the table as plain data; where one phone goes round there is no clock unless one is asked for.

    Rules: common.options.validate. Raises TableError: options (with the rule), bad_size.
    """
    if options.get("one_phone") is True:
        options = {"turn_seconds": 0, **options}
    if not isinstance(size, int) or isinstance(size, bool) or not 2 <= size <= game.seats[1]:
        raise TableError("bad_size")
    try:
        chosen = msgspec.convert(dict(options), game.options)
        game.engine.check_table(size, chosen)
    except msgspec.ValidationError:
        raise TableError("options", "common.options.validate") from None
    except IllegalOptions as refused:
        raise TableError("options", refused.rule) from None
    plain: dict[str, Any] = msgspec.to_builtins(chosen)
    return plain


PACE = ("turn_seconds", "bot_speed")
"""Options that say how a table plays, and not by which rules."""


def has_house_rules(game: Game, options: Mapping[str, Any]) -> bool:
    """Whether these options differ from the plain game in more than its pace."""
    plain = msgspec.to_builtins(game.options())
    return any(plain.get(name) != value for name, value in options.items() if name not in PACE)


def game_called(slug: str) -> Game:
    try:
        return game_named(slug)
    except NotInThisGame:
        raise TableError("unknown_game") from None


def hand_out(table: Table, host: User, names: Mapping[int, str], part: str) -> None:
    """The people around one phone sit down: `names` by seat, typed by the host, whose phone it is. Rules: common.one-phone.

    Raises TableError: nobody_seated, bad_seat, bad_part, name_*.
    """
    if not names:
        raise TableError("nobody_seated")
    if not all(isinstance(index, int) and 0 <= index < table.size for index in names):
        raise TableError("bad_seat")
    now, text, shown = timezone.now(), read_part(part), list[str]()
    for index in sorted(names):
        shown.append(seats.typed_name(names[index], shown))
        Seat.objects.filter(table=table, index=index).update(
            user=host, name=shown[-1], part=text, is_held=True, sat_at=now, last_seen=now, is_connected=True
        )
        text = ""
    Table.objects.filter(pk=table.pk).update(code=None)
    lobby.changed(table)


def prepare_rematch(table: Table) -> Table:
    """A lobby like `table`, with its computers, that nobody can find until it begins. Inside the caller's transaction."""
    same = {"size": table.size, "options": table.options, "rated": table.rated, "allows_text": table.allows_text}
    fresh = insert_table(host=table.host, game=table.game, rematch_of=table, **same)
    Table.objects.filter(pk=fresh.pk).update(code=None)
    levels = {seat.index: seat.bot_level for seat in lobby.seats_of(table)}
    insert_seats(fresh, levels)
    return fresh


def insert_table(**fields: Any) -> Table:
    """The row and its secret. The code is unlike that of any table that can be joined."""
    secret = os.urandom(32)
    fields["has_house_rules"] = has_house_rules(game_called(fields["game"]), fields["options"])
    for _ in range(20):
        code = new_code()
        if Table.objects.filter(code=code).exists():
            continue
        try:
            with transaction.atomic():
                table = Table.objects.create(key=new_key(), code=code, commitment=commitment(secret), **fields)
        except IntegrityError:  # taken between the look and the insert
            continue
        Secret.objects.create(table=table, value=secret)
        return table
    raise RuntimeError("no free code found")


def insert_seats(table: Table, levels: Mapping[int, str]) -> None:
    if not all(isinstance(index, int) and 0 <= index < table.size for index in levels):
        raise TableError("bad_seat")
    Seat.objects.bulk_create(
        Seat(table=table, index=index, bot_level=seats.read_level(levels.get(index, ""))) for index in range(table.size)
    )


def begin(table: Table) -> Match:
    """The match of a held lobby begins, inside the caller's transaction.

    Raises TableError: nobody_seated, and where the table is rated: rated_members, rated_barred.
    """
    Seat.objects.filter(table=table, user=None, bot_level="").update(bot_level="normal")
    everyone = list(Seat.objects.select_related("user").filter(table=table))
    persons = [seat.user for seat in everyone if seat.user is not None]
    if not persons:
        raise TableError("nobody_seated")
    if table.rated:
        for person in persons:
            rated.require_may_play(person)
    table.is_calm = any(person.more_time for person in persons)
    table.phase, table.code, table.starts_at = Table.Phase.PLAYING, None, None
    table.save(update_fields=["is_calm", "phase", "code", "starts_at", "rated", "touched_at"])
    User.objects.filter(pk__in=[person.pk for person in persons]).update(last_game=table.game)
    parts = [seat.part for seat in everyone]
    match = journal.begin(table, seats=everyone, parts=parts, now=timezone.now().timestamp())
    if table.rated:
        ratings.enter(match)
    lobby.changed(table)
    return match
