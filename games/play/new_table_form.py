"""The sheet that makes a table: every option of the game read from its Options struct, so that a sixth game needs no form.

Nothing here decides what is allowed: `services.tables.create_table` does. The form only carries what was typed, both ways.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from games.core.errors import IllegalOptions
from games.core.game import LEVELS, Game, Language
from games.core.options import CommonOptions

FRONT = ("turn_seconds", "bot_speed")
"""Options on top of the sheet: they say how it is played, not by which rules."""

NOT_OFFERED = ("one_phone",)
"""Options that are not a row of the sheet: one phone is a door of its own, with a sheet that asks for the names around it."""

ONE_PHONE = {"callers": "next", "challengers": "next"}
"""Where one phone goes round only the seat to act can call, so these options are fixed there. Rules: common.one-phone."""

USUAL = {
    "turn_seconds": (0, 15, 30, 45, 60, 90, 120, 300, 600),
    "max_timeouts": (0, 1, 2, 3, 5, 10),
    "games": (1, 2, 3, 5, 7, 10),
    "call_grace_ms": (0, 300, 500, 1000),
}
"""Values that are offered where a whole number is asked; the standard one is always among them."""

ROUND = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100)
"""What is offered of a number that a game alone has: those of these that its bounds allow."""


CLAUSES = {
    "turn_seconds": "common.clock.start",
    "max_timeouts": "common.clock.expire",
    "leave_mode": "common.leave.when",
    "call_grace_ms": "common.calls.simultaneous",
    "games": "common.match.total",
    "bot_speed": "common.bot.pace",
}
"""The rule of each option that all games have, as an anchor of the rules page; a game names those of its own in its struct."""


class Value(NamedTuple):
    """One value of an option: as sent by the form, what it means, and whether it is chosen."""

    value: str
    meaning: str
    is_chosen: bool


class Option(NamedTuple):
    """One option as the sheet shows it. `standard` is the value of the plain game as sent by the form; `clause` the
    rule id that tells about it, empty where the whole page does; `is_number` asks for short pills.
    """

    name: str
    label: str
    values: tuple[Value, ...]
    standard: str
    clause: str
    is_number: bool

    @property
    def differs(self) -> bool:
        return all(value.value != self.standard for value in self.values if value.is_chosen)

    @property
    def page(self) -> str:
        """The rule page of its clause: `common` for the rules for every table, empty for that of the game."""
        return "common" if self.clause.startswith("common.") else ""


class Size(NamedTuple):
    """A number of seats. `needs` says, where the plain game has fewer seats, which rule asks for more."""

    count: int
    is_chosen: bool
    needs: str


def standard(game: Game) -> CommonOptions:
    """The plain game."""
    return game.options()


def fixed_by_one_phone(game: Game) -> dict[str, str]:
    """The options of this game that one phone for all leaves no choice in, with their value."""
    return {field.name: ONE_PHONE[field.name] for field in msgspec.structs.fields(game.options) if field.name in ONE_PHONE}


def means_something(game: Game, name: str) -> bool:
    """Whether an option does anything in this game: time to collect calls only where several seats may call."""
    return name not in NOT_OFFERED and (name != "call_grace_ms" or bool(game.calls))


def names_of(game: Game) -> set[str]:
    """The offered options."""
    return {field.name for field in msgspec.structs.fields(game.options) if means_something(game, field.name)}


def options_of(game: Game, language: Language, typed: Mapping[str, str]) -> list[Option]:
    """Every offered option in the order of the struct, the game's own first. `typed` is what a form sent before."""
    fields = [field for field in msgspec.structs.fields(game.options) if means_something(game, field.name)]
    common = {field.name for field in msgspec.structs.fields(CommonOptions)}
    fields.sort(key=lambda field: field.name in common)
    return [_option(game, field, language, typed) for field in fields]


def _option(game: Game, field: msgspec.structs.FieldInfo, language: Language, typed: Mapping[str, str]) -> Option:
    plain = _sent(field.default)
    chosen = typed.get(field.name, plain)
    offered = [_sent(value) for value in _values(field)]
    if chosen not in offered and _is_readable(field, chosen):
        offered.append(chosen)
    values = tuple(
        Value(sent, game.words.option(field.name, read_value(field, sent), language)[1], sent == (chosen if chosen in offered else plain))
        for sent in offered
    )
    return Option(field.name, game.words.option(field.name, field.default, language)[0], values, plain, _clause(field), plain.isdecimal())


def _values(field: msgspec.structs.FieldInfo) -> list[Any]:
    """What is offered: both for a switch, all for a list of words, the usual ones for a number."""
    kind = _parts(field)[0]
    if kind is bool:
        return [False, True]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    offered = USUAL.get(field.name) or [number for number in ROUND if _is_readable(field, str(number))]
    return sorted({*offered, field.default})


def _parts(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    """The type, and what is noted on it."""
    return get_args(field.type) if get_origin(field.type) is Annotated else (field.type,)


def _clause(field: msgspec.structs.FieldInfo) -> str:
    noted = [str(note.extra["rule"]) for note in _parts(field)[1:] if isinstance(note, msgspec.Meta) and note.extra]
    return noted[0] if noted else CLAUSES.get(field.name, "")


def _is_readable(field: msgspec.structs.FieldInfo, sent: str) -> bool:
    try:
        msgspec.convert(read_value(field, sent), field.type)
    except msgspec.ValidationError:
        return False
    return True


def read_value(field: msgspec.structs.FieldInfo, sent: str) -> Any:
    """What the form sent as a value of the option's type; text that is none stays text, and the service refuses it."""
    if isinstance(field.default, bool):
        return {"yes": True, "no": False}.get(sent, sent)
    if isinstance(field.default, int):
        return int(sent) if sent.isdecimal() and len(sent) < 9 else sent
    return sent


def _sent(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def read_options(game: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """The options that the form sent, for `create_table`; what is missing is as in the plain game."""
    fields = msgspec.structs.fields(game.options)
    return {field.name: read_value(field, typed[field.name]) for field in fields if field.name in typed and field.name not in NOT_OFFERED}


def sizes(game: Game, chosen: int, language: Language) -> list[Size]:
    """Every number of seats that the game has under any options."""
    return [Size(count, count == chosen, _needs(game, count, language)) for count in range(game.seats[0], game.seats[1] + 1)]


def _needs(game: Game, count: int, language: Language) -> str:
    try:
        game.engine.check_table(count, standard(game))
    except IllegalOptions as refused:
        return game.words.reason(refused.rule, language)
    return ""


def read_size(game: Game, sent: str) -> int:
    """The number of seats that the form sent; text that is none counts as none, and the service refuses it."""
    return int(sent) if sent.isdecimal() and len(sent) < 3 else 0


def levels(size: int, typed: Mapping[str, str]) -> dict[int, str]:
    """Seat -> level of the computer that would fill it, for every seat but the host's."""
    return {seat: typed.get(f"level_{seat}", "normal") for seat in range(1, size)}


def read_people(size: int, typed: Mapping[str, str]) -> dict[int, str]:
    """Seat -> name of each person around one phone; a seat without a name is a computer's. Rules: common.one-phone."""
    names = {seat: typed.get(f"person_{seat}", "").strip() for seat in range(size)}
    return {seat: name for seat, name in names.items() if name}


def people_rows(game: Game, typed: Mapping[str, str], offered: Callable[[int], str]) -> list[tuple[int, str, str]]:
    """(seat, its number for people, name) of every seat that a person around one phone may have."""
    return [(seat, str(seat + 1), typed.get(f"person_{seat}", offered(seat + 1))) for seat in range(game.seats[1])]


def level_rows(game: Game, typed: Mapping[str, str]) -> list[tuple[int, str, str]]:
    """(seat, its number for people, chosen level) of every seat that may be free."""
    most = game.seats[1]
    return [
        (seat, str(seat + 1), typed.get(f"level_{seat}", "normal") if typed.get(f"level_{seat}", "") in LEVELS else "normal")
        for seat in range(1, most)
    ]
