"""Random matches of any game, played through the contract alone.

`python -m tests.games.core.walks liars_dice SEED > tests/games/liars_dice/recorded.json` records one.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from games.core.chance import SecretChance
from games.core.errors import IllegalAction
from games.core.game import Choice, Game, Step
from games.core.registry import game_named

MOST_STEPS = 12_000
CALLS = 0.15
"""How often somebody who may act out of turn does, at each step."""


@dataclass(frozen=True)
class Moment:
    """A state that a walk has reached: by which call (`name`, arguments but chance), with which events and draws."""

    state: Any
    call: tuple[Any, ...]
    events: tuple[Any, ...]
    draws: tuple[Any, ...]


@dataclass
class Walk:
    """A random match. `trouble` is the chance per step of a time-out, a leaving or a coming back instead of an action.

    Whoever may act out of turn sometimes does, also while calls are collected. A game that is long is ended.
    """

    game: Game
    seats: int
    options: Any
    seed: int
    trouble: float = 0.0
    chance: SecretChance = field(init=False)
    rng: Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        self.chance = SecretChance(self.rng.randbytes(32), f"walk {self.seed}", [""] * self.seats)

    def moments(self) -> Iterator[Moment]:
        """From the start to the end of the match; fails when it does not end."""
        state = None
        for _ in range(MOST_STEPS):
            call = self._next_call(state)
            before = len(self.chance.draws)
            step = perform(self.game, state, call, self.chance)
            state = step.state
            yield Moment(state, call, tuple(step.events), tuple(self.chance.draws[before:]))
            if self.game.engine.result(state) is not None:
                return
        raise AssertionError(f"a match of {self.game.slug} did not end in {MOST_STEPS} steps")

    def states(self) -> Iterator[Any]:
        return (moment.state for moment in self.moments())

    def _next_call(self, state: Any) -> tuple[Any, ...]:
        engine, rng = self.game.engine, self.rng
        if state is None:
            return ("start", self.seats, self.options)
        waited, may_act, _ = msgspec.structs.astuple(engine.actors(state))
        if rng.random() < self.trouble and (call := self._trouble(state, waited)):
            return call
        if may_act and rng.random() < CALLS:
            seat = rng.choice(may_act)
            return ("apply", seat, random_action(self.game, state, seat, rng, only=self.game.calls))
        if engine.due(state) is not None:
            return ("proceed",)
        if engine.is_long(state):
            return ("end_long",)
        return ("apply", waited, random_action(self.game, state, waited, rng))

    def _trouble(self, state: Any, waited: int | None) -> tuple[Any, ...] | None:
        engine, rng = self.game.engine, self.rng
        seat = rng.randrange(self.seats)
        if waited is not None and rng.random() < 0.6:
            return ("timeout", waited)
        if seat in engine.away(state):
            return ("rejoin", seat)
        return ("leave", seat) if may_leave(self.game, state, seat) else None


def perform(game: Game, state: Any, call: tuple[Any, ...], chance: Any) -> Step:
    """One call of the engine, as `Moment.call` names it."""
    name, *arguments = call
    if name == "start":
        return game.engine.start(*arguments, chance)
    if name in ("rejoin", "abandon", "end_long"):
        return getattr(game.engine, name)(state, *arguments)
    return getattr(game.engine, name)(state, *arguments, chance)


def may_leave(game: Game, state: Any, seat: int) -> bool:
    try:
        game.engine.leave(state, seat, SecretChance(bytes(32), "asked", []))
    except IllegalAction:
        return False
    return True


def random_action(game: Game, state: Any, seat: int, rng: Random, *, only: tuple[str, ...] | None = None) -> Any:
    """Any action that the choices of the seat name; each open type, of these `only`, then each pattern, is equally likely."""
    open_now = [choice for choice in game.engine.choices(state, seat) if choice.open and (only is None or choice.type in only)]
    assert open_now, f"seat {seat} may act and may do nothing"
    choice = rng.choice(open_now)
    fields = {name: _any_of(allowed, rng) for name, allowed in (rng.choice(choice.patterns) if choice.patterns else {}).items()}
    return read_action(game, {"type": choice.type, **fields})


def read_action(game: Game, raw: dict[str, Any]) -> Any:
    return msgspec.convert(raw, game.engine.Action)


def _any_of(allowed: Any, rng: Random) -> Any:
    if isinstance(allowed, dict):
        number = allowed["min"] if rng.random() < 0.7 else rng.randint(allowed["min"], allowed["max"])
        return rng.sample(allowed["of"], number) if "of" in allowed else number
    return rng.choice(allowed) if isinstance(allowed, list) else allowed


def fits(raw: dict[str, Any], choices: tuple[Choice, ...]) -> bool:
    """Whether the choices name this action as legal."""
    choice = next((choice for choice in choices if choice.type == raw["type"]), None)
    if choice is None or not choice.open:
        return False
    fields = {name: value for name, value in raw.items() if name != "type"}
    return not fields if not choice.patterns else any(_fits_pattern(fields, pattern) for pattern in choice.patterns)


def _fits_pattern(fields: dict[str, Any], pattern: dict[str, Any]) -> bool:
    return fields.keys() == pattern.keys() and all(_allows(pattern[name], value) for name, value in fields.items())


def _allows(allowed: Any, value: Any) -> bool:
    if isinstance(allowed, dict) and "of" in allowed:
        return (
            isinstance(value, list | tuple)
            and allowed["min"] <= len(value) <= allowed["max"]
            and not Counter(value) - Counter(allowed["of"])
        )
    if isinstance(allowed, dict):
        return isinstance(value, int) and allowed["min"] <= value <= allowed["max"]
    return value in allowed if isinstance(allowed, list) else value == allowed


def candidates(choices: tuple[Choice, ...]) -> list[dict[str, Any]]:
    """Every action that these choices name, and as many near misses: each number one too low and one too high."""
    found: list[dict[str, Any]] = []
    for choice in choices:
        pools: dict[str, list[Any]] = {}
        for pattern in choice.patterns:
            for name, allowed in pattern.items():
                pools.setdefault(name, []).extend(value for value in _around(allowed) if value not in pools[name])
        actions: list[dict[str, Any]] = [{"type": choice.type}]
        for name, pool in pools.items():
            actions = [{**action, name: value} for action in actions for value in pool]
        found += actions
    return found


def _around(allowed: Any) -> list[Any]:
    if isinstance(allowed, dict) and "of" in allowed:
        few, many = max(0, allowed["min"] - 1), min(len(allowed["of"]), allowed["max"] + 1)
        return [[], *(allowed["of"][:number] for number in {few, many}), *([item] for item in allowed["of"][-3:]), ["no card"]]
    if isinstance(allowed, dict):
        return list(range(allowed["min"] - 1, allowed["max"] + 2))
    return allowed if isinstance(allowed, list) else [allowed]


def recorded(walk: Walk) -> dict[str, Any]:
    """A whole match as plain JSON: what was asked, what was drawn, what was told, how it ended."""
    moments = list(walk.moments())
    plain: dict[str, Any] = msgspec.to_builtins(
        {
            "seats": walk.seats,
            "options": walk.options,
            "calls": [moment.call for moment in moments[1:]],
            "draws": walk.chance.draws,
            "events": [event for moment in moments for event in moment.events],
            "result": walk.game.engine.result(moments[-1].state),
        }
    )
    return plain


if __name__ == "__main__":
    game = game_named(sys.argv[1])
    walk = Walk(game, game.default_seats, game.options(games=2), int(sys.argv[2]), trouble=0.1)
    sys.stdout.write(json.dumps(recorded(walk), ensure_ascii=False) + "\n")
