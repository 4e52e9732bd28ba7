"""Compiles the message catalogs: `.po` files are committed, `.mo` files made where they are needed. No gettext needed."""

import os
from collections.abc import Iterable
from pathlib import Path


def catalogs(root: Path) -> list[Path]:
    """Every `.po` file of the project."""
    return sorted([*root.glob("bluffsite/locale/*/LC_MESSAGES/*.po"), *root.glob("games/*/locale/*/LC_MESSAGES/*.po")])


def compile_stale(paths: Iterable[Path]) -> list[Path]:
    """Writes the `.mo` beside each `.po` that is newer than it; returns those written. Whole or not at all."""
    written: list[Path] = []
    for source in paths:
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        import polib  # only where there is something to do

        temporary = target.with_name(f"{target.name}.{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(temporary))
        temporary.replace(target)
        written.append(target)
    return written


if __name__ == "__main__":  # where the code does not belong to the user whom the site runs as
    compile_stale(catalogs(Path(__file__).resolve().parents[2]))
