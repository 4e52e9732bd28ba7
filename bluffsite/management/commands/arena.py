"""`arena GAME --levels hard,normal`: bots against each other. Needs no database and no running site."""

import gc
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.core import arena
from games.core.errors import IllegalOptions, NotInThisGame


class Command(BaseCommand):
    """Prints a table of win rates with 95 % intervals, or the same as JSON."""

    help = "Play bots against each other: the levels fill the seats by turns and rotate. The same seed gives the same games."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the slug of a game, such as liars_dice")
        parser.add_argument("--players", type=int, default=4, help="seats at the table")
        parser.add_argument("--levels", default="hard,normal", help=f"of {', '.join(arena.PLAYERS)}, by commas")
        parser.add_argument("--games", type=int, default=2000, help="matches, rounded up to whole rotations")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--options", default="{}", help='options of the table as JSON, such as {"loss":"one"}')
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *, processes: int, json: bool, **given: Any) -> None:
        plan = self._plan(given)
        if not 1 <= processes <= 64:
            raise CommandError("--processes must be 1 to 64.", returncode=2)
        played = play(plan, processes)
        scores = arena.score(played, plan.levels)
        if json:
            report = {"plan": plan, "played": len(played), "scores": scores}
            self.stdout.write(msgspec.json.encode(report).decode())
        else:
            self._print(plan, len(played), scores)

    def _plan(self, given: dict[str, Any]) -> arena.Plan:
        """Exits with 2 and a sentence when the plan cannot be played."""
        try:
            levels = tuple(arena.player_named(name.strip()) for name in given["levels"].split(","))
            options = msgspec.json.decode(given["options"], type=dict[str, Any])
            plan = arena.Plan(given["game"], options, levels, given["players"], given["games"], given["seed"])
            arena.check(plan)
        except NotInThisGame as error:
            raise CommandError(f"There is no game {error}.", returncode=2) from error
        except IllegalOptions as error:
            raise CommandError(f"No table may be like this: rule {error.rule}.", returncode=2) from error
        except (ValueError, msgspec.MsgspecError) as error:
            raise CommandError(f"{error}", returncode=2) from error
        if plan.matches < 1:
            raise CommandError("--games must be 1 or more.", returncode=2)
        return plan

    def _print(self, plan: arena.Plan, played: int, scores: list[arena.Score]) -> None:
        say = self.stdout.write
        say(f"{plan.game}: {plan.seats} players, {played} matches, seed {plan.seed}")
        times = f"{'decisions':>10} {'p99':>9} {'longest':>9}"
        say(f"{'level':8} {'wins':>8} {'95 % interval':>19} {'alike':>8} {'place':>6} {'illegal':>8} {times}")
        for one in scores:
            bounds = f"{one.low:8.2%} - {one.high:8.2%}"
            say(
                f"{one.level:8} {one.rate:8.2%} {bounds:>19} {one.expected:8.2%} {one.place:6.2f} {one.illegal:8}"
                f" {one.decisions:10} {one.p99_ms:6.2f} ms {one.longest_ms:6.2f} ms"
            )
        say("wins: share of first places per seat; alike: that share if all levels were alike; times: CPU per decision")


def play(plan: arena.Plan, processes: int) -> list[arena.Played]:
    """All matches of a plan in order, by so many processes."""
    gc.collect()
    gc.freeze()  # or a decision now and then pays for the collector going through all of Django
    if processes == 1:
        return [match for _, match in arena.play_part(plan, 0, 1)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(arena.play_part, plan, first, processes) for first in range(processes)]
        numbered = sorted((pair for part in parts for pair in part.result()), key=lambda pair: pair[0])
    return [match for _, match in numbered]
