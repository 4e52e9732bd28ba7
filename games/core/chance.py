"""Every deal, throw and lot of a match. Rules: common.random.server; design: fair deals.

A stream is keyed by its purpose (`game 1 / round 3 / roll`) under the match's 256-bit secret and is drawn from
HMAC-SHA256, without bias. What was drawn is kept in `draws`, so that a log replays the match without the secret.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec


class Draw(msgspec.Struct, frozen=True, array_like=True):
    """One logged outcome: what it was for, how it was asked (`kind`, `size`, `count`), and the numbers drawn."""

    purpose: str
    kind: str
    size: int
    count: int
    outcome: tuple[int, ...]


class Chance(Protocol):
    """What an engine may ask of chance. All numbers are 0-based; the engine gives them their faces."""

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        """`count` independent numbers from 0 to sides - 1."""
        ...

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        """A uniformly random order of 0 to size - 1."""
        ...

    def lot(self, purpose: str, *, size: int) -> int:
        """One number from 0 to size - 1, each equally likely."""
        ...


class SecretChance:
    """Chance under a secret, and what everyone can check it against afterwards.

    `secret` is 32 bytes; `match_id` the public id of the match; `parts` the random texts that the browsers sent, by
    seat (empty where none came). The same four values give the same draws in any implementation: see the test vectors.
    """

    def __init__(self, secret: bytes, match_id: str, parts: Sequence[str]) -> None:
        self._secret = secret
        self._context = msgspec.json.encode([match_id, list(parts)]).decode()
        self.draws: list[Draw] = []

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        stream = self._words(purpose)
        return self._keep(purpose, "throws", sides, count, tuple(_below(stream, sides) for _ in range(count)))

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        stream, items = self._words(purpose), list(range(size))
        for last in range(size - 1, 0, -1):  # Fisher-Yates, from the end
            pick = _below(stream, last + 1)
            items[last], items[pick] = items[pick], items[last]
        return self._keep(purpose, "shuffle", size, size, tuple(items))

    def lot(self, purpose: str, *, size: int) -> int:
        return self._keep(purpose, "lot", size, 1, (_below(self._words(purpose), size),))[0]

    def _keep(self, purpose: str, kind: str, size: int, count: int, outcome: tuple[int, ...]) -> tuple[int, ...]:
        self.draws.append(Draw(purpose, kind, size, count, outcome))
        return outcome

    def _words(self, purpose: str) -> Iterator[int]:
        """Unsigned 32-bit words: HMAC(secret, context, purpose, block number), block after block, big-endian."""
        block = 0
        while True:
            message = f"{self._context}\n{purpose}\n{block}".encode()
            digest = hmac.new(self._secret, message, hashlib.sha256).digest()
            for at in range(0, 32, 4):
                yield int.from_bytes(digest[at : at + 4], "big")
            block += 1


def _below(words: Iterator[int], size: int) -> int:
    """An unbiased number from 0 to size - 1: words past the last whole multiple of `size` are thrown away."""
    limit = (1 << 32) - (1 << 32) % size
    for word in words:
        if word < limit:
            return word % size
    raise AssertionError("the stream of words never ends")


class RecordedChance:
    """Chance that repeats logged draws in order, for replays. Raises ValueError when asked for something else."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        self._left = list(draws)
        self.draws: list[Draw] = []

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        return self._next(purpose, "throws", sides, count)

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        return self._next(purpose, "shuffle", size, size)

    def lot(self, purpose: str, *, size: int) -> int:
        return self._next(purpose, "lot", size, 1)[0]

    def _next(self, *asked: Any) -> tuple[int, ...]:
        if not self._left:
            raise ValueError(f"the log holds no further draw, asked for {asked}")
        draw = self._left.pop(0)
        if (draw.purpose, draw.kind, draw.size, draw.count) != asked:
            raise ValueError(f"the log holds {draw}, asked for {asked}")
        self.draws.append(draw)
        return draw.outcome


def commitment(secret: bytes) -> str:
    """What is shown before the start: the hexadecimal SHA-256 of the secret."""
    return hashlib.sha256(secret).hexdigest()
