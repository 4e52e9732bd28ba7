"""`test`: everything that CI runs. See bluffsite/running/trial.py."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from bluffsite.running import trial


class Command(BaseCommand):
    help = "Runs every check and test: what it does not know itself goes to pytest."

    def add_arguments(self, parser: CommandParser) -> None:
        trial.add_arguments(parser)

    def run_from_argv(self, argv: list[str]) -> None:
        """Arguments that Django does not know are pytest's."""
        sys.exit(trial.main(argv[2:]))

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(trial.main([]))
