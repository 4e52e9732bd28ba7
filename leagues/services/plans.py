"""What a season will be like, as a form says it: checked as a whole before anything is stored."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.core.game import Game
from games.play.services.errors import TableError
from games.play.services.making import game_called, read_options
from leagues.models import Season
from leagues.pairing.sizes import allows_duels
from leagues.pairing.sizes import table_sizes as pairing_sizes
from leagues.services.errors import LeagueError

Format = Season.Format
FARTHEST = timedelta(days=400)
LONGEST = timedelta(days=800)
MOST_ROUNDS, MOST_ROUND_DAYS, MOST_BEST, MOST_MOVES, MOST_DIVISIONS = 99, 60, 100, 10, 20


@dataclass(frozen=True)
class Plan:
    """The fields of a Season that its organisers choose. `options`: what differs from the plain game, by name."""

    format: str
    starts_at: datetime
    options: Mapping[str, Any]
    seats: int = 4
    rounds: int = 0
    round_days: int = 7
    best: int = 0
    up: int = 1
    down: int = 1
    split: int = 1
    late_entry: bool = True
    ends_at: datetime | None = None


def table_sizes(game: Game, format: str) -> tuple[int, int]:
    """Fewest and most seats of this format's tables; of all tables in free play."""
    least, most = game.seats
    if format == Format.DUELS:
        return 2, 2
    if format == Format.FREE:
        return least, most
    sizes = pairing_sizes(game)
    return sizes[0], sizes[-1]


def formats_of(game: Game) -> list[str]:
    """Duels are there only where two may play. Rules: common.league.seats."""
    return [value for value in Format.values if value != Format.DUELS or allows_duels(game)]


def checked(plan: Plan, game: str, *, now: datetime | None = None, keep_start: datetime | None = None) -> Plan:
    """The plan with every option of the game, and a size that its format has.

    A start in the past is refused unless it is `keep_start`, the one that stands. Raises LeagueError: bad_value, no_duels,
    past, far, ends_first; TableError: unknown_game, options, bad_size.
    """
    found, now = game_called(game), now or timezone.now()
    if plan.format not in Format.values:
        raise LeagueError("bad_value")
    if plan.format not in formats_of(found):
        raise LeagueError("no_duels")
    _check_numbers(plan)
    _check_dates(plan, now, keep_start)
    least, most = table_sizes(found, plan.format)
    seats = min(max(plan.seats, least), most)
    if plan.options.get("one_phone"):
        raise LeagueError("bad_value")
    return replace(plan, seats=seats, options=_options(found, plan, seats, least))


def _options(game: Game, plan: Plan, seats: int, least: int) -> dict[str, Any]:
    """Options that no table of the season could be made with are refused; those of free play fit one size at least."""
    sizes = range(least, game.seats[1] + 1) if plan.format == Format.FREE else [seats]
    for size in sizes[:-1]:
        with suppress(TableError):
            return read_options(game, size, plan.options)
    return read_options(game, sizes[-1], plan.options)


def _check_numbers(plan: Plan) -> None:
    bounds = [
        (plan.rounds, 0, MOST_ROUNDS),
        (plan.round_days, 1, MOST_ROUND_DAYS),
        (plan.best, 0, MOST_BEST),
        (plan.up, 0, MOST_MOVES),
        (plan.down, 0, MOST_MOVES),
        (plan.split, 1, MOST_DIVISIONS),
    ]
    if not all(least <= value <= most for value, least, most in bounds):
        raise LeagueError("bad_value")


def _check_dates(plan: Plan, now: datetime, keep_start: datetime | None) -> None:
    if plan.starts_at != keep_start and plan.starts_at < now - timedelta(hours=24):
        raise LeagueError("past")
    if plan.starts_at > now + FARTHEST:
        raise LeagueError("far")
    if plan.ends_at is not None:
        if plan.ends_at <= now:
            raise LeagueError("past")
        if plan.ends_at <= plan.starts_at:
            raise LeagueError("ends_first")
        if plan.ends_at > plan.starts_at + LONGEST:
            raise LeagueError("far")
