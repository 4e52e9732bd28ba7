"""When rounds end: days are counted where the league lives, and a day may have 23 or 25 hours there."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from leagues.models import Season

A_MINUTE = timedelta(minutes=1)


def deadline(season: Season, number: int) -> datetime:
    """When round `number` ends: so many days after the start by the league's own calendar and clock.

    A round that would end at midnight ends a minute before, so that nobody has to ask which midnight.
    """
    zone = ZoneInfo(season.league.time_zone)
    start = season.starts_at.astimezone(zone)
    wall = start.replace(tzinfo=None) + timedelta(days=season.round_days * number)
    if (wall.hour, wall.minute) == (0, 0):
        wall -= A_MINUTE
    return wall.replace(tzinfo=zone)
