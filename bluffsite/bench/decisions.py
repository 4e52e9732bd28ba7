"""CPU times of what happens between two actions: the computers' decisions, and the engine itself. No database."""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bluffsite.bench.report import Decision, decision_of
from games.core.arena import Played, play_match
from games.core.chance import SecretChance
from games.core.game import LEVELS, Game
from games.core.registry import game_named

SEATS = 4


def measure(slug: str, matches: int) -> list[Decision]:
    """Each level against itself for so many matches, then `apply` and the four views."""
    game = game_named(slug)
    game.bots.preload()
    found = [_decisions(level, [play_match(game, game.options(), [level], seats=SEATS, seed=1, number=n) for n in range(matches)])
             for level in LEVELS]  # fmt: skip
    return [*found, *_engine(game, matches)]


def _decisions(level: str, played: Sequence[Played]) -> Decision:
    return decision_of(f"computer, {level}", [nanoseconds for match in played for seat in match.thought for nanoseconds in seat])


def _engine(game: Game, matches: int) -> list[Decision]:
    applied: list[int] = []
    viewed: list[int] = []
    for number in range(matches):
        _play(game, number, applied, viewed)
    return [decision_of("engine: apply", applied), decision_of(f"engine: {SEATS} views", viewed)]


def _play(game: Game, number: int, applied: list[int], viewed: list[int]) -> None:
    """One match of random choices."""
    from games.core.arena import random_action

    engine, rng = game.engine, Random(number)
    chance = SecretChance(bytes(32), f"bench-{number}", [""] * SEATS)
    import msgspec

    state = engine.start(SEATS, game.options(), chance).state
    while engine.result(state) is None:
        seat = engine.actors(state).waited
        if engine.due(state) is not None or seat is None:
            state = engine.proceed(state, chance).state
            continue
        action = msgspec.convert(random_action(engine.choices(state, seat), rng), engine.Action)
        state = _timed(applied, lambda state=state, seat=seat, action=action: engine.apply(state, seat, action, chance).state)
        _timed(viewed, lambda state=state: [engine.view(state, one) for one in range(SEATS)])


def _timed(times: list[int], call: Callable[..., Any]) -> Any:
    began = time.thread_time_ns()
    result = call()
    times.append(time.thread_time_ns() - began)
    return result
