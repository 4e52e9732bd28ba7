"""`messages`: brings the catalogs of all languages up to date with the sources. Needs no gettext."""

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from bluffsite.messages import extract, update
from bluffsite.running.catalogs import catalogs, compile_stale


class Command(BaseCommand):
    help = "Adds new texts to the catalogs, removes what is gone, and compiles them."

    def handle(self, *args: Any, **options: Any) -> None:
        paths, messages = catalogs(settings.BASE_DIR), extract(settings.BASE_DIR)
        for path in paths:
            catalog = polib.pofile(str(path), wrapwidth=120)
            added, removed = update(catalog, messages)
            if added or removed:
                catalog.save()
            missing = len(catalog.untranslated_entries()) + len(catalog.fuzzy_entries())
            self.stdout.write(f"{path.relative_to(settings.BASE_DIR)}: {added} added, {removed} removed, {missing} to translate")
        compile_stale(paths)
