"""A whole match of three computers as a player downloads it, made without a site."""

from random import Random

import msgspec

from games.core.chance import SecretChance, commitment
from games.core.fairness import FORMAT, seal
from games.core.registry import game_named

SECRET = bytes(range(32))
TABLE = "Qm9uam91ci1CbHVmZnNpdA"
PARTS = ["00ff00ff00ff00ff", "", "ab" * 16]


def plain(value):
    return msgspec.json.decode(msgspec.json.encode(value))


def played_record() -> bytes:
    """The sealed file of a match of two games."""
    game = game_named("liars_dice")
    engine, bots, rng = game.engine, game.bots, Random(7)
    options = engine.Options(games=2)
    log = []

    def entry(seat, by, action, take):
        chance = SecretChance(SECRET, TABLE, PARTS)
        step = take(chance)
        log.append(
            {
                "number": len(log) + 1,
                "seat": seat,
                "by": by,
                "action": plain(action),
                "draws": plain(chance.draws),
                "events": plain(step.events),
                "at": "2026-11-30T12:00:00+00:00",
            }
        )
        return step

    step = entry(None, "server", {"type": "start"}, lambda chance: engine.start(3, options, chance))
    memories = [bots.new_memory(3, seat) for seat in range(3)]
    while engine.result(step.state) is None:
        for seat in range(3):
            for event in step.events:
                if (shown := engine.show(event, seat)) is not None:
                    memories[seat] = bots.remember(memories[seat], shown)
        state = step.state
        if engine.due(state):
            step = entry(None, "clock", {"type": "proceed"}, lambda chance, state=state: engine.proceed(state, chance))
            continue
        seat = engine.actors(state).waited
        action = bots.choose(engine.view(state, seat), memories[seat], "easy", rng)
        step = entry(seat, "bot", action, lambda chance, state=state, seat=seat, action=action: engine.apply(state, seat, action, chance))
    return seal(
        {
            "format": FORMAT,
            "table": TABLE,
            "game": "liars_dice",
            "rules_version": game.rules_version,
            "seats": 3,
            "options": plain(options),
            "commitment": commitment(SECRET),
            "secret": SECRET.hex(),
            "parts": PARTS,
            "names": ["Anna", "Bob", "आशा"],
            "log": log,
            "result": plain(engine.result(step.state)),
        }
    )
