"""The options of every game (rules 1.3), and the registry that finds the games."""

import msgspec
import pytest

from games.core.errors import IllegalOptions, NotInThisGame
from games.core.options import SPEED_FACTOR, CommonOptions, check_common
from games.core.registry import all_games, game_named

DEFAULTS = {
    "turn_seconds": 45,
    "max_timeouts": 3,
    "leave_mode": "bot",
    "call_grace_ms": 300,
    "games": 1,
    "bot_speed": "normal",
    "one_phone": False,
}


def test_defaults_are_the_plain_game():
    assert msgspec.to_builtins(CommonOptions()) == DEFAULTS
    for game in all_games():
        assert DEFAULTS.items() <= msgspec.to_builtins(game.options()).items()


@pytest.mark.rule("common.options.validate")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("turn_seconds", -1),
        ("turn_seconds", 86401),
        ("max_timeouts", 11),
        ("max_timeouts", -1),
        ("leave_mode", "stay"),
        ("call_grace_ms", 1001),
        ("games", 0),
        ("games", 21),
        ("bot_speed", "slow"),
        ("one_phone", "yes"),
        ("reroll", True),
    ],
)
def test_values_outside_the_table_of_options_are_refused(name, value):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({name: value}, CommonOptions)


@pytest.mark.rule("common.options.validate")
@pytest.mark.parametrize("seconds", [1, 2, 3, 4])
def test_a_clock_of_under_five_seconds_is_refused(seconds):
    with pytest.raises(IllegalOptions) as caught:
        check_common(CommonOptions(turn_seconds=seconds))
    assert caught.value.rule == "common.options.validate"


@pytest.mark.parametrize("seconds", [0, 5, 86400])
def test_no_clock_and_clocks_from_five_seconds_on_are_accepted(seconds):
    check_common(CommonOptions(turn_seconds=seconds))


def test_speeds_scale_as_the_rules_say():
    assert SPEED_FACTOR == {"calm": 2, "normal": 1, "fast": 0.5}


def test_games_are_found_by_their_folders():
    assert [game.slug for game in all_games()] == sorted(game.slug for game in all_games())
    assert game_named("liars_dice").slug == "liars_dice"
    with pytest.raises(NotInThisGame):
        game_named("core")
