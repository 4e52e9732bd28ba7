"""`manage.py check_rulebook`: what is wrong in the rule documents, with file and line. It needs no database."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.errors import NotInThisGame
from games.core.registry import all_games
from rulebook.check import all_problems, problems
from rulebook.source import COMMON


class Command(BaseCommand):
    help = "Checks the rule documents of all games and languages: form, numbers, rules, translations, examples."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("game", nargs="*", help=f"only these games; {COMMON} is the rules for every table")

    def handle(self, *, game: list[str], **options: Any) -> None:
        """Exit code 0: all is well; 1: something is to do; 2: there is no such game."""
        try:
            found = [problem for slug in game for problem in problems(slug)] if game else all_problems()
        except NotInThisGame as error:
            known = ", ".join((COMMON, *(game.slug for game in all_games())))
            raise CommandError(f"{error}; there are rules of {known}", returncode=2) from error
        for problem in found:
            self.stdout.write(str(problem))
        if found:
            self.stdout.write(self.style.ERROR(f"{len(found)} to mend."))
            sys.exit(1)
        self.stdout.write(self.style.SUCCESS("All documents are in order."))
