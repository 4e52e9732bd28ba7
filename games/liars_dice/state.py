"""The values of Liar's Dice: options, actions, events, the state and what a seat sees of it. No behaviour.

Faces are the numbers 1 to 5 and the star `"*"`. Lists by seat have one entry for each of the seats 0 to n - 1 of the match.
"""

from typing import Annotated, Literal

import msgspec

from games.core.events import GameScore, Left, MatchOver, Rejoined, RoundVoid, TimedOut
from games.core.game import Result
from games.core.options import CommonOptions

RULES_VERSION = 1
DICE_EACH = 5

Face = Literal[1, 2, 3, 4, 5, "*"]

STAR: Literal["*"] = "*"
FACES: tuple[Face, ...] = (1, 2, 3, 4, 5, STAR)
"""In the order in which chance numbers them, 0 to 5."""

Phase = Literal["bid", "respond", "reveal", "over"]
"""The opener must bid; the next seat bids or challenges; all dice lie open until the next roll; the match has ended."""


class Options(CommonOptions, frozen=True, kw_only=True):
    """The table's options; `rule` is the clause that tells about each."""

    loss: Annotated[Literal["difference", "one"], msgspec.Meta(extra={"rule": "liars_dice.resolve.mild"})] = "difference"
    extra_set: Annotated[bool, msgspec.Meta(extra={"rule": "liars_dice.players"})] = False


# --- actions ---------------------------------------------------------------------------------------------------------


class Bid(msgspec.Struct, frozen=True, tag="bid", forbid_unknown_fields=True):
    """At least `count` dice show `face`. Any whole number or text may be asked as a face, so that a wrong one is
    refused by its rule instead of being unreadable. Rules: liars_dice.bid.form.
    """

    count: int
    face: int | str


class Challenge(msgspec.Struct, frozen=True, tag="challenge", forbid_unknown_fields=True):
    """The last bid is doubted. Rules: liars_dice.challenge.who."""


Action = Bid | Challenge


# --- pieces of a position --------------------------------------------------------------------------------------------


class MadeBid(msgspec.Struct, frozen=True):
    """A bid and who made it."""

    seat: int
    count: int
    face: Face


class Fall(msgspec.Struct, frozen=True):
    """Seats that lost their standing in the current game together: knocked out by one count, or one that left."""

    seats: tuple[int, ...]
    why: Literal["out", "left"]


# --- events ----------------------------------------------------------------------------------------------------------


class Lot(msgspec.Struct, frozen=True, tag="lot"):
    """The opener of the match was drawn. Rules: liars_dice.start.first."""

    seat: int


class Rolled(msgspec.Struct, frozen=True, tag="rolled"):
    """A round begins. `dice` by seat: the faces, () for a seat without dice, None for what the reader may not know."""

    game: int
    round: int
    starter: int
    dice_counts: tuple[int, ...]
    dice: tuple[tuple[Face, ...] | None, ...]


class BidMade(msgspec.Struct, frozen=True, tag="bid"):
    seat: int
    count: int
    face: Face


class Challenged(msgspec.Struct, frozen=True, tag="challenged"):
    """`seat` doubts the last bid, which is `bidder`'s."""

    seat: int
    bidder: int


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """A count, as everyone sees it. `count` dice fit the bid, `stars` of them are stars; `losses` are dice by seat.

    `next_starter` is None when the game is over. Rules: liars_dice.challenge.reveal, liars_dice.resolve.*
    """

    dice: tuple[tuple[Face, ...], ...]
    bid: Bid
    challenger: int
    bidder: int
    count: int
    stars: int
    case: Literal["exact", "less", "more"]
    losses: tuple[int, ...]
    eliminated: tuple[int, ...]
    next_starter: int | None


class GameOver(msgspec.Struct, frozen=True, tag="game_over"):
    game: int
    places: tuple[int, ...]
    points: tuple[float, ...]


Event = Lot | Rolled | BidMade | Challenged | Revealed | RoundVoid | TimedOut | Left | Rejoined | GameOver | MatchOver


# --- state and view --------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to know of a match.

    `counts` are dice by seat as they stand, after losses; `dice` what lies hidden under the cups, () for each seat when
    nothing does. `starter` opened this round; in `reveal` it opens the next. `loser` is the last seat that lost dice,
    whose turn it is to open the next game. `falls` tells this game's knock-outs and leavings in order; `removed` and
    `away` name the seats that left for good or to a computer, in order, and the first `removed_before` of the former did
    so before this game began; `timeouts` are consecutive, by seat.
    `round` counts the rolls of the game. `game_over` is true between the end of a game and the next one.
    """

    rules_version: int = RULES_VERSION
    options: Options
    seats: int
    game: int
    round: int
    phase: Phase
    counts: tuple[int, ...]
    dice: tuple[tuple[Face, ...], ...]
    starter: int
    loser: int
    timeouts: tuple[int, ...]
    to_act: int | None = None
    bids: tuple[MadeBid, ...] = ()
    falls: tuple[Fall, ...] = ()
    removed: tuple[int, ...] = ()
    removed_before: int = 0
    away: tuple[int, ...] = ()
    reveal: Revealed | None = None
    game_over: bool = False
    finished: tuple[GameScore, ...] = ()
    result: Result | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The position as one seat, or a spectator, may know it. Rules: liars_dice.view, common.view.*

    `in_play` is T, the number of dice all active seats have together; `own` the reader's dice under its cup, None when
    it has none there; `out` groups of seats knocked out together, in order; `left` seats gone for good; `away` seats
    that a computer plays; `timeouts` consecutive, by seat; `starter` the opener of this round, in `reveal` of the next.
    """

    game: int
    games: int
    round: int
    phase: Phase
    seats: int
    dice_counts: tuple[int, ...]
    in_play: int
    bids: tuple[MadeBid, ...]
    to_act: int | None
    starter: int
    own: tuple[Face, ...] | None
    out: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    away: tuple[int, ...]
    timeouts: tuple[int, ...]
    reveal: Revealed | None
    scores: tuple[GameScore, ...]
    totals: tuple[float, ...]
    result: Result | None
    options: Options
