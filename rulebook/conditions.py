"""When a clause says something at a table: its conditions against the facts of that table. Pure: no Django.

Facts are the table's options and, besides them, `seats`, `game`, `league` (whether it is a league match) and `calls`: `anyone`
where others than the next player may call, else `next`. A switch is `yes` or `no`.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from games.core.game import Game
from games.core.options import CommonOptions
from games.core.registry import all_games, game_named
from rulebook.source import COMMON, Condition

NOT_OPTIONS = {"seats", "game", "calls", "league"}
CALLERS = ("callers", "challengers")
"""Options that say who may call."""


def facts_of(game: Game, options: Mapping[str, Any], seats: int, *, is_league: bool = False) -> dict[str, str]:
    """The facts of a table. `options` may leave out what is as in the plain game."""
    whole = msgspec.to_builtins(game.options()) | dict(options)
    told = [whole[name] for name in CALLERS if name in whole]
    calls = "anyone" if game.calls and "next" not in told else "next"
    besides = {"seats": str(seats), "game": game.slug, "calls": calls, "league": sent(is_league)}
    return {name: sent(value) for name, value in whole.items()} | besides


def sent(value: Any) -> str:
    """A value of an option as documents and forms write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def holds(conditions: Iterable[Condition], facts: Mapping[str, str]) -> bool:
    """A condition on an option that is no more, in an older version of the rules, hides nothing."""
    return all(name not in facts or any(_is(facts[name], value) for value in values) for name, values in conditions)


def _is(fact: str, value: str) -> bool:
    first, _, last = value.partition("-")
    if fact.isdecimal() and first.isdecimal() and last.isdecimal():
        return int(first) <= int(fact) <= int(last)
    return fact == value


def can_be(slug: str, name: str, value: str) -> bool:
    """Whether a fact of some table of this game can have this value. `COMMON` stands for any game."""
    if name == "calls":
        return value in ("anyone", "next")
    if name == "league":
        return value in ("yes", "no")
    games = all_games() if slug == COMMON else [game_named(slug)]
    if name == "game":  # the rules for every table also name games that this site may be without
        return value.isidentifier()
    if name == "seats":
        return any(_is(str(count), value) for game in games for count in range(game.seats[0], game.seats[1] + 1))
    kinds = [field.type for field in msgspec.structs.fields(CommonOptions if slug == COMMON else games[0].options) if field.name == name]
    return any(_fits(kind, value) for kind in kinds)


def _fits(kind: Any, value: str) -> bool:
    plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if plain is bool:
        return value in ("yes", "no")
    if get_origin(plain) is Literal:
        return value in [sent(one) for one in get_args(plain)]
    return all(part.isdecimal() for part in value.split("-", 1))
