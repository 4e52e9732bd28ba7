"""The four clients of a table. They play a match of Liar's Dice as fast as asked: the lowest raise each, then a doubt."""

import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from bluffsite.bench.seats import SEATS, Made
from bluffsite.bench.wire import Socket
from games.liars_dice import ladder

BIDS = 24
"""Bids of a round before somebody doubts, but for the first round of tables that are out of step."""

_VERSION = re.compile(rb'^\{"type":"(?:view|page)","version":(\d+)')
_ACCEPTED = re.compile(rb'^\{"type":"accepted","token":"[^"]*","version":(\d+)')
_MY_TURN = rb"data-turn=\"me\""
_POSITION = re.compile(rb'data-for=\\"\d+-\d+-(\d+)-(\d+)\\"')
"""What the page's choices answer: game, round, bids of the round, dice in play."""


class Turn(NamedTuple):
    """Seat `seat` is to act after so many bids of this round, with so many dice in play."""

    seat: int
    bids: int
    in_play: int


class _View(msgspec.Struct):
    to_act: int | None
    bids: list[msgspec.Raw]
    in_play: int


class _Message(msgspec.Struct):
    view: _View


_decoder = msgspec.json.Decoder(_Message)


def turn_in_json(text: bytes, seat: int) -> Turn | None:
    """Whose turn it is, from the view of any seat."""
    view = _decoder.decode(text).view
    return None if view.to_act is None else Turn(view.to_act, len(view.bids), view.in_play)


def turn_in_html(text: bytes, seat: int) -> Turn | None:
    """The turn of this very seat, or None. Raises ValueError for a page that does not say what its choices answer."""
    if _MY_TURN not in text:
        return None
    found = _POSITION.search(text)
    if found is None:
        raise ValueError("the page of the seat to act does not name its position")
    return Turn(seat, int(found[1]), int(found[2]))


CHALLENGE = b'{"type":"challenge"}'


def action(turn: Turn, most: int = BIDS) -> bytes:
    """The lowest raise, as all the bids before it were, or a doubt after `most` of them. Rules: liars_dice.bid.order."""
    steps = ladder.ladder(turn.in_play)
    if turn.bids >= min(most, len(steps)):
        return CHALLENGE
    count, face = steps[turn.bids]
    return b'{"type":"bid","count":%d,"face":%s}' % (count, b"%d" % face if face else b'"*"')


class Players:
    """A table's clients. `settled` is called when an action has reached the last seat, with the seconds that it took;
    `ready` whenever somebody is to act and all seats know it. `rounds` are those that have ended; the first one has `first` bids."""

    def __init__(self, made: Made, face: str, *, first: int = BIDS) -> None:
        self.made = made
        self.rounds = 0
        self.sockets: list[Socket | None] = [None] * SEATS
        self.shown = [0] * SEATS
        self.turn: Turn | None = None
        self.refused: list[bytes] = []
        self.settled: Callable[[float], None] = lambda seconds: None
        self.ready: Callable[[Players], None] = lambda players: None
        self._turn_in = turn_in_html if face == "html" else turn_in_json
        self._newest = 0
        self._asked = 0.0
        self._target: int | None = None
        self._number = 0
        self._first = first

    @property
    def version(self) -> int:
        """The newest version that any seat was shown: how many changes the match has had."""
        return self._newest

    @property
    def is_waiting(self) -> bool:
        """An action is on its way."""
        return self._asked > 0

    def add(self, seat: int, socket: Socket) -> None:
        """From now on this is the seat's socket."""
        self.sockets[seat] = socket
        socket.on_text = lambda text: self.hear(seat, text)

    def act(self) -> bool:
        """Send the action of whoever is to act. False: nobody is, or the last one is still on its way."""
        if self.turn is None or self.is_waiting:
            return False
        socket = self.sockets[self.turn.seat]
        assert socket is not None, "every seat has its socket before anybody plays"
        asked = action(self.turn, BIDS if self.rounds else self._first)
        self.rounds += asked is CHALLENGE
        self._number += 1
        self._target = None
        self._asked = time.perf_counter()
        socket.send(b"".join((b'{"type":"act","token":"t%d","version":%d,"action":' % (self._number, self._newest), asked, b"}")))
        return True

    def hear(self, seat: int, text: bytes) -> None:
        if (found := _VERSION.match(text)) is not None:
            self._see(seat, int(found[1]), text)
        elif (found := _ACCEPTED.match(text)) is not None:
            self._target = int(found[1])
        elif text.startswith(b'{"type":"refused"'):
            self.refused.append(text)
            self._asked = 0.0
        else:
            return
        self._look()

    def _see(self, seat: int, version: int, text: bytes) -> None:
        self.shown[seat] = max(version, self.shown[seat])
        if version > self._newest:
            self._newest, self.turn = version, None
        if version == self._newest and self.turn is None:
            self.turn = self._turn_in(text, seat)

    def _look(self) -> None:
        if min(self.shown) < self._newest:
            return
        if self.is_waiting:
            if self._target is None or self._newest < self._target:
                return
            took, self._asked = time.perf_counter() - self._asked, 0.0
            self.settled(took)
        if self.turn is not None:
            self.ready(self)


def quiet(players: Any) -> None:
    """Nobody acts any more at these tables."""
    for one in players:
        one.ready = lambda _: None
        one.settled = lambda _: None
