"""`manage.py ratings`: are the stored ratings what the ended matches say, and make them so."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.core.registry import all_games
from games.play.ratings import services


class Command(BaseCommand):
    help = "Reckons all ratings again from the ended matches and compares them with those that are stored, or puts them in their place."

    def add_arguments(self, parser: Any) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", action="store_true", help="say what differs; exit 1 if anything does")
        what.add_argument("--rebuild", action="store_true", help="store them anew, game by game")

    def handle(self, *, rebuild: bool, **options: Any) -> None:
        found = 0
        for game in all_games():
            if rebuild:
                services.rebuild(game=game.slug)
            differing = services.differences(game=game.slug)
            found += len(differing)
            for line in differing:
                self.stdout.write(f"{game.slug}: {line}")
        if found:
            sys.exit(1)
        self.stdout.write("The ratings are what the matches say.")
