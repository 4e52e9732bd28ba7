"""The values of Bluffen: options, actions, events, the state and what a seat sees of it. No behaviour.

Cards are codes (`games.core.cards`). Lists by seat have one entry for each of the seats 0 to n - 1 of the match. A condition,
and so a claim, is a suit letter (`C`, `D`, `H`, `S`) in the mode `suit` and a rank (`A` to `K`) in the two others.
"""

from typing import Annotated, Literal

import msgspec

from games.core.cards import Card
from games.core.events import GameScore, Left, MatchOver, Rejoined, TimedOut
from games.core.game import Result
from games.core.options import CommonOptions

RULES_VERSION = 1

Phase = Literal["open", "respond", "answer_last", "must_lay", "over"]
"""The opener lays and names the condition; the next seat lays or challenges; it challenges or accepts somebody's last cards;
it lays, since the newest claim is not live; the match has ended. Rules 2.13.
"""

SeenPhase = Literal["open", "respond", "answer_last", "must_lay", "reveal", "over"]
"""As a view tells it: `reveal` while the turned cards, or the end of a game, are being shown and nobody is waited for."""


class Options(CommonOptions, frozen=True, kw_only=True):
    """The table's options; `rule` is the clause that tells about each."""

    mode: Annotated[Literal["suit", "sequence", "same_rank"], msgspec.Meta(extra={"rule": "bluffen.mode.exclusive"})] = "suit"
    challengers: Annotated[Literal["next", "anyone"], msgspec.Meta(extra={"rule": "bluffen.challenge.anyone"})] = "next"
    last_card_safe: Annotated[bool, msgspec.Meta(extra={"rule": "bluffen.last.safe"})] = False
    jokers: Annotated[bool, msgspec.Meta(extra={"rule": "bluffen.joker.wild"})] = False
    joker_reveal: Annotated[Literal["true_claim", "void"], msgspec.Meta(extra={"rule": "bluffen.joker.void"})] = "true_claim"
    open_start: Annotated[bool, msgspec.Meta(extra={"rule": "bluffen.open-start.shown"})] = False
    repeat_suit: Annotated[bool, msgspec.Meta(extra={"rule": "bluffen.open.repeat-suit"})] = True
    finish: Annotated[Literal["stop", "play_on"], msgspec.Meta(extra={"rule": "bluffen.end.play-on"})] = "stop"
    points: Annotated[Literal["win", "placing"], msgspec.Meta(extra={"rule": "bluffen.points"})] = "win"
    decks: Annotated[Literal[1, 2], msgspec.Meta(extra={"rule": "bluffen.deck"})] = 1


# --- actions ---------------------------------------------------------------------------------------------------------


class Lay(msgspec.Struct, frozen=True, tag="lay", forbid_unknown_fields=True, omit_defaults=True):
    """These cards of the own hand are laid as `claim`; None is read as the condition in force.

    Any text may be asked as a card or claim, so that a wrong one is refused by its rule instead of being unreadable.
    Rules: bluffen.lay.claim, bluffen.lay.claim-missing.
    """

    cards: tuple[Card, ...]
    claim: str | None = None


class Challenge(msgspec.Struct, frozen=True, tag="challenge", forbid_unknown_fields=True):
    """The newest lay is doubted. Rules: bluffen.challenge.window."""


class Accept(msgspec.Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """Somebody's last cards are believed. Rules: bluffen.last.answer."""


Action = Lay | Challenge | Accept


# --- pieces of a position --------------------------------------------------------------------------------------------


class Play(msgspec.Struct, frozen=True):
    """One lay on the pile. `open` cards lie face up for everyone; `cards` is None where the reader may not know them."""

    seat: int
    count: int
    claim: str
    open: bool = False
    cards: tuple[Card, ...] | None = None


# --- events ----------------------------------------------------------------------------------------------------------


class Lot(msgspec.Struct, frozen=True, tag="lot"):
    """The starter of the match was drawn. Rules: bluffen.start.first."""

    seat: int


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A game begins. `hands` by seat: the cards, () for a seat that is out, None for what the reader may not know."""

    game: int
    starter: int
    hand_counts: tuple[int, ...]
    hands: tuple[tuple[Card, ...] | None, ...]


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    """`count` cards were laid as `claim`; `opening` names the condition of a new round; `last` emptied the hand.

    `cards` is shown to the seat itself, and to everyone where they lie `open`.
    """

    seat: int
    count: int
    claim: str
    opening: bool
    last: bool
    open: bool
    cards: tuple[Card, ...] | None


class Called(msgspec.Struct, frozen=True, tag="called"):
    """A challenge arrived while others may still come; shown to its seat alone. Rules: common.calls.simultaneous."""

    seat: int


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """`seat` believes the last cards of `claimant`. Rules: bluffen.last.accepted."""

    seat: int
    claimant: int


class Challenged(msgspec.Struct, frozen=True, tag="challenged"):
    """`seat` doubts the newest lay, which is `claimant`'s."""

    seat: int
    claimant: int


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """The newest lay is turned up, as everyone sees it. `cards` as laid.

    `void`: a joker cancelled the challenge, and nobody takes the pile. Otherwise `taker` has taken all `pile_count` cards.
    `next_to_act` opens the next round or must lay on this pile; None when the game is over.
    Rules: bluffen.resolve.*, bluffen.joker.void.
    """

    challenger: int
    claimant: int
    claim: str
    cards: tuple[Card, ...]
    claim_true: bool
    void: bool
    taker: int | None
    pile_count: int
    next_to_act: int | None


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """The whole pile went into the hand of `seat`; `cards`, from bottom to top, are shown to it alone. Rules: bluffen.view."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None


class WentOut(msgspec.Struct, frozen=True, tag="out"):
    """`seat` is out of cards for good, in that place; None for a computer that plays for somebody who left: it is placed so."""

    seat: int
    place: int | None


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """What was turned up has been shown: `seat` opens the next round, or must lay on the same pile. Rules: common.reveal."""

    seat: int
    phase: Literal["open", "must_lay"]


class GameOver(msgspec.Struct, frozen=True, tag="game_over"):
    """`long`: it was ended early, by the cards held. Rules: bluffen.end.stop, bluffen.end.play-on, common.long.agreed."""

    game: int
    places: tuple[int, ...]
    points: tuple[float, ...]
    long: bool = False


Event = (
    Lot
    | Dealt
    | Laid
    | Called
    | Accepted
    | Challenged
    | Revealed
    | Taken
    | WentOut
    | Resumed
    | TimedOut
    | Left
    | Rejoined
    | GameOver
    | MatchOver
)


# --- state and view --------------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to know of a match.

    `hands` are sorted, lowest card first; `gone` are cards that went out with leavers. `pile` from bottom to top. `condition`
    is the suit or rank in force (in `sequence` the rank claimed last), None before an opening; `live` whether the newest claim
    may still be challenged, `calls` the seats whose challenges of it were collected, in order of arrival. `previous_suit` is
    the suit of the round that ended last in this game. `starter` opened this round or is to open it, between games the next one.
    `showing`: the last reveal, or the end of a game, is being shown, and nobody acts before `proceed`.
    `outs` are seats out of cards in order; `fell` seats that left, in order, unless they were out of cards in this game then;
    `removed` and `away` the seats that left for good or to a computer, in order, and the first `removed_before` of the former
    did so before this game began; `timeouts` are consecutive, by seat. `acted` counts the actions of the game, `round` its
    openings. `reveal` and `taken` (the cards that its taker got) stand until the next lay. `turned_up` are the cards that
    challenges have shown in this game, each code once, in order. `game_over` is true between a game and the next one.
    """

    rules_version: int = RULES_VERSION
    options: Options
    seats: int
    game: int
    round: int
    phase: Phase
    hands: tuple[tuple[Card, ...], ...]
    starter: int
    timeouts: tuple[int, ...]
    to_act: int | None = None
    pile: tuple[Play, ...] = ()
    condition: str | None = None
    live: bool = False
    calls: tuple[int, ...] = ()
    previous_suit: str | None = None
    showing: bool = False
    reveal: Revealed | None = None
    taken: tuple[Card, ...] = ()
    turned_up: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    outs: tuple[int, ...] = ()
    fell: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    removed_before: int = 0
    away: tuple[int, ...] = ()
    acted: int = 0
    game_over: bool = False
    finished: tuple[GameScore, ...] = ()
    result: Result | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The position as one seat, or a spectator, may know it. Rules: bluffen.view, common.view.*

    `own` is the reader's hand, lowest card first, None when it holds none; `pile` from bottom to top, with the cards that
    the reader laid itself or that lie face up. `condition` in force (in `sequence` the rank claimed last); `live` whether the
    newest claim may still be challenged, `called` whether the reader has done so and others may still. `previous_suit` is
    that of the round that ended last. `to_act` is waited for; in `reveal` it is None and `next_to_act` tells who then acts,
    None between games. `starter` is the opener of this round. `reveal` is the last challenge, until the next lay; `taken` the
    pile that the reader took by it, bottom to top, else (). `turned_up`: cards that challenges have shown in this game.
    `out` are groups of one seat each, in order of going out of cards; `left` seats gone for good; `away` seats that a computer
    plays; `timeouts` consecutive, by seat; `acted` actions in this game.
    """

    game: int
    games: int
    round: int
    phase: SeenPhase
    seats: int
    hand_counts: tuple[int, ...]
    own: tuple[Card, ...] | None
    pile: tuple[Play, ...]
    pile_count: int
    condition: str | None
    live: bool
    called: bool
    previous_suit: str | None
    to_act: int | None
    next_to_act: int | None
    starter: int
    reveal: Revealed | None
    taken: tuple[Card, ...]
    turned_up: tuple[Card, ...]
    out: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    away: tuple[int, ...]
    timeouts: tuple[int, ...]
    acted: int
    scores: tuple[GameScore, ...]
    totals: tuple[float, ...]
    result: Result | None
    options: Options
