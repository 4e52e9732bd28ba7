"""What a game offers to the table page: the module `games.<slug>.page`, pure like the rest of the game, and its values.

A page module turns views into plain data; its template `games/<slug>/pieces.jinja` prints them. Neither decides anything:
what is legal says `Engine.choices`. `bluffsite/docs/table_page.md` tells how such a page is made.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

from games.core.game import Choice, Language

Key = tuple[Any, ...]
"""What a large piece depends on, as hashable values: pieces of the same key look the same, and are made once."""

Direction = Literal["clockwise", "anticlockwise"]


class Assets(msgspec.Struct, frozen=True, kw_only=True):
    """Files of `games/<slug>/static/<slug>/` that the page loads, and the kits of the site that it uses besides.

    `drawings`: there is a `games/<slug>/symbols.jinja` with a macro `symbols(d)`, printed once per page.
    """

    css: tuple[str, ...]
    script: str
    kits: tuple[Literal["cards", "dice"], ...] = ()
    drawings: bool = False


class Count(msgspec.Struct, frozen=True):
    """One number beside a seat's name, which everybody may know: `icon` is a symbol's id, `noun` what is counted, as spoken."""

    icon: str
    value: int
    noun: str


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What the row of a seat says of the game.

    `place`: the place that the seat has for sure in the running game. `gone`: it takes no part any more; its counts are not
    shown. `mark`: two or three words on how it stands, such as `passed` or `out of cards`; it never says "out" alone.
    """

    counts: tuple[Count, ...] = ()
    place: int | None = None
    gone: bool = False
    mark: str = ""


class Around(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where and how play goes round: `order` are all seats clockwise, `seats` what is said of each, by seat.

    `next` is the seat that acts after the present one if nothing unforeseen happens; None where that is not known.
    """

    order: tuple[int, ...]
    seats: tuple[Seat, ...]
    direction: Direction = "clockwise"
    next: int | None = None


HELP = ("help", "hulp", "hilfe", "मद्दत", "?")
"""What may be typed in text mode of every game to be told what may be typed (UX-808)."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The game's own words for parts of the page, in one language.

    `claim`, `reveal`, `hand`: names of the three parts of the table (`Last bid`, `The last count`, `Your dice`).
    `call`: the call as a noun or verb, for lists of keys; `call_by`: the same as a setting that says how it is pressed.
    `let_go`, `pass_`: the same for letting go and passing, empty where a game has neither.
    `picker`: the name of what the picker key opens, empty where there is none. `read_hand`: the key that reads the hand.
    `watching`: what a spectator does not see. `cover`: who may call where one phone goes round. `one_phone`: what the
    covers hide. `fair_title`, `fair`: what is promised about chance. `sounds`: names of the sounds claim, call, true, bluff.
    `keys`: further keys and what they do. `command`: an example of text mode; `commands`: all of them, parted by commas.
    """

    claim: str
    reveal: str
    hand: str
    call: str
    call_by: str
    picker: str = ""
    let_go: str = ""
    pass_: str = ""
    read_hand: str
    watching: str
    cover: str
    one_phone: str
    fair_title: str
    fair: str
    sounds: Mapping[Literal["claim", "call", "true", "bluff"], str]
    keys: tuple[tuple[str, str], ...]
    command: str
    commands: str


class Page(Protocol):
    """The module `games.<slug>.page`. Nothing of it knows HTML or Django.

    `public` and `around` are made of a spectator's view, `own`, `moves_key` of one seat's: nobody's page can show more.
    """

    ASSETS: Assets
    MAIN_ACTION: str
    """The type of action that Enter in a field of the plain form means."""
    COMMANDS: dict[str, list[str]]
    """What may be typed in text mode, in any of the four languages: kind -> words. `hand`, `table` and `time` are answered
    by the page itself; every other kind is a type of action. Longer commands are read by the game's script."""
    LOG_KINDS: dict[str, str]
    """Events whose lines stand out in the log, by tag: `round`, a new one; `big`, something that was opened or decided."""
    SOUNDS: dict[str, str]
    """Events that are heard, by tag, as `claim`, `call` or `reveal`. The last sounds as `true` or `bluff`, by
    `data-wrong` of the element `reveal`."""
    USES: dict[str, tuple[str, ...]]
    """Pieces that look at nothing but these values of `own` (`claim`, `call`, `hand`) or of `public` (`seat_open`, which also
    knows its seat, and `middle`): made once for equal ones."""

    def terms(self, language: Language) -> Terms: ...

    def around(self, view: Any, language: Language) -> Around: ...

    def public(self, view: Any, language: Language, names: Sequence[str]) -> dict[str, Any]:
        """What everyone sees in the middle and in open hands, without a word for "you". The frame adds `around`.

        `reveal` must be among it: what lies open, or None.
        """

    def own(self, view: Any, choices: Sequence[Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
        """What one reader sees and may do; `me` None is a spectator. For the frame itself it has:

        `reveal`: what lies open, or None; `spoken`: the hand in words; `hint`: a sentence for beginners or empty;
        `position`: a text that changes whenever what may be done changes, and only then; `waits`: for how many seconds, at
        normal speed, a computer that is to act leaves time for calls, 0 where this reader may not call.
        """

    def board_key(self, view: Any) -> Key | None:
        """What the picture of a board depends on; None where there is none."""

    def board(self, key: Key) -> dict[str, Any]: ...

    def moves_key(self, view: Any, choices: Sequence[Choice]) -> Key | None:
        """What the picker depends on; None for a seat that is not in the game."""

    def moves(self, key: Key, language: Language) -> dict[str, Any]: ...

    def replay(self, event: Any, language: Language, names: Sequence[str]) -> dict[str, Any] | None:
        """What a line of the log unfolds, with `game`: the slug; None for most events."""

    def calls(self, event: Any) -> tuple[int, int] | None:
        """(who calls, whose claim) if the event is a call; whose claim it is hears of it at once."""

    def script(self, language: Language, seats: int) -> dict[str, Any]:
        """What the game's script needs to know, as JSON. Texts under `labels` are put into the reader's digits."""

    def action_from(self, fields: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """The action that a plain form means; `lists` has every value of a field, for those sent more than once."""


class Lesson(Protocol):
    """The module `games.<slug>.lesson`: steps that need nobody and keep nothing (UX-106). `games/<slug>/lesson.jinja` prints them."""

    STEPS: int

    def page_of(self, step: int, answer: str, language: Language) -> dict[str, Any]:
        """One step; an answer that is not offered counts as none. For the frame itself it has:

        `title`, `step`, `steps`, `text`, `answers` (value, label), `answer`, `right` (None before an answer), `reply`,
        and `reveal`, which is true once nothing is left to try.
        """


def next_seat(order: Sequence[int], at: int | None, without: Sequence[int], direction: Direction = "clockwise") -> int | None:
    """The first seat after `at` in the direction of play that is not among `without`; None if nobody is left."""
    if at is None:
        return None
    step = 1 if direction == "clockwise" else -1
    start = order.index(at)
    round_the_table = (order[(start + step * far) % len(order)] for far in range(1, len(order)))
    return next((seat for seat in round_the_table if seat not in without), None)


def places_from_last(groups: Sequence[Sequence[int]], seats: int) -> dict[int, int]:
    """Places of seats that were knocked out, group by group: the first group has the last places."""
    places, still = {}, seats
    for group in groups:
        still -= len(group)
        places.update(dict.fromkeys(group, still + 1))
    return places


def places_from_first(groups: Sequence[Sequence[int]]) -> dict[int, int]:
    """Places of seats that got rid of all they had, group by group: the first group has the first places."""
    places, before = {}, 0
    for group in groups:
        places.update(dict.fromkeys(group, before + 1))
        before += len(group)
    return places
