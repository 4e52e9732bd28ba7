"""What happens at every table whatever the game: clocks that run out, people who leave and come back, the end. Rules: common.*"""

import msgspec

from games.core.game import Result
from games.core.options import LeaveMode


class GameScore(msgspec.Struct, frozen=True):
    """A finished game: places and game points by seat."""

    places: tuple[int, ...]
    points: tuple[float, ...]


class RoundVoid(msgspec.Struct, frozen=True, tag="void"):
    """The round does not count, because `seat` left."""

    seat: int


class TimedOut(msgspec.Struct, frozen=True, tag="timed_out"):
    """The clock ran out for the `count`-th time in a row; what was done for the seat follows as events of their own."""

    seat: int
    count: int


class Left(msgspec.Struct, frozen=True, tag="left"):
    seat: int
    mode: LeaveMode


class Rejoined(msgspec.Struct, frozen=True, tag="rejoined"):
    seat: int


class MatchOver(msgspec.Struct, frozen=True, tag="match_over"):
    result: Result
