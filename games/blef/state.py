"""The values of Blef: options, actions, events, the state and what a seat sees of it. No behaviour.

Cards are codes (`games.core.cards`), bids the notation of rules 8.2: `two_pair:K,9`, `sflush:big,S`, `rest/pair:9`.
Lists by seat have one entry for each of the seats 0 to n - 1 of the match. Hands are sorted, low cards first.
"""

from typing import Annotated, Literal

import msgspec

from games.core.cards import Card
from games.core.events import GameScore, Left, MatchOver, Rejoined, RoundVoid, TimedOut
from games.core.game import Result
from games.core.options import CommonOptions

RULES_VERSION = 1
MOST_CARDS = 5
"""Who loses a round with so many cards is out, with `elimination=five`. Rules: blef.eliminate.limit."""

Phase = Literal["open", "respond", "reveal", "over"]
"""The first seat must bid; the next seat bids or checks; all hands lie open until the next deal; the match has ended."""

BidCode = str
"""A bid as its notation; `games.blef.ladder` knows which there are and in what order."""


class Options(CommonOptions, frozen=True, kw_only=True):
    """The table's options; `rule` is the clause that tells about each."""

    poker_ranking: Annotated[bool, msgspec.Meta(extra={"rule": "blef.bids.poker-ranking"})] = False
    ace_low: Annotated[bool, msgspec.Meta(extra={"rule": "blef.bids.ace-low"})] = True
    bid_on_rest: Annotated[bool, msgspec.Meta(extra={"rule": "blef.rest.when"})] = False
    elimination: Annotated[Literal["five", "stock"], msgspec.Meta(extra={"rule": "blef.stock.when"})] = "five"


# --- actions ---------------------------------------------------------------------------------------------------------


class Bid(msgspec.Struct, frozen=True, tag="bid", forbid_unknown_fields=True):
    """All hands together hold this; with `rest/` before it, the undealt cards do. Any text may be asked as a bid, so that
    a wrong one is refused by its rule. Two pairs may be named in either order. Rules: blef.bids.kinds, blef.bids.two-pair.
    """

    bid: BidCode


class Check(msgspec.Struct, frozen=True, tag="check", forbid_unknown_fields=True):
    """The last bid is checked. Rules: blef.turn.bid-or-check."""


Action = Bid | Check


# --- pieces of a position --------------------------------------------------------------------------------------------


class MadeBid(msgspec.Struct, frozen=True):
    """A bid and who made it. Two pairs stand with the higher one first."""

    seat: int
    bid: BidCode


class Fall(msgspec.Struct, frozen=True):
    """A seat that lost its standing in the current game: knocked out, or left."""

    seat: int
    why: Literal["out", "left"]


# --- events ----------------------------------------------------------------------------------------------------------


class Lot(msgspec.Struct, frozen=True, tag="lot"):
    """The first dealer of the match was drawn. Rules: blef.start.dealer."""

    seat: int


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A round begins. `hands` by seat: the cards, () for a seat without cards, None for what the reader may not know.

    `funeral` is true when `dealer` was knocked out and deals a last time; `rest` is the number of undealt cards.
    Rules: blef.deal, blef.eliminate.funeral.
    """

    game: int
    round: int
    dealer: int
    funeral: bool
    starter: int
    counts: tuple[int, ...]
    rest: int
    hands: tuple[tuple[Card, ...] | None, ...]


class BidMade(msgspec.Struct, frozen=True, tag="bid"):
    seat: int
    bid: BidCode


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """`seat` checks the last bid, which is `bidder`'s."""

    seat: int
    bidder: int


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """How a check ended, as everyone sees it. `hands` by seat; `rest` the undealt cards after a bid on the rest, else None.

    `counts` are the cards each seat gets next, 0 for a seat that is out; `eliminated` is the seat that went out now, which
    with `elimination=stock` need not be the loser. `funeral`: the loser went out and deals a last time. `next_starter` is
    None when the game is over. Rules: blef.check.*, blef.lose.*, blef.rest.truth.
    """

    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...] | None
    bid: BidCode
    checker: int
    bidder: int
    bid_true: bool
    loser: int
    counts: tuple[int, ...]
    eliminated: int | None
    funeral: bool
    next_starter: int | None


class GameOver(msgspec.Struct, frozen=True, tag="game_over"):
    game: int
    places: tuple[int, ...]
    points: tuple[float, ...]


Event = Lot | Dealt | BidMade | Checked | Revealed | RoundVoid | TimedOut | Left | Rejoined | GameOver | MatchOver


# --- state and view --------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to know of a match.

    `counts` are the cards each seat gets, as they stand after losses, 0 for a seat that is out or gone; `hands` what is
    held hidden, () for each seat when nothing is; the rest is the pack without them. `dealer` dealt this round and
    `starter` opened it; in `reveal` they do so next. The dealer is always the last loser, or drawn by lot, and it may be
    out or gone; `funeral` tells that it deals a last time. `last_loss` is by seat the last round of this game it lost, or 0.
    `falls` tells this game's knock-outs and leavings in order; `removed` and `away` name the seats that left for good or
    to a computer, in order, and the first `removed_before` of the former did so before this game began; `timeouts` are
    consecutive, by seat. `round` counts the deals of the game. `game_over` is true between a game's end and the next one.
    """

    rules_version: int = RULES_VERSION
    options: Options
    seats: int
    game: int
    round: int
    phase: Phase
    counts: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    dealer: int
    starter: int
    last_loss: tuple[int, ...]
    timeouts: tuple[int, ...]
    funeral: bool = False
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
    """The position as one seat, or a spectator, may know it. Rules: blef.view, common.view.*

    `deck` is the number of cards in the pack, 24 or 52; `counts` the cards each seat gets, in `reveal` next; `hand_counts`
    the cards it holds hidden now, all 0 in `reveal`; `rest_count` the undealt cards now, 0 in `reveal`. `own` is the
    reader's hand, None when it holds none. `dealer`, `funeral` and `starter` are of this round, in `reveal` of the next.
    `out` names the seats knocked out, in order, each in a group of its own; `left` seats gone for good; `away` seats that a
    computer plays; `timeouts` consecutive, by seat. `reveal` stays until the next deal.
    """

    game: int
    games: int
    round: int
    phase: Phase
    seats: int
    deck: int
    counts: tuple[int, ...]
    hand_counts: tuple[int, ...]
    rest_count: int
    bids: tuple[MadeBid, ...]
    to_act: int | None
    dealer: int
    funeral: bool
    starter: int
    own: tuple[Card, ...] | None
    out: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    away: tuple[int, ...]
    timeouts: tuple[int, ...]
    reveal: Revealed | None
    scores: tuple[GameScore, ...]
    totals: tuple[float, ...]
    result: Result | None
    options: Options
