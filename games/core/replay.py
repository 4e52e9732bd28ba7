"""Plays a match again from its seats, options and log, without its secret. The log is all there is to a match."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from games.core.chance import Draw, RecordedChance
from games.core.errors import IllegalAction
from games.core.game import Engine, Result, Step
from games.core.registry import game_named

TABLE_ACTIONS = frozenset({"more_time", "pause", "resume", "credit", "end_game", "play_on"})
"""Logged actions that concern the table and not the game: the engine never sees them."""

END_LONG = "end_long"
"""Logged where a long game ended early: the last person has agreed, or computers alone still played. Rules: common.long.*"""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted change: `number` 1, 2, ...; `action` has a `type`: `start`, a game's own action, or what the server did."""

    number: int
    seat: int | None
    by: str
    action: dict[str, Any]
    draws: tuple[Draw, ...]
    events: list[Any]
    at: str = ""


class Replayed(NamedTuple):
    """One entry played again: what was before it (None at the start), what came of it, and its events."""

    entry: Entry
    before: Any
    after: Any
    events: tuple[Any, ...]


class Played(NamedTuple):
    """The last state, the events of each entry, and the result (None while the match runs)."""

    state: Any
    events: list[tuple[Any, ...]]
    result: Result | None


def replay(game: str, seats: int, options: dict[str, Any], log: Sequence[Entry], version: int | None = None) -> Played:
    """`version`: that of the rules, as the match keeps it; None for today's.

    Raises NotInThisGame, RulesError or ValueError when the log is not that of a match of this game.
    """
    engine = game_named(game).engine
    state: Any = None
    events = []
    for step in steps(engine, seats, options, log, version):
        state = step.after
        events.append(step.events)
    return Played(state, events, engine.result(state))


def steps(engine: Engine, seats: int, options: dict[str, Any], log: Iterable[Entry], version: int | None = None) -> Iterator[Replayed]:
    """The match entry by entry. Raises as `replay`."""
    chosen = msgspec.convert(options, engine.Options)
    state: Any = None
    for entry in log:
        chance = RecordedChance(entry.draws)
        step = engine.start(seats, chosen, chance) if state is None else _again(engine, state, entry, chance)
        if state is None and version not in (None, step.state.rules_version):
            step = step._replace(state=_of_version(engine, step.state, version))
        if len(chance.draws) != len(entry.draws):
            raise ValueError(f"entry {entry.number} holds more draws than were asked for")
        yield Replayed(entry, state, step.state, step.events)
        state = step.state


def _of_version(engine: Engine, state: Any, version: int | None) -> Any:
    """The same state under an older version of the rules. Raises NotInThisGame for one that the engine does not know."""
    return engine.load(engine.dump(msgspec.structs.replace(state, rules_version=version)))


def same_events(played: Iterable[tuple[Any, ...]], log: Iterable[Entry]) -> bool:
    """Whether a match played again says what its log says."""
    return [msgspec.json.decode(msgspec.json.encode(step)) for step in played] == [entry.events for entry in log]


def _again(engine: Engine, state: Any, entry: Entry, chance: RecordedChance) -> Step:
    kind = entry.action.get("type")
    if kind in TABLE_ACTIONS:
        return Step(state, ())
    if kind == "proceed":
        return engine.proceed(state, chance)
    if kind in ("abandon", "close"):
        return engine.abandon(state)
    if kind == END_LONG:
        return engine.end_long(state)
    if entry.seat is None:
        raise ValueError(f"entry {entry.number} has no seat")
    if kind == "timeout":
        return engine.timeout(state, entry.seat, chance)
    if kind == "absent":
        return _absent(engine, state, entry.seat, chance)
    if kind == "leave":
        return engine.leave(state, entry.seat, chance)
    if kind == "rejoin":
        return engine.rejoin(state, entry.seat)
    return engine.apply(state, entry.seat, msgspec.convert(entry.action, engine.Action), chance)


def _absent(engine: Engine, state: Any, seat: int, chance: RecordedChance) -> Step:
    """The time-out move, and then the seat leaves unless that made it leave already. Rules: common.clock.absent."""
    moved = engine.timeout(state, seat, chance)
    try:
        left = engine.leave(moved.state, seat, chance)
    except IllegalAction:
        return moved
    return Step(left.state, (*moved.events, *left.events))
