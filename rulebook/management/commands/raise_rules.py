"""`manage.py raise_rules`: keeps today's rules as an older version and begins the next one. It needs no database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.errors import NotInThisGame
from games.core.registry import all_games
from rulebook import source
from rulebook.raising import raise_rules
from rulebook.source import COMMON


class Command(BaseCommand):
    help = "Keeps the texts of the rules as an older version, and raises the version in the documents and the engine."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("game", help=f"whose rules change; {COMMON} is the rules for every table, and raises every game")

    def handle(self, *, game: str, **options: Any) -> None:
        try:
            written = raise_rules(game)
        except NotInThisGame as error:
            known = ", ".join((COMMON, *(one.slug for one in all_games())))
            raise CommandError(f"{error}; there are rules of {known}", returncode=2) from error
        for path in written:
            self.stdout.write(str(path.relative_to(source.ROOT)))
        self.stdout.write(
            "Now change the clauses in all four languages, add a line on the new version to # Changes, and run check_rulebook."
        )
