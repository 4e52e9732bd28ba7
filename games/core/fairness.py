"""Checking a match record: the file a player downloads when the match has ended. Design: fair deals.

A record is JSON: `{"format", "table", "game", "rules_version", "seats", "options", "commitment", "secret", "parts",
"names", "log", "result", "digest"}`. A log entry is `{"number", "seat", "by", "action", "draws", "events", "at"}`;
`draws` are `[purpose, kind, size, count, outcome]`. `digest` comes last: the SHA-256 of the file with 64 zeros in its
place, so that any changed byte shows.
"""

import hashlib
from typing import Any

import msgspec

from games.core.chance import Draw, SecretChance, commitment
from games.core.replay import Entry, replay, same_events

FORMAT = "bluffsite-record/1"
_ZEROS = "0" * 64


class NotARecord(Exception):
    """A file that cannot be read as a match record; the text says what is wrong with it."""


class Check(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was checked: `seal`, `promise`, `draw` (with its purpose), `replay` or `result`."""

    what: str
    ok: bool
    purpose: str = ""
    detail: str = ""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    format: str
    table: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    commitment: str
    secret: str
    parts: list[str]
    names: list[str]
    log: list[Entry]
    result: Any
    digest: str


def seal(record: dict[str, Any]) -> bytes:
    """The file of a record given without its digest."""
    text = msgspec.json.encode({**record, "digest": _ZEROS}).decode()
    digest = hashlib.sha256(text.encode()).hexdigest()
    at = text.rindex(_ZEROS)
    return (text[:at] + digest + text[at + 64 :]).encode()


def verify(data: bytes) -> list[Check]:
    """Every check of a record file, in order; the match was fair if all are ok. Raises NotARecord."""
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotARecord(str(error)) from error
    if record.format != FORMAT:
        raise NotARecord(f"format {record.format!r} is not {FORMAT!r}")
    return [_seal(data, record), _promise(record), *_draws(record), *_replay(record)]


def _seal(data: bytes, record: Record) -> Check:
    text = data.decode()
    at = text.rfind(f'"digest":"{record.digest}"')
    start = at + len('"digest":"')
    whole = text[:start] + _ZEROS + text[start + 64 :]
    return Check("seal", at >= 0 and hashlib.sha256(whole.encode()).hexdigest() == record.digest)


def _promise(record: Record) -> Check:
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        return Check("promise", False, detail="the secret is not hexadecimal")
    return Check("promise", len(secret) == 32 and commitment(secret) == record.commitment)


def _draws(record: Record) -> list[Check]:
    try:
        chance = SecretChance(bytes.fromhex(record.secret), record.table, record.parts)
    except ValueError:
        return []
    checks, seen = [], set()
    for entry in record.log:
        for draw in entry.draws:
            checks.append(Check("draw", draw.purpose not in seen and _again(chance, draw) == draw.outcome, draw.purpose))
            seen.add(draw.purpose)
    return checks


def _again(chance: SecretChance, draw: Draw) -> tuple[int, ...]:
    if draw.size < 1 or not 0 <= draw.count <= 1000 or draw.size > 1000:
        return ()
    if draw.kind == "shuffle":
        return chance.shuffle(draw.purpose, size=draw.size)
    return chance.throws(draw.purpose, sides=draw.size, count=draw.count)


def _replay(record: Record) -> list[Check]:
    """The whole match played again from seats, options and log: the events and the result must come out the same."""
    try:
        played = replay(record.game, record.seats, record.options, record.log, record.rules_version)
    except Exception as error:  # whatever a forged log makes an engine say, the answer is: not this match
        return [Check("replay", False, detail=f"{type(error).__name__}: {error}")]
    result = msgspec.json.decode(msgspec.json.encode(played.result))
    return [Check("replay", same_events(played.events, record.log)), Check("result", result == record.result)]
