"""What the API reads and answers, as types: OpenAPI is made from them, requests are checked by them."""

from typing import Annotated, Any, Literal

import msgspec

from games.core.game import Level
from games.play.api.wire import SeatInfo

Name = Annotated[str, msgspec.Meta(max_length=400, description="Up to 24 characters; cleaned and checked.")]
Part = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{16,64})?$", description="A random text for the fair deal, hexadecimal.")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Without a name one is given."""

    name: Name | None = None


class SignedIn(msgspec.Struct, frozen=True):
    """`token` goes into `Authorization: Bearer`, and is shown here only. `expires_at` is UTC, ISO 8601."""

    token: str
    expires_at: str
    name: str


class GameInfo(msgspec.Struct, frozen=True):
    """`seats` is the least and greatest number; `minutes` how long a match usually takes."""

    slug: str
    title: str
    seats: tuple[int, int]
    default_seats: int
    minutes: int
    rules_version: int


class RuleInfo(msgspec.Struct, frozen=True):
    """A rule that can refuse an action or options, and the sentence that says so."""

    rule: str
    reason: str
    url: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`options` as the game's schema has them; what is left out is as in the plain game. `bots` fill the empty seats.

    At a `rated` table only members sit. `text`: people may type there, besides the quick phrases. With the option
    `one_phone` the caller acts for everybody: `people` are their names from seat 0 on, and nobody joins.
    """

    game: str
    size: SeatNumber | None = None
    options: dict[str, Any] = {}
    bots: Level = "normal"
    public: bool = False
    rated: bool = False
    text: bool = False
    name: Name | None = None
    people: list[Name] = []
    part: Part = ""


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Without `seat` it is the first free one."""

    seat: SeatNumber | None = None
    name: Name | None = None
    part: Part = ""


class Seated(msgspec.Struct, frozen=True):
    seat: int


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ready: bool = True
    part: Part = ""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing needs to be said."""


class NewOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All options anew; what is left out is as in the plain game."""

    options: dict[str, Any]
    size: SeatNumber | None = None
    public: bool | None = None
    rated: bool | None = None
    text: bool | None = None


class SayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same as the `talk` message of the socket: the number of a quick phrase, or a text. The same token is said once."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=36, pattern="^[A-Za-z0-9_-]+$")]
    phrase: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=800)] = ""


class SaidLine(msgspec.Struct, frozen=True):
    """`number` of the line at its table. `text` as others read it: links of new members are left out."""

    type: Literal["said"]
    token: str
    number: int
    text: str


class AvoidBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whoever said `line` or sits on `seat`: `mute`, `block`, or `none` to take it back."""

    how: Literal["mute", "block", "none"]
    line: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None
    seat: SeatNumber | None = None


class TalkSince(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines after this number; without it the newest ones."""

    since: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] = 0


class TalkLine(msgspec.Struct, frozen=True):
    """A line of talk in the reader's language, as in the `talk` message of the socket. Of a removed line `text` is empty."""

    number: int
    seat: int
    name: str
    mine: bool
    phrase: int | None
    text: str
    language: str
    at: str
    removed: bool


class ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same as the `act` message of the socket. Where one phone goes round, `seat` says who has it."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=36, pattern="^[A-Za-z0-9_-]+$")]
    version: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    action: dict[str, Any]
    seat: SeatNumber | None = None


class AcceptedAction(msgspec.Struct, frozen=True):
    type: Literal["accepted"]
    token: str
    version: int


class Since(msgspec.Struct, frozen=True, omit_defaults=True):
    """Events after this version; without it there are none. `take`: where one phone goes round, who has it now."""

    since: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] | None = None
    take: SeatNumber | None = None


class Shown(msgspec.Struct, frozen=True):
    """The same as the `view` message of the socket. `view`, `choices` and each `event` are the game's own."""

    type: Literal["view"]
    version: int
    revision: int
    table: dict[str, Any]
    seats: tuple[SeatInfo, ...]
    seat: int | None
    view: dict[str, Any] | None
    choices: dict[str, Any]
    waited: int | None
    halt: Literal["pause", "deserted", "staff"] | None
    votes: tuple[int, ...]
    long: bool
    end_votes: tuple[int, ...]
    events: tuple[dict[str, Any], ...]
    remaining_ms: int | None
