"""Options that every game has (rules 1.3). A game extends `CommonOptions` by its own typed fields."""

from typing import Annotated, Literal

import msgspec

from games.core.errors import IllegalOptions

BotSpeed = Literal["calm", "normal", "fast"]
LeaveMode = Literal["bot", "remove"]

SPEED_FACTOR: dict[BotSpeed, float] = {"calm": 2.0, "normal": 1.0, "fast": 0.5}
"""Factor on the times of computers and reveals. Rules: common.bot.pace."""


class CommonOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Times in seconds unless the name says otherwise; defaults are the plain game."""

    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=86400)] = 45
    max_timeouts: Annotated[int, msgspec.Meta(ge=0, le=10)] = 3
    leave_mode: LeaveMode = "bot"
    call_grace_ms: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 300
    games: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    bot_speed: BotSpeed = "normal"
    one_phone: bool = False


def check_common(options: CommonOptions) -> None:
    """Refuse values that the field types cannot express. Rules: common.options.validate."""
    if 0 < options.turn_seconds < 5:
        raise IllegalOptions("common.options.validate")
