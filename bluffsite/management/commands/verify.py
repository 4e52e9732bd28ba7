"""`manage.py verify FILE`: checks a match record that a player downloaded. It needs no database and no running site."""

import sys
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.core.fairness import Check, NotARecord, verify

TITLES = {
    "seal": "The file is as it was downloaded",
    "promise": "The secret is the one promised before the start",
    "draw": "Dealt from the secret",
    "replay": "Played again, every event comes out the same",
    "result": "Played again, the result comes out the same",
}


class Command(BaseCommand):
    help = "Checks a match record: the seal, the promise, every deal and throw, and the whole match played again."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("file", type=Path, help="a record downloaded from a finished match; - for standard input")
        parser.add_argument("--json", action="store_true", help="print the checks as JSON")

    def handle(self, *, file: Path, json: bool, **options: Any) -> None:
        """Exit code 0: all checks hold; 1: one fails; 2: the file cannot be read as a record."""
        try:
            checks = verify(sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes())
        except (OSError, NotARecord) as error:
            raise CommandError(f"{file} is not a match record: {error}", returncode=2) from error
        fair = all(check.ok for check in checks)
        if json:
            self.stdout.write(msgspec.json.encode({"ok": fair, "checks": checks}).decode())
        else:
            for check in checks:
                self.stdout.write(self._line(check))
            self.stdout.write(self.style.SUCCESS("This match was fair.") if fair else self.style.ERROR("Something does not add up."))
        if not fair:
            sys.exit(1)

    def _line(self, check: Check) -> str:
        mark = self.style.SUCCESS("ok  ") if check.ok else self.style.ERROR("BAD ")
        more = " ".join(part for part in (check.purpose, check.detail) if part)
        return f"{mark} {TITLES[check.what]}{': ' + more if more else ''}"
