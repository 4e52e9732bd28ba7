"""The values of Blufpoker: options, actions, events, the state and what a seat sees of it. No behaviour.

Dice are the numbers 1 to 6; a value is the greatest number that three dice form, 111 to 666. Lists by seat have one entry
for each of the seats 0 to n - 1 of the match. A seat is a player: after a swap the seats sit round the table as `order`
says, clockwise.
"""

from typing import Annotated, Literal

import msgspec

from games.core.events import Left, MatchOver, Rejoined, RoundVoid, TimedOut
from games.core.game import Result
from games.core.options import CommonOptions

RULES_VERSION = 1
DICE = 3
MOST_THROWS = 3
"""In one turn with `three_throws`, and in an attempt at 666."""
MOST_ASIDE = 2
"""At least one die is always thrown. Rules: blufpoker.sixes.must-throw-one."""
LOWEST, HIGHEST = 111, 666

Direction = Literal["clockwise", "anticlockwise"]

Phase = Literal["start_throw", "own_throw", "decide", "accepted", "six_attempt", "reveal", "over"]
"""The starter must throw; the thrower claims or throws again; the next seat believes or doubts; who believed must throw;
who believed a 666 throws for it; the round is settled and all dice lie open until the next one; the match has ended."""


class Options(CommonOptions, frozen=True, kw_only=True):
    """The table's options; `rule` is the clause that tells about each."""

    penalty_limit: Annotated[int, msgspec.Meta(ge=1, le=20, extra={"rule": "blufpoker.end.limit"})] = 6
    sixes: Annotated[bool, msgspec.Meta(extra={"rule": "blufpoker.sixes.keep"})] = False
    blind_pass: Annotated[bool, msgspec.Meta(extra={"rule": "blufpoker.blind.pass"})] = False
    three_throws: Annotated[bool, msgspec.Meta(extra={"rule": "blufpoker.three-throws.repeat"})] = False
    choose_direction: Annotated[bool, msgspec.Meta(extra={"rule": "blufpoker.direction.choose"})] = False
    swap_seats: Annotated[Literal["off", "round", "game"], msgspec.Meta(extra={"rule": "blufpoker.swap.when"})] = "off"


# --- actions ---------------------------------------------------------------------------------------------------------


class Throw(msgspec.Struct, frozen=True, tag="throw", forbid_unknown_fields=True, omit_defaults=True):
    """The dice under the cup are thrown, after `keep` sixes among them were newly laid aside.

    In an attempt at 666 this is the next of its throws, and sixes are laid aside by themselves.
    Rules: blufpoker.sixes.keep, blufpoker.sixes.666.open.
    """

    keep: int = 0


class Claim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True, omit_defaults=True):
    """At least `value` lies there. Any whole number may be asked, so that a wrong one is refused by its rule.

    `direction` may come with an opening claim. Rules: blufpoker.claim.values, blufpoker.direction.choose.
    """

    value: int
    direction: Direction | None = None


class Doubt(msgspec.Struct, frozen=True, tag="doubt", forbid_unknown_fields=True):
    """The last claim is not believed. Rules: blufpoker.decide."""


class Accept(msgspec.Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """The last claim is believed: look, then throw; after 666 the attempt. Rules: blufpoker.decide."""


class Blind(msgspec.Struct, frozen=True, tag="blind", forbid_unknown_fields=True):
    """The cup goes on unseen under a higher claim. Rules: blufpoker.blind.pass."""

    value: int


Action = Throw | Claim | Doubt | Accept | Blind


# --- pieces of a position --------------------------------------------------------------------------------------------


class MadeClaim(msgspec.Struct, frozen=True):
    """A claim and who made it: after `throws` throws of that turn, or passing the cup on unseen (`blind`, 0 throws).

    Who made a claim that is not blind had accepted the claim before it.
    """

    seat: int
    value: int
    throws: int = 1
    blind: bool = False


class GameScore(msgspec.Struct, frozen=True):
    """A finished game: places, game points and penalty points by seat."""

    places: tuple[int, ...]
    points: tuple[float, ...]
    penalties: tuple[int, ...]


# --- events ----------------------------------------------------------------------------------------------------------


class StartRolled(msgspec.Struct, frozen=True, tag="start_rolled"):
    """A game begins: one open die per seat, the highest starts; then those that tied again, and so on.

    `rolls` in order, each by seat, None for a seat that does not roll. Rules: blufpoker.start.roll, blufpoker.start.tie.
    """

    game: int
    rolls: tuple[tuple[int | None, ...], ...]
    starter: int


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    """The seats were shuffled and now sit in this `order`, clockwise. Rules: blufpoker.swap.effect."""

    order: tuple[int, ...]


class RoundBegan(msgspec.Struct, frozen=True, tag="round"):
    """A round begins, `starter` is to throw. `round` counts the rounds of the game that were begun, void ones included."""

    game: int
    round: int
    starter: int
    direction: Direction
    order: tuple[int, ...]


class Thrown(msgspec.Struct, frozen=True, tag="thrown"):
    """`seat` made the `number`-th throw of its turn with `count` dice, after laying `kept` sixes newly aside.

    `aside` is all that then lies aside; `dice` what now lies under the cup, None for who may not know it: nobody but the
    thrower, and not even that seat unless `seen`. Rules: blufpoker.view, blufpoker.three-throws.third-blind.
    """

    seat: int
    number: int
    count: int
    kept: int
    aside: int
    seen: bool
    dice: tuple[int, ...] | None


class Claimed(msgspec.Struct, frozen=True, tag="claimed"):
    """`seat` claims at least `value` after `throws` throws of its turn. `direction` only if one was said."""

    seat: int
    value: int
    throws: int
    direction: Direction | None


class PassedBlind(msgspec.Struct, frozen=True, tag="blind"):
    """`seat` passes the cup on unseen and claims at least `value`."""

    seat: int
    value: int


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """`seat` believes the last claim, which is `claimant`'s `value`, and looks.

    `dice` lie under the cup, None for all but that seat. After 666 they are all three, sixes that lay aside included.
    """

    seat: int
    claimant: int
    value: int
    dice: tuple[int, ...] | None


class Doubted(msgspec.Struct, frozen=True, tag="doubted"):
    """`seat` doubts the last claim, which is `claimant`'s."""

    seat: int
    claimant: int


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """A doubted claim is settled, as everyone sees it: `dice` under the cup and `aside` sixes make `value`.

    `penalties` by seat stand after the point, of `limit` that end the game; `next_starter` is None when it is over.
    Rules: blufpoker.doubt.*, blufpoker.round.next-starter.
    """

    dice: tuple[int, ...]
    aside: int
    value: int
    claim: int
    claimant: int
    doubter: int
    penalty_to: int
    penalties: tuple[int, ...]
    limit: int
    next_starter: int | None


class AttemptThrown(msgspec.Struct, frozen=True, tag="attempt_thrown"):
    """The `number`-th open throw of an attempt at 666: it showed `dice`; `aside` sixes now lie aside.

    Rules: blufpoker.sixes.666.open.
    """

    seat: int
    number: int
    dice: tuple[int, ...]
    aside: int


class AttemptOver(msgspec.Struct, frozen=True, tag="attempt_over"):
    """The attempt of `acceptor` at `claimant`'s 666 is settled after `throws` throws; `dice` and `aside` lie there.

    The rest as in `Revealed`. Rules: blufpoker.sixes.666.success, blufpoker.sixes.666.fail.
    """

    dice: tuple[int, ...]
    aside: int
    value: int
    claimant: int
    acceptor: int
    success: bool
    throws: int
    penalty_to: int
    penalties: tuple[int, ...]
    limit: int
    next_starter: int | None


class GameOver(msgspec.Struct, frozen=True, tag="game_over"):
    game: int
    places: tuple[int, ...]
    points: tuple[float, ...]
    penalties: tuple[int, ...]


Event = (
    StartRolled
    | Swapped
    | RoundBegan
    | Thrown
    | Claimed
    | PassedBlind
    | Accepted
    | Doubted
    | Revealed
    | AttemptThrown
    | AttemptOver
    | RoundVoid
    | TimedOut
    | Left
    | Rejoined
    | GameOver
    | MatchOver
)

Settled = Revealed | AttemptOver
"""How a round was settled."""


# --- state and view --------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to know of a match.

    `dice` lie under the cup and `aside` sixes beside it, none of them before the first throw of a round and after its end;
    `seen_by` are the seats that have seen those dice. In an attempt at 666 they lie open from its first throw on.
    `throws` were made in the running turn and stay until the next seat looks or passes blind. `starter` opened this round;
    in `reveal` it opens the next. `first_round` holds until a round of the game has been settled. `order` are all seats,
    clockwise. `removed` and `away` name the seats that left for good or to a computer, in order, and the first
    `removed_before` of the former did so before this game began; `timeouts` are consecutive, by seat. `reveal` is how the
    last round was settled, until the next begins. `game_over` is true between the end of a game and the next one.
    """

    rules_version: int = RULES_VERSION
    options: Options
    seats: int
    game: int
    round: int
    phase: Phase
    order: tuple[int, ...]
    direction: Direction
    first_round: bool
    starter: int
    to_act: int | None
    penalties: tuple[int, ...]
    timeouts: tuple[int, ...]
    dice: tuple[int, ...] = ()
    aside: int = 0
    throws: int = 0
    seen_by: tuple[int, ...] = ()
    claims: tuple[MadeClaim, ...] = ()
    start_rolls: tuple[tuple[int | None, ...], ...] = ()
    removed: tuple[int, ...] = ()
    removed_before: int = 0
    away: tuple[int, ...] = ()
    reveal: Settled | None = None
    game_over: bool = False
    finished: tuple[GameScore, ...] = ()
    result: Result | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The position as one seat, or a spectator, may know it. Rules: blufpoker.view, common.view.*

    `cup` are the dice under the cup if the reader may know them, else None; `under_cup` how many lie there, for everyone;
    `aside` the open sixes. `seen_by` are the seats that have seen those dice: everyone at the table can tell.
    `throws` were made in the running turn, or by the last claimant while the next seat decides (in `six_attempt`: of the
    attempt). `accepted_by` is the seat that believed the last claim and has the cup. `starter` opened this round, in
    `reveal` it opens the next; `order` are all seats clockwise, those that left included. `limit` penalty points end
    the game. `start_rolls` are the open dice that decided who starts, as in `StartRolled`. `reveal` tells how the last
    round was settled, until the next begins. `out` is always empty: nobody is knocked out. `left` seats are gone for
    good; `away` seats are played by a computer; `timeouts` are consecutive, by seat.
    """

    game: int
    games: int
    round: int
    phase: Phase
    seats: int
    order: tuple[int, ...]
    direction: Direction
    first_round: bool
    starter: int
    to_act: int | None
    cup: tuple[int, ...] | None
    under_cup: int
    aside: int
    throws: int
    seen_by: tuple[int, ...]
    claims: tuple[MadeClaim, ...]
    accepted_by: int | None
    penalties: tuple[int, ...]
    limit: int
    start_rolls: tuple[tuple[int | None, ...], ...]
    out: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    away: tuple[int, ...]
    timeouts: tuple[int, ...]
    reveal: Settled | None
    scores: tuple[GameScore, ...]
    totals: tuple[float, ...]
    result: Result | None
    options: Options
