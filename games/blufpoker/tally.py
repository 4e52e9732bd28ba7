"""What a league table of Blufpoker counts besides places: penalty points. The contract is `games.core.game.Tally`."""

from collections.abc import Sequence
from typing import Any

from games.blufpoker.state import GameOver
from games.core.game import Language

NAMES: tuple[str, ...] = ("penalties",)
_LABEL: dict[Language, str] = {"en": "Penalty points", "nl": "Strafpunten", "de": "Strafpunkte", "ne": "दण्ड अङ्क"}


def count(seats: int, events: Sequence[Any]) -> dict[str, tuple[int, ...]]:
    """The penalty points of each seat over all games of the match. Rules: blufpoker.penalty.count."""
    games = [event.penalties for event in events if isinstance(event, GameOver)]
    return {"penalties": tuple([sum(game[seat] for game in games) for seat in range(seats)])}


def label(name: str, language: Language) -> str:
    return _LABEL[language]
