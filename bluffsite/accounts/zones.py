"""Time zones by IANA name, such as `Asia/Kathmandu`."""

from datetime import UTC, tzinfo
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

UNKNOWN = _("This time zone is not known. Choose one of the list.")


@cache
def _all() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def zone_names() -> list[str]:
    """Every zone that a person can choose: places, and UTC; in the order of the alphabet."""
    return sorted(name for name in _all() if name == "UTC" or ("/" in name and not name.startswith(("Etc/", "SystemV/"))))


RENAMED = {
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Asia/Rangoon": "Asia/Yangon",
    "Europe/Kiev": "Europe/Kyiv",
}
"""Names that browsers still give, and how people write them now."""


def modern(name: str) -> str:
    return RENAMED.get(name, name)


def is_zone(name: str) -> bool:
    return name in _all()


def check_zone(name: str) -> None:
    """Raises ValidationError for a name that is no zone. Empty is allowed: not known yet."""
    if name and not is_zone(name):
        raise ValidationError(UNKNOWN, code="time_zone")


def zone_of(user: Any) -> tzinfo:
    """The person's own zone; UTC where none is known or the name is no longer one."""
    name = getattr(user, "time_zone", "")
    return ZoneInfo(name) if name and is_zone(name) else UTC
