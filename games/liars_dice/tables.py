"""The heads-up tables of the hard level: how they lie in their files, and how a position finds its row.

A file holds one line of JSON (`Header`) and behind it one compressed block for each pair of dice counts. A block holds for
the opener and then for the other seat three strings of bytes: for each key and hand how many actions are ever played, then
those actions (0 = doubt, n = the n-th bid above the last one), and then their weights. No actions: not in the table.
"""

import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.liars_dice.abstraction import Hand, hand_places, hands, key_of, key_places, keys
from games.liars_dice.ladder import ladder

FOLDER = Path(__file__).parent / "tables"
VERSION = 1
DOUBT = 0
LOSSES = ("difference", "one")

Row = Sequence[tuple[int, int]]
"""Actions with their weights, both 0 to 255."""


class Size(msgspec.Struct, frozen=True):
    """One block: dice of the opener and of the other, the abstraction, the opener's chance to win, and where it lies."""

    dice: tuple[int, int]
    kind: str
    rungs: int
    value: float
    length: int


class Header(msgspec.Struct, frozen=True):
    """`ladders` holds for each number of dice in play a check of the order of bids that the tables were made for."""

    version: int
    loss: str
    ladders: dict[int, int]
    sizes: tuple[Size, ...]


class Part(NamedTuple):
    """What one seat does: how many actions by key and hand, where the actions of each key start, actions, weights."""

    counts: bytes
    starts: tuple[int, ...]
    actions: bytes
    weights: bytes


class Table(NamedTuple):
    size: Size
    parts: tuple[Part, Part]


class WrongTables(Exception):
    """The files were made for another order of bids or another version: build them again."""


def ladder_check(total: int) -> int:
    """A check sum of the order of bids with so many dice."""
    return zlib.crc32(repr(ladder(total)).encode())


def pack(parts: Sequence[Iterable[Row]]) -> bytes:
    """A compressed block from the rows of the opener and of the other seat, key by key and hand by hand."""
    pieces = []
    for rows in parts:
        kept = list(rows)
        actions = bytes(action for row in kept for action, _ in row)
        weights = bytes(weight for row in kept for _, weight in row)
        pieces += [bytes(map(len, kept)), actions, weights]
    return zlib.compress(b"".join(len(piece).to_bytes(4, "big") + piece for piece in pieces), 9)


def _unpack(size: Size, block: bytes) -> Table:
    data, at, pieces = zlib.decompress(block), 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        pieces.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    return Table(size, (_part(size, 0, *pieces[:3]), _part(size, 1, *pieces[3:])))


def _part(size: Size, seat: int, counts: bytes, actions: bytes, weights: bytes) -> Part:
    width = len(hands(size.dice[seat]))
    starts = tuple(accumulate((sum(counts[at : at + width]) for at in range(0, len(counts), width)), initial=0))
    if len(counts) != width * len(keys(size.kind, sum(size.dice), size.rungs)) or starts[-1] != len(actions) != len(weights):
        raise WrongTables(f"the block for {size.dice} has the wrong length")
    return Part(counts, starts, actions, weights)


def write(path: Path, loss: str, blocks: Sequence[tuple[Size, bytes]]) -> None:
    """Write the tables of one way to lose dice."""
    totals = {sum(size.dice) for size, _ in blocks}
    header = Header(VERSION, loss, {total: ladder_check(total) for total in sorted(totals)}, tuple(size for size, _ in blocks))
    path.write_bytes(msgspec.json.encode(header) + b"\n" + b"".join(block for _, block in blocks))


@cache
def load(loss: str, folder: Path = FOLDER) -> dict[tuple[int, int], Table]:
    """The tables by dice of the opener and of the other seat. Raises WrongTables when they do not fit the ladder."""
    line, _, data = (folder / f"{loss}.bin").read_bytes().partition(b"\n")
    header = msgspec.json.decode(line, type=Header)
    if header.version != VERSION or header.loss != loss:
        raise WrongTables(f"{loss}.bin holds version {header.version} for {header.loss}")
    if any(check != ladder_check(total) for total, check in header.ladders.items()):
        raise WrongTables(f"{loss}.bin was made for another order of bids")
    result, at = {}, 0
    for size in header.sizes:
        result[size.dice] = _unpack(size, data[at : at + size.length])
        at += size.length
    return result


def row(table: Table, seat: int, bids: Sequence[int], hand: Hand) -> Row:
    """What a seat (0 = the opener) does with this sorted hand after these bids, by their places; empty: not in the table."""
    size = table.size
    total = sum(size.dice)
    place = key_places(size.kind, total, size.rungs).get(key_of(size.kind, total, bids))
    if place is None:
        return ()
    part, width = table.parts[seat], len(hands(size.dice[seat]))
    own = place * width + hand_places(size.dice[seat])[hand]
    start = part.starts[place] + sum(part.counts[place * width : own])
    end = start + part.counts[own]
    return tuple(zip(part.actions[start:end], part.weights[start:end], strict=True))


def table_for(loss: str, dice: tuple[int, int]) -> Table | None:
    """The table for dice of the opener and of the other seat. With many dice it matters little how they are lost."""
    return load(loss).get(dice) or load("difference").get(dice)


def preload() -> None:
    """Read all tables now, so that no decision has to."""
    for loss in LOSSES:
        for table in load(loss).values():
            key_places(table.size.kind, sum(table.size.dice), table.size.rungs)
