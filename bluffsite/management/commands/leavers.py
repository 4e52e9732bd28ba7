"""`manage.py leavers`: is what is stored of leaving early what the logs of the matches say, and make it so."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.play.leaving import services
from games.play.models import Match


class Command(BaseCommand):
    help = "Reads from the logs of ended matches who left, and compares it with what is stored, or puts it in its place."

    def add_arguments(self, parser: Any) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", action="store_true", help="say what differs; exit 1 if anything does")
        what.add_argument("--rebuild", action="store_true", help="store it anew, and lay or lift the cool-downs that follow")

    def handle(self, *, rebuild: bool, **options: Any) -> None:
        if rebuild:
            for match_id in Match.objects.filter(ended_at__isnull=False).order_by("ended_at").values_list("pk", flat=True):
                services.renote(match_id=match_id)
            services.rebuild()
        found = services.differences()
        for line in found:
            self.stdout.write(line)
        if found:
            sys.exit(1)
        self.stdout.write("What is stored is what the matches say.")
