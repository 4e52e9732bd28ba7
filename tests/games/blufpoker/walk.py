"""Matches in which seats play at random, by levels, and sometimes run out of time or leave: what bots may meet."""

from random import Random

import msgspec

from games.blufpoker import bot, engine
from games.blufpoker.state import Options
from games.core.arena import random_action
from games.core.chance import SecretChance
from games.core.game import LEVELS


def chance(seed):
    return SecretChance(seed.to_bytes(32, "big"), "test", [])


def any_table(rng):
    """Seats and options as a host might choose them, more often than not unusual ones."""
    options = Options(
        penalty_limit=rng.choice([1, 2, 3, 6, 20]),
        sixes=rng.random() < 0.5,
        blind_pass=rng.random() < 0.5,
        three_throws=rng.random() < 0.5,
        choose_direction=rng.random() < 0.5,
        swap_seats=rng.choice(["off", "round", "game"]),
        games=rng.choice([1, 1, 2]),
        leave_mode=rng.choice(["bot", "remove"]),
    )
    return rng.randint(3, 6), options


class Walk:
    """A match. `decisions` yields what comes to be decided; `shown` by seat all events as it was shown them."""

    def __init__(self, seed, *, seats=None, options=None, wild=0.3):
        self.rng, self.chance, self.wild = Random(seed), chance(seed), wild
        drawn, drawn_options = any_table(self.rng)
        self.seats, self.options = seats or drawn, options or drawn_options
        self.memories = [bot.new_memory(self.seats, seat) for seat in range(self.seats)]
        self.shown = [[] for _ in range(self.seats)]
        self._take(engine.start(self.seats, self.options, self.chance))

    def _take(self, step):
        self.state = step.state
        for seat in range(self.seats):
            for event in (engine.show(event, seat) for event in step.events):
                if event is not None:
                    self.shown[seat].append(event)
                    self.memories[seat] = bot.remember(self.memories[seat], event)

    def decisions(self):
        """(state, seat, memory) of each decision of the match."""
        while engine.result(self.state) is None:
            if engine.due(self.state):
                self._take(engine.proceed(self.state, self.chance))
                continue
            seat = engine.actors(self.state).waited
            yield self.state, seat, self.memories[seat]
            self._take(self._move(seat))

    def _move(self, seat):
        luck = self.rng.random()
        if luck < 0.004 and seat not in engine.away(self.state):
            return engine.leave(self.state, seat, self.chance)
        if luck < 0.01:
            return engine.timeout(self.state, seat, self.chance)
        if luck < self.wild:
            action = msgspec.convert(random_action(engine.choices(self.state, seat), self.rng), engine.Action)
        else:
            action = bot.choose(engine.view(self.state, seat), self.memories[seat], self.rng.choice(LEVELS), self.rng)
        return engine.apply(self.state, seat, action, self.chance)
