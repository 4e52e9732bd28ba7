"""Liar's Dice in the casebook (rules 8): positions into states, actions and questions into outcomes."""

from collections.abc import Mapping
from typing import Any


def judge(case: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of one case. Raises NotInThisGame for a position or question that is not of this game."""
    raise KeyError(case["action"]["type"])
