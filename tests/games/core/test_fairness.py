"""A record checks out if nothing was touched, and any changed byte shows."""

import contextlib
import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from games.core.chance import SecretChance, commitment
from games.core.fairness import FORMAT, NotARecord, seal, verify
from games.core.registry import game_named

SECRET = bytes(range(32))
TABLE = "Qm9uam91ci1CbHVmZnNpdA"
PARTS = ["00ff00ff00ff00ff", "", "ab" * 16]
VECTORS = Path(__file__).parents[3] / "bluffsite" / "static" / "fair" / "vectors.json"


def plain(value):
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.fixture(scope="module")
def record() -> bytes:
    """A whole match of three computers, as a player downloads it."""
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


def failed(data):
    return [check.what for check in verify(data) if not check.ok]


def test_an_untouched_record_passes_every_check(record):
    kinds = {check.what for check in verify(record)}
    assert failed(record) == []
    assert kinds == {"seal", "promise", "draw", "replay", "result"}


def test_any_changed_byte_shows(record):
    rng = Random(1)
    for at in rng.sample(range(len(record)), 60):
        changed = bytearray(record)
        changed[at] ^= 1 << rng.randrange(7)
        with contextlib.suppress(NotARecord):
            assert failed(bytes(changed)), f"byte {at}"


def resealed(record, change):
    body = json.loads(record)
    del body["digest"]
    change(body)
    return seal(body)


def test_another_secret_breaks_the_promise(record):
    def change(body):
        body["secret"] = "11" * 32

    assert "promise" in failed(resealed(record, change))


def test_a_throw_that_did_not_come_from_the_secret_shows_even_when_sealed_anew(record):
    def change(body):
        draw = next(draw for entry in body["log"] for draw in entry["draws"] if draw[1] == "throws")
        draw[4][0] = (draw[4][0] + 1) % 6

    assert {"draw", "replay"} <= set(failed(resealed(record, change)))


def test_a_result_that_was_not_played_shows_even_when_sealed_anew(record):
    def change(body):
        body["result"]["places"] = body["result"]["places"][::-1]

    changed = resealed(record, change)
    assert failed(changed) == (["result"] if json.loads(changed)["result"] != json.loads(record)["result"] else [])


def test_a_repeated_purpose_shows(record):
    def change(body):
        body["log"][1]["draws"] = body["log"][0]["draws"]

    assert "draw" in failed(resealed(record, change))


@pytest.mark.parametrize("data", [b"", b"{}", b"[1,2]", b"\xff\xfe", b'{"format":"other"}', b"null"])
def test_what_is_no_record_is_said_to_be_none(data):
    with pytest.raises(NotARecord):
        verify(data)


def test_the_published_vectors_come_out():
    for vector in json.loads(VECTORS.read_text(encoding="utf-8")):
        secret = bytes.fromhex(vector["secret"])
        assert commitment(secret) == vector["commitment"]
        for purpose, kind, size, count, outcome in vector["draws"]:
            chance = SecretChance(secret, vector["table"], vector["parts"])
            drawn = chance.shuffle(purpose, size=size) if kind == "shuffle" else chance.throws(purpose, sides=size, count=count)
            assert list(drawn) == outcome
