"""What every registered game costs in CPU: its engine at the largest table, whole random matches, and where its hands are largest.

Pure but for the CPU clock of the thread, so that a busy machine matters little.
"""

import gc
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from bluffsite.bench.report import Decision, Engine, decision_of
from games.core.arena import RANDOM_CALLS, play_match, random_action
from games.core.chance import SecretChance
from games.core.errors import IllegalOptions
from games.core.game import Game

MATCHES = 1000
"""Random matches that the budget speaks of."""
MOST_STEPS = 2000
"""Steps of one match at the largest table that are measured."""
SEARCHED = 6
"""Random matches that are searched for the largest hand."""


def measure(game: Game, seconds: float) -> Engine:
    """A game: `apply` with all views for about `seconds` of CPU, and random matches for as long. `seconds` 0: one match each,
    infinite: all the matches that the budget speaks of.
    """
    gc.collect()
    step, seats = _steps(game, min(seconds, 10.0)), sizes(game)[-1]
    played, spent = _random_matches(game, seconds)
    return Engine(game=game.slug, seats=seats, step=step, random_seats=game.default_seats, random_matches=played, random_cpu=spent)


def _steps(game: Game, seconds: float) -> Decision:
    """CPU of each action of a seat at the largest table, with the view of every seat and of a spectator after it."""
    times: list[int] = []
    began, number = time.thread_time(), 0
    while not times or time.thread_time() - began < seconds:
        for _ in walk(game, sizes(game)[-1], number, times):
            pass
        number += 1
    return decision_of("apply and all views", times)


def _random_matches(game: Game, seconds: float) -> tuple[int, float]:
    """How many random matches of the usual table were played, up to MATCHES, and the CPU seconds that they took."""
    began, number = time.thread_time(), 0
    while number < MATCHES and (not number or time.thread_time() - began < seconds):
        play_match(game, game.options(), ["random"], seats=game.default_seats, seed=1, number=number)
        number += 1
    return number, time.thread_time() - began


def sizes(game: Game) -> list[int]:
    """The numbers of seats that the game's usual options allow, from the smallest."""
    return [seats for seats in range(game.seats[0], game.seats[1] + 1) if _is_allowed(game, seats)]


def _is_allowed(game: Game, seats: int) -> bool:
    try:
        game.engine.check_table(seats, game.options())
    except IllegalOptions:
        return False
    return True


def walk(game: Game, seats: int, number: int, times: list[int] | None = None, options: Any = None) -> Iterator[Any]:
    """The states of a random match. `times` gets the CPU nanoseconds of each action with all views after it. `options`: not the usual."""
    engine, rng = game.engine, Random(f"bench {number}")
    chance = SecretChance(bytes(32), f"bench-{number}", [""] * seats)
    readers = [*range(seats), None]
    state = engine.start(seats, options or game.options(), chance).state
    for _ in range(MOST_STEPS):
        yield state
        if engine.result(state) is not None:
            return
        seat = _who_acts(game, state, rng)
        if seat is None:
            step = engine.proceed(state, chance) if engine.due(state) is not None else engine.end_long(state)
            state = step.state
            continue
        action = _any_action(game, state, seat, rng)
        began = time.thread_time_ns()
        state = engine.apply(state, seat, action, chance).state
        for reader in readers:
            engine.view(state, reader)
        if times is not None:
            times.append(time.thread_time_ns() - began)


def _who_acts(game: Game, state: Any, rng: Random) -> int | None:
    """The seat that acts next: now and then one that may call out of turn. None: the server moves."""
    actors = game.engine.actors(state)
    if actors.may_act and rng.random() < RANDOM_CALLS:
        return rng.choice(actors.may_act)
    return None if game.engine.due(state) is not None or game.engine.is_long(state) else actors.waited


def _any_action(game: Game, state: Any, seat: int, rng: Random) -> Any:
    """A legal action; of a seat that is not waited for, a call."""
    choices: Sequence[Any] = game.engine.choices(state, seat)
    if game.engine.actors(state).waited != seat:
        choices = [choice for choice in choices if choice.type in game.calls]
    return msgspec.convert(random_action(choices, rng), game.engine.Action)


def largest_hand(game: Game, matches: int = SEARCHED) -> tuple[Any, int, int]:
    """The state of some random matches, of few seats and of many, in which a seat that acts holds most; the seat, and how much."""
    best: tuple[Any, int, int] | None = None
    for number in range(matches):
        seats = sizes(game)[-(number % 2)]
        for state in walk(game, seats, number):
            seat = game.engine.actors(state).waited
            if seat is None:
                continue
            held = len(getattr(game.engine.view(state, seat), "own", None) or ())
            if best is None or held > best[2]:
                best = state, seat, held
    assert best is not None, "nobody ever acted"
    return best
