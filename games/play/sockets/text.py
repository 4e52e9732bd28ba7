"""JSON as text, for frames that are put together from pieces."""

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()


def encode(value: Any) -> str:
    return _encoder.encode(value).decode()
