"""The solved rounds of the hard level: how they lie in their files, and what is looked up in them.

There is a file for each pair of the options `sixes` and `three_throws`: one line of JSON (`Header`), and behind it one
compressed block for each kind of table. A block holds the nodes in order (`nodes`), each as strings of bytes: for each
throw how many claims are ever made; those claims; and numbers of two bytes: how readily each claim is doubted, the
weights of the claims, and what the node is worth to each seat and how likely that seat gets the point, counted from the
thrower in the direction of play.
"""

import struct
import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.blufpoker.odds import spread
from games.blufpoker.people import claimed
from games.blufpoker.state import MOST_ASIDE, MOST_THROWS
from games.blufpoker.values import VALUES

FOLDER = Path(__file__).parent / "tables"
VERSION = 1
PLACES = len(VALUES)
WORTH, CHANCE = 4000, 60000
"""So many steps make a whole point, or a certainty."""
AGAIN = PLACES
"""Instead of a claim's place: another throw."""


class Rules(NamedTuple):
    """The options that change what a throw is worth."""

    sixes: bool
    three_throws: bool

    @property
    def most_aside(self) -> int:
        return MOST_ASIDE if self.sixes else 0

    @property
    def throws(self) -> int:
        return MOST_THROWS if self.three_throws else 1


class Node(NamedTuple):
    """A throw about to be claimed: the lowest claim allowed, by its place, the sixes aside, and how many throws were made."""

    floor: int
    aside: int
    throw: int


class Kind(msgspec.Struct, frozen=True):
    """Which table: seats, whether who got the point starts next, and the length of its block."""

    seats: int
    loser_starts: bool
    length: int


class Header(msgspec.Struct, frozen=True):
    """`ladder` is a check of the values that may be claimed."""

    version: int
    ladder: int
    sixes: bool
    three_throws: bool
    kinds: tuple[Kind, ...]


class Outcome(NamedTuple):
    """By seats from the thrower: what it is worth in points, and the chance to get the point."""

    worth: tuple[float, ...]
    loses: tuple[float, ...]


class Page(NamedTuple):
    """What is known of a node. `starts` tells where the claims of each throw begin; doubts and weights in steps of `CHANCE`."""

    doubts: array[int]
    starts: array[int]
    claims: bytes
    weights: array[int]
    outcome: Outcome


Table = dict[Node, Page]
Row = dict[int, float]
"""Claims by place, or AGAIN, with their shares."""


class WrongTables(Exception):
    """The files were made for other values or another version: build them again."""


def ladder_check() -> int:
    """A check sum of the values in order."""
    return zlib.crc32(repr(VALUES).encode())


def file_name(rules: Rules) -> str:
    """The file for these options."""
    return {(False, False): "plain", (True, False): "sixes", (False, True): "three_throws", (True, True): "both"}[rules] + ".bin"


def nodes(rules: Rules) -> list[Node]:
    """All nodes in the order of the files."""
    return [
        Node(floor, aside, throw)
        for floor in range(PLACES)
        for aside in range(rules.most_aside + 1)
        for throw in range(1, rules.throws + 1)
    ]


def pack(pages: Sequence[tuple[Sequence[float], Sequence[Row], Outcome]]) -> bytes:
    """A compressed block from doubts by claim, rows by throw and outcome of each node in order."""
    pieces = []
    for doubts, rows, outcome in pages:
        claims = bytes([claim for row in rows for claim in row])
        weights = [weight for row in rows for weight in row.values()]
        numbers = [round(CHANCE * each) for each in (*doubts, *weights, *outcome.loses)]
        worth = struct.pack(f">{len(outcome.worth)}h", *[round(each * WORTH) for each in outcome.worth])
        pieces += [bytes(map(len, rows)), claims, struct.pack(f">{len(numbers)}H", *numbers) + worth]
    return zlib.compress(b"".join(len(piece).to_bytes(2, "big") + piece for piece in pieces), 9)


def unpack(rules: Rules, seats: int, block: bytes) -> Table:
    """The inverse of `pack`. Raises WrongTables when the length does not fit."""
    data, at, pieces = zlib.decompress(block), 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        pieces.append(data[at + 2 : at + 2 + length])
        at += 2 + length
    order = nodes(rules)
    if len(pieces) != 3 * len(order):
        raise WrongTables(f"a block for {seats} seats has the wrong length")
    return {node: _page(node, seats, *pieces[3 * number : 3 * number + 3]) for number, node in enumerate(order)}


def _page(node: Node, seats: int, counts: bytes, claims: bytes, numbers: bytes) -> Page:
    starts, known = array("H", accumulate(counts, initial=0)), PLACES - node.floor
    if len(counts) != PLACES or starts[-1] != len(claims) or len(numbers) != 2 * (known + len(claims) + 2 * seats):
        raise WrongTables(f"{node} for {seats} seats has the wrong length")
    shares = array("H", numbers[: -2 * seats])
    if sys.byteorder == "little":
        shares.byteswap()
    worth = struct.unpack(f">{seats}h", numbers[-2 * seats :])
    outcome = Outcome(tuple([each / WORTH for each in worth]), tuple([each / CHANCE for each in shares[-seats:]]))
    return Page(shares[:known], starts, claims, shares[known:-seats], outcome)


def write(folder: Path, rules: Rules, blocks: Sequence[tuple[int, bool, bytes]]) -> None:
    """Write the tables of one pair of options: seats, whether the loser starts, block."""
    kinds = tuple([Kind(seats, loser_starts, len(block)) for seats, loser_starts, block in blocks])
    header = Header(VERSION, ladder_check(), rules.sixes, rules.three_throws, kinds)
    (folder / file_name(rules)).write_bytes(msgspec.json.encode(header) + b"\n" + b"".join(block for *_, block in blocks))


@cache
def load(rules: Rules, folder: Path = FOLDER) -> dict[tuple[int, bool], Table]:
    """The tables by seats and whether the loser starts. Raises WrongTables when they do not fit the values."""
    line, _, data = (folder / file_name(rules)).read_bytes().partition(b"\n")
    header = msgspec.json.decode(line, type=Header)
    if header.version != VERSION or Rules(header.sixes, header.three_throws) != rules:
        raise WrongTables(f"{file_name(rules)} holds version {header.version} for other options")
    if header.ladder != ladder_check():
        raise WrongTables(f"{file_name(rules)} was made for other values")
    result, at = {}, 0
    for kind in header.kinds:
        result[kind.seats, kind.loser_starts] = unpack(rules, kind.seats, data[at : at + kind.length])
        at += kind.length
    return result


class Solution:
    """One kind of table as it is asked. Places are those of the values."""

    def __init__(self, rules: Rules, seats: int, loser_starts: bool) -> None:
        self.rules, self.seats, self.loser_starts = rules, seats, loser_starts
        self._table = load(rules)[seats, loser_starts]

    def claims(self, node: Node, throw: int) -> Row:
        """What is claimed after a throw, as shares; after a third one, which nobody has seen, whatever it was."""
        page = self._table[node]
        if node.throw == MOST_THROWS:
            throw = 0
        start, end = page.starts[throw], page.starts[throw + 1]
        whole = sum(page.weights[start:end])
        return {claim: weight / whole for claim, weight in zip(page.claims[start:end], page.weights[start:end], strict=True)}

    def doubt(self, node: Node, claim: int) -> float:
        """How often a claim is doubted."""
        return self._table[node].doubts[claim - node.floor] / CHANCE

    def outcome(self, node: Node) -> Outcome:
        """What a node is worth, before its throw is made if that is the first of the turn."""
        return self._table[node].outcome

    def cup(self, node: Node, claim: int, people: float) -> tuple[float, ...]:
        """What lies in the cup after a claim, as the chance of each value; a share of claims is as people make them."""
        return _cup(self.rules, self.seats, self.loser_starts, node, claim, people)


@lru_cache(maxsize=64)
def solution(rules: Rules, seats: int, loser_starts: bool) -> Solution:
    """The solution for these options, seats and next starter."""
    return Solution(rules, seats, loser_starts)


@lru_cache(maxsize=2048)
def _cup(rules: Rules, seats: int, loser_starts: bool, node: Node, claim: int, people: float) -> tuple[float, ...]:
    chances, found = spread(node.aside), solution(rules, seats, loser_starts)
    if node.throw == MOST_THROWS:
        return chances
    weights = [
        chance * ((1 - people) * found.claims(node, throw).get(claim, 0.0) + people * claimed(node.floor, throw, claim)) if chance else 0.0
        for throw, chance in enumerate(chances)
    ]
    whole = sum(weights)
    return tuple([weight / whole for weight in weights]) if whole else chances


def preload() -> None:
    """Read all tables now, so that no decision has to."""
    for sixes in (False, True):
        for three_throws in (False, True):
            load(Rules(sixes, three_throws))
