"""What clients may send over a table's socket, and how it is read. The same for pages and programs."""

from typing import Annotated, Any, Literal

import msgspec

from games.play.sockets.codes import Fault
from games.play.sockets.limits import MESSAGE_BYTES, MESSAGE_DEPTH

Token = Annotated[str, msgspec.Meta(min_length=1, max_length=36, pattern="^[A-Za-z0-9_-]+$")]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]


class Act(msgspec.Struct, frozen=True, tag="act"):
    """An action of the reader's seat, or of its person at the table (`leave`, `rejoin`, `more_time`, `pause`, `resume`,
    `end_game`, `play_on`).

    `token` is new for every action: the same token gets the same answer again. `version` is the version it answers.
    `seat` is for a phone that goes round: whoever has left comes back by it.
    """

    token: Token
    version: Version
    action: dict[str, Any]
    seat: SeatNumber | None = None


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The random part of this seat for the fair deal; only before the match begins."""

    part: Annotated[str, msgspec.Meta(min_length=16, max_length=64, pattern="^[0-9a-f]+$")]


class Control(msgspec.Struct, frozen=True, tag="control"):
    """This connection wants to be the one that plays the seat."""


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Where one phone goes round: the person of this seat has it now, and nobody else looks. Rules: common.one-phone."""

    seat: SeatNumber


class Cover(msgspec.Struct, frozen=True, tag="cover"):
    """Where one phone goes round: nobody has it now."""


class Talk(msgspec.Struct, frozen=True, tag="talk"):
    """Something to say at the table: the number of a quick phrase, or a text. The same token is said once."""

    token: Token
    phrase: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    text: str = ""


class Avoid(msgspec.Struct, frozen=True, tag="avoid"):
    """Mute or block whoever said a line or has a seat, or take that back."""

    how: Literal["mute", "block", "none"]
    line: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None
    seat: SeatNumber | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Asks for a `pong`: is anybody there?"""


Message = Act | Hello | Control | Take | Cover | Talk | Avoid | Ping
_decoder = msgspec.json.Decoder(Message)


class UnreadableError(Exception):
    """A message that is not one of ours. `fault` says what is wrong with it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def read(text: str | None) -> Message:
    """The message of a text frame; None stands for a binary frame. Raises UnreadableError."""
    if text is None:
        raise UnreadableError(Fault.BAD_MESSAGE)
    if len(text) > MESSAGE_BYTES or len(text.encode("utf-8", "replace")) > MESSAGE_BYTES:
        raise UnreadableError(Fault.TOO_LARGE)
    if text.count("{") + text.count("[") > MESSAGE_DEPTH and depth(text) > MESSAGE_DEPTH:
        raise UnreadableError(Fault.TOO_DEEP)
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, ValueError):
        raise UnreadableError(Fault.BAD_MESSAGE) from None


def depth(text: str) -> int:
    """How deep objects and arrays are nested; brackets inside strings do not count."""
    deepest = level = 0
    in_string = escaped = False
    for sign in text:
        if in_string:
            in_string = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        elif sign == '"':
            in_string = True
        elif sign in "{[":
            level += 1
            deepest = max(deepest, level)
        elif sign in "}]":
            level -= 1
    return deepest
