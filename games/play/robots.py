"""What computers are called at a table: first names as people have them; a sign beside the name tells that it is a computer.

A computer is named by its seat, so that everyone calls it the same; a name that a person at the table bears is passed over.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache

from games.core.game import Language

_NAMES: tuple[tuple[str, str], ...] = (
    ("Asha", "आशा"),
    ("Emil", "एमिल"),
    ("Noor", "नोर"),
    ("Kiran", "किरण"),
    ("Lena", "लेना"),
    ("Owen", "ओवेन"),
    ("Deepa", "दीपा"),
    ("Joris", "योरिस"),
    ("Ruby", "रुबी"),
    ("Bikash", "विकास"),
    ("Mira", "मिरा"),
    ("Theo", "थियो"),
    ("Fenna", "फेना"),
    ("Jonas", "योनास"),
    ("Nora", "नोरा"),
    ("Stijn", "स्टाइन"),
    ("Merel", "मेरेल"),
    ("Sanne", "सान्ना"),
)
"""Latin and Devanagari; the second is what a reader of Nepali sees."""


def named(persons: Sequence[str | None], language: Language = "en") -> tuple[str, ...]:
    """Names by seat: a person's own, a computer's where `persons` has None, "" for a free seat (given as "")."""
    return _named(tuple(persons), language)


@lru_cache(maxsize=4096)
def _named(persons: tuple[str | None, ...], language: Language) -> tuple[str, ...]:
    borne = {name.casefold() for name in persons if name}
    free = [pair for pair in _NAMES if not _is_borne(pair, borne)]
    return tuple(_robot(free, seat, language) if name is None else name for seat, name in enumerate(persons))


def _robot(free: Sequence[tuple[str, str]], seat: int, language: Language) -> str:
    latin, devanagari = free[seat % len(free)] if free else (f"Computer {seat + 1}",) * 2
    return devanagari if language == "ne" else latin


def _is_borne(pair: tuple[str, str], borne: Collection[str]) -> bool:
    return any(name.casefold() in borne for name in pair)
