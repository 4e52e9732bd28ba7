"""`audit`: known flaws in the locked requirements. See bluffsite/running/audit.py."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from bluffsite.running import audit


class Command(BaseCommand):
    help = "Asks osv.dev about known flaws in the locked requirements. Exit code 1: there are some; 75: no answer."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(audit.main())
