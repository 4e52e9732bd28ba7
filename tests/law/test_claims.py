"""Every rule of a game that is here, and every common rule, is claimed by a test, and nothing else is.

A test claims a rule by `@pytest.mark.rule("liars_dice.resolve.exact")`. The claims are read from the source text of all
tests, so that this also sees tests that need a browser or another database.
"""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from games.core.registry import all_games

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
LAW = [Path(__file__).parent / "rules.md", Path(__file__).parent / "additions.md"]


def law(*prefixes: str) -> list[str]:
    """The ids of the rules document, and of what the site adds to it, that begin so, in order."""
    return [rule for rule in _all_ids() if rule.startswith(prefixes)]


@cache
def _all_ids() -> tuple[str, ...]:
    text = "\n".join(path.read_text(encoding="utf-8") for path in LAW)
    return tuple(re.findall(r"^- `([a-z_]+\.[a-z0-9.-]+)` —", text, re.MULTILINE))


def claims() -> Iterator[tuple[str, str]]:
    """Each claimed rule and the file that claims it."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "mark.rule"):
                yield from ((argument.value, path.name) for argument in node.args if isinstance(argument, ast.Constant))


CLAIMED = {rule for rule, _ in claims()}
GAMES = [f"{game.slug}." for game in all_games()]
TO_CLAIM = law("common.", *GAMES)


def test_the_rules_document_is_read():
    assert len(law("liars_dice.")) == 36
    assert len(law("common.")) == 58
    assert len(law("")) == len(set(law("")))


@pytest.mark.parametrize("rule", TO_CLAIM)
def test_rule_is_claimed_by_a_test(rule):
    assert rule in CLAIMED


@pytest.mark.parametrize(("rule", "file"), sorted(set(claims())))
def test_claim_names_a_rule(rule, file):
    assert rule in law(""), f"{file} claims a rule that is not there"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_engine_opens_with_a_table_of_the_rules_of_its_game(game):
    """Each rule of the game is named in the engine's docstring, or stands under one of its wildcards."""
    named = set()
    for line in game.engine.__doc__.splitlines():
        cell = line.split("|")[0].strip()
        first = re.match(r"[a-z_]+\.[a-z0-9.*-]+", cell)
        if first:
            stem = first[0].rpartition(".")[0]
            named |= {first[0], *(stem + ending for ending in re.findall(r"(?<=, )\.[a-z-]+", cell))}
    assert [rule for rule in law(f"{game.slug}.") if not any(fnmatch(rule, name) for name in named)] == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("games/**/*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_code_names_only_rules_that_are_there(path):
    """Rule ids in strings, comments and docstrings; `liars_dice.resolve.*` stands for all that begin so."""
    prefixes = "|".join(re.escape(prefix) for prefix in ("common.", *GAMES))
    text = path.read_text(encoding="utf-8")
    for rule in re.findall(rf"(?<![\w./-])(?:{prefixes})[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*(?:\.\*)?(?![\w(/-])", text):
        known = law(rule.removesuffix("*")) if rule.endswith("*") else rule in law("")
        assert known, f"{rule} is no rule"
