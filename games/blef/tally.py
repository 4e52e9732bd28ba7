"""What a league table of Blef counts besides places: how often somebody was knocked out. The contract is `games.core.game.Tally`."""

from collections.abc import Sequence
from typing import Any

from games.blef.state import Revealed
from games.core.game import Language

NAMES: tuple[str, ...] = ("eliminations",)
_LABEL: dict[Language, str] = {"en": "Knocked out", "nl": "Uitgeschakeld", "de": "Ausgeschieden", "ne": "बाहिरिएको"}


def count(seats: int, events: Sequence[Any]) -> dict[str, tuple[int, ...]]:
    """How often each seat had one card too many, over all games of the match. Rules: blef.eliminate.limit."""
    out = [event.eliminated for event in events if isinstance(event, Revealed) and event.eliminated is not None]
    return {"eliminations": tuple([out.count(seat) for seat in range(seats)])}


def label(name: str, language: Language) -> str:
    return _LABEL[language]
