"""Moments as people in a league read them: in their own time zone, with the day of the week, in their language."""

import datetime as clock
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from bluffsite.accounts.zones import is_zone
from leagues.models import League

MOMENT = {"nl": "l j F, H:i", "de": "l, j. F, H:i", "en": "l j F, H:i", "ne": "l, j F, H:i"}
DAY = {"nl": "l j F", "de": "l, j. F", "en": "l j F", "ne": "l, j F"}
YEAR = {"nl": "j F Y", "de": "j. F Y", "en": "j F Y", "ne": "j F Y"}


def zone_of(user: Any, league: League | None = None) -> tzinfo:
    """The person's own time zone, else the league's, else UTC."""
    names = (getattr(user, "time_zone", ""), league.time_zone if league is not None else "")
    return next((ZoneInfo(name) for name in names if name and is_zone(name)), UTC)


def moment(at: datetime) -> str:
    """`Tuesday 3 December, 19:30`, in the active time zone and language; with the year where it is not this one."""
    return _formatted(at, MOMENT)


def day(at: datetime) -> str:
    """`Tuesday 3 December`."""
    return _formatted(at, DAY)


def _formatted(at: datetime, formats: dict[str, str]) -> str:
    local, language = timezone.localtime(at), get_language() or "en"
    text = date_format(local, formats.get(language, formats["en"]))
    if local.year == timezone.localtime().year:
        return text
    return f"{text} ({local.year})" if formats is MOMENT else f"{text} {local.year}"


def date(at: datetime | clock.date) -> str:
    """`3 December 2026`: a day, or that of a moment in the active time zone."""
    local = timezone.localtime(at) if isinstance(at, datetime) else at
    return date_format(local, YEAR.get(get_language() or "en", YEAR["en"]))


def distance(at: datetime, now: datetime | None = None) -> str:
    """`in 2 days`, `in 3 hours`, `now`, `5 minutes ago`: whole calendar days in the active time zone from tomorrow on."""
    now = now or timezone.now()
    seconds = (at - now).total_seconds()
    days = (timezone.localtime(at).date() - timezone.localtime(now).date()).days
    minutes = round(abs(seconds) / 60)
    if minutes == 0:
        return _("now")
    if abs(days) >= 2 or (days and minutes > 12 * 60):
        return _days(days)
    if minutes < 60:
        return _minutes(minutes, ahead=seconds > 0)
    return _hours(round(minutes / 60), ahead=seconds > 0)


def _days(days: int) -> str:
    if days == 1:
        return _("tomorrow")
    if days == -1:
        return _("yesterday")
    if days > 0:
        return ngettext("in %(count)s day", "in %(count)s days", days) % {"count": days}
    return ngettext("%(count)s day ago", "%(count)s days ago", -days) % {"count": -days}


def _hours(count: int, *, ahead: bool) -> str:
    if ahead:
        return ngettext("in %(count)s hour", "in %(count)s hours", count) % {"count": count}
    return ngettext("%(count)s hour ago", "%(count)s hours ago", count) % {"count": count}


def _minutes(count: int, *, ahead: bool) -> str:
    if ahead:
        return ngettext("in %(count)s minute", "in %(count)s minutes", count) % {"count": count}
    return ngettext("%(count)s minute ago", "%(count)s minutes ago", count) % {"count": count}
