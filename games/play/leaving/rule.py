"""How leaving adds up. Pure: the same endings always give the same cool-downs.

Each leaving goes one step up, to a longer cool-down; REPAIR matches played to the end go one step down, and so does each
week without leaving. An ending that is excused changes nothing.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

How = Literal["stayed", "left", "excused"]

STEPS = (timedelta(minutes=5), timedelta(minutes=15), timedelta(hours=1), timedelta(hours=6), timedelta(hours=24))
"""The cool-down after a leaving that leads to step 1, 2, ...; the last one also holds for every further one."""

REPAIR = 3
"""Matches played to the end that take one step back."""

FORGET = timedelta(days=7)
"""Time without leaving that takes one step back."""


class Told(NamedTuple):
    """One ending: of which match, how, and when the match ended."""

    match_id: int
    how: str
    at: datetime


class CoolDown(NamedTuple):
    """What a leaving led to: the step, and until when open tables are closed to the person."""

    match_id: int
    step: int
    until: datetime


class Standing(NamedTuple):
    """How a person stands: the step now, matches still to be finished for one step back, and every cool-down that there was."""

    step: int
    to_repair: int
    cool_downs: tuple[CoolDown, ...]


def standing(endings: Iterable[Told], now: datetime) -> Standing:
    """`endings` in any order; those after `now` do not count."""
    step, finished, last = 0, 0, None
    found: list[CoolDown] = []
    for one in sorted(endings, key=lambda told: (told.at, told.match_id)):
        if one.at > now:
            continue
        step, last = _forgotten(step, last, one.at)
        if one.how == "left":
            step, finished, last = min(step + 1, len(STEPS)), 0, one.at
            found.append(CoolDown(one.match_id, step, one.at + STEPS[step - 1]))
        elif one.how == "stayed" and step:
            finished += 1
            if finished == REPAIR:
                step, finished = step - 1, 0
    step, _ = _forgotten(step, last, now)
    return Standing(step, REPAIR - finished if step else 0, tuple(found))


def _forgotten(step: int, since: datetime | None, at: datetime) -> tuple[int, datetime | None]:
    """The step after the weeks that have gone by since `since`, and from when the next week counts."""
    if since is None or not step:
        return step, since
    weeks = max(0, (at - since) // FORGET)
    return max(0, step - weeks), since + weeks * FORGET
