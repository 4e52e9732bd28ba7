"""`bench`: how fast the whole site is on this machine, beside the bare floor. See bluffsite/docs/speed.md."""

from math import inf
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bluffsite.bench.report import Games, Report, as_json, as_text
from bluffsite.bench.run import Asked, Failed, run, run_games
from bluffsite.running.stack import DidNotStart


class Command(BaseCommand):
    """Starts the real site on a temporary folder and a private PostgreSQL, and measures it from outside."""

    help = "Measure the whole site with real WebSocket clients: actions a second, latency, memory, CPU time, and the floor beside each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--database", metavar="URL", help="an empty database of your own (default: a private PostgreSQL, else SQLite)")
        parser.add_argument("--redis", metavar="URL", help="a Redis or Valkey of your own (default: a private Valkey)")
        parser.add_argument("--face", choices=("json", "html"), default="json", help="what the clients speak")
        parser.add_argument("--languages", default="en", help="of the clients, by commas: they go round the seats (face html)")
        parser.add_argument("--tables", type=int, default=50, help="tables that play, with four clients each")
        parser.add_argument("--seconds", type=float, default=4.0, help="length of each measurement")
        parser.add_argument("--stages", help="numbers of tables with sockets, by commas (default: --tables and 1,000)")
        parser.add_argument("--long", action="store_true", help="also 2,000 and 5,000 tables, and all 1,000 random matches of each game")
        parser.add_argument("--part", choices=("all", "engines"), default="all", help="engines: only what each game costs by itself")
        parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it works; the figures mean little")
        parser.add_argument("--json", action="store_true", help="print JSON instead of text")

    def handle(self, **options: Any) -> None:
        try:
            if options["part"] == "engines":
                report: Report | Games = run_games(_game_seconds(options))
            else:
                report = run(_asked(options), lambda text: self.stderr.write(text, self.style.NOTICE))
        except (Failed, DidNotStart) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(as_json(report).decode() if options["json"] else as_text(report))


def _game_seconds(options: dict[str, Any]) -> float:
    """CPU seconds for each measurement of a game."""
    return 0.0 if options["quick"] else inf if options["long"] else 1.0


def _asked(options: dict[str, Any]) -> Asked:
    """Raises CommandError for numbers that make no sense."""
    tables, seconds = options["tables"], options["seconds"]
    if not 1 <= tables <= 1000 or not 1 <= seconds <= 600:
        raise CommandError("--tables must be 1 to 1,000 and --seconds 1 to 600.", returncode=2)
    languages = tuple(options["languages"].split(","))
    if not set(languages) <= {"nl", "de", "en", "ne"}:
        raise CommandError("--languages must be of nl, de, en and ne.", returncode=2)
    given = {name: options[name] for name in ("face", "database", "redis")}
    if options["quick"]:
        few: dict[str, Any] = {"tables": min(tables, 4), "crowd": 6, "seconds": 1, "stages": (4, 6)}
        return Asked(**given, **few, languages=languages, idle_seconds=0, floor_actions=100, bot_matches=1, game_seconds=0)
    try:
        stages = {
            tables,
            *(map(int, options["stages"].split(",")) if options["stages"] else (1000, *((2000, 5000) if options["long"] else ()))),
        }
    except ValueError as error:
        raise CommandError("--stages must be whole numbers with commas between.", returncode=2) from error
    return Asked(
        **given,
        tables=tables,
        crowd=20 * tables,
        seconds=seconds,
        stages=tuple(sorted({max(tables, one) for one in stages})),
        languages=languages,
        idle_seconds=16.0 if options["long"] else 8.0,
        bot_matches=20 if options["long"] else 8,
        game_seconds=_game_seconds(options),
    )
