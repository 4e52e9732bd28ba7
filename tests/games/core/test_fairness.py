"""A record checks out if nothing was touched, and any changed byte shows."""

import contextlib
import json
from pathlib import Path
from random import Random

import pytest

from games.core.chance import SecretChance, commitment
from games.core.fairness import NotARecord, seal, verify
from tests.games.core.records import played_record

VECTORS = Path(__file__).parents[3] / "bluffsite" / "static" / "fair" / "vectors.json"


@pytest.fixture(scope="module")
def record() -> bytes:
    return played_record()


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
