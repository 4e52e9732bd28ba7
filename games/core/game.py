"""The contract that every game offers, and the small values that cross it.

A game is a folder with a `GAME` (see `Game`). Its engine is pure: no clock, I/O, Django or global randomness. States,
actions, events, views and options are frozen msgspec structs; structs of a union carry the tag field `type`.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from games.core.chance import Chance
from games.core.options import CommonOptions

Language = Literal["nl", "de", "en", "ne"]
Level = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")


class Step(NamedTuple):
    """What a change leads to: the new state, and the events in order. The old state is untouched."""

    state: Any
    events: tuple[Any, ...]


class Actors(msgspec.Struct, frozen=True):
    """Who the table waits for (at most one seat), and which other seats may act out of turn.

    `on_last_cards`: what may be called is on somebody's last cards, so that computers wait longer. Rules: common.bot.pace.
    While calls are collected nobody is waited for, and `may_act` names the seats whose call would still count among them.
    """

    waited: int | None
    may_act: tuple[int, ...] = ()
    on_last_cards: bool = False


class Due(msgspec.Struct, frozen=True):
    """The next move of the server itself: what (`deal`, `settle`, `next_game`) and after how many seconds.

    The pause is that at normal speed; that of `settle`, the time in which calls are collected, is the same at any speed.
    """

    what: Literal["deal", "settle", "next_game"]
    pause: float


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One type of action as data that a page, a bot or an API client can use without knowing the game.

    Open: an action is legal exactly if it has this `type` and its fields match one of `patterns`: each pattern maps a
    field to a value, a list of values, `{"min": n, "max": m}` (whole numbers), or `{"of": [...], "min": n, "max": m}`
    (a list of n to m of these, in any order, none oftener than it stands there). No patterns: the type has no fields.
    Off: `rule` is the id that forbids it now, and `patterns` is empty.
    """

    type: str
    open: bool
    rule: str | None = None
    patterns: tuple[dict[str, Any], ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a match ended. `places` and `totals` (game points) by seat; `games` the places of each game by seat."""

    reason: str
    places: tuple[int, ...]
    totals: tuple[float, ...]
    games: tuple[tuple[int, ...], ...]


class Engine(Protocol):
    """The module `games.<slug>.engine`. Seats are 0 to n - 1 for the whole match."""

    Options: type[Any]
    Action: Any
    Event: Any
    State: type[Any]
    View: type[Any]

    def check_table(self, seats: int, options: Any) -> None:
        """Raises IllegalOptions naming the conflicting rule."""

    def start(self, seats: int, options: Any, chance: Chance) -> Step:
        """The first game begins: lots are drawn and the first cards or dice dealt."""

    def apply(self, state: Any, seat: int, action: Any, chance: Chance) -> Step:
        """A seat's own action. Raises IllegalAction. Rules: common.action.reject."""

    def timeout(self, state: Any, seat: int, chance: Chance) -> Step:
        """The time-out move of the seat that is waited for, counted; leaves the seat at `max_timeouts`.

        The events tell what was done. Rules: common.clock.expire.
        """

    def leave(self, state: Any, seat: int, chance: Chance) -> Step:
        """The seat's person leaves: with `leave_mode=bot` a computer takes over, else it is out. Rules: common.leave.*"""

    def rejoin(self, state: Any, seat: int) -> Step:
        """The person takes the seat back from the computer. Rules: common.leave.bot."""

    def proceed(self, state: Any, chance: Chance) -> Step:
        """What `due` names is done now."""

    def abandon(self, state: Any) -> Step:
        """The match ends by the table as it stands. Rules: common.leave.bot."""

    def is_long(self, state: Any) -> bool:
        """Whether the running game has gone on so long that it may be ended early. Rules: common.long.agreed."""

    def end_long(self, state: Any) -> Step:
        """The running game ends by what each seat holds now; the match goes on. Raises IllegalAction unless `is_long`.

        Rules: common.long.agreed, common.long.computers.
        """

    def due(self, state: Any) -> Due | None: ...

    def actors(self, state: Any) -> Actors:
        """A call out of turn is an action like any other. Where calls are collected (`call_grace_ms`) the first one makes
        `settle` due; until then it shows in the caller's own view and events alone, and everything but a call is refused by
        common.calls.block, while `choices` and `view` of all other seats stay as they were. Rules: common.calls.*
        """

    def choices(self, state: Any, seat: int) -> tuple[Choice, ...]:
        """Every type of action of the game for this seat, open or off with its reason; empty for a seat that is out."""

    def view(self, state: Any, seat: int | None) -> Any:
        """The position as that seat may know it and nothing else; None is a spectator. Rules: common.view.*"""

    def show(self, event: Any, seat: int | None) -> Any:
        """The event as that seat was shown it, or None if it was shown nothing."""

    def away(self, state: Any) -> tuple[int, ...]:
        """Seats that a computer plays because their person left, in order of leaving."""

    def result(self, state: Any) -> Result | None:
        """None while the match runs."""

    def dump(self, state: Any) -> bytes:
        """Versioned JSON: `{"rules_version": ..., ...}`."""

    def load(self, data: bytes) -> Any:
        """The inverse of dump. Raises NotInThisGame."""


class Bots(Protocol):
    """The module `games.<slug>.bot`. It gets what its seat was shown and nothing else, by type."""

    def new_memory(self, seats: int, seat: int) -> Any: ...

    def remember(self, memory: Any, event: Any) -> Any:
        """A pure fold over the events as shown to the seat (`Engine.show`), all of them from the start of the match."""

    def choose(self, view: Any, memory: Any, level: Level, rng: Random) -> Any:
        """A legal action for the seat of the view, which is waited for."""

    def call(self, view: Any, memory: Any, level: Level, rng: Random) -> Any | None:
        """What a seat that may act out of turn does about the newest play, decided once; None lets it stand.

        Rules: common.bot.calls.
        """

    def preload(self) -> None:
        """What a process does once at its start, so that no decision pays for reading tables: some tenths of a second."""


class Words(Protocol):
    """The module `games.<slug>.words`: claims and sentences of the game in four languages, as plain text.

    `names` maps seats to the names shown; `me` is the reader's seat or None: sentences about the reader say "you".
    Digits are Latin; who prints them turns them into Devanagari where the reader wants that.
    """

    def title(self, language: Language) -> str: ...

    def claim(self, claim: Any, language: Language) -> str:
        """A claim as a label in the nominative: `six fives`, `drei Siebenen`."""

    def sentence(self, event: Any, language: Language, names: Sequence[str], me: int | None) -> str:
        """One line of the log for a shown event; empty for an event that needs no line."""

    def turn(self, view: Any, language: Language, names: Sequence[str], me: int | None) -> str:
        """The turn banner as a sentence (UX-302)."""

    def timeout(self, view: Any, language: Language) -> str:
        """What running out of time will do (UX-316)."""

    def action(self, action: Any, language: Language) -> str:
        """An action as a person would say it, for buttons and confirmations."""

    def reason(self, rule: str, language: Language) -> str:
        """Why a rule forbids something, in one short sentence. Knows every rule id that a refusal of this game can carry."""

    def rules(self) -> tuple[str, ...]:
        """The rule ids that a refusal of this game can carry."""

    def option(self, name: str, value: Any, language: Language) -> tuple[str, str]:
        """Label of an option of this game, and a line on what this value means."""


class Tally(Protocol):
    """The module `games.<slug>.tally`, for a game whose league table shows more than places and points."""

    NAMES: tuple[str, ...]

    def count(self, seats: int, events: Sequence[Any]) -> dict[str, tuple[int, ...]]:
        """Each of NAMES by seat, from all events of a match."""

    def label(self, name: str, language: Language) -> str:
        """The head of the column, short."""


class Court(Protocol):
    """The module `games.<slug>.court`: this game's part of the casebook (rules 8)."""

    def judge(self, case: Mapping[str, Any]) -> dict[str, Any]:
        """The outcome of one case, every key that has a meaning in this game. Raises NotInThisGame or KeyError."""


class Game(msgspec.Struct, frozen=True):
    """What the registry knows of a game. `seats` is the least and greatest number under any options.

    `calls` are the types of action that a seat may make out of turn under some options, e.g. `("call",)`; each names the
    newest play. Rules: common.calls.*
    """

    slug: str
    seats: tuple[int, int]
    minutes: int
    rules_version: int
    engine: Engine
    bots: Bots
    words: Words
    court: Court
    options: type[CommonOptions]
    default_seats: int = 4
    calls: tuple[str, ...] = ()
    tally: Tally | None = None
