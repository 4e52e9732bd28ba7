"""Bots against each other, for any game: who wins how often, how sure that is, and how long they think. Pure but for the CPU clock.

Games come in blocks that share chance and rotate the levels round the seats, so that each level plays each seat of each
block equally often. The same seed gives the same games in any number of processes.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from time import thread_time_ns
from typing import Any, Literal

import msgspec

from games.core.chance import SecretChance
from games.core.errors import IllegalAction
from games.core.game import Choice, Game
from games.core.registry import game_named

Player = Literal["easy", "normal", "hard", "random"]
PLAYERS: tuple[Player, ...] = ("easy", "normal", "hard", "random")
"""The levels of the bots, and `random`: a uniformly drawn legal choice."""

MOST_MOVES = 100_000
"""A match of bots that takes more moves than this never ends."""

RANDOM_CALLS = 0.1
"""How often the player `random` calls a play of others that it may call."""
_95 = 1.959964


class Played(msgspec.Struct, frozen=True):
    """One match: the player in each seat, places by seat, refused actions by seat, CPU times of all decisions by seat in ns."""

    players: tuple[Player, ...]
    places: tuple[int, ...]
    illegal: tuple[int, ...]
    thought: tuple[tuple[int, ...], ...]


class Score(msgspec.Struct, frozen=True):
    """What one level did. Rates are shares of first places per seat and match; a shared first counts as its part.

    `expected` is the rate if all levels were alike; `low` and `high` bound the 95 % interval; `place` is the mean place.
    `longest_ms` and `p99_ms` are CPU times of a decision in milliseconds.
    """

    level: Player
    seats: int
    rate: float
    expected: float
    low: float
    high: float
    place: float
    decisions: int
    illegal: int
    longest_ms: float
    p99_ms: float


def random_action(choices: Sequence[Choice], rng: Random) -> dict[str, Any]:
    """A legal action: an open choice, one of its patterns and a value for each field, each drawn uniformly."""
    choice = rng.choice([choice for choice in choices if choice.open])
    action = {"type": choice.type}
    if choice.patterns:
        action |= {field: _value(allowed, rng) for field, allowed in rng.choice(choice.patterns).items()}
    return action


def _value(allowed: Any, rng: Random) -> Any:
    if isinstance(allowed, Mapping):
        number = rng.randint(allowed["min"], allowed["max"])
        return rng.sample(allowed["of"], number) if "of" in allowed else number
    return rng.choice(allowed) if isinstance(allowed, list | tuple) else allowed


class _Table:
    """One match being played: the state, and what each seat remembers and has thought."""

    def __init__(self, game: Game, options: Any, players: Sequence[Player], chance: SecretChance, seed: str) -> None:
        self._game, self._players, self._chance = game, players, chance
        seats = len(players)
        self._rngs = [Random(f"{seed} / seat {seat}") for seat in range(seats)]
        self._memories = [game.bots.new_memory(seats, seat) for seat in range(seats)]
        self._illegal = [0] * seats
        self._thought: list[list[int]] = [[] for _ in range(seats)]
        self._order = Random(f"{seed} / order of calls")
        self._state: Any = None
        self._take(game.engine.start(seats, options, chance))

    def _take(self, step: Any) -> None:
        self._state, events = step
        show, remember = self._game.engine.show, self._game.bots.remember
        for seat, player in enumerate(self._players):
            if player == "random":
                continue
            for event in events:
                shown = show(event, seat)
                if shown is not None:
                    self._memories[seat] = remember(self._memories[seat], shown)

    def play(self) -> Played:
        engine = self._game.engine
        for _ in range(MOST_MOVES):
            result = engine.result(self._state)
            if result is not None:
                thought = tuple(map(tuple, self._thought))
                return Played(tuple(self._players), result.places, tuple(self._illegal), thought)
            self._go_on()
        raise RuntimeError(f"a match of {self._game.slug} did not end in {MOST_MOVES} moves")

    def _go_on(self) -> None:
        """What is due, or the end of a game that is too long, or a decision of each seat that may make one now."""
        engine = self._game.engine
        if engine.due(self._state) is not None:
            self._take(engine.proceed(self._state, self._chance))
        elif engine.is_long(self._state):
            self._take(engine.end_long(self._state))
        elif not self._call():
            self._act(engine.actors(self._state).waited)

    def _act(self, seat: int | None) -> None:
        if seat is None:
            raise RuntimeError(f"a match of {self._game.slug} waits for nobody")
        try:
            self._take(self._game.engine.apply(self._state, seat, self._decide(seat), self._chance))
        except IllegalAction:
            self._illegal[seat] += 1
            self._take(self._game.engine.apply(self._state, seat, self._at_random(seat), self._chance))

    def _call(self) -> bool:
        """Each seat that may call the newest play decides once, all on the same position; whether one of them called.

        Calls come in by lot, and are collected and settled by the rules. Rules: common.bot.calls, common.calls.simultaneous.
        """
        actors = self._game.engine.actors(self._state)
        calls = [(seat, call) for seat in actors.may_act if (call := self._decide_on_call(seat)) is not None]
        self._order.shuffle(calls)
        before = self._state
        for seat, call in calls:
            if self._state is before or seat in self._game.engine.actors(self._state).may_act:
                self._take_call(seat, call)
        return self._state is not before

    def _take_call(self, seat: int, call: Any) -> None:
        try:
            self._take(self._game.engine.apply(self._state, seat, call, self._chance))
        except IllegalAction:
            self._illegal[seat] += 1

    def _decide_on_call(self, seat: int) -> Any | None:
        player, rng = self._players[seat], self._rngs[seat]
        if player == "random":
            return self._call_at_random(seat) if rng.random() < RANDOM_CALLS else None
        view = self._game.engine.view(self._state, seat)
        start = thread_time_ns()
        call = self._game.bots.call(view, self._memories[seat], player, rng)
        self._thought[seat].append(thread_time_ns() - start)
        return call

    def _call_at_random(self, seat: int) -> Any:
        engine = self._game.engine
        choices = [choice for choice in engine.choices(self._state, seat) if choice.type in self._game.calls]
        return msgspec.convert(random_action(choices, self._rngs[seat]), engine.Action)

    def _decide(self, seat: int) -> Any:
        player = self._players[seat]
        if player == "random":
            return self._at_random(seat)
        view = self._game.engine.view(self._state, seat)
        start = thread_time_ns()
        action = self._game.bots.choose(view, self._memories[seat], player, self._rngs[seat])
        self._thought[seat].append(thread_time_ns() - start)
        return action

    def _at_random(self, seat: int) -> Any:
        engine = self._game.engine
        return msgspec.convert(random_action(engine.choices(self._state, seat), self._rngs[seat]), engine.Action)


def play_match(game: Game, options: Any, levels: Sequence[Player], *, seats: int, seed: int, number: int) -> Played:
    """The `number`-th match (from 0) of a run. The levels fill the seats by turns and rotate by one each match."""
    block = number // len(levels)
    players = [levels[(seat + number) % len(levels)] for seat in range(seats)]
    secret = sha256(f"arena {seed} / block {block}".encode()).digest()
    chance = SecretChance(secret, f"arena-{block}", [""] * seats)
    return _Table(game, options, players, chance, f"arena {seed} / match {number}").play()


class Plan(msgspec.Struct, frozen=True):
    """A run of matches: the game by slug, its options as data, the levels, and how many seats and matches."""

    game: str
    options: dict[str, Any]
    levels: tuple[Player, ...]
    seats: int
    matches: int
    seed: int


def play_part(plan: Plan, first: int, step: int) -> list[tuple[int, Played]]:
    """Every `step`-th match of a plan from number `first`, with its number: the share of one process."""
    game = game_named(plan.game)
    options = msgspec.convert(plan.options, game.options)
    game.bots.preload()
    numbers = range(first, whole_blocks(plan.matches, plan.levels), step)
    return [(number, play_match(game, options, plan.levels, seats=plan.seats, seed=plan.seed, number=number)) for number in numbers]


def check(plan: Plan) -> None:
    """Raises NotInThisGame, msgspec.ValidationError or IllegalOptions for a plan that cannot be played."""
    game = game_named(plan.game)
    game.engine.check_table(plan.seats, msgspec.convert(plan.options, game.options))


def whole_blocks(matches: int, levels: Sequence[Player]) -> int:
    """The number of matches rounded up to whole blocks."""
    return -(-matches // len(levels)) * len(levels)


def score(played: Sequence[Played], levels: Sequence[Player]) -> list[Score]:
    """What each level did in whole blocks of matches in order, best first."""
    return sorted((_score(played, level, len(levels)) for level in dict.fromkeys(levels)), key=lambda one: -one.rate)


def _score(played: Sequence[Played], level: Player, block: int) -> Score:
    seats = [[seat for seat, player in enumerate(match.players) if player == level] for match in played]
    total = sum(map(len, seats))
    if not total:
        raise ValueError(f"{level} never sat down: more levels than seats times matches")
    firsts = [_firsts(match.places, own) for match, own in zip(played, seats, strict=True)]
    per_block = [sum(firsts[at : at + block]) / block for at in range(0, len(firsts), block)]
    scale = len(played) / total  # from first places per match to first places per seat
    low, high = interval(per_block, block)
    rate = sum(firsts) / total
    times = sorted(time for match, own in zip(played, seats, strict=True) for seat in own for time in match.thought[seat])
    return Score(
        level=level,
        seats=total,
        rate=rate,
        expected=sum(len(own) / len(match.players) for match, own in zip(played, seats, strict=True)) / total,
        low=min(rate, low * scale),
        high=max(rate, min(1.0, high * scale)),
        place=sum(match.places[seat] for match, own in zip(played, seats, strict=True) for seat in own) / total,
        decisions=len(times),
        illegal=sum(match.illegal[seat] for match, own in zip(played, seats, strict=True) for seat in own),
        longest_ms=times[-1] / 1e6 if times else 0.0,
        p99_ms=times[min(len(times) - 1, len(times) * 99 // 100)] / 1e6 if times else 0.0,
    )


def _firsts(places: Sequence[int], own: Sequence[int]) -> float:
    """How many first places these seats took; k seats that share the first place took 1 / k each."""
    best = min(places)
    return sum(1 for seat in own if places[seat] == best) / places.count(best)


def interval(per_block: Sequence[float], block: int) -> tuple[float, float]:
    """A 95 % interval for the mean of shares of 0 to 1, one for each block of matches.

    Wilson's interval with the number of matches that would spread as much if they were independent: matches of a block
    share their dice, so blocks are what is independent. With few blocks or no spread it falls back on `block` each.
    """
    blocks = len(per_block)
    mean = sum(per_block) / blocks
    number = float(blocks * block)
    spread = sum((value - mean) ** 2 for value in per_block)
    if blocks > 20 and spread > 0 and 0 < mean < 1:
        number = mean * (1 - mean) / (spread / (blocks - 1) / blocks)
    return wilson(mean, number)


def wilson(rate: float, number: float) -> tuple[float, float]:
    """The 95 % interval of Wilson for a rate seen in so many independent trials."""
    square = _95**2
    middle = (rate + square / (2 * number)) / (1 + square / number)
    half = _95 * sqrt(rate * (1 - rate) / number + square / (4 * number**2)) / (1 + square / number)
    return max(0.0, middle - half), min(1.0, middle + half)


def player_named(text: str) -> Player:
    """Raises ValueError that names them all."""
    for player in PLAYERS:
        if player == text:
            return player
    raise ValueError(f"there is no level {text!r}: {', '.join(PLAYERS)}")
