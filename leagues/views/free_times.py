"""Weekdays and parts of the day in words: `0e` is Monday evening."""

from collections.abc import Sequence

from django.utils.dates import WEEKDAYS

from leagues.forms import PARTS_OF_DAY


def weeks_words(slots: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Weekday with the parts of it, for the days that have any."""
    found: list[tuple[str, list[str]]] = []
    for day in range(7):
        parts = [str(name) for part, name in PARTS_OF_DAY.items() if f"{day}{part}" in slots]
        if parts:
            found.append((str(WEEKDAYS[day]), parts))
    return found


def week(slots: Sequence[str]) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Weekday -> (value, name, whether it is chosen) of each part, for a form."""
    return [
        (str(WEEKDAYS[day]), [(f"{day}{part}", str(name), f"{day}{part}" in slots) for part, name in PARTS_OF_DAY.items()])
        for day in range(7)
    ]
