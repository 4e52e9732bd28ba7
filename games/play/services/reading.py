"""Reading an action that came from outside, before any game looks at it. Sizes are those of the largest honest action and more."""

import math
from typing import Any

import msgspec

from games.play.services.errors import Refused

BYTES = 2048
DEPTH = 4
PARTS = 128  # values, keys and elements, all levels together
LETTERS = 128  # of one text
LARGEST = 2**31 - 1


def read_action(raw: bytes | str) -> dict[str, Any]:
    """The action in a JSON text. Raises Refused(bad_action)."""
    data = raw.encode("utf-8", "replace") if isinstance(raw, str) else raw
    if len(data) > BYTES:
        raise Refused("bad_action")
    try:
        action = msgspec.json.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Refused("bad_action") from None
    return check_action(action)


def check_action(action: Any) -> dict[str, Any]:
    """The same action, if it is an object with a `type` and of a size that a game may have to look at.

    Raises Refused(bad_action). What its fields may be is the game's business.
    """
    if not isinstance(action, dict) or not isinstance(action.get("type"), str) or _parts(action, 0) > PARTS:
        raise Refused("bad_action")
    return action


def _parts(value: Any, depth: int) -> int:
    """How many parts the value has; more than PARTS as soon as one of them is too much."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, str):
        return 1 if len(value) <= LETTERS and value.isprintable() else PARTS + 1
    if isinstance(value, int):
        return 1 if abs(value) <= LARGEST else PARTS + 1
    if isinstance(value, float):
        return 1 if math.isfinite(value) else PARTS + 1
    if depth >= DEPTH or not isinstance(value, dict | list) or len(value) > PARTS:
        return PARTS + 1
    inner: list[Any] = value if isinstance(value, list) else [part for pair in value.items() for part in pair]
    total = 1
    for part in inner:
        total += _parts(part, depth + 1)
        if total > PARTS:
            return total
    return total
