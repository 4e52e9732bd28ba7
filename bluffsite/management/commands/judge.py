"""`judge FILE.json [--check]`: what the engines say to a file of cases (rules 8.1). Needs no database and no running site."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.core.casebook import CasebookError, read_cases, run


class Command(BaseCommand):
    """One line of JSON per case on standard output, in file order, and nothing else there."""

    help = "Judge a file of cases: one line of JSON per case. With --check, compare with what each case expects."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a JSON list of cases; its name is the game of cases that name none")
        parser.add_argument("--check", action="store_true", help='add "pass" to each line and totals at the end')

    def handle(self, *args: Any, file: Path, check: bool, **options: Any) -> None:
        """Exits with 2 when the file cannot be read, with 1 when `--check` found a case that fails."""
        try:
            cases = read_cases(file)
        except CasebookError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        failed = False
        for line in run(cases, file.stem, check=check):
            failed = failed or line.get("pass") is False
            sys.stdout.write(json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) + "\n")
        sys.stdout.flush()
        if failed:
            sys.exit(1)
