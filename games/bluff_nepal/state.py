"""The values of Bluff as played in Nepal: options, actions, events, the state and what a seat sees of it. No behaviour.

Cards are codes (`games.core.cards`). Lists by seat have one entry for each of the seats 0 to n - 1 of the match. Play goes
to the right, from seat i to i - 1.
"""

from typing import Annotated, Literal

import msgspec

from games.core.cards import Card, Rank
from games.core.events import GameScore, Left, MatchOver, Rejoined, TimedOut
from games.core.game import Result
from games.core.options import CommonOptions

RULES_VERSION = 1

Phase = Literal["lead", "follow", "answer_last", "reveal", "over"]
"""The leader must lay; the next player lays or passes; somebody has to answer last cards; turned-over cards lie open, or a
game has ended, until the server goes on; the match has ended.
"""


class Options(CommonOptions, frozen=True, kw_only=True):
    """The table's options; `rule` is the clause that tells about each."""

    callers: Annotated[Literal["anyone", "next"], msgspec.Meta(extra={"rule": "bluff_nepal.call.who"})] = "anyone"
    jokers: Annotated[bool, msgspec.Meta(extra={"rule": "bluff_nepal.jokers.wild"})] = False


# --- actions ---------------------------------------------------------------------------------------------------------


class Lay(msgspec.Struct, frozen=True, tag="lay", forbid_unknown_fields=True, omit_defaults=True):
    """These cards go down, as so many of `rank`; who follows may leave the rank out.

    Any texts may be asked, so that wrong ones are refused by their rule instead of being unreadable.
    Rules: bluff_nepal.lead.any-rank, bluff_nepal.lay.count, bluff_nepal.follow.same-rank.
    """

    cards: tuple[str, ...]
    rank: str | None = None


class Pass(msgspec.Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """No more cards from this seat in this round. Rules: bluff_nepal.pass.out."""


class Call(msgspec.Struct, frozen=True, tag="call", forbid_unknown_fields=True):
    """The newest lay is called a bluff. Rules: bluff_nepal.call.who, bluff_nepal.call.next-only."""


class LetGo(msgspec.Struct, frozen=True, tag="let_go", forbid_unknown_fields=True):
    """Last cards stand, and whoever laid them has won. Rules: bluff_nepal.last.let-go, bluff_nepal.let-go.who."""


Action = Lay | Pass | Call | LetGo


# --- pieces of a position --------------------------------------------------------------------------------------------


class Laid(msgspec.Struct, frozen=True):
    """One lay in the pile, its cards in the order in which they were named."""

    seat: int
    cards: tuple[Card, ...]


class SeenLay(msgspec.Struct, frozen=True):
    """One lay in the pile as a reader may know it: `cards` only for its own. Rules: bluff_nepal.view."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None


class Claim(msgspec.Struct, frozen=True):
    """What `seat` says of the cards that it laid last: so many of that rank."""

    seat: int
    count: int
    rank: Rank


class Reveal(msgspec.Struct, frozen=True):
    """How a call ended, as everyone sees it. `cards` are those of the newest lay alone, turned over.

    `pile_count` cards went to the seat `pile_to`; `next_leader` is None when the game is over.
    Rules: bluff_nepal.resolve.reveal, bluff_nepal.resolve.bluff, bluff_nepal.resolve.true, bluff_nepal.resolve.leader.
    """

    layer: int
    caller: int
    rank: Rank
    cards: tuple[Card, ...]
    claim_true: bool
    pile_to: int
    pile_count: int
    next_leader: int | None


# --- events ----------------------------------------------------------------------------------------------------------


class Lot(msgspec.Struct, frozen=True, tag="lot"):
    """The first dealer of the match was drawn. Rules: bluff_nepal.dealer."""

    seat: int


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A game begins. `hands` by seat: the cards, () for a seat without any, None for what the reader may not know."""

    game: int
    dealer: int
    hand_counts: tuple[int, ...]
    hands: tuple[tuple[Card, ...] | None, ...]


class RoundBegan(msgspec.Struct, frozen=True, tag="round"):
    """`leader` is to lead this round of the game; all passes are lifted."""

    game: int
    round: int
    leader: int


class CardsLaid(msgspec.Struct, frozen=True, tag="laid"):
    """`count` cards were laid as `rank`. `lead`: they opened the round; `last`: they emptied the hand.

    `cards` are known to the seat itself alone, None for others.
    """

    seat: int
    count: int
    rank: Rank
    lead: bool
    last: bool
    cards: tuple[Card, ...] | None


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    seat: int


class Called(msgspec.Struct, frozen=True, tag="called"):
    """Shown to `seat` alone: its call has arrived and waits with others. Rules: common.calls.simultaneous."""

    seat: int


class CallCounts(msgspec.Struct, frozen=True, tag="call"):
    """`caller` calls the newest lay, which is `layer`'s, a bluff; what it turned up follows."""

    caller: int
    layer: int


class TurnedOver(msgspec.Struct, frozen=True, tag="turned_over"):
    """A call is settled. `pile` is all that the taker gets, bottom first, None for others. Rules: bluff_nepal.view."""

    reveal: Reveal
    pile: tuple[Card, ...] | None


class LastLetGo(msgspec.Struct, frozen=True, tag="let_go"):
    """The last cards of `layer` stand unseen; `seat` let them go, None when nobody was left to answer."""

    seat: int | None
    layer: int


class SetAside(msgspec.Struct, frozen=True, tag="set_aside"):
    """Everyone has passed: the pile of `count` cards leaves the game face down. Rules: bluff_nepal.all-pass.set-aside."""

    count: int


class GameOver(msgspec.Struct, frozen=True, tag="game_over"):
    """A game is placed. `winner` emptied its hand or was left alone; None when the game was ended as it stood."""

    game: int
    winner: int | None
    places: tuple[int, ...]
    points: tuple[float, ...]


Event = (
    Lot
    | Dealt
    | RoundBegan
    | CardsLaid
    | Passed
    | Called
    | CallCounts
    | TurnedOver
    | LastLetGo
    | SetAside
    | TimedOut
    | Left
    | Rejoined
    | GameOver
    | MatchOver
)


# --- state and view --------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to know of a match.

    `hands` by seat, in the order in which the cards came; `pile` from bottom to top; `rank` is the round's, None before the
    lead. `live`: the newest lay may be called. `calls` are seats whose call on it has arrived and is not settled, in order
    of arrival. `passed` seats have passed in this round, in order. `set_aside` and `taken_out` are cards out of the game,
    by everyone's passing and with leavers; `turned_over` cards that calls of this game have shown, wherever they are now.
    `leader` leads this round; in `reveal` the next. `removed` and `away` name the seats that left for good or to a computer,
    in order, and the first `removed_before` of the former did so before this game began; `timeouts` are consecutive, by seat.
    `round` counts the rounds of the game, `actions` what was laid, passed, called and let go in it. `game_over` is true
    between the end of a game and the next one.
    """

    rules_version: int = RULES_VERSION
    options: Options
    seats: int
    game: int
    round: int
    phase: Phase
    dealer: int
    leader: int
    hands: tuple[tuple[Card, ...], ...]
    timeouts: tuple[int, ...]
    to_act: int | None = None
    pile: tuple[Laid, ...] = ()
    rank: Rank | None = None
    live: bool = False
    calls: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    set_aside: tuple[Card, ...] = ()
    taken_out: tuple[Card, ...] = ()
    turned_over: tuple[Card, ...] = ()
    actions: int = 0
    removed: tuple[int, ...] = ()
    removed_before: int = 0
    away: tuple[int, ...] = ()
    reveal: Reveal | None = None
    game_over: bool = False
    finished: tuple[GameScore, ...] = ()
    result: Result | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The position as one seat, or a spectator, may know it. Rules: bluff_nepal.view, common.view.*

    `own` is the reader's hand, None for a spectator and for a seat that left for good. `claim` is the newest lay's, also
    when it can no longer be called; `live` tells whether it can. `called`: the reader's own call has arrived and is not
    settled. `leader` leads this round, in `reveal` the next. `out` is always empty: the first seat out of cards ends the
    game. `left` seats are gone for good, with `taken_out_count` cards; `away` seats are played by a computer; `timeouts` are
    consecutive, by seat. `reveal` is how the call that ended the round before this one turned out; `turned_over` all that
    calls of this game have shown, in order.
    """

    game: int
    games: int
    round: int
    phase: Phase
    seats: int
    dealer: int
    leader: int
    to_act: int | None
    hand_counts: tuple[int, ...]
    own: tuple[Card, ...] | None
    pile: tuple[SeenLay, ...]
    pile_count: int
    rank: Rank | None
    claim: Claim | None
    live: bool
    called: bool
    passed: tuple[int, ...]
    set_aside_count: int
    taken_out_count: int
    turned_over: tuple[Card, ...]
    out: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    away: tuple[int, ...]
    timeouts: tuple[int, ...]
    reveal: Reveal | None
    scores: tuple[GameScore, ...]
    totals: tuple[float, ...]
    result: Result | None
    options: Options
