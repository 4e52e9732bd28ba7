"""Raises the version of rules: today's texts stay as an older version, and a game's engine plays by the new one.

The rules for every table are part of the rules of each game, so raising them raises every game too. Pure: no Django.
"""

import re
from pathlib import Path

from games.core.registry import all_games, game_named
from rulebook import source
from rulebook.check import LANGUAGES
from rulebook.source import COMMON

_VERSION = re.compile(r"^version: (\d+)$", re.MULTILINE)
_ENGINE = re.compile(r"^RULES_VERSION = \d+$", re.MULTILINE)


def raise_rules(slug: str) -> list[Path]:
    """The files that were written. `COMMON` raises all. Raises NotInThisGame for an unknown game."""
    slugs = [COMMON, *(game.slug for game in all_games())] if slug == COMMON else [game_named(slug).slug]
    common = _version_of(source.path_of(COMMON, "en").read_text(encoding="utf-8"))
    written = [path for one in slugs for path in _raise(one, common)]
    for kept in (source.game_rules, source.common_rules, source.versions_of):
        kept.cache_clear()
    return written


def _raise(slug: str, common: int) -> list[Path]:
    written, version = [], _version_of(source.path_of(slug, "en").read_text(encoding="utf-8"))
    for language in LANGUAGES:
        path, kept = source.path_of(slug, language), source.path_of(slug, language, version)
        text = path.read_text(encoding="utf-8")
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text if slug == COMMON else _VERSION.sub(rf"\g<0>\ncommon: {common}", text, count=1), encoding="utf-8")
        path.write_text(_VERSION.sub(f"version: {version + 1}", text, count=1), encoding="utf-8")
        written += [kept, path]
    if slug != COMMON:
        state = source.ROOT / "games" / slug / "state.py"
        state.write_text(_ENGINE.sub(f"RULES_VERSION = {version + 1}", state.read_text(encoding="utf-8"), count=1), encoding="utf-8")
        written.append(state)
    return written


def _version_of(text: str) -> int:
    found = _VERSION.search(text)
    if found is None:
        raise source.BrokenDocument("a document has no version")
    return int(found[1])
