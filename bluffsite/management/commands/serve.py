"""`serve` as `manage.py help` shows it. It is run by `manage.py` before the settings are read: bluffsite/running/serve.py."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from bluffsite.running.serve import add_arguments


class Command(BaseCommand):
    help = "Runs the whole site on this machine: database, Valkey, web and worker."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Reached only from elsewhere than `manage.py`, e.g. `django-admin serve`: starts again from there."""
        again = [sys.executable, str(settings.BASE_DIR / "manage.py"), "serve"]
        again += ["--host", options["host"], "--port", str(options["port"]), "--data", str(options["data"])]
        os.execv(sys.executable, again + (["--demo"] if options["demo"] else []))  # noqa: S606
